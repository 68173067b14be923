package sqlitedb_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"lapkeep/internal/store/sqlitedb"
)

// TestKilledInTheFirstWrite: the write is in the database, and its process was
// killed before the mark was written. Nothing was acknowledged, nothing is lost.
func TestKilledInTheFirstWrite(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lapkeep.db")
	k := &sqlitedb.MarkKeeper{Path: path + sqlitedb.MarkSuffix, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	db, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{Steps: sqlitedb.Steps(), Now: time.Now(), BeforeCommit: k.BeforeCommit})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	write := func() {
		if err := db.Write(t.Context(), func(*sqlitedb.Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	write()
	if told, err := sqlitedb.FindMark(t.Context(), db, k.Path); err != nil || len(told) > 0 {
		t.Errorf("after the first write: %q, %v", told, err)
	}
	if err := os.Remove(k.Path); err != nil {
		t.Fatal(err)
	}
	write()
	if told, err := sqlitedb.FindMark(t.Context(), db, k.Path); err != nil || len(told) != 1 {
		t.Errorf("without a mark: %q, %v", told, err)
	}
}
