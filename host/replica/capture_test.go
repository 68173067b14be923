package replica

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lapkeep/host/engine"
	"lapkeep/internal/store"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// transactions is how many random transactions TestRandomTransactions makes: LAPKEEP_TRANSACTIONS, or 300.
func transactions(t *testing.T) int {
	t.Helper()
	text := os.Getenv("LAPKEEP_TRANSACTIONS")
	if text == "" {
		return 300
	}
	n, err := strconv.Atoi(text)
	must(t, err)
	return n
}

// TestRandomTransactions writes at random into Lapkeep's own tables while another connection makes checkpoints of
// every mode, readers keep old snapshots, and the home moves. What the log gives is the home, row by row.
func TestRandomTransactions(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	seed := uint64(time.Now().UnixNano()) //nolint:gosec // any bits
	if text := os.Getenv("LAPKEEP_SEED"); text != "" {
		var err error
		seed, err = strconv.ParseUint(text, 10, 64)
		must(t, err)
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // not a secret
	n := opened(t, w, w.keys, "n0", t.TempDir())
	storetest.Athlete(t, n.db, athlete)
	total := transactions(t)
	days := 0
	var acts []training.ActivityID
	for i := range total {
		var err error
		switch k := r.IntN(20); {
		case k < 6:
			days++
			id := training.ActivityID(fmt.Sprint("a", days))
			acts = append(acts, id)
			err = n.db.Write(ctx, func(tx *store.Tx) error {
				return storetest.AddRide(tx, athlete, id, storetest.Noon().AddDate(0, 0, -days), store.EveryAudience)
			})
		case k < 9:
			err = n.put(ctx, "random ", r.IntN(9000))
		case k < 12: // many pages at once, and sometimes more than a record holds
			size := 1 << (8 + r.IntN(12))
			if r.IntN(10) == 0 {
				size = 3 << 20
			}
			err = n.blob(ctx, r, r.IntN(40), size)
		case k < 14:
			err = n.script(ctx, fmt.Sprintf("DELETE FROM primitives WHERE kind='blob' AND day%%%d=0", 1+r.IntN(5)))
		case k < 15:
			err = sqlitedb.Script(ctx, filepath.Join(n.dir, store.FileName), "VACUUM")
		case k < 18 && len(acts) > 0:
			act := storetest.Activity(acts[r.IntN(len(acts))], storetest.Noon())
			act.Name = fmt.Sprint("named by ", i)
			err = n.db.Write(ctx, func(tx *store.Tx) error { return tx.PutActivity(athlete, act) })
		case k < 19:
			err = n.checkpoint(ctx, []string{"PASSIVE", "FULL", "RESTART", "TRUNCATE"}[r.IntN(4)])
		default:
			err = n.disturb(ctx, r)
		}
		if err != nil {
			t.Fatalf("transaction %d: %v", i, err)
		}
		if r.IntN(50) == 0 {
			same(t, n.copyOf(t), n.dir)
		}
		if r.IntN(40) == 0 {
			was := n.dir
			want := storetest.Rows(t, was)
			must(t, n.close(ctx, r.IntN(2) == 0))
			to := was
			if r.IntN(2) == 0 {
				to = t.TempDir()
			}
			n = opened(t, w, w.keys, fmt.Sprint("n", i), to)
			equal(t, storetest.Rows(t, to), want)
		}
	}
	dir := n.copyOf(t)
	same(t, dir, n.dir)
	problems, err := sqlitedb.Examine(ctx, filepath.Join(dir, store.FileName))
	if err != nil || len(problems) > 0 {
		t.Fatalf("the restored database: %v %v", problems, err)
	}
	must(t, n.script(ctx, "DELETE FROM primitives WHERE kind='blob'")) // which verify would not know
	must(t, n.close(ctx, false))
	n = opened(t, w, w.keys, "last", t.TempDir())
	if report, err := n.db.Verify(ctx); err != nil || !report.OK() {
		t.Fatalf("verify of the restored home: %v %v", report.Findings, err)
	}
	size, err := os.Stat(filepath.Join(dir, store.FileName))
	must(t, err)
	t.Logf("%d transactions; database %d KB", total, size.Size()>>10)
}

// blob writes one large row that no page shares.
func (n *node) blob(ctx context.Context, r *rand.Rand, id, size int) error {
	data := make([]byte, size)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return n.db.SQL().Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec(`INSERT OR REPLACE INTO primitives (athlete, kind, day, activity, sport, seen, version, input_hash, data)
			VALUES (?, 'blob', ?, ?, 'x', 0, 1, '', ?)`, string(athlete), id, fmt.Sprint("blob-", id), data)
		return err
	})
}

