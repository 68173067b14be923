package stream

import (
	"cmp"
	"math"

	"lapkeep/internal/i18n"
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
func (v *View) Moving() (seconds float64, missing i18n.Sentence) {
	if s := swum(v.Recording); s > 0 {
		return v.withinTimer(s), ""
	}
	if missing := v.still(); missing != "" {
		return 0, missing
	}
	var sum int64
	threshold := MovingSpeedMMS(v.Recording.Sport)
	for i := range v.WeightS {
		sum += int64(v.moved(i, threshold))
	}
	return v.withinTimer(float64(sum)), ""
}

// MovingAt is how much of the time of [View.Moving] has passed at each row, and all
// of it at the last; or the reason why it is not known.
func (v *View) MovingAt() (seconds []float64, missing i18n.Sentence) {
	times := v.Columns.TimeS
	out := make([]float64, len(times))
	if whole := swum(v.Recording); whole > 0 {
		for i, t := range times {
			out[i] = v.withinTimer(swumUntil(v.Recording, float64(t)))
		}
		return v.ended(out, whole), ""
	}
	if missing := v.still(); missing != "" {
		return nil, missing
	}
	var sum int64
	threshold := MovingSpeedMMS(v.Recording.Sport)
	for i := range times {
		out[i] = v.withinTimer(float64(sum))
		sum += int64(v.moved(i, threshold))
	}
	return v.ended(out, float64(sum)), ""
}

// ended puts the whole time at the last row.
func (v *View) ended(seconds []float64, whole float64) []float64 {
	if n := len(seconds); n > 0 {
		seconds[n-1] = v.withinTimer(whole)
	}
	return seconds
}

// still says that nothing was recorded that could move.
func (v *View) still() i18n.Sentence {
	if !v.Has(training.Speed) && !v.Has(training.Power) && !v.Has(training.Cadence) {
		return "no speed, distance, power or cadence was recorded"
	}
	return ""
}

// moved is the seconds of row i in which the athlete moved.
func (v *View) moved(i int, threshold int32) int32 {
	step := v.stepS[i]
	switch cm, ok := v.covered(i); {
	case step > longStepS && ok && int64(cm)*10 >= int64(threshold)*int64(step):
		return step
	case v.turns(i), (step <= longStepS || !ok) && v.advances(i, threshold):
		return v.WeightS[i]
	}
	return 0
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
func swum(r *training.Recording) float64 { return swumUntil(r, math.Inf(1)) }

// swumUntil is those until a time: of a length that is under way its part.
func swumUntil(r *training.Recording, atS float64) float64 {
	s := 0.0
	for i := range r.Lengths {
		l := &r.Lengths[i]
		if !l.Active || l.StartS >= atS {
			continue
		}
		took := cmp.Or(l.TimerS, l.ElapsedS)
		s += took
		if lasts := cmp.Or(l.ElapsedS, l.TimerS); atS < l.StartS+lasts {
			s -= took * (l.StartS + lasts - atS) / lasts
		}
	}
	return s
}
