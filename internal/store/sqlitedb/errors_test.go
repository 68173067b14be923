package sqlitedb

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"lapkeep/internal/training"
)

// closed returns a file of one step that nobody has open.
func closed(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.db")
	db, err := Open(context.Background(), path, options(filepath.Dir(path), first))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestVersionOfAFileThatNobodyHasOpen: the file itself says it.
func TestVersionOfAFileThatNobodyHasOpen(t *testing.T) {
	t.Parallel()
	path := closed(t)
	if v, known := written(path); v != 1 || known != mayWrite(filepath.Dir(path)) {
		t.Fatalf("version %d, known %v", v, known)
	}
	db, err := Open(context.Background(), path, options(filepath.Dir(path), first))
	if err != nil {
		t.Fatal(err)
	}
	if open := db.read.Stats().OpenConnections; mayWrite(filepath.Dir(path)) && open != 0 {
		t.Errorf("%d connections before anything is read", open)
	}
	if n := count(t, db, "SELECT count(*) FROM t"); n != 0 {
		t.Error(n)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// TestVersionIsAskedOfTheDatabase where the file may be behind its log, or is
// none of ours.
func TestVersionIsAskedOfTheDatabase(t *testing.T) {
	t.Parallel()
	change := func(t *testing.T, path string, at int64, b ...byte) {
		t.Helper()
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteAt(b, at); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for name, spoil := range map[string]func(t *testing.T, path string){
		"a log":          func(t *testing.T, path string) { t.Helper(); write(t, path+"-wal", "x") },
		"no database":    func(t *testing.T, path string) { t.Helper(); change(t, path, 0, 's') },
		"no log's mode":  func(t *testing.T, path string) { t.Helper(); change(t, path, atWriteMode, 1) },
		"too short":      func(t *testing.T, path string) { t.Helper(); write(t, path, magic) },
		"nothing at all": func(t *testing.T, path string) { t.Helper(); write(t, path, "") },
	} {
		path := closed(t)
		spoil(t, path)
		if v, known := written(path); known {
			t.Errorf("%s: version %d is taken for known", name, v)
		}
	}
	if _, known := written(filepath.Join(t.TempDir(), "none.db")); known {
		t.Error("a file that is not there has a version")
	}
}

// TestNewerSchemaInTheLogIsRefused: another process has just migrated.
func TestNewerSchemaInTheLogIsRefused(t *testing.T) {
	t.Parallel()
	ctx, path := context.Background(), closed(t)
	newer, err := Open(ctx, path, options(filepath.Dir(path), first, second))
	if err != nil {
		t.Fatal(err)
	}
	if err := newer.Write(ctx, put("x")); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, path, options(filepath.Dir(path), first)); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("got %v", err)
	}
	if err := newer.Close(); err != nil {
		t.Error(err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestCanceledWhileBeginning: a write whose caller goes away while it waits for
// its turn leaves no transaction open, in which the next one would fail.
func TestCanceledWhileBeginning(t *testing.T) {
	t.Parallel()
	db := fresh(t)
	for i := range 3000 {
		ctx, cancel := context.WithCancel(t.Context())
		var gone sync.WaitGroup
		gone.Go(func() {
			for range i % 300 { // at another moment each time
				_ = ctx.Err()
			}
			cancel()
		})
		_ = db.Write(ctx, put("x"))
		gone.Wait()
		if err := db.Write(t.Context(), put("x")); err != nil {
			t.Fatalf("after %d: %v", i, err)
		}
	}
}

func TestInsertWritesEveryRow(t *testing.T) {
	t.Parallel()
	db := fresh(t)
	for _, rows := range []int{0, 1, 2, rowsAtOnce, rowsAtOnce + 1, 3*rowsAtOnce + 5} {
		var cells []any
		for i := range rows {
			cells = append(cells, rows*1000+i)
		}
		err := db.Write(context.Background(), func(tx *Tx) error {
			if _, err := tx.Exec("DELETE FROM t"); err != nil {
				return err
			}
			if err := tx.Insert("INSERT INTO t (v)", 1, "ON CONFLICT DO NOTHING", cells); err != nil {
				return err
			}
			return tx.Insert("INSERT INTO t (v)", 1, "ON CONFLICT DO NOTHING", nil)
		})
		if err != nil {
			t.Fatal(err)
		}
		if n := count(t, db, "SELECT count(*) FROM t"); n != rows {
			t.Errorf("%d rows, want %d", n, rows)
		}
		if n := count(t, db, "SELECT coalesce(sum(v), 0) FROM t"); n != rows*rows*1000+rows*(rows-1)/2 {
			t.Errorf("%d rows sum up to %d", rows, n)
		}
	}
	err := db.Write(context.Background(), func(tx *Tx) error {
		return tx.Insert("INSERT INTO nowhere (v)", 1, "", []any{1})
	})
	if err == nil {
		t.Error("a table that is not there took a row")
	}
}