// script changes rows in the store's own way of writing.
func (n *node) script(ctx context.Context, script string) error {
	return n.db.SQL().Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec(script)
		return err
	})
}

// checkpoint makes a checkpoint as another process would. While the home is captured it may be told to wait.
func (n *node) checkpoint(ctx context.Context, mode string) error {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(n.dir, store.FileName)+"?_pragma=busy_timeout(5)")
	if err != nil {
		return err
	}
	defer db.Close() //nolint:errcheck // it was only a checkpoint
	var busy, inLog, moved int
	return db.QueryRowContext(ctx, "PRAGMA wal_checkpoint("+mode+")").Scan(&busy, &inLog, &moved)
}

// disturb writes while a reader keeps an old snapshot, so that a checkpoint is never complete.
func (n *node) disturb(ctx context.Context, r *rand.Rand) error {
	rows, err := n.db.SQL().Query(ctx, "SELECT seq FROM changes")
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // it was only read
	rows.Next()
	for range 3 {
		if err := n.put(ctx, "disturbed ", r.IntN(5000)); err != nil {
			return err
		}
	}
	return rows.Err()
}

// TestManyWriters has writers, readers and checkpoints at the same time, while another node takes the home in the
// middle of it: whatever was acknowledged is in what that node reads.
func TestManyWriters(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	n := opened(t, w, w.keys, "n1", t.TempDir())
	var acknowledged sync.Map
	var count atomic.Int64
	enough := make(chan struct{})
	var all sync.WaitGroup
	for i := range 4 {
		r := rand.New(rand.NewPCG(uint64(i), 0)) //nolint:gosec // not a secret
		all.Go(func() {
			for k := 0; ; k++ {
				key := fmt.Sprintf("key-%d-%d-", i, k)
				err := n.put(ctx, key, r.IntN(1<<(8+r.IntN(11))))
				if err == nil && k%7 == 0 {
					err = n.Barrier(ctx)
				}
				if err == nil && k%10 == 0 {
					err = n.disturb(ctx, r)
				}
				if err == nil && i == 0 {
					err = n.checkpoint(ctx, []string{"PASSIVE", "FULL", "RESTART", "TRUNCATE"}[r.IntN(4)])
				}
				if err != nil {
					if !errors.Is(err, engine.ErrUnknown) {
						t.Error(err)
					}
					return
				}
				acknowledged.Store(key, true)
				if count.Add(1) == 200 {
					close(enough)
				}
			}
		})
	}
	<-enough
	next := opened(t, w, w.keys, "n2", t.TempDir())
	rows := fmt.Sprint(storetest.Rows(t, next.dir))
	all.Wait()
	acknowledged.Range(func(key, _ any) bool {
		if !strings.Contains(rows, key.(string)) {
			t.Errorf("%s was acknowledged and the next owner does not have it", key)
		}
		return true
	})
	problems, err := sqlitedb.Examine(ctx, next.path())
	if err != nil || len(problems) > 0 {
		t.Fatalf("the restored database: %v %v", problems, err)
	}
}

// TestAMoveWritesOnlyWhatChanged moves a home of 5 MB. The first write of the next owner is small, restored or warm.
func TestAMoveWritesOnlyWhatChanged(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	n := opened(t, w, w.keys, "n0", t.TempDir())
	for i := range 5 {
		must(t, n.blob(ctx, random, i, 1<<20))
	}
	must(t, n.Cut(ctx)) // so that no full file is due
	for i, isNew := range []bool{true, false, true, true, false, false} {
		dir := n.dir
		must(t, n.close(ctx, true))
		if isNew {
			dir = t.TempDir()
		}
		n = opened(t, w, w.keys, fmt.Sprint("n", i), dir)
		fence := n.last
		must(t, n.put(ctx, fmt.Sprintf("key-%d-", i), 1))
		entries, err := w.Read(ctx, homeID, fence, n.last)
		must(t, err)
		size := 0
		for _, e := range entries {
			size += len(e.Record)
		}
		if size > 200<<10 || entries[0].Record[0] != changes {
			t.Fatalf("move %d: the first write appended %d bytes of kind %c", i, size, entries[0].Record[0])
		}
		same(t, n.copyOf(t), n.dir)
	}
	for i := range 6 {
		if !has(t, n.dir, fmt.Sprintf("key-%d-", i)) {
			t.Fatalf("the write of move %d is lost", i)
		}
	}
}

