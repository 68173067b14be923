package curves_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestALaterProcessDrawsTheSameCurves asks every kind, at steps that are kept
// and at others, of one that reads all and of one that begins with what was kept.
func TestALaterProcessDrawsTheSameCurves(t *testing.T) {
	t.Parallel()
	s, k := answerstest.Years(600, 3, today), answerstest.FitnessValues{}
	ask := func(x *curves.Index, q curves.Query) *curves.View {
		t.Helper()
		v, err := x.Answer(t.Context(), answerstest.FitnessModel, here, q)
		if err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		return v
	}
	later := func() *curves.Index { x := curves.New(s); x.Keep(k); return x }
	questions := func(x *curves.Index) (all []*curves.View) {
		for _, kind := range curves.Kinds() {
			for _, from := range []training.Day{2000, 401, 400, 31, 3} {
				for _, steps := range [][]float64{nil, {1, 60, 1234, 3600}} {
					all = append(all, ask(x, curves.Query{
						Kind: kind, Steps: steps, Sports: []training.Sport{training.Cycling},
						Days: training.DayRange{From: today - from, To: today - 2},
					}))
				}
			}
		}
		return append(all, ask(x, curves.Query{Kind: curves.Power, AfterKJ: 700, Days: training.DayRange{From: today - 2000, To: today}}))
	}
	questions(later())
	if len(k) != 0 {
		t.Errorf("%d values are kept of an empty log, which has no place to begin from", len(k))
	}
	s.Changed(store.ChangeSettings, "athlete")
	want := questions(curves.New(s))
	for range 2 {
		if diff := cmp.Diff(want, questions(later())); diff != "" {
			t.Errorf("(-who reads all +who begins with what was kept):\n%s", diff)
		}
	}
	if len(k) == 0 {
		t.Error("nothing was kept")
	}
}
