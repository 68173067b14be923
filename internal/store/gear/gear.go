package gear

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"lapkeep/internal/store/layer"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Reader reads gear; the store embeds it.
type Reader struct{ db *sqlitedb.DB }

// NewReader reads the gear of a database.
func NewReader(db *sqlitedb.DB) Reader { return Reader{db} }

// Gear lists the gear of an athlete by kind and name.
func (r Reader) Gear(ctx context.Context, s training.Scope) ([]training.Gear, error) {
	if err := layer.CheckScope(s); err != nil {
		return nil, err
	}
	all, err := sqlitedb.All(ctx, r.db, "SELECT id, said, own FROM gear WHERE athlete=? AND deleted=0", []any{s.Athlete},
		func(row sqlitedb.Row) (g training.Gear, err error) {
			var id, said, own string
			if err := row.Scan(&id, &said, &own); err != nil {
				return g, err
			}
			g, err = shown(said, own)
			g.ID = id
			return g, err
		})
	slices.SortFunc(all, func(a, b training.Gear) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return all, err
}

// shown lays the athlete's words over what was said; both are JSON, or empty.
func shown(said, own string) (g training.Gear, err error) {
	for _, text := range []string{said, own} {
		if text == "" {
			continue
		}
		if err := json.Unmarshal([]byte(text), &g); err != nil {
			return g, sqlitedb.Damaged(err)
		}
	}
	return g, nil
}

// Writer writes gear within a transaction; the store's embeds it.
type Writer struct {
	tx      *sqlitedb.Tx
	changed func(a training.AthleteID, kind ledger.ChangeKind, id string)
}

// NewWriter writes in a transaction; changed is told what did.
func NewWriter(tx *sqlitedb.Tx, changed func(training.AthleteID, ledger.ChangeKind, string)) Writer {
	return Writer{tx, changed}
}

// SayGear keeps what an archive says of gear, unless it said the same before;
// it reports whether anything changed. What the athlete edited or deleted
// stays as it is.
func (w Writer) SayGear(a training.AthleteID, g training.Gear) (bool, error) {
	if err := check(g); err != nil {
		return false, err
	}
	text, err := sqlitedb.Body(g)
	if err != nil {
		return false, err
	}
	n, err := w.tx.Exec(`INSERT INTO gear (athlete, id, said, own) VALUES (?,?,?,'')
		ON CONFLICT DO UPDATE SET said=excluded.said WHERE said<>excluded.said`, a, g.ID, text)
	return w.noted(a, g.ID, n, err)
}

// EditGear keeps the athlete's own words on gear, the JSON fields of
// [training.Gear], in place of earlier ones; nil takes them back. Gear that
// is not there yet is made of them alone.
func (w Writer) EditGear(a training.AthleteID, id string, fields json.RawMessage) error {
	g, err := shown("", string(fields))
	if err != nil || id == "" {
		return training.Errorf(training.KindInvalid, "%s are not fields of gear %q.", fields, id).WithFix("Give them as list_gear shows them.")
	}
	n, err := w.tx.Exec("UPDATE gear SET own=? WHERE athlete=? AND id=?", string(fields), a, id)
	if err == nil && n == 0 {
		g.ID = id
		if err := check(g); err != nil {
			return err
		}
		n, err = w.tx.Exec("INSERT INTO gear (athlete, id, said, own) VALUES (?,?,'',?)", a, id, string(fields))
	}
	_, err = w.noted(a, id, n, err)
	return err
}

// SetGearDeleted hides gear from lists, or shows it again.
func (w Writer) SetGearDeleted(a training.AthleteID, id string, deleted bool) error {
	n, err := w.tx.Exec("UPDATE gear SET deleted=? WHERE athlete=? AND id=?", deleted, a, id)
	if err == nil && n == 0 {
		return training.Errorf(training.KindNotFound, "There is no gear %q.", id).WithFix("list_gear shows what there is.")
	}
	_, err = w.noted(a, id, n, err)
	return err
}

func (w Writer) noted(a training.AthleteID, id string, n int64, err error) (bool, error) {
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
