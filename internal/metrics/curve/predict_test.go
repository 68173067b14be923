package curve_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func TestVDOTVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "vdot/examples") {
		var in [][2]float64
		var want []float64
		v.Read(t, &in, &want)
		for i, race := range in {
			e := curve.PredictEffort{DistanceM: race[0], TimeS: race[1] * 60}
			metricstest.Close(t, fmt.Sprint("VDOT of ", race), curve.VDOT(e), want[i], v.Tol)
			back, ok := curve.VDOTTime(want[i], race[0])
			if !ok || math.Abs(back-e.TimeS) > 0.002 {
				t.Errorf("%v takes %v s back", race, back)
			}
		}
	}
}

// TestVDOTOfThePublishedTable checks rows of Daniels' table, which the formula
// gives to a thousandth.
func TestVDOTOfThePublishedTable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ vdot, metres, seconds float64 }{
		{40, 5000, 24*60 + 8},
		{40, 42195, 3*3600 + 49*60 + 45},
		{50, 5000, 19*60 + 57},
		{50, 10_000, 41*60 + 21},
		{50, 21_097.5, 91*60 + 35},
		{50, 42195, 3*3600 + 10*60 + 49},
		{60, 5000, 17*60 + 3},
		{60, 10_000, 35*60 + 22},
		{60, 42195, 2*3600 + 43*60 + 25},
	} {
		got, ok := curve.VDOTTime(c.vdot, c.metres)
		if !ok || math.Abs(got-c.seconds) > 1+0.001*c.seconds {
			t.Errorf("VDOT %v over %v m: %v s, want %v", c.vdot, c.metres, got, c.seconds)
		}
	}
	for _, impossible := range []float64{0, 200, math.NaN()} {
		if got, ok := curve.VDOTTime(impossible, 5000); ok {
			t.Errorf("VDOT %v takes %v s", impossible, got)
		}
	}
}

func TestRiegelVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "riegel") {
		var in [][3]float64
		var want []float64
		v.Read(t, &in, &want)
		for i, c := range in {
			metricstest.Close(t, fmt.Sprint(c), curve.Riegel(curve.PredictEffort{DistanceM: c[1], TimeS: c[0]}, c[2]), want[i], v.Tol)
		}
	}
}

func TestCriticalSpeedVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "cs") {
		var in struct{ T, D []float64 }
		var none any
		v.Read(t, &in, &none)
		var off, line []curve.PredictEffort
		for i, s := range in.T {
			off = append(off, curve.PredictEffort{DistanceM: in.D[i], TimeS: s})
			line = append(line, curve.PredictEffort{DistanceM: 4.75*s + 145, TimeS: s})
		}
		got, ok := curve.FitCriticalSpeed(line)
		if !ok || math.Abs(got.MPS-4.75) > 1e-9 || math.Abs(got.DPrimeM-145) > 1e-6 || got.MPSSE > 1e-9 {
			t.Errorf("the exact line: %+v", got)
		}
		got, _ = curve.FitCriticalSpeed(off)
		cs, d := naive.CriticalSpeed(in.T, in.D)
		metricstest.Close(t, "speed", got.MPS, cs, 1e-9)
		metricstest.Close(t, "D′", got.DPrimeM, d, 1e-9)
	}
	c := curve.CriticalSpeed{MPS: 4, DPrimeM: 200}
	if s, ok := c.Time(5000); !ok || s != 1200 {
		t.Errorf("5 km in %v s", s)
	}
	for _, m := range []float64{100, 400, 21_097} {
		if s, ok := c.Time(m); ok {
			t.Errorf("%v m in %v s, outside of what the model holds for", m, s)
		}
	}
}

