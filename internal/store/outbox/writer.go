package outbox

import (
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Writer writes rows within a transaction.
type Writer struct{ tx *sqlitedb.Tx }

// NewWriter writes in a transaction.
func NewWriter(tx *sqlitedb.Tx) Writer { return Writer{tx} }

// Put adds a row at the end and gives its number.
func (w Writer) Put(r Row) (int64, error) {
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
func (w Writer) Set(r Row, tries int) (bool, error) {
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
func (w Writer) Part(a training.AthleteID, source, former string) error {
	_, err := w.tx.Exec(`UPDATE outbox SET source=?, state=iif(state IN ('waiting', 'sent'), 'cancelled', state) WHERE athlete=? AND source=?`, former, a, source)
	return err
}

// Rejoin has what was done of a former connection stand under the name of one
// again: the service has it still.
func (w Writer) Rejoin(a training.AthleteID, source, former string) error {
	_, err := w.tx.Exec(`UPDATE outbox SET source=? WHERE athlete=? AND source=? AND state='done'`, source, a, former)
	return err
}

// Forget deletes what was sent to a service and what it held, under whatever
// name the connection stands.
func (w Writer) Forget(a training.AthleteID, source string) error {
	_, err := w.tx.Exec("DELETE FROM outbox WHERE athlete=?1 AND (source=?2 OR substr(source, 1, length(?2)+1)=?2||' ')",
		a, source)
	return err
}

// Done gives the rows of a service that are done, in order.
func (w Writer) Done(a training.AthleteID, source string) ([]Row, error) {
	return w.rows("WHERE athlete=? AND source=? AND state='done' ORDER BY n", a, source)
}

// Row reads one row; ok is false if there is none.
func (w Writer) Row(a training.AthleteID, seq int64) (r Row, ok bool, err error) {
	all, err := w.rows("WHERE athlete=? AND n=?", a, seq)
	if err != nil || len(all) == 0 {
		return r, false, err
	}
	return all[0], true, nil
}

// Entry gives the rows of an entry of the journal, in order.
func (w Writer) Entry(a training.AthleteID, entry string) ([]Row, error) {
	return w.rows("WHERE athlete=? AND entry=? ORDER BY n", a, entry)
}

// Thing gives the rows of one thing here, in order.
func (w Writer) Thing(a training.AthleteID, kind, here string) ([]Row, error) {
	return w.rows("WHERE athlete=? AND kind=? AND here=? ORDER BY n", a, kind, here)
}

func (w Writer) rows(where string, args ...any) (all []Row, err error) {
	err = w.tx.Each(columns+where, args, func(row func(...any) error) error {
		r, err := scan(row)
		all = append(all, r)
		return err
	})
	return all, err
}
