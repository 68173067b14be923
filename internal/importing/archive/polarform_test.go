package archive_test

import (
	"strings"
	"testing"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/polartest"
)

// TestAnArchive: its sessions are files, the newest first, its days are said, and
// its other tables are counted and not named.
func TestAnArchive(t *testing.T) {
	t.Parallel()
	for _, g := range polartest.Generations() {
		a := polartest.Build(polartest.Options{Generation: g, Seconds: 20})
		dir := t.TempDir()
		a.Add("loose.gpx", []byte("<gpx/>"))
		a.Add("below/notes.json", []byte("{}"))
		a.Add("activity-2024-03-09-cut.json", []byte(`{"date":"2024-`))
		if err := a.Unpack(dir); err != nil {
			t.Fatal(err)
		}
		var sessions []string
		others, files, broken := 0, 0, 0
		var days []training.WellnessDay
		for it := range archive.Walk(t.Context(), []string{dir}, archive.Limits{}) {
			switch {
			case it.Wellness != nil:
				days = append(days, it.Wellness.Days...)
			case it.Aside && strings.Contains(it.Skip, "table of Polar Flow"):
				others++
			case it.Err != nil:
				broken++
			case it.Skip != "":
				t.Errorf("%s: %s", it.Path, it.Skip)
			case strings.HasPrefix(it.Name(), "training-session"):
				sessions = append(sessions, it.Name())
			default:
				files++
			}
		}
		if want := len(a.Truth.Sessions) + 1; len(sessions) != want || others != len(a.Truth.Others) || files != 2 || broken != 1 {
			t.Errorf("%s: %d sessions, %d others, %d files, %d broken; want %d and %d", g, len(sessions), others, files,
				broken, want, len(a.Truth.Others))
		}
		if sessions[0] != a.Truth.Multi[0].File || sessions[len(sessions)-1] != a.Truth.Sessions[0].File {
			t.Errorf("%s: not the newest first: %v", g, sessions)
		}
		if len(days) != 2 {
			t.Fatalf("%s: %d days", g, len(days))
		}
		for i, d := range days {
			want := a.Truth.Days[1-i]
			if d.Day.String() != want.Date || d.Numbers[training.WellnessSteps].Value != float64(want.Steps) ||
				d.Numbers[training.WellnessTotalKcal] != (training.WellnessNumber{Value: float64(want.Kcal), Source: "polar"}) {
				t.Errorf("%s: %+v, want %+v", g, d, want)
			}
		}
	}
}