// TestTheReferencesAgree compares every model on random races.
func TestTheReferencesAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d1, d2 := rapid.Float64Range(800, 50_000).Draw(t, "from"), rapid.Float64Range(800, 100_000).Draw(t, "to")
		e := curve.PredictEffort{DistanceM: d1, TimeS: d1 / rapid.Float64Range(2, 6).Draw(t, "speed")}
		near := func(what string, got, want float64) {
			if !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
				t.Fatalf("%s: %v, want %v", what, got, want)
			}
		}
		near("Riegel", curve.Riegel(e, d2), naive.Riegel(e.TimeS, d1, d2))
		near("Cameron", curve.Cameron(e, d2), naive.Cameron(e.TimeS, d1, d2))
		near("VDOT", curve.VDOT(e), naive.VDOT(d1, e.TimeS/60))
		f := curve.PredictEffort{DistanceM: 3 * d1}
		f.TimeS = e.TimeS * math.Pow(3, rapid.Float64Range(1.001, 1.199).Draw(t, "exponent"))
		law, ok := curve.FitPowerLaw([]curve.PredictEffort{e, f})
		if !ok {
			t.Fatal("two efforts make no law")
		}
		near("power law", law.Time(d2), naive.PowerLaw(e.TimeS, d1, f.TimeS, f.DistanceM, d2))
		if got, ok := curve.VDOTTime(curve.VDOT(e), d1); !ok || math.Abs(got-e.TimeS) > 0.01 {
			t.Fatalf("a race at its own VDOT takes %v s, took %v", got, e.TimeS)
		}
	})
}

// TestLaws: every model gives an effort its own time, and a longer race takes
// longer at a lower speed.
func TestLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.Float64Range(1500, 42_195).Draw(t, "metres")
		e := curve.PredictEffort{DistanceM: d, TimeS: d / rapid.Float64Range(2.2, 6).Draw(t, "speed")}
		longer := d * rapid.Float64Range(1.05, 8).Draw(t, "longer")
		vdot := func(m float64) float64 { s, _ := curve.VDOTTime(curve.VDOT(e), m); return s }
		for name, model := range map[string]func(float64) float64{
			"riegel":  func(m float64) float64 { return curve.Riegel(e, m) },
			"cameron": func(m float64) float64 { return curve.Cameron(e, m) }, "vdot": vdot,
		} {
			if s := model(d); math.Abs(s-e.TimeS) > 0.01 {
				t.Fatalf("%s gives %v s for its own %v", name, s, e.TimeS)
			}
			if s := model(longer); name != "cameron" && longer < 80_000 && longer/s >= e.Speed() {
				t.Fatalf("%s is faster over %v m than over %v", name, longer, d)
			}
		}
	})
}

func TestFitsRefuse(t *testing.T) {
	t.Parallel()
	race := func(m, s float64) curve.PredictEffort { return curve.PredictEffort{DistanceM: m, TimeS: s} }
	for name, es := range map[string][]curve.PredictEffort{
		"none": nil, "one": {race(5000, 1200)}, "too near": {race(5000, 1200), race(8000, 2000)},
		"the longer one is faster":       {race(1500, 400), race(5000, 1200)},
		"the longer one was an easy day": {race(1500, 280), race(5000, 2400)},
	} {
		if law, ok := curve.FitPowerLaw(es); ok {
			t.Errorf("%s: %+v", name, law)
		}
	}
	for name, es := range map[string][]curve.PredictEffort{
		"none": nil, "one": {race(5000, 1200)}, "too near": {race(4000, 1200), race(5000, 1500)},
		"no D′": {race(1500, 400), race(5000, 1200)}, "too long": {race(10_000, 2500), race(21_000, 5600)},
	} {
		if cs, ok := curve.FitCriticalSpeed(es); ok {
			t.Errorf("%s: %+v", name, cs)
		}
	}
}

func TestNearestEffort(t *testing.T) {
	t.Parallel()
	race := curve.PredictEffort{DistanceM: 5000, TimeS: 1200}
	ten := curve.PredictEffort{DistanceM: 10_000, TimeS: 2520}
	both := []curve.PredictEffort{race, ten}
	if e, ok := curve.Nearest(both, 42_195); !ok || e != ten {
		t.Errorf("nearest to a marathon: %v", e)
	}
	if e, ok := curve.Nearest(both, 3000); !ok || e != race {
		t.Errorf("nearest to 3 km: %v", e)
	}
	if _, ok := curve.Nearest(nil, 3000); ok {
		t.Error("something was found in nothing")
	}
}

