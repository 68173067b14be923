package curve_test

import (
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/metricstest"
)

func TestBackwardVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "peak/sauce") {
		var in struct {
			Times, Values []int32
			Period        int32
		}
		var want struct {
			Avg     float64
			Elapsed int32
		}
		v.Read(t, &in, &want)
		got, ok := curve.Backward(in.Times, in.Values, max(in.Period, want.Elapsed))
		if !ok {
			t.Errorf("%s: nothing", v.ID)
		}
		metricstest.Close(t, v.ID, got, want.Avg, v.Tol)
	}
}

// TestBackwardTriesEveryStretch: the shortest stretch from each row that is
// long enough, each added up by itself.
func TestBackwardTriesEveryStretch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 60).Draw(t, "rows")
		times, values := make([]int32, n), make([]int32, n)
		at := int32(0)
		for i := range n {
			times[i], values[i] = at, rapid.Int32Range(0, 1000).Draw(t, "value")
			at += rapid.Int32Range(1, 9).Draw(t, "step")
		}
		least := rapid.Int32Range(1, 90).Draw(t, "least")
		best, has := 0.0, false
		for i := range n {
			for j := i; j >= 0; j-- {
				if times[i]-times[j] < least {
					continue
				}
				sum := int32(0)
				for k := j + 1; k <= i; k++ {
					sum += values[k] * (times[k] - times[k-1])
				}
				best, has = max(best, float64(sum)/float64(times[i]-times[j])), true
				break
			}
		}
		got, ok := curve.Backward(times, values, least)
		if ok != has || got-best > 1e-9 || best-got > 1e-9 {
			t.Fatalf("%v %v, every stretch by itself has %v %v", got, ok, best, has)
		}
	})
}
