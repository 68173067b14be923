package journal

import (
	"encoding/json"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Write is something a tool or command is about to do.
type Write struct {
	Athlete training.AthleteID
	// Audience is who is told what the write did. A model, which sees the least,
	// is the zero value.
	Audience training.Audience
	Face     string // mcp, cli, dashboard or import
	Tool     string
	Summary  i18n.Sentence // one sentence: "Rename the ride of 2026-05-01 to …"
	// Args are the tool's arguments as read; an approval is bound to them.
	Args json.RawMessage
	// Targets are the ids that the write touches with their versions.
	Targets map[string]string
	// Destructive writes need a person's consent, and so do those that others
	// than the athlete can see at a service.
	Destructive bool
	// Approval is the id of the consent that was given, if any.
	Approval string
	DryRun   bool
	Now      time.Time
}

// Effect describes a write's changes, told by the function that made them.
type Effect struct {
	Changes      []Change  // for people
	Changed      []Changed // in order
	Irreversible []i18n.Sentence
	// NotShown says of each step of an undo that changed nothing why it did not.
	NotShown []i18n.Sentence
}

// Change is one field before and after, for people.
type Change struct {
	Target string        `json:"target"`
	Field  string        `json:"field"`
	Before i18n.Sentence `json:"before,omitempty"`
	After  i18n.Sentence `json:"after,omitempty"`
	// Of is the kind of Target: by it and Field the store decides who may be
	// told. No change is without it.
	Of store.ChangeKind `json:"-"`
	// Gravity is the change's weight in a question.
	Gravity Gravity `json:"-"`
}

// Op is one step of an inverse, in a form that outlives the process.
type Op struct {
	Kind OpKind          `json:"kind"`
	ID   string          `json:"id,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
}

// OpKind names an inverse step.
type OpKind string

// The inverse steps. Each is itself applied with an inverse, so that an undo
// can be undone.
const (
	OpSetOverride      OpKind = "set_override" // Data: {"field","value"}; value null takes it back
	OpDeleteActivity   OpKind = "delete_activity"
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
	OpPutDocument      OpKind = "put_document" // the athlete's own words on an event, a day of wellness, …
	OpPutGear          OpKind = "put_gear"     // the athlete's own words on gear

	// opStandDocument is OpPutDocument in entries of earlier versions.
	opStandDocument OpKind = "stand_document"
)

// Outcome describes a write after it was made.
type Outcome struct {
	JournalID string   `json:"journal_id,omitempty"` // empty on a dry run
	DryRun    bool     `json:"dry_run,omitempty"`
	Changes   []Change `json:"changes,omitempty"`
	Undo      string   `json:"undo,omitempty"` // the command that takes it back
	// AtService lists its outcomes at connected services.
	AtService []AtService `json:"at_service,omitempty"`
	// NotShown says what an undo took back without a change of what is shown.
	NotShown []i18n.Sentence `json:"-"`
	// Idle says that this is all that the undo did.
	Idle bool `json:"-"`
}

// Preview is shown to a person before they agree.
type Preview struct {
	Tool    string        `json:"tool"`
	Summary i18n.Sentence `json:"summary"`
	Changes []Change      `json:"changes,omitempty"`
	// Grave counts the changes of each gravity, the worst first, as they stand
	// in Changes.
	Grave        [gravities]int  `json:"grave"`
	Irreversible []i18n.Sentence `json:"irreversible,omitempty"`
	// AtService lists what would be sent to connected services, Others who can see it there.
	AtService []AtService     `json:"at_service,omitempty"`
	Others    []i18n.Sentence `json:"others,omitempty"`
	Token     string          `json:"approval"` // names the approval; it grants nothing
	// Approve is the line that the athlete types in a terminal to agree.
	Approve   string    `json:"-"`
	ExpiresAt time.Time `json:"expires_at"`
}
