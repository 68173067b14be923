package summary

import (
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// lapGapS is the running time in seconds beyond a lap's own from which it ends
// before the next one starts.
const lapGapS = 10

// LapSpan is the stretch of a lap: up to the next lap's start, or to its own
// end where the timer ran on between the two, as between the intervals of SRM.
// The row at the very end of a recording is the last lap's.
func LapSpan(v *stream.View, lap int) training.Span {
	l := v.Recording.Laps[lap]
	span := training.Span{FromS: l.StartS, ToS: l.EndS}
	if end := l.StartS + l.ElapsedS; l.ElapsedS > 0 && l.TimerS > 0 && end < l.EndS-lapGapS &&
		v.TimerIn(span) > l.TimerS+lapGapS {
		span.ToS = end
		return span
	}
	if lap == len(v.Recording.Laps)-1 {
		span.ToS = max(span.ToS, route.Whole(v).ToS)
	}
	return span
}
