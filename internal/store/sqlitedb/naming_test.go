package sqlitedb_test

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Two recordings, by the ids of the activities that they start.
const (
	first  = "rfirst67890-and-more"
	second = "rsecond7890-and-more"
)

// home is a database with what the list needs of one.
type home struct {
	testing.TB
	path  string
	db    *sqlitedb.DB
	names *sqlitedb.NamingKeeper
}

func newHome(t testing.TB) *home {
	t.Helper()
	h := &home{TB: t, path: filepath.Join(t.TempDir(), "a.db")}
	h.open()
	return h
}

// open opens it as another process does.
func (h *home) open() {
	h.Helper()
	h.names = &sqlitedb.NamingKeeper{Path: h.path + sqlitedb.NamingSuffix}
	db, err := sqlitedb.Open(h.Context(), h.path, sqlitedb.Options{
		Steps: []string{`CREATE TABLE links (athlete TEXT, recording TEXT PRIMARY KEY, activity TEXT);
			CREATE TABLE acknowledged (n INTEGER); INSERT INTO acknowledged VALUES (0)`},
		BeforeCommit: func(tx *sqlitedb.Tx) error {
			err := h.names.BeforeCommit(tx)
			if err == nil {
				_, err = tx.Exec("UPDATE acknowledged SET n=n+1")
			}
			return err
		},
	})
	if err != nil {
		h.Fatal(err)
	}
	h.db = db
	h.Cleanup(func() { db.Close() })
}

// link links a recording in a transaction, which then fails if it is to.
func (h *home) link(rec training.RecordingID, act training.ActivityID, fails error) {
	h.Helper()
	err := h.db.Write(h.Context(), func(tx *sqlitedb.Tx) error {
		h.names.Begin()
		_, err := tx.Exec("INSERT OR REPLACE INTO links VALUES ('ann',?,?)", rec, act)
		h.names.Linked("ann", rec, act)
		if fails != nil { // as if it were killed between the list and the commit
			err = errors.Join(err, h.names.BeforeCommit(tx), fails)
		}
		return err
	})
	if !errors.Is(err, fails) {
		h.Fatal(err)
	}
}

func (h *home) expect(when string, want sqlitedb.Names) {
	h.Helper()
	f, ok, err := sqlitedb.ReadNaming(h.path + sqlitedb.NamingSuffix)
	if err != nil || !ok {
		h.Fatalf("%s: %v %v", when, ok, err)
	}
	if diff := cmp.Diff(want, f.Names["ann"]); diff != "" {
		h.Errorf("%s (-want +got):\n%s", when, diff)
	}
}

func TestOnlyWhatDoesNotFollowIsKept(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.link(first, "first67890", nil)
	h.expect("of itself", nil)
	h.link(second, "first67890", nil)
	h.expect("joined", sqlitedb.Names{second: "first67890"})
	before, err := os.Stat(h.path + sqlitedb.NamingSuffix)
	if err != nil {
		t.Fatal(err)
	}
	h.link(second, "first67890", nil)
	if now, err := os.Stat(h.path + sqlitedb.NamingSuffix); err != nil || !os.SameFile(before, now) {
		t.Errorf("the same link again wrote it: %v", err)
	}
	h.link(second, "second7890", nil)
	h.expect("split again", sqlitedb.Names{second: "second7890"})
}

// TestWhatWasNeverCommitted checks that what was never committed is removed by
// the next write of any process.
func TestWhatWasNeverCommitted(t *testing.T) {
	t.Parallel()
	for _, another := range []bool{false, true} {
		h := newHome(t)
		h.link(second, "first67890", nil)
		h.link(second, "second7890", errors.New("killed"))
		h.expect("killed", sqlitedb.Names{second: "second7890"})
		if another {
			h.open()
		}
		if err := h.db.Write(t.Context(), func(*sqlitedb.Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
		h.expect("after the next write", sqlitedb.Names{second: "first67890"})
	}
}

// TestAListThatIsGone, damaged or from before another process wrote is as it
// should be after the next write.
func TestAListThatIsGone(t *testing.T) {
	t.Parallel()
	damages := map[string]func(path string) error{
		"gone":  os.Remove,
		"empty": func(path string) error { return os.Truncate(path, 0) },
		"cut":   func(path string) error { return os.Truncate(path, 30) },
	}
	for name, hurt := range damages {
		h := newHome(t)
		h.link(second, "first67890", nil)
		if err := hurt(h.path + sqlitedb.NamingSuffix); err != nil {
			t.Fatal(err)
		}
		if _, _, err := sqlitedb.ReadNaming(h.path + sqlitedb.NamingSuffix); (err != nil) != (name != "gone") {
			t.Errorf("%s is read as %v", name, err)
		}
		h.link(first, "first67890", nil)
		h.expect(name, sqlitedb.Names{second: "first67890"})
	}
}

// TestALostDatabaseKeepsTheList: what a new one links is added to it.
func TestALostDatabaseKeepsTheList(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.link(second, "first67890", nil)
	h.db.Close()
	for _, suffix := range []string{"", "-wal", "-shm"} {
		_ = os.Remove(h.path + suffix) // the last two may have gone when it was closed
	}
	h.open()
	h.link(first, "another", nil)
	h.expect("a new database", sqlitedb.Names{first: "another", second: "first67890"})
}

// BenchmarkBeforeCommit measures a commit that joins nothing, and one that
// joins a recording where thousands were joined before.
func BenchmarkBeforeCommit(b *testing.B) {
	for name, joins := range map[string]bool{"nothing": false, "one of 5000": true} {
		b.Run(name, func(b *testing.B) {
			h := newHome(b)
			for i := range 5000 {
				h.names.Linked("ann", training.RecordingID(fmt.Sprintf("r%020d", i)), "first67890")
			}
			n := 0
			var spent time.Duration
			for b.Loop() {
				n++
				err := h.db.Write(b.Context(), func(tx *sqlitedb.Tx) error {
					if joins {
						h.names.Linked("ann", second, training.ActivityID(fmt.Sprint(n)))
					}
					begin := time.Now()
					err := h.names.BeforeCommit(tx)
					spent += time.Since(begin)
					_, counted := tx.Exec("UPDATE acknowledged SET n=n+1")
					return errors.Join(err, counted)
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(spent.Microseconds())/float64(n), "µs/commit")
		})
	}
}

// TestTwoProcesses see what the other wrote.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	other := *h
	other.open()
	h.link(first, "another", nil)
	other.link(second, "first67890", nil)
	h.link(first, "a third", nil)
	h.expect("both", sqlitedb.Names{first: "a third", second: "first67890"})
}

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
