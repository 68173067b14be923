package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Undo undoes an entry for a person. The undo is an entry itself and can be undone. An empty id
// means the latest entry by a person or an assistant that has not been undone; entries by syncs are
// undone only by id. It refuses if a later entry that has not been undone changed the same things.
func (j *Journal) Undo(ctx context.Context, s training.Scope, id string, now time.Time) (Outcome, error) {
	entry, err := j.find(ctx, s, id, func(e store.JournalEntry) bool { return e.Face != syncFace })
	if err != nil && training.KindOf(err) == training.KindNotFound && id != "" {
		entry, err = j.unrecorded(ctx, s, id, now, err)
	}
	if err != nil {
		return Outcome{}, err
	}
	return j.takeBack(ctx, s, entry, Write{Athlete: s.Athlete, Audience: s.Audience, Face: entry.Face, Now: now}, nil)
}

// unrecorded creates the entry for an import run that has none, for example because the
// disk was full. If the run does not exist or imported nothing, it returns the error none.
func (j *Journal) unrecorded(ctx context.Context, s training.Scope, run string, now time.Time, none error) (store.JournalEntry, error) {
	brought, err := j.store.Brought(ctx, whole(s), run)
	if err == nil && !brought {
		err = none
	}
	if err != nil {
		return store.JournalEntry{}, err
	}
	out, err := j.RecordImport(ctx, store.ImportRun{ID: run, Athlete: s.Athlete}, "Interrupted import", now)
	if err != nil {
		return store.JournalEntry{}, err
	}
	return j.find(ctx, s, out.JournalID, nil)
}

// BySync returns the latest entry that has not been undone, and the command that undoes it.
// ok is false if the entry was not written by a sync.
func (j *Journal) BySync(ctx context.Context, s training.Scope) (e store.JournalEntry, undo string, ok bool, err error) {
	e, err = j.find(ctx, s, "", func(store.JournalEntry) bool { return true })
	if training.KindOf(err) == training.KindNotFound && err != nil {
		return e, "", false, nil
	}
	return e, j.command("undo", e.ID), err == nil && e.Face == syncFace, err
}

// UndoOwn undoes an entry for an assistant. The entry must have been made through the face
// of w, or be an import, which needs consent. An undo that deletes recorded data, shows what
// was hidden from assistants, or is sent to a service needs consent like any other such write.
func (j *Journal) UndoOwn(ctx context.Context, w Write, id string) (Outcome, error) {
	s := training.Scope{Athlete: w.Athlete, Audience: w.Audience}
	entry, err := j.find(ctx, s, id, func(e store.JournalEntry) bool { return e.Face == w.Face })
	if err != nil {
		return Outcome{}, err
	}
	if entry.Face != w.Face && entry.Face != "import" {
		return Outcome{}, training.Errorf(training.KindForbidden, "%s was not written by an assistant.", entry.ID).
			WithFix("The athlete can take it back: %s", j.command("undo", entry.ID))
	}
	if w.MayUndo != nil {
		if err := w.MayUndo(entry.Tool); err != nil {
			return Outcome{}, err
		}
	}
	if w.Args, err = json.Marshal(map[string]string{"id": entry.ID}); err != nil { // the latest entry may be a different one after the consent
		return Outcome{}, err
	}
	for _, op := range inverse(entry) {
		w.Destructive = w.Destructive || takesAway(op.Kind) || shows(op)
	}
	return j.takeBack(ctx, s, entry, w, func(a AtService) bool { return a.State != AtServiceCancelled })
}

// takesAway reports whether a step deletes recorded or entered data.
func takesAway(k OpKind) bool {
	return k == OpRemoveRun || k == OpRemoveRecording || k == OpDeleteActivity
}

// shows reports whether a step shows assistants what was hidden from them.
func shows(o Op) bool {
	if o.Kind == OpPutAthlete {
		var c athleteChanged // Was is what the step restores
		return json.Unmarshal(o.Data, &c) != nil || c.Was.ID == "" || c.Was.Sharing.Exceeds(c.Is.Sharing)
	}
	var set Override
	return o.Kind == OpSetOverride && json.Unmarshal(o.Data, &set) == nil && set.Field == "hidden_from_models" && string(set.Value) != "true"
}

