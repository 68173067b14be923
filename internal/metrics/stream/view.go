package stream

import "lapkeep/internal/training"

// Version of the rules in this package.
const Version = 1

// Limits bound what is believed. A zero field takes the default for the
// recording's sport.
type Limits struct {
	PowerW   int32 // a power above it is a spike; default 2500 W
	HRBpm    int32 // default 240 bpm
	SpeedMMS int32 // mm/s; default by sport, see [MaxSpeedMMS]
}

// View is a recording with the rows that count and their weights. It shares
// the recording's columns and never changes them.
type View struct {
	Recording *training.Recording
	Columns   *training.Columns
	// WeightS is the seconds of timer time that each row stands for: the time
	// to the next row or pause, at most CapS. Rows in a pause weigh 0.
	WeightS []int32
	// CapS is the longest time one row stands for: 1 s for a recording of one
	// row a second, 10 s under smart recording.
	CapS int32
	// Smart says that the recording has rows only where something changed.
	Smart bool
	// Running marks the rows recorded while the timer ran.
	Running training.Bitmap
	// Masked counts the rows of each channel that were left out as spikes.
	Masked [training.NumChannels]int

	usable [training.NumChannels]training.Bitmap
}

// Of makes the view of a recording. It costs one pass over the rows.
func Of(r *training.Recording, l Limits) *View {
	return &View{Recording: r, Columns: &r.Columns}
}

// At is the value of ch in row i, if the timer ran and the value is believed.
func (v *View) At(ch training.Channel, i int) (int32, bool) { return 0, false }

// Usable marks the rows in which [View.At] has a value of ch.
func (v *View) Usable(ch training.Channel) training.Bitmap { return v.usable[ch] }

// Has reports whether ch has at least one usable row.
func (v *View) Has(ch training.Channel) bool { return v.usable[ch].Count() > 0 }

// Coverage is the share of timer time, 0 to 1, in which ch has a value.
func (v *View) Coverage(ch training.Channel) float64 { return 0 }

// HRWeightS is the seconds that row i stands for in averages of slow
// channels (heart rate, temperature): the time to the next row or pause if it
// is under 30 s, otherwise 0.
func (v *View) HRWeightS(i int) int32 { return 0 }

// Moving is the timer time in seconds in which the athlete moved, or the
// reason why it is not known.
func (v *View) Moving() (seconds float64, missing string) { return 0, "" }

// EnergyGapPct is how much more energy the power rows add up to than the
// device's own total work, in percent of the latter; false if either is
// missing. Beyond about 0.4 % the rows are not what the device computed from.
func (v *View) EnergyGapPct() (float64, bool) { return 0, false }

// Samples is power at one value a second of timer time: invalid seconds are
// dropped. Row[i] is the row that Watts[i] came from.
type Samples struct {
	Watts []int32
	Row   []int32
	// Interpolated counts values that no sensor sent (smart recording).
	Interpolated int
}

// Power is the recording's power samples.
func (v *View) Power() Samples { return Samples{} }
