// Package journal records every write with its inverse, and holds back writes
// that a person must approve first.
//
// A write and its journal entry share one transaction, so there is never a change without its
// inverse. A dry run is the same write, rolled back. The package defines the steps of inverses, and
// does not depend on tools, protocols or faces.
package journal

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Journal makes and undoes writes.
type Journal struct {
	store  *store.DB
	newID  func() string
	outbox Outbox // nil if there is none
	home   string // see [Journal.For]
}

// New returns a journal for a store. newID must return unguessable ids; they
// identify entries and approvals.
func New(s *store.DB, newID func() string) *Journal {
	return &Journal{store: s, newID: newID}
}

// WithOutbox returns the journal with an outbox for messages to services.
func (j *Journal) WithOutbox(o Outbox) *Journal {
	return &Journal{store: j.store, newID: j.newID, outbox: o, home: j.home}
}

// For returns the journal for a home directory that commands do not find by
// default. The commands in texts then contain it, as in " --home /data".
func (j *Journal) For(home string) *Journal {
	return &Journal{store: j.store, newID: j.newID, outbox: j.outbox, home: home}
}

// command returns the command line that a person types in a terminal.
func (j *Journal) command(verb, id string) string { return "lapkeep " + verb + " " + id + j.home }

// errDryRun rolls a transaction back when its effect is known.
var errDryRun = errors.New("dry run")

// errOthers rolls back an unapproved write that other people would see.
var errOthers = errors.New("the change would be visible to others")

// Do runs apply in one transaction and records the write with its inverse. A dry
// run is rolled back. If a write is destructive, or if other people could see it,
// and there is no valid approval, it changes nothing and returns [*NeedsConsent].
func (j *Journal) Do(ctx context.Context, w Write, apply func(tx *store.Tx) (Effect, error)) (Outcome, error) {
	return j.do(ctx, w, operation{apply: apply, send: j.enqueue, asks: func(a AtService) bool { return a.Others != "" }})
}

// operation holds the functions of a write.
type operation struct {
	apply func(tx *store.Tx) (Effect, error)
	send  func(ctx context.Context, tx *store.Tx, id string, w Write, e *Effect) ([]AtService, error)
	// asks reports whether a person must approve a message before it is sent.
	asks   func(AtService) bool
	undoes string // id of the entry to undo, if any
}

func (j *Journal) do(ctx context.Context, w Write, d operation) (Outcome, error) {
	t, err := j.toldTo(ctx, w.Athlete, w.Audience)
	if err != nil {
		return Outcome{}, err
	}
	var out Outcome
	if w.DryRun {
		effect, at, err := j.rehearse(ctx, w, d)
		if err != nil {
			return Outcome{DryRun: true}, err
		}
		going, not := split(at)
		out = Outcome{DryRun: true, Changes: effect.Changes, AtService: j.apart(w, fewer(going), not)}
	} else {
		out, err = j.make(ctx, w, d)
		if errors.Is(err, errOthers) {
			w.Destructive = true // what other people have seen cannot be undone
			out, err = j.make(ctx, w, d)
		}
		if err != nil {
			return Outcome{}, err
		}
	}
	out.Changes, out.AtService = d.told(t, out.Changes), t.atService(out.AtService)
	return out, nil
}

// told returns the changes of a write that its audience may see. In an undo, withheld
// values are hidden even if they are new, because the caller did not enter them.
func (d operation) told(t told, all []Change) []Change {
	if d.undoes != "" {
		return t.undone(all)
	}
	return t.changes(all)
}

// make performs a write, with the consent that it needs.
func (j *Journal) make(ctx context.Context, w Write, d operation) (Outcome, error) {
	if w.Destructive {
		approval, err := j.consentTo(ctx, w, d)
		if err != nil {
			return Outcome{}, err
		}
		w.Approval, w.approvedBy = approval.ID, approval.Person
	}
	out := Outcome{JournalID: j.newID()}
	var queued []AtService
	idle := false
	err := j.store.Write(ctx, func(tx *store.Tx) error {
		if w.Destructive {
			if err := tx.UseApproval(w.Athlete, w.Approval, w.Now); err != nil {
				return err
			}
		}
		effect, err := j.effect(tx, d)
		if err != nil {
			return err
		}
		out.Changes, out.NotShown = effect.Changes, effect.NotShown
		idle = len(effect.Changed) > 0 && len(effect.NotShown) == len(effect.Changed)
		if queued, err = d.send(ctx, tx, out.JournalID, w, &effect); err != nil {
			return err
		}
		if !w.Destructive && d.asks != nil && slices.ContainsFunc(queued, d.asks) {
			return errOthers
		}
		return j.record(tx, out.JournalID, w, effect, d.undoes)
	})
	if err != nil {
		return Outcome{}, err
	}
	out.Undo = j.command("undo", out.JournalID)
	going, not := split(queued)
	out.AtService = j.apart(w, j.flush(ctx, w.Athlete, w.Face, out.JournalID, going), not)
	out.Idle = idle && len(going) == 0
	return out, nil
}

// effect performs a write in its transaction.
func (*Journal) effect(tx *store.Tx, d operation) (Effect, error) {
	e, err := d.apply(tx)
	if err != nil || d.undoes != "" { // entries of older versions do not contain the kinds of things that they changed
		return e, err
	}
	return e, attributed(e)
}

// rehearse performs a write to find out its effect, and rolls it back.
func (j *Journal) rehearse(ctx context.Context, w Write, d operation) (effect Effect, at []AtService, err error) {
	err = j.store.Write(ctx, func(tx *store.Tx) error {
		var err error
		if effect, err = j.effect(tx, d); err != nil {
			return err
		}
		if at, err = d.send(ctx, tx, "", w, &effect); err != nil {
			return err
		}
		return errDryRun
	})
	if errors.Is(err, errDryRun) {
		err = nil
	}
	return effect, at, err
}

