package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
)

// Rows of three kinds: by number, by number and longer than a page, by a key.
const salvagedRows = 4000

func salvageSteps() []string {
	return append(sqlitedb.Steps(), `CREATE TABLE numbered (n INTEGER PRIMARY KEY, v TEXT NOT NULL);
		CREATE TABLE long (n INTEGER PRIMARY KEY, v BLOB NOT NULL);
		CREATE TABLE keyed (a TEXT, b INT, v TEXT NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID;`)
}

// leaves returns the pages of a table of a kind, in the order of their rows,
// with how many rows each has.
func leaves(t *testing.T, path, table, kind string) (pages, rows []int) {
	t.Helper()
	db, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{ReadOnly: true, Steps: salvageSteps()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // it was only read
	_, err = sqlitedb.All(t.Context(), db, "SELECT pageno, ncell FROM dbstat WHERE name=? AND pagetype=? ORDER BY path", []any{table, kind},
		func(r sqlitedb.Row) (struct{}, error) {
			var page, n int
			err := r.Scan(&page, &n)
			pages, rows = append(pages, page), append(rows, n)
			return struct{}{}, err
		})
	if err != nil {
		t.Fatal(err)
	}
	return pages, rows
}

// TestSalvageBetweenDamages: of a table that is damaged at two places in its
// middle, all rows are kept but those of the damaged pages.
func TestSalvageBetweenDamages(t *testing.T) {
	t.Parallel()
	p := Place{Home: t.TempDir(), Database: "store.db"}
	path := filepath.Join(p.Home, p.Database)
	db, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{Steps: salvageSteps(), BackupDir: p.Home})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Write(t.Context(), func(tx *sqlitedb.Tx) error {
		for i := range salvagedRows {
			v := fmt.Sprintf("%0100d", i)
			for _, q := range []struct {
				query string
				args  []any
			}{
				{"INSERT INTO numbered VALUES (?,?)", []any{i + 1, v}},
				{"INSERT INTO keyed VALUES (?,?,?)", []any{fmt.Sprintf("%05d", i/2), i % 2, v}},
				{"INSERT INTO long SELECT ?,? WHERE ?<40", []any{i + 1, bytes.Repeat([]byte{byte(i)}, 20_000), i}},
			} {
				if _, err := tx.Exec(q.query, q.args...); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if err := sqlitedb.Script(t.Context(), path, "PRAGMA journal_mode=DELETE"); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"numbered": salvagedRows, "keyed": salvagedRows, "long": 40 - 2}
	for _, name := range []string{"numbered", "keyed"} {
		pages, rows := leaves(t, path, name, "leaf")
		for _, i := range []int{len(pages) / 3, 2 * len(pages) / 3} {
			hurt(t, path, pages[i])
			want[name] -= rows[i]
		}
	}
	parts, _ := leaves(t, path, "long", "overflow")
	hurt(t, path, parts[len(parts)/3])
	hurt(t, path, parts[2*len(parts)/3])
	agree := func(Salvaged) (bool, error) { return true, nil }
	s, _, err := Salvage(t.Context(), p, salvageSteps(), originals.NewPacker(1<<20), originals.NewCodec(), time.Unix(1e9, 0), agree)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(s.Torn)
	if fmt.Sprint(s.Torn) != "[keyed long numbered]" {
		t.Errorf("%+v, want %v", s, want)
	}
	for name, n := range want {
		if got := countOf(t, path, name); got != n {
			t.Errorf("%d rows of %s, want %d", got, name, n)
		}
	}
}

func hurt(t *testing.T, path string, page int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteAt(bytes.Repeat([]byte{0xA5}, 40), int64(page-1)*4096)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

func countOf(t *testing.T, path, table string) int {
	t.Helper()
	db, err := sqlitedb.Open(context.Background(), path, sqlitedb.Options{ReadOnly: true, Steps: salvageSteps()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // it was only read
	n, _, err := sqlitedb.One(t.Context(), db, "SELECT count(*) FROM "+table+" NOT INDEXED WHERE length(v)>0", nil, sqlitedb.Scalar[int])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestASweepLeavesWorkThatGoesOn: a backup beside a repair or a restore takes
// nothing from it.
func TestASweepLeavesWorkThatGoesOn(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	work, err := newWorkspace(home, home)
	if err != nil {
		t.Fatal(err)
	}
	_, err = os.Stat(work.dir)
	if err := errors.Join(err, Sweep(home)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(work.dir); err != nil {
		t.Error(err)
	}
	if err := errors.Join(work.release(), Sweep(home)); err != nil { // as if it were killed
		t.Fatal(err)
	}
	if _, err := os.Stat(work.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it was left: %v", err)
	}
}

// TestSalvageKeepsWhatSQLiteReads damages pages at random in a home of each of
// some sizes: every row that SQLite reads from either end of a table is in the
// database that takes its place, whatever the row refers to.
func TestSalvageKeepsWhatSQLiteReads(t *testing.T) {
	t.Parallel()
	words := []string{"thresholds", "overrides", "documents", "journal", "changes", "notes", "redirects", "outbox"}
	for seed, rows := range []int{50, 600, 2000} {
		rng := rand.New(rand.NewPCG(uint64(seed), 9)) //nolint:gosec // not a secret
		p := Place{Home: t.TempDir(), Database: "store.db"}
		path := filepath.Join(p.Home, p.Database)
		fillWords(t, path, rows)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		pages := int(info.Size()) / 4096
		for range 1 + pages/40 {
			hurt(t, path, 2+rng.IntN(pages-1))
		}
		want := map[string]map[string]bool{}
		for _, table := range words {
			want[table] = readable(t, path, table)
		}
		s, _, err := Salvage(t.Context(), p, sqlitedb.Steps(), originals.NewPacker(1<<20), originals.NewCodec(), time.Unix(1e9, 0),
			func(Salvaged) (bool, error) { return true, nil })
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range words {
			got := readable(t, path, table)
			for key := range want[table] {
				if !got[key] {
					t.Errorf("%d rows, %d pages: the row %s of %s could be read and is gone", rows, pages, key, table)
				}
			}
		}
		if problems, err := sqlitedb.Examine(t.Context(), path); err != nil || len(problems) > 0 {
			t.Error(problems, err)
		}
		t.Logf("%d pages, %d rows, torn %v", pages, s.Rows, s.Torn)
	}
}

// fillWords makes a store with rows that the athlete wrote, some about
// activities that are not there.
func fillWords(t *testing.T, path string, rows int) {
	t.Helper()
	db, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{Steps: sqlitedb.Steps(), BackupDir: filepath.Dir(path), KeepsOrphans: true})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Write(t.Context(), func(tx *sqlitedb.Tx) error {
		for i := range rows {
			id, text := fmt.Sprintf("%06d", i), fmt.Sprintf(`{"words":"%0300d"}`, i)
			for _, q := range []struct {
				query string
				args  []any
			}{
				{"INSERT INTO thresholds VALUES ('ann','ftp_w','cycling',?,?)", []any{i, text}},
				{"INSERT INTO overrides VALUES ('ann',?,'name',?)", []any{id, text}},
				{"INSERT INTO documents (athlete, collection, id, own) VALUES ('ann','events',?,?)", []any{id, text}},
				{"INSERT INTO journal (athlete, id, body) VALUES ('ann',?,?)", []any{id, text}},
				{"INSERT INTO changes (athlete, kind, id, at_ms) VALUES ('ann','activity',?,0)", []any{id}},
				{"INSERT INTO notes VALUES ('ann',?,?,0,'','athlete',?)", []any{id, id, text}},
				{"INSERT INTO redirects VALUES ('ann',?,'gone')", []any{id}},
				{"INSERT INTO outbox (athlete, source, entry, kind, here, there, action, state, tries, body) " +
					"VALUES ('ann','s',?,'event','','','put','waiting',0,?)", []any{id, text}},
			} {
				if _, err := tx.Exec(q.query, q.args...); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err := errors.Join(err, db.Close(), sqlitedb.Script(t.Context(), path, "PRAGMA journal_mode=DELETE")); err != nil {
		t.Fatal(err)
	}
}

// readable returns the rows of a table that SQLite reads from its two ends.
func readable(t *testing.T, path, table string) map[string]bool {
	t.Helper()
	db, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{ReadOnly: true, Steps: sqlitedb.Steps()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // it was only read
	all := map[string]bool{}
	key := map[string]string{"thresholds": "from_day", "changes": "seq", "redirects": "old"}[table]
	if key == "" {
		key = "id"
	}
	if table == "overrides" {
		key = "activity"
	}
	order := map[string]string{"journal": "n", "outbox": "n"}[table]
	if order == "" {
		order = key
	}
	for _, direction := range []string{"ASC", "DESC"} {
		rows, err := db.Query(t.Context(), "SELECT * FROM "+table+" NOT INDEXED ORDER BY "+order+" "+direction)
		if err != nil {
			continue
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			cells, at := make([]any, len(columns)), make([]any, len(columns))
			for i := range cells {
				at[i] = &cells[i]
			}
			if rows.Scan(at...) != nil {
				break
			}
			all[fmt.Sprint(cells)] = true
		}
		_ = rows.Close() // it ends at the damage
		if rows.Err() == nil {
			break
		}
	}
	return all
}
