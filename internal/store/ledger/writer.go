package ledger

import (
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// OutboxWriter writes rows within a transaction.
type OutboxWriter struct{ tx *sqlitedb.Tx }

// NewOutboxWriter writes in a transaction.
func NewOutboxWriter(tx *sqlitedb.Tx) OutboxWriter { return OutboxWriter{tx} }

// Put adds a row at the end and gives its number.
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

// Set keeps what became of a row that is not done nor cancelled. It reports
// false, and changes nothing, if the row was begun anew, or settled so, since
// it was begun for the tries-th time.
func (w OutboxWriter) Set(r OutboxRow, tries int) (bool, error) {
	text, err := sqlitedb.Body(r.Details)
	if err != nil {
		return false, err
	}
	n, err := w.tx.Exec(`UPDATE outbox SET there=?, action=?, state=?, tries=?, body=?
		WHERE n=? AND athlete=? AND tries=? AND state IN ('waiting', 'sent', 'failed')`, r.There, r.Action, r.State, r.Tries, text, r.Seq, r.Athlete, tries)
	return n == 1, err
}

// Part ends everything of a connection: what was open is cancelled, and all of
// it stands under the name that the connection had, from which nothing is sent.
func (w OutboxWriter) Part(a training.AthleteID, source, former string) error {
	_, err := w.tx.Exec(`UPDATE outbox SET source=?, state=iif(state IN ('waiting', 'sent'), 'cancelled', state) WHERE athlete=? AND source=?`, former, a, source)
	return err
}

// Rejoin has what was done of a former connection stand under the name of one
// again: the service has it still.
func (w OutboxWriter) Rejoin(a training.AthleteID, source, former string) error {
	_, err := w.tx.Exec(`UPDATE outbox SET source=? WHERE athlete=? AND source=? AND state='done'`, source, a, former)
	return err
}

// Forget deletes what was sent to a service and what it held, under whatever
// name the connection stands.
func (w OutboxWriter) Forget(a training.AthleteID, source string) error {
	_, err := w.tx.Exec("DELETE FROM outbox WHERE athlete=?1 AND (source=?2 OR substr(source, 1, length(?2)+1)=?2||' ')",
		a, source)
	return err
}

// Done gives the rows of a service that are done, in order.
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

// Entry gives the rows of an entry of the journal, in order.
func (w OutboxWriter) Entry(a training.AthleteID, entry string) ([]OutboxRow, error) {
	return w.rows("WHERE athlete=? AND entry=? ORDER BY n", a, entry)
}

// Thing gives the rows of one thing here, in order.
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
