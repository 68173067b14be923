package ledger

import (
	"context"
	"encoding/json"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Action is the kind of change that is made to a thing on a service.
type Action string

// The actions.
const (
	Create       Action = "create"
	Update       Action = "update"
	OutboxDelete Action = "delete"
)

// OutboxState is the state of a row's delivery.
type OutboxState string

// The states. Only a waiting row is certain to have had no effect so far.
const (
	Waiting      OutboxState = "waiting"
	Sent         OutboxState = "sent" // a request may have been sent; its outcome is not known yet
	Done         OutboxState = "done"
	OutboxFailed OutboxState = "failed"
	Cancelled    OutboxState = "cancelled"
)

// Open reports whether a row in this state still has to be handled.
func (s OutboxState) Open() bool { return s == Waiting || s == Sent }

// Fields maps field names, in the vocabulary of the kind, to values.
type Fields map[string]json.RawMessage

// Difference is a field whose value on the service is not the intended one.
type Difference struct {
	Field string `json:"field"`
	Meant string `json:"meant,omitempty"`
	Held  string `json:"held,omitempty"`
}

// StepsField is the field name of differences between a workout's steps and the
// steps that a service parses from its text.
const StepsField = "steps"

// Starred is the field name of a segment's star.
const Starred = "starred"

// OutboxRow is one change of one thing on one service.
type OutboxRow struct {
	Seq     int64
	Athlete training.AthleteID
	Source  string // the service
	Entry   string // id of the journal entry
	Kind    string // the kind of thing: "event", "wellness", …
	Here    string // the thing's id in this store
	There   string // the thing's id on the service, once known
	Action  Action
	State   OutboxState
	// Tries counts the attempts. It also shows that another sender has taken
	// the row.
	Tries int
	Details
}

// Details holds the fields of a row that queries do not select by.
type Details struct {
	At time.Time `json:"at,omitzero"` // when the row was written
	// Wanted is the whole thing after the write; Changed lists the fields that
	// the write changed.
	Wanted  Fields   `json:"wanted,omitempty"`
	Changed []string `json:"changed,omitempty"`
	// Key lets a service recognise a thing when it is asked to create it twice.
	Key string `json:"key,omitempty"`
	// Prior holds the service's values before the first request. Before holds the
	// ids that existed before a thing without a key was created.
	Prior    Fields   `json:"prior,omitempty"`
	Before   []string `json:"before,omitempty"`
	ReadBack Fields   `json:"read_back,omitempty"`

	Differences []Difference `json:"differences,omitempty"`
	// Lost is set if the service no longer had the thing to change; Prior then
	// holds its last known values.
	Lost bool `json:"lost,omitempty"`
	// Fixed describes, for a workout, the targets that the service stores as
	// today's values, and those that were sent in a different form.
	Fixed string `json:"fixed,omitempty"`
	// Note and Error are sentences for people.
	Note   string    `json:"note,omitempty"`
	Error  string    `json:"error,omitempty"`
	NextAt time.Time `json:"next_at,omitzero"` // no attempt before this time
	// Undoes is the row that this row undoes, or 0 if there is none.
	Undoes int64 `json:"undoes,omitempty"`
	// From holds the service's values from which Wanted was computed.
	From Fields `json:"from,omitempty"`
	// Apart is set if the service's terms allow its values to be kept only for some days.
	// They are then in a separate database, in the parts listed in Parts.
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

// Tie links the id of a thing created here to its id on a service.
type Tie struct {
	Source string `json:"source"` // the service; for an ended connection, followed by its account
	Kind   string `json:"kind"`
	Here   string `json:"here"`
	There  string `json:"there"`
}

// Known reads the ids on services of things created here; the store embeds it.
type Known struct{ db *sqlitedb.DB }

// NewKnown returns a reader of the ties in a database.
func NewKnown(db *sqlitedb.DB) Known { return Known{db} }

// Ties returns the pairs of a local id and the id on a service, in order of creation. It
// leaves out deleted things.
func (k Known) Ties(ctx context.Context, s training.Scope) ([]Tie, error) {
	if err := CheckScope(s); err != nil {
		return nil, err
	}
	return sqlitedb.All(ctx, k.db, `SELECT source, kind, here, there FROM outbox o WHERE athlete=? AND state='done' AND action='create' AND there<>''
		AND NOT EXISTS (SELECT 1 FROM outbox l WHERE l.athlete=o.athlete AND l.source=o.source AND l.kind=o.kind AND l.here=o.here
			AND l.n>o.n AND l.state='done' AND l.action IN ('create', 'delete')) ORDER BY n`,
		[]any{s.Athlete}, func(row sqlitedb.Row) (t Tie, err error) { return t, row.Scan(&t.Source, &t.Kind, &t.Here, &t.There) })
}

// Tie records the id of a thing on a service, unless a row for the thing and the service
// already exists.
func (w OutboxWriter) Tie(a training.AthleteID, t Tie) error {
	rows, err := w.Thing(a, t.Kind, t.Here)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if r.Source == t.Source {
			return nil
		}
	}
	_, err = w.Put(OutboxRow{
		Athlete: a, Source: t.Source, Kind: t.Kind, Here: t.Here, There: t.There, Action: Create, State: Done,
		Details: Details{Key: t.Here},
	})
	return err
}

// OutboxReader reads rows of the outbox.
type OutboxReader struct{ db *sqlitedb.DB }

// NewOutboxReader returns a reader of the outbox rows in a database.
func NewOutboxReader(db *sqlitedb.DB) OutboxReader { return OutboxReader{db} }

// Open returns the rows of one service that are still open, in sending order.
func (r OutboxReader) Open(ctx context.Context, a training.AthleteID, source string) ([]OutboxRow, error) {
	return r.rows(ctx, a, "WHERE athlete=? AND source=? AND state IN ('waiting', 'sent') ORDER BY n", source)
}

// Failed returns the latest rows of one service that were given up, newest first,
// leaving out things that have been sent since.
func (r OutboxReader) Failed(ctx context.Context, a training.AthleteID, source string, limit int) ([]OutboxRow, error) {
	return r.rows(ctx, a, `WHERE athlete=? AND source=? AND state='failed' AND NOT EXISTS (SELECT 1 FROM outbox l WHERE l.athlete=outbox.athlete
		AND l.kind=outbox.kind AND l.here=outbox.here AND l.source=outbox.source AND l.n>outbox.n AND l.state='done') ORDER BY n DESC LIMIT ?`, source, limit)
}

// Entry returns the rows of a journal entry, in order.
func (r OutboxReader) Entry(ctx context.Context, a training.AthleteID, entry string) ([]OutboxRow, error) {
	return r.rows(ctx, a, "WHERE athlete=? AND entry=? ORDER BY n", entry)
}

// Here returns the local id of a thing on a service that was created from here; it returns
// false if no row has the thing.
func (r OutboxReader) Here(ctx context.Context, a training.AthleteID, source, kind, there string) (string, bool, error) {
	all, err := r.rows(ctx, a, "WHERE athlete=? AND source=? AND kind=? AND there=? AND there<>'' ORDER BY n DESC "+
		"LIMIT 1", source, kind, there)
	if err != nil || len(all) == 0 {
		return "", false, err
	}
	return all[0].Here, true, nil
}

func (r OutboxReader) rows(ctx context.Context, a training.AthleteID, where string, args ...any) ([]OutboxRow, error) {
	if err := CheckAthlete(a); err != nil {
		return nil, err
	}
	return sqlitedb.All(ctx, r.db, columns+where, append([]any{a}, args...), func(row sqlitedb.Row) (OutboxRow,
		error,
	) {
		return scan(row.Scan)
	})
}

// Thing returns the rows of one local thing, in order.
func (r OutboxReader) Thing(ctx context.Context, a training.AthleteID, kind, here string) ([]OutboxRow, error) {
	return r.rows(ctx, a, "WHERE athlete=? AND kind=? AND here=? ORDER BY n", kind, here)
}

// OutboxWriter writes rows within a transaction.
type OutboxWriter struct{ tx *sqlitedb.Tx }

// NewOutboxWriter returns a writer of rows for a transaction.
func NewOutboxWriter(tx *sqlitedb.Tx) OutboxWriter { return OutboxWriter{tx} }

// Put adds a row at the end and returns its number.
func (w OutboxWriter) Put(r OutboxRow) (int64, error) {
	text, err := sqlitedb.Body(r.Details)
	if err != nil {
		return 0, err
	}
	_, err = w.tx.Exec(`INSERT INTO outbox (athlete, source, entry, kind, here, there, action, state, tries, body) VALUES (?,?,?,?,?,?,?,?,?,?)`,
		r.Athlete, r.Source, r.Entry, r.Kind, r.Here, r.There, r.Action, r.State, r.Tries, text)
	if err != nil {
		return 0, err
	}
	_, err = w.tx.One("SELECT last_insert_rowid()", nil, &r.Seq)
	return r.Seq, err
}

// Set stores the result of a row that is neither done nor cancelled. It returns
// false, and changes nothing, if the row was started again or settled after attempt
// number tries began.
func (w OutboxWriter) Set(r OutboxRow, tries int) (bool, error) {
	text, err := sqlitedb.Body(r.Details)
	if err != nil {
		return false, err
	}
	n, err := w.tx.Exec(`UPDATE outbox SET there=?, action=?, state=?, tries=?, body=?
		WHERE n=? AND athlete=? AND tries=? AND state IN ('waiting', 'sent', 'failed')`, r.There, r.Action, r.State, r.Tries, text, r.Seq, r.Athlete, tries)
	return n == 1, err
}

// Part ends a connection: open rows are cancelled, and all rows move to the
// former name of the connection, from which nothing is sent.
func (w OutboxWriter) Part(a training.AthleteID, source, former string) error {
	_, err := w.tx.Exec(`UPDATE outbox SET source=?, state=iif(state IN ('waiting', 'sent'), 'cancelled', state) WHERE athlete=? AND source=?`, former, a, source)
	return err
}

// Rejoin moves the finished rows of a former connection to a new one: the service
// still has those things.
func (w OutboxWriter) Rejoin(a training.AthleteID, source, former string) error {
	_, err := w.tx.Exec(`UPDATE outbox SET source=? WHERE athlete=? AND source=? AND state='done'`, source, a, former)
	return err
}

// Forget deletes the rows of a service, with the changes sent to it and its values, under
// any name of the connection.
func (w OutboxWriter) Forget(a training.AthleteID, source string) error {
	_, err := w.tx.Exec("DELETE FROM outbox WHERE athlete=?1 AND (source=?2 OR substr(source, 1, length(?2)+1)=?2||' ')",
		a, source)
	return err
}

// Done returns the rows of a service that are done, in order.
func (w OutboxWriter) Done(a training.AthleteID, source string) ([]OutboxRow, error) {
	return w.rows("WHERE athlete=? AND source=? AND state='done' ORDER BY n", a, source)
}

// Row reads one row; ok is false if there is none.
func (w OutboxWriter) Row(a training.AthleteID, seq int64) (r OutboxRow, ok bool, err error) {
	all, err := w.rows("WHERE athlete=? AND n=?", a, seq)
	if err != nil || len(all) == 0 {
		return r, false, err
	}
	return all[0], true, nil
}

// Entry returns the rows of a journal entry, in order.
func (w OutboxWriter) Entry(a training.AthleteID, entry string) ([]OutboxRow, error) {
	return w.rows("WHERE athlete=? AND entry=? ORDER BY n", a, entry)
}

// Thing returns the rows of one local thing, in order.
func (w OutboxWriter) Thing(a training.AthleteID, kind, here string) ([]OutboxRow, error) {
	return w.rows("WHERE athlete=? AND kind=? AND here=? ORDER BY n", a, kind, here)
}

func (w OutboxWriter) rows(where string, args ...any) (all []OutboxRow, err error) {
	err = w.tx.Each(columns+where, args, func(row func(...any) error) error {
		r, err := scan(row)
		all = append(all, r)
		return err
	})
	return all, err
}

// FileRef identifies an original of any athlete, with its former file name.
type FileRef struct {
	Athlete    training.AthleteID
	Hash, Name string
}

// ReadBefore lists the originals of recordings made by a reader older than a
// version. Like [Reader.Regrouped], it takes no scope. It scans every recording, so
// callers keep the result.
func (r Reader) ReadBefore(ctx context.Context, version int) ([]FileRef, error) {
	return sqlitedb.All(ctx, r.db, `SELECT athlete, original, min(file_name) FROM recordings
		WHERE original<>'' AND removed=0 AND coalesce(body->>'ReadVersion',0)<?
		GROUP BY athlete, original ORDER BY athlete, original`, []any{version},
		func(row sqlitedb.Row) (ref FileRef, err error) {
			err = row.Scan(&ref.Athlete, &ref.Hash, &ref.Name)
			return ref, err
		})
}
