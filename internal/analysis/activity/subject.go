package activity

import (
	"context"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// subject is one activity as read for one question.
type subject struct {
	row        store.ActivityRow
	athlete    training.Athlete
	thresholds training.Thresholds
	recordings []store.RecordingRow
	// view is the primary recording with the activity's own columns; nil for
	// an activity without a recording.
	view *stream.View
	// computed is what the recording says now; its values are used where
	// nothing is stored yet.
	computed summary.Result
	audience training.Audience
}

// primary is the recording whose clock is the activity's, nil if there is none.
func (sub *subject) primary() *store.RecordingRow {
	var best *store.RecordingRow
	for i := range sub.recordings {
		if r := &sub.recordings[i]; best == nil || r.Rank < best.Rank {
			best = r
		}
	}
	return best
}

func read(ctx context.Context, r Reader, s training.Scope, id string) (*subject, error) {
	row, err := Find(ctx, r, s, id)
	if err != nil {
		return nil, err
	}
	sub := &subject{row: row, audience: s.Audience}
	if sub.athlete, err = r.Athlete(ctx, s); err != nil {
		return nil, err
	}
	history, err := r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	sub.thresholds = history.At(row.Sport, row.LocalDay)
	if sub.recordings, err = r.Recordings(ctx, s, row.ID); err != nil {
		return nil, err
	}
	return sub, nil
}

// open reads the streams, which only some questions need.
func (sub *subject) open(ctx context.Context, r Reader, s training.Scope) error {
	first := sub.primary()
	if first == nil || first.Recording.Format == training.FormatManual {
		return nil
	}
	cols, err := r.Stream(ctx, s, sub.row.ID, store.AllChannels)
	if err != nil {
		return err
	}
	rec := first.Recording
	rec.Sport, rec.SubSport = sub.row.Sport, sub.row.SubSport
	rec.Columns = *cols
	sub.view = stream.Of(&rec, stream.Limits{})
	sub.computed = summary.Of(sub.view)
	if len(sub.row.Summary.Values) == 0 {
		sub.row.Summary.Values = sub.computed.Values
		sub.row.Summary.NPWindows = sub.computed.NPWindows
		sub.row.Summary.HRSeconds = sub.computed.HRSeconds
	}
	return nil
}

// manual reports an activity that was typed in.
func (sub *subject) manual() bool { return sub.view == nil }

// mayShowWeight keeps the weight from assistants unless the
// athlete shares it. The store filters too; this says why it is missing.
func (sub *subject) mayShowWeight() bool {
	return sub.audience != training.AudienceModel || sub.athlete.Sharing.Weight
}

func (sub *subject) mayShowNotes() bool {
	return sub.audience != training.AudienceModel || sub.athlete.Sharing.Notes
}
