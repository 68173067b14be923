package sqlitedb

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// Error converts a failure of the database or of the file system to a
// [training.Error]. Errors that already have a kind, and cancellations, are
// returned unchanged.
func Error(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*training.Error](err); ok {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return fromSQLite(err, e.Code())
	}
	return fromFiles(err)
}

func fromSQLite(err error, code int) error {
	if code == lib.SQLITE_CONSTRAINT_FOREIGNKEY {
		return tell(training.KindNotFound, err, "What is written refers to an athlete, an activity or a recording that is not there.",
			"Write that first, or check the id.")
	}
	switch code & 0xff {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return locked(err)
	case lib.SQLITE_FULL:
		return diskFull(err)
	case lib.SQLITE_READONLY, lib.SQLITE_PERM:
		return readOnly(err)
	case lib.SQLITE_CANTOPEN:
		return tell(training.KindUnavailable, err, "The store's database cannot be opened.",
			"Check that its folder exists and that this user may write to it.")
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return damaged(err)
	case lib.SQLITE_IOERR:
		return tell(training.KindUnavailable, err, "The disk failed while the store was read or written.",
			"Check the disk, then try again; what was acknowledged before is kept.")
	case lib.SQLITE_INTERRUPT:
		return context.Canceled
	case lib.SQLITE_TOOBIG:
		return tell(training.KindTooLarge, err, "A value is too large for the store.", "Split what is stored.")
	}
	return training.Errorf(training.KindInternal, "The store failed: %w", err)
}

func fromFiles(err error) error {
	switch {
	case errors.Is(err, disk.ErrHeld):
		return locked(err)
	case disk.IsFull(err):
		return diskFull(err)
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return readOnly(err)
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrExist):
		return tell(training.KindUnavailable, err, "The store's folder cannot be used: "+pathOf(err)+".",
			"Name another folder with --home or LAPKEEP_HOME.")
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return tell(training.KindUnavailable, err, "A file of the store cannot be read or written: "+pathOf(err)+".",
			"Check the disk, then try again.")
	}
	return training.Errorf(training.KindInternal, "The store failed: %w", err)
}

func pathOf(err error) string {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Path + ": " + p.Err.Error()
	}
	return err.Error()
}

// unknown returns the error of a write that is committed here and not known to be elsewhere.
func unknown(err error) error {
	if err == nil {
		return nil
	}
	return tell(training.KindUnknown, err, "The change was written, but it is not known whether it is safe from the loss of this machine.",
		"Read what is there now; if the change is missing, make it again.")
}

func damaged(err error) error {
	return tell(training.KindCorrupt, err, "The store's database is damaged.",
		"Run lapkeep verify, which says where; lapkeep verify --repair takes back what it can from the originals, lapkeep restore a backup.")
}

func locked(err error) error {
	return tell(training.KindUnavailable, err, "Another process keeps the store locked.",
		"Wait until it has finished (an import, a backup), then try again.")
}

func diskFull(err error) error {
	return tell(training.KindUnavailable, err, "The disk is full; nothing of this write was kept.",
		"Free some space, then do it again.")
}

func readOnly(err error) error {
	return tell(training.KindUnavailable, err, "The store cannot be written: its folder or disk is read-only for this user.",
		"Make it writable, or name another folder with --home or LAPKEEP_HOME.")
}

func tell(kind training.Kind, cause error, what, fix string) error {
	return &training.Error{Kind: kind, What: what, Fix: fix, Err: cause}
}

// Examine runs SQLite's own check of a file and returns the problems that it finds.
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
	defer rows.Close() //nolint:errcheck // Err reports what went wrong
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

// Script runs statements on a file that no other process has open for writing, for
// repairs and to cause damage in tests.
func Script(ctx context.Context, path, script string) (err error) {
	pool, err := openPool(writerDSN(path, false, false), 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, Error(pool.Close())) }()
	_, err = pool.ExecContext(ctx, script)
	return Failed(ctx, err)
}

const (
	// busyMS is how long one statement waits for another process.
	busyMS = "10000"
	// readers is the number of concurrent reads.
	readers = 4
	// readerCacheKB is the page cache of each reader. A page with its header
	// exceeds 4 KB, so the driver allocates 8 KB for it. The operating system
	// caches the same pages, and a cache four times as large saves no time.
	readerCacheKB = "-500"
	writerCacheKB = "-4000"
	// walLimit is the maximum size of the log in bytes after a checkpoint.
	walLimit = "16777216"
)

// fileURI returns the SQLite URI of path with query parameters.
func fileURI(path string, q url.Values) string {
	p := filepath.ToSlash(path)
	if runtime.GOOS == "windows" && !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	u := url.URL{Scheme: "file", Path: p, RawQuery: q.Encode()}
	if strings.HasPrefix(p, "/") {
		u.OmitHost = false
		return "file://" + u.EscapedPath() + "?" + u.RawQuery
	}
	return "file:" + u.EscapedPath() + "?" + u.RawQuery
}

