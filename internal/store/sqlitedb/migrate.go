package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"lapkeep/internal/platform/lock"
)

// migrationWait is how long a process waits while another one migrates.
const migrationWait = 2 * time.Minute

// migrate applies the missing steps, each in one transaction with its
// version, after a copy of the old file was made. The lock keeps two
// processes from doing it at once; the second finds nothing left to do.
func migrate(ctx context.Context, path string, o Options) (err error) {
	release, err := lock.Acquire(ctx, path+".lock", migrationWait)
	if err != nil {
		return Error(err)
	}
	defer func() { err = errors.Join(err, Error(release())) }()
	pool, err := openPool(writerDSN(path), 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, Error(pool.Close())) }()
	version, err := userVersion(ctx, pool)
	if err != nil || version == len(o.Steps) {
		return err
	}
	if version > 0 {
		if err := backUp(ctx, pool, path, version, o); err != nil {
			return Error(err)
		}
	}
	for v := version; v < len(o.Steps); v++ {
		if err := step(ctx, pool, v+1, o.Steps[v]); err != nil {
			return Error(fmt.Errorf("migrate to schema %d: %w", v+1, err))
		}
	}
	return nil
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

func backUp(ctx context.Context, pool *sql.DB, path string, version int, o Options) error {
	if err := os.MkdirAll(o.BackupDir, 0o700); err != nil {
		return err
	}
	name := fmt.Sprintf("%s.schema-%d.%s", filepath.Base(path), version, o.Now.UTC().Format("20060102T150405.000"))
	dest := filepath.Join(o.BackupDir, name)
	if err := createPrivate(dest); err != nil {
		return err
	}
	_, err := pool.ExecContext(ctx, "VACUUM INTO ?", dest)
	return err
}
