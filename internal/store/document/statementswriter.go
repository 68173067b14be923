package document

import (
	"time"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Hooks are called by a writer when a statement changes.
type Hooks struct {
	Refer    func(a training.AthleteID, id training.ActivityID, ref string) error // makes ref a name of the activity
	Activity func(a training.AthleteID, id training.ActivityID)                   // it must be shown anew
	Changed  func(a training.AthleteID, kind ledger.ChangeKind, id string)        // to be logged
	// Closed are runs whose private notes are left out: a note is everybody's
	// who sees the activity.
	Closed ledger.Closed
}

// StatementsWriter writes statements within a transaction; the store's embeds it.
type StatementsWriter struct {
	tx    *sqlitedb.Tx
	hooks Hooks
}

// NewStatementsWriter writes in a transaction.
func NewStatementsWriter(tx *sqlitedb.Tx, h Hooks) StatementsWriter { return StatementsWriter{tx, h} }

// StatementsBy says where words come from.
type StatementsBy struct {
	RunID string // the import that brings them, with which they are taken back
	// AsOf is the time that the source is a copy of: what was said as of a
	// later time stays.
	AsOf time.Time
	At   time.Time // the activity's start, which dates its note
}

// PutSaid keeps what a service says of an activity, unless it said the same
// before or something newer; it reports whether anything changed. The private
// note becomes a note on the activity, named by the reference.
func (w StatementsWriter) PutSaid(a training.AthleteID, id training.ActivityID, s training.Statement, by StatementsBy) (bool, error) {
	if err := w.hooks.Refer(a, id, s.Ref); err != nil {
		return false, err
	}
	if w.hooks.Closed[by.RunID] != 0 {
		s.PrivateNote = ""
	}
	text, err := sqlitedb.Body(s)
	if err != nil {
		return false, err
	}
	former, err := w.standing(a, s.Ref)
	if err != nil || former.text == text || former.asOfMS > sqlitedb.Millis(by.AsOf) {
		return false, err
	}
	_, err = w.tx.Exec("INSERT INTO said (athlete, ref, run, as_of_ms, at_ms, body) VALUES (?,?,?,?,?,?)",
		a, s.Ref, by.RunID, sqlitedb.Millis(by.AsOf), sqlitedb.Millis(by.At), text)
	if err != nil {
		return false, err
	}
	w.hooks.Activity(a, id)
	return true, w.note(a, id, former, statementsStanding{words: s, atMS: sqlitedb.Millis(by.At)})
}

// statementsStanding is a reference's statement that counts.
type statementsStanding struct {
	text   string // empty: nothing
	words  training.Statement
	asOfMS int64
	atMS   int64
}

func (w StatementsWriter) standing(a training.AthleteID, ref string) (s statementsStanding, err error) {
	ok, err := w.tx.One("SELECT body, as_of_ms, at_ms FROM said WHERE athlete=? AND ref=? AND removed=0 ORDER BY n DESC LIMIT 1",
		[]any{a, ref}, &s.text, &s.asOfMS, &s.atMS)
	if err == nil && ok {
		s.words, err = sqlitedb.Parse[training.Statement](s.text)
	}
	return s, err
}

// note keeps the private note among the notes of the activity. One that the
// athlete deleted stays so until the service says another.
func (w StatementsWriter) note(a training.AthleteID, id training.ActivityID, former, now statementsStanding) error {
	ref := now.words.Ref
	if ref == "" {
		ref = former.words.Ref
	}
	text := now.words.PrivateNote
	if text == former.words.PrivateNote {
		return nil
	}
	var err error
	if text == "" {
		_, err = w.tx.Exec("DELETE FROM notes WHERE athlete=? AND id=?", a, ref)
	} else {
		_, err = w.tx.Exec(`INSERT INTO notes (athlete, id, activity, at_ms, target, author, text) VALUES (?,?,?,?,'local','athlete',?)
			ON CONFLICT DO UPDATE SET activity=excluded.activity, at_ms=excluded.at_ms, text=excluded.text`, a, ref, id, now.atMS, text)
	}
	w.hooks.Changed(a, ledger.ChangeNote, ref)
	return err
}

// SetSaidRemoved takes back what an import run said, or has it stand again;
// what was said before it counts meanwhile.
func (w StatementsWriter) SetSaidRemoved(a training.AthleteID, runID string, removed bool) error {
	refs, err := w.refs("SELECT DISTINCT ref FROM said WHERE athlete=? AND run=? AND run<>'' AND removed=?", a, runID, !removed)
	if err != nil || len(refs) == 0 {
		return err
	}
	former := make([]statementsStanding, len(refs))
	for i, ref := range refs {
		if former[i], err = w.standing(a, ref); err != nil {
			return err
		}
	}
	if _, err := w.tx.Exec("UPDATE said SET removed=? WHERE athlete=? AND run=? AND run<>''", removed, a, runID); err != nil {
		return err
	}
	for i, ref := range refs {
		now, err := w.standing(a, ref)
		if err != nil {
			return err
		}
		var id training.ActivityID
		ok, err := w.tx.One("SELECT activity FROM external_ids WHERE athlete=? AND ref=?", []any{a, ref}, &id)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		w.hooks.Activity(a, id)
		if err := w.note(a, id, former[i], now); err != nil {
			return err
		}
	}
	return nil
}

func (w StatementsWriter) refs(query string, args ...any) (refs []string, err error) {
	err = w.tx.Each(query, args, func(scan func(...any) error) error {
		var ref string
		defer func() { refs = append(refs, ref) }()
		return scan(&ref)
	})
	return refs, err
}
