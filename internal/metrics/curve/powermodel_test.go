package curve_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

var methods = []curve.Method{curve.WorkTime, curve.InverseTime, curve.Hyperbola}

func efforts(seconds, watts []float64) []curve.PowerModelEffort {
	var out []curve.PowerModelEffort
	for i := range seconds {
		out = append(out, curve.PowerModelEffort{DurationS: seconds[i], PowerW: watts[i]})
	}
	return out
}

// along returns the efforts of a model.
func along(power func(float64) float64, seconds ...float64) []curve.PowerModelEffort {
	var out []curve.PowerModelEffort
	for _, s := range seconds {
		out = append(out, curve.PowerModelEffort{DurationS: s, PowerW: power(s)})
	}
	return out
}

type points struct{ T, P []float64 }

func TestTwoParameterVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "cp/2p exact") {
		var in points
		var want struct{ CP, W float64 }
		v.Read(t, &in, &want)
		for _, method := range methods {
			c, ok := method.Fit(efforts(in.T, in.P))
			if !ok {
				t.Fatalf("%s: no fit", method)
			}
			metricstest.Close(t, string(method)+" CP", c.CPW, want.CP, v.Tol)
			metricstest.Close(t, string(method)+" W'", c.WPrimeJ, want.W, v.Tol)
			if c.CPSE > 1e-6 || c.WPrimeSE > 1e-2 || c.SEE > 1e-3 {
				t.Errorf("%s: noiseless points have errors: %+v", method, c)
			}
		}
	}
}

func TestOmniDomainVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "cp/omni exact") {
		var in points
		var want struct{ CP, W, Pmax, A float64 }
		v.Read(t, &in, &want)
		truth := curve.Omni{CPW: want.CP, WPrimeJ: want.W, PMaxW: want.Pmax, AW: want.A}
		for i, s := range in.T {
			metricstest.Close(t, "power", truth.Power(s), in.P[i], 1e-12)
		}
		o, ok := curve.FitOmni(efforts(in.T, in.P))
		if !ok {
			t.Fatal("no fit")
		}
		for name, pair := range map[string][2]float64{
			"CP": {o.CPW, want.CP}, "W'": {o.WPrimeJ, want.W}, "Pmax": {o.PMaxW, want.Pmax}, "A": {o.AW, want.A},
		} {
			metricstest.Close(t, name, pair[0], pair[1], v.Tol)
		}
	}
}

func TestPowerIndexVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "cp/power index") {
		var in struct{ P, T float64 }
		var want struct{ PI float64 }
		v.Read(t, &in, &want)
		metricstest.Close(t, "Power Index", curve.PowerIndex(curve.PowerModelEffort{DurationS: in.T, PowerW: in.P}), want.PI, v.Tol)
	}
}

func TestVO2MaxVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "vo2max/acsm") {
		var in [][2]float64
		var want []float64
		v.Read(t, &in, &want)
		for i, x := range in {
			got, ok := curve.VO2MaxFromPower(x[0], x[1])
			metricstest.Close(t, "VO2max", got.Estimate, want[i], v.Tol)
			if !ok || got.Low >= got.Estimate || got.High <= got.Estimate {
				t.Errorf("%+v is no range", got)
			}
		}
	}
	if got, ok := curve.VO2MaxFromHR(190, 50); !ok || math.Abs(got.Estimate-58.14) > 1e-9 ||
		got.High-got.Low != 5.4 && math.Abs(got.High-got.Low-5.4) > 1e-9 {
		t.Errorf("by heart rate: %+v", got)
	}
	for _, x := range [][2]float64{{0, 75}, {300, 0}, {math.NaN(), 75}, {-1, 75}} {
		if got, ok := curve.VO2MaxFromPower(x[0], x[1]); ok {
			t.Errorf("%v: %+v", x, got)
		}
	}
	for _, x := range [][2]float64{{190, 0}, {50, 190}, {math.NaN(), 50}} {
		if got, ok := curve.VO2MaxFromHR(x[0], x[1]); ok {
			t.Errorf("%v: %+v", x, got)
		}
	}
}

