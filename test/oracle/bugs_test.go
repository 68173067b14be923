package oracle

import (
	"math"
	"slices"
	"testing"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// Mistakes that other tools made, each as a test that ours is not there.

func watts(pairs ...int) []int32 {
	var out []int32
	for i := 0; i+1 < len(pairs); i += 2 {
		for range pairs[i+1] {
			out = append(out, int32(pairs[i]))
		}
	}
	return out
}

// TestSweatpyXPowerTypo: a misspelt option left xPower without its smoothing,
// so that it was the fourth-power mean of the seconds themselves.
func TestSweatpyXPowerTypo(t *testing.T) {
	t.Parallel()
	var series []int32
	for range 60 {
		series = append(series, watts(0, 30, 400, 30)...)
	}
	sum := 0.0
	for _, w := range series {
		sum += math.Pow(float64(w), 4)
	}
	raw := math.Pow(sum/float64(len(series)), 0.25)
	if x, ok := power.XPower(series, power.AlphaGoldenCheetah); !ok || x > raw-50 {
		t.Errorf("xPower %.1f W, unsmoothed %.1f W", x, raw)
	}
}

// TestSweatpyMeanMaxFromTheFirstSecond: windows that begin at the first
// second were never tried, nor the whole ride.
func TestSweatpyMeanMaxFromTheFirstSecond(t *testing.T) {
	t.Parallel()
	points := curve.After(watts(900, 10, 100, 90), 0, []int32{10, 100})
	if got := points[0].Value; got != 900 {
		t.Errorf("the best 10 s at the start are %v W", got)
	}
	if got := points[1].Value; got != 180 {
		t.Errorf("the whole ride is %v W", got)
	}
}

// TestElevateNormalizedPowerBlocks: 30 s blocks side by side instead of a
// running mean miss efforts that lie across two of them.
func TestElevateNormalizedPowerBlocks(t *testing.T) {
	t.Parallel()
	var series []int32
	for range 20 {
		series = append(series, watts(100, 15, 400, 30, 100, 15)...)
	}
	np, _ := power.Normalized(series)
	sum, blocks := 0.0, 0.0
	for i := 0; i+30 <= len(series); i += 30 {
		sum, blocks = sum+math.Pow(naive.Mean(metricstest.Floats(series[i:i+30])), 4), blocks+1
	}
	if inBlocks := math.Pow(sum/blocks, 0.25); np.Watts < inBlocks+5 {
		t.Errorf("NP %.1f W, in blocks %.1f W", np.Watts, inBlocks)
	}
	want, _ := naive.NP(metricstest.Floats(series), nil)
	metricstest.Close(t, "NP", np.Watts, want, 1e-9)
}

// TestGoldenCheetahBackFill: durations that were not computed took the value
// of the next longer one, up to 4 W too low.
func TestGoldenCheetahBackFill(t *testing.T) {
	t.Parallel()
	series := append(watts(100, 2000), watts(300, 1203)...)
	series = append(series, watts(100, 2000)...)
	var durations []int32
	for d := int32(1190); d <= 1240; d++ {
		durations = append(durations, d)
	}
	want := naive.MeanMax(metricstest.Floats(series))
	for _, p := range curve.After(series, 0, durations) {
		metricstest.Close(t, "mean-max", p.Value, want[p.DurationS-1], 1e-9)
		if full := p.DurationS <= 1203; full != (p.Value == 300) {
			t.Errorf("%d s hold %v W", p.DurationS, p.Value)
		}
	}
}

// TestGoldenCheetahTRIMPForWomen: 0.64 of the men's constants beside the
// women's 1.67 reads a quarter low.
func TestGoldenCheetahTRIMPForWomen(t *testing.T) {
	t.Parallel()
	b, ok := heart.BanisterFor(training.Female)
	if !ok || b.A != 0.86 || b.B != 1.67 {
		t.Errorf("women's constants are %+v", b)
	}
}

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

// fourth returns the fourth-power mean of means.
func fourth(means []float64) float64 {
	sum := 0.0
	for _, m := range means {
		sum += math.Pow(m, 4)
	}
	return math.Pow(sum/float64(len(means)), 0.25)
}

// rolling returns the means of 30 values; round is applied to each.
func rolling(values []float64, round func(float64) float64) []float64 {
	var out []float64
	for i := 30; i <= len(values); i++ {
		out = append(out, round(naive.Mean(values[i-30:i])))
	}
	return out
}

func asIs(x float64) float64 { return x }

// TestNormalizedPowerByMistakenRules: for each way in which other tools stray
// from what devices compute, a ride on which it shows, and ours is the rule's.
func TestNormalizedPowerByMistakenRules(t *testing.T) {
	t.Parallel()
	hard, easy := metricstest.Repeat(320, 300), metricstest.Repeat(120, 300)
	start := slices.Concat(metricstest.Repeat(900, 20), metricstest.Repeat(100, 280))
	coasting := slices.Concat(hard, metricstest.Repeat(0, 300), easy)
	stopped := slices.Concat(hard, metricstest.Repeat(math.NaN(), 1200), easy)
	lost := slices.Concat(hard, metricstest.Repeat(math.NaN(), 200), easy)
	jagged := make([]float64, 600)
	for i := range jagged {
		jagged[i] = 5 + float64(i%2) // whole means hide what is between
	}
	for _, c := range []struct {
		name    string
		series  []float64
		pause   [2]int // the timer stood
		mistake func([]float64) float64
	}{
		{"pauses ridden at 0 W, by tools that read a stream of elapsed time", stopped, [2]int{299, 1500}, func(x []float64) float64 {
			return fourth(rolling(zeroed(x), asIs))
		}},
		{"pauses ridden at the last value", stopped, [2]int{299, 1500}, func(x []float64) float64 {
			held := slices.Clone(x)
			for i := range held {
				if math.IsNaN(held[i]) {
					held[i] = held[i-1]
				}
			}
			return fourth(rolling(held, asIs))
		}},
		{"windows that restart at a pause, as only some makers have them", stopped, [2]int{299, 1500}, func(x []float64) float64 {
			return fourth(slices.Concat(rolling(x[:300], asIs), rolling(x[1500:], asIs)))
		}},
		{"drop-outs ridden at 0 W", lost, [2]int{}, func(x []float64) float64 { return fourth(rolling(zeroed(x), asIs)) }},
		{"windows that grow at the start, as sweatpy and pandas have them", start, [2]int{}, func(x []float64) float64 {
			w, _ := naive.NPExpanding(x, nil)
			return w
		}},
		{"a start padded with zeros, as GoldenCheetah has it", slices.Concat(hard, hard), [2]int{}, func(x []float64) float64 {
			w, _ := naive.NPGoldenCheetah(x, nil)
			return w
		}},
		{"coasting dropped", coasting, [2]int{}, func(x []float64) float64 {
			return fourth(rolling(slices.DeleteFunc(slices.Clone(x), func(w float64) bool { return w == 0 }), asIs))
		}},
		{"windows rounded to whole watts", jagged, [2]int{}, func(x []float64) float64 { return fourth(rolling(x, math.Round)) }},
		{"a smoothing of 25 s instead of the mean of 30", slices.Concat(easy, hard, easy), [2]int{}, func(x []float64) float64 {
			return naive.XPower(x, nil, naive.XPowerAlphaExp)
		}},
	} {
		r := metricstest.Recording(training.Cycling, len(c.series))
		metricstest.Put(r, training.Power, c.series)
		running := slices.Repeat([]bool{true}, len(c.series))
		if c.pause[1] > 0 {
			metricstest.Pause(r, c.pause[0], c.pause[1])
			for i := c.pause[0] + 1; i < c.pause[1]; i++ {
				running[i] = false
			}
		}
		np, ok := power.Of(stream.Of(r, stream.Limits{}), power.Canonical)
		want, _ := naive.NP(c.series, running)
		if !ok {
			t.Errorf("%s: no NP", c.name)
		}
		metricstest.Close(t, c.name, np.Watts, want, 1e-9)
		if wrong := c.mistake(c.series); math.Abs(wrong-np.Watts) < 0.3 {
			t.Errorf("%s: the mistake does not show: %v W, ours %v W", c.name, wrong, np.Watts)
		}
	}
}

// TestLapsThatRestartTheirWindow: a lap's first half minute belongs to windows
// that began before it, as devices have it.
func TestLapsThatRestartTheirWindow(t *testing.T) {
	t.Parallel()
	series := slices.Concat(metricstest.Repeat(100, 300), metricstest.Repeat(400, 60))
	r := metricstest.Recording(training.Cycling, len(series))
	metricstest.Put(r, training.Power, series)
	s := summary.NewStretches(stream.Of(r, stream.Limits{}))
	got := s.Values(training.Span{FromS: 300, ToS: 360}, 60)[training.MetricNormalizedPowerW]
	want, _ := naive.LapNP(series, nil, 300, 360)
	metricstest.Close(t, "NP of the lap", got, want, 1e-9)
	if restarted := fourth(rolling(series[300:], asIs)); restarted < 399 || got > 380 {
		t.Errorf("restarted %v W, ours %v W", restarted, got)
	}
}

// TestStressOfTheTimer: a device's score counts the windows, not the timer,
// and its NP without rounding.
func TestStressOfTheTimer(t *testing.T) {
	t.Parallel()
	np, _ := power.Normalized(watts(200, 3600))
	got, _ := power.TSS(np, 200)
	metricstest.Close(t, "TSS", got, naive.TSS(np.Watts, 200, 3600-29), 1e-9)
	if timer, _ := power.TSSOver(np.Watts, 200, 3600); timer-got < 0.5 {
		t.Errorf("by the timer %v, by the windows %v", timer, got)
	}
}
