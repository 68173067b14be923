package fitness_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestLoadBySport: each sport that is told apart has what is answered for it alone,
// the most load first, and with that of other the parts make the whole.
func TestLoadBySport(t *testing.T) {
	t.Parallel()
	const days, told = 30, 6
	rapid.Check(t, func(rt *rapid.T) {
		s := &answerstest.FitnessStore{}
		done := rapid.SliceOfN(rapid.IntRange(0, days*len(training.Sports())-1), 1, 60).Draw(rt, "done")
		for i, at := range done {
			s.Add(store.LoadInput{
				ID: training.ActivityID(fmt.Sprint("a", i)), Sport: training.Sports()[at/days], Day: today - training.Day(at%days),
				TimerS: 3600, ManualLoad: float64(10 + i),
			}, nil)
		}
		q := fitness.LoadQuery{
			Days: lastDays(days), Sections: sections(fitness.SectionBySport),
			Resolution: rapid.SampledFrom([]string{"day", "week", "month"}).Draw(rt, "resolution"),
		}
		v := analyse(t, s, q)
		sums, last := make([]float64, len(v.Actual.Load)), math.Inf(1)
		for i, of := range v.Actual.BySport {
			whole := 0.0
			for n, l := range of.Load {
				sums[n] += l
				whole += l
			}
			if of.Sport == training.Other {
				if i != len(v.Actual.BySport)-1 {
					rt.Errorf("other is not last: %+v", v.Actual.BySport)
				}
				continue
			}
			one := q
			one.Sports = []training.Sport{of.Sport}
			if d := cmp.Diff(analyse(t, s, one).Actual.Load, of.Load); d != "" || whole > last {
				rt.Errorf("%s after %g (-alone +told apart):\n%s", of.Sport, last, d)
			}
			last = whole
		}
		if d := cmp.Diff(v.Actual.Load, sums, within); d != "" || len(v.Actual.BySport) > told+1 {
			rt.Errorf("%d sports (-whole +parts):\n%s", len(v.Actual.BySport), d)
		}
	})
	if v := analyse(t, rides([]float64{50}), fitness.LoadQuery{Days: lastDays(3)}); v.Actual.BySport != nil {
		t.Errorf("nobody asked for %+v", v.Actual.BySport)
	}
}