func (j *Journal) takeBack(
	ctx context.Context, s training.Scope, entry store.JournalEntry, w Write, asks func(AtService) bool,
) (Outcome, error) {
	if err := j.refuseIfOvertaken(ctx, s, entry); err != nil {
		return Outcome{}, err
	}
	var ops []Op
	if err := json.Unmarshal(entry.Inverse, &ops); err != nil {
		return Outcome{}, training.Errorf(training.KindCorrupt, "The undo data of %s cannot be read: %w.", entry.ID, err)
	}
	former, err := j.formerState(ctx, s, ops)
	if err != nil {
		return Outcome{}, err
	}
	w.Tool, w.Summary, w.Targets = "undo", i18n.Sentencef("Undo: %s", i18n.Sentence(entry.Summary)), targets(entry)
	return j.do(ctx, w, operation{
		undoes: entry.ID, asks: asks,
		apply: func(tx *store.Tx) (effect Effect, err error) {
			effect.Changes = mirrored(entry)
			for _, op := range ops {
				back, why, err := former.take(tx, s.Athlete, op)
				if err != nil {
					return effect, err
				}
				if effect.Changed = append(effect.Changed, back); why != "" {
					effect.leave(op, why)
				}
			}
			return effect, tx.MarkUndone(s.Athlete, entry.ID, w.Now)
		},
		send: func(ctx context.Context, tx *store.Tx, id string, w Write, _ *Effect) ([]AtService, error) {
			if j.outbox == nil {
				return nil, nil
			}
			return j.outbox.Revert(ctx, tx, Entry{id, w.Athlete, w.Now}, entry.ID)
		},
	})
}

// lookBack is the number of entries that are searched for the latest one, and for later
// writes to the same things.
const lookBack = 1000

// whole returns the athlete's own scope, because an undo also restores data
// that a model may not see.
func whole(s training.Scope) training.Scope {
	return training.Everything(s.Athlete)
}

// find returns the entry to undo, if the audience may see it: the one with the
// given id, or the latest one for which may returns true.
func (j *Journal) find(ctx context.Context, s training.Scope, id string, may func(store.JournalEntry) bool) (store.JournalEntry, error) {
	if id != "" {
		e, err := j.store.JournalEntry(ctx, s, id)
		switch {
		case err != nil:
			return e, err
		case !e.UndoneAt.IsZero():
			return e, training.Errorf(training.KindConflict, "%s has already been undone.", id).
				WithFix("%s lists what you can still undo.", j.command("undo", "--list"))
		}
		return j.store.JournalEntry(ctx, whole(s), id)
	}
	entries, err := j.store.Journal(ctx, s, lookBack)
	if err != nil {
		return store.JournalEntry{}, err
	}
	for _, e := range entries {
		if e.UndoneAt.IsZero() && e.Undoes == "" && may(e) {
			return j.store.JournalEntry(ctx, whole(s), e.ID)
		}
	}
	return store.JournalEntry{}, training.Errorf(training.KindNotFound,
		"There is nothing to undo.").WithFix("%s shows what was written.", j.command("undo", "--list"))
}

func targets(e store.JournalEntry) map[string]string {
	var f forward
	if json.Unmarshal(e.Forward, &f) != nil {
		return nil
	}
	return f.Targets
}