// forward is the part of an entry that describes the write itself. The inverse
// is stored next to it.
type forward struct {
	Args    json.RawMessage   `json:"args,omitempty"`
	Targets map[string]string `json:"targets,omitempty"`
	Changes []keptChange      `json:"changes,omitempty"`
}

func (j *Journal) record(tx *store.Tx, id string, w Write, e Effect, undoes string) error {
	ops := []Op{} // the changes in reverse order
	for _, c := range slices.Backward(e.Changed) {
		back := c.Inverse()
		slices.Reverse(back)
		ops = append(ops, back...)
	}
	inverse, err := json.Marshal(ops)
	if err != nil {
		return err
	}
	fwd, err := json.Marshal(forward{Args: w.Args, Targets: w.Targets, Changes: kept(e.Changes)})
	if err != nil {
		return err
	}
	return tx.PutJournal(store.JournalEntry{
		ID: id, Athlete: w.Athlete, At: w.Now, Face: w.Face, Tool: w.Tool, Summary: string(w.Summary),
		Forward: fwd, Inverse: inverse, Irreversible: training.Texts(e.Irreversible), Undoes: undoes,
		Person: w.Person, ApprovedBy: w.approvedBy,
	})
}

// RecordImport records a finished import run, so that it can be undone as a
// whole. If recording fails, the run can still be undone by its id.
func (j *Journal) RecordImport(ctx context.Context, run store.ImportRun, summary i18n.Sentence, now time.Time) (Outcome, error) {
	w := Write{
		Athlete: run.Athlete, Face: "import", Tool: "import_files", Summary: summary,
		Targets: map[string]string{run.ID: ""}, Now: now,
	}
	changed := []Changed{Op{Kind: OpRemoveRun, ID: run.ID}}
	for _, t := range run.Own {
		if t.Kind == store.ChangeNote {
			n, err := decode[store.Note](t.Body)
			if err != nil {
				return Outcome{}, err
			}
			changed = append(changed, NoteAdded{Note: n})
			continue
		}
		changed = append(changed, DocumentChanged{Collection: document.Collection(t.Kind), ID: t.ID})
	}
	out, err := j.Do(ctx, w, func(*store.Tx) (Effect, error) { return Effect{Changed: changed}, nil })
	if err != nil {
		out.Undo = j.command("undo", run.ID)
	}
	return out, err
}

// notShared replaces values that an audience may not see.
const notShared = "not shared with assistants"

// told limits an answer to the data that the audience of a write may see. It hides the
// former value of a withheld field. The new value came from the caller, so it is shown.
type told struct{ store.Withheld }

// toldTo returns the limits for an audience.
func (j *Journal) toldTo(ctx context.Context, a training.AthleteID, who training.Audience) (told, error) {
	w, err := j.store.Withheld(ctx, training.Scope{Athlete: a, Audience: who})
	return told{w}, err
}

// Withheld returns the data that an audience may not see.
func (j *Journal) Withheld(ctx context.Context, s training.Scope) (store.Withheld, error) {
	return j.store.Withheld(ctx, s)
}

func (t told) changes(all []Change) []Change {
	out := slices.Clone(all)
	for i := range out {
		if c := &out[i]; t.Hides(c.Of, c.Field) {
			c.Before = notShared
		}
	}
	return out
}

// undone returns the changes of an undo with all withheld values hidden,
// because the caller entered none of them.
func (t told) undone(all []Change) []Change {
	out := slices.Clone(all)
	for i := range out {
		if c := &out[i]; t.Hides(c.Of, c.Field) {
			c.Before, c.After = notShared, notShared
		}
	}
	return out
}

func (t told) atService(all []AtService) []AtService {
	out := slices.Clone(all)
	for i := range out {
		of := out[i].of
		out[i].Differences = slices.DeleteFunc(slices.Clone(out[i].Differences), func(d ledger.Difference) bool { return t.Hides(of, d.Field) })
		if out[i].Fixed != "" && !t.Hides(of, ledger.StepsField) {
			out[i].Note = i18n.InARow(out[i].Note, out[i].Fixed)
		}
	}
	return out
}

// attributed returns an error if a change in the effect has no kind. Without
// it, the store could not decide who may see the change.
func attributed(e Effect) error {
	for _, c := range e.Changes {
		if c.Of == "" {
			return training.Errorf(training.KindInternal, "a change to %s does not state what it changes", c.Field)
		}
	}
	return nil
}

// keptChange is a change as it is stored in an entry, with the arguments of its values.
type keptChange struct {
	Change

	Before string           `json:"before,omitempty"`
	After  string           `json:"after,omitempty"`
	Of     store.ChangeKind `json:"of,omitempty"`
}

func kept(all []Change) []keptChange {
	out := make([]keptChange, len(all))
	for i, c := range all {
		out[i] = keptChange{c, string(c.Before), string(c.After), c.Of}
	}
	return out
}

// ChangesOf returns the changes that an entry recorded, with values that only
// the athlete may see.
func ChangesOf(e store.JournalEntry) []Change {
	var f forward
	if json.Unmarshal(e.Forward, &f) != nil {
		return nil
	}
	out := make([]Change, len(f.Changes))
	for i, k := range f.Changes {
		out[i] = k.Change
		out[i].Before, out[i].After, out[i].Of = i18n.Sentence(k.Before), i18n.Sentence(k.After), k.Of
	}
	return out
}
