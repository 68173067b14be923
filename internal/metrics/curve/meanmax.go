package curve

import "lapkeep/internal/metrics/stream"

// Version of the rules in this package.
const Version = 1

// Exact is the highest sum for every duration of a series of one value a
// second, with where it begins.
type Exact struct {
	Sums   []int64 // Sums[d-1] is the highest sum of d values in a row
	Starts []int32 // index of the first of them
}

// MeanMax scans every duration from one second to the whole series. Values
// must not be negative.
func MeanMax(values []int32) Exact { return Exact{} }

// Mean is the highest mean of d values, 1 <= d <= len(e.Sums).
func (e Exact) Mean(d int) float64 { return float64(e.Sums[d-1]) / float64(d) }

// Point is one point of a curve.
type Point struct {
	DurationS int32
	Value     float64 // W or bpm
	StartS    int32   // seconds since the recording's start
}

// Grid is the durations that curves are stored at, ascending: every second to
// a minute, 2 % steps to 24 h, and the round durations people ask for.
func Grid() []int32 { return nil }

// Power is the power curve on the grid, or the reason why there is none. It
// runs on elapsed time: a second in a pause or without power counts as 0 W.
func Power(v *stream.View) (points []Point, missing string) { return nil, "" }

// HeartRate is the heart rate curve on the grid, or the reason why there is
// none. No window crosses more than 10 s without a heart rate.
func HeartRate(v *stream.View) (points []Point, missing string) { return nil, "" }
