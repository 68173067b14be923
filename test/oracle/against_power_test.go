package oracle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// TestOtherMakersPowerAgainstTheReferences: windows that restart, and
// exponential ones.
func TestOtherMakersPowerAgainstTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawChaos(t)
		if _, above := some(c.watts); !above {
			return
		}
		v := c.view()
		last := len(c.watts)
		for !c.running[last-1] {
			last-- // rows end it
		}
		want, windows := naive.NPWahoo(c.watts[:last], c.running[:last])
		np, ok := power.Of(v, power.Wahoo)
		if ok != (windows > 0) || ok && np.Windows != windows {
			t.Fatalf("NP as Wahoo has %d windows, the slow reference %d", np.Windows, windows)
		}
		if ok {
			near(t, "NP as Wahoo", np.Watts, want)
		}
		for alpha, reference := range map[float64]float64{
			power.AlphaGoldenCheetah: naive.XPowerAlphaStep, power.AlphaExponential: naive.XPowerAlphaExp,
		} {
			x, _ := power.XPower(v.Power().Watts, alpha)
			near(t, fmt.Sprint("xPower by ", alpha), x, naive.XPower(c.watts, c.running, reference))
		}
	})
}

// TestLapsAgainstTheReferences: any stretch of a recording has the windows
// that end in it.
func TestLapsAgainstTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawChaos(t)
		if _, above := some(c.watts); !above {
			return
		}
		from := rapid.IntRange(0, len(c.watts)).Draw(t, "from")
		to := rapid.IntRange(from, len(c.watts)).Draw(t, "to")
		values := summary.NewStretches(c.view()).Values(training.Span{FromS: float64(from), ToS: float64(to)}, float64(to-from))
		want, windows := naive.LapNP(c.watts, c.running, from, to)
		got, ok := values[training.MetricNormalizedPowerW]
		if ok != (windows > 0) {
			t.Fatalf("NP of %d to %d s is %v %v, the slow reference has %d windows", from, to, got, ok, windows)
		}
		if ok {
			near(t, "NP of a lap", got, want)
		}
	})
}

func TestNormalizedCurveAgainstTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 4))
		watts := zeroed(wild(rng, 290+rng.IntN(150), 0, 2500))
		series := make([]int32, len(watts))
		for i, w := range watts {
			series[i] = int32(w)
		}
		points := curve.Normalized(series, 0)
		if (len(points) > 0) != (len(series) >= curve.LeastNormalizedS) {
			t.Fatalf("%d points of %d s", len(points), len(series))
		}
		if len(points) == 0 {
			return
		}
		p, want := rapid.SampledFrom(points).Draw(t, "duration"), 0.0
		for i := 0; i+int(p.DurationS) <= len(watts); i++ {
			np, _ := naive.NP(watts[i:i+int(p.DurationS)], nil)
			want = math.Max(want, np)
		}
		near(t, fmt.Sprint("NP of ", p.DurationS, " s"), p.Value, want)
	})
}

// TestClosedFormsAgainstTheReferences: what one formula gives, over all that
// may be asked of it.
func TestClosedFormsAgainstTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		alt := zeroed(wild(rng, 1+rng.IntN(500), 0, 300))
		step := rapid.Float64Range(0, 10).Draw(t, "step")
		near(t, "climb by steps", route.StepRule(alt, step), naive.StepRule(alt, step))
		gain, loss := naive.Reversals(alt, step)
		legs := route.Reversals(alt, step)
		near(t, "climb by turns", legs.GainM, gain)
		near(t, "descent by turns", legs.LossM, loss)

		uptake := rapid.Float64Range(10, 90).Draw(t, "uptake")
		week, long := curve.MarathonNeeds(uptake)
		wantWeek, wantLong := naive.MarathonNeeds(uptake)
		near(t, "km a week", week, wantWeek)
		near(t, "long run", long, wantLong)

		ctl, atl := rapid.Float64Range(0, 150).Draw(t, "CTL"), rapid.Float64Range(0, 200).Draw(t, "ATL")
		form := rapid.Float64Range(-60, 40).Draw(t, "form")
		today := naive.LoadForForm(ctl, atl, form)
		after := (load.Model{SameDayForm: true}).Project(load.State{CTL: ctl, ATL: atl}, []float64{today})
		if math.Abs(after[0].TSB-form) > 1e-9 {
			t.Fatalf("a load of %v gives the form %v, not %v", today, after[0].TSB, form)
		}
	})
}
