package ledger_test

import (
	"path/filepath"
	"testing"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
)

// TestAMomentEndsWithAWriteOfOurOwn: what another process writes during a
// call is the next call's, what this one writes is seen at once.
func TestAMomentEndsWithAWriteOfOurOwn(t *testing.T) {
	t.Parallel()
	open := func(path string) *sqlitedb.DB {
		db, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{Steps: []string{"CREATE TABLE changes (seq INTEGER PRIMARY KEY)"}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		return db
	}
	path := filepath.Join(t.TempDir(), "a.db")
	ours, other := open(path), open(path)
	write := func(db *sqlitedb.DB) {
		t.Helper()
		if err := db.Write(t.Context(), func(tx *sqlitedb.Tx) error {
			_, err := tx.Exec("INSERT INTO changes DEFAULT VALUES")
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	log, call := ledger.NewReader(ours), ledger.AtOneMoment(t.Context())
	expect := func(want int64, when string) {
		t.Helper()
		if got, err := log.LastChange(call); got != want || err != nil {
			t.Errorf("%s: %d, %v, want %d", when, got, err, want)
		}
	}
	expect(0, "at first")
	write(other)
	expect(0, "after another process wrote")
	if got, err := log.LastChange(t.Context()); got != 1 || err != nil {
		t.Errorf("the next call sees %d, %v", got, err)
	}
	write(ours)
	expect(2, "after our own write")
	if got, err := ledger.NewReader(open(filepath.Join(t.TempDir(), "b.db"))).LastChange(call); got != 0 || err != nil {
		t.Errorf("another store shows %d, %v", got, err)
	}
}
