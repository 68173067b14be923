package oracle

import (
	"math"
	"math/rand/v2"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// chaos is a recording that breaks careless code, beside the series it was
// made from, one value a second of elapsed time and NaN where it has none.
type chaos struct {
	watts, bpm []float64
	// running is whether the timer ran in a second; the one of a stop is its last.
	running []bool
	rows    *training.Recording
}

func (c chaos) view() *stream.View { return stream.Of(c.rows, stream.Limits{}) }

// drawChaos makes a ride of up to ten minutes from runs of flat, random,
// alternating, rising, extreme and missing values, with pauses. All of it comes
// from one seed, since draws of lengths favour short ones.
func drawChaos(t *rapid.T) chaos {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	n := 1 + rng.IntN(600)
	c := chaos{watts: wild(rng, n, 0, 2500), bpm: wild(rng, n, 30, 240), running: make([]bool, n)}
	for i := range c.running {
		c.running[i] = true
	}
	c.rows = metricstest.Recording(training.Cycling, n)
	metricstest.Put(c.rows, training.Power, c.watts)
	metricstest.Put(c.rows, training.HeartRate, c.bpm)
	from := 0
	for range rng.IntN(5) {
		from += 1 + rng.IntN(120)
		to := from + 2 + rng.IntN(90)
		if to >= n {
			break
		}
		metricstest.Pause(c.rows, from, to)
		for i := from + 1; i < to; i++ {
			c.running[i], c.watts[i], c.bpm[i] = false, math.NaN(), math.NaN()
		}
		from = to
	}
	return c
}

// wild draws n values between low and high in runs of one kind each.
func wild(rng *rand.Rand, n int, low, high float64) []float64 {
	out := make([]float64, 0, n)
	for len(out) < n {
		level, kind := low+math.Floor(rng.Float64()*(high-low)), rng.IntN(6)
		for i := range 1 + rng.IntN(90) {
			x := level
			switch kind {
			case 1:
				x = low + math.Floor(rng.Float64()*(high-low))
			case 2:
				x = []float64{low, high}[i%2]
			case 3:
				x = math.Min(high, low+float64(i))
			case 4:
				x = low
			case 5:
				x = math.NaN()
			}
			out = append(out, x)
		}
	}
	return out[:n]
}

// zeroed has 0 where a value is missing.
func zeroed(values []float64) []float64 {
	out := append([]float64(nil), values...)
	for i, x := range out {
		if math.IsNaN(x) {
			out[i] = 0
		}
	}
	return out
}

// some says whether any value is there, and any that is not 0: a channel of
// zeros alone is no channel where it is a minute long.
func some(values []float64) (valued, above bool) {
	for _, x := range values {
		valued = valued || !math.IsNaN(x)
		above = above || x > 0
	}
	return valued, above
}
