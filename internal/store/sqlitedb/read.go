package sqlitedb

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"sync"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Row is a row to scan.
type Row interface{ Scan(dest ...any) error }

// maxStatements bounds the prepared statements of readers. Most queries have a
// fixed text, but lists combine conditions freely.
const maxStatements = 200

// statements holds prepared statements that all readers share.
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

// Query starts a read; the caller closes the result.
func (db *DB) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	db.asked.Add(1)
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
	defer rows.Close() //nolint:errcheck // Err reports what went wrong
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
	defer rows.Close() //nolint:errcheck // Err reports what went wrong
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

// Failed converts the error of a failed read; the driver has its own error for
// cancellations.
func Failed(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return Error(err)
}

// FindMark compares a database with its mark and describes any losses in sentences.
func FindMark(ctx context.Context, db *DB, path string) (problems []i18n.Sentence, err error) {
	had, ok, damage := ReadMark(path) // read before the database, because others may write to that
	is, _, err := One(ctx, db, StateQuery, nil, func(r Row) (m Mark, err error) {
		var digest []byte
		err = r.Scan(&m.Writes, &digest, &m.Seq)
		copy(m.Digest[:], digest)
		return m, err
	})
	if err != nil {
		return nil, err
	}
	switch {
	case damage != nil && training.KindOf(damage) != training.KindCorrupt:
		return nil, damage
	case damage != nil:
		problems = append(problems, "The marker of the last write is damaged, so a lost log would go unnoticed.")
	case !ok && is.Writes > 0:
		problems = append(problems, "The marker of the last write is missing, so a lost log would go unnoticed.")
	case ok && Lost(had, is):
		problems = append(problems, loss(had.Writes, is.Writes, had.Seq, is.Seq))
	}
	told, err := All(ctx, db, "SELECT writes_had, writes_kept, seq_had, seq_kept FROM losses WHERE settled=0 ORDER BY n", nil,
		func(r Row) (i18n.Sentence, error) {
			var n [4]int64
			err := r.Scan(&n[0], &n[1], &n[2], &n[3])
			return loss(n[0], n[1], n[2], n[3]), err
		})
	return append(problems, told...), err
}

func loss(writesHad, writesKept, seqHad, seqKept int64) i18n.Sentence {
	const why = i18n.Sentence("Its log was lost, or an older database was put in its place.")
	if seqHad > seqKept {
		return i18n.InARow(i18n.Sentencef(
			"Writes that were acknowledged are missing: the last was number %d, the database has %d (of the change log, changes %d to %d).",
			writesHad, writesKept, seqKept+1, seqHad), why)
	}
	return i18n.InARow(i18n.Sentencef(
		"Writes that were acknowledged are missing: the last was number %d, the database has %d.", writesHad, writesKept), why)
}

// Settle marks the recorded losses as settled, after they have been reported and
// repaired as far as possible.
func Settle(tx *Tx) error {
	_, err := tx.Exec("UPDATE losses SET settled=1 WHERE settled=0")
	return err
}

// MarkKeeper counts the writes of one process in the database and in the mark next
// to it. Only the current writer may call its methods.
type MarkKeeper struct {
	Path string // path of the mark
	Now  func() time.Time
	Log  *slog.Logger

	next Mark
}

// StateQuery reads the fields of a database's [Mark]: its writes, its digest, and its last change.
const StateQuery = "SELECT n, digest, (SELECT coalesce(max(seq), 0) FROM changes) FROM acknowledged"

// BeforeCommit counts the transaction. If the database is behind its mark, it
// records the loss, so that it is reported even though the mark moves on.
func (k *MarkKeeper) BeforeCommit(tx *Tx) error {
	var was Mark
	var digest []byte
	if _, err := tx.One(StateQuery, nil, &was.Writes, &digest, &was.Seq); err != nil {
		return err
	}
	copy(was.Digest[:], digest)
	had, ok, _ := ReadMark(k.Path) // a damaged mark is replaced
	if !ok && was.Writes == 0 {
		k.keep(was) // otherwise a kill during the first write would leave a store without its mark
	}
	if ok && Lost(had, was) {
		_, err := tx.Exec("INSERT INTO losses (at_ms, writes_had, writes_kept, seq_had, seq_kept) VALUES (?,?,?,?,?)",
			Millis(k.Now()), had.Writes, was.Writes, had.Seq, was.Seq)
		if err != nil {
			return err
		}
		k.Log.Error("the store lost acknowledged writes; run lapkeep verify", "had", had.Writes, "kept", was.Writes)
	}
	k.next = was.after(max(was.Writes, had.Writes)+1, k.Now())
	_, err := tx.Exec("UPDATE acknowledged SET n=?, digest=?", k.next.Writes, k.next.Digest[:])
	return err
}