// TestWhatHappensBeforeTheCapture changes the database in every way in which SQLite's log does not have all that
// changed since the opening. The log of the home then gets a full file.
func TestWhatHappensBeforeTheCapture(t *testing.T) {
	for name, change := range map[string]func(ctx context.Context, n *node) error{
		"nothing": func(context.Context, *node) error { return nil },
		"another program writes and closes": func(ctx context.Context, n *node) error {
			must(t, n.db.Close())
			err := sqlitedb.Script(ctx, n.path(), "UPDATE changes SET id='changed' WHERE id LIKE 'before%'")
			return errors.Join(err, n.reopen(ctx))
		},
		"a checkpoint between the commit and the capture": func(ctx context.Context, n *node) error {
			return errors.Join(n.held(ctx, "PASSIVE"), n.held(ctx, "PASSIVE"))
		},
		"SQLite's log begins anew between the commit and the capture": func(ctx context.Context, n *node) error {
			return errors.Join(n.held(ctx, "TRUNCATE"), n.held(ctx, "TRUNCATE"), n.held(ctx, "RESTART"))
		},
		"the first transaction is larger than SQLite's log may be": func(ctx context.Context, n *node) error {
			return errors.Join(n.blob(ctx, random, 1, 5<<20), n.blob(ctx, random, 1, 5<<20))
		},
	} {
		t.Run(name, func(t *testing.T) {
			w, ctx := newWorld(t), t.Context()
			n := opened(t, w, w.keys, "n1", t.TempDir())
			for i := range 20 {
				must(t, n.put(ctx, fmt.Sprintf("before-%d-", i), 2000))
			}
			for _, keepWarm := range []bool{false, true} {
				must(t, n.close(ctx, keepWarm))
				n = opened(t, w, w.keys, "n2", n.dir)
				must(t, change(ctx, n))
				must(t, n.put(ctx, "after", 1))
				same(t, n.copyOf(t), n.dir)
			}
		})
	}
}

func (n *node) path() string { return filepath.Join(n.dir, store.FileName) }

// held commits while somebody else has the turn, and makes a checkpoint before the capture sees the commit.
func (n *node) held(ctx context.Context, mode string) error {
	n.turn <- struct{}{}
	done := make(chan error)
	before, err := n.now()
	go func() { done <- n.put(ctx, "held", 3000) }()
	for now := before; now == before && err == nil; now, err = n.now() { //nolint:revive // it is committed before it waits
	}
	err = errors.Join(err, n.checkpoint(ctx, mode))
	<-n.turn
	return errors.Join(err, <-done)
}

// reopen opens the store again, after it was closed while the home stayed open.
func (n *node) reopen(ctx context.Context) (err error) {
	n.db, err = store.Open(ctx, store.Options{Home: n.dir, Now: storetest.Clock, Committed: n.Committed, Kept: n.Kept, Fetch: n.Fetch})
	return err
}

// TestAMigrationIsKept opens a home whose schema is older, reads, and closes it: the next owner need not migrate again.
func TestAMigrationIsKept(t *testing.T) {
	w, ctx, dir := newWorld(t), t.Context(), t.TempDir()
	steps := sqlitedb.Steps()
	h, err := Open(ctx, w, homeID, "n1", dir, w.keys)
	must(t, err)
	old, err := sqlitedb.Open(ctx, filepath.Join(dir, store.FileName), sqlitedb.Options{
		Steps: steps[:len(steps)-1], BackupDir: filepath.Join(dir, "backups"), Committed: h.Committed,
	})
	must(t, err)
	must(t, old.Write(ctx, func(tx *sqlitedb.Tx) error { _, err := tx.Exec("DELETE FROM losses"); return err }))
	must(t, old.Close())
	must(t, h.Close(ctx, true))
	n := opened(t, w, w.keys, "n1", dir)
	storetest.Rows(t, dir)
	must(t, n.close(ctx, true))
	n = opened(t, w, w.keys, "n2", t.TempDir())
	db, err := sqlitedb.Foreign(filepath.Join(n.dir, store.FileName))
	must(t, err)
	defer db.Close() //nolint:errcheck // it was only read
	var version int
	must(t, db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version))
	if info, err := os.Stat(filepath.Join(n.dir, store.FileName)); err != nil || !info.ModTime().Equal(untouched) || version != len(steps) {
		t.Fatalf("the next owner restored schema %d and migrated it again: %v", version, info.ModTime())
	}
	same(t, n.copyOf(t), n.dir)
}