// noisy draws efforts of an athlete that are not quite on the model.
func noisy(t *rapid.T, shortest float64) (es []curve.PowerModelEffort, seconds, watts []float64) {
	cp, w := rapid.Float64Range(120, 420).Draw(t, "CP"), rapid.Float64Range(8000, 30_000).Draw(t, "W'")
	pMax := cp + rapid.Float64Range(400, 1000).Draw(t, "Pmax-CP")
	truth := curve.Morton{CPW: cp, WPrimeJ: w, PMaxW: pMax}
	for _, s := range []float64{5, 30, 120, 180, 300, 480, 720, 1200} {
		if s < shortest {
			continue
		}
		p := truth.Power(s) * rapid.Float64Range(0.99, 1.01).Draw(t, "noise")
		seconds, watts = append(seconds, s), append(watts, p)
	}
	return efforts(seconds, watts), seconds, watts
}

func TestTwoParametersAreTheSlowReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		es, seconds, watts := noisy(t, 120)
		for method, want := range map[curve.Method]naive.Critical{
			curve.WorkTime:    naive.CriticalByWork(seconds, watts),
			curve.InverseTime: naive.CriticalByInverse(seconds, watts),
			curve.Hyperbola:   naive.CriticalByTime(seconds, watts),
		} {
			c, ok := method.Fit(es)
			if !ok {
				t.Fatalf("%s has no fit of %v", method, watts)
			}
			for name, pair := range map[string][2]float64{
				"CP": {c.CPW, want.CP}, "W'": {c.WPrimeJ, want.WPrime}, "CP SE": {c.CPSE, want.CPSE}, "W' SE": {c.WPrimeSE, want.WPrimeSE},
			} {
				if math.Abs(pair[0]-pair[1]) > 1e-6*math.Abs(pair[1]) {
					t.Fatalf("%s: %s is %v, want %v", method, name, pair[0], pair[1])
				}
			}
		}
	})
}

func TestMortonIsTheSlowReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		es, seconds, watts := noisy(t, 0)
		m, ok := curve.FitMorton(es)
		cp, w, pMax := naive.Morton(seconds, watts)
		if possible := w > 0 && pMax > cp && pMax < 3000; ok != possible {
			t.Fatalf("a fit of %v: %v; the reference has %v %v %v", watts, ok, cp, w, pMax)
		} else if !ok {
			return
		}
		if math.Abs(m.CPW-cp) > 1e-6*cp || math.Abs(m.WPrimeJ-w) > 1e-5*w || math.Abs(m.PMaxW-pMax) > 1e-4*pMax {
			t.Fatalf("%+v, want %v %v %v", m, cp, w, pMax)
		}
	})
}

func TestModelsFindTheirOwnAthlete(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cp, w := rapid.Float64Range(120, 420).Draw(t, "CP"), rapid.Float64Range(8000, 30_000).Draw(t, "W'")
		pMax, a := cp+rapid.Float64Range(400, 1000).Draw(t, "Pmax-CP"), rapid.Float64Range(5, 50).Draw(t, "A")
		m, ok := curve.FitMorton(along(curve.Morton{CPW: cp, WPrimeJ: w, PMaxW: pMax}.Power, 1, 5, 30, 120, 300, 720, 1200))
		if !ok || math.Abs(m.CPW-cp) > 1e-4*cp || math.Abs(m.PMaxW-pMax) > 1e-3*pMax || math.Abs(m.WPrimeJ-w) > 1e-3*w {
			t.Fatalf("Morton %+v of %v %v %v", m, cp, w, pMax)
		}
		o, ok := curve.FitOmni(along(curve.Omni{CPW: cp, WPrimeJ: w, PMaxW: pMax, AW: a}.Power, 1, 5, 15, 60, 180, 300, 720, 1200,
			1800, 3600, 7200))
		if !ok || math.Abs(o.CPW-cp) > 1e-3*cp || math.Abs(o.PMaxW-pMax) > 1e-3*pMax || math.Abs(o.WPrimeJ-w) > 2e-3*w ||
			math.Abs(o.AW-a) > 1e-2*a {
			t.Fatalf("OmniDomain %+v of %v %v %v %v", o, cp, w, pMax, a)
		}
	})
}

func TestFormulasAreTheSlowReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := curve.Omni{
			CPW: rapid.Float64Range(50, 500).Draw(t, "CP"), WPrimeJ: rapid.Float64Range(2000, 50_000).Draw(t, "W'"),
			AW: rapid.Float64Range(0, 90).Draw(t, "A"),
		}
		o.PMaxW = o.CPW + rapid.Float64Range(50, 2000).Draw(t, "sprint")
		s, watts := rapid.Float64Range(0.5, 40_000).Draw(t, "s"), rapid.Float64Range(1, 2000).Draw(t, "W")
		if got, want := o.Power(s), naive.OmniDomain(s, o.CPW, o.WPrimeJ, o.PMaxW, o.AW); math.Abs(got-want) > 1e-9*math.Max(1, math.Abs(want)) {
			t.Fatalf("OmniDomain %v, want %v", got, want)
		}
		if got, want := curve.PowerIndex(curve.PowerModelEffort{DurationS: s, PowerW: watts}),
			naive.PowerIndex(watts, s); math.Abs(got-want) > 1e-9*want {
			t.Fatalf("Power Index %v, want %v", got, want)
		}
		if got, _ := curve.VO2MaxFromPower(watts, 70); math.Abs(got.Estimate-naive.VO2MaxACSM(watts, 70)) > 1e-9 {
			t.Fatalf("VO2max %v", got)
		}
	})
}

