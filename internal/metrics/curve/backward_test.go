package curve_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/test/metricstest"
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

// TestBackwardFillsGapsAsPublished has the cases with gaps of the published
// tests (sauce4strava, test/peakpower.js; the facts of it).
func TestBackwardFillsGapsAsPublished(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		times, values []int32
		leastS        int32
		want          float64
	}{
		"a break":          {[]int32{0, 1, 2, 3, 100, 101, 102, 103}, []int32{1, 1, 1, 1, 1, 1, 1, 1}, 5, 0.8},
		"gaps throughout":  {[]int32{0, 240, 420, 600, 1200, 1800}, []int32{200, 300, 400, 600, 800, 1000}, 5, 1000},
		"every 2 s":        {[]int32{0, 2, 4, 6, 8}, []int32{1, 1, 1, 1, 1}, 5, 1},
		"a late start":     {[]int32{5, 6, 7, 8, 9, 10}, []int32{1, 1, 1, 1, 1, 1}, 5, 1},
		"longer by a row":  {[]int32{5, 6, 7, 8, 9}, []int32{1, 1, 1, 1, 1}, 4, 1},
		"irregular, whole": {[]int32{0, 1, 3}, []int32{100, 200, 300}, 3, 800.0 / 3},
		"two rows":         {[]int32{0, 1}, []int32{100, 200}, 1, 200},
	} {
		if got, ok := curve.Backward(c.times, c.values, c.leastS); !ok || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v %v, want %v", name, got, ok, c.want)
		}
	}
	for name, times := range map[string][]int32{
		"nothing": nil, "one row": {0}, "too short": {0, 1, 2, 3, 4}, "a clock gone wrong": {0, 1 << 30},
	} {
		if got, ok := curve.Backward(times, make([]int32, len(times)), 6); ok {
			t.Errorf("%s has %v", name, got)
		}
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
			at += rapid.SampledFrom([]int32{1, 1, 1, 2, 3, 9, 40}).Draw(t, "step")
		}
		least := rapid.Int32Range(1, 90).Draw(t, "least")
		got, ok := curve.Backward(times, values, least)
		times, values = bySauce(times, values)
		n = len(times)
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
		if ok != has || got-best > 1e-9 || best-got > 1e-9 {
			t.Fatalf("%v %v, every stretch by itself has %v %v", got, ok, best, has)
		}
	})
}

// bySauce fills gaps the slow way: by counting each step, and second by second.
func bySauce(times, values []int32) (filledTimes, filledValues []int32) {
	often, steps := map[int32]int{}, []int32{}
	for i := 1; i < len(times); i++ {
		often[times[i]-times[i-1]]++
		steps = append(steps, times[i]-times[i-1])
	}
	usual := int32(1)
	for step, n := range often {
		if n > often[usual] || n == often[usual] && step < usual {
			usual = step
		}
	}
	slices.Sort(steps)
	longest := 4 * usual
	if n := len(steps); n > 0 {
		longest = 4 * max(usual, int32(math.Round(float64(steps[n/2]+steps[(n-1)/2])/2)))
	}
	for i, at := range times {
		for s := int32(1); i > 0 && times[i-1]+s < at; s++ {
			if s%usual != 0 {
				continue
			}
			filledTimes = append(filledTimes, times[i-1]+s)
			if at-times[i-1] > longest {
				filledValues = append(filledValues, 0)
			} else {
				filledValues = append(filledValues, values[i])
			}
		}
		filledTimes, filledValues = append(filledTimes, at), append(filledValues, values[i])
	}
	return filledTimes, filledValues
}
