package laps

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Version of the rules in this package.
const Version = 1

// Lap is one lap with what we compute and, beside it, what the device did.
type Lap struct {
	Index     int
	StartS    float64
	EndS      float64
	Trigger   string
	Intensity string
	Values    training.Values
	Device    training.Values
}

// Of computes the laps that the device cut.
func Of(v *stream.View) []Lap { return nil }

// Splits computes laps of equal distance (1000 m, or a mile), or the reason
// why there are none.
func Splits(v *stream.View, lengthM float64) (splits []Lap, missing string) { return nil, "" }

// Pool is what the lengths of a pool swim add up to.
type Pool struct {
	LengthM   float64 // of the pool
	Lengths   int     // swum, rests excluded
	DistanceM float64
	SwimS     float64 // time swimming
	RestS     float64
	Strokes   int // 0 if not counted
	// AvgSWOLF is seconds plus strokes for one length, over lengths with
	// strokes; 0 if not known.
	AvgSWOLF float64
}

// PoolOf adds up the lengths, or says why it cannot.
func PoolOf(r *training.Recording) (Pool, string) { return Pool{}, "" }

// SWOLF is the seconds plus strokes of one length; false if it is a rest or
// has no strokes.
func SWOLF(l training.Length) (float64, bool) { return 0, false }
