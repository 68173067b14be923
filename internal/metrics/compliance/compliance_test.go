package compliance_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/compliance"
)

func TestBandsAtTheirEdges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		planned, done, percent float64
		band                   compliance.Band
	}{
		{3600, 0, 0, compliance.Red},
		{100, 49.4, 49, compliance.Red},
		{100, 49.5, 50, compliance.Yellow},
		{100, 79.49, 79, compliance.Yellow},
		{100, 79.5, 80, compliance.Green},
		{3600, 3600, 100, compliance.Green},
		{100, 120.4, 120, compliance.Green},
		{100, 120.5, 121, compliance.Yellow},
		{100, 150.49, 150, compliance.Yellow},
		{100, 150.5, 151, compliance.Red},
		{1, 1e6, 1e8, compliance.Red},
	} {
		p, ok := compliance.Percent(c.planned, c.done)
		if !ok || p != c.percent || compliance.BandOf(p) != c.band {
			t.Errorf("%g of %g is %g %% (%v), %s, want %g %s", c.done, c.planned, p, ok, compliance.BandOf(p), c.percent, c.band)
		}
	}
}

func TestNoShareOfNothing(t *testing.T) {
	t.Parallel()
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range [][2]float64{
		{0, 10},
		{-5, 10},
		{10, -1},
		{nan, 1},
		{1, nan},
		{inf, 1},
		{1, inf},
		{math.SmallestNonzeroFloat64, math.MaxFloat64},
	} {
		if p, ok := compliance.Percent(c[0], c[1]); ok {
			t.Errorf("%g of %g is %g %%", c[1], c[0], p)
		}
	}
}

func TestLoadOfAPlan(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stated, durationS, intensity, tss float64
		by                                compliance.Rule
	}{
		{80, 3600, 0.9, 80, compliance.Stated},
		{0, 3600, 1, 100, compliance.DurationIntensity},
		{0, 5400, 0.8, 96, compliance.DurationIntensity},
		{0, 3600, 0, 0, ""},
		{0, 0, 0.8, 0, ""},
		{0, 3600, 75, 0, ""},
		{math.Inf(1), math.Inf(1), 1, 0, ""},
		{math.NaN(), math.NaN(), 1, 0, ""},
	} {
		tss, by, ok := compliance.Load(c.stated, c.durationS, c.intensity)
		if math.Abs(tss-c.tss) > 1e-9 || by != c.by || ok != (c.by != "") {
			t.Errorf("load of %+v is %g by %q, %v", c, tss, by, ok)
		}
	}
}

func TestAWorseMissIsNeverABetterBand(t *testing.T) {
	t.Parallel()
	order := map[compliance.Band]int{compliance.Green: 0, compliance.Yellow: 1, compliance.Red: 2}
	rapid.Check(t, func(t *rapid.T) {
		planned := rapid.Float64Range(0.1, 1e5).Draw(t, "planned")
		near := rapid.Float64Range(0, 2).Draw(t, "near")
		far := near * rapid.Float64Range(1, 3).Draw(t, "factor")
		for _, sign := range []float64{-1, 1} {
			a, b := planned*max(0, 1+sign*near), planned*max(0, 1+sign*far)
			pa, _ := compliance.Percent(planned, a)
			pb, _ := compliance.Percent(planned, b)
			if order[compliance.BandOf(pa)] > order[compliance.BandOf(pb)] {
				t.Fatalf("%g of %g is %s, %g is %s", a, planned, compliance.BandOf(pa), b, compliance.BandOf(pb))
			}
		}
	})
}
