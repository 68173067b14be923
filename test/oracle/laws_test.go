package oracle

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
	"lapkeep/test/sessiongen"
)

// adversarial returns series that break careless code.
func adversarial() map[string][]float64 {
	spikes := metricstest.Repeat(150, 400)
	for i := 20; i < len(spikes); i += 90 {
		spikes[i] = 2499
	}
	gaps := metricstest.Repeat(210, 400)
	for i := 100; i < 180; i++ {
		gaps[i] = math.NaN()
	}
	return map[string][]float64{
		"flat": metricstest.Repeat(200, 400), "saturated": metricstest.Repeat(2500, 400),
		"one": {300}, "spikes": spikes, "gaps": gaps, "missing": metricstest.Repeat(math.NaN(), 50),
	}
}

// TestAdversarialSeries compares every rule with its slow reference where
// series are extreme.
func TestAdversarialSeries(t *testing.T) {
	t.Parallel()
	for name, series := range adversarial() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := metricstest.Power(series)
			np, ok := power.Of(v, power.Canonical)
			want, windows := naive.NP(series, nil)
			if ok != (windows > 0) || ok && math.Abs(np.Watts-want) > 1e-9*max(1, want) {
				t.Errorf("NP %v %v, want %v", np, ok, want)
			}
			finite(t, name, summary.Of(v).Values)
			scheme := zones.Custom(training.ZonesPower, naive.Bounds(naive.CogganShares, 200))
			checkZones(t, scheme.TimeIn(zones.Of(v, training.Power)), naive.TimeInZones(series, nil, naive.Bounds(naive.CogganShares, 200)))
			if points, missing := curve.Power(v); missing == "" {
				checkFalling(t, points)
			}
		})
	}
}

// TestPowerThatIsAlwaysZeroIsMissing: a meter that never said anything else
// is one that was not there, with the reason, and not a ride at 0 W.
func TestPowerThatIsAlwaysZeroIsMissing(t *testing.T) {
	t.Parallel()
	v := metricstest.Power(metricstest.Repeat(0, 400))
	r := glossary.Of(v)
	for _, m := range []training.Metric{
		training.MetricAvgPowerW, training.MetricMaxPowerW, training.MetricWorkKJ,
		training.MetricNormalizedPowerW,
	} {
		if got, has := r.Values[m]; has || r.Missing[m] == "" {
			t.Errorf("%s is %v %v, reason %q", m, got, has, r.Missing[m])
		}
	}
	if total := zones.Of(v, training.Power).TotalS(); total != 0 {
		t.Errorf("%v s in zones", total)
	}
}

type failer interface {
	Helper()
	Errorf(format string, args ...any)
}

func checkZones(t failer, got, want []float64) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("zone %d has %v s, want %v", i+1, got[i], want[i])
		}
	}
}

// checkFalling asks of a curve that the work of a longer window is no less,
// and that no duration's mean is above all its parts' bests allow.
func checkFalling(t failer, points []curve.Point) {
	t.Helper()
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if b.Value > points[0].Value+1e-9 || b.Value*float64(b.DurationS) < a.Value*float64(a.DurationS)-1e-6 {
			t.Errorf("%d s: %v W after %d s: %v W", b.DurationS, b.Value, a.DurationS, a.Value)
		}
		if b.DurationS%a.DurationS == 0 && b.Value > a.Value+1e-9 {
			t.Errorf("the curve rises from %d to %d s", a.DurationS, b.DurationS)
		}
	}
}

func TestZonesAreTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		series := make([]float64, rapid.IntRange(1, 200).Draw(t, "seconds"))
		for i := range series {
			series[i] = float64(rapid.IntRange(0, 500).Draw(t, "watts"))
		}
		ftp := float64(rapid.IntRange(100, 400).Draw(t, "FTP"))
		bounds := naive.Bounds(naive.CogganShares, ftp)
		got := zones.Custom(training.ZonesPower, bounds).TimeIn(zones.Of(metricstest.Power(series), training.Power))
		checkZones(t, got, naive.TimeInZones(series, nil, bounds))
	})
}

// TestConstantLoadIsWhatFitnessTendsTo: half a year of one load and then more
// comes ever nearer, and never beyond.
func TestConstantLoadIsWhatFitnessTendsTo(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		daily := rapid.Float64Range(1, 400).Draw(t, "load")
		series := load.Model{}.Series(metricstest.Repeat(daily, 600))
		for i := 1; i < len(series); i++ {
			if series[i].CTL < series[i-1].CTL || series[i].CTL > daily*(1+1e-12) {
				t.Fatalf("day %d: %v after %v of %v", i, series[i].CTL, series[i-1].CTL, daily)
			}
		}
		if last := series[len(series)-1]; math.Abs(last.CTL-daily) > 1e-5*daily || math.Abs(last.TSB) > 1e-4*daily {
			t.Fatalf("after 600 days of %v: %+v", daily, last)
		}
	})
}

