package store

import (
	"context"
	"database/sql"
	"errors"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Audiences says which audiences a recording may be shown to, one bit each.
type Audiences uint8

// May reports whether a may see it.
func (s Audiences) May(a training.Audience) bool { return s>>a&1 != 0 }

// EveryAudience is the policy of the athlete's own files.
const EveryAudience Audiences = 1<<training.AudienceModel | 1<<training.AudiencePage | 1<<training.AudienceExport

// audiences is how many there are; bits of deleted rows lie above deletedShift.
const (
	audiences    = 3
	deletedShift = 4
)

// view is a scope with what it may see.
type view struct {
	athlete  training.AthleteID
	audience training.Audience
	// bit selects rows by their seen mask; withDeleted selects deleted ones too.
	bit, withDeleted int64
	sharing          training.Sharing
}

// look resolves a scope. Only models are held to the athlete's sharing.
func (db *DB) look(ctx context.Context, s training.Scope) (view, error) {
	if s.Athlete == "" || s.Audience > training.AudienceExport {
		return view{}, training.Errorf(training.KindInternal, "A read without a scope.")
	}
	bit := int64(1) << s.Audience
	v := view{s.Athlete, s.Audience, bit, bit | bit<<deletedShift, training.Sharing{Position: true, Weight: true, Notes: true}}
	if s.Audience != training.AudienceModel {
		return v, nil
	}
	v.sharing = training.Sharing{}
	a, err := db.athlete(ctx, s.Athlete)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return v, err
	}
	v.sharing = a.Sharing
	return v, nil
}

func (v view) isModel() bool { return v.audience == training.AudienceModel }

// scanner is a row that can be read.
type scanner interface{ Scan(dest ...any) error }

// queryAll reads all rows of a query.
func queryAll[T any](ctx context.Context, db *DB, query string, args []any, read func(scanner) (T, error)) ([]T, error) {
	rows, err := db.sql.Read().QueryContext(ctx, query, args...)
	if err != nil {
		return nil, failed(ctx, err)
	}
	defer rows.Close() //nolint:errcheck // Err tells what went wrong
	var all []T
	for rows.Next() {
		v, err := read(rows)
		if err != nil {
			return nil, failed(ctx, err)
		}
		all = append(all, v)
	}
	return all, failed(ctx, rows.Err())
}

// queryOne reads one row; ok is false if there is none.
func queryOne[T any](ctx context.Context, db *DB, query string, args []any, read func(scanner) (T, error)) (v T, ok bool, err error) {
	v, err = read(db.sql.Read().QueryRowContext(ctx, query, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return v, false, nil
	}
	return v, err == nil, failed(ctx, err)
}

// failed tells a failed read; the driver words a cancelled one as its own error.
func failed(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return sqlitedb.Error(err)
}

func scalar[T any](r scanner) (v T, err error) {
	err = r.Scan(&v)
	return v, err
}
