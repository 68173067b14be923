package efforts_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/efforts"
)

func TestBandsAtTheirEdges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		planned, done, percent float64
		band                   efforts.Band
	}{
		{3600, 0, 0, efforts.Red},
		{100, 49.4, 49, efforts.Red},
		{100, 49.5, 50, efforts.Yellow},
		{100, 79.49, 79, efforts.Yellow},
		{100, 79.5, 80, efforts.Green},
		{3600, 3600, 100, efforts.Green},
		{100, 120.4, 120, efforts.Green},
		{100, 120.5, 121, efforts.Yellow},
		{100, 150.49, 150, efforts.Yellow},
		{100, 150.5, 151, efforts.Red},
		{1, 1e6, 1e8, efforts.Red},
	} {
		p, ok := efforts.Percent(c.planned, c.done)
		if !ok || p != c.percent || efforts.BandOf(p) != c.band {
			t.Errorf("%g of %g is %g %% (%v), %s, want %g %s", c.done, c.planned, p, ok, efforts.BandOf(p), c.percent, c.band)
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
		if p, ok := efforts.Percent(c[0], c[1]); ok {
			t.Errorf("%g of %g is %g %%", c[1], c[0], p)
		}
	}
}

func TestLoadOfAPlan(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stated, durationS, intensity, tss float64
		by                                efforts.ComplianceRule
	}{
		{80, 3600, 0.9, 80, efforts.Stated},
		{0, 3600, 1, 100, efforts.DurationIntensity},
		{0, 5400, 0.8, 96, efforts.DurationIntensity},
		{0, 3600, 0, 0, ""},
		{0, 0, 0.8, 0, ""},
		{0, 3600, 75, 0, ""},
		{math.Inf(1), math.Inf(1), 1, 0, ""},
		{math.NaN(), math.NaN(), 1, 0, ""},
	} {
		tss, by, ok := efforts.LoadOfPlan(c.stated, c.durationS, c.intensity)
		if math.Abs(tss-c.tss) > 1e-9 || by != c.by || ok != (c.by != "") {
			t.Errorf("load of %+v is %g by %q, %v", c, tss, by, ok)
		}
	}
}

func TestAWorseMissIsNeverABetterBand(t *testing.T) {
	t.Parallel()
	order := map[efforts.Band]int{efforts.Green: 0, efforts.Yellow: 1, efforts.Red: 2}
	rapid.Check(t, func(t *rapid.T) {
		planned := rapid.Float64Range(0.1, 1e5).Draw(t, "planned")
		near := rapid.Float64Range(0, 2).Draw(t, "near")
		far := near * rapid.Float64Range(1, 3).Draw(t, "factor")
		for _, sign := range []float64{-1, 1} {
			a, b := planned*max(0, 1+sign*near), planned*max(0, 1+sign*far)
			pa, _ := efforts.Percent(planned, a)
			pb, _ := efforts.Percent(planned, b)
			if order[efforts.BandOf(pa)] > order[efforts.BandOf(pb)] {
				t.Fatalf("%g of %g is %s, %g is %s", a, planned, efforts.BandOf(pa), b, efforts.BandOf(pb))
			}
		}
	})
}
