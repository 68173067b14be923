package journal

import (
	"encoding/json"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Changed is a change made by a write. Its inverse and the messages to
// connected services are derived from it.
type Changed interface {
	// Inverse returns the steps that undo the change, in the order in which the changes were made.
	Inverse() []Op
}

// Inverse returns the step itself, which makes it a [Changed] that is not sent to any service.
func (o Op) Inverse() []Op { return []Op{o} }

// DocumentChanged is a change to the athlete's layer of a document. Before is the former layer.
type DocumentChanged struct {
	Collection document.Collection
	ID         string
	Before     document.Own
	// Told lists fields that are sent to services even if their values are unchanged, so the
	// writer cannot find out whether they changed.
	Told []string
	// To is the only service that gets the document if it is new to all services. If it is
	// empty, that is the athlete's home source.
	To string
}

// Inverse returns the operation that restores the former document.
func (c DocumentChanged) Inverse() []Op { return []Op{PutDocument(c.Collection, c.ID, c.Before)} }

// NoteAdded is the addition of a note.
type NoteAdded struct{ Note store.Note }

// Inverse removes the note.
func (c NoteAdded) Inverse() []Op { return []Op{DeleteNote(c.Note)} }

// ActivityChanged is a change to the edits that the athlete made to an activity.
type ActivityChanged struct {
	Before training.Activity
	Fields []FieldChanged
	// Told is as in [DocumentChanged].
	Told []string
}

// FieldChanged is a changed field of an activity with the athlete's former
// edit, or nil if there was none.
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

// ActivityEntered is an activity entered by hand, which may replace a former entry.
type ActivityEntered struct {
	Key    string  // the name that the athlete gave it, or empty
	Before *Manual // the former entry, or nil
	After  Manual
	// Deleted means that Before was deleted and is restored by this entry.
	Deleted bool
}

// Inverse returns the step that deletes the activity or restores the former entry.
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
	// Recorded means that the activity has recordings, and Original that at
	// least one of their files is stored.
	Recorded, Original bool
}

// Inverse returns the step that restores the activity.
func (c ActivityDeleted) Inverse() []Op { return []Op{{Kind: OpRestoreActivity, ID: string(c.ID)}} }

// RecordingSent is a request to send the recording of an activity to a service.
type RecordingSent struct {
	ID       training.ActivityID
	Original string // hash of the recording's file
	To       string
}

// Inverse returns nil, because nothing changed here.
func (RecordingSent) Inverse() []Op { return nil }

// SettingsChanged holds the settings of a sport that apply today, before and after a write.
type SettingsChanged struct {
	Sport         training.Discipline
	Before, After map[training.ThresholdKey][]float64
	// Own means that settings were entered for this very sport, and Deleted that all its own
	// settings were deleted.
	Own, Deleted bool
}

// Inverse returns nil, because the dated settings have separate steps.
func (SettingsChanged) Inverse() []Op { return nil }

// SettingsApplied asks the services that have the settings document to apply it
// to their past activities.
type SettingsApplied struct{ Document string }

// Inverse returns nil, because nothing changed here.
func (SettingsApplied) Inverse() []Op { return nil }

// ApartChanged is a change to a thing that exists only on a service whose terms forbid
// storing it here.
type ApartChanged struct {
	Of     store.ChangeKind
	Source string
	ID     string // the service's id
	Fields ledger.Fields
	// From holds the former values, from which Fields was computed.
	From ledger.Fields
}

// Inverse returns nil, because nothing changed here.
func (ApartChanged) Inverse() []Op { return nil }
