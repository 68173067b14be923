package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"lapkeep/internal/training"
)

// Options say how a file is opened.
type Options struct {
	ReadOnly bool
	// Steps are the schema's migrations in order; the schema's version is
	// how many of them were applied.
	Steps []string
	// BackupDir is where the file is copied before it is migrated.
	BackupDir string
	// Now names the backup.
	Now time.Time
	// Wipes has what is deleted be overwritten in the file. The log keeps it until [DB.EmptyLog].
	Wipes bool
	// KeepsOrphans has rows be written whose parents are not there: a repair
	// brings the parents back later.
	KeepsOrphans bool
	// BeforeCommit, if set, ends each write transaction; its error takes the
	// transaction back. AfterCommit is called when it is on disk and before
	// it is acknowledged.
	BeforeCommit func(*Tx) error
	AfterCommit  func()
}

// DB is an open SQLite file.
type DB struct {
	path     string
	read     *sql.DB
	readOnly bool
	orphans  bool
	wipes    bool
	stmts    statements

	turn chan struct{} // holds one token: whose turn it is to write
	// writer is opened by the first write; it and closed belong to the turn.
	writer *writer
	closed bool
	// before and after stand around each commit.
	before func(*Tx) error
	after  func()

	written atomic.Uint64
}

// Open opens the file at path, makes it if it is missing, and migrates it if
// it is behind. Nothing is asked of a file that is current and that nobody
// has open: the first read connects.
func Open(ctx context.Context, path string, o Options) (*DB, error) {
	if !o.ReadOnly {
		if err := createPrivate(path); err != nil {
			return nil, Error(err)
		}
	}
	pool, err := openPool(readerDSN(path, o.ReadOnly), readers)
	if err != nil {
		return nil, err
	}
	db := &DB{
		path: path, read: pool, readOnly: o.ReadOnly, wipes: o.Wipes, orphans: o.KeepsOrphans, turn: make(chan struct{}, 1),
		before: o.BeforeCommit, after: o.AfterCommit,
	}
	db.stmts.byText = map[string]*sql.Stmt{}
	if v, known := written(path); known && v == len(o.Steps) && !o.ReadOnly {
		return db, nil
	}
	if err := db.bringUp(ctx, o); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return db, nil
}

func (db *DB) bringUp(ctx context.Context, o Options) error {
	// A file without a log is asked under the migration's lock: who reads it
	// keeps the process that makes it from turning the log on.
	if o.ReadOnly || keepsLog(db.path) {
		version, err := userVersion(ctx, db.read)
		if err != nil || version == len(o.Steps) {
			return err
		}
		if err := mayMigrate(version, o); err != nil {
			return err
		}
	}
	db.read.SetMaxIdleConns(0) // a migration may want the file for itself
	defer db.read.SetMaxIdleConns(readers)
	return migrate(ctx, db.path, o)
}

func mayMigrate(version int, o Options) error {
	switch {
	case version > len(o.Steps):
		return training.Errorf(training.KindUnsupported,
			"The store was written by a newer Lapkeep (schema %d; this one knows %d).", version, len(o.Steps)).
			WithFix("Install that version or a newer one, or restore a backup from before into another folder.")
	case o.ReadOnly:
		return training.Errorf(training.KindUnavailable,
			"The store is of an older schema (%d of %d) and was opened for reading only.", version, len(o.Steps)).
			WithFix("Open it once for writing, so that it is migrated.")
	}
	return nil
}

// createPrivate makes the file and its folder so that only this user may
// read them. SQLite gives its log the permissions of the file.
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// writableBeside reports whether SQLite can keep its log's index beside path.
func writableBeside(path string) bool {
	if _, err := os.Stat(path + "-wal"); err == nil {
		return true // there is a log to be read: immutable would leave it out
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".tmp-*")
	if err != nil {
		return false
	}
	return errors.Join(f.Close(), os.Remove(f.Name())) == nil
}

func userVersion(ctx context.Context, db *sql.DB) (int, error) {
	var v int
	err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&v)
	return v, Error(err)
}

// ReadOnly reports whether the file was opened for reading only.
func (db *DB) ReadOnly() bool { return db.readOnly }

// ErrReadOnly is the failure of a write to a file that was opened for reading only.
func ErrReadOnly() error {
	return training.Errorf(training.KindForbidden, "The store was opened for reading only.").
		WithFix("If its folder or disk is read-only for this user, make it writable, then start again.")
}

// Close waits for the running write and closes every connection.
func (db *DB) Close() error {
	db.turn <- struct{}{}
	var err error
	wrote := db.writer != nil
	if wrote {
		err = db.writer.close()
	}
	db.writer, db.closed = nil, true
	<-db.turn
	err = errors.Join(db.stmts.close(), db.read.Close(), err)
	if err == nil && wrote {
		err = tellOlder(db.path, firstPage)
	}
	return Error(err)
}

// VacuumInto writes a consistent copy of the database to a new file.
func (db *DB) VacuumInto(ctx context.Context, dest string) error {
	if err := createPrivate(dest); err != nil {
		return Error(err)
	}
	pool, err := openPool(copierDSN(db.path, db.readOnly), 1)
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, "VACUUM INTO ?", dest)
	return Error(errors.Join(err, pool.Close()))
}
