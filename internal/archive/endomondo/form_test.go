package endomondo_test

import (
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/archive"
	"lapkeep/test/archivetest/endomondotest"
)

// TestEachWorkoutIsReadOnce: as JSON, the newest first; a TCX that has no JSON
// beside it is a file like others.
func TestEachWorkoutIsReadOnce(t *testing.T) {
	t.Parallel()
	a := endomondotest.Build(endomondotest.Options{Seconds: 20})
	a.Add("Workouts/2020-01-02 03_04_05.0.tcx", []byte("<TrainingCenterDatabase/>"))
	a.Add("Workouts/loose.tcx", []byte("<TrainingCenterDatabase/>"))
	a.Add("Workouts/loose.json", []byte("{}"))
	var want, got []string
	for _, w := range slices.Backward(a.Workouts) {
		want = append(want, strings.TrimPrefix(w.File, "Workouts/"))
	}
	dir := t.TempDir()
	if err := a.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	aside, others := 0, 0
	for it := range archive.Walk(t.Context(), []string{dir}, archive.Limits{}) {
		switch {
		case it.Err != nil:
			t.Errorf("%s: %v", it.Path, it.Err)
		case it.Aside:
			aside++
		case it.Skip != "":
			t.Errorf("%s: %s", it.Path, it.Skip)
		case slices.Contains(want, it.Name()):
			got = append(got, it.Name())
		default:
			others++
		}
	}
	if !slices.Equal(got, want) || aside != len(want) || others != 3 {
		t.Errorf("%v, want %v; %d aside, %d others", got, want, aside, others)
	}
}
