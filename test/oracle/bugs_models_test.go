package oracle

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// TestSauceBalanceOfSlowRows: a step of two seconds was taken for half of
// one, so that W'bal of a recording of every other second came out wrong.
func TestSauceBalanceOfSlowRows(t *testing.T) {
	t.Parallel()
	every := metricstest.Recording(training.Cycling, 1200)
	series := metricstest.Floats(watts(320, 400, 100, 300, 400, 200, 50, 300))
	metricstest.Put(every, training.Power, series)
	other := *every
	metricstest.Drop(&other, func(s int) bool { return s%2 == 1 })
	m := curve.WBalModel{CPW: 250, WPrimeJ: 30_000}
	whole, _, _ := curve.WBalOf(stream.Of(every, stream.Limits{}), m)
	slow, _, missing := curve.WBalOf(stream.Of(&other, stream.Limits{}), m)
	if missing != "" || len(slow) < 1199 {
		t.Fatalf("%d values, missing %q", len(slow), missing)
	}
	for i := range slow {
		metricstest.Close(t, "W'bal", slow[i], whole[i], 1e-9)
	}
}

// TestGoldenCheetahBalanceIsCutOff: below −30 kJ it showed 0.
func TestGoldenCheetahBalanceIsCutOff(t *testing.T) {
	t.Parallel()
	for _, v := range curve.Variants() {
		series := (curve.WBalModel{CPW: 200, WPrimeJ: 20_000}).Series(v, watts(400, 600))
		if low, _, ok := curve.Lowest(series); !ok || v != curve.Integral && low != -100_000 || low > -50_000 {
			t.Errorf("%s: the lowest is %v J", v, low)
		}
	}
}

// TestGoldenCheetahTauIsCut: the time constant was cut to whole seconds.
func TestGoldenCheetahTauIsCut(t *testing.T) {
	t.Parallel()
	series := watts(10, 50, 40, 25, 90, 25)
	tau, ok := curve.Tau(series, 50)
	if !ok || tau == math.Trunc(tau) {
		t.Errorf("τ is %v s", tau)
	}
	metricstest.Close(t, "τ", tau, naive.TauSkiba(metricstest.Floats(series), 50), 1e-9)
}

// TestGoldenCheetahWorkAbove: what was called work above critical power was
// all work of those seconds.
func TestGoldenCheetahWorkAbove(t *testing.T) {
	t.Parallel()
	v := metricstest.Power(metricstest.Floats(watts(150, 100, 300, 100)))
	excess, within, ok := curve.WorkAbove(zones.Of(v, training.Power), 250)
	if !ok || excess != 5000 || within != 30_000 {
		t.Errorf("%v J above, %v J in the seconds above", excess, within)
	}
}

// TestGoldenCheetahWeightOfWomen: the weight's sign was that of men.
func TestGoldenCheetahWeightOfWomen(t *testing.T) {
	t.Parallel()
	light, _ := load.FromHR(140, 3600, load.Person{Sex: training.Female, WeightKg: 55, AgeYears: 35})
	heavy, _ := load.FromHR(140, 3600, load.Person{Sex: training.Female, WeightKg: 75, AgeYears: 35})
	metricstest.Close(t, "20 kg in an hour", light-heavy, 0.1263*20*60/4.184, 1e-9)
}

// TestSweatpyZonesTakeTheirUpperBound: a value on a bound is in the upper zone.
func TestSweatpyZonesTakeTheirUpperBound(t *testing.T) {
	t.Parallel()
	s := zones.Custom(training.ZonesPower, []float64{100, 200})
	for watt, want := range map[float64]int{99.9: 1, 100: 2, 199.9: 2, 200: 3} {
		if got := s.Zone(watt); got != want {
			t.Errorf("%v W is in zone %d, want %d", watt, got, want)
		}
	}
}

// TestRunalyzeShareOfDifferences: ten beats have nine differences.
func TestRunalyzeShareOfDifferences(t *testing.T) {
	t.Parallel()
	rr := []float64{500, 510, 550, 650, 610, 510, 500, 500, 400, 500}
	got, ok := heart.PNN(rr, 20)
	if !ok {
		t.Fatal("nothing")
	}
	metricstest.Close(t, "pNN20", got, 6.0/9, 1e-12)
	metricstest.Close(t, "pNN20 of the slow reference", naive.PNN(rr, 20, false), got, 1e-12)
}

// TestDreeveSeed: the first day's load is no season's fitness.
func TestDreeveSeed(t *testing.T) {
	t.Parallel()
	first := load.Model{}.Series([]float64{300})[0]
	metricstest.Close(t, "CTL after the first day", first.CTL, 300*naive.AlphaExp(42), 1e-12)
	if first.TSB != 0 {
		t.Errorf("form of the first day is %v", first.TSB)
	}
}

// TestMonotonyOfEqualDays: neither 10 (Runalyze) nor 0 (dreeve), but none.
func TestMonotonyOfEqualDays(t *testing.T) {
	t.Parallel()
	if m, ok := load.Monotony(metricstest.Repeat(50, 7)); ok {
		t.Errorf("monotony of equal days is %v", m)
	}
	if s, ok := load.Strain(metricstest.Repeat(0, 7)); ok {
		t.Errorf("strain of a week of rest is %v", s)
	}
}

// TestElevateSwimsByTheClock: speed of the time swum and hours by the clock
// made every rest at the wall a load.
func TestElevateSwimsByTheClock(t *testing.T) {
	t.Parallel()
	at := training.Thresholds{ThresholdMPS: 1.25}
	swim := load.Input{Sport: training.Swimming, DistanceM: 4500, AvgMPS: 1.25, TimerS: 3600}
	rested := swim
	rested.TimerS = 7200
	a, why := load.Rules{}.By(load.MethodSwim, swim, at)
	b, _ := load.Rules{}.By(load.MethodSwim, rested, at)
	metricstest.Close(t, "an hour at threshold", a.TSS, 100, 1e-9)
	if why != "" || b.TSS != a.TSS {
		t.Errorf("an hour of rests makes %v of %v %s", b.TSS, a.TSS, why)
	}
}

// TestRunalyzeFietsIsCut: a climb above 2500 m has its full height counted.
func TestRunalyzeFietsIsCut(t *testing.T) {
	t.Parallel()
	c := route.Climb{LengthM: 10_000, GainM: 800, FootM: 1900}
	metricstest.Close(t, "FIETS", c.Fiets(), naive.Fiets(800, 10_000, 2700), 1e-12)
	if plain := 800 * 800 / 100_000.0; c.Fiets() <= plain*1.2 {
		t.Errorf("FIETS %v, without its height %v", c.Fiets(), plain)
	}
}
