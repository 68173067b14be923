package oracle

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/recording/causetest"
	"lapkeep/internal/training"
)

// On level ground a receiver's noise makes no runner faster by more than 8 %,
// which chance makes of the ten windows of a short run, and climbs no
// more than 8 m in a kilometre or, where that is more, than two swings from its
// lowest to its highest: nothing tells a slow swing of that size from a hill.
func TestNoiseOfAltitudeIsNoHill(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := causetest.Flat{
			Seconds: rapid.IntRange(900, 2400).Draw(t, "seconds"), MPS: rapid.Float64Range(2.2, 5).Draw(t, "m/s"), Seed: rapid.Uint64().Draw(t, "seed"),
			SigmaM: rapid.Float64Range(3, 10).Draw(t, "sigma"), MemoryS: rapid.Float64Range(5, 60).Draw(t, "memory"),
		}
		made := c.File()
		v := stream.Of(sessionsOf(t, made)[0], stream.Limits{})
		if by := gradedBy(v); math.Abs(by-1) > 0.15 {
			t.Errorf("a run on level ground is told to be worth %.2f of its speed", by)
		}
		r, truth := summary.Of(v), made.Sessions[0]
		tells(t, r, training.MetricDistanceKM, truth.DistanceM/1000, 0.01)
		if gain := r.Values[training.MetricElevationGainM]; gain > max(12*truth.DistanceM/1000, 16*c.SigmaM) {
			t.Errorf("%.0f m were climbed on %.0f m of level ground", gain, truth.DistanceM)
		}
	})
}
