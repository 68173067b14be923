package recording

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// rounding is how many seconds a device's times may contradict each other by
// because one of them is in whole seconds.
const rounding = 0.5

// settleTimes tells that the timer ran for longer than the time that elapsed,
// which cannot be. Both are the device's word and stand.
func settleTimes(r *training.Recording) {
	switch over := r.TimerS - r.ElapsedS; {
	case over <= 0:
	case over <= rounding:
		r.ElapsedS = r.TimerS
	default:
		r.Warnings = append(r.Warnings,
			string(i18n.Sentencef("Timer time %.1f s is more than elapsed time %.1f s: both are kept.", r.TimerS, r.ElapsedS)))
	}
}
