package heart

import (
	"math"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// RateVersion is the version of the rule of [Of].
const RateVersion = 1

// Rate sums up the heart rate of a recording.
type Rate struct {
	AvgBpm  float64 // time-weighted
	MaxBpm  float64
	Seconds float64 // timer time with a valid heart rate
}

// Of averages a recording: each row by the seconds to the next if those are
// under 30, as devices do. False if it has no heart rate.
func Of(v *stream.View) (Rate, bool) {
	return In(v, training.Span{FromS: math.Inf(-1), ToS: math.Inf(1)})
}

// In averages the rows of a span.
func In(v *stream.View, span training.Span) (Rate, bool) {
	avg, seconds, ok := v.MeanIn(training.HeartRate, span)
	if !ok {
		return Rate{}, false
	}
	top, _ := v.MaxIn(training.HeartRate, span)
	return Rate{AvgBpm: avg, MaxBpm: float64(top), Seconds: seconds}, true
}
