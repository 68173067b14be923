package naive

import "math"

// Reversals is the metres climbed and descended between turning points. A
// turn counts once the altitude has come back at least hysteresis metres
// from the extreme; a leg smaller than that counts nowhere.
func Reversals(altitude []float64, hysteresis float64) (gain, loss float64) {
	turns := turningPoints(valid(altitude), hysteresis)
	for i := 1; i < len(turns); i++ {
		if step := turns[i] - turns[i-1]; step > 0 {
			gain += step
		} else {
			loss -= step
		}
	}
	return gain, loss
}

// turningPoints are the altitudes of the extremes, in order: of each two that
// follow one another, one is a top and one a bottom, hysteresis or more apart.
func turningPoints(alt []float64, hysteresis float64) []float64 {
	if len(alt) == 0 {
		return nil
	}
	low, high, direction := alt[0], alt[0], 0
	var turns []float64
	for _, a := range alt {
		switch {
		case direction >= 0 && a > high:
			high = a
		case direction <= 0 && a < low:
			low = a
		}
		switch {
		case direction <= 0 && a-low >= hysteresis && a > low:
			turns = append(turns, low)
			direction, high = 1, a
		case direction >= 0 && high-a >= hysteresis && a < high:
			turns = append(turns, high)
			direction, low = -1, a
		}
	}
	switch direction {
	case 1:
		turns = append(turns, high)
	case -1:
		turns = append(turns, low)
	}
	return turns
}

// StepRule is GoldenCheetah's gain: a reference follows only when the
// altitude is more than step metres away from it, and upward jumps add up.
func StepRule(altitude []float64, step float64) float64 {
	alt := valid(altitude)
	if len(alt) == 0 {
		return math.NaN()
	}
	reference, gain := alt[0], 0.0
	for _, a := range alt {
		if math.Abs(a-reference) > step {
			gain += math.Max(0, a-reference)
			reference = a
		}
	}
	return gain
}
