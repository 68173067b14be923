package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

var (
	first  = "CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT NOT NULL) STRICT; CREATE TABLE u (id INTEGER REFERENCES t) STRICT"
	second = "ALTER TABLE t ADD COLUMN w TEXT NOT NULL DEFAULT 'w'"
	broken = "CREATE TABLE x (id INTEGER); CREATE TABLE x (id INTEGER)"
)

func options(dir string, steps ...string) Options {
	return Options{Steps: steps, BackupDir: filepath.Join(dir, "backups"), Now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
}

// fresh opens a database of one step that is closed with the test.
func fresh(t *testing.T) *DB {
	t.Helper()
	dir := t.TempDir()
	db, err := Open(context.Background(), filepath.Join(dir, "x.db"), options(dir, first))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func put(v any) func(tx *Tx) error {
	return func(tx *Tx) error {
		_, err := tx.Exec("INSERT INTO t (v) VALUES (?)", v)
		return err
	}
}

func count(t *testing.T, db *DB, query string) int {
	t.Helper()
	n, _, err := One(context.Background(), db, query, nil, Scalar[int])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestMigration(t *testing.T) {
	t.Parallel()
	ctx, dir := context.Background(), t.TempDir()
	path := filepath.Join(dir, "x.db")
	db, err := Open(ctx, path, options(dir, first))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Write(ctx, put("old")), db.Close()); err != nil {
		t.Fatal(err)
	}
	// Several processes find it behind at once.
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			db, err := Open(ctx, path, options(dir, first, second))
			if err != nil {
				t.Error(err)
				return
			}
			if n := count(t, db, "SELECT count(*) FROM t WHERE w='w'"); n != 1 {
				t.Errorf("%d rows after the migration", n)
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	backups, err := filepath.Glob(filepath.Join(dir, "backups", "*"))
	if err != nil || len(backups) != 1 {
		t.Fatalf("backups: %v, %v", backups, err)
	}
	old, err := Open(ctx, backups[0], options(dir, first))
	if err != nil {
		t.Fatalf("the backup cannot be opened by the older version: %v", err)
	}
	if n := count(t, old, "SELECT count(*) FROM t"); n != 1 {
		t.Errorf("%d rows in the backup", n)
	}
	if err := old.Close(); err != nil {
		t.Error(err)
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	ctx, dir := context.Background(), t.TempDir()
	path := filepath.Join(dir, "x.db")
	db, err := Open(ctx, path, options(dir, first, second))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = Open(ctx, path, options(dir, first))
	if training.KindOf(err) != training.KindUnsupported || !strings.Contains(err.Error(), "newer") {
		t.Errorf("got %v", err)
	}
	o := options(dir, first, second, second)
	o.ReadOnly = true
	if _, err = Open(ctx, path, o); training.KindOf(err) != training.KindUnavailable {
		t.Errorf("an older schema for reading only: %v", err)
	}
}

func TestFailedMigrationLeavesTheOldSchema(t *testing.T) {
	t.Parallel()
	ctx, dir := context.Background(), t.TempDir()
	path := filepath.Join(dir, "x.db")
	if _, err := Open(ctx, path, options(dir, first, broken)); err == nil {
		t.Fatal("a broken step succeeded")
	}
	db, err := Open(ctx, path, options(dir, first))
	if err != nil {
		t.Fatal(err)
	}
	if n := count(t, db, "SELECT count(*) FROM sqlite_schema WHERE name='x'"); n != 0 {
		t.Error("half a step was kept")
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

func TestDiskFull(t *testing.T) {
	t.Parallel()
	ctx, db := context.Background(), fresh(t)
	if err := db.Write(ctx, put("before")); err != nil {
		t.Fatal(err)
	}
	if _, err := db.writer.conn.ExecContext(ctx, "PRAGMA max_page_count=8"); err != nil {
		t.Fatal(err)
	}
	err := db.Write(ctx, func(tx *Tx) error {
		for range 100 {
			if err := put(strings.Repeat("x", 4000))(tx); err != nil {
				return err
			}
		}
		return nil
	})
	if training.KindOf(err) != training.KindUnavailable || !strings.Contains(err.Error(), "disk is full") {
		t.Errorf("got %v", err)
	}
	if n := count(t, db, "SELECT count(*) FROM t"); n != 1 {
		t.Errorf("%d rows after a full disk", n)
	}
	if _, err := db.writer.conn.ExecContext(ctx, "PRAGMA max_page_count=1000000"); err != nil {
		t.Fatal(err)
	}
	if err := db.Write(ctx, put("after")); err != nil {
		t.Errorf("after space was freed: %v", err)
	}
}

func TestWriteAfterClose(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := Open(context.Background(), filepath.Join(dir, "x.db"), options(dir, first))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := db.Write(context.Background(), put("x")); err == nil {
		t.Error("a closed store was written to")
	}
	if _, err := All(context.Background(), db, "SELECT 1", nil, Scalar[int]); err == nil {
		t.Error("a closed store was read")
	}
}

func TestManyQueriesKeepFewStatements(t *testing.T) {
	t.Parallel()
	db := fresh(t)
	for i := range maxStatements + 20 {
		if n := count(t, db, fmt.Sprintf("SELECT %d", i)); n != i {
			t.Fatal(n)
		}
	}
	if n := len(db.stmts.byText); n != maxStatements {
		t.Errorf("%d statements are kept", n)
	}
}

func TestTransactions(t *testing.T) {
	t.Parallel()
	ctx, db := context.Background(), fresh(t)
	err := db.Write(ctx, func(tx *Tx) error {
		if err := put("a")(tx); err != nil {
			return err
		}
		var v string
		if ok, err := tx.One("SELECT v FROM t", nil, &v); !ok || v != "a" || err != nil {
			t.Errorf("it does not see its own row: %v %q %v", ok, v, err)
		}
		if ok, err := tx.One("SELECT v FROM t WHERE id=99", nil, &v); ok || err != nil {
			t.Errorf("a row that is not there: %v %v", ok, err)
		}
		if n := count(t, db, "SELECT count(*) FROM t"); n != 0 {
			t.Errorf("readers see %d rows before the commit", n)
		}
		return tx.Each("SELECT v FROM t", nil, func(scan func(...any) error) error { return scan(&v) })
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]func(tx *Tx) error{
		"syntax": func(tx *Tx) error { _, err := tx.Exec("INSERT INTO"); return err },
		"row":    func(tx *Tx) error { _, err := tx.One("SELECT v FROM none", nil, new(int)); return err },
		"rows":   func(tx *Tx) error { return tx.Each("SELECT v FROM none", nil, nil) },
		"type":   put(nil),
	} {
		if err := db.Write(ctx, bad); training.KindOf(err) != training.KindInternal || err == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	unknown := func(tx *Tx) error { _, err := tx.Exec("INSERT INTO u VALUES (99)"); return err }
	if err := db.Write(ctx, unknown); training.KindOf(err) != training.KindNotFound {
		t.Errorf("a reference to nothing: %v", err)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	own := training.Errorf(training.KindConflict, "Mine.")
	for _, tt := range []struct {
		err  error
		kind training.Kind
		says string
	}{
		{own, training.KindConflict, "Mine"},
		{canceled.Err(), training.KindCanceled, ""},
		{&fs.PathError{Op: "write", Path: "p", Err: syscall.ENOSPC}, training.KindUnavailable, "disk is full"},
		{&fs.PathError{Op: "write", Path: "p", Err: syscall.EROFS}, training.KindUnavailable, "read-only"},
		{&fs.PathError{Op: "open", Path: "p", Err: fs.ErrPermission}, training.KindUnavailable, "read-only"},
		{&fs.PathError{Op: "open", Path: "the path", Err: syscall.ENOTDIR}, training.KindUnavailable, "the path"},
		{&fs.PathError{Op: "open", Path: "the path", Err: fs.ErrNotExist}, training.KindUnavailable, "the path"},
		{&fs.PathError{Op: "read", Path: "the path", Err: syscall.EIO}, training.KindUnavailable, "the path"},
		{disk.ErrHeld, training.KindUnavailable, "locked"},
		{errors.New("odd"), training.KindInternal, "odd"},
	} {
		got := Error(fmt.Errorf("context: %w", tt.err))
		if training.KindOf(got) != tt.kind || !strings.Contains(got.Error(), tt.says) {
			t.Errorf("%v became %v (%s)", tt.err, got, training.KindOf(got))
		}
	}
	if Error(nil) != nil {
		t.Error("no failure is a failure")
	}
}

func TestFileNamesOfAllKinds(t *testing.T) {
	t.Parallel()
	names := []string{"with space", "per%20cent", "ha#sh", "ümlaut", "plus+"}
	if runtime.GOOS != "windows" {
		names = append(names, "que?ry&mode=ro", `back\slash`)
	}
	for _, name := range names {
		dir := filepath.Join(t.TempDir(), name)
		db, err := Open(context.Background(), filepath.Join(dir, "x.db"), options(dir, first))
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		err = errors.Join(db.Write(context.Background(), put("x")),
			db.VacuumInto(context.Background(), filepath.Join(dir, "copy.db")), db.Close())
		if err != nil {
			t.Errorf("%q: %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "x.db")); err != nil {
			t.Errorf("%q: the file lies elsewhere: %v", name, err)
		}
	}
}

func TestLockedByAnother(t *testing.T) {
	t.Parallel()
	ctx, db := context.Background(), fresh(t)
	other, err := openWriter(writerDSN(db.path, false, false))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Write(ctx, put("x")); err != nil {
		t.Fatal(err)
	}
	if _, err := db.writer.conn.ExecContext(ctx, "PRAGMA busy_timeout=1"); err != nil {
		t.Fatal(err)
	}
	if err := other.begin(ctx); err != nil {
		t.Fatal(err)
	}
	err = db.Write(ctx, put("y"))
	if training.KindOf(err) != training.KindUnavailable || !strings.Contains(err.Error(), "locked") {
		t.Errorf("got %v", err)
	}
	if err := other.close(); err != nil {
		t.Error(err)
	}
	if err := db.Write(ctx, put("z")); err != nil {
		t.Errorf("after it was freed: %v", err)
	}
}

// TestConnections has what durability and the readers rest on.
func TestConnections(t *testing.T) {
	t.Parallel()
	ctx, db := context.Background(), fresh(t)
	if err := db.Write(ctx, put("x")); err != nil {
		t.Fatal(err)
	}
	for pragma, want := range map[string]string{
		"synchronous": "2", "fullfsync": "1", "checkpoint_fullfsync": "1", "foreign_keys": "1", "journal_mode": "wal", "query_only": "0",
	} {
		var got string
		if err := db.writer.conn.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("the writer's %s is %s, want %s, %v", pragma, got, want, err)
		}
	}
	for pragma, want := range map[string]string{"query_only": "1", "cache_size": "-500"} {
		got, _, err := One(ctx, db, "PRAGMA "+pragma, nil, Scalar[string])
		if err != nil || got != want {
			t.Errorf("a reader's %s is %s, want %s, %v", pragma, got, want, err)
		}
	}
	if _, err := db.read.ExecContext(ctx, "DELETE FROM t"); training.KindOf(Error(err)) != training.KindUnavailable {
		t.Errorf("a reader writes: %v", err)
	}
}

// TestManyOpenAFreshFile at once, write and close: none is told that another
// one keeps the file locked.
func TestManyOpenAFreshFile(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for range 20 {
		dir := t.TempDir()
		path := filepath.Join(dir, "x.db")
		var running sync.WaitGroup
		for range 6 {
			running.Go(func() {
				db, err := Open(ctx, path, options(dir, first, second))
				if err != nil {
					t.Errorf("open: %v", err)
					return
				}
				if err := db.Write(ctx, put("x")); err != nil {
					t.Errorf("write: %v", err)
				}
				if err := db.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			})
		}
		running.Wait()
	}
}
