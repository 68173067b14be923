package store

import (
	"context"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/store/upkeep"
)

// Report is what [DB.Verify] looked at and what it found.
type Report = upkeep.Report

func place(home string) upkeep.Place { return upkeep.Place{Home: home, Database: fileName} }

// Backup writes the whole store, every athlete's, to one new archive (.tar or
// .tar.zst). It may run beside writers and is whole or absent.
func (db *DB) Backup(ctx context.Context, destFile string) error {
	return sqlitedb.Error(upkeep.Backup(ctx, db.sql, place(db.home), destFile))
}

// Restore unpacks a backup into a home that has no store yet; open it after.
func Restore(ctx context.Context, archiveFile, home string) error {
	return sqlitedb.Error(upkeep.Restore(ctx, archiveFile, place(home)))
}

// Verify reads everything that is stored once and reports what is wrong. Its
// error is only that it could not finish.
func (db *DB) Verify(ctx context.Context) (Report, error) {
	c := upkeep.Checker{DB: db.sql, Place: place(db.home), Codec: db.codec, Pack: db.pack}
	return c.Verify(ctx)
}
