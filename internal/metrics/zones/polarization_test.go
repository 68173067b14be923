package zones_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/zones"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func TestPolarizationVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "PI") {
		var in [][3]float64
		var want []float64
		v.Read(t, &in, &want)
		for i, z := range in {
			got, polarized, ok := zones.Thirds(z).Polarization()
			metricstest.Close(t, "index", got, want[i], v.Tol)
			if shape := z[0] > z[2] && z[2] > z[1] && want[i] > 2; polarized != shape || !ok {
				t.Errorf("%v: polarized %v, defined %v", z, polarized, ok)
			}
		}
	}
}

func TestPolarizationAtTheEdges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		z         zones.Thirds
		index     float64
		polarized bool
		ok        bool
	}{
		{zones.Thirds{}, 0, false, false},
		{zones.Thirds{3600, 0, 0}, 0, false, true},
		{zones.Thirds{80, 20, 0}, 0, false, true},
		{zones.Thirds{80, 0, 20}, math.Log10(0.8 / 0.01 * 0.19 * 100), true, true},
		{zones.Thirds{0, 50, 50}, 0, false, false},
		{zones.Thirds{999, 0, 1}, 0, false, false}, // less hard than stands in for the middle
		{zones.Thirds{10, 5, 85}, math.Log10(0.1 / 0.05 * 0.85 * 100), false, true},
	} {
		got, polarized, ok := c.z.Polarization()
		if polarized != c.polarized || ok != c.ok || math.Abs(got-c.index) > 1e-9 {
			t.Errorf("%v: %v %v %v", c.z, got, polarized, ok)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		z := zones.Thirds{
			rapid.Float64Range(1, 9e4).Draw(t, "easy"), rapid.Float64Range(1, 9e4).Draw(t, "middle"),
			rapid.Float64Range(1, 9e4).Draw(t, "hard"),
		}
		s, _ := z.Shares()
		if got, _, ok := z.Polarization(); !ok || math.Abs(got-naive.PolarizationIndex(s[0], s[1], s[2])) > 1e-9 {
			t.Fatalf("%v: %v %v", z, got, ok)
		}
	})
}

func TestGroup(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   []float64
		want zones.Thirds
		ok   bool
	}{
		{[]float64{1, 2, 3}, zones.Thirds{1, 2, 3}, true},
		{[]float64{1, 2, 3, 4, 5}, zones.Thirds{3, 7, 5}, true},
		{[]float64{1, 2, 3, 4, 5, 6, 7}, zones.Thirds{3, 7, 18}, true},
		{[]float64{1, 2, 3, 4}, zones.Thirds{}, false},
		{nil, zones.Thirds{}, false},
	} {
		got, ok := zones.Group(c.in)
		if got != c.want || ok != c.ok || ok && got.Total() != sum(c.in) {
			t.Errorf("%v: %v %v", c.in, got, ok)
		}
	}
}

func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

func TestShapesAndSessions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		z       zones.Thirds
		shape   string
		session int
	}{
		{zones.Thirds{}, zones.ShapeUnclear, 0},
		{zones.Thirds{8000, 500, 1500}, zones.ShapePolarized, 2},
		{zones.Thirds{8000, 1500, 200}, zones.ShapePyramidal, 1},
		{zones.Thirds{9000, 400, 200}, zones.ShapePyramidal, 0},
		{zones.Thirds{1000, 2000, 100}, zones.ShapeThreshold, 1},
		{zones.Thirds{100, 200, 300}, zones.ShapeHard, 2},
		{zones.Thirds{300, 0, 300}, zones.ShapeUnclear, 2},
		{zones.Thirds{3600, 0, 239}, zones.ShapePolarized, 0},
		{zones.Thirds{3600, 0, 240}, zones.ShapePolarized, 2},
		{zones.Thirds{900, 0, 100}, zones.ShapePolarized, 2},
		{zones.Thirds{3600, 899, 0}, zones.ShapePyramidal, 0},
		{zones.Thirds{3600, 900, 0}, zones.ShapePyramidal, 1},
		{zones.Thirds{300, 100, 0}, zones.ShapePyramidal, 1},
	} {
		if shape, session := c.z.Shape(), c.z.Session(); shape != c.shape || session != c.session {
			t.Errorf("%v is %s, session %d, want %s, %d", c.z, shape, session, c.shape, c.session)
		}
	}
}
