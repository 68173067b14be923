package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"lapkeep/internal/store/backup"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Report counts the things that [DB.Verify] checked and lists its findings.
type Report = backup.Report

func place(home string) backup.Place { return backup.Place{Home: home, Database: FileName} }

// Backup writes the whole store, every athlete's, to one new archive (.tar or
// .tar.zst), and files that lie beside it, and reads it back. It may run
// beside writers and is whole or absent.
func (db *DB) Backup(ctx context.Context, destFile string, beside ...Beside) (Written, error) {
	w, err := backup.Backup(ctx, db.sql, place(db.home), destFile, beside)
	return w, sqlitedb.Error(err)
}

// Written is a backup that was written and read back.
type Written = backup.Written

// BackupSpace returns how many bytes a backup may need while it is made.
func (db *DB) BackupSpace() (int64, error) {
	bytes, err := backup.Space(place(db.home))
	return bytes, sqlitedb.Error(err)
}

// CopyDatabase writes a copy of the database into the folder of copies, before
// a repair changes it, and returns its path.
func (db *DB) CopyDatabase(ctx context.Context) (path string, err error) {
	return db.sql.CopyInto(ctx, filepath.Join(db.home, backupFolder), "before-repair", db.now())
}

// Beside is a file that a backup has besides the store.
type Beside = backup.Beside

// Restore unpacks a backup into a home that has no store yet, and opens it
// once, so that it is migrated and has its mark. A file beside the store that
// stands there stays. Nothing of a damaged one is
// left there. An older backup is not sealed: it has no checksums, so that
// less is proven.
func Restore(ctx context.Context, archiveFile string, o Options) (isSealed bool, err error) {
	isSealed, err = backup.Restore(ctx, archiveFile, place(o.Home), originals.NewPacker(maxOriginal))
	if err != nil {
		return isSealed, sqlitedb.Error(err)
	}
	db, err := Open(ctx, o)
	if err != nil {
		return isSealed, err
	}
	return isSealed, errors.Join(db.Write(ctx, func(*Tx) error { return nil }), db.Close())
}

// Verify reads everything that is stored once and reports what is wrong. Its
// error is only that it could not finish.
func (db *DB) Verify(ctx context.Context) (Report, error) {
	c := backup.Checker{DB: db.sql, Place: place(db.home), Codec: db.codec, Pack: db.pack}
	return c.Verify(ctx)
}

// WasIn reports whether a home has files of a store, though it may have no
// database.
func WasIn(home string) bool {
	for _, name := range []string{FileName + sqlitedb.MarkSuffix, originals.AthletesFolder} {
		if _, err := os.Stat(filepath.Join(home, name)); err == nil {
			return true
		}
	}
	return false
}

// FixRepair says what can be done about damage.
const FixRepair = backup.FixRepair

// KeptOriginal reads an original, even one that has no recording.
func (db *DB) KeptOriginal(athlete training.AthleteID, hash string) ([]byte, error) {
	return db.originals(athlete).Get(hash)
}

// Named are the activities of recordings, as a database that was damaged had
// them too; a damaged list of them has none.
func (db *DB) Named(athlete training.AthleteID) (sqlitedb.Names, error) {
	f, ok, err := sqlitedb.ReadNaming(filepath.Join(db.home, FileName+sqlitedb.NamingSuffix))
	switch {
	case err != nil && training.KindOf(err) != training.KindCorrupt:
		return nil, sqlitedb.Error(err)
	case !ok || f.Names[athlete] == nil:
		return sqlitedb.Names{}, nil
	}
	return f.Names[athlete], nil
}

// Salvaged counts the rows that were saved of a damaged database.
type Salvaged = backup.Salvaged

// Settle rolls back what a repair that was killed began to write.
func Settle(ctx context.Context, home string) { backup.Settle(ctx, place(home)) }

// Salvage puts a new database with all rows that can be read in the place of a
// damaged one, if agree says so once it is told what they are. The caller then
// opens the store, calls [DB.Reshow], reads originals again and derives
// everything.
func Salvage(ctx context.Context, o Options, agree func(Salvaged) (bool, error)) (s Salvaged, agreed bool, err error) {
	s, agreed, err = backup.Salvage(ctx, place(o.Home), sqlitedb.Steps(), originals.NewPacker(maxOriginal), originals.NewCodec(),
		o.Now(), agree)
	return s, agreed, sqlitedb.Error(err)
}

// Prune removes recordings that are damaged and that their originals can make
// again. The caller reads the originals then.
func (db *DB) Prune(ctx context.Context) error {
	return sqlitedb.Error(backup.Prune(ctx, place(db.home), db.pack, db.codec, db.sql))
}

// Reshow rewrites what is shown of every activity from its layers.
func (db *DB) Reshow(ctx context.Context) error {
	return db.reshow(ctx, "SELECT athlete, id FROM activity_base")
}

// ReshowLed rewrites what is shown of the activities that others lead to.
func (db *DB) ReshowLed(ctx context.Context) error {
	return db.reshow(ctx, "SELECT athlete, id FROM activity_base b WHERE EXISTS (SELECT 1 FROM redirects WHERE athlete=b.athlete AND id=b.id)")
}

func (db *DB) reshow(ctx context.Context, which string) error {
	all, err := sqlitedb.All(ctx, db.sql, which, nil, func(r sqlitedb.Row) (k activityKey, err error) {
		err = r.Scan(&k.athlete, &k.id)
		return k, err
	})
	if err != nil {
		return err
	}
	const atOnce = 256
	for group := range slices.Chunk(all, atOnce) {
		err := db.Write(ctx, func(tx *Tx) error {
			for _, k := range group {
				tx.changedActivity(k.athlete, k.id)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Tidy removes what killed backups and restores left, notes that losses were
// told, and what activities are called.
func (db *DB) Tidy(ctx context.Context) error {
	if err := backup.Sweep(db.home); err != nil {
		return sqlitedb.Error(err)
	}
	return db.Write(ctx, func(tx *Tx) error {
		db.names.Anew()
		return sqlitedb.Settle(tx.sql)
	})
}
