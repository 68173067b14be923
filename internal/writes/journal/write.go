package journal

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Write is a write that a tool or command is about to make.
type Write struct {
	Athlete training.AthleteID
	// Audience is the reader of the write's result. The zero value is a model,
	// which may see the least.
	Audience training.Audience
	Face     string // mcp, cli, dashboard or import
	Tool     string
	Summary  i18n.Sentence // one sentence: "Rename the ride of 2026-05-01 to …"
	// Args are the tool's parsed arguments; an approval is bound to them.
	Args json.RawMessage
	// Targets maps the ids that the write touches to their versions.
	Targets map[string]string
	// Destructive writes need a person's consent, as do those that other people
	// can see at a service.
	Destructive bool
	// Approval is the id of the granted approval, if any.
	Approval string
	DryRun   bool
	Now      time.Time
}

// Effect describes a write's changes, filled in by the function that made them.
type Effect struct {
	Changes      []Change  // for people
	Changed      []Changed // in order of time
	Irreversible []i18n.Sentence
	// NotShown gives the reason for each step of an undo that changed nothing.
	NotShown []i18n.Sentence
}

// Change is one field before and after, for people.
type Change struct {
	Target string        `json:"target"`
	Field  string        `json:"field"`
	Before i18n.Sentence `json:"before,omitempty"`
	After  i18n.Sentence `json:"after,omitempty"`
	// Of is the kind of Target: from Of and Field, the store decides who may
	// see the change. Every change has it.
	Of store.ChangeKind `json:"-"`
	// Gravity is the change's importance in a question.
	Gravity Gravity `json:"-"`
}

