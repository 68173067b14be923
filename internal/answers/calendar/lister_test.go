package calendar_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestListerFollowsChanges: what is kept is what a lister that keeps nothing
// finds, whatever changed.
func TestListerFollowsChanges(t *testing.T) {
	t.Parallel()
	s := week(t)
	s.plan(t, "race", today+20, ride, 90, 0)
	kept, f := calendar.NewLister(), frame
	for _, change := range []struct {
		name string
		make func()
	}{
		{"nothing", func() {}},
		{"an activity", func() { s.did("extra", today, ride, 200, 180) }},
		{"an event", func() {
			s.plan(t, "more", today+2, ride, 60, 70)
			s.Changed(store.ChangeKind(document.Events), "more")
		}},
		{"a threshold", func() {
			s.Past = append(s.Past, training.ThresholdEntry{Key: training.KeyFTP, Sport: ride, From: today - 100, Values: []float64{300}})
			s.Changed(store.ChangeSettings, "ftp")
		}},
		{"the day", func() { f.Today++ }},
	} {
		change.make()
		for _, view := range calendar.Views() {
			for _, sport := range []training.Sport{"", ride} {
				q := calendar.Query{View: view, Sport: sport, ProjectTo: f.Today + 30}
				want, err := calendar.NewLister().List(t.Context(), s, answerstest.FitnessModel, f, q)
				if err != nil {
					t.Fatal(err)
				}
				for range 2 {
					got, err := kept.List(t.Context(), s, answerstest.FitnessModel, f, q)
					if d := cmp.Diff(want, got); err != nil || d != "" {
						t.Errorf("%s, %s of %q: %v (-read +kept):\n%s", change.name, view, sport, err, d)
					}
				}
			}
		}
	}
}
