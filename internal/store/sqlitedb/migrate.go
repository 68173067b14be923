package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"lapkeep/internal/platform/disk"
)

// migrationWait is how long a process waits while another one migrates.
const migrationWait = 2 * time.Minute

// migrate applies the missing steps, each in one transaction with its
// version, after a copy of the old file was made. The lock keeps two processes
// from doing it at once; the second finds nothing left to do.
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

// prepare copies a file that is to be migrated and returns its schema's version.
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

// backUp copies a file that is to be migrated. The caller holds the lock, so
// that a copy without its name is of a process that was killed.
func backUp(ctx context.Context, pool *sql.DB, path string, version int, o Options) error {
	return copyInto(ctx, pool, o.BackupDir, filepath.Base(path), fmt.Sprintf("schema-%d.%s", version, o.Now.UTC().Format(copyTime)))
}

// copyTime dates the names of copies.
const copyTime = "20060102T150405.000"

// copyInto writes a copy of a database under a name that it gets when it is
// whole and was checked.
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
			err = damaged(fmt.Errorf("a copy of it is not sound: %s", problems[0]))
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

// CopyInto writes a copy of the database into a folder and returns its path,
// whose name ends in why it was made and when.
func (db *DB) CopyInto(ctx context.Context, dir, why string, now time.Time) (string, error) {
	pool, err := openPool(copierDSN(db.path, db.readOnly), 1)
	if err != nil {
		return "", err
	}
	database, suffix := filepath.Base(db.path), why+"."+now.UTC().Format(copyTime)
	err = copyInto(ctx, pool, dir, database, suffix)
	return filepath.Join(dir, database+"."+suffix), Error(errors.Join(err, pool.Close()))
}