// TestOmniLeansOnTheBest: a slack effort pulls the model down far less than it
// would by plain least squares.
func TestOmniLeansOnTheBest(t *testing.T) {
	t.Parallel()
	truth := curve.Omni{CPW: 270, WPrimeJ: 18_000, PMaxW: 1100, AW: 35}
	es := along(truth.Power, 1, 5, 15, 30, 60, 120, 180, 300, 480, 720, 1200, 1800, 3600, 7200)
	es[10].PowerW *= 0.85 // 20 minutes that nobody rode hard
	o, ok := curve.FitOmni(es)
	if !ok || math.Abs(o.Power(1200)-truth.Power(1200)) > 6 {
		t.Errorf("20 minutes are %.1f W, the athlete's %.1f W (%+v)", o.Power(1200), truth.Power(1200), o)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	same := along(func(float64) float64 { return 300 }, 180, 300, 720)
	rising := efforts([]float64{180, 300, 720}, []float64{200, 250, 300})
	for name, es := range map[string][]curve.PowerModelEffort{
		"none": nil, "one": same[:1], "one duration": {same[0], same[0]}, "flat": same, "rising": rising,
		"rubbish": efforts([]float64{0, -5, math.Inf(1), 60}, []float64{300, 300, 300, math.Inf(1)}),
		"missing": efforts([]float64{math.NaN(), 300, 60}, []float64{300, math.NaN(), 0}),
	} {
		for _, method := range methods {
			if c, ok := method.Fit(es); ok {
				t.Errorf("%s, %s: %+v", name, method, c)
			}
		}
		if m, ok := curve.FitMorton(es); ok {
			t.Errorf("%s, Morton: %+v", name, m)
		}
		if o, ok := curve.FitOmni(es); ok {
			t.Errorf("%s, OmniDomain: %+v", name, o)
		}
	}
	if _, ok := curve.Method("none").Fit(along(curve.Critical{CPW: 270, WPrimeJ: 18_000}.Power, 180, 720)); ok {
		t.Error("an unknown method fits")
	}
	for name, es := range map[string][]curve.PowerModelEffort{
		"no sprint": along(curve.Omni{CPW: 270, WPrimeJ: 18_000, PMaxW: 1100, AW: 35}.Power, 60, 180, 300, 720, 1200, 3600),
		"no hour":   along(curve.Omni{CPW: 270, WPrimeJ: 18_000, PMaxW: 1100, AW: 35}.Power, 1, 5, 60, 180, 300, 720, 1200),
		"no middle": along(curve.Omni{CPW: 270, WPrimeJ: 18_000, PMaxW: 1100, AW: 35}.Power, 1, 5, 10, 20, 30, 3600, 7200),
	} {
		if o, ok := curve.FitOmni(es); ok {
			t.Errorf("%s: %+v", name, o)
		}
	}
	if c, ok := curve.WorkTime.Fit(along(curve.Critical{CPW: 270, WPrimeJ: 18_000}.Power, 180, 720)); !ok ||
		c.SEE != 0 || c.CPSE != 0 {
		t.Errorf("two points judge nothing: %+v %v", c, ok)
	}
	if c, ok := curve.Hyperbola.Fit(along(curve.Critical{CPW: 270, WPrimeJ: 18_000}.Power, 180, 720)); !ok ||
		c.SEE != 0 || math.Abs(c.CPW-270) > 1e-3 {
		t.Errorf("two points by time: %+v %v", c, ok)
	}
}

func TestResiduals(t *testing.T) {
	t.Parallel()
	model := curve.Critical{CPW: 250, WPrimeJ: 18_000}
	watts, rms := curve.Residuals(efforts([]float64{180, 360}, []float64{353, 296}), model.Power)
	if len(watts) != 2 || watts[0] != 3 || watts[1] != -4 || math.Abs(rms-math.Sqrt(12.5)) > 1e-12 {
		t.Errorf("%v %v", watts, rms)
	}
	if watts, rms := curve.Residuals(nil, model.Power); watts != nil || rms != 0 {
		t.Errorf("of nothing: %v %v", watts, rms)
	}
}

func TestOneEffort(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.Float64Range(0.4, 1.8).Draw(t, "scale")
		at := rapid.SampledFrom([]float64{180, 300, 480, 720, 1200, 1800, 3600}).Draw(t, "at")
		like := curve.Morton{CPW: 261 * scale, WPrimeJ: 15_500 * scale, PMaxW: 1100 * scale}
		hour, from, ok := curve.OneEffort(along(like.Power, 60, at, 7200))
		if !ok || math.Abs(hour-like.Power(3600)) > 1e-9*hour || from.DurationS != at {
			t.Fatalf("one effort of %v s says %v W of %v, by %+v", at, hour, like.Power(3600), from)
		}
		// A slacker effort beside it changes nothing.
		more, again, _ := curve.OneEffort(append(along(like.Power, at), curve.PowerModelEffort{DurationS: 600, PowerW: 0.9 * like.Power(600)}))
		if math.Abs(more-hour) > 1e-9*hour || again.DurationS != at {
			t.Fatalf("a slack effort moved it to %v W of %v", more, hour)
		}
	})
	if _, _, ok := curve.OneEffort(efforts([]float64{60, 179, 3601}, []float64{400, 350, 250})); ok {
		t.Error("sprints say nothing of an hour")
	}
}

