package store

import (
	"context"
	"strings"

	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// referred are the collections whose documents services know by ids of theirs.
func referred() []document.Collection {
	return []document.Collection{
		document.Events, document.Workouts, document.Folders, document.CustomItems, document.Reminders, document.Routes, document.Segments,
		document.SportSettings, document.Withheld,
	}
}

// Reference resolves an id ("intervals:i55", "1k3"): to itself, or to the ids
// here of things made here that have it at a service; to none if there is
// nothing that the audience may see.
func (db *DB) Reference(ctx context.Context, s training.Scope, id string) ([]string, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	if ok, err := db.stored(ctx, v, id); ok || err != nil {
		return []string{id}, err
	}
	source, there, ok := strings.Cut(id, ":")
	if !ok {
		return nil, nil
	}
	made, err := sqlitedb.All(ctx, db.sql, "SELECT DISTINCT here FROM outbox WHERE athlete=? AND source=? AND there=? "+
		"AND there<>'' AND action=? AND state=?",
		[]any{v.athlete, source, there, string(ledger.Create), string(ledger.Done)}, sqlitedb.Scalar[string])
	var seen []string
	for _, here := range made {
		ok, err := db.stored(ctx, v, here)
		if err != nil {
			return nil, err
		}
		if ok {
			seen = append(seen, here)
		}
	}
	return seen, err
}

func (db *DB) stored(ctx context.Context, v view, ref string) (bool, error) {
	one := func(query string, args ...any) (bool, error) {
		_, ok, err := sqlitedb.One(ctx, db.sql, query, append([]any{v.athlete, ref}, args...), sqlitedb.Scalar[int])
		return ok, err
	}
	const activity = `SELECT 1 FROM activities a WHERE a.athlete=?1 AND a.seen&?3<>0
		AND (a.id=?2 OR a.id IN (SELECT activity FROM external_ids WHERE athlete=?1 AND ref=?2)) LIMIT 1`
	if ok, err := one(activity, v.bit); ok || err != nil {
		return ok, err
	}
	if ok, err := one("SELECT 1 FROM gear WHERE athlete=? AND id=? AND deleted=0"); ok || err != nil {
		return ok, err
	}
	all := referred()
	args := make([]any, len(all))
	for i, c := range all {
		args[i] = string(c)
	}
	return one("SELECT 1 FROM documents WHERE athlete=? AND id=? AND collection IN (?"+strings.Repeat(",?", len(all)-1)+") LIMIT 1", args...)
}