// TestSplittingNeverRaisesWork: two parts hold the work, the distance and the
// samples of the whole.
func TestSplittingNeverRaisesWork(t *testing.T) {
	t.Parallel()
	for _, shape := range sessiongen.Shapes() {
		s, _ := sessiongen.Make(shape, 11)
		if s.Sport != sessiongen.Ride {
			continue
		}
		v := metricstest.Power(s.Power)
		whole := route.Whole(v)
		stretches := summary.NewStretches(v)
		want := stretches.Values(whole, whole.ToS)[training.MetricWorkKJ]
		for _, share := range []float64{0, 0.1, 0.5, 0.77, 1} {
			cut := math.Floor(whole.ToS * share)
			a := stretches.Values(training.Span{FromS: whole.FromS, ToS: cut}, cut)[training.MetricWorkKJ]
			b := stretches.Values(training.Span{FromS: cut, ToS: whole.ToS}, whole.ToS-cut)[training.MetricWorkKJ]
			metricstest.Close(t, shape+": work of both parts", a+b, want, 1e-9)
		}
	}
}

// TestCurvesOfSessionsFall holds the curves of whole sessions to the law.
func TestCurvesOfSessionsFall(t *testing.T) {
	t.Parallel()
	for _, shape := range []string{"5x4min", "30_30", "steady_outdoor", "sprints"} {
		s, _ := sessiongen.Make(shape, 5)
		points, missing := curve.Power(metricstest.Power(s.Power))
		if missing != "" {
			t.Fatal(missing)
		}
		checkFalling(t, points)
	}
}

// TestLawsOfCurves: being tired never makes a best better, and more work done
// before never does either.
func TestLawsOfCurves(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		series, _, missing := curve.PowerSeries(drawChaos(t).view())
		if missing != "" {
			return
		}
		fresh := curve.PowerOf(series, 0, curve.Grid())
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

// chaos is a recording that breaks careless code, beside the series it was
// made from, one value a second of elapsed time and NaN where it has none.
type chaos struct {
	watts, bpm []float64
	// running is whether the timer ran in a second; the one of a stop is its last.
	running []bool
	rows    *training.Recording
}

func (c chaos) view() *stream.View { return stream.Of(c.rows, stream.Limits{}) }

// drawChaos makes a ride of up to ten minutes from runs of flat, random,
// alternating, rising, extreme and missing values, with pauses. All of it comes
// from one seed, since draws of lengths favour short ones.
func drawChaos(t *rapid.T) chaos {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	n := 1 + rng.IntN(600)
	c := chaos{watts: wild(rng, n, 0, 2500), bpm: wild(rng, n, 30, 240), running: make([]bool, n)}
	for i := range c.running {
		c.running[i] = true
	}
	c.rows = metricstest.Recording(training.Cycling, n)
	metricstest.Put(c.rows, training.Power, c.watts)
	metricstest.Put(c.rows, training.HeartRate, c.bpm)
	from := 0
	for range rng.IntN(5) {
		from += 1 + rng.IntN(120)
		to := from + 2 + rng.IntN(90)
		if to >= n {
			break
		}
		metricstest.Pause(c.rows, from, to)
		for i := from + 1; i < to; i++ {
			c.running[i], c.watts[i], c.bpm[i] = false, math.NaN(), math.NaN()
		}
		from = to
	}
	return c
}

// wild draws n values between low and high in runs of one kind each.
func wild(rng *rand.Rand, n int, low, high float64) []float64 {
	out := make([]float64, 0, n)
	for len(out) < n {
		level, kind := low+math.Floor(rng.Float64()*(high-low)), rng.IntN(6)
		for i := range 1 + rng.IntN(90) {
			x := level
			switch kind {
			case 1:
				x = low + math.Floor(rng.Float64()*(high-low))
			case 2:
				x = []float64{low, high}[i%2]
			case 3:
				x = math.Min(high, low+float64(i))
			case 4:
				x = low
			case 5:
				x = math.NaN()
			}
			out = append(out, x)
		}
	}
	return out[:n]
}

// zeroed has 0 where a value is missing.
func zeroed(values []float64) []float64 {
	out := append([]float64(nil), values...)
	for i, x := range out {
		if math.IsNaN(x) {
			out[i] = 0
		}
	}
	return out
}

// some reports whether any value is there, and any that is not 0: a channel of
// zeros alone is no channel where it is a minute long.
func some(values []float64) (valued, above bool) {
	for _, x := range values {
		valued = valued || !math.IsNaN(x)
		above = above || x > 0
	}
	return valued, above
}
