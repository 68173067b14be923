package curve

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Effort is the shortest time over a distance.
type Effort struct {
	DistanceM float64
	TimeS     float64 // elapsed time, interpolated below the second
	StartS    float64 // seconds since the recording's start
}

// Distances is the distances in m that best efforts are kept for in a sport.
func Distances(s training.Sport) []float64 { return nil }

// Efforts finds the best effort over each distance that the recording is long
// enough for, or the reason why there is none.
func Efforts(v *stream.View, distances []float64) (efforts []Effort, missing string) { return nil, "" }
