package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// names writes athletes, each in a transaction of its own, and closes nothing.
func names(t *testing.T, db *store.DB, ids ...training.AthleteID) {
	t.Helper()
	for _, id := range ids {
		storetest.Athlete(t, db, id)
	}
}

// copyOf copies files of a home into a new one.
func copyOf(t *testing.T, home string, files ...string) string {
	t.Helper()
	to := t.TempDir()
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(home, f))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, f), b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// TestALostLogIsFound: the log is taken away, cut, or has a bit flipped while
// nobody has the store open; an older database is put in place.
func TestALostLogIsFound(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db := storetest.OpenHome(t, home) // it stays open, so that the log stays
	names(t, db, "ann")
	older := copyOf(t, home, "lapkeep.db", "lapkeep.db-wal")
	names(t, db, "bob", "cat")
	files := []string{"lapkeep.db", "lapkeep.db-wal", "lapkeep.db.mark"}
	losses := map[string]func(home string) error{
		"whole":  func(string) error { return nil },
		"no log": func(home string) error { return os.Remove(filepath.Join(home, "lapkeep.db-wal")) },
		"cut log": func(home string) error {
			return os.Truncate(filepath.Join(home, "lapkeep.db-wal"), int64(bits(t, filepath.Join(home, "lapkeep.db-wal"))/8-4000))
		},
		"a bit": func(home string) error { flip(t, filepath.Join(home, "lapkeep.db-wal"), 9000*8); return nil },
		"older": func(home string) error {
			return errors.Join(os.Rename(filepath.Join(older, "lapkeep.db"), filepath.Join(home, "lapkeep.db")),
				os.Rename(filepath.Join(older, "lapkeep.db-wal"), filepath.Join(home, "lapkeep.db-wal")))
		},
	}
	for name, hurt := range losses {
		here := copyOf(t, home, files...)
		if err := hurt(here); err != nil {
			t.Fatal(err)
		}
		err := told(t, here)
		if name == "whole" {
			if err != nil {
				t.Errorf("a whole store: %v", err)
			}
			continue
		}
		if err == nil || name != "no log" && !strings.Contains(err.Error(), "acknowledged") {
			t.Errorf("%s: %v", name, err)
		}
		if name != "older" {
			continue
		}
		again := storetest.OpenHome(t, here) // what is written after does not hide it
		names(t, again, "dan", "eve", "fay", "gus")
		if err := told(t, here); err == nil || !strings.Contains(err.Error(), "acknowledged") {
			t.Errorf("after more writes: %v", err)
		}
	}
	t.Logf("reliability: logs lost, cut or flipped, and older databases put in place | %d | each was told by verify", len(losses)-1)
}

func TestAMissingMarkIsTold(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db := storetest.OpenHome(t, home)
	names(t, db, "ann")
	if err := os.Remove(filepath.Join(home, "lapkeep.db.mark")); err != nil {
		t.Fatal(err)
	}
	if err := told(t, home); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Error(err)
	}
	names(t, db, "bob")
	if err := told(t, home); err != nil {
		t.Errorf("after a write: %v", err)
	}
	t.Log("reliability: marks lost | 1 | it was told by verify")
}
