package document

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// GearReader reads gear; the store embeds it.
type GearReader struct {
	db     *sqlitedb.DB
	closed ledger.Closed
	log    ledger.Reader
	uses   *activityindex.Cache[useKey, Use]
}

// NewGearReader reads the gear of a database. Closed says what an audience may not see.
func NewGearReader(db *sqlitedb.DB, closed ledger.Closed) GearReader {
	return GearReader{db, closed, ledger.NewReader(db), &activityindex.Cache[useKey, Use]{}}
}

// Gear lists the gear of an athlete by kind and name.
func (r GearReader) Gear(ctx context.Context, s training.Scope) ([]training.Gear, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	all, err := sqlitedb.All(ctx, r.db, "SELECT id, said, own, run FROM gear WHERE athlete=? AND deleted=0", []any{s.Athlete},
		func(row sqlitedb.Row) (g training.Gear, err error) {
			var id, said, own, run string
			if err := row.Scan(&id, &said, &own, &run); err != nil {
				return g, err
			}
			if r.closed.To(s.Audience, run) {
				said = ""
			}
			g, err = shown(said, own)
			g.ID = id
			return g, err
		})
	all = slices.DeleteFunc(all, func(g training.Gear) bool { return g.Kind == "" })
	slices.SortFunc(all, func(a, b training.Gear) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return all, err
}

// SaidGear lists gear by archives and services, by id, gear that the athlete deleted too.
func (r GearReader) SaidGear(ctx context.Context, s training.Scope) ([]training.Gear, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	all, err := sqlitedb.All(ctx, r.db, "SELECT id, said, run FROM gear WHERE athlete=? AND said<>'' ORDER BY id", []any{s.Athlete},
		func(row sqlitedb.Row) (g training.Gear, err error) {
			var id, text, run string
			if err := row.Scan(&id, &text, &run); err != nil || r.closed.To(s.Audience, run) {
				return g, err
			}
			g, err = sqlitedb.Parse[training.Gear](text)
			g.ID = id
			return g, err
		})
	return slices.DeleteFunc(all, func(g training.Gear) bool { return g.ID == "" }), err
}

// OwnGear holds the athlete's own words on gear, by its id, for gear that has any.
func (r GearReader) OwnGear(ctx context.Context, s training.Scope) (map[string]GearOwn, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	type entry struct {
		id  string
		own GearOwn
	}
	all, err := sqlitedb.All(ctx, r.db, "SELECT id, own, deleted FROM gear WHERE athlete=? AND (own<>'' OR deleted<>0)", []any{s.Athlete},
		func(row sqlitedb.Row) (e entry, err error) {
			var fields string
			err = row.Scan(&e.id, &fields, &e.own.Deleted)
			e.own.Fields = raw(fields)
			return e, err
		})
	out := make(map[string]GearOwn, len(all))
	for _, e := range all {
		out[e.id] = e.own
	}
	return out, err
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
