package summary

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Version of the rules that a summary is made by; it rises when any of them
// changes.
const Version = 1

// Result is the scalars of a recording that no threshold enters.
type Result struct {
	Values training.Values
	// Missing says for each metric that a recording of this sport could have
	// why this one has not.
	Missing map[training.Metric]string
	// NPWindows is the 30 s windows of normalized power; HRSeconds the timer
	// time with a heart rate.
	NPWindows int
	HRSeconds float64
	// Notes say what was masked, guessed or found odd, for people.
	Notes []string
}

// Of summarises a recording.
func Of(v *stream.View) Result { return Result{} }
