package importing

import (
	"context"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// entry is an activity that nothing recorded, as an export has it.
type entry struct {
	said *training.Statement
	asOf time.Time
}

// Store writes the activity, or the statement on the one that is there.
func (e entry) Store(ctx context.Context, b *Batch) (out StatementOutcome, err error) {
	words := *e.said
	id, there, err := entered(ctx, b, words.Ref)
	if err != nil {
		return out, err
	}
	out.Activities = []training.ActivityID{id}
	if !there {
		buried, err := b.Buried(ctx, id)
		if err != nil || buried {
			out.Reason = StillDeleted
			return out, err
		}
	}
	recs, err := b.DB.Recordings(ctx, b.scope(), id)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return out, err
	}
	better := len(recs) > 0
	if there && !better {
		if better, err = typed(ctx, b, id); err != nil {
			return out, err
		}
	}
	if better {
		if words.Entry, err = formerEntry(ctx, b, id, words); err != nil {
			return out, err
		}
	}
	changed, err := b.Tx.PutSaid(b.Athlete.ID, id, words, document.StatementsBy{RunID: b.RunID, AsOf: e.asOf, At: e.said.Entry.Start})
	switch {
	case err != nil:
		return out, err
	case there && !changed:
		out.Reason = i18n.Sentencef("It is there already, as activity %s.", string(id))
		return out, nil
	case there:
		out.News, out.Reason = Changes, "What its source states of it has changed."
	default:
		out.News = StatementNew
	}
	if better { // than the entry
		return out, nil
	}
	return out, write(b, id, &words)
}

// typed reports whether the athlete entered the activity here: none who spoke
// of it brought its numbers.
func typed(ctx context.Context, b *Batch, id training.ActivityID) (bool, error) {
	standing, err := b.DB.Said(ctx, b.scope(), id)
	return err == nil && !slices.ContainsFunc(standing, func(s document.Standing) bool { return s.Said.Entry != nil }), err
}

// formerEntry is the entry that words of a recorded activity are kept with:
// theirs if it was the first thing that was known of the activity, or none if
// the words came with a file, so that importing either again changes nothing.
func formerEntry(ctx context.Context, b *Batch, id training.ActivityID, words training.Statement) (*training.Entry, error) {
	standing, err := b.DB.Said(ctx, b.scope(), id)
	if err != nil {
		return nil, err
	}
	for _, s := range standing {
		if s.Said.Ref == words.Ref && s.Said.Entry != nil {
			return words.Entry, nil
		}
	}
	return nil, nil
}

// entered is the activity that a reference names, or the one that it will.
func entered(ctx context.Context, b *Batch, ref string) (id training.ActivityID, there bool, err error) {
	id, err = b.DB.Resolve(ctx, b.scope(), ref)
	if err == nil || training.KindOf(err) != training.KindNotFound {
		return id, err == nil, err
	}
	id = match.IdentityEntered(ref).Activity()
	_, there = b.Rows[id]
	return id, there, nil
}

// write writes the row of an activity that nothing recorded.
func write(b *Batch, id training.ActivityID, words *training.Statement) error {
	athlete, e := b.Athlete.ID, words.Entry
	m := match.Manual{
		Sport: words.Sport, SubSport: words.SubSport, Start: match.NormalEntered(e, b.Athlete), TimerS: e.TimerS,
		ElapsedS: e.ElapsedS, Values: e.Values,
	}
	act := m.Activity(b.Athlete)
	act.ID = id
	if e.Local || e.Start.Location() != time.UTC {
		act.ZoneSource = training.ZoneFromFile // the day stays what the clock of the place showed
	}
	if err := b.Tx.PutActivity(athlete, act); err != nil {
		return err
	}
	if err := b.Tx.Redirect(athlete, id, id); err != nil { // it may have led to a recording that was undone
		return err
	}
	b.Rows[id] = act
	return b.Tx.PutSummary(athlete, id, m.Summary())
}
