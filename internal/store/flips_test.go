package store_test

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// flip changes one bit of a file and gives what takes that back.
func flip(t *testing.T, path string, bit int) (back func()) {
	t.Helper()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	put := func() {
		whole[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put()
	return put
}

func bits(t *testing.T, path string) int {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Size()) * 8
}

// TestAnyBitOfABackup: no bit of a backup can change without being told, and
// nothing of a damaged one is left in the home.
func TestAnyBitOfABackup(t *testing.T) {
	t.Parallel()
	_, db, _ := stocked(t)
	rng := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // not a secret
	for _, ext := range []string{".tar", ".tar.zst"} {
		path := filepath.Join(t.TempDir(), "b"+ext)
		if _, err := db.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		n := bits(t, path)
		seal := n - 512*8
		times := flips(60)
		for i := range times {
			bit := rng.IntN(n)
			if i%3 == 0 {
				bit = seal - 64 + rng.IntN(n-seal+64) // the seal and the head of its frame
			}
			back := flip(t, path, bit)
			home := filepath.Join(t.TempDir(), "home")
			if err := restore(path, home); training.KindOf(err) != training.KindCorrupt || err == nil {
				t.Fatalf("%s: bit %d of %d: %v", ext, bit, n, err)
			}
			if _, err := os.Stat(home); err == nil {
				t.Fatalf("%s: bit %d: it left a home", ext, bit)
			}
			back()
		}
		if err := restore(path, filepath.Join(t.TempDir(), "home")); err != nil {
			t.Error(err)
		}
		t.Logf("reliability: bits flipped in a backup (%s) | %d | restore reported each one, and the home folder stayed empty", ext, times)
	}
}

// TestAnOlderBackup has neither sums nor a seal and is restored all the same.
func TestAnOlderBackup(t *testing.T) {
	t.Parallel()
	_, db, hash := stocked(t)
	path := filepath.Join(t.TempDir(), "b.tar")
	if _, err := db.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for r := tar.NewReader(bytes.NewReader(whole)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		text, readErr := io.ReadAll(r)
		if err := errors.Join(err, readErr); err != nil {
			t.Fatal(err)
		}
		files[h.Name] = string(text)
	}
	listed := files["SHA256SUMS"]
	delete(files, "SHA256SUMS")
	if len(files) != strings.Count(listed, "\n") || len(files) < 2 {
		t.Fatalf("%d files, sums %q", len(files), listed)
	}
	older := filepath.Join(t.TempDir(), "older.tar")
	if err := os.WriteFile(older, tarOf(t, files), 0o600); err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(t.TempDir(), "home")
	if isSealed, err := store.Restore(t.Context(), older, store.Options{Home: home}); err != nil || isSealed {
		t.Fatal(isSealed, err)
	}
	if a, b := everything(t, db, hash), everything(t, storetest.OpenHome(t, home), hash); a != b {
		t.Errorf("before\n%s\nafter\n%s", a, b)
	}
	for name := range files {
		if strings.HasPrefix(name, "athletes/") {
			files[name] = "x"
		}
	}
	if err := os.WriteFile(older, tarOf(t, files), 0o600); err != nil {
		t.Fatal(err)
	}
	explained(t, training.KindCorrupt, restore(older, filepath.Join(t.TempDir(), "home")))
}

// TestWhatKilledBackupsLeave checks that what killed backups leave is removed
// by the next one, wherever that goes.
func TestWhatKilledBackupsLeave(t *testing.T) {
	t.Parallel()
	home, db, _ := stocked(t)
	beside, notes := t.TempDir(), filepath.Join(home, "backups")
	left := map[string]string{"killed": ".tmp-backup-1", "running": ".tmp-backup-2"}
	for _, name := range left {
		dir := filepath.Join(beside, name)
		err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, "archive"), []byte("half"), 0o600),
			os.MkdirAll(notes, 0o700), os.WriteFile(filepath.Join(notes, name), []byte(dir), 0o600))
		if err != nil {
			t.Fatal(err)
		}
	}
	release, err := disk.Try(filepath.Join(notes, left["running"]))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Backup(context.Background(), filepath.Join(t.TempDir(), "b.tar")); err != nil {
		t.Fatal(err)
	}
	for why, name := range left {
		for _, path := range []string{filepath.Join(beside, name), filepath.Join(notes, name)} {
			if _, err := os.Stat(path); (err == nil) != (why == "running") {
				t.Errorf("%s: %s: %v", why, path, err)
			}
		}
	}
	if err := release(); err != nil {
		t.Error(err)
	}
}

