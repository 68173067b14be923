package importing

import (
	"context"
	"slices"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// The reads of a batch: what the store shows, and what the batch has placed.

// candidates lists the recordings whose time overlaps that of rec.
func (b *batch) candidates(rec *training.Recording) ([]*member, error) {
	if rec.ElapsedS <= 0 {
		return nil, nil
	}
	kept, err := b.pool.around(rec.Start, ends(rec))
	if err != nil {
		return nil, err
	}
	near := slices.Clone(kept)
	for _, m := range b.placed {
		if match.Overlap(rec, m.rec) > 0 {
			near = append(near, m)
		}
	}
	return near, nil
}

func stored(row *store.RecordingRow) *member {
	return &member{id: row.ID, activity: row.Activity, original: row.Original, runID: row.RunID, rec: &row.Recording, channels: row.Channels}
}

// members lists the recordings of an activity.
func (b *batch) members(ctx context.Context, id training.ActivityID) ([]*member, error) {
	rows, err := b.im.db.Recordings(ctx, b.scope(), id)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return nil, err
	}
	members := make([]*member, 0, len(rows)+1)
	for i := range rows {
		members = append(members, stored(&rows[i]))
	}
	for _, m := range b.placed {
		if m.activity == id {
			members = append(members, m)
		}
	}
	return members, nil
}

// activity is an activity's row as it stands in this batch.
func (b *batch) activity(ctx context.Context, id training.ActivityID) (training.Activity, error) {
	if act, ok := b.activities[id]; ok {
		return act, nil
	}
	return b.im.activity(ctx, b.run.athlete.ID, id)
}

func (im *Importer) activity(ctx context.Context, athlete training.AthleteID, id training.ActivityID) (training.Activity, error) {
	page, err := im.db.Activities(ctx, everything(athlete), store.ActivityFilter{IDs: []training.ActivityID{id}, Deleted: true})
	if err != nil {
		return training.Activity{}, err
	}
	if len(page.Rows) == 0 {
		return training.Activity{}, training.Errorf(training.KindNotFound, "There is no activity %s.", id).
			WithFix("list_activities shows the ids there are.")
	}
	return page.Rows[0].Activity, nil
}

// columns reads a recording's columns, from memory if the batch has them.
func (b *batch) columns(ctx context.Context, m *member, want store.ChannelSet) (*training.Columns, error) {
	if m.rec.Columns.Len() > 0 || slices.Contains(b.placed, m) { // the store does not show what was placed, be it without columns
		return &m.rec.Columns, nil
	}
	return b.im.db.RecordingColumns(ctx, b.scope(), m.id, want)
}

// loader reads what is compared of recordings.
func (b *batch) loader(ctx context.Context) func(*member) (*training.Columns, error) {
	return func(m *member) (*training.Columns, error) { return b.columns(ctx, m, match.Channels()) }
}
