package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Journal is where writes go. It records each with what takes it back, asks a
// person where one must agree, and has it sent to services.
type Journal interface {
	Do(ctx context.Context, w journal.Write, apply func(tx *store.Tx) (journal.Effect, error)) (journal.Outcome, error)
	Withheld(ctx context.Context, s training.Scope) (store.Withheld, error)
}

// dryRun is the argument of every tool that writes by which it only shows what
// it would do. No toolset declares it: [Call.DryRun] has it.
const dryRun = "dry_run"

func addDryRun(arguments *jsonschema.Schema) {
	arguments.Properties[dryRun] = &jsonschema.Schema{Type: "boolean"}
	arguments.PropertyOrder = append(arguments.PropertyOrder, dryRun)
}

// Write is a write of the call's tool to targets, which are ids with what a
// person's agreement is bound to of each.
func (c *Call) Write(summary i18n.Sentence, targets map[string]string) journal.Write {
	return journal.Write{
		Athlete: c.Scope.Athlete, Audience: c.Scope.Audience, Face: c.Face, Tool: c.Tool, Summary: summary, Args: c.Args,
		Targets: targets, Approval: c.Approval, DryRun: c.DryRun, Now: c.Now,
	}
}

// Written is the answer to a write.
type Written struct {
	LocalDate training.Day `json:"local_date"`
	TimeZone  string       `json:"time_zone"`
	journal.Outcome
	Notes []i18n.Sentence `json:"notes,omitempty"`
}

// WrittenOne is the answer to a write to one thing.
type WrittenOne struct {
	ID string `json:"id,omitempty"` // absent for what a dry run would make
	Written
}

// Written answers with what became of a write.
func (c *Call) Written(out journal.Outcome, notes ...i18n.Sentence) Written {
	return Written{c.Today, c.Location.String(), out, notes}
}

// Unchanged answers a write that would change nothing.
func (c *Call) Unchanged(note i18n.Sentence) Written {
	return c.Written(journal.Outcome{DryRun: c.DryRun}, note)
}

// Do makes a write to the thing of id and answers with what became of it; made
// says that it is new.
func (c *Call) Do(
	ctx context.Context, j Journal, w journal.Write, id string, made bool, apply func(tx *store.Tx) (journal.Effect, error),
) (*WrittenOne, error) {
	out, err := j.Do(ctx, w, apply)
	if err != nil {
		return nil, err
	}
	if made && c.DryRun {
		id = ""
	}
	return &WrittenOne{id, c.Written(out)}, nil
}

// KeptHere notes that a service which has the thing too did not get the change.
func (w *Written) KeptHere(said []document.Said) {
	at := slices.IndexFunc(said, func(s document.Said) bool { return s.Source != document.OfFiles })
	if at >= 0 && len(w.AtService) == 0 {
		w.Notes = append(w.Notes, i18n.Sentencef("The change is kept here; it is not sent to %s.", said[at].Source))
	}
}

// OwnWords holds the athlete's fields of a document, as a write leaves it.
type OwnWords struct {
	In  document.Collection
	ID  string
	Own document.Own
	// Had are the fields that the change was worked out from, and Stale is the
	// answer if others are stored by now. Without it they are written over.
	Had   json.RawMessage
	Stale error
	// To is the one service that gets the document if it has it not; empty is
	// the home source.
	To string
}

// OwnOf are the words on a document, a what in sentences, that before was read of.
func OwnOf(in document.Collection, what, id string, before *document.Document, words document.Own) OwnWords {
	return OwnWords{
		In: in, ID: id, Own: words, Had: before.Own,
		Stale: training.Errorf(training.KindConflict, "The %s %s was changed meanwhile.", what, id).WithFix("Read it again, then call again."),
	}
}

// Put writes the words, and adds to e what takes them back.
func (o *OwnWords) Put(tx *store.Tx, a training.AthleteID, e *journal.Effect) error {
	former, err := tx.PutOwn(a, o.In, o.ID, o.Own)
	if err != nil {
		return err
	}
	if o.Stale != nil && (former.Deleted || !bytes.Equal(former.Fields, o.Had)) {
		return o.Stale
	}
	e.Changed = append(e.Changed, journal.DocumentChanged{Collection: o.In, ID: o.ID, Before: former, To: o.To})
	return nil
}

// Put makes the function of a write that changes one document alone.
func (c *Call) Put(o OwnWords, changes ...journal.Change) func(tx *store.Tx) (journal.Effect, error) {
	return func(tx *store.Tx) (journal.Effect, error) {
		e := journal.Effect{Changes: changes}
		err := o.Put(tx, c.Scope.Athlete, &e)
		return e, err
	}
}

// SetAndCleared refuses to set and to clear one field at once.
func SetAndCleared(field string) error {
	return training.Errorf(training.KindInvalid, "%s is both set and cleared.", field).WithFix("Do one of the two.")
}

// InRow says in which of several things an error is.
func InRow(what string, i int, err error) error {
	if e, ok := errors.AsType[*training.Error](err); ok {
		c := *e
		c.What = fmt.Sprintf("In %s %d: %s", what, i+1, c.What)
		return &c
	}
	return fmt.Errorf("%s %d: %w", what, i+1, err)
}