// flips returns how often a bit is flipped, in all of a test's files.
func flips(usually int) int {
	if n, err := strconv.Atoi(os.Getenv("LAPKEEP_FLIPS")); err == nil {
		return n
	}
	return usually
}

// TestAnyBitOfAHome: no bit of the log, the mark, the names or an original can
// change without verify, or whoever opens the store, telling it. The log is
// that of a process that was killed.
func TestAnyBitOfAHome(t *testing.T) {
	t.Parallel()
	home, db, hash := stocked(t)
	killed := copyOf(t, home, "lapkeep.db", "lapkeep.db-wal", "lapkeep.db.mark")
	original := filepath.Join("athletes", "ann", "originals", hash[:2], hash+".zst")
	if err := errors.Join(os.CopyFS(filepath.Join(killed, "athletes"), os.DirFS(filepath.Join(home, "athletes"))), db.Close()); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 6)) //nolint:gosec // not a secret
	for _, f := range []struct{ home, name string }{
		{home, "lapkeep.db.mark"}, {home, "lapkeep.db.names"}, {home, original}, {killed, "lapkeep.db-wal"},
	} {
		path, times := filepath.Join(f.home, f.name), flips(40)
		for range times {
			bit := rng.IntN(bits(t, path))
			back := flip(t, path, bit)
			if told(t, copyHome(t, f.home)) == nil {
				t.Errorf("bit %d of %s went unnoticed", bit, f.name)
			}
			back()
		}
		if err := told(t, copyHome(t, f.home)); err != nil {
			t.Errorf("a whole store: %v", err)
		}
		what := map[string]string{original: "an original"}[f.name]
		t.Logf("reliability: bits flipped in %s | %d | verify reported each one", cmp.Or(what, f.name), times)
	}
}

// TestAnyBitOfTheDatabase: a changed bit of the database is told, or it lies in
// free space or in a value: then every row is there, and at most one differs.
func TestAnyBitOfTheDatabase(t *testing.T) {
	t.Parallel()
	home, db, _ := stocked(t)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	path, times, noticed := filepath.Join(home, "lapkeep.db"), flips(40), 0
	want := storetest.Rows(t, home)
	rng := rand.New(rand.NewPCG(7, 8)) //nolint:gosec // not a secret
	for range times {
		bit := rng.IntN(bits(t, path))
		back := flip(t, path, bit)
		if here := copyHome(t, home); told(t, copyHome(t, home)) != nil {
			noticed++
		} else if n := differing(want, storetest.Rows(t, here)); n > 1 {
			t.Errorf("bit %d went unnoticed, and %d rows differ", bit, n)
		}
		back()
	}
	t.Logf("reliability: bits flipped in lapkeep.db | %d | "+
		"verify reported %d; the others were in free space or changed one value", times, noticed)
}

// differing counts the rows that only one of two stores has, by pairs.
func differing(a, b []string) int {
	count := map[string]int{}
	for _, row := range a {
		count[row]++
	}
	for _, row := range b {
		count[row]--
	}
	missing, added := 0, 0
	for _, c := range count {
		missing, added = missing+max(c, 0), added+max(-c, 0)
	}
	return max(missing, added)
}

// copyHome copies a home, so that reading it leaves it as it was.
func copyHome(t *testing.T, home string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "home")
	if err := os.CopyFS(to, os.DirFS(home)); err != nil {
		t.Fatal(err)
	}
	return to
}

// told returns the error on opening a home for reading and verifying it.
func told(t *testing.T, home string) error {
	t.Helper()
	db, err := open(home, true)
	if err != nil {
		return err
	}
	defer db.Close() //nolint:errcheck // nothing is written
	r, err := db.Verify(context.Background())
	if err == nil && !r.OK() {
		err = errors.New(r.Findings[0].What.String())
	}
	return err
}

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
	t.Logf("reliability: logs lost, cut or with flipped bits, and databases replaced with older ones | %d | "+
		"verify reported each one", len(losses)-1)
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
	t.Log("reliability: marks lost | 1 | verify reported it")
}
