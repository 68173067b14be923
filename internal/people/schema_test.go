package people_test

import (
	"crypto/rand"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/people"
	"lapkeep/internal/store"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// TestTheBookOfManyHomesHasTheTablesOfOneHome: a table or column that only one of them has would be
// missed by the queries that both share.
func TestTheBookOfManyHomesHasTheTablesOfOneHome(t *testing.T) {
	t.Parallel()
	home, file := t.TempDir(), filepath.Join(t.TempDir(), people.FileName)
	db, err := store.Open(t.Context(), store.Options{Home: home, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	none := func([]training.AthleteID) ([]training.AthleteID, error) { return nil, nil }
	book, err := people.Open(t.Context(), file, time.Now, rand.Reader, none)
	if err != nil {
		t.Fatal(err)
	}
	if err := book.Close(); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	columns := func(path string) map[string][]string {
		t.Helper()
		pool, err := sqlitedb.Foreign(path)
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		rows, err := pool.QueryContext(t.Context(), `SELECT s.name, c.name||' '||c.type||' '||c."notnull"||' '||ifnull(c.dflt_value, '')||' '||c.pk
			FROM sqlite_schema s, pragma_table_info(s.name) c WHERE s.type='table' ORDER BY 1, 2`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		out := map[string][]string{}
		for rows.Next() {
			var table, column string
			if err := rows.Scan(&table, &column); err != nil {
				t.Fatal(err)
			}
			out[table] = append(out[table], column)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		return out
	}
	all, want := columns(filepath.Join(home, store.FileName)), map[string][]string{}
	got := columns(file)
	for table := range got {
		want[table] = all[table]
	}
	for _, table := range sqlitedb.OfTheHome() {
		want[table] = all[table]
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the tables differ: %s", d)
	}
}

// TestABookOfBeforeKeepsItsPeople with the roles and agreements that they had.
func TestABookOfBeforeKeepsItsPeople(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	const before = 20 // the last schema without roles of agreements
	old, err := sqlitedb.Open(t.Context(), filepath.Join(home, store.FileName),
		sqlitedb.Options{Steps: sqlitedb.Steps()[:before], Now: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	err = old.Write(t.Context(), func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec("INSERT INTO people (id, name, role, made_ms) VALUES ('p1', 'Carl', 'coach', 1)")
		if err == nil {
			_, err = tx.Exec("INSERT INTO agreements (person, athlete, expires_ms) VALUES ('p1', 'ann', 0)")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), store.Options{Home: home, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	book := people.New(db.SQL(), time.Now, rand.Reader)
	p, err := book.Person(t.Context(), "Carl")
	if err != nil {
		t.Fatal(err)
	}
	roles, err := book.Roles(t.Context(), p)
	if d := cmp.Diff(map[training.AthleteID]training.Role{"ann": training.RoleCoach}, roles); d != "" || err != nil {
		t.Errorf("%s %v", d, err)
	}
}
