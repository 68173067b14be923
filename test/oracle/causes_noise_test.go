package oracle

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/causetest"
)

// On level ground a receiver's noise makes no runner faster than by 2 % and
// climbs nothing. Only a swing that lasts a minute cannot be told from a hill:
// two of them from the lowest to the highest, 8 sigma, are what is usual. Chance
// has no bound, so that each noise is drawn eleven times, always the same ones.
func TestNoiseOfAltitudeIsNoHill(t *testing.T) {
	t.Parallel()
	const draws = 11
	for i, sigmaM := range []float64{3, 6, 10} {
		for k, memoryS := range []float64{5, 20, 60} {
			t.Run(fmt.Sprintf("%v m over %v s", sigmaM, memoryS), func(t *testing.T) {
				t.Parallel()
				var off, gain []float64
				for seed := range uint64(draws) {
					c := causetest.Flat{Seconds: 900 + 500*k, MPS: 2.2 + 1.4*float64(i), Seed: seed, SigmaM: sigmaM, MemoryS: memoryS}
					made := c.File()
					v := stream.Of(sessionsOf(t, made)[0], stream.Limits{})
					r, truth := summary.Of(v), made.Sessions[0]
					tells(t, r, training.MetricDistanceKM, truth.DistanceM/1000, 0.01)
					off = append(off, math.Abs(gradedBy(v)-1))
					gain = append(gain, r.Values[training.MetricElevationGainM]/sigmaM)
				}
				slices.Sort(off)
				slices.Sort(gain)
				usual := 0.0
				if memoryS > 20 {
					usual = 8
				}
				if off[draws-1] > 0.02 || gain[draws/2] > usual || gain[draws-2] > 2*usual {
					t.Errorf("graded speed is off by %.3f, and %.1f sigma are climbed", off, gain)
				}
			})
		}
	}
}
