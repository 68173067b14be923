package activity

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

const noBeats = "no heartbeat intervals (RR) were recorded"

// heartbeats fills in heart rate variability and α1 along the activity.
func (d *Detail) heartbeats(ctx context.Context, sub *subject) error {
	rr, err := sub.intervals(ctx)
	if err != nil {
		return err
	}
	if len(rr) == 0 {
		d.Missing = d.Missing.Add(string(SectionHRV), noBeats)
		return nil
	}
	if sub.without(training.HeartRate) {
		d.Missing = d.Missing.Add(string(SectionHRV), "the athlete left heart rate out")
		return nil
	}
	var missing map[string]i18n.Sentence
	d.HRV, missing = HeartbeatsOf(rr, sub.primary().Recording.TimerS)
	for key, why := range missing {
		d.Missing = d.Missing.Add("hrv."+key, why)
	}
	return nil
}

// intervals are the beats of the recording that heart rate was taken from,
// else of the first that has them.
func (sub *subject) intervals(ctx context.Context) ([]uint16, error) {
	var found []uint16
	for i := range sub.recordings {
		r := &sub.recordings[i]
		rr, err := sub.reader.RR(ctx, sub.scope, r.ID)
		if err != nil {
			return nil, err
		}
		if len(rr) > 0 && (found == nil || r.Chosen.Has(training.HeartRate)) {
			found = rr
		}
	}
	return found, nil
}