// after returns the mark after the given number of further writes.
func (m Mark) after(writes int64, now time.Time) Mark {
	b := binary.BigEndian.AppendUint64(m.Digest[:], uint64(writes)) //nolint:gosec // a count
	b = binary.BigEndian.AppendUint64(b, uint64(now.UnixNano()))    //nolint:gosec // any bits
	b = binary.BigEndian.AppendUint64(b, uint64(m.Seq))             //nolint:gosec // a count
	sum := sha256.Sum256(b)
	return Mark{Writes: writes, Seq: m.Seq, Digest: [16]byte(sum[:16])}
}

// AfterCommit writes the mark. If that fails, fewer losses can be detected, but committed
// data is safe. If another process has written a later mark, that mark is kept.
func (k *MarkKeeper) AfterCommit() {
	if had, ok, _ := ReadMark(k.Path); ok && had.Writes > k.next.Writes {
		return
	}
	k.keep(k.next)
}

func (k *MarkKeeper) keep(m Mark) {
	if err := m.Write(k.Path); err != nil {
		k.Log.Warn("the marker of the last write cannot be saved", "error", err)
	}
}

// Lost reports whether the database's state (is) is behind its mark (had).
func Lost(had, is Mark) bool {
	return had.Writes > is.Writes || had.Writes == is.Writes && had.Digest != is.Digest
}

// MarkSuffix is the suffix of a mark's file name.
const MarkSuffix = ".mark"

// Mark identifies a state of a store.
type Mark struct {
	Writes int64 // acknowledged transactions
	Seq    int64 // the last change of the change log
	Digest [16]byte
}

// The file consists of a title, the numbers, the digest, and a CRC-32 of all of these.
const (
	title = "lapkeep mark 1\n\x00"
	size  = len(title) + 8 + 8 + 16 + 4
)

func (m Mark) encode() []byte {
	b := append(make([]byte, 0, size), title...)
	b = binary.BigEndian.AppendUint64(b, uint64(m.Writes)) //nolint:gosec // a count
	b = binary.BigEndian.AppendUint64(b, uint64(m.Seq))    //nolint:gosec // a count
	b = append(b, m.Digest[:]...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

// ReadMark reads the mark at path; ok is false if there is none.
func ReadMark(path string) (m Mark, ok bool, err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, false, nil
	}
	if err != nil {
		return m, false, err
	}
	if len(b) != size || string(b[:len(title)]) != title || crc32.ChecksumIEEE(b[:size-4]) != binary.BigEndian.Uint32(b[size-4:]) {
		return m, false, training.Errorf(training.KindCorrupt, "The marker of the last write (%s) is damaged.", path).
			WithFix("The next write creates it again.")
	}
	b = b[len(title):]
	m.Writes, m.Seq = int64(binary.BigEndian.Uint64(b)), int64(binary.BigEndian.Uint64(b[8:])) //nolint:gosec // counts
	copy(m.Digest[:], b[16:])
	return m, true, nil
}

// Write replaces the mark at path. Its few bytes are in one sector of the disk, which is
// either written completely or not at all.
func (m Mark) Write(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(m.encode())
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// Foreign opens a database of another program for reading. Nothing may change the file meanwhile.
func Foreign(path string) (*sql.DB, error) {
	return openPool(fileURI(path, url.Values{
		"mode": {"ro"}, "immutable": {"1"}, "_pragma": {"query_only(1)", "trusted_schema(0)", "temp_store(MEMORY)"},
	}), 1)
}
