package sqlitedb

import (
	"context"
	"errors"
	"strings"
)

// Examine runs SQLite's own check of a file and returns what it finds wrong.
func Examine(ctx context.Context, path string) (problems []string, err error) {
	pool, err := openPool(readerDSN(path, true), 1)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, Error(pool.Close())) }()
	rows, err := pool.QueryContext(ctx, "PRAGMA integrity_check(20)")
	if err != nil {
		return nil, Failed(ctx, err)
	}
	defer rows.Close() //nolint:errcheck // Err tells what went wrong
	for rows.Next() {
		line, err := Scalar[string](rows)
		if err != nil {
			return problems, Failed(ctx, err)
		}
		if line != "ok" {
			problems = append(problems, strings.ReplaceAll(strings.TrimPrefix(line, "*** in database main ***\n"), "\n", "; "))
		}
	}
	return problems, Failed(ctx, rows.Err())
}

// Script runs statements on a file that no one else has open for writing:
// repairs by hand, and damage for tests.
func Script(ctx context.Context, path, script string) (err error) {
	pool, err := openPool(writerDSN(path, false, false), 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, Error(pool.Close())) }()
	_, err = pool.ExecContext(ctx, script)
	return Failed(ctx, err)
}
