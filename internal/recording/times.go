package recording

import (
	"fmt"

	"lapkeep/internal/training"
)

// rounding is how many seconds a device's times may contradict each other by
// because some are whole seconds.
const rounding = 1

// settleTimes keeps the elapsed time from being less than the timer's, which
// runs within it. Where the rows go on for as long as the timer ran, the
// elapsed time is what is wrong; else both stand, with a word.
func settleTimes(r *training.Recording) {
	over, last := r.TimerS-r.ElapsedS, -1.0
	if over <= 0 {
		return
	}
	if n := r.Columns.Len(); n > 0 {
		last = float64(r.Columns.TimeS[n-1])
	}
	said := fmt.Sprintf("Timer time %.1f s is more than elapsed time %.1f s: ", r.TimerS, r.ElapsedS)
	switch {
	case over <= rounding:
		r.ElapsedS = r.TimerS
	case last+rounding >= r.TimerS:
		r.ElapsedS = r.TimerS
		r.Warnings = append(r.Warnings, said+"the timer was believed.")
	default:
		r.Warnings = append(r.Warnings, said+"both are kept as recorded.")
	}
}