// writerDSN returns the connection string of a writer. If wiping is set, deleted
// data is overwritten; if orphans is set, rows without their parents are accepted.
func writerDSN(path string, wiping, orphans bool) string {
	parents := "1"
	if orphans {
		parents = "0"
	}
	pragmas := []string{
		"busy_timeout(" + busyMS + ")", "journal_mode(WAL)", "synchronous(FULL)", "fullfsync(1)",
		"checkpoint_fullfsync(1)", "foreign_keys(" + parents + ")", "cache_size(" + writerCacheKB + ")",
		"journal_size_limit(" + walLimit + ")", "temp_store(MEMORY)",
	}
	if wiping {
		pragmas = append(pragmas, "secure_delete(1)")
	}
	return fileURI(path, url.Values{"_txlock": {"immediate"}, "_pragma": pragmas})
}

// readerDSN returns the connection string of a reader.
func readerDSN(path string, readOnly bool) string {
	q := access(path, readOnly)
	q["_pragma"] = []string{
		"busy_timeout(" + busyMS + ")", "query_only(1)", "temp_store(MEMORY)", "cache_size(" + readerCacheKB + ")",
	}
	return fileURI(path, q)
}

// copierDSN returns the connection string for copying the file.
func copierDSN(path string, readOnly bool) string {
	q := access(path, readOnly)
	q["_pragma"] = []string{"busy_timeout(" + busyMS + ")"}
	return fileURI(path, q)
}

// access returns the access mode of an existing database; the mode never creates one. If
// SQLite cannot keep its log in the folder, a read-only database is opened as immutable.
func access(path string, readOnly bool) url.Values {
	switch {
	case !readOnly:
		return url.Values{"mode": {"rw"}}
	case writableBeside(path):
		return url.Values{"mode": {"ro"}}
	}
	return url.Values{"mode": {"ro"}, "immutable": {"1"}}
}

func openPool(dsn string, n int) (*sql.DB, error) {
	c, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, Error(err)
	}
	p := sql.OpenDB(c)
	p.SetMaxOpenConns(n)
	p.SetMaxIdleConns(n)
	return p, nil
}

// Offsets in the first bytes of a database
// (https://www.sqlite.org/fileformat.html).
const (
	headerSize  = 100
	magic       = "SQLite format 3\x00"
	atWriteMode = 18 // 2 means write-ahead logging
	atReadMode  = 19
	atVersion   = 60 // user_version
	logged      = 2
)

// written returns the schema's version from the file's header, without waiting
// for SQLite. The version is not known while there is a log, which may hold a
// newer one, or if SQLite cannot write in the folder.
func written(path string) (version int, known bool) {
	b, err := readHeader(path)
	if err != nil || !isLogged(b) {
		return 0, false
	}
	log, err := os.Stat(path + "-wal")
	if err == nil && log.Size() > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, false
	}
	return int(binary.BigEndian.Uint32(b[atVersion:])), mayWrite(filepath.Dir(path))
}

// keepsLog reports whether the file at path is a database with a log next to it.
func keepsLog(path string) bool {
	b, err := readHeader(path)
	return err == nil && isLogged(b)
}

func isLogged(header []byte) bool {
	return len(header) >= headerSize && string(header[:len(magic)]) == magic && header[atWriteMode] == logged && header[atReadMode] == logged
}

// readHeader returns the first bytes of a file, fewer if the file is shorter.
func readHeader(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	b := make([]byte, headerSize)
	n, err := io.ReadFull(f, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return b[:n], err
}

// Programs from 2026-11-22 to 2026-11-28 kept a checksum in the last bytes of each page,
// and report a page with a wrong checksum as damaged. SQLite does not touch these bytes.
const (
	atPageSize   = 16 // in the header
	atReserved   = 20
	checksumSize = 8

	firstPage = 1             // contains the schema's version and changes with each write
	allPages  = math.MaxInt64 // including the tables' definitions, which migrations change
)

// tellOlder writes the checksums of the first pages of a database that such a
// program created. That program can then read the schema's version and reject a
// newer one for the right reason, instead of reporting damage.
func tellOlder(path string, pages int64) (err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	header := make([]byte, headerSize)
	if _, err := f.ReadAt(header, 0); err != nil || !isLogged(header) || header[atReserved] != checksumSize {
		return err
	}
	page := make([]byte, binary.BigEndian.Uint16(header[atPageSize:]))
	for n := range pages {
		at := n * int64(len(page))
		if _, err := f.ReadAt(page, at); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		end := len(page) - checksumSize
		if _, err := f.WriteAt(checksum(page[:end]), at+int64(end)); err != nil {
			return err
		}
	}
	return nil
}

// checksum returns the checksum of SQLite's cksumvfs extension.
func checksum(words []byte) []byte {
	var s1, s2 uint32
	for ; len(words) >= 8; words = words[8:] {
		s1 += binary.LittleEndian.Uint32(words) + s2
		s2 += binary.LittleEndian.Uint32(words[4:]) + s1
	}
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, s1), s2)
}
