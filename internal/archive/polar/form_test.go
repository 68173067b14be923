package polar_test

import (
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/archive"
	"lapkeep/internal/archive/archivetest/polartest"
)

// TestSessionsAreNamed, of both generations, and what lies beside them is
// imported.
func TestSessionsAreNamed(t *testing.T) {
	t.Parallel()
	for _, g := range polartest.Generations() {
		a := polartest.Build(polartest.Options{Generation: g, Seconds: 20})
		dir := t.TempDir()
		a.Add("loose.gpx", []byte("<gpx/>"))
		a.Add("below/notes.json", []byte("{}"))
		if err := a.Unpack(dir); err != nil {
			t.Fatal(err)
		}
		sessions, others, files := 0, 0, 0
		for it := range archive.Walk(t.Context(), []string{dir}, archive.Limits{}) {
			switch {
			case strings.Contains(it.Skip, "session of Polar Flow"):
				sessions++
			case strings.Contains(it.Skip, "table of Polar Flow"):
				others++
			case it.Skip == "" && it.Err == nil:
				files++
			default:
				t.Errorf("%s: %s %v", filepath.Base(it.Path), it.Skip, it.Err)
			}
		}
		if sessions != len(a.Truth.Sessions) || others != len(a.Truth.Others) || files != 2 || sessions == 0 {
			t.Errorf("%s: %d sessions, %d others, %d files, want %d and %d", g, sessions, others, files, len(a.Truth.Sessions), len(a.Truth.Others))
		}
	}
}
