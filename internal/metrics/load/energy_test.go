package load_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

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

// TestWorkIsAboutItsKilojoules is the rule of thumb of cyclists.
func TestWorkIsAboutItsKilojoules(t *testing.T) {
	t.Parallel()
	metricstest.Close(t, "kcal of 1000 kJ", load.FromWork(1000), 995.86, 1e-5)
}