func TestHullLeavesOutWhatWasNotMaximal(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cp, w := rapid.Float64Range(120, 420).Draw(t, "CP"), rapid.Float64Range(8000, 30_000).Draw(t, "W'")
		model := curve.Critical{CPW: cp, WPrimeJ: w}
		es := along(model.Power, 180, 300, 480, 720, 1200)
		slack := rapid.IntRange(1, 3).Draw(t, "which")
		es[slack].PowerW *= rapid.Float64Range(0.7, 0.989).Draw(t, "how slack")
		kept := curve.Hull(es)
		if len(kept) != 4 {
			t.Fatalf("%d of 5 are kept: %v", len(kept), kept)
		}
		c, ok := curve.WorkTime.Fit(kept)
		if !ok || math.Abs(c.CPW-cp) > 1e-6*cp || math.Abs(c.WPrimeJ-w) > 1e-5*w {
			t.Fatalf("%+v of %v and %v", c, cp, w)
		}
		all, _ := curve.WorkTime.Fit(es)
		if all.SEE <= c.SEE {
			t.Fatalf("the slack effort does not show: %v and %v J", all.SEE, c.SEE)
		}
	})
	// One slack best does not shelter another: both are held against the hull.
	es := along(curve.Critical{CPW: 260, WPrimeJ: 15_000}.Power, 180, 300, 480, 720, 1200)
	es[1].PowerW *= 0.992
	es[2].PowerW *= 0.985
	if kept := curve.Hull(es); len(kept) != 4 || kept[1].DurationS != 300 || kept[2].DurationS != 720 {
		t.Errorf("%v", kept)
	}
	if kept := curve.Hull(es[:1]); len(kept) != 1 {
		t.Errorf("one effort: %v", kept)
	}
	if got := curve.Hull(nil); got != nil {
		t.Errorf("%v", got)
	}
	best := curve.Hull(efforts([]float64{300, 300, 600}, []float64{280, 310, 290}))
	if len(best) != 2 || best[0].PowerW != 310 {
		t.Errorf("of one duration the best counts: %v", best)
	}
}

// TestModelsFall: power never rises with time in any model.
func TestModelsFall(t *testing.T) {
	t.Parallel()
	for name, power := range map[string]func(float64) float64{
		"2p":    curve.Critical{CPW: 270, WPrimeJ: 18_000}.Power,
		"3p":    curve.Morton{CPW: 270, WPrimeJ: 18_000, PMaxW: 1100}.Power,
		"omni":  curve.Omni{CPW: 270, WPrimeJ: 18_000, PMaxW: 1100, AW: 35}.Power,
		"index": func(s float64) float64 { return 1 / curve.PowerIndex(curve.PowerModelEffort{DurationS: s, PowerW: 1}) },
	} {
		for s := 1.0; s < 20_000; s++ {
			if a, b := power(s), power(s+1); b > a+1e-9 || math.IsNaN(b) {
				t.Fatalf("%s rises from %v to %v W at %v s", name, a, b, s)
			}
		}
	}
}

func TestPerKg(t *testing.T) {
	t.Parallel()
	if x, ok := curve.PerKg(300, 75); !ok || x != 4 {
		t.Errorf("%v %v", x, ok)
	}
	for _, x := range [][2]float64{{0, 75}, {300, 0}, {math.NaN(), 75}, {300, math.NaN()}} {
		if got, ok := curve.PerKg(x[0], x[1]); ok {
			t.Errorf("%v: %v", x, got)
		}
	}
}

func BenchmarkEveryModel(b *testing.B) {
	es := along(curve.Omni{CPW: 270, WPrimeJ: 18_000, PMaxW: 1100, AW: 35}.Power, 1, 5, 15, 30, 60, 120, 180, 300,
		480, 720, 1200, 1800, 3600, 7200)
	for i := range es {
		es[i].PowerW *= 1 - 0.02*float64(i%3) // no athlete lies on a model
	}
	for b.Loop() {
		for _, m := range methods {
			m.Fit(curve.Hull(es[6:11]))
		}
		curve.FitMorton(es[:11])
		curve.FitOmni(es)
	}
}

// TestUptakeFromHeartRate checks that the uptake from heart rate is 15.3 times
// the ratio, 2.7 either way.
func TestUptakeFromHeartRate(t *testing.T) {
	t.Parallel()
	x, ok := curve.VO2MaxFromHR(180, 60)
	if !ok {
		t.Fatal("it has no value")
	}
	metricstest.Close(t, "estimate", x.Estimate, 45.9, 1e-9)
	metricstest.Close(t, "low", x.Low, 43.2, 1e-9)
	metricstest.Close(t, "high", x.High, 48.6, 1e-9)
	for _, c := range [][2]float64{{180, 0}, {60, 60}, {50, 60}, {0, 60}} {
		if x, ok := curve.VO2MaxFromHR(c[0], c[1]); ok {
			t.Errorf("%v: %+v", c, x)
		}
	}
}
