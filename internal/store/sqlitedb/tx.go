package sqlitedb

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/training"
)

// writer is the only connection that writes, with its prepared statements.
type writer struct {
	pool   *sql.DB
	conn   *sql.Conn
	stmts  map[string]*sql.Stmt
	logged int64 // the last change of the log that this transaction wrote, or 0
}

func openWriter(dsn string) (*writer, error) {
	pool, err := openPool(dsn, 1)
	if err != nil {
		return nil, err
	}
	conn, err := pool.Conn(context.Background())
	if err != nil {
		return nil, Error(errors.Join(err, pool.Close()))
	}
	return &writer{pool: pool, conn: conn, stmts: map[string]*sql.Stmt{}}, nil
}

func (w *writer) close() error {
	var err error
	for _, s := range w.stmts {
		err = errors.Join(err, s.Close())
	}
	return errors.Join(err, w.conn.Close(), w.pool.Close())
}

// Tx is one write transaction. Only one goroutine may use it, within the
// function that received it.
type Tx struct {
	ctx context.Context
	w   *writer
}

// Write runs f in one transaction, which is durable when Write returns nil and
// leaves no trace otherwise. Calling Write within f would block forever.
func (db *DB) Write(ctx context.Context, f func(*Tx) error) error {
	err := db.inTurn(ctx, func(w *writer) error {
		defer db.Tell()
		defer db.written.Add(1) // even if the transaction failed, because it may have been committed
		w.logged = 0
		err := w.transact(ctx, f, db.before, db.after)
		if err == nil && w.logged > 0 { // whoever waits is told once, at the end of the turn
			db.seen.Store(w.logged)
		}
		return err
	})
	if err != nil || db.committed == nil {
		return err
	}
	return unknown(db.committed(ctx))
}

// Logged says that the transaction wrote the change seq of the log, so that reading it later is
// no news.
func (tx *Tx) Logged(seq int64) { tx.w.logged = seq }

// EmptyLog moves the content of the log into the database and truncates the log,
// which still contains pages from before a deletion. It fails with KindUnavailable
// while another connection reads.
func (db *DB) EmptyLog(ctx context.Context) error {
	return db.inTurn(ctx, func(w *writer) error {
		var busy, inLog, moved int
		err := w.conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &inLog, &moved)
		if err == nil && busy != 0 {
			return training.Errorf(training.KindUnavailable, "The log of the database is being read.").WithFix("Try again in a moment.")
		}
		return Error(err)
	})
}

