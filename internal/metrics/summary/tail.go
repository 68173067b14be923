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
// An end a second after the last row, or less, is that row's own second.
func tailOf(v *stream.View) tail {
	for i := v.Columns.Len() - 1; i >= 0; i-- {
		if _, ok := v.At(training.Distance, i); !ok {
			continue
		}
		from := float64(v.Columns.TimeS[i])
		left := v.TimerIn(training.Span{FromS: from, ToS: v.Recording.ElapsedS})
		mms, ok := v.At(training.Speed, i)
		if !ok || left <= 1 || left > mostTailS {
			return tail{}
		}
		return tail{fromS: from, seconds: math.Floor(left), cmS: float64(mms) / 10}
	}
	return tail{}
}

// until is the cm covered after the last row up to a moment.
func (l tail) until(t float64) float64 {
	return l.cmS * max(0, min(l.seconds, t-l.fromS))
}
