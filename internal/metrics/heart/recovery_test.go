package heart_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// slowRecovery looks at every second and every reading: a rate stands until
// the next reading, for 10 s at most, and a mean is of 5 s that all have one.
func slowRecovery(times []int32, bpm []float64) float64 {
	at := func(s int32) float64 {
		for i := len(times) - 1; i >= 0; i-- {
			if times[i] <= s {
				if s-times[i] >= 10 {
					return math.NaN()
				}
				return bpm[i]
			}
		}
		return math.NaN()
	}
	mean := func(end int32) float64 {
		sum := 0.0
		for s := end - 5; s < end; s++ {
			sum += at(s)
		}
		return sum / 5
	}
	best := 0.0
	for end := int32(5); end+60 <= times[len(times)-1]+1; end++ {
		if fall := mean(end) - mean(end+60); fall > best {
			best = fall
		}
	}
	return best
}

func TestRecoveryAgreesWithTheSlowSearch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 120).Draw(t, "rows")
		r := metricstest.Recording(training.Running, n)
		at, bpm := int32(0), make([]float64, n)
		for i := range n {
			r.Columns.TimeS[i] = at
			at += int32(rapid.SampledFrom([]int{1, 1, 1, 2, 5, 9, 10, 11, 30}).Draw(t, "step"))
			bpm[i] = float64(rapid.IntRange(120, 200).Draw(t, "bpm"))
		}
		metricstest.Put(r, training.HeartRate, bpm)
		if rapid.Bool().Draw(t, "a pause") {
			r.Pauses = []training.Span{{FromS: 20, ToS: 90}} // hearts recover in it
		}
		got, why := heart.Recovery(stream.Of(r, stream.Limits{}))
		want := slowRecovery(r.Columns.TimeS, bpm)
		if math.Abs(got.Bpm-want) > 1e-9 || (want > 0) != (why == "") {
			t.Fatalf("it fell by %v (%q), want %v", got.Bpm, why, want)
		}
	})
}
