package activity

import (
	"context"

	"lapkeep/internal/analysis/activity/structure"
)

// intervals fills in the work intervals, with their class on the day.
func (d *Detail) intervals(ctx context.Context, sub *subject) error {
	s, why, err := sub.session(ctx)
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
