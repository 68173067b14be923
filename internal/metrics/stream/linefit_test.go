package stream_test

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/test/metricstest"
)

func TestLeast(t *testing.T) {
	t.Parallel()
	l, ok := stream.Least([]float64{1, 2, 3, 4}, []float64{3, 5, 7, 9})
	if !ok || math.Abs(l.Slope-2) > 1e-12 || math.Abs(l.Intercept-1) > 1e-12 || l.SEE > 1e-12 || l.SlopeSE > 1e-12 {
		t.Errorf("%+v %v", l, ok)
	}
	// x 1..5, y 2 4 5 4 5: slope 0.6, intercept 2.2, residual sum 2.4.
	l, _ = stream.Least([]float64{1, 2, 3, 4, 5}, []float64{2, 4, 5, 4, 5})
	metricstest.Close(t, "slope", l.Slope, 0.6, 1e-12)
	metricstest.Close(t, "intercept", l.Intercept, 2.2, 1e-12)
	metricstest.Close(t, "standard error of the estimate", l.SEE, math.Sqrt(0.8), 1e-12)
	metricstest.Close(t, "standard error of the slope", l.SlopeSE, math.Sqrt(0.08), 1e-12)
	metricstest.Close(t, "standard error of the intercept", l.InterceptSE, math.Sqrt(0.8*(0.2+9.0/10)), 1e-12)
}

func TestLeastRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range [][2][]float64{{nil, nil}, {{1}, {1}}, {{2, 2}, {1, 3}}, {{1, 2}, {1}}} {
		if l, ok := stream.Least(c[0], c[1]); ok {
			t.Errorf("%v gives %+v", c, l)
		}
	}
	if l, ok := stream.Least([]float64{1, 2}, []float64{1, 3}); !ok || l.SEE != 0 || l.Slope != 2 {
		t.Errorf("two points give %+v %v", l, ok)
	}
}
