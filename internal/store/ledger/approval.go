// Package ledger stores the change log with its watermarks, the journal of writes,
// approvals and import runs. It does not deal with activities.
//
// # Connection
//
// [Connections] stores the state that a connection to a service needs in order to
// continue where it stopped, in any process and however the last one ended: who may
// work (leases), how far a sync has come (cursors), how many requests the service
// still allows (quotas), and the outcome of each thing seen there (items).
//
// It is the same for all services. Its callers decide when to read, and how much.
// It holds no secrets.
//
// # Layer
//
// These are the rules for showing an activity from its layers: which recording
// provides which channel to which audience, who may see the activity at all, and
// how the athlete's own edits replace imported values. They need no database.
//
// # Outbox
//
// The outbox holds the changes that the athlete's writes cause on services: rows written in
// the same transaction as the write, with the outcome of each.
//
// It depends on no service and sends nothing; package writes/outbox gives the rows their
// meaning. It holds no secret.
package ledger

import (
	"context"
	"encoding/json"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Approval is a request for a person's answer, with the answer if there is one.
type Approval struct {
	ID        string
	Athlete   training.AthleteID
	Digest    string // of tool, arguments and target versions
	Preview   json.RawMessage
	CreatedAt time.Time
	ExpiresAt time.Time
	// GrantedAt and UsedAt are zero until the approval is granted or used.
	GrantedAt, UsedAt time.Time
	// Person granted it; empty is whoever uses this machine.
	Person training.PersonID
}

// clockSteps is the largest step by which a clock is set back in normal operation.
const clockSteps = time.Minute

// Expired reports whether the approval is no longer valid. An approval with a
// time in the future comes from a clock that was ahead, and would otherwise be
// valid for too long.
func (a Approval) Expired(now time.Time) bool {
	return !now.Before(a.ExpiresAt) || a.CreatedAt.After(now.Add(clockSteps))
}

const approvalColumns = "SELECT athlete, id, digest, preview, created_ms, expires_ms, granted_ms, used_ms, person " +
	"FROM approvals WHERE athlete=?"

// Approval reads one approval by its id.
func (l Reader) Approval(ctx context.Context, s training.Scope, id string) (Approval, error) {
	if err := CheckScope(s); err != nil {
		return Approval{}, err
	}
	ap, ok, err := sqlitedb.One(ctx, l.db, approvalColumns+" AND id=?", []any{s.Athlete, id}, readApproval)
	if err == nil && !ok {
		err = noApproval(id)
	}
	return ap, err
}

// Approvals lists every approval, the newest first.
func (l Reader) Approvals(ctx context.Context, s training.Scope) ([]Approval, error) {
	if err := CheckScope(s); err != nil {
		return nil, err
	}
	return sqlitedb.All(ctx, l.db, approvalColumns+" ORDER BY created_ms DESC, id", []any{s.Athlete}, readApproval)
}

func noApproval(id string) error {
	return training.Errorf(training.KindNotFound, "There is no approval %q.", id).
		WithFix("Ask for the write again to get a new preview.")
}

func readApproval(r sqlitedb.Row) (Approval, error) {
	var ap Approval
	var preview string
	var created, expires, granted, used int64
	err := r.Scan(&ap.Athlete, &ap.ID, &ap.Digest, &preview, &created, &expires, &granted, &used, &ap.Person)
	if preview != "" {
		ap.Preview = json.RawMessage(preview)
	}
	ap.CreatedAt, ap.ExpiresAt, ap.GrantedAt, ap.UsedAt = sqlitedb.Instant(created), sqlitedb.Instant(expires),
		sqlitedb.Instant(granted), sqlitedb.Instant(used)
	return ap, err
}

// PutApproval writes an approval, replacing the one with the same id.
func (l Writer) PutApproval(ap Approval) error {
	_, err := l.tx.Exec(`INSERT INTO approvals (athlete, id, digest, preview, created_ms, expires_ms, granted_ms, used_ms, person)
		VALUES (?,?,?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET digest=excluded.digest, preview=excluded.preview, created_ms=excluded.created_ms,
		expires_ms=excluded.expires_ms, granted_ms=excluded.granted_ms, used_ms=excluded.used_ms, person=excluded.person`,
		ap.Athlete, ap.ID, ap.Digest, string(ap.Preview), sqlitedb.Millis(ap.CreatedAt), sqlitedb.Millis(ap.ExpiresAt),
		sqlitedb.Millis(ap.GrantedAt), sqlitedb.Millis(ap.UsedAt), ap.Person)
	return err
}

// UseApproval uses up an approval that was granted, has not expired and is
// unused. If two callers try at once, only one succeeds.
func (l Writer) UseApproval(a training.AthleteID, id string, now time.Time) error {
	var created, expires, granted, used int64
	ok, err := l.tx.One("SELECT created_ms, expires_ms, granted_ms, used_ms FROM approvals WHERE athlete=? AND id=?",
		[]any{a, id}, &created, &expires, &granted, &used)
	again := func(what string, args ...any) error {
		return training.Errorf(training.KindNeedsConsent, what, args...).WithFix("Ask for the write again to get a new preview.")
	}
	switch {
	case err != nil:
		return err
	case !ok:
		return noApproval(id)
	case used != 0:
		return again("The approval %s was used already.", id)
	case granted == 0:
		return again("The approval %s was not granted yet.", id)
	case Approval{CreatedAt: sqlitedb.Instant(created), ExpiresAt: sqlitedb.Instant(expires)}.Expired(now):
		return again("The approval %s has expired.", id)
	}
	_, err = l.tx.Exec("UPDATE approvals SET used_ms=? WHERE athlete=? AND id=?", max(sqlitedb.Millis(now), 1), a, id)
	return err
}

// Reader reads the ledger; the store embeds it.
type Reader struct {
	db     *sqlitedb.DB
	latest *latest
}

// NewReader returns a reader of a database's ledger.
func NewReader(db *sqlitedb.DB) Reader { return Reader{db, &latest{}} }

// Writer writes to the ledger within a transaction; the store's transaction embeds it.
type Writer struct{ tx *sqlitedb.Tx }

// NewWriter returns a writer of the ledger for a transaction.
func NewWriter(tx *sqlitedb.Tx) Writer { return Writer{tx} }

// JournalEntry is one completed write with its inverse.
type JournalEntry struct {
	ID      string
	Athlete training.AthleteID
	At      time.Time
	Face    string // mcp, cli, dashboard, import
	Tool    string
	Summary string // one sentence for people
	// Forward and Inverse are operations in the journal's own form. Models get
	// neither, because they quote data that the athlete may have hidden since.
	Forward, Inverse json.RawMessage
	// Irreversible lists data that an undo cannot restore.
	Irreversible []string
	UndoneAt     time.Time // zero unless undone
	Undoes       string    // id of the entry that this one undoes
	// Person made the write, and ApprovedBy agreed to it. Empty is whoever uses this machine.
	Person     training.PersonID `json:",omitempty"`
	ApprovedBy training.PersonID `json:",omitempty"`
}

// assistants is the face through which models write. They see only writes made
// through it, because the athlete's other writes may concern hidden things.
const assistants = "mcp"

// mine returns a condition for the entries that an audience may know about.
func mine(s training.Scope) string {
	if s.Audience == training.AudienceModel {
		return " AND body->>'Face'='" + assistants + "'"
	}
	return ""
}

// Journal lists the latest writes, newest first; a limit of 0 means no limit.
func (l Reader) Journal(ctx context.Context, s training.Scope, limit int) ([]JournalEntry, error) {
	if err := CheckScope(s); err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = -1
	}
	return sqlitedb.All(ctx, l.db, "SELECT undone_ms, body FROM journal WHERE athlete=?"+mine(s)+
		" ORDER BY n DESC LIMIT ?", []any{s.Athlete, limit}, readerOf(s))
}

