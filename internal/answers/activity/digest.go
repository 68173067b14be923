package activity

import (
	"context"

	"lapkeep/internal/answers/digest"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// digest fills in the activity in one line: from what is stored, or from the
// streams where nothing is.
func (d *Detail) digest(ctx context.Context, sub *subject) error {
	_, derived, err := sub.stored(ctx, derive.Report)
	if err != nil {
		return err
	}
	var view digest.View
	if derived && len(sub.row.Summary.Values) > 0 || sub.manual() {
		var views []digest.View
		if views, err = digest.Of(ctx, sub.reader, sub.scope, []store.ActivityRow{sub.row}); err == nil {
			view = views[0]
		}
	} else {
		view, err = sub.digest(ctx)
	}
	d.Digest, d.DigestBy, d.ComputedDigest = view.Line, view.By, view.Computed
	return err
}

// digest is the line as the streams tell it.
func (sub *subject) digest(ctx context.Context) (v digest.View, err error) {
	if _, err := sub.findings(ctx); err != nil { // they fill in the summary
		return v, err
	}
	view, err := sub.open(ctx)
	if err != nil {
		return v, err
	}
	var from digest.Streams
	if s, why := efforts.Of(view); why == "" {
		from.Session = &s
	}
	if from.Laps, _, err = sub.deviceLaps(ctx); err != nil {
		return v, err
	}
	if sub.row.Sport == training.Running {
		from.Splits, _ = summary.Splits(view, route.KilometreM)
	}
	return digest.Computed(ctx, sub.reader, sub.scope, &sub.row, from)
}
