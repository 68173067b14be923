package curves

import (
	"context"

	"lapkeep/internal/answers/segments"
	"lapkeep/internal/training"
)

// Timekeeper knows the best times over the athlete's own segments.
type Timekeeper interface {
	Bests(ctx context.Context, s training.Scope, sport training.Sport, days training.DayRange, indoor *bool) ([]segments.Best, error)
}

// WithSegments lets the book answer about segments too.
func (b *RecordBook) WithSegments(t Timekeeper) *RecordBook {
	b.timed = t
	return b
}

// mostSegments bounds how many a period has.
const mostSegments = 20

// bestTimes are the best times over own segments of some days.
func (a *answerer) bestTimes(ctx context.Context, days training.DayRange) ([]segments.Best, error) {
	if a.timed == nil || !a.q.by(BySegment) {
		return nil, nil
	}
	all, err := a.timed.Bests(ctx, a.scope, a.view.Sport, days, a.q.Indoor)
	if len(a.view.Periods) == 0 && len(all) == 0 && len(a.q.By) > 0 {
		a.view.Missing = a.view.Missing.Add("segments", "no own segment was ridden in these days; save_segment makes one")
	}
	return all[:min(len(all), mostSegments)], err
}
