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

// Write is a write that a tool or a command is about to perform.
type Write struct {
	Athlete training.AthleteID
	// Audience is the audience of the write's result. The zero value is a
	// model, which may see the least.
	Audience training.Audience
	// Person makes the write, from elsewhere; empty is whoever uses this machine.
	Person  training.PersonID
	Face    string // mcp, cli, dashboard or import
	Tool    string
	Summary i18n.Sentence // one sentence, such as "Rename the ride of 2026-05-01 to …"
	// Args holds the tool's parsed arguments. An approval applies only to them.
	Args json.RawMessage
	// Targets maps the ids of the things that the write changes to their versions.
	Targets map[string]string
	// Destructive means that the write needs a person's consent. A write that other people
	// can see on a service needs consent too.
	Destructive bool
	// MayUndo returns an error if the writer may not undo a write of a tool; nil allows every tool.
	MayUndo func(tool string) error
	// Approval is the id of the granted approval, if any.
	Approval string
	// approvedBy is the person who granted Approval.
	approvedBy training.PersonID
	DryRun     bool
	Now        time.Time
}

// Effect describes the changes of a write. The function that makes the changes fills it in.
type Effect struct {
	Changes      []Change  // for people
	Changed      []Changed // in the order in which they were made
	Irreversible []i18n.Sentence
	// NotShown gives the reason for each step of an undo that changed nothing.
	NotShown []i18n.Sentence
}

// Change is a changed field with its values, for people.
type Change struct {
	Target string        `json:"target"`
	Field  string        `json:"field"`
	Before i18n.Sentence `json:"before,omitempty"`
	After  i18n.Sentence `json:"after,omitempty"`
	// Of is the kind of Target, which every change has. From Of and Field, the
	// store determines who may see the change.
	Of store.ChangeKind `json:"-"`
	// Gravity is the importance of the change in a question.
	Gravity Gravity `json:"-"`
}

// Op is one step of an inverse, in a form that can be stored.
type Op struct {
	Kind OpKind          `json:"kind"`
	ID   string          `json:"id,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
}

// OpKind is the name of an inverse step.
type OpKind string

// These are the inverse steps. Applying a step yields its own inverse, so that undos can be
// undone.
const (
	OpSetOverride      OpKind = "set_override"    // Data: {"field","value"}; null removes the override
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
	OpPutDocument      OpKind = "put_document" // athlete's layer of an event, a day of wellness, …

	// Earlier versions used other names for OpPutDocument. The data of its step for gear
	// does not include the collection.
	opStandDocument OpKind = "stand_document"
	opPutGear       OpKind = "put_gear"
)

// UnmarshalJSON reads a step, and converts steps of earlier versions to the current form.
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

// Outcome describes a completed write.
type Outcome struct {
	JournalID string   `json:"journal_id,omitempty"` // empty in a dry run
	DryRun    bool     `json:"dry_run,omitempty"`
	Changes   []Change `json:"changes,omitempty"`
	Undo      string   `json:"undo,omitempty"` // command that undoes it
	// AtService lists the results on connected services.
	AtService []AtService `json:"at_service,omitempty"`
	// NotShown lists the values that an undo restored without a visible change.
	NotShown []i18n.Sentence `json:"-"`
	// Idle means that an undo changed nothing visible.
	Idle bool `json:"-"`
}

// Preview describes a write to the person who has to approve it.
type Preview struct {
	Tool    string        `json:"tool"`
	Summary i18n.Sentence `json:"summary"`
	Changes []Change      `json:"changes,omitempty"`
	// Grave counts the changes of each severity, most severe first. Changes has the same order.
	Grave        [gravities]int  `json:"grave"`
	Irreversible []i18n.Sentence `json:"irreversible,omitempty"`
	// AtService lists the messages to connected services. Others describes the
	// people who could see the changes there.
	AtService []AtService     `json:"at_service,omitempty"`
	Others    []i18n.Sentence `json:"others,omitempty"`
	Token     string          `json:"approval"` // identifies the approval, but does not grant it
	// Approve is the command that the athlete types in a terminal to agree.
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

// PutThreshold returns the step that writes a dated setting.
func PutThreshold(e training.ThresholdEntry) Op { return op(OpPutThreshold, "", e) }

// DeleteThreshold returns the step that removes the dated setting with the key, sport and day of e.
func DeleteThreshold(e training.ThresholdEntry) Op { return op(OpDeleteThreshold, "", e) }

// RestoreThreshold returns the step that restores the dated setting with the
// key, sport and day of e to its state in h.
func RestoreThreshold(h training.History, e training.ThresholdEntry) Op {
	for _, was := range h {
		if was.Key == e.Key && was.Sport == e.Sport && was.From == e.From {
			return PutThreshold(was)
		}
	}
	return DeleteThreshold(e)
}

// athleteChanged is the data of [OpPutAthlete]; earlier versions stored only the field Was.
type athleteChanged struct{ Was, Is training.Athlete }

// PutAthlete returns the step that restores the fields that differ between was and is.
func PutAthlete(was, is training.Athlete) Op {
	is.Unsaid = false // as in every stored row
	return op(OpPutAthlete, string(was.ID), athleteChanged{was, is})
}

// Manual is the data of [OpPutManual]: an activity that was entered by hand.
type Manual struct {
	Activity training.Activity
	Summary  store.Summary
}

// PutManual returns the step that writes the row and the values of an activity entered by hand.
func PutManual(m Manual) Op { return op(OpPutManual, string(m.Activity.ID), m) }

// PutNote returns the step that writes a note.
func PutNote(n store.Note) Op { return op(OpPutNote, n.ID, n) }

// DeleteNote returns the step that removes a note. It contains the note, so
// that it can be restored.
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

// op encodes a step. Steps contain only plain data, so encoding them cannot fail.
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
		return v, training.Errorf(training.KindCorrupt, "A journal entry cannot be read: %w.", err)
	}
	return v, nil
}

// applyDelete deletes an activity. It refuses to delete an activity again if its recordings
// or merged activities have changed since the first deletion: recordings added since then
// were never deleted, and recordings moved to another activity would not be deleted.
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
				"%s now consists of different recordings and entries from when it was deleted, so it is not deleted again.", o.ID).
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
	if err == nil && c.Was.ID == "" { // written by an earlier version
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
	if !m.Activity.Start.Equal(was.Activity.Start) || m.Activity.Sport != was.Activity.Sport { // the recording may be a different one
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