// inTurn waits for its turn and runs f with the writing connection.
func (db *DB) inTurn(ctx context.Context, f func(*writer) error) (err error) {
	if db.readOnly {
		return ErrReadOnly()
	}
	select {
	case db.turn <- struct{}{}:
		defer func() { <-db.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if db.closed {
		return training.Errorf(training.KindInternal, "The store is closed.")
	}
	if db.writer == nil {
		if db.writer, err = openWriter(writerDSN(db.path, db.wipes, db.orphans)); err != nil {
			return err
		}
	}
	return f(db.writer)
}

// Written returns the number of transactions that this process ended.
func (db *DB) Written() uint64 { return db.written.Load() }

// Asked returns the number of queries that this process made.
func (db *DB) Asked() uint64 { return db.asked.Load() }

// transact runs f in a transaction. It does not pass ctx to the statements: the driver would
// start a goroutine for each. [Tx.Exec] and the other methods check it instead.
func (w *writer) transact(ctx context.Context, f, before func(*Tx) error, after func()) (err error) {
	if err := w.begin(ctx); err != nil {
		return err
	}
	done := false
	defer func() {
		if !done { // f failed or panicked; SQLite may have rolled back already
			_, _ = w.conn.ExecContext(context.Background(), "ROLLBACK")
		}
	}()
	if err := f(&Tx{ctx, w}); err != nil {
		return err
	}
	if before != nil {
		if err := before(&Tx{ctx, w}); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := w.conn.ExecContext(context.Background(), "COMMIT"); err != nil {
		return Error(err)
	}
	done = true
	if after != nil {
		after()
	}
	return nil
}

// begin begins a transaction with the write lock. Waiting within SQLite is not fair
// between processes, so begin tries again until ctx ends.
func (w *writer) begin(ctx context.Context) error {
	const attempts = 6
	for i := 0; ; i++ {
		_, err := w.conn.ExecContext(ctx, "BEGIN IMMEDIATE")
		if err == nil {
			return nil
		}
		_, _ = w.conn.ExecContext(context.Background(), "ROLLBACK") // a cancelled BEGIN may have succeeded
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err = Error(err)
		if training.KindOf(err) != training.KindUnavailable || i == attempts {
			return err
		}
	}
}

func (t *Tx) stmt(query string) (*sql.Stmt, error) {
	if err := t.ctx.Err(); err != nil {
		return nil, err
	}
	if s, ok := t.w.stmts[query]; ok {
		return s, nil
	}
	s, err := t.w.conn.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, Error(err)
	}
	t.w.stmts[query] = s
	return s, nil
}

// Exec runs a statement and returns the number of changed rows. Statements are
// prepared once, so their text must come from a small set.
func (t *Tx) Exec(query string, args ...any) (int64, error) {
	s, err := t.stmt(query)
	if err != nil {
		return 0, err
	}
	r, err := s.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, Error(err)
	}
	n, err := r.RowsAffected()
	return n, Error(err)
}

// One reads one row into dest; ok is false if there is none.
func (t *Tx) One(query string, args []any, dest ...any) (ok bool, err error) {
	s, err := t.stmt(query)
	if err != nil {
		return false, err
	}
	err = s.QueryRowContext(context.Background(), args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, Error(err)
}

// Each calls f for each row; scan copies the row's columns.
func (t *Tx) Each(query string, args []any, f func(scan func(...any) error) error) error {
	s, err := t.stmt(query)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(context.Background(), args...)
	if err != nil {
		return Error(err)
	}
	defer rows.Close() //nolint:errcheck // Err reports what went wrong
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return Error(err)
		}
	}
	return Error(rows.Err())
}

// rowsAtOnce is the maximum number of rows that one statement inserts, and
// therefore the maximum number of prepared statements per table.
const rowsAtOnce = 16

// Insert writes rows: insert is the part of the statement before the rows, tail the
// part after them, and args holds the cells row by row. Inserting many rows in one
// statement takes half the time of one statement for each row.
func (t *Tx) Insert(insert string, cells int, tail string, args []any) error {
	for len(args) > 0 {
		n := min(len(args)/cells, rowsAtOnce)
		row := "(" + strings.Repeat("?,", cells-1) + "?)"
		query := insert + " VALUES " + strings.Repeat(row+",", n-1) + row + " " + tail
		if _, err := t.Exec(query, args[:n*cells]...); err != nil {
			return err
		}
		args = args[n*cells:]
	}
	return nil
}

//go:embed *.sql
var files embed.FS

// Steps returns the migrations in order, as SQL. All stores share them, so they must not be
// changed.
func Steps() []string { return steps() }

var steps = sync.OnceValue(func() (all []string) {
	names, _ := fs.Glob(files, "*.sql") // the pattern is valid
	for _, name := range names {
		text, _ := files.ReadFile(name)
		all = append(all, string(text))
	}
	return slices.Clip(all)
})

// Body encodes a row's body. It returns an error for NaN and infinities.
func Body(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", training.Errorf(training.KindInvalid, "A row cannot be stored: %w.", err).
			WithFix("Leave out numbers that are not finite.")
	}
	return string(b), nil
}

// Parse decodes a body that the store wrote.
func Parse[T any](text string) (T, error) {
	var v T
	if text == "" {
		return v, nil
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return v, training.Errorf(training.KindCorrupt, "A row of the store cannot be read: %w.", err).
			WithFix("Run lapkeep verify.")
	}
	return v, nil
}

// List decodes a list of texts; an empty list is nil.
func List(text string) ([]string, error) {
	if text == "[]" {
		return nil, nil
	}
	return Parse[[]string](text)
}

// Millis returns a time in the form in which it is stored: ms since 1970, or 0 for
// the zero time.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Instant converts stored milliseconds to a time in UTC; 0 becomes the zero time.
func Instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Damaged returns the error for a row whose content cannot be the content that was written.
func Damaged(cause error) error {
	return &training.Error{
		Kind: training.KindCorrupt, What: "A row of the store is damaged.", Fix: "Run lapkeep verify.", Err: cause,
	}
}
