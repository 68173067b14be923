package ledger_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
)

// TestWindowsOfBeforeTheyHadNamesGoOn: what was used is still used, and a limit still blocks.
func TestWindowsOfBeforeTheyHadNamesGoOn(t *testing.T) {
	t.Parallel()
	const unnamed = 9 // steps
	path := filepath.Join(t.TempDir(), "old.db")
	at := func(steps int) *sqlitedb.DB {
		db, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{Steps: sqlitedb.Steps()[:steps], Now: time.Now(), BackupDir: t.TempDir()})
		ok(t, err)
		return db
	}
	old, soon := at(unnamed), now.Add(time.Minute)
	ok(t, old.Write(t.Context(), func(tx *sqlitedb.Tx) error {
		if _, err := tx.Exec("INSERT INTO athletes (athlete, body) VALUES ('ann', '{}')"); err != nil {
			return err
		}
		_, err := tx.Exec(`INSERT INTO quotas (athlete, source, window_ms, allowed, used, ends_ms)
			VALUES ('ann', 'tri', 0, 0, 0, ?1), ('ann', 'tri', 60000, 10, 4, ?1)`, sqlitedb.Millis(soon))
		return err
	}))
	ok(t, old.Close())
	db := at(len(sqlitedb.Steps()))
	defer db.Close()
	got, err := ledger.NewConnection(db, t.TempDir()).Quotas(t.Context(), ann, "")
	ok(t, err)
	want := []ledger.Quota{{Name: "rate limited", Ends: soon}, {Window: time.Minute, Allowed: 10, Used: 4, Ends: soon}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
