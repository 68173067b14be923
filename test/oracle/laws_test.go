package oracle

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
	"lapkeep/test/sessiongen"
)

// adversarial are series that break careless code.
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
