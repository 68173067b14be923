package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// Options describes how to open a file.
type Options struct {
	ReadOnly bool
	// Steps are the schema's migrations in order; the schema's version is the
	// number of applied steps.
	Steps []string
	// BackupDir is the folder into which the file is copied before it is migrated.
	BackupDir string
	// Now is the time in the backup's name.
	Now time.Time
	// If Wipes is set, deleted data is overwritten in the file. The log still
	// contains it until [DB.EmptyLog] is called.
	Wipes bool
	// KeepsOrphans allows rows whose parents are missing, because a repair
	// restores the parents later.
	KeepsOrphans bool
	// BeforeCommit, if set, runs at the end of each write transaction; an error
	// from it rolls the transaction back. AfterCommit is called when the
	// transaction is on disk, before it is acknowledged.
	BeforeCommit func(*Tx) error
	AfterCommit  func()
	// Committed, if set, is called after each commit and outside of the writer's turn, so that
	// writes that wait there can share one wait. If it fails, the write fails with
	// [training.KindUnknown]: it is in the file, and nobody knows whether it is kept elsewhere.
	Committed func(context.Context) error
}

// DB is an open SQLite file.
type DB struct {
	path     string
	read     *sql.DB
	readOnly bool
	orphans  bool
	wipes    bool
	stmts    statements

	turn chan struct{} // holds one token, which the current writer takes
	// writer is opened by the first write. The token protects writer and closed.
	writer *writer
	closed bool
	// before and after run around each commit.
	before func(*Tx) error
	after  func()
	// committed runs before a write is acknowledged.
	committed func(context.Context) error

	written atomic.Uint64
	asked   atomic.Uint64
	news
}

// news tells those who wait for it that the database was written.
type news struct {
	mu   sync.Mutex
	told chan struct{} // closed at the next telling; nil if nobody waits
	seen atomic.Int64  // the last change of the log that was told
}

// Changed returns a channel that is closed when a transaction of this process ends, or when a
// read finds changes of another process. To miss none, call Changed before reading.
func (n *news) Changed() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.told == nil {
		n.told = make(chan struct{})
	}
	return n.told
}

// Tell wakes those who wait for [DB.Changed].
func (n *news) Tell() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.told != nil {
		close(n.told)
		n.told = nil
	}
}

// Saw says that the last change of the log was read.
func (n *news) Saw(seq int64) {
	if n.seen.Swap(seq) != seq {
		n.Tell()
	}
}

// Open opens the file at path, creates it if it is missing, and migrates it if its schema is
// out of date. If the file is current and has no log, Open does not connect; the first read
// does.
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
		before: o.BeforeCommit, after: o.AfterCommit, committed: o.Committed,
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
	// The version of a file without a log is read under the migration's lock, because a
	// reader would prevent the process that creates the file from turning on its log.
	if o.ReadOnly || keepsLog(db.path) {
		version, err := userVersion(ctx, db.read)
		if err != nil || version == len(o.Steps) {
			return err
		}
		if err := mayMigrate(version, o); err != nil {
			return err
		}
	}
	db.read.SetMaxIdleConns(0) // a migration may need exclusive access to the file
	defer db.read.SetMaxIdleConns(readers)
	return migrate(ctx, db.path, o)
}

func mayMigrate(version int, o Options) error {
	switch {
	case version > len(o.Steps):
		return training.Errorf(training.KindUnsupported,
			"The store was written by a newer Lapkeep (schema %d; this one supports %d).", version, len(o.Steps)).
			WithFix("Install that version or a newer one, or restore an earlier backup into another folder.")
	case o.ReadOnly:
		return training.Errorf(training.KindUnavailable,
			"The store is of an older schema (%d of %d) and was opened for reading only.", version, len(o.Steps)).
			WithFix("Open it once for writing, so that it is migrated.")
	}
	return nil
}

// createPrivate creates the file and its folder with permissions that let only this
// user read them. SQLite gives its log the same permissions as the file.
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