func TestMarathonShape(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "marathon shape") {
		var in [][1]float64
		var want [][2]float64
		v.Read(t, &in, &want)
		for i, c := range in {
			week, long := curve.MarathonNeeds(c[0])
			metricstest.Close(t, "a week", week, want[i][0], 1e-9)
			metricstest.Close(t, "a long run", long, want[i][1], 1e-9)
		}
	}
	week, long := curve.MarathonNeeds(60)
	// 182 days of exactly the weekly distance in short runs: all of the first part.
	var daily []curve.PredictRun
	for day := range 182 {
		daily = append(daily, curve.PredictRun{KM: week / 7, DaysAgo: day})
	}
	daily = append(daily, curve.PredictRun{KM: 500, DaysAgo: 182}, curve.PredictRun{KM: 500, DaysAgo: -1}, curve.PredictRun{KM: 0, DaysAgo: 3})
	metricstest.Close(t, "short runs alone", curve.MarathonShape(60, daily), 67+33*0.1*sumOf(daily, long), 1e-9)
	// A long run of the asked length each week of ten: Σ (2 − 2·age/70)·7/70.
	var weekly []curve.PredictRun
	sum := 0.0
	for age := 0; age < 70; age += 7 {
		weekly = append(weekly, curve.PredictRun{KM: long, DaysAgo: age})
		sum += 2 - 2*float64(age)/70
	}
	metricstest.Close(t, "long runs alone", curve.MarathonShape(60, weekly), 67*10*long*7/70/week+33*0.1*sum, 1e-9)
	if got := curve.MarathonShape(10, nil); got != 0 {
		t.Errorf("no runs at all are worth %v %%", got)
	}
}

// sumOf returns the part of runs that are long, none here unless a day asks for
// more than 13 km.
func sumOf(runs []curve.PredictRun, long float64) float64 {
	sum := 0.0
	for _, r := range runs {
		if r.DaysAgo >= 0 && r.DaysAgo < 70 && r.KM > 13 {
			share := (r.KM - 13) / (long - 13)
			sum += (2 - 2*float64(r.DaysAgo)/70) * share * share
		}
	}
	return sum
}

// TestMarathonShapeByHand: 40 km/week and one run of 23 km today, of an uptake
// of 50 ml/kg/min; the terms are written out from Runalyze's description.
func TestMarathonShapeByHand(t *testing.T) {
	t.Parallel()
	weekly, long := curve.MarathonNeeds(50)
	metricstest.Close(t, "km a week", weekly, 84.79, 0.001)
	metricstest.Close(t, "km of a long run", long, 30.31, 0.001)
	if w, l := curve.MarathonNeeds(10); w != math.Pow(25, 1.135) || l != 12*math.Log(6.25) {
		t.Errorf("of a low uptake %v and %v", w, l)
	}
	km := func(x float64, daysAgo int) curve.PredictRun { return curve.PredictRun{KM: x, DaysAgo: daysAgo} }
	share := func(x float64) float64 { return (x - 13) * (x - 13) / (long - 13) / (long - 13) }
	for name, c := range map[string]struct {
		runs []curve.PredictRun
		want float64
	}{
		"none":                          {nil, 0},
		"one of today over ten weeks":   {[]curve.PredictRun{km(23, 0)}, 100 * (0.67*23/10/weekly + 0.33*2*share(23)/10)},
		"half as much five weeks ago":   {[]curve.PredictRun{km(23, 35)}, 100 * (0.67*23/10/weekly + 0.33*share(23)/10)},
		"too long ago to be a long one": {[]curve.PredictRun{km(23, 70)}, 100 * 0.67 * 23 * 7 / 71 / weekly},
		"not long":                      {[]curve.PredictRun{km(13, 0)}, 100 * 0.67 * 13 / 10 / weekly},
		"the first day that counts":     {[]curve.PredictRun{km(10, 181)}, 100 * 0.67 * 10 * 7 / 182 / weekly},
		"before it, and to come":        {[]curve.PredictRun{km(10, 182), km(10, -1), km(0, 3)}, 0},
	} {
		metricstest.Close(t, name, curve.MarathonShape(50, c.runs), c.want, 1e-9)
	}
}

// TestCriticalSpeedTime checks that the time is the inverse of the line,
// between 2 and 40 minutes.
func TestCriticalSpeedTime(t *testing.T) {
	t.Parallel()
	c := curve.CriticalSpeed{MPS: 4, DPrimeM: 200}
	for m, want := range map[float64]float64{680: 120, 1000: 200, 9800: 2400} {
		if got, ok := c.Time(m); !ok || got != want {
			t.Errorf("%v m: %v s %v, want %v", m, got, ok, want)
		}
	}
	for _, m := range []float64{676, 9804} {
		if got, ok := c.Time(m); ok {
			t.Errorf("%v m: %v s is outside", m, got)
		}
	}
}
