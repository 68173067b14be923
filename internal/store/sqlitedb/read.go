package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// Row is a row that can be read.
type Row interface{ Scan(dest ...any) error }

// maxStatements bounds the statements that are kept prepared for readers.
// Most queries have a fixed text; lists combine their conditions freely.
const maxStatements = 200

// statements are prepared once and used by every reader.
type statements struct {
	sync.RWMutex
	byText map[string]*sql.Stmt
}

func (s *statements) get(ctx context.Context, pool *sql.DB, query string) (*sql.Stmt, error) {
	s.RLock()
	stmt := s.byText[query]
	full := len(s.byText) >= maxStatements
	s.RUnlock()
	if stmt != nil || full {
		return stmt, nil
	}
	stmt, err := pool.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	s.Lock()
	defer s.Unlock()
	if other := s.byText[query]; other != nil {
		return other, stmt.Close()
	}
	s.byText[query] = stmt
	return stmt, nil
}

func (s *statements) close() error {
	s.Lock()
	defer s.Unlock()
	var err error
	for _, stmt := range s.byText {
		err = errors.Join(err, stmt.Close())
	}
	s.byText = nil
	return err
}

// Query starts a read; the caller closes what it returns.
func (db *DB) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := db.stmts.get(ctx, db.read, query)
	if err != nil {
		return nil, Failed(ctx, err)
	}
	var rows *sql.Rows
	if stmt != nil {
		rows, err = stmt.QueryContext(ctx, args...)
	} else {
		rows, err = db.read.QueryContext(ctx, query, args...)
	}
	return rows, Failed(ctx, err)
}

// All reads all rows of a query.
func All[T any](ctx context.Context, db *DB, query string, args []any, read func(Row) (T, error)) ([]T, error) {
	rows, err := db.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // Err tells what went wrong
	var all []T
	for rows.Next() {
		v, err := read(rows)
		if err != nil {
			return nil, Failed(ctx, err)
		}
		all = append(all, v)
	}
	return all, Failed(ctx, rows.Err())
}

// One reads one row; ok is false if there is none.
func One[T any](ctx context.Context, db *DB, query string, args []any, read func(Row) (T, error)) (v T, ok bool, err error) {
	rows, err := db.Query(ctx, query, args...)
	if err != nil {
		return v, false, err
	}
	defer rows.Close() //nolint:errcheck // Err tells what went wrong
	if !rows.Next() {
		return v, false, Failed(ctx, rows.Err())
	}
	v, err = read(rows)
	return v, err == nil, Failed(ctx, err)
}

// Scalar reads a row of one column.
func Scalar[T any](r Row) (v T, err error) {
	err = r.Scan(&v)
	return v, err
}

// Failed tells a failed read; the driver words a cancelled one as its own error.
func Failed(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return Error(err)
}
