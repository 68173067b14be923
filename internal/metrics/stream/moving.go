package stream

import "lapkeep/internal/training"

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
// cadence; a pool swim by its lengths.
func (v *View) Moving() (seconds float64, missing string) {
	if s := swum(v.Recording); s > 0 {
		return v.withinTimer(s), ""
	}
	speedAt, ok := v.speeds()
	if !ok && !v.Has(training.Power) && !v.Has(training.Cadence) {
		return 0, "no speed, distance, power or cadence was recorded"
	}
	var sum int64
	threshold := MovingSpeedMMS(v.Recording.Sport)
	for i, w := range v.WeightS {
		if w > 0 && v.moves(i, speedAt, threshold) {
			sum += int64(w)
		}
	}
	return v.withinTimer(float64(sum)), ""
}

func (v *View) withinTimer(s float64) float64 {
	if t := v.Recording.TimerS; t > 0 {
		return min(s, t)
	}
	return s
}

func (v *View) moves(i int, speedAt func(int) int32, threshold int32) bool {
	if p, ok := v.At(training.Power, i); ok && p > 0 {
		return true
	}
	if c, ok := v.At(training.Cadence, i); ok && c > 0 {
		return true
	}
	return speedAt != nil && speedAt(i) >= threshold
}

// speeds gives the speed in mm/s of a row: measured, else from the distance
// to the next row, else 0. False without speed and distance.
func (v *View) speeds() (func(int) int32, bool) {
	if v.Has(training.Speed) {
		return func(i int) int32 {
			s, _ := v.At(training.Speed, i)
			return s
		}, true
	}
	if !v.Has(training.Distance) {
		return nil, false
	}
	return func(i int) int32 {
		a, ok := v.At(training.Distance, i)
		if !ok || i+1 >= v.Columns.Len() || v.stepS[i] == 0 {
			return 0
		}
		b, ok := v.At(training.Distance, i+1)
		if !ok || b < a {
			return 0
		}
		return int32(min(int64(b-a)*10/int64(v.stepS[i]), 1<<30))
	}, true
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
