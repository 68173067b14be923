package sqlitedb

import (
	"database/sql"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"

	"modernc.org/sqlite"
)

const (
	// busyMS is how long one statement waits for another process.
	busyMS = "10000"
	// readers is how many reads run at once.
	readers = 4
	// readerCacheKB is what each may hold of pages. A page and what SQLite keeps
	// of it is more than 4 KB, for which the driver takes 8; the system has the
	// same pages in its own cache, and four times as many save no time.
	readerCacheKB = "-500"
	writerCacheKB = "-4000"
	// walLimit is the most that the log may keep on disk after a checkpoint, in bytes.
	walLimit = "16777216"
)

// fileURI names path for SQLite, with query parameters.
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

// writerDSN returns the address for writing. A wiping one overwrites what is
// deleted, one for orphans takes rows whose parents are not there.
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

// readerDSN is for reading only.
func readerDSN(path string, readOnly bool) string {
	q := access(path, readOnly)
	q["_pragma"] = []string{
		"busy_timeout(" + busyMS + ")", "query_only(1)", "temp_store(MEMORY)", "cache_size(" + readerCacheKB + ")",
	}
	return fileURI(path, q)
}

// copierDSN is for copying the file to another.
func copierDSN(path string, readOnly bool) string {
	q := access(path, readOnly)
	q["_pragma"] = []string{"busy_timeout(" + busyMS + ")"}
	return fileURI(path, q)
}

// access never makes a database. A read-only one in a folder where SQLite
// cannot keep its log is read as it lies there.
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