// JournalEntry reads one write by its id.
func (l Reader) JournalEntry(ctx context.Context, s training.Scope, id string) (JournalEntry, error) {
	if err := CheckScope(s); err != nil {
		return JournalEntry{}, err
	}
	e, ok, err := sqlitedb.One(ctx, l.db, "SELECT undone_ms, body FROM journal WHERE athlete=? AND id=?"+mine(s),
		[]any{s.Athlete, id}, readerOf(s))
	if err == nil && !ok {
		err = noEntry(id)
	}
	return e, err
}

func noEntry(id string) error {
	return training.Errorf(training.KindNotFound, "There is no journal entry %q.", id).
		WithFix("lapkeep undo --list shows the entries.")
}

// readerOf returns a function that reads entries for an audience.
func readerOf(s training.Scope) func(sqlitedb.Row) (JournalEntry, error) {
	return func(r sqlitedb.Row) (JournalEntry, error) {
		return readJournal(r, s.Audience == training.AudienceModel)
	}
}

func readJournal(r sqlitedb.Row, forModel bool) (JournalEntry, error) {
	var undone int64
	var text string
	if err := r.Scan(&undone, &text); err != nil {
		return JournalEntry{}, err
	}
	e, err := sqlitedb.Parse[JournalEntry](text)
	e.UndoneAt = sqlitedb.Instant(undone)
	if forModel {
		e.Forward, e.Inverse = nil, nil
	}
	return e, err
}

