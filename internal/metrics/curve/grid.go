package curve

import (
	"slices"
	"sync"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Version is that of all rules of this package.
func Version() int {
	return stream.RulesetVersion(CurveVersion, MeanMaxVersion, EffortsVersion, FatiguedVersion, NormalizedVersion, PaceVersion,
		WorthVersion, FurtherVersion)
}

// maxDurationS is the longest duration of a curve: a day.
const maxDurationS = 24 * 3600

// Grid is the durations that curves are stored at, ascending: every second to
// a minute, 2 % steps to 24 h, and the round durations people ask for. It is
// one list for all who ask, and must not be changed.
func Grid() []int32 { return grid() }

var grid = sync.OnceValue(func() []int32 {
	var g []int32
	for d := int32(1); d <= 60; d++ {
		g = append(g, d)
	}
	for d := 60.0; d*1.02 < maxDurationS; {
		d *= 1.02
		g = append(g, int32(d+0.5))
	}
	minutes := []int32{
		2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 25, 30, 40, 45, 50, 60, 75, 90, 105,
		120, 150, 180, 210, 240, 300, 360, 420, 480, 540, 600, 720, 900, 1080, 1200, 1440,
	}
	for _, m := range minutes {
		g = append(g, m*60)
	}
	g = append(g, 75, 90, 150, 210)
	slices.Sort(g)
	return slices.Compact(g)
})

// Distances is the distances in m that best efforts are kept for in a sport.
func Distances(s training.Sport) []float64 {
	switch s {
	case training.Cycling:
		return []float64{
			1000, mileM, 5000, 10_000, 20_000, 30_000, 40_000, 50_000, 80_467.2, 90_000,
			100_000, 160_934.4, 180_000, 200_000, 300_000,
		}
	case training.Swimming:
		return []float64{50, 100, 200, 400, 500, 750, 800, 1000, 1500, 1900, 2000, 3000, 3800, 5000, 10_000}
	case training.Rowing, training.Paddling:
		return []float64{500, 1000, 2000, 5000, 6000, 10_000, halfMarathonM, marathonM}
	default:
		return []float64{
			400, 800, 1000, mileM, 3000, 2 * mileM, 5000, 10_000, 15_000, 10 * mileM, 20_000,
			halfMarathonM, 30_000, marathonM, 50_000, 100_000,
		}
	}
}

const (
	mileM         = 1609.344
	halfMarathonM = 21_097.5
	marathonM     = 42_195
)
