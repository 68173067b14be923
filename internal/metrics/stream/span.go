package stream

import (
	"sort"

	"lapkeep/internal/training"
)

// Rows is the rows [from, to) whose time lies in the span.
func (v *View) Rows(span training.Span) (from, to int) {
	times := v.Columns.TimeS
	from = sort.Search(len(times), func(i int) bool { return float64(times[i]) >= span.FromS })
	to = sort.Search(len(times), func(i int) bool { return float64(times[i]) >= span.ToS })
	return from, max(from, to)
}

// Measured is the span of the rows that were measured in a span: the same,
// unless rows bear the time at which their second ended.
func (v *View) Measured(span training.Span) training.Span {
	if v.EndStamped {
		span.FromS++
		span.ToS++
	}
	return span
}

// endStamped reports whether rows bear the time at which their second ended,
// as those of Zwift and SRM do: of a recording of every second the first row
// is a second after the start, and the last one at the end or after it.
func (v *View) endStamped() bool {
	times := v.Columns.TimeS
	if v.Smart || len(times) < 2 || v.Recording.ElapsedS <= 0 {
		return false
	}
	return times[0] == 1 && float64(times[len(times)-1]) >= v.Recording.ElapsedS
}

// TimerIn is the seconds of a span in which the timer ran.
func (v *View) TimerIn(span training.Span) float64 {
	s := max(0, span.ToS-span.FromS)
	for _, p := range v.Recording.Pauses {
		s -= max(0, min(p.ToS, span.ToS)-max(p.FromS, span.FromS))
	}
	return max(0, s)
}

// PauseBetween reports whether the timer stood at some time between rows i
// and i+1.
func (v *View) PauseBetween(i int) bool {
	times := v.Columns.TimeS
	if i+1 >= len(times) {
		return false
	}
	a, b := float64(times[i]), float64(times[i+1])
	k := sort.Search(len(v.Recording.Pauses), func(k int) bool { return v.Recording.Pauses[k].ToS > a })
	return k < len(v.Recording.Pauses) && v.Recording.Pauses[k].FromS < b
}
