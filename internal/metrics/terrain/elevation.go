package terrain

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// ElevationVersion is the version of the rule of [Of].
const ElevationVersion = 1

// HysteresisM is how far altitude has to come back for a turn to count.
const HysteresisM = 2.0

// Elevation is metres climbed and descended.
type Elevation struct{ GainM, LossM float64 }

// Of sums a recording's climb between two moments in seconds since its start,
// or says why it is not known: altitude smoothed over 5 s, then the legs
// between turns of 2 m or more. What the altitude does in a pause is not
// climbed.
func Of(v *stream.View, span training.Span) (Elevation, string) {
	from, to := v.Rows(span)
	p := profileOf(v, from, to)
	if len(p.alt) == 0 {
		return Elevation{}, "no altitude was recorded"
	}
	return Reversals(p.alt, HysteresisM), ""
}

// Whole is the span of the whole recording.
func Whole(v *stream.View) training.Span {
	end := v.Recording.ElapsedS + 1
	if n := v.Columns.Len(); n > 0 {
		end = max(end, float64(v.Columns.TimeS[n-1])+1)
	}
	return training.Span{FromS: 0, ToS: end}
}

// Reversals adds up the legs between turning points of an altitude in metres.
// A turn counts once the altitude has come back hysteresis metres or more
// from the extreme; a smaller leg counts nowhere.
func Reversals(alt []float64, hysteresis float64) Elevation {
	if len(alt) == 0 {
		return Elevation{}
	}
	var e Elevation
	low, high, direction := alt[0], alt[0], 0
	for _, a := range alt {
		if direction >= 0 {
			high = max(high, a)
		}
		if direction <= 0 {
			low = min(low, a)
		}
		switch {
		case direction <= 0 && a > low && a-low >= hysteresis:
			if direction < 0 {
				e.LossM += high - low
			}
			direction, high = 1, a
		case direction >= 0 && a < high && high-a >= hysteresis:
			if direction > 0 {
				e.GainM += high - low
			}
			direction, low = -1, a
		}
	}
	switch direction {
	case 1:
		e.GainM += high - low
	case -1:
		e.LossM += high - low
	}
	return e
}

// StepRule is GoldenCheetah's gain in m: a reference follows only when the
// altitude is more than stepM away from it, and its upward jumps add up.
func StepRule(alt []float64, stepM float64) float64 {
	if len(alt) == 0 {
		return 0
	}
	reference, gain := alt[0], 0.0
	for _, a := range alt {
		if d := a - reference; d > stepM || -d > stepM {
			gain += max(0, d)
			reference = a
		}
	}
	return gain
}
