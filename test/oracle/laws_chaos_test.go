package oracle

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// TestLawsOfCurves: being tired never makes a best better, and more work done
// before never does either.
func TestLawsOfCurves(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		series, _, missing := curve.PowerSeries(drawChaos(t).view())
		if missing != "" {
			return
		}
		fresh := curve.PowerOf(series, 0)
		before := fresh
		for _, joules := range []int64{0, 10_000, 40_000, 90_000} {
			tired := curve.After(series, joules, curve.Grid())
			for i, p := range tired {
				if i < len(before) && (p.DurationS != before[i].DurationS || p.Value > before[i].Value+1e-9) {
					t.Fatalf("after %d J %d s hold %v W, before %v", joules, p.DurationS, p.Value, before[i].Value)
				}
			}
			before = tired
		}
	})
}

// TestLawsOfParts: two parts of a ride hold its work and its time in zones,
// and none of them a higher power than the whole.
func TestLawsOfParts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := drawChaos(t).view()
		if !v.Has(training.Power) {
			return
		}
		whole := route.Whole(v)
		cut := float64(rapid.IntRange(0, int(whole.ToS)).Draw(t, "cut"))
		s := summary.NewStretches(v)
		all := s.Values(whole, whole.ToS)
		a := s.Values(training.Span{FromS: whole.FromS, ToS: cut}, cut)
		b := s.Values(training.Span{FromS: cut, ToS: whole.ToS}, whole.ToS-cut)
		near(t, "work of both parts", a[training.MetricWorkKJ]+b[training.MetricWorkKJ], all[training.MetricWorkKJ])
		top := max(a[training.MetricMaxPowerW], b[training.MetricMaxPowerW])
		near(t, "the higher of both parts", top, all[training.MetricMaxPowerW])
		h, sum := zones.Of(v, training.Power), 0.0
		for _, seconds := range zones.Custom(training.ZonesPower, []float64{90, 180, 360}).TimeIn(h) {
			sum += seconds
		}
		near(t, "time in all zones", sum, h.TotalS())
	})
}

// TestLawsOfScale: everything linear in power is, half the threshold makes
// four times the load, and no shift in time changes a number.
func TestLawsOfScale(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawChaos(t)
		v := c.view()
		np, ok := power.Of(v, power.Canonical)
		if !ok {
			return
		}
		tss, _ := power.TSS(np, 250)
		four, _ := power.TSS(np, 125)
		near(t, "load at half the threshold", four, 4*tss)
		series := v.Power().Watts
		halved := make([]int32, len(series))
		for i, w := range series {
			halved[i] = w / 2
			series[i] = 2 * halved[i]
		}
		one, _ := power.Normalized(halved)
		two, _ := power.Normalized(series)
		near(t, "NP of twice the power", two.Watts, 2*one.Watts)
		small := (curve.WBalModel{CPW: 150, WPrimeJ: 10_000}).Series(curve.Differential, halved)
		large := (curve.WBalModel{CPW: 300, WPrimeJ: 20_000}).Series(curve.Differential, series)
		for i := range small {
			if math.Abs(2*small[i]-large[i]) > 1e-6 {
				t.Fatalf("at %d s %v J of twice everything, half has %v", i, large[i], small[i])
			}
		}
		for i := range c.rows.Columns.TimeS {
			c.rows.Columns.TimeS[i] += 77
		}
		for i := range c.rows.Pauses {
			c.rows.Pauses[i].FromS += 77
			c.rows.Pauses[i].ToS += 77
		}
		c.rows.ElapsedS += 77
		if later, _ := power.Of(c.view(), power.Canonical); later != np {
			t.Fatalf("NP of a recording that begins later is %v, was %v", later, np)
		}
	})
}
