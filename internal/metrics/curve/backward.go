package curve

import "slices"

// BackwardVersion is the version of the rule of [Backward].
const BackwardVersion = 2

// How Sauce for Strava takes gaps between rows: at most so many usual steps are
// filled with the value after the gap, longer ones with zeros.
const filledSteps = 4

// mostBackwardS bounds the time that is filled, whatever a file claims: 24 days.
const mostBackwardS = 1 << 21

// Backward is the highest mean over a stretch of at least leastS seconds as
// Sauce for Strava counts it: a value stands for the time since the row
// before it, so that the first stands for none, and gaps are filled by the
// usual step. Times rise; false where the rows span less.
func Backward(timeS, values []int32, leastS int32) (mean float64, ok bool) {
	if n := len(timeS); n == 0 || timeS[n-1]-timeS[0] > mostBackwardS {
		return 0, false
	}
	timeS, values = filled(timeS, values)
	from, sum := 0, 0.0 // of the rows after from
	for i := 1; i < len(timeS); i++ {
		sum += float64(values[i]) * float64(timeS[i]-timeS[i-1])
		for from+1 < i && timeS[i]-timeS[from+1] >= leastS {
			from++
			sum -= float64(values[from]) * float64(timeS[from]-timeS[from-1])
		}
		span := timeS[i] - timeS[from]
		if span < leastS || span <= 0 {
			continue
		}
		if m := sum / float64(span); !ok || m > mean {
			mean, ok = m, true
		}
	}
	return mean, ok
}

// filled has a row at least every usual step.
func filled(timeS, values []int32) (times, with []int32) {
	step, most := usualStep(timeS)
	for i, at := range timeS {
		if i > 0 {
			fill := values[i]
			if at-timeS[i-1] > most {
				fill = 0
			}
			for t := timeS[i-1] + step; t < at; t += step {
				times, with = append(times, t), append(with, fill)
			}
		}
		times, with = append(times, at), append(with, values[i])
	}
	return times, with
}

// usualStep is the most frequent step between rows, the least of several, and
// the longest gap that is no break.
func usualStep(timeS []int32) (step, most int32) {
	steps := make([]int32, 0, len(timeS))
	for i := 1; i < len(timeS); i++ {
		steps = append(steps, timeS[i]-timeS[i-1])
	}
	if len(steps) == 0 {
		return 1, filledSteps
	}
	slices.Sort(steps)
	often := 0
	for from := 0; from < len(steps); {
		to := from
		for to < len(steps) && steps[to] == steps[from] {
			to++
		}
		if to-from > often {
			often, step = to-from, steps[from]
		}
		from = to
	}
	step = max(step, 1)
	middle := float64(steps[len(steps)/2]+steps[(len(steps)-1)/2]) / 2
	return step, filledSteps * max(step, int32(middle+0.5))
}
