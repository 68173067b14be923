package journal

import (
	"encoding/json"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Changed is one thing that a write changed. Its inverse, and what is sent to
// connected services, follow from it.
type Changed interface {
	// Inverse returns the steps that undo the change, in the order in which the
	// change was made.
	Inverse() []Op
}

// Inverse is a change that is sent to no service, given by the steps that undo
// it.
func (o Op) Inverse() []Op { return []Op{o} }

// DocumentChanged is a change of the athlete's own edits of a document from
// Before.
type DocumentChanged struct {
	Collection document.Collection
	ID         string
	Before     document.Own
	// Told lists fields that are sent to services although their values are
	// unchanged: the writer may not learn that they are.
	Told []string
	// To is the one service that gets the document if it has it not; empty is
	// the athlete's home source.
	To string
}

// Inverse returns the operation that restores the former document.
func (c DocumentChanged) Inverse() []Op { return []Op{PutDocument(c.Collection, c.ID, c.Before)} }

// NoteAdded says that a note was added.
type NoteAdded struct{ Note store.Note }

// Inverse removes the note.
func (c NoteAdded) Inverse() []Op { return []Op{DeleteNote(c.Note)} }

// ActivityChanged says that the athlete's edits of an activity changed.
type ActivityChanged struct {
	Before training.Activity
	Fields []FieldChanged
	// Told is as in [DocumentChanged].
	Told []string
}

// FieldChanged is a field of an activity with the athlete's earlier value, nil
// for none.
type FieldChanged struct {
	Field  string
	Before json.RawMessage
}

// Inverse returns the steps that restore each field.
func (c ActivityChanged) Inverse() []Op {
	var out []Op
	for _, f := range c.Fields {
		out = append(out, SetOverride(c.Before.ID, f.Field, f.Before))
	}
	return out
}

// ActivityEntered says that an activity was entered by hand, replacing a former
// entry if there was one.
type ActivityEntered struct {
	Key    string  // what the athlete calls it, empty if nothing
	Before *Manual // its own row, nil for none
	After  Manual
	// Deleted says that Before was deleted and that this brings the activity back.
	Deleted bool
}

// Inverse returns the step that deletes the activity or restores the former
// entry.
func (c ActivityEntered) Inverse() (out []Op) {
	if c.Before == nil || c.Deleted {
		out = append(out, Op{Kind: OpDeleteActivity, ID: string(c.After.Activity.ID)})
	}
	if c.Before != nil {
		out = append(out, PutManual(*c.Before))
	}
	return out
}

// ActivityDeleted says that an activity was deleted.
type ActivityDeleted struct {
	ID training.ActivityID
	// Recorded says that the activity has recordings, Original that the file of
	// at least one of them is kept here.
	Recorded, Original bool
}

// Inverse returns the step that restores the activity.
func (c ActivityDeleted) Inverse() []Op { return []Op{{Kind: OpRestoreActivity, ID: string(c.ID)}} }

// RecordingSent says that the recording of an activity is to be sent to a
// service.
type RecordingSent struct {
	ID       training.ActivityID
	Original string // the hash of its file
	To       string
}

// Inverse returns nil: nothing changed here.
func (RecordingSent) Inverse() []Op { return nil }

// SettingsChanged holds the settings of a sport in force today, before and
// after a write.
type SettingsChanged struct {
	Sport         training.Discipline
	Before, After map[training.ThresholdKey][]float64
	// Own says that settings were given to this sport itself, and Deleted that
	// all its own settings were deleted.
	Own, Deleted bool
}

// Inverse returns nil: the dated settings on which this is based have their own
// steps.
func (SettingsChanged) Inverse() []Op { return nil }

// SettingsApplied asks the services that have a document of settings to compute
// their past activities again by it.
type SettingsApplied struct{ Document string }

// Inverse returns nil: nothing changed here.
func (SettingsApplied) Inverse() []Op { return nil }

// ApartChanged is a change to a thing that only a service has, and of which its
// terms allow nothing to be stored here.
type ApartChanged struct {
	Of     store.ChangeKind
	Source string
	ID     string // the service's own
	Fields ledger.Fields
	// From holds the values from which Fields was computed.
	From ledger.Fields
}

// Inverse returns nil: nothing changed here.
func (ApartChanged) Inverse() []Op { return nil }
