package journal

import (
	"encoding/json"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Changed is one thing that a write changed. Its inverse, and the messages to
// connected services, are derived from it.
type Changed interface {
	// Inverse returns the steps that undo the change, in the order in which the
	// change was made.
	Inverse() []Op
}

// Inverse returns the step itself, so it is a [Changed] that is sent nowhere.
func (o Op) Inverse() []Op { return []Op{o} }

// DocumentChanged is a change of the athlete's layer of a document from Before.
type DocumentChanged struct {
	Collection document.Collection
	ID         string
	Before     document.Own
	// Told lists fields that are sent to services even if their values are
	// unchanged, because the writer may not learn that they are.
	Told []string
	// To is the only service that gets the document if it does not have it;
	// empty means the athlete's home source.
	To string
}

// Inverse returns the operation that restores the former document.
func (c DocumentChanged) Inverse() []Op { return []Op{PutDocument(c.Collection, c.ID, c.Before)} }

// NoteAdded is the addition of a note.
type NoteAdded struct{ Note store.Note }

// Inverse removes the note.
func (c NoteAdded) Inverse() []Op { return []Op{DeleteNote(c.Note)} }

// ActivityChanged is a change of the athlete's edits of an activity.
type ActivityChanged struct {
	Before training.Activity
	Fields []FieldChanged
	// Told is as in [DocumentChanged].
	Told []string
}

// FieldChanged is a field of an activity with the athlete's former value, nil
// if there was none.
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

// ActivityEntered is the entry of an activity by hand, possibly over a former
// one.
type ActivityEntered struct {
	Key    string  // the athlete's name for it, or empty
	Before *Manual // its own row, nil if there was none
	After  Manual
	// Deleted is set if Before was deleted and this restores the activity.
	Deleted bool
}

// Inverse returns the step that deletes the activity or restores the former.
func (c ActivityEntered) Inverse() (out []Op) {
	if c.Before == nil || c.Deleted {
		out = append(out, Op{Kind: OpDeleteActivity, ID: string(c.After.Activity.ID)})
	}
	if c.Before != nil {
		out = append(out, PutManual(*c.Before))
	}
	return out
}

// ActivityDeleted is the deletion of an activity.
type ActivityDeleted struct {
	ID training.ActivityID
	// Recorded is set if the activity has recordings, Original if the file of
	// at least one of them is stored.
	Recorded, Original bool
}

// Inverse returns the step that restores the activity.
func (c ActivityDeleted) Inverse() []Op { return []Op{{Kind: OpRestoreActivity, ID: string(c.ID)}} }

// RecordingSent asks for the recording of an activity to be sent to a service.
type RecordingSent struct {
	ID       training.ActivityID
	Original string // the hash of its file
	To       string
}

// Inverse returns nil: nothing changed here.
func (RecordingSent) Inverse() []Op { return nil }

// SettingsChanged holds a sport's settings of today before and after a write.
type SettingsChanged struct {
	Sport         training.Discipline
	Before, After map[training.ThresholdKey][]float64
	// Own is set if settings were entered for this sport itself, Deleted if all
	// its own settings were deleted.
	Own, Deleted bool
}

// Inverse returns nil, because the dated settings have their own steps.
func (SettingsChanged) Inverse() []Op { return nil }

// SettingsApplied asks the services that have the settings document to compute
// their past activities again with it.
type SettingsApplied struct{ Document string }

// Inverse returns nil: nothing changed here.
func (SettingsApplied) Inverse() []Op { return nil }

// ApartChanged is a change to a thing that exists only at a service whose terms
// do not allow storing it here.
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
