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