// PutJournal records a write. Entries are never overwritten.
func (l Writer) PutJournal(e JournalEntry) error {
	text, err := sqlitedb.Body(e)
	if err != nil {
		return err
	}
	n, err := l.tx.Exec("INSERT INTO journal (athlete, id, undone_ms, body) VALUES (?,?,?,?) ON CONFLICT DO NOTHING",
		e.Athlete, e.ID, sqlitedb.Millis(e.UndoneAt), text)
	if err == nil && n == 0 {
		return training.Errorf(training.KindConflict, "There is already a journal entry %q.", e.ID)
	}
	return err
}

// MarkUndone records that an entry was undone. It returns a conflict if the entry
// has already been undone.
func (l Writer) MarkUndone(a training.AthleteID, id string, at time.Time) error {
	var undone int64
	ok, err := l.tx.One("SELECT undone_ms FROM journal WHERE athlete=? AND id=?", []any{a, id}, &undone)
	switch {
	case err != nil:
		return err
	case !ok:
		return noEntry(id)
	case undone != 0:
		return training.Errorf(training.KindConflict, "%s has already been undone.", id)
	}
	_, err = l.tx.Exec("UPDATE journal SET undone_ms=? WHERE athlete=? AND id=?", max(sqlitedb.Millis(at), 1), a, id)
	return err
}

// ImportRun is one import, which is undone as a whole.
type ImportRun struct {
	ID         string
	Athlete    training.AthleteID
	StartedAt  time.Time
	FinishedAt time.Time
	Paths      []string
	Counts     map[string]int // by status
	// Failures lists the first files that could not be read, as encoded sentences.
	Failures []string `json:",omitempty"`
	// Own lists the things to which this import restored the athlete's own edits or
	// texts, because those things had none.
	Own []Thing `json:",omitempty"`
}

// Thing is gear, a note or a document, named as in the change log.
type Thing struct {
	Kind ChangeKind
	ID   string
	// Body is the note itself, so that an undo of the undo can restore it.
	Body json.RawMessage `json:",omitempty"`
}

// ImportRuns lists the latest imports, newest first; a limit of 0 means no limit.
// Models see neither the athlete's paths and file names nor the things in Own.
func (l Reader) ImportRuns(ctx context.Context, s training.Scope, limit int) ([]ImportRun, error) {
	if err := CheckScope(s); err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = -1
	}
	return sqlitedb.All(ctx, l.db, "SELECT body FROM import_runs WHERE athlete=? ORDER BY n DESC LIMIT ?", []any{s.Athlete, limit},
		func(r sqlitedb.Row) (ImportRun, error) {
			text, err := sqlitedb.Scalar[string](r)
			if err != nil {
				return ImportRun{}, err
			}
			run, err := sqlitedb.Parse[ImportRun](text)
			if s.Audience == training.AudienceModel {
				run.Paths, run.Own, run.Failures = nil, nil, nil
			}
			return run, err
		})
}

// PutImportRun writes an import, replacing the one with the same id.
func (l Writer) PutImportRun(r ImportRun) error {
	text, err := sqlitedb.Body(r)
	if err != nil {
		return err
	}
	_, err = l.tx.Exec("INSERT INTO import_runs (athlete, id, body) VALUES (?,?,?) ON CONFLICT DO UPDATE SET "+
		"body=excluded.body", r.Athlete, r.ID, text)
	return err
}

// ActivityRef identifies an activity of any athlete.
type ActivityRef struct {
	Athlete training.AthleteID
	ID      training.ActivityID
}

// Regrouped lists the activities with several recordings, one of which was stored, removed
// or restored between two positions of the change log. A removed recording counts as one of
// them, because removing it may leave the activity with only one. It takes no scope, because
// its callers serve every athlete, and it reveals no data.
func (r Reader) Regrouped(ctx context.Context, after, upTo int64) ([]ActivityRef, error) {
	return sqlitedb.All(ctx, r.db, `SELECT DISTINCT l.athlete, l.activity FROM changes c
		JOIN links l ON l.athlete=c.athlete AND l.recording=c.id
		WHERE c.seq>? AND c.seq<=? AND c.kind=?
		AND (SELECT count(*) FROM links o WHERE o.athlete=l.athlete AND o.activity=l.activity)>1
		ORDER BY l.athlete, l.activity`, []any{after, upTo, ChangeRecording},
		func(row sqlitedb.Row) (ref ActivityRef, err error) {
			err = row.Scan(&ref.Athlete, &ref.ID)
			return ref, err
		})
}
