package sqlitedb

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// Extract writes a copy of the database that has the rows of one athlete and those of nobody,
// to a new file. Nothing of other athletes is in the file, not even on free pages. If Extract
// fails, it leaves files in the folder, which the caller removes.
func (db *DB) Extract(ctx context.Context, a training.AthleteID, dest string, steps []string) error {
	whole := filepath.Join(filepath.Dir(dest), disk.TempPrefix+filepath.Base(dest))
	if err := db.VacuumInto(ctx, whole); err != nil {
		return err
	}
	all, err := Open(ctx, whole, Options{Steps: steps, KeepsOrphans: true})
	if err != nil {
		return err
	}
	err = all.Write(ctx, func(tx *Tx) error { return tx.keepOnly(a) })
	if err == nil {
		err = all.VacuumInto(ctx, dest)
	}
	if err = errors.Join(err, all.Close()); err != nil {
		return err
	}
	for _, suffix := range []string{"", "-wal", "-shm", ".lock"} {
		if err := os.Remove(whole + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Error(err)
		}
	}
	return nil
}

// keepOnly deletes the rows of all other athletes, in every table that names the athlete, and
// those about who may enter the home.
func (t *Tx) keepOnly(a training.AthleteID) error {
	const tables = `SELECT t.name, max(c.name='athlete') FROM sqlite_schema t, pragma_table_info(t.name) c
		WHERE t.type='table' AND t.name NOT LIKE 'sqlite_%' GROUP BY t.name`
	named := map[string]bool{}
	err := t.Each(tables, nil, func(scan func(...any) error) error {
		var name string
		var is bool
		err := scan(&name, &is)
		named[name] = is
		return err
	})
	for name, is := range named {
		switch {
		case err != nil:
		case slices.Contains(OfTheHome(), name):
			_, err = t.Exec(`DELETE FROM "` + name + `"`)
		case is:
			_, err = t.Exec(`DELETE FROM "`+name+`" WHERE athlete<>?`, a)
		}
	}
	return err
}

// OfTheHome lists the tables about who may enter a home. Another home has people of its own,
// and nobody's token for this one opens it.
func OfTheHome() []string {
	return []string{"secrets", "grants", "clients", "agreements", "people", "access_log", "passkeys", "providers", "subjects"}
}
