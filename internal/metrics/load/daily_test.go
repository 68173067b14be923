package load_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func TestMonotonyVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "monotony/") {
		var in struct{ Week []float64 }
		var want map[string]float64
		v.Read(t, &in, &want)
		n := float64(len(in.Week)) // by which Runalyze divides the squares
		for name, got := range map[string]func([]float64) (float64, bool){"": load.Monotony, "strain_": load.Strain} {
			for key, times := range map[string]float64{"population": math.Sqrt(n / (n - 1)), "sample": 1} {
				expect, ok := want[name+key]
				if !ok {
					expect, ok = want[key+"_sd"]
				}
				x, defined := got(in.Week)
				if !ok || !defined {
					t.Fatalf("%s%s: in the file %v, defined %v", name, key, ok, defined)
				}
				metricstest.Close(t, name+key, x*times, expect, v.Tol)
			}
		}
	}
}

// TestMonotonyOfEqualDays: a deviation of nothing gives no number, where
// others show 10 or 0.
func TestMonotonyOfEqualDays(t *testing.T) {
	t.Parallel()
	for _, week := range [][]float64{nil, {50}, metricstest.Repeat(50, 7), make([]float64, 7)} {
		if m, ok := load.Monotony(week); ok {
			t.Errorf("%v has a monotony of %v", week, m)
		}
		if s, ok := load.Strain(week); ok {
			t.Errorf("%v has a strain of %v", week, s)
		}
	}
}

func TestRatioVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "acwr/") {
		var in struct{ Load []float64 }
		var want map[string]float64
		v.Read(t, &in, &want)
		r, ok := load.AcuteChronic(in.Load)
		if !ok {
			t.Fatal("28 days have no ratio")
		}
		metricstest.Close(t, "coupled", r.Coupled, want["rolling_coupled"], v.Tol)
		metricstest.Close(t, "uncoupled", r.Uncoupled, want["rolling_uncoupled"], v.Tol)
		metricstest.Close(t, "EWMA", r.EWMA, want["ewma"], v.Tol)
		if _, ok := load.AcuteChronic(in.Load[1:]); ok {
			t.Error("27 days have a ratio")
		}
	}
	rest := append(metricstest.Repeat(0, 28), 100)
	if r, ok := load.AcuteChronic(rest); !ok || r.Uncoupled != 0 || r.Coupled != 4 || math.IsInf(r.EWMA, 0) {
		t.Errorf("after a month of rest: %+v %v", r, ok)
	}
	if r, ok := load.AcuteChronic(make([]float64, 28)); !ok || r != (load.Ratio{}) {
		t.Errorf("of nothing: %+v %v", r, ok)
	}
}

func TestWeekAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		days := rapid.SliceOfN(rapid.Float64Range(1, 300), 28, 120).Draw(t, "days")
		week := days[len(days)-7:]
		m, ok := load.Monotony(week)
		s, _ := load.Strain(week)
		if want := naive.Monotony(week, true); ok && (off(m, want) || off(s, naive.Strain(week, true))) || !ok && !math.IsNaN(want) {
			t.Fatalf("monotony %v %v, want %v", m, ok, want)
		}
		r, _ := load.AcuteChronic(days)
		if off(r.Coupled, naive.ACWRCoupled(days)) || off(r.Uncoupled, naive.ACWRUncoupled(days)) || off(r.EWMA, naive.ACWREWMA(days)) {
			t.Fatalf("%+v", r)
		}
	})
}

func off(got, want float64) bool { return !(math.Abs(got-want) <= 1e-9*max(1, math.Abs(want))) }

// TestSteadyLoadHasARatioOfOne by every definition.
func TestSteadyLoadHasARatioOfOne(t *testing.T) {
	t.Parallel()
	r, _ := load.AcuteChronic(metricstest.Repeat(80, 100))
	for what, x := range map[string]float64{"coupled": r.Coupled, "uncoupled": r.Uncoupled, "EWMA": r.EWMA} {
		metricstest.Close(t, what, x, 1, 1e-12)
	}
}

// TestKeytelVectors: heart rate, weight, age, minutes of a man.
func TestKeytelVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "calories/keytel") {
		var in [][4]float64
		var want []float64
		v.Read(t, &in, &want)
		for i, c := range in {
			got, missing := load.FromHR(c[0], c[3]*60, load.Person{Sex: training.Male, WeightKg: c[1], AgeYears: c[2]})
			if missing != "" {
				t.Error(missing)
			}
			metricstest.Close(t, v.ID, got, want[i], v.Tol)
		}
	}
}

func TestKeytelIsTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		bpm, kg := rapid.Float64Range(40, 210).Draw(t, "bpm"), rapid.Float64Range(35, 150).Draw(t, "kg")
		years, minutes := rapid.Float64Range(10, 90).Draw(t, "years"), rapid.Float64Range(1, 600).Draw(t, "minutes")
		sex := rapid.SampledFrom([]training.Sex{training.Male, training.Female}).Draw(t, "sex")
		want := naive.KeytelKcal(bpm, kg, years, minutes, sex == training.Female)
		got, missing := load.FromHR(bpm, minutes*60, load.Person{Sex: sex, WeightKg: kg, AgeYears: years})
		if (missing == "") != (want > 0) || missing == "" && (got < want*(1-1e-9) || got > want*(1+1e-9)) {
			t.Fatalf("%v kcal, missing %q, the slow reference has %v", got, missing, want)
		}
	})
}

func TestReasons(t *testing.T) {
	t.Parallel()
	whole := load.Person{Sex: training.Female, WeightKg: 60, AgeYears: 30}
	for want, c := range map[string]struct {
		bpm, seconds float64
		change       func(*load.Person)
	}{
		"no heart rate":              {0, 60, func(*load.Person) {}},
		"no heart rate was recorded": {140, 0, func(*load.Person) {}},
		"no weight":                  {140, 60, func(p *load.Person) { p.WeightKg = 0 }},
		"year of birth":              {140, 60, func(p *load.Person) { p.AgeYears = 0 }},
		"sex":                        {140, 60, func(p *load.Person) { p.Sex = "" }},
		"below the range":            {50, 60, func(*load.Person) {}},
	} {
		p := whole
		c.change(&p)
		if _, missing := load.FromHR(c.bpm, c.seconds, p); !strings.Contains(missing.String(), want) {
			t.Errorf("missing because %q, want %q", missing, want)
		}
	}
}

// TestWorkIsAboutItsKilojoules checks the rule of thumb of cyclists.
func TestWorkIsAboutItsKilojoules(t *testing.T) {
	t.Parallel()
	metricstest.Close(t, "kcal of 1000 kJ", load.FromWork(1000), 995.86, 1e-5)
}

func TestFuelByHand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		amount, seconds, want float64
		ok                    bool
	}{
		{90, 7200, 45, true},
		{750, 5400, 500, true},
		{30, 1800, 60, true},
		{0, 3600, 0, false},
		{-5, 3600, 0, false},
		{60, 0, 0, false},
		{60, 1799, 0, false},
		{60, -1, 0, false},
	} {
		if got, ok := load.PerHour(c.amount, c.seconds); ok != c.ok || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v in %v s: %v (%v), want %v", c.amount, c.seconds, got, ok, c.want)
		}
	}
}

func TestNobodyTakesThat(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		carbsG, fluidML, seconds float64
		want                     string // in the sentence; empty is possible
	}{
		"nothing":               {0, 0, 3600, ""},
		"a hard ride":           {480, 4000, 4 * 3600, ""},
		"a gel before a sprint": {40, 500, 300, ""},
		"the most":              {300, 4000, 3600, ""},
		"1,000 g an hour":       {1000, 0, 3600, "carbs_g cannot be 1000 g for 1.0 h"},
		"a kilo in two hours":   {1000, 0, 7200, "at most 300 g an hour"},
		"a barrel":              {0, 20_000, 7200, "fluid_ml cannot be 20000 ml for 2.0 h"},
		"less than nothing":     {-1, 0, 3600, "carbs_g cannot be -1 g"},
		"no number":             {0, math.NaN(), 3600, "fluid_ml cannot be"},
		"without end":           {math.Inf(1), 0, 3600, "carbs_g cannot be"},
		"without time":          {301, 0, 0, "for 1.0 h"},
	} {
		err := load.CheckFuel(c.carbsG, c.fluidML, c.seconds)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestRangesAreThePublishedOnes at their bounds.
func TestRangesAreThePublishedOnes(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[float64]load.Range{
		0: {}, 4499: {}, 4500: {LowPerH: 30, HighPerH: 60}, 9000: {LowPerH: 30, HighPerH: 60}, 9001: {LowPerH: 60, HighPerH: 90},
		1e6: {LowPerH: 60, HighPerH: 90},
	} {
		if got, why := load.CarbRange(seconds); got != want || (why == "") != (want != load.Range{}) {
			t.Errorf("%v s: %v, %q", seconds, got, why)
		}
	}
	if got := load.FluidRange(); got != (load.Range{LowPerH: 400, HighPerH: 800}) {
		t.Errorf("fluid: %v", got)
	}
}