// Op is one step of an inverse, in a form that can be stored.
type Op struct {
	Kind OpKind          `json:"kind"`
	ID   string          `json:"id,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
}

// OpKind names an inverse step.
type OpKind string

// The inverse steps. Each is applied with its own inverse, so undos can be
// undone.
const (
	OpSetOverride      OpKind = "set_override"    // Data: {"field","value"}; a null value removes the override
	OpDeleteActivity   OpKind = "delete_activity" // Data: its recordings and merged activities, if it is deleted again
	OpRestoreActivity  OpKind = "restore_activity"
	OpPutThreshold     OpKind = "put_threshold"
	OpDeleteThreshold  OpKind = "delete_threshold"
	OpPutAthlete       OpKind = "put_athlete"
	OpPutManual        OpKind = "put_manual" // the row and values of an activity entered by hand
	OpPutNote          OpKind = "put_note"
	OpDeleteNote       OpKind = "delete_note"
	OpRemoveRecording  OpKind = "remove_recording"
	OpRestoreRecording OpKind = "restore_recording"
	OpRemoveRun        OpKind = "remove_run" // every recording of an import run
	OpRestoreRun       OpKind = "restore_run"
	OpPutDocument      OpKind = "put_document" // the athlete's own layer of an event, a day of wellness, …

	// Entries of earlier versions use other names for OpPutDocument; the one
	// for gear has no collection.
	opStandDocument OpKind = "stand_document"
	opPutGear       OpKind = "put_gear"
)

// UnmarshalJSON reads a step and converts it to this version's form.
func (o *Op) UnmarshalJSON(b []byte) error {
	type plain Op
	if err := json.Unmarshal(b, (*plain)(o)); err != nil {
		return err
	}
	switch o.Kind {
	case opStandDocument:
		o.Kind = OpPutDocument
	case opPutGear:
		own, err := decode[document.Own](o.Data)
		*o = PutDocument(document.Gear, o.ID, own)
		return err
	}
	return nil
}

// Outcome describes a write after it was made.
type Outcome struct {
	JournalID string   `json:"journal_id,omitempty"` // empty on a dry run
	DryRun    bool     `json:"dry_run,omitempty"`
	Changes   []Change `json:"changes,omitempty"`
	Undo      string   `json:"undo,omitempty"` // the command that undoes it
	// AtService lists the results at connected services.
	AtService []AtService `json:"at_service,omitempty"`
	// NotShown names values that an undo restored without a visible change.
	NotShown []i18n.Sentence `json:"-"`
	// Idle is set if the undo did nothing else.
	Idle bool `json:"-"`
}

// Preview is shown to a person before they agree.
type Preview struct {
	Tool    string        `json:"tool"`
	Summary i18n.Sentence `json:"summary"`
	Changes []Change      `json:"changes,omitempty"`
	// Grave counts the changes of each gravity, the worst first, which is their
	// order in Changes.
	Grave        [gravities]int  `json:"grave"`
	Irreversible []i18n.Sentence `json:"irreversible,omitempty"`
	// AtService lists the messages to connected services, and Others the people
	// who could see it there.
	AtService []AtService     `json:"at_service,omitempty"`
	Others    []i18n.Sentence `json:"others,omitempty"`
	Token     string          `json:"approval"` // identifies the approval; it grants nothing
	// Approve is the line that the athlete types in a terminal to agree.
	Approve   string    `json:"-"`
	ExpiresAt time.Time `json:"expires_at"`
}

// Override is the data of [OpSetOverride].
type Override struct {
	Field string          `json:"field"`
	Value json.RawMessage `json:"value"` // null removes the override
}

// SetOverride returns the step that sets a field of an activity; a nil value
// removes the athlete's edit.
func SetOverride(id training.ActivityID, field string, value json.RawMessage) Op {
	if value == nil {
		value = json.RawMessage("null")
	}
	return op(OpSetOverride, string(id), Override{field, value})
}

// PutThreshold returns the step that sets a dated setting.
func PutThreshold(e training.ThresholdEntry) Op { return op(OpPutThreshold, "", e) }

// DeleteThreshold returns the step that removes the setting with e's key, sport
// and day.
func DeleteThreshold(e training.ThresholdEntry) Op { return op(OpDeleteThreshold, "", e) }

// RestoreThreshold returns the step that restores the setting of e's key, sport
// and day to its state in h.
func RestoreThreshold(h training.History, e training.ThresholdEntry) Op {
	for _, was := range h {
		if was.Key == e.Key && was.Sport == e.Sport && was.From == e.From {
			return PutThreshold(was)
		}
	}
	return DeleteThreshold(e)
}

// athleteChanged is the data of [OpPutAthlete]; earlier versions stored only
// Was.
type athleteChanged struct{ Was, Is training.Athlete }

// PutAthlete returns the step that resets the fields that differ between was
// and is to their values in was.
func PutAthlete(was, is training.Athlete) Op {
	is.Unsaid = false // as in every written row
	return op(OpPutAthlete, string(was.ID), athleteChanged{was, is})
}

// Manual is the data of [OpPutManual]: an activity that was entered by hand.
type Manual struct {
	Activity training.Activity
	Summary  store.Summary
}

// PutManual returns the step that writes the row and the values of an activity
// that was entered by hand.
func PutManual(m Manual) Op { return op(OpPutManual, string(m.Activity.ID), m) }

// PutNote returns the step that writes a note.
func PutNote(n store.Note) Op { return op(OpPutNote, n.ID, n) }

// DeleteNote returns the step that removes a note; the step keeps the note.
func DeleteNote(n store.Note) Op { return op(OpDeleteNote, n.ID, n) }

// Document is the data of [OpPutDocument]: the athlete's layer of a document.
type Document struct {
	Collection document.Collection `json:"collection"`
	document.Own
}

// PutDocument returns the step that replaces the athlete's layer of a document.
func PutDocument(c document.Collection, id string, own document.Own) Op {
	return op(OpPutDocument, id, Document{c, own})
}

// op encodes a step. Steps are plain data, so encoding them cannot fail.
func op(kind OpKind, id string, data any) Op {
	b, err := json.Marshal(data)
	if err != nil {
		panic("journal: a step that cannot be encoded: " + err.Error())
	}
	return Op{Kind: kind, ID: id, Data: b}
}

// apply carries out one step and returns the step that undoes it.
func (st state) apply(tx *store.Tx, a training.AthleteID, o Op) (Op, error) {
	act, rec := training.ActivityID(o.ID), training.RecordingID(o.ID)
	switch o.Kind {
	case OpDeleteActivity:
		return applyDelete(tx, a, o)
	case OpRestoreActivity:
		parts, err := tx.MadeOf(a, act)
		return op(OpDeleteActivity, o.ID, parts), errors.Join(err, tx.RestoreActivity(a, act))
	case OpRemoveRecording:
		return Op{Kind: OpRestoreRecording, ID: o.ID}, tx.RemoveRecording(a, rec)
	case OpRestoreRecording:
		return Op{Kind: OpRemoveRecording, ID: o.ID}, tx.RestoreRecording(a, rec)
	case OpRemoveRun:
		return Op{Kind: OpRestoreRun, ID: o.ID}, tx.RemoveRun(a, o.ID)
	case OpRestoreRun:
		return Op{Kind: OpRemoveRun, ID: o.ID}, tx.RestoreRun(a, o.ID)
	case OpSetOverride:
		return applyOverride(tx, a, act, o.Data)
	case OpPutThreshold, OpDeleteThreshold:
		return st.applyThreshold(tx, a, o)
	case OpPutAthlete:
		return st.applyAthlete(tx, o.Data)
	case OpPutManual:
		return applyManual(tx, a, o)
	case OpPutNote, OpDeleteNote:
		return applyNote(tx, a, o)
	case OpPutDocument:
		return applyDocument(tx, a, o)
	}
	return Op{}, training.Errorf(training.KindUnsupported, "This version does not know the step %q.", o.Kind).
		WithFix("Undo it with the version of Lapkeep that wrote it, or a newer one.")
}

func decode[T any](data json.RawMessage) (T, error) {
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		return v, training.Errorf(training.KindCorrupt, "A step of the journal cannot be read: %w.", err)
	}
	return v, nil
}

// applyDelete deletes an activity. Deleting an activity again is refused if its
// recordings or merged activities have changed since the first deletion:
// recordings added since then were never deleted, and recordings that moved to
// another activity would stay.
func applyDelete(tx *store.Tx, a training.AthleteID, o Op) (back Op, err error) {
	id := training.ActivityID(o.ID)
	if len(o.Data) > 0 {
		had, err := decode[[]string](o.Data)
		if err != nil {
			return back, err
		}
		has, err := tx.MadeOf(a, id)
		if err != nil {
			return back, err
		}
		if !slices.Equal(had, has) {
			return back, training.Errorf(training.KindConflict,
				"%s now consists of other recordings and entries than when it was deleted, so it is not deleted again.", o.ID).
				WithFix("Split it first (lapkeep duplicates split %s), or delete it as it is with delete_activity.", o.ID)
		}
	}
	return Op{Kind: OpRestoreActivity, ID: o.ID}, tx.DeleteActivity(a, id)
}

func applyOverride(tx *store.Tx, a training.AthleteID, id training.ActivityID, data json.RawMessage) (Op, error) {
	v, err := decode[Override](data)
	if err != nil {
		return Op{}, err
	}
	if string(v.Value) == "null" {
		v.Value = nil
	}
	former, err := tx.SetOverride(a, id, v.Field, v.Value)
	return SetOverride(id, v.Field, former), err
}

func (st state) applyThreshold(tx *store.Tx, a training.AthleteID, o Op) (Op, error) {
	e, err := decode[training.ThresholdEntry](o.Data)
	if err != nil {
		return Op{}, err
	}
	inverse := RestoreThreshold(st.history, e)
	if o.Kind == OpDeleteThreshold {
		return inverse, tx.DeleteThreshold(a, e)
	}
	return inverse, tx.PutThreshold(a, e)
}

func (st state) applyAthlete(tx *store.Tx, data json.RawMessage) (Op, error) {
	c, err := decode[athleteChanged](data)
	if err == nil && c.Was.ID == "" { // from an earlier version
		c.Is = st.athlete
		c.Was, err = decode[training.Athlete](data)
	}
	if err != nil {
		return Op{}, err
	}
	now := st.athlete
	to, was, is := reflect.ValueOf(&now).Elem(), reflect.ValueOf(c.Was), reflect.ValueOf(c.Is)
	for i := range to.NumField() {
		if !was.Field(i).Equal(is.Field(i)) {
			to.Field(i).Set(was.Field(i))
		}
	}
	back := op(OpPutAthlete, string(now.ID), athleteChanged{st.athlete, now})
	if now.Unsaid {
		return back, tx.GuessAthlete(now)
	}
	return back, tx.PutAthlete(now)
}

func applyManual(tx *store.Tx, a training.AthleteID, o Op) (Op, error) {
	m, err := decode[Manual](o.Data)
	if err != nil {
		return Op{}, err
	}
	var was Manual
	if was.Activity, was.Summary, err = tx.OwnRow(a, m.Activity.ID); err != nil {
		return Op{}, err
	}
	err = tx.PutActivity(a, m.Activity)
	if !m.Activity.Start.Equal(was.Activity.Start) || m.Activity.Sport != was.Activity.Sport { // it may be another recording's
		err = errors.Join(err, tx.Redirect(a, m.Activity.ID, m.Activity.ID))
	}
	if err != nil {
		return Op{}, err
	}
	return PutManual(was), tx.PutSummary(a, m.Activity.ID, m.Summary)
}

func applyNote(tx *store.Tx, a training.AthleteID, o Op) (Op, error) {
	n, err := decode[store.Note](o.Data)
	if err != nil {
		return Op{}, err
	}
	if o.Kind == OpDeleteNote {
		return PutNote(n), tx.DeleteNote(a, n.ID)
	}
	return DeleteNote(n), tx.PutNote(a, n)
}

func applyDocument(tx *store.Tx, a training.AthleteID, o Op) (Op, error) {
	d, err := decode[Document](o.Data)
	if err != nil {
		return Op{}, err
	}
	former, err := tx.PutOwn(a, d.Collection, o.ID, d.Own)
	return PutDocument(d.Collection, o.ID, former), err
}
