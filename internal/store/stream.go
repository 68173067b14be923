package store

import (
	"context"
	"time"

	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// streamPart is a recording of an activity and when it began.
type streamPart struct {
	ledger.Link
	start time.Time
}

// Stream composes the chosen channels of an activity on its primary
// recording's clock. A channel that was chosen from a recording which the
// audience may not see comes from the next that has it. A channel that
// nobody gives is not present, nor is what the athlete ignores; an activity
// without recordings has no rows.
// Developer fields of the primary recording come with [AllChannels].
func (db *DB) Stream(ctx context.Context, s training.Scope, id training.ActivityID, want ChannelSet) (*training.Columns, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	text, ok, err := sqlitedb.One(ctx, db.sql, "SELECT words FROM activities WHERE athlete=? AND id=? AND seen&?<>0",
		[]any{s.Athlete, id, v.bit}, sqlitedb.Scalar[string])
	if err == nil && !ok {
		err = noActivity(id)
	}
	if err != nil {
		return nil, err
	}
	parts, err := db.streamParts(ctx, v, id)
	if err != nil {
		return nil, err
	}
	cols, err := db.compose(ctx, v, parts, want)
	if err != nil || text == "" {
		return cols, err
	}
	var act training.Activity
	err = document.PutWords(&act, text)
	ledger.Ignore(cols, act.Ignored)
	return cols, err
}

// streamParts are the recordings that the view may see, the one whose clock
// counts first, each with the channels that it gives.
func (db *DB) streamParts(ctx context.Context, v view, id training.ActivityID) ([]streamPart, error) {
	links, err := sqlitedb.All(ctx, db.sql, "SELECT"+linkColumns, []any{v.athlete, id}, readLink)
	if err != nil {
		return nil, err
	}
	ledger.SortLinks(links)
	var parts []streamPart
	for i, give := range ledger.Share(links, func(l ledger.Link) bool { return l.SeenBy(v.audience) }) {
		if !links[i].SeenBy(v.audience) {
			continue
		}
		p := streamPart{Link: links[i]}
		p.Chosen = give
		text, _, err := sqlitedb.One(ctx, db.sql, "SELECT body->>'Start' FROM recordings WHERE athlete=? AND id=?",
			[]any{v.athlete, p.Recording}, sqlitedb.Scalar[string])
		if err != nil {
			return nil, err
		}
		if p.start, err = time.Parse(time.RFC3339Nano, text); err != nil {
			return nil, sqlitedb.Damaged(err)
		}
		parts = append(parts, p)
	}
	return parts, nil
}

func (db *DB) compose(ctx context.Context, v view, parts []streamPart, want ChannelSet) (*training.Columns, error) {
	if len(parts) == 0 {
		return &training.Columns{}, nil
	}
	var laid []part
	var clock *training.Columns
	for i, p := range parts {
		take := p.Chosen & want
		if i > 0 && take == 0 {
			continue
		}
		read := take
		if i == 0 && want == AllChannels {
			read = AllChannels // with its developer fields
		}
		c, err := db.columns(ctx, v, p.Recording, read)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			clock = c
		}
		laid = append(laid, part{Start: p.start, Columns: c, Take: take.List()})
	}
	if len(laid) == 1 { // the usual case: nothing to align
		keep := parts[0].Chosen
		for ch := range training.NumChannels {
			if !keep.Has(ch) {
				clock.Data[ch] = training.Column{}
			}
		}
		return clock, nil
	}
	out := compose(parts[0].start, clock.TimeS, laid...)
	out.Developer = clock.Developer
	return out, nil
}
