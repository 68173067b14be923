package stream

import "slices"

// ActiveVersion is the version of the rule of [ActiveS].
const ActiveVersion = 1

// activeSteps is how many times the median step a gap may last.
const activeSteps = 4

// ActiveS is the seconds that rows span less the gaps of more than four times
// the median step, as Sauce for Strava counts active time. Times rise.
func ActiveS(timeS []int32) int32 {
	if len(timeS) < 2 {
		return 0
	}
	steps := make([]int32, 0, len(timeS)-1)
	for i := range timeS[1:] {
		steps = append(steps, timeS[i+1]-timeS[i])
	}
	sorted := slices.Sorted(slices.Values(steps))
	most := activeSteps * sorted[len(sorted)/2]
	var sum int32
	for _, s := range steps {
		if s <= most {
			sum += s
		}
	}
	return sum
}
