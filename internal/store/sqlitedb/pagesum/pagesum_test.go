package pagesum_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"lapkeep/internal/store/sqlitedb/pagesum"
)

// open is a connection of the layer.
func open(t *testing.T, path string) *sql.DB {
	t.Helper()
	ok(t, pagesum.Register())
	db, err := sql.Open("sqlite", "file:"+path+"?vfs="+pagesum.Name+"&_pragma=journal_mode(WAL)")
	ok(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() }) // it may be closed
	return db
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func exec(t *testing.T, db *sql.DB, query string) {
	t.Helper()
	_, err := db.ExecContext(t.Context(), query)
	ok(t, err)
}

const fill = `CREATE TABLE t (id INTEGER PRIMARY KEY, v BLOB);
	INSERT INTO t SELECT value, randomblob(700) FROM generate_series(1,300);
	DELETE FROM t WHERE id % 3 = 0; CREATE TABLE gone (v BLOB); INSERT INTO gone VALUES (zeroblob(90000)); DROP TABLE gone;`

// filled is a closed database whose pages keep sums.
func filled(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.db")
	ok(t, os.WriteFile(path, nil, 0o600))
	ok(t, pagesum.Reserve(path, "PRAGMA journal_mode=WAL"))
	db := open(t, path)
	exec(t, db, strings.Replace(fill, "generate_series(1,300)",
		"(WITH RECURSIVE s(value) AS (SELECT 1 UNION ALL SELECT value+1 FROM s WHERE value<300) SELECT value FROM s)", 1))
	ok(t, db.Close())
	return path
}

func sound(t *testing.T, path string) {
	t.Helper()
	problems, err := pagesum.Examine(t.Context(), path)
	if err != nil || len(problems) > 0 {
		t.Errorf("%s: %v %v", path, problems, err)
	}
}

// TestAnyBit: no bit of a file can change without being told, and no page that
// changed is read.
func TestAnyBit(t *testing.T) {
	t.Parallel()
	path := filled(t)
	sound(t, path)
	whole, err := os.ReadFile(path)
	ok(t, err)
	rng := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // not a secret
	for range 400 {
		at := rng.IntN(8 * len(whole))
		hurt := []byte(string(whole))
		hurt[at/8] ^= 1 << (at % 8)
		ok(t, os.WriteFile(path, hurt, 0o600))
		if problems, err := pagesum.Examine(t.Context(), path); err != nil || len(problems) != 1 {
			t.Fatalf("bit %d: %v %v", at, problems, err)
		}
	}
}

func TestADamagedPageIsNotRead(t *testing.T) {
	t.Parallel()
	path := filled(t)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	ok(t, err)
	var b [1]byte
	_, err = f.ReadAt(b[:], 20_000)
	ok(t, err)
	b[0] ^= 4
	_, err = f.WriteAt(b[:], 20_000)
	ok(t, err)
	ok(t, f.Close())
	var n int
	err = open(t, path).QueryRowContext(t.Context(), "SELECT sum(length(v)) FROM t").Scan(&n)
	if e, is := err.(*sqlite.Error); !is || e.Code() != lib.SQLITE_IOERR_DATA { //nolint:errorlint // the driver's own
		t.Errorf("%d %v", n, err)
	}
}

// TestADamagedPartOfALongRowIsNotRead: SQLite may read such parts past its
// cache, without the bytes that are their sum.
func TestADamagedPartOfALongRowIsNotRead(t *testing.T) {
	t.Parallel()
	path := filled(t)
	db := open(t, path)
	exec(t, db, "INSERT INTO t VALUES (1000, zeroblob(40000)); PRAGMA journal_mode=DELETE")
	var page int64
	ok(t, db.QueryRowContext(t.Context(), "SELECT max(pageno) FROM dbstat WHERE name='t' AND pagetype='overflow'").Scan(&page))
	ok(t, db.Close())
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	ok(t, err)
	_, err = f.WriteAt([]byte("damaged"), (page-1)*4096+100)
	ok(t, errors.Join(err, f.Close()))
	var n int
	err = open(t, path).QueryRowContext(t.Context(), "SELECT length(CAST(v AS TEXT)||'') FROM t WHERE id=1000").Scan(&n)
	if e, is := err.(*sqlite.Error); !is || e.Code() != lib.SQLITE_IOERR_DATA { //nolint:errorlint // the driver's own
		t.Errorf("%d %v", n, err)
	}
}

func TestCopiesKeepSums(t *testing.T) {
	t.Parallel()
	path := filled(t)
	copied := path + ".copy"
	exec(t, open(t, path), fmt.Sprintf("VACUUM INTO '%s'", copied))
	sound(t, copied)
}

// TestAnOlderFile gets its sums by being written anew; what it held stays.
func TestAnOlderFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "old.db")
	plain, err := sql.Open("sqlite", path)
	ok(t, err)
	exec(t, plain, "PRAGMA journal_mode=WAL; CREATE TABLE t (v); INSERT INTO t VALUES (zeroblob(50000)), ('kept')")
	if problems, err := pagesum.Examine(t.Context(), path); err != nil || len(problems) != 1 {
		t.Errorf("%v %v", problems, err)
	}
	rewrite := "PRAGMA journal_mode=DELETE; VACUUM; PRAGMA journal_mode=WAL"
	if err := pagesum.Reserve(path, rewrite); err == nil {
		t.Error("it was rewritten while others have it open")
	}
	ok(t, plain.Close())
	ok(t, pagesum.Reserve(path, rewrite))
	sound(t, path)
	db := open(t, path)
	var v string
	ok(t, db.QueryRowContext(t.Context(), "SELECT v FROM t WHERE typeof(v)='text'").Scan(&v))
	exec(t, db, "INSERT INTO t SELECT randomblob(30000)")
	ok(t, db.Close())
	sound(t, path)
}

// TestBesideALog: pages that the log has anew may be anything in the file.
func TestBesideALog(t *testing.T) {
	t.Parallel()
	path := filled(t)
	db := open(t, path)
	exec(t, db, "PRAGMA wal_autocheckpoint=0; UPDATE t SET v=randomblob(700)")
	sound(t, path)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	ok(t, err)
	_, err = f.WriteAt([]byte(strings.Repeat("\xff\x00", 25)), 5*4096+100)
	ok(t, err)
	ok(t, f.Close())
	problems, err := pagesum.Examine(context.Background(), path)
	if err != nil || len(problems) != 1 || !strings.Contains(problems[0], "log") {
		t.Errorf("%v %v", problems, err)
	}
	exec(t, db, "PRAGMA wal_checkpoint(TRUNCATE)")
	sound(t, path)
}

func BenchmarkHolds(b *testing.B) {
	page := make([]byte, 4096)
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		pagesum.Holds(page)
	}
}
