package document

import (
	"encoding/json"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// GearOwn is the athlete's layer of gear: an empty one says nothing.
type GearOwn struct {
	// Fields is a JSON object of fields of [training.Gear].
	Fields  json.RawMessage `json:"fields,omitempty"`
	Deleted bool            `json:"deleted,omitempty"`
}

func raw(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}

// GearWriter writes gear within a transaction; the store's embeds it.
type GearWriter struct {
	tx      *sqlitedb.Tx
	changed func(a training.AthleteID, kind ledger.ChangeKind, id string)
}

// NewGearWriter writes in a transaction; changed is told what did.
func NewGearWriter(tx *sqlitedb.Tx, changed func(training.AthleteID, ledger.ChangeKind, string)) GearWriter {
	return GearWriter{tx, changed}
}

// SayGear keeps what an archive says of gear, unless it said the same before;
// it reports whether anything changed. What the athlete edited or deleted
// stays as it is.
func (w GearWriter) SayGear(a training.AthleteID, g training.Gear) (bool, error) {
	return w.SayGearOf(a, g.ID, g, "")
}

// SayGearOf is [Writer.SayGear] of gear that has another id here than where it
// is said, by the reading of a service.
func (w GearWriter) SayGearOf(a training.AthleteID, id string, g training.Gear, run string) (bool, error) {
	if err := check(g); err != nil {
		return false, err
	}
	text, err := sqlitedb.Body(g)
	if err != nil {
		return false, err
	}
	n, err := w.tx.Exec(`INSERT INTO gear (athlete, id, said, own, run) VALUES (?,?,?,'',?)
		ON CONFLICT DO UPDATE SET said=excluded.said, run=excluded.run WHERE said<>excluded.said`, a, id, text, run)
	return w.noted(a, id, n, err)
}

// UnsayGear takes back the services' statement on gear.
func (w GearWriter) UnsayGear(a training.AthleteID, id string) error {
	n, err := w.tx.Exec("DELETE FROM gear WHERE athlete=? AND id=? AND own='' AND deleted=0", a, id)
	if err == nil && n == 0 {
		n, err = w.tx.Exec("UPDATE gear SET said='' WHERE athlete=? AND id=? AND said<>''", a, id)
	}
	_, err = w.noted(a, id, n, err)
	return err
}

// GearLayers reads gear's layer of the services, with its name there, and the
// athlete's own; said is nil for none.
func (w GearWriter) GearLayers(a training.AthleteID, id string) (said *training.Gear, own GearOwn, err error) {
	var text, fields string
	ok, err := w.tx.One("SELECT said, own, deleted FROM gear WHERE athlete=? AND id=?", []any{a, id}, &text, &fields, &own.Deleted)
	if err != nil || !ok {
		return nil, own, err
	}
	own.Fields = raw(fields)
	if text == "" {
		return nil, own, nil
	}
	g, err := sqlitedb.Parse[training.Gear](text)
	return &g, own, err
}

// PutOwnGear keeps the athlete's layer of gear in place of the former one, which it returns.
// Gear without any statement may be made of it alone, and is gone once it is empty.
func (w GearWriter) PutOwnGear(a training.AthleteID, id string, own GearOwn) (former GearOwn, err error) {
	var said, fields string
	known, err := w.tx.One("SELECT said, own, deleted FROM gear WHERE athlete=? AND id=?", []any{a, id}, &said, &fields, &former.Deleted)
	if err != nil {
		return former, err
	}
	former.Fields = raw(fields)
	g, err := shown(said, string(own.Fields))
	if err != nil || id == "" {
		return former, training.Errorf(training.KindInvalid, "%s are not fields of gear %q.", own.Fields,
			id).WithFix("Give them as list_gear shows them.")
	}
	empty := len(own.Fields) == 0 && !own.Deleted
	switch {
	case !known && empty:
		return former, nil
	case !known && len(own.Fields) == 0:
		return former, training.Errorf(training.KindNotFound, "There is no gear %q.", id).WithFix("list_gear shows what there is.")
	case said == "" && empty:
		n, err := w.tx.Exec("DELETE FROM gear WHERE athlete=? AND id=?", a, id)
		_, err = w.noted(a, id, n, err)
		return former, err
	}
	if g.ID = id; g.Kind != "" || g.Name != "" { // words on what is not here yet show nothing
		if err := check(g); err != nil {
			return former, err
		}
	}
	n, err := w.tx.Exec(`INSERT INTO gear (athlete, id, said, own, deleted) VALUES (?,?,'',?,?)
		ON CONFLICT DO UPDATE SET own=excluded.own, deleted=excluded.deleted`, a, id, string(own.Fields), own.Deleted)
	_, err = w.noted(a, id, n, err)
	return former, err
}

func (w GearWriter) noted(a training.AthleteID, id string, n int64, err error) (bool, error) {
	if err == nil && n > 0 {
		w.changed(a, ledger.ChangeGear, id)
	}
	return n > 0, err
}

func check(g training.Gear) error {
	if g.ID == "" || g.Kind == "" || g.Name == "" {
		return training.Errorf(training.KindInvalid, "Gear needs an id, a kind and a name.")
	}
	return nil
}
