package activity

import (
	"context"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// subject is one activity as read for one question. What was derived is taken
// as it is stored; streams are read only where it is not there, because
// nothing was derived yet or because the audience may not see all of it.
type subject struct {
	reader Reader
	scope  training.Scope

	row        store.ActivityRow
	athlete    training.Athlete
	loads      fitness.Loads
	thresholds training.Thresholds
	recordings []store.RecordingRow

	view  *stream.View      // of the primary recording, once it was opened
	drawn *[]training.Drawn // at services, once they were read
}

func read(ctx context.Context, r Reader, s training.Scope, id string) (*subject, error) {
	row, err := Find(ctx, r, s, id)
	if err != nil {
		return nil, err
	}
	sub := &subject{reader: r, scope: s, row: row}
	if sub.athlete, err = r.Athlete(ctx, s); err != nil {
		return nil, err
	}
	history, err := r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	sub.loads = fitness.NewLoads(&sub.athlete, history)
	sub.thresholds = sub.loads.Timeline.At(row.Sport, row.LocalDay).In(row.Indoor())
	sub.recordings, err = r.Recordings(ctx, s, row.ID)
	return sub, err
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

// manual reports an activity that was typed in.
func (sub *subject) manual() bool {
	first := sub.primary()
	return first == nil || first.Recording.Format == training.FormatManual
}

// lacks reports that a channel is known not to be there, so that no stream
// has to be read to say so.
func (sub *subject) lacks(ch training.Channel) bool {
	known := sub.row.Summary.Channels
	return known != 0 && !known.Has(ch)
}

// stored is the bytes of a primitive; false if there is none.
func (sub *subject) stored(ctx context.Context, kind string) ([]byte, bool, error) {
	p, err := sub.reader.Primitive(ctx, sub.scope, sub.row.ID, kind)
	if err != nil {
		if training.KindOf(err) == training.KindNotFound {
			err = nil
		}
		return nil, false, err
	}
	return p.Data, true, nil
}

// open reads the streams, once.
func (sub *subject) open(ctx context.Context) (*stream.View, error) {
	if sub.view != nil {
		return sub.view, nil
	}
	v, err := sub.openIn(ctx, sub.reader)
	sub.view = v
	return v, err
}

// openIn reads the streams in a reader of no more than recordings.
func (sub *subject) openIn(ctx context.Context, r BalanceReader) (*stream.View, error) {
	cols, err := r.Stream(ctx, sub.scope, sub.row.ID, store.AllChannels)
	if err != nil {
		return nil, err
	}
	rec := derive.WithWorkOf(&sub.primary().Recording, sub.powerFrom())
	rec.Sport, rec.SubSport = sub.row.Sport, sub.row.SubSport
	rec.Columns = *cols
	return stream.Of(&rec, stream.Limits{}), nil
}

// findings is what was seen while the activity was derived. Where nothing is
// stored yet it fills in the summary too.
func (sub *subject) findings(ctx context.Context) (derive.Findings, error) {
	data, ok, err := sub.stored(ctx, derive.Report)
	if err != nil {
		return derive.Findings{}, err
	}
	if ok && len(sub.row.Summary.Values) > 0 {
		return derive.DecodeReport(data)
	}
	v, err := sub.open(ctx)
	if err != nil {
		return derive.Findings{}, err
	}
	res := glossary.Of(v)
	if len(sub.row.Summary.Values) == 0 {
		s := &sub.row.Summary
		s.Values, s.NPWindows, s.HRSeconds = res.Values, res.NPWindows, res.HRSeconds
	}
	f := derive.Findings{Missing: res.Missing, Notes: res.Notes}
	if gap, ok := v.EnergyGapPct(); ok {
		f.EnergyGapPct = &gap
	}
	return f, nil
}

// mayShowWeight and mayShowNotes keep from assistants what the athlete does
// not share. The store leaves it out too; here it gets its reason.
func (sub *subject) mayShowWeight() bool {
	return sub.scope.Audience != training.AudienceModel || sub.athlete.Sharing.Weight
}

func (sub *subject) mayShowNotes() bool {
	return sub.scope.Audience != training.AudienceModel || sub.athlete.Sharing.Notes
}
