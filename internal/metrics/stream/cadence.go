package stream

import "slices"

const (
	// leastHoldS is how long a power holds under smart recording at least.
	leastHoldS = 5
	// sparseS is the middle step from which on rows are far apart as a rule, so
	// that what is between them is not a gap.
	sparseS = 5
	// mostCapS bounds what one row may stand for: ten minutes.
	mostCapS = 600
)

// cadence tells a recording of one row a second, with gaps, from one whose
// rows come when something changed or at longer intervals, and how long each
// of them stands: steps into a pause do not count. Smart is a recording of
// which fewer than nine steps of ten are a second. Where even the middle step
// is over 5 s a row stands for twice the step that nine of ten keep within,
// though for no more than four times the middle one, which is a break.
func (v *View) cadence() {
	v.CapS, v.HoldS = 1, 1
	steps, ones := v.steps()
	if n := len(steps); n < 3 || n < 10 && ones > 0 || ones*10 >= n*9 {
		return
	}
	slices.Sort(steps)
	middle, usual := steps[len(steps)/2], steps[len(steps)*9/10]
	v.Smart, v.CapS = true, smartCapS
	v.HoldS = max(leastHoldS, (3*middle+1)/2)
	if middle > sparseS {
		v.CapS = max(smartCapS, min(2*usual, activeSteps*middle, mostCapS))
		v.HoldS = v.CapS
	}
}

// steps are the seconds from row to row while the timer ran, and how many of
// them are one.
func (v *View) steps() (steps []int32, ones int) {
	times := v.Columns.TimeS
	steps = make([]int32, 0, len(times))
	for i := 0; i+1 < len(times); i++ {
		d := times[i+1] - times[i]
		if d <= 0 || v.stepS[i] != d {
			continue
		}
		steps = append(steps, d)
		if d == 1 {
			ones++
		}
	}
	return steps, ones
}
