package load_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/load"
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
