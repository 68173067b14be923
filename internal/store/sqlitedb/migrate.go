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

	"lapkeep/internal/platform/atomicfile"
	"lapkeep/internal/platform/lock"
	"lapkeep/internal/store/sqlitedb/pagesum"
	"lapkeep/internal/training"
)

// migrationWait is how long a process waits while another one migrates.
const migrationWait = 2 * time.Minute

// migrate applies the missing steps, each in one transaction with its
// version, after a copy of the old file was made and its pages keep sums. The
// lock keeps two processes from doing it at once; the second finds nothing
// left to do.
func migrate(ctx context.Context, path string, o Options) (err error) {
	release, err := lock.Acquire(ctx, path+".lock", migrationWait)
	if err != nil {
		return Error(err)
	}
	defer func() { err = errors.Join(err, Error(release())) }()
	version, err := prepare(ctx, path, o)
	if err != nil || version == len(o.Steps) {
		return err
	}
	pool, err := openPool(writerDSN(path, o.Wipes), 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, Error(pool.Close())) }()
	for v := version; v < len(o.Steps); v++ {
		if err := step(ctx, pool, v+1, o.Steps[v]); err != nil {
			return Error(fmt.Errorf("migrate to schema %d: %w", v+1, err))
		}
	}
	return nil
}

// prepare copies a file that is to be migrated and has its pages keep sums.
// It returns the version that it is of.
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
	if err := errors.Join(err, Error(pool.Close())); err != nil || version == len(o.Steps) {
		return version, err
	}
	return version, keepSums(path, version)
}

// keepSums makes room for the sum of each page. All pages of an older file are
// written anew: for that nobody else may have it open, least of all an older
// program, which would write pages without sums.
func keepSums(path string, version int) error {
	header, err := readHeader(path)
	if err != nil || pagesum.Kept(header) {
		return Error(err)
	}
	if version == 0 {
		return Error(pagesum.Reserve(path, "PRAGMA journal_mode=WAL"))
	}
	err = Error(pagesum.Reserve(path, "PRAGMA busy_timeout="+busyMS+"; PRAGMA journal_mode=DELETE; VACUUM; PRAGMA journal_mode=WAL"))
	if err != nil && training.KindOf(err) == training.KindUnavailable {
		return tell(training.KindUnavailable, err,
			"The store must be rewritten once by this version of Lapkeep, and another process has it open, or the disk is full.",
			"Close the assistants and servers that use it, see that as much as it holds is free, then try again.")
	}
	return err
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

// backUp copies the file under a name that it gets when it is whole. The
// caller holds the lock, so that what has another name is of a process that
// was killed.
func backUp(ctx context.Context, pool *sql.DB, path string, version int, o Options) error {
	if err := os.MkdirAll(o.BackupDir, 0o700); err != nil {
		return err
	}
	half := filepath.Join(o.BackupDir, atomicfile.TempPrefix+filepath.Base(path))
	if err := os.Remove(half); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := createPrivate(half); err != nil {
		return err
	}
	if _, err := pool.ExecContext(ctx, "VACUUM INTO ?", half); err != nil {
		return errors.Join(err, os.Remove(half))
	}
	name := fmt.Sprintf("%s.schema-%d.%s", filepath.Base(path), version, o.Now.UTC().Format("20060102T150405.000"))
	if err := os.Rename(half, filepath.Join(o.BackupDir, name)); err != nil {
		return err
	}
	return atomicfile.SyncDir(o.BackupDir)
}
