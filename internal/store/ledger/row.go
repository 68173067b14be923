package ledger

import (
	"encoding/json"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Action is the change that a thing at a service is to undergo.
type Action string

// The actions.
const (
	Create       Action = "create"
	Update       Action = "update"
	OutboxDelete Action = "delete"
)

// OutboxState is the state of a row's delivery.
type OutboxState string

// The states. Only a row that waits is known to have had no effect.
const (
	Waiting      OutboxState = "waiting"
	Sent         OutboxState = "sent" // a request may have gone out; what came of it is not known yet
	Done         OutboxState = "done"
	OutboxFailed OutboxState = "failed"
	Cancelled    OutboxState = "cancelled"
)

// Open reports whether something is still to be done.
func (s OutboxState) Open() bool { return s == Waiting || s == Sent }

// Fields are values by the name of their field, in the vocabulary of the kind.
type Fields map[string]json.RawMessage

// Difference is a field that the service holds otherwise than it was meant.
type Difference struct {
	Field string `json:"field"`
	Meant string `json:"meant,omitempty"`
	Held  string `json:"held,omitempty"`
}

// StepsField is the field of differences between the steps of a workout and
// what a service reads in its text.
const StepsField = "steps"

// Starred is the field of segments that are starred.
const Starred = "starred"

// OutboxRow is one change of one thing at one service.
type OutboxRow struct {
	Seq     int64
	Athlete training.AthleteID
	Source  string // the service
	Entry   string // of the journal
	Kind    string // what the thing is one of: "event", "wellness", …
	Here    string // its id in this store
	There   string // its id at the service, once it is known
	Action  Action
	State   OutboxState
	// Tries counts how often it was begun. It also tells a sender that another
	// took the row over.
	Tries int
	Details
}

// Details hold the fields of rows that nothing selects by.
type Details struct {
	At time.Time `json:"at,omitzero"` // when it was written
	// Wanted is the whole thing as it stood after the write, Changed the
	// fields of it that the write changed.
	Wanted  Fields   `json:"wanted,omitempty"`
	Changed []string `json:"changed,omitempty"`
	// Key lets a service recognise a thing that it is asked to make twice.
	Key string `json:"key,omitempty"`
	// Prior holds the service's values before the first request, Before the ids
	// that there were where a thing was to be made that has no key.
	Prior    Fields   `json:"prior,omitempty"`
	Before   []string `json:"before,omitempty"`
	ReadBack Fields   `json:"read_back,omitempty"`

	Differences []Difference `json:"differences,omitempty"`
	// Lost says that the service had no more what was to be changed; Prior is
	// then what it said last.
	Lost bool `json:"lost,omitempty"`
	// Fixed says of a workout which targets the service holds as they are today,
	// and what it was told in another way.
	Fixed string `json:"fixed,omitempty"`
	// Note and Error are sentences for people.
	Note   string    `json:"note,omitempty"`
	Error  string    `json:"error,omitempty"`
	NextAt time.Time `json:"next_at,omitzero"` // not before this
	// Undoes is the row that this one takes back, 0 for none.
	Undoes int64 `json:"undoes,omitempty"`
	// From holds those of the service's values that Wanted was worked out from.
	From Fields `json:"from,omitempty"`
	// Apart says that the service's terms let its values stay for some days only:
	// they lie in a file of their own, in the parts that are named.
	Apart bool     `json:"apart,omitempty"`
	Parts []string `json:"parts,omitempty"`
}

const columns = "SELECT n, athlete, source, entry, kind, here, there, action, state, tries, body FROM outbox "

func scan(row func(...any) error) (OutboxRow, error) {
	var r OutboxRow
	var text string
	err := row(&r.Seq, &r.Athlete, &r.Source, &r.Entry, &r.Kind, &r.Here, &r.There, &r.Action, &r.State, &r.Tries, &text)
	if err != nil {
		return r, err
	}
	r.Details, err = sqlitedb.Parse[Details](text)
	return r, err
}
