package summary

import (
	"math"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// mostTailS is the longest time in seconds after the last row in which its
// speed is believed to have lasted.
const mostTailS = 10

// tail is the way after the last row, while the timer still ran.
type tail struct {
	fromS   float64 // time of the last row with a distance
	seconds float64
	cmS     float64
}

// tailOf is the last row's speed over the whole seconds that the timer ran
// after it: devices count on until the timer stops and need not write the row.
// An end a second after the last row, or less, is that row's own second. What
// the laps add up to is not asked: it is the device's total.
func tailOf(v *stream.View) tail {
	i := v.Columns.Len() - 1
	for i >= 0 && !v.Usable(training.Distance).Get(i) {
		i--
	}
	if i < 0 {
		return tail{}
	}
	mms, ok := v.At(training.Speed, i)
	if !ok {
		return tail{}
	}
	l := tail{fromS: float64(v.Columns.TimeS[i]), cmS: float64(mms) / 10}
	if left := v.TimerIn(training.Span{FromS: l.fromS, ToS: v.Recording.ElapsedS}); left > 1 && left <= mostTailS {
		l.seconds = math.Floor(left)
	}
	return l
}

// until is the cm covered after the last row up to a moment.
func (l tail) until(t float64) float64 {
	return l.cmS * max(0, min(l.seconds, t-l.fromS))
}
