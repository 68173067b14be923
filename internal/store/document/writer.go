package document

import (
	"time"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Writer writes documents within a transaction; the store's transaction embeds it.
type Writer struct {
	tx      *sqlitedb.Tx
	changed func(a training.AthleteID, kind ledger.ChangeKind, id string)
}

// NewWriter returns a writer for a transaction. The writer calls changed for each
// change, with the name of the collection.
func NewWriter(tx *sqlitedb.Tx, changed func(training.AthleteID, ledger.ChangeKind, string)) Writer {
	return Writer{tx, changed}
}

// key identifies a document.
type key struct {
	athlete    training.AthleteID
	collection Collection
	id         string
}

// Statement holds one source's values for a document.
type Statement struct {
	Collection Collection
	ID         string
	Days       training.DayRange // zero if it covers no days
	Source     string
	// RunID is the import that adds the statement; undoing the import removes it.
	// It is empty for a service, whose latest statement always applies.
	RunID string
	// AsOf is the time of the source's state. A statement with a later time is not
	// replaced.
	AsOf time.Time
	// Now is the current time, if set. A stored statement with a time after Now
	// comes from a clock that was ahead, and is replaced.
	Now time.Time
	// Body is encoded as a JSON object. It is nil if the source no longer has the document.
	Body any
	// Again also stores an unchanged statement for this run, so that it applies
	// until every run that stored it is undone.
	Again bool
}

// PutStatement stores a source's statement, unless it is unchanged or older; it reports
// whether anything changed.
func (w Writer) PutStatement(a training.AthleteID, s Statement) (bool, error) {
	k := key{a, s.Collection, s.ID}
	if s.ID == "" || s.Source == "" {
		return false, training.Errorf(training.KindInternal, "A document needs an id, and each statement about it needs a source.")
	}
	if err := checkDays(s.Days); err != nil {
		return false, err
	}
	text := ""
	if s.Body != nil {
		var err error
		if text, err = sqlitedb.Body(s.Body); err != nil {
			return false, err
		}
	}
	former, err := w.standing(k, s.Source)
	if err != nil {
		return false, err
	}
	asOf := sqlitedb.Millis(s.AsOf)
	newer := former.asOfMS > asOf && (s.Now.IsZero() || former.asOfMS <= sqlitedb.Millis(s.Now))
	if newer || former.is(text, s.Days) && (!s.Again || former.run == s.RunID) {
		return false, nil
	}
	if err := w.replace(k, s, former, text, asOf); err != nil {
		return false, err
	}
	return true, w.settle(k)
}

// standing is the statement of a source that currently applies.
type standing struct {
	n, asOfMS int64
	run, body string
	days      training.DayRange
}

// is reports whether the statement has this text and these days.
func (s standing) is(text string, days training.DayRange) bool {
	return s.body == text && (text == "" || s.days == days)
}

func (w Writer) standing(k key, source string) (s standing, err error) {
	_, err = w.tx.One(`SELECT n, as_of_ms, run, body, day_from, day_to FROM document_said
		WHERE athlete=? AND collection=? AND id=? AND source=? AND stands=1`,
		[]any{k.athlete, k.collection, k.id, source}, &s.n, &s.asOfMS, &s.run, &s.body, &s.days.From, &s.days.To)
	return s, err
}

// replace stores the statement in place of the former one. The statement of
// another run is kept, because this run may be undone.
func (w Writer) replace(k key, s Statement, former standing, text string, asOfMS int64) error {
	if former.n != 0 && s.RunID == former.run {
		// It must also take precedence over a statement that was removed after the
		// former one and may be restored.
		_, err := w.tx.Exec(`UPDATE document_said SET as_of_ms=?, day_from=?, day_to=?, body=?, n=iif(
			n=(SELECT max(n) FROM document_said WHERE athlete=? AND collection=? AND id=? AND source=?), n, (SELECT max(n)+1 FROM document_said))
			WHERE n=?`, asOfMS, s.Days.From, s.Days.To, text, k.athlete, k.collection, k.id, s.Source, former.n)
		return err
	}
	if former.n != 0 {
		if _, err := w.tx.Exec("UPDATE document_said SET stands=0 WHERE n=?", former.n); err != nil {
			return err
		}
	}
	_, err := w.tx.Exec(`INSERT INTO document_said (athlete, collection, id, source, run, as_of_ms, day_from, day_to, stands, body)
		VALUES (?,?,?,?,?,?,?,?,1,?)`, k.athlete, k.collection, k.id, s.Source, s.RunID, asOfMS, s.Days.From, s.Days.To, text)
	return err
}

// PutOwn replaces the athlete's layer of a document and returns the former one.
// A document without any layer is removed.
func (w Writer) PutOwn(a training.AthleteID, c Collection, id string, own Own) (former Own, err error) {
	if err := own.check(); err != nil {
		return former, err
	}
	if id == "" {
		return former, NotFound(c, id)
	}
	var fields string
	_, err = w.tx.One("SELECT own, own_from, own_to, deleted FROM documents WHERE athlete=? AND collection=? AND id=?",
		[]any{a, c, id}, &fields, &former.Days.From, &former.Days.To, &former.Deleted)
	if err != nil {
		return former, err
	}
	if fields != "" {
		former.Fields = []byte(fields)
	}
	_, err = w.tx.Exec(`INSERT INTO documents (athlete, collection, id, own, own_from, own_to, deleted) VALUES (?,?,?,?,?,?,?)
		ON CONFLICT DO UPDATE SET own=excluded.own, own_from=excluded.own_from, own_to=excluded.own_to, deleted=excluded.deleted`,
		a, c, id, string(own.Fields), own.Days.From, own.Days.To, own.Deleted)
	if err != nil {
		return former, err
	}
	return former, w.settle(key{a, c, id})
}

// Layers reads one document's layers in the transaction; a document that does
// not exist has empty layers.
func (w Writer) Layers(a training.AthleteID, c Collection, id string) (Layers, error) {
	l := Layers{ID: id}
	var fields string
	_, err := w.tx.One("SELECT own, own_from, own_to, deleted FROM documents WHERE athlete=? AND collection=? AND id=?",
		[]any{a, c, id}, &fields, &l.Own.Days.From, &l.Own.Days.To, &l.Own.Deleted)
	if err != nil {
		return l, err
	}
	if fields != "" {
		l.Own.Fields = []byte(fields)
	}
	err = w.tx.Each(`SELECT source, as_of_ms, day_from, day_to, body FROM document_said
		WHERE athlete=? AND collection=? AND id=? AND stands=1 AND body<>'' ORDER BY source`, []any{a, c, id},
		func(scan func(...any) error) error {
			var s Stated
			var asOf int64
			var body string
			err := scan(&s.Source, &asOf, &s.Days.From, &s.Days.To, &body)
			s.AsOf, s.Body = sqlitedb.Instant(asOf), []byte(body)
			l.Statements = append(l.Statements, s)
			return err
		})
	return l, err
}

// DocumentIDs returns the ids of a collection's documents in order, as the
// transaction sees them.
func (w Writer) DocumentIDs(a training.AthleteID, c Collection) (ids []string, err error) {
	err = w.tx.Each("SELECT id FROM documents WHERE athlete=? AND collection=? ORDER "+
		"BY id", []any{a, c}, func(scan func(...any) error) error {
		var id string
		err := scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

// settle sets a document's days from its layers, and removes the document if it has
// no layers.
func (w Writer) settle(k key) error {
	w.changed(k.athlete, ledger.ChangeKind(k.collection), k.id)
	layers := 0
	var said training.DayRange
	_, err := w.tx.One(`SELECT count(*), coalesce(min(nullif(day_from, 0)), 0), coalesce(max(day_to), 0) FROM document_said
		WHERE athlete=? AND collection=? AND id=? AND stands=1 AND body<>''`, []any{k.athlete, k.collection, k.id}, &layers, &said.From, &said.To)
	if err != nil {
		return err
	}
	if layers > 0 {
		_, err = w.tx.Exec("INSERT INTO documents (athlete, collection, id) VALUES (?,?,?) ON CONFLICT DO "+
			"NOTHING", k.athlete, k.collection, k.id)
		if err != nil {
			return err
		}
	} else if _, err = w.tx.Exec("DELETE FROM documents WHERE athlete=? AND collection=? AND id=? AND own='' AND "+
		"deleted=0", k.athlete, k.collection, k.id); err != nil {
		return err
	}
	_, err = w.tx.Exec(`UPDATE documents SET day_from=iif(own_to<>0, own_from, ?), day_to=iif(own_to<>0, own_to, ?)
		WHERE athlete=? AND collection=? AND id=?`, said.From, said.To, k.athlete, k.collection, k.id)
	return err
}

// SetDocumentsRemoved removes the statements of an import run, so that earlier ones
// apply again, or restores them. It does not touch a service's statements about
// documents that are kept.
func (w Writer) SetDocumentsRemoved(a training.AthleteID, runID string, removed bool) error {
	return w.setRemoved(a, runID, removed, goes)
}

// PurgeDocuments permanently deletes the statements of an import run.
func (w Writer) PurgeDocuments(a training.AthleteID, runID string) error {
	if err := w.setRemoved(a, runID, true, ""); err != nil {
		return err
	}
	_, err := w.tx.Exec("DELETE FROM document_said WHERE athlete=? AND run=? AND run<>''", a, runID)
	return err
}

func (w Writer) setRemoved(a training.AthleteID, runID string, removed bool, which string) error {
	type said struct {
		key
		source string
	}
	var all []said
	err := w.tx.Each(`SELECT DISTINCT collection, id, source FROM document_said WHERE athlete=? AND run=? AND run<>'' AND removed=?`+which,
		[]any{a, runID, !removed}, func(scan func(...any) error) error {
			s := said{key: key{athlete: a}}
			err := scan(&s.collection, &s.id, &s.source)
			all = append(all, s)
			return err
		})
	if err != nil || len(all) == 0 {
		return err
	}
	if _, err := w.tx.Exec("UPDATE document_said SET removed=?, stands=0 WHERE athlete=? AND run=? AND run<>''"+which,
		removed, a, runID); err != nil {
		return err
	}
	for _, s := range all {
		where := []any{a, s.collection, s.id, s.source}
		if _, err := w.tx.Exec("UPDATE document_said SET stands=0 WHERE athlete=? AND collection=? AND id=? AND source=? "+
			"AND stands=1", where...); err != nil {
			return err
		}
		_, err := w.tx.Exec(`UPDATE document_said SET stands=1 WHERE n=(SELECT max(n) FROM document_said
			WHERE athlete=? AND collection=? AND id=? AND source=? AND removed=0)`, where...)
		if err != nil {
			return err
		}
		if err := w.settle(s.key); err != nil {
			return err
		}
	}
	return nil
}