// writableBeside reports whether SQLite can keep its log's index next to path.
func writableBeside(path string) bool {
	if _, err := os.Stat(path + "-wal"); err == nil {
		return true // there is a log to read, which an immutable database would ignore
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

// ReadOnly reports whether the file is open for reading only.
func (db *DB) ReadOnly() bool { return db.readOnly }

// ErrReadOnly returns the error for a write to a file that was opened for reading only.
func ErrReadOnly() error {
	return training.Errorf(training.KindForbidden, "The store was opened for reading only.").
		WithFix("If its folder or disk is read-only for this user, make it writable, then start again. If it was split into several " +
			"homes, use one of those: lapkeep homes list")
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

// migrationWait is how long a process waits while another one migrates.
const migrationWait = 2 * time.Minute

// migrate applies the missing steps, each in one transaction with its version,
// after copying the old file. A lock keeps two processes from migrating at the same
// time; the second one finds nothing left to do.
func migrate(ctx context.Context, path string, o Options) (err error) {
	release, err := disk.Acquire(ctx, path+".lock", migrationWait)
	if err != nil {
		return Error(err)
	}
	defer func() { err = errors.Join(err, Error(release())) }()
	version, err := prepare(ctx, path, o)
	if err != nil || version == len(o.Steps) {
		return err
	}
	pool, err := openPool(writerDSN(path, o.Wipes, o.KeepsOrphans), 1)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, Error(pool.Close())); err == nil {
			err = Error(tellOlder(path, allPages))
		}
	}()
	for v := version; v < len(o.Steps); v++ {
		if err := step(ctx, pool, v+1, o.Steps[v]); err != nil {
			return Error(fmt.Errorf("migrate to schema %d: %w", v+1, err))
		}
	}
	return nil
}

// prepare copies a file before its migration and returns its schema's version.
func prepare(ctx context.Context, path string, o Options) (version int, err error) {
	pool, err := openPool(copierDSN(path, false), 1)
	if err != nil {
		return 0, err
	}
	version, err = userVersion(ctx, pool)
	if err == nil {
		err = mayMigrate(version, o)
	}
	if err == nil && version > 0 && version < len(o.Steps) {
		err = Error(backUp(ctx, pool, path, version, o))
	}
	return version, errors.Join(err, Error(pool.Close()))
}

func step(ctx context.Context, pool *sql.DB, version int, script string) error {
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit it does nothing
	if _, err := tx.ExecContext(ctx, script); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version=%d", version)); err != nil {
		return err
	}
	return tx.Commit()
}

// backUp copies a file before its migration. The caller holds the lock, so any unnamed copy
// must belong to a process that was killed.
func backUp(ctx context.Context, pool *sql.DB, path string, version int, o Options) error {
	return copyInto(ctx, pool, o.BackupDir, filepath.Base(path), fmt.Sprintf("schema-%d.%s", version, o.Now.UTC().Format(copyTime)))
}

// copyTime is the time format in the names of copies.
const copyTime = "20060102T150405.000"

// copyInto writes a copy of a database. The copy gets its final name once it is
// complete and has been checked.
func copyInto(ctx context.Context, pool *sql.DB, dir, database, suffix string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	half := filepath.Join(dir, disk.TempPrefix+database)
	if err := os.Remove(half); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := createPrivate(half); err != nil {
		return err
	}
	_, err := pool.ExecContext(ctx, "VACUUM INTO ?", half)
	if err == nil {
		var problems []string
		if problems, err = Examine(ctx, half); err == nil && len(problems) > 0 {
			err = damaged(fmt.Errorf("its copy is damaged: %s", problems[0]))
		}
	}
	if err != nil {
		return errors.Join(err, os.Remove(half))
	}
	if err := os.Rename(half, filepath.Join(dir, database+"."+suffix)); err != nil {
		return err
	}
	return disk.SyncDir(dir)
}

// CopyInto writes a copy of the database into a folder and returns its path, whose
// name ends with the reason and the time.
func (db *DB) CopyInto(ctx context.Context, dir, why string, now time.Time) (string, error) {
	pool, err := openPool(copierDSN(db.path, db.readOnly), 1)
	if err != nil {
		return "", err
	}
	database, suffix := filepath.Base(db.path), why+"."+now.UTC().Format(copyTime)
	err = copyInto(ctx, pool, dir, database, suffix)
	return filepath.Join(dir, database+"."+suffix), Error(errors.Join(err, pool.Close()))
}