// refuseIfOvertaken returns an error if an undo would overwrite later writes.
func (j *Journal) refuseIfOvertaken(ctx context.Context, s training.Scope, e store.JournalEntry) error {
	later, err := j.store.Journal(ctx, whole(s), lookBack)
	if err != nil {
		return err
	}
	mine := touched(e)
	others, err := j.store.Aliases(ctx, s.Athlete, slices.Collect(maps.Keys(mine)))
	if err != nil {
		return err
	}
	for _, id := range others {
		mine[id] = true
	}
	if err := j.brought(ctx, whole(s), e, mine); err != nil {
		return err
	}
	undoes := map[string]string{}
	for _, l := range later {
		undoes[l.ID] = l.Undoes
	}
	for _, l := range later { // newest first
		if l.ID == e.ID {
			return nil
		}
		stands := l.UndoneAt.IsZero() // an undo counts as a write while it is in effect
		for id := l.Undoes; id != "" && l.UndoneAt.IsZero(); id = undoes[id] {
			stands = !stands
		}
		if !stands {
			continue
		}
		for t := range touched(l) {
			if mine[t] {
				if _, err := j.store.JournalEntry(ctx, s, l.ID); err != nil { // only the athlete may see that entry
					return training.Errorf(training.KindConflict,
						"A later write changed the same data.").WithFix("The athlete can undo it first: %s", j.command("undo", l.ID))
				}
				return training.Errorf(training.KindConflict, "A later write changed the same data: %s", i18n.Sentence(l.Summary)).
					WithFix("Undo it first: %s", j.command("undo", l.ID))
			}
		}
	}
	return nil
}

// mirrored returns the changes of an entry, with before and after swapped.
func mirrored(e store.JournalEntry) []Change {
	out := ChangesOf(e)
	for i := range out {
		out[i].Before, out[i].After = out[i].After, out[i].Before
	}
	return out
}

// state holds the data that some steps need to find their inverses.
type state struct {
	athlete training.Athlete
	history training.History
}

func (j *Journal) formerState(ctx context.Context, s training.Scope, ops []Op) (state, error) {
	s = whole(s)
	var st state
	var err error
	for _, op := range ops {
		switch op.Kind {
		case OpPutAthlete:
			st.athlete, err = j.store.Athlete(ctx, s)
		case OpPutThreshold, OpDeleteThreshold:
			st.history, err = j.store.History(ctx, s)
		}
		if err != nil {
			return st, fmt.Errorf("read the values that the undo replaces: %w", err)
		}
	}
	return st, nil
}

// touched returns the things to which an entry's write or its inverse refers.
func touched(e store.JournalEntry) map[string]bool {
	out := map[string]bool{}
	for t := range targets(e) {
		out[t] = true
	}
	for _, op := range inverse(e) {
		if t := thing(op); t != "" {
			out[t] = true
		}
	}
	return out
}

func inverse(e store.JournalEntry) []Op {
	var ops []Op
	if json.Unmarshal(e.Inverse, &ops) != nil {
		return nil
	}
	return ops
}

// thing returns the target of a step in the form that tools use, or "" if tools
// have no form for it.
func thing(o Op) string {
	switch o.Kind {
	case OpPutDocument:
		var d Document
		if json.Unmarshal(o.Data, &d) != nil {
			return ""
		}
		return named(string(d.Collection), o.ID)
	case OpPutThreshold, OpDeleteThreshold:
		var e training.ThresholdEntry
		if json.Unmarshal(o.Data, &e) != nil {
			return ""
		}
		return fmt.Sprintf("%s:%s:%d", e.Key, e.Sport, e.From)
	}
	return string(activityOf(o))
}

// activityOf returns the activity that a step is about, or "" if there is none.
func activityOf(o Op) training.ActivityID {
	switch o.Kind {
	case OpSetOverride, OpDeleteActivity, OpRestoreActivity, OpPutManual:
		return training.ActivityID(o.ID)
	case OpPutNote, OpDeleteNote:
		var n store.Note
		if json.Unmarshal(o.Data, &n) == nil {
			return n.Activity
		}
	}
	return ""
}

// named returns the name of gear or of another document in the form that tools use.
func named(kind, id string) string { return strings.TrimPrefix(kind, "gear_") + ":" + id }

// brought adds the documents from an entry's import runs that would be incomplete after an
// undo. The athlete's edits to a day of wellness are complete by themselves, but edits to a
// route or a workout alone are not a route or a workout.
func (j *Journal) brought(ctx context.Context, s training.Scope, e store.JournalEntry, to map[string]bool) error {
	for _, op := range inverse(e) {
		if op.Kind != OpRemoveRun {
			continue
		}
		all, err := j.store.RunDocuments(ctx, s, op.ID)
		if err != nil {
			return err
		}
		for _, d := range all {
			if d.Collection != document.Wellness {
				to[named(string(d.Collection), d.ID)] = true
			}
		}
	}
	return nil
}
