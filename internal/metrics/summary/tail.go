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

// tailOf is what the device's laps add up to beyond the last row, where its
// speed explains that. A recording of one lap says no more of it than of the
// whole: there it is the last row's speed over the whole seconds that the timer
// ran after it, as devices count on until the timer stops and need not write
// the row. An end a second after the last row, or less, is that row's own
// second.
func tailOf(v *stream.View, baseCM float64) tail {
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
	left := v.TimerIn(training.Span{FromS: l.fromS, ToS: v.Recording.ElapsedS})
	if lapsCM, ok := lapsCM(v.Recording); ok {
		cm, _ := v.At(training.Distance, i)
		if more := lapsCM - (float64(cm) - baseCM); more > -slackCM && more <= l.cmS*(left+1) {
			l.seconds = max(1, left)
			l.cmS = max(0, more) / l.seconds
			return l
		}
	}
	if left > 1 && left <= mostTailS {
		l.seconds = math.Floor(left)
	}
	return l
}

// slackCM is how far the laps may add up to less than the last row.
const slackCM = 100

// lapsCM is the distance that the device's laps add up to; false of one lap,
// and where any has none.
func lapsCM(r *training.Recording) (sum float64, ok bool) {
	for _, l := range r.Laps {
		km, has := l.Device[training.MetricDistanceKM]
		if !has {
			return 0, false
		}
		sum += km * 100_000
	}
	return sum, len(r.Laps) > 1
}

// until is the cm covered after the last row up to a moment.
func (l tail) until(t float64) float64 {
	return l.cmS * max(0, min(l.seconds, t-l.fromS))
}
