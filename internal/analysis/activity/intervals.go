package activity

import (
	"context"

	"lapkeep/internal/analysis/activity/structure"
	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/intervals"
	"lapkeep/internal/metrics/stream"
)

// intervals fills in the work intervals, with their class on the day.
func (d *Detail) intervals(ctx context.Context, sub *subject) error {
	s, why, err := derived(ctx, sub, primitive.Intervals, primitive.DecodeIntervals, func(v *stream.View) (*intervals.Session, string) {
		s, why := intervals.Of(v)
		return &s, why
	})
	switch {
	case err != nil:
		return err
	case why != "":
		d.Missing = d.Missing.Add(string(SectionIntervals), why)
		return nil
	}
	d.Intervals = structure.Of(s, sub.row.Sport, sub.thresholds)
	return nil
}
