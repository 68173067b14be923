package stream

import (
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// MovingSpeedMMS is the speed in mm/s from which an athlete of a sport moves.
func MovingSpeedMMS(s training.Sport) int32 {
	switch s {
	case training.Cycling, training.AlpineSki:
		return 1000
	case training.Swimming:
		return 200
	default:
		return 500
	}
}

// Moving is the timer time in seconds in which the athlete moved, or the
// reason why it is not known. A row moves by its speed, its power or its
// cadence, and a longer step to the next row by the distance between them,
// gaps included; a pool swim by its lengths.
func (v *View) Moving() (seconds float64, missing phrase.Sentence) {
	if s := swum(v.Recording); s > 0 {
		return v.withinTimer(s), ""
	}
	if !v.Has(training.Speed) && !v.Has(training.Power) && !v.Has(training.Cadence) {
		return 0, "no speed, distance, power or cadence was recorded"
	}
	var sum int64
	threshold := MovingSpeedMMS(v.Recording.Sport)
	for i, w := range v.WeightS {
		step := v.stepS[i]
		switch cm, ok := v.covered(i); {
		case step > longStepS && ok && int64(cm)*10 >= int64(threshold)*int64(step):
			sum += int64(step)
		case v.turns(i), (step <= longStepS || !ok) && v.advances(i, threshold):
			sum += int64(w)
		}
	}
	return v.withinTimer(float64(sum)), ""
}

// longStepS is the longest step in which a row's own speed says whether the
// athlete moved: over a longer one the distance does.
const longStepS = 10

// covered is the distance in cm from row i to the next while the timer ran.
func (v *View) covered(i int) (cm int32, ok bool) {
	a, okA := v.At(training.Distance, i)
	b, okB := v.At(training.Distance, i+1)
	return b - a, okA && okB && v.stepS[i] == v.Columns.TimeS[i+1]-v.Columns.TimeS[i]
}

func (v *View) withinTimer(s float64) float64 {
	if t := v.Recording.TimerS; t > 0 {
		return min(s, t)
	}
	return s
}

// turns reports power or cadence.
func (v *View) turns(i int) bool {
	if p, ok := v.At(training.Power, i); ok && p > 0 {
		return true
	}
	c, ok := v.At(training.Cadence, i)
	return ok && c > 0
}

func (v *View) advances(i int, threshold int32) bool {
	s, ok := v.At(training.Speed, i)
	return ok && s >= threshold
}

// swum is the seconds of active lengths of a pool swim.
func swum(r *training.Recording) float64 {
	s := 0.0
	for _, l := range r.Lengths {
		if !l.Active {
			continue
		}
		if l.TimerS > 0 {
			s += l.TimerS
		} else {
			s += l.ElapsedS
		}
	}
	return s
}
