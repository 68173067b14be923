package stream

import (
	"lapkeep/internal/training"
)

// Share is the share, 0 to 1, of the time that rows were recorded for in
// which ch has a value. Other than [View.Coverage], time without any row does
// not count against the channel: a sparse recording is not a missing sensor.
func (v *View) Share(ch training.Channel) float64 {
	switch v.usable[ch].Count() {
	case 0:
		return 0
	case v.Running.Count():
		return 1
	}
	var have, all, rows, valid int64
	u, weights := v.usable[ch], v.weights(ch)
	for i := range weights {
		if !v.Running.Get(i) {
			continue
		}
		w := int64(weights[i])
		all, rows = all+w, rows+1
		if u.Get(i) {
			have, valid = have+w, valid+1
		}
	}
	if all == 0 { // every row stands for nothing: count them
		have, all = valid, max(1, rows)
	}
	return float64(have) / float64(all)
}

const (
	// loneW is the power from which a second can stand alone, and loneShare
	// the part of it that neither neighbour may reach: no rider makes and
	// loses so much within a second.
	loneW     = 500
	loneShare = 4
)

// LonePowerS counts the seconds of at least 500 W between two that have not a
// quarter of it: a sensor that drops out or spikes. They are kept, since the
// energy may have been there.
func (v *View) LonePowerS() int {
	times, n := v.Columns.TimeS, 0
	for i := 1; i+1 < len(times); i++ {
		w, ok := v.At(training.Power, i)
		if !ok || w < loneW || times[i+1]-times[i-1] != 2 {
			continue
		}
		a, before := v.At(training.Power, i-1)
		b, after := v.At(training.Power, i+1)
		if before && after && a*loneShare < w && b*loneShare < w {
			n++
		}
	}
	return n
}

// StuckHRS is the longest time in seconds, pauses and long gaps excluded, in
// which heart rate was the same in every row: a heart does not do that for
// minutes, a strap that lost contact does.
func (v *View) StuckHRS() int32 {
	var longest, run, last int32
	for i := range v.WeightS {
		bpm, ok := v.At(training.HeartRate, i)
		if !ok || bpm != last {
			run, last = 0, bpm
		}
		if ok {
			run += v.SlowWeightS(i)
			longest = max(longest, run)
		}
	}
	return longest
}
