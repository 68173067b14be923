package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Undo takes an entry back, as an entry of its own that can itself be
// undone. An empty id means the latest entry that still stands. It refuses
// where a later write that still stands touched the same things.
func (j *Journal) Undo(ctx context.Context, s training.Scope, id string, now time.Time) (Outcome, error) {
	t, err := j.toldTo(ctx, s.Athlete, s.Audience)
	if err != nil {
		return Outcome{}, err
	}
	entry, err := j.find(ctx, s, id)
	if err != nil {
		return Outcome{}, err
	}
	if err := j.refuseIfOvertaken(ctx, s, entry); err != nil {
		return Outcome{}, err
	}
	var ops []Op
	if err := json.Unmarshal(entry.Inverse, &ops); err != nil {
		return Outcome{}, training.Errorf(training.KindCorrupt, "The inverse of %s cannot be read: %w.", entry.ID, err)
	}
	former, err := j.formerState(ctx, s, ops)
	if err != nil {
		return Outcome{}, err
	}
	out := Outcome{JournalID: j.newID()}
	w := Write{Athlete: s.Athlete, Face: entry.Face, Tool: "undo", Summary: "Undo: " + entry.Summary, Targets: targets(entry), Now: now}
	var queued []AtService
	err = j.store.Write(ctx, func(tx *store.Tx) error {
		var effect Effect
		for _, op := range ops {
			inverse, err := former.apply(tx, s.Athlete, op)
			if err != nil {
				return err
			}
			effect.Inverse = append(effect.Inverse, inverse)
		}
		effect.Changes = mirrored(entry)
		out.Changes = effect.Changes
		if err := tx.MarkUndone(s.Athlete, entry.ID, now); err != nil {
			return err
		}
		if j.outbox != nil {
			if queued, err = j.outbox.Revert(ctx, tx, Entry{out.JournalID, s.Athlete, now}, entry.ID); err != nil {
				return err
			}
		}
		return j.record(tx, out.JournalID, w, effect, entry.ID)
	})
	if err != nil {
		return Outcome{}, err
	}
	out.Undo = undoCommand(out.JournalID)
	out.AtService = t.atService(j.flush(ctx, s.Athlete, entry.Face, out.JournalID, queued))
	out.Changes = t.undone(out.Changes)
	return out, nil
}

// lookBack is how many entries are searched for the latest and for later
// writes to the same target.
const lookBack = 1000

// whole is the scope of the athlete's own: an inverse restores also what a
// model may not see.
func whole(s training.Scope) training.Scope {
	return training.Scope{Athlete: s.Athlete, Audience: training.AudienceExport}
}

// find is the entry that is to be undone, if the audience may know of it.
func (j *Journal) find(ctx context.Context, s training.Scope, id string) (store.JournalEntry, error) {
	if id != "" {
		e, err := j.store.JournalEntry(ctx, s, id)
		switch {
		case err != nil:
			return e, err
		case !e.UndoneAt.IsZero():
			return e, training.Errorf(training.KindConflict, "%s was undone already.", id).
				WithFix("lapkeep undo --list shows what still stands.")
		}
		return j.store.JournalEntry(ctx, whole(s), id)
	}
	entries, err := j.store.Journal(ctx, s, lookBack)
	if err != nil {
		return store.JournalEntry{}, err
	}
	for _, e := range entries {
		if e.UndoneAt.IsZero() && e.Undoes == "" {
			return j.store.JournalEntry(ctx, whole(s), e.ID)
		}
	}
	return store.JournalEntry{}, training.Errorf(training.KindNotFound, "There is nothing to undo.")
}

func targets(e store.JournalEntry) map[string]string {
	var f forward
	if json.Unmarshal(e.Forward, &f) != nil {
		return nil
	}
	return f.Targets
}

// refuseIfOvertaken keeps an undo from wiping out what was written later.
func (j *Journal) refuseIfOvertaken(ctx context.Context, s training.Scope, e store.JournalEntry) error {
	later, err := j.store.Journal(ctx, whole(s), lookBack)
	if err != nil {
		return err
	}
	mine := touched(e)
	if err := j.brought(ctx, whole(s), e, mine); err != nil {
		return err
	}
	for _, l := range later { // newest first
		if l.ID == e.ID {
			return nil
		}
		if !l.UndoneAt.IsZero() || l.Undoes != "" {
			continue
		}
		for t := range touched(l) {
			if mine[t] {
				if _, err := j.store.JournalEntry(ctx, s, l.ID); err != nil { // it is the athlete's own
					return training.Errorf(training.KindConflict, "A later write changed the same thing.").WithFix("The athlete can undo it first: lapkeep undo %s", l.ID)
				}
				return training.Errorf(training.KindConflict, "A later write changed the same thing: %s", l.Summary).
					WithFix("Undo it first: lapkeep undo %s", l.ID)
			}
		}
	}
	return nil
}

// mirrored is an entry's changes, before and after swapped.
func mirrored(e store.JournalEntry) []Change {
	var f forward
	if json.Unmarshal(e.Forward, &f) != nil {
		return nil
	}
	out := f.changed()
	for i := range out {
		out[i].Before, out[i].After = out[i].After, out[i].Before
	}
	return out
}

// state is what some steps need to know to make their own inverse.
type state struct {
	athlete training.Athlete
	history training.History
	manual  map[training.ActivityID]store.ActivityRow
}

func (j *Journal) formerState(ctx context.Context, s training.Scope, ops []Op) (state, error) {
	s = whole(s)
	st := state{manual: map[training.ActivityID]store.ActivityRow{}}
	var err error
	for _, op := range ops {
		switch op.Kind {
		case OpPutAthlete:
			st.athlete, err = j.store.Athlete(ctx, s)
		case OpPutThreshold, OpDeleteThreshold:
			st.history, err = j.store.History(ctx, s)
		case OpPutManual:
			id := training.ActivityID(op.ID)
			st.manual[id], err = j.store.Activity(ctx, s, id)
		}
		if err != nil {
			return st, fmt.Errorf("read what the undo replaces: %w", err)
		}
	}
	return st, nil
}
