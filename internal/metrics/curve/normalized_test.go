package curve_test

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/curve"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// TestNormalizedIsTheBestNPOfAnyStretch takes the NP of every stretch by itself.
func TestNormalizedIsTheBestNPOfAnyStretch(t *testing.T) {
	t.Parallel()
	spike := make([]int32, 400)
	spike[200] = 65535
	for name, watts := range map[string][]int32{
		"ride": realLike(450, 11), "flat": flat(400, 0), "intervals": alternating(440), "spike": spike, "five minutes": realLike(300, 2),
	} {
		points := curve.Normalized(watts, 7)
		for _, p := range points {
			d, want := int(p.DurationS), math.Inf(-1)
			for i := 0; i+d <= len(watts); i++ {
				np, _ := naive.NP(metricstest.Floats(watts[i:i+d]), nil)
				want = max(want, np)
			}
			metricstest.Close(t, name, p.Value, want, 1e-9)
			from := int(p.StartS) - 7
			np, _ := naive.NP(metricstest.Floats(watts[from:from+d]), nil)
			metricstest.Close(t, name+" window", np, p.Value, 1e-9)
			one, ok := curve.NormalizedOf(watts, p.DurationS)
			if !ok || one.Value != p.Value {
				t.Errorf("%s: %d s by itself: %v, %v", name, d, one, ok)
			}
		}
		if points[0].DurationS != 300 || int(points[len(points)-1].DurationS) > len(watts) {
			t.Errorf("%s: from %v", name, points)
		}
	}
	if p := curve.Normalized(flat(299, 0), 0); p != nil {
		t.Errorf("299 s: %v", p)
	}
	for _, d := range []int32{0, 299, 301} {
		if p, ok := curve.NormalizedOf(flat(300, 0), d); ok {
			t.Errorf("%d s of 300: %v", d, p)
		}
	}
}

// TestNormalizedDoesNotCutRestsOut: the hour around a rest holds it.
func TestNormalizedDoesNotCutRestsOut(t *testing.T) {
	t.Parallel()
	watts := append(append(flat(600, 0), make([]int32, 600)...), flat(600, 0)...)
	points := curve.Normalized(watts, 0)
	if ten, _ := at(points, 600); ten.Value != 250 {
		t.Errorf("ten minutes: %v", ten)
	}
	if half, _ := at(points, 1800); half.Value > 230 {
		t.Errorf("half an hour with ten minutes of rest: %v", half)
	}
}
