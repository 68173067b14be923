package terrain

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Version of the rules in this package.
const Version = 1

// Elevation is metres climbed and descended.
type Elevation struct{ GainM, LossM float64 }

// Of sums a recording's climb between two moments in seconds since its start,
// or says why it is not known.
func Of(v *stream.View, span training.Span) (Elevation, string) { return Elevation{}, "" }

// Whole is the span of the whole recording.
func Whole(v *stream.View) training.Span {
	return training.Span{FromS: 0, ToS: v.Recording.ElapsedS + 1}
}

// Grade is the slope in percent at every row, smoothed over distance; NaN
// never appears, ok is unset where it is not known.
func Grade(v *stream.View) (pct []float32, ok training.Bitmap) { return nil, nil }

// The lengths of splits.
const (
	KilometreM = 1000.0
	MileM      = 1609.344
)

// Splits cuts a recording each lengthM of distance; the last may be shorter.
// Span times are interpolated below the second.
func Splits(v *stream.View, lengthM float64) (splits []Split, missing string) { return nil, "" }

// Split is one stretch of equal distance.
type Split struct {
	Span      training.Span
	DistanceM float64
	TimerS    float64
}
