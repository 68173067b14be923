package replica

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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

const (
	athlete = training.AthleteID("me")
	homeID  = "h1"
)

// world is an engine with its keys.
type world struct {
	*engine.Memory
	keys  *Keys
	fails atomic.Pointer[func(verb string, done bool) error] // as in engine.Memory
	asks  func() error                                       // fails the question for the last record
}

// failing lets the engine fail; nil lets it work again.
func (w *world) failing(how func(verb string, done bool) error) { w.fails.Store(&how) }

func (w *world) Last(ctx context.Context, home string) (uint64, error) {
	if w.asks != nil {
		if err := w.asks(); err != nil {
			return 0, err
		}
	}
	return w.Memory.Last(ctx, home)
}

// random is for contents that no compression makes small.
var random = rand.New(rand.NewPCG(1, 1)) //nolint:gosec // not a secret

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Memory: &engine.Memory{Now: time.Now}}
	w.Fail = func(verb string, done bool) error {
		if how := w.fails.Load(); how != nil && *how != nil {
			return (*how)(verb, done)
		}
		return nil
	}
	w.keys = keysOf(t, w)
	return w
}

func keysOf(t testing.TB, e engine.Engine) *Keys {
	t.Helper()
	keys, err := NewKeys(e, bytes.Repeat([]byte{7}, keySize))
	must(t, err)
	return keys
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wants(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
}

// node has a home open, as a node does.
type node struct {
	*Home
	db  *store.DB
	dir string
}

// opened opens the test's home on a node and its store. A folder of nil is a new one.
func opened(t testing.TB, e engine.Engine, keys *Keys, name, dir string) *node {
	t.Helper()
	n, err := open(t.Context(), e, keys, name, dir)
	must(t, err)
	t.Cleanup(func() { _ = n.close(context.Background(), false) })
	return n
}

func open(ctx context.Context, e engine.Engine, keys *Keys, name, dir string) (*node, error) {
	h, err := OpenEarly(ctx, e, homeID, name, dir, keys)
	if err != nil {
		return nil, err
	}
	h.patience = 2 * time.Second
	db, err := store.Open(ctx, store.Options{Home: dir, Now: storetest.Clock, Committed: h.Committed, Kept: h.Kept, Fetch: h.Fetch})
	if err != nil {
		return nil, errors.Join(err, h.Close(ctx, false))
	}
	return &node{h, db, dir}, nil
}

func (n *node) close(ctx context.Context, keepWarm bool) error {
	if n.db == nil {
		return nil
	}
	err := n.db.Close()
	n.db = nil
	return errors.Join(err, n.Close(ctx, keepWarm))
}

// put writes a row that only put writes.
func (n *node) put(ctx context.Context, key string, size int) error {
	return n.db.SQL().Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec("INSERT INTO changes (athlete, kind, id, at_ms) VALUES (?, 'activity', ?, 0)",
			string(athlete), key+strings.Repeat("x", size))
		return err
	})
}

// has reports whether a row of put is in a home's folder.
func has(t *testing.T, dir, key string) bool {
	t.Helper()
	return slices.ContainsFunc(storetest.Rows(t, dir), func(row string) bool { return bytes.Contains([]byte(row), []byte(key)) })
}

// copyOf restores what the log has now, without taking the home.
func (n *node) copyOf(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	n.turn <- struct{}{}
	defer func() { <-n.turn }()
	j := *n.journal
	h := &Home{journal: &j, dir: dir}
	must(t, h.restore(t.Context()))
	if !h.hasFull {
		t.Fatal("the log has no database")
	}
	return dir
}

// same fails unless two folders have the same rows in all tables.
func same(t *testing.T, got, want string) {
	t.Helper()
	equal(t, storetest.Rows(t, got), storetest.Rows(t, want))
}

// equal compares rows, except Litestream's own, which it changes when it likes.
func equal(t *testing.T, got, want []string) {
	t.Helper()
	got, want = slices.Clone(got), slices.Clone(want)
	its := func(row string) bool { return strings.HasPrefix(row, "_litestream") }
	got, want = slices.DeleteFunc(got, its), slices.DeleteFunc(want, its)
	slices.Sort(got)
	slices.Sort(want)
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("of %d and %d rows, the first that differ:\n%.200q\n%.200q", len(got), len(want), got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
}

// TestMove writes on one node and reads on the next, restored and warm.
func TestMove(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	one, other := t.TempDir(), t.TempDir()
	n := opened(t, w, w.keys, "n1", one)
	storetest.Athlete(t, n.db, athlete)
	hashes, err := n.db.KeepOriginals(ctx, athlete, [][]byte{[]byte("a recording"), []byte("another")})
	must(t, err)
	must(t, n.put(ctx, "first", 10))
	must(t, n.Barrier(ctx))
	want := storetest.Rows(t, one)
	must(t, n.close(ctx, true))

	n = opened(t, w, w.keys, "n2", other)
	equal(t, storetest.Rows(t, other), want)
	for i, content := range []string{"a recording", "another"} {
		got, err := n.db.KeptOriginal(athlete, hashes[i])
		must(t, err)
		if string(got) != content {
			t.Fatalf("original %q came back as %q", content, got)
		}
	}
	if r, err := n.db.Verify(ctx); err != nil || !r.OK() {
		t.Fatalf("verify of the restored home: %v %v", r.Findings, err)
	}
	must(t, n.close(ctx, true))

	before, err := os.Stat(filepath.Join(other, store.FileName))
	must(t, err)
	n = opened(t, w, w.keys, "n2", other)
	after, err := os.Stat(filepath.Join(other, store.FileName))
	must(t, err)
	if !os.SameFile(before, after) {
		t.Fatal("a folder that was equal to the log was restored")
	}
	must(t, n.put(ctx, "second", 10))
	must(t, n.close(ctx, true))

	n = opened(t, w, w.keys, "n1", one) // its folder is warm, but old
	if !has(t, one, "second") || !has(t, one, "first") {
		t.Fatal("a node kept its old copy although another one had written")
	}
	must(t, n.close(ctx, false))
	if entries, _ := filepath.Glob(filepath.Join(one, store.FileName+"*")); len(entries) > 0 {
		t.Fatalf("left in a folder that was not to be kept: %v", entries)
	}
}

// TestFence has two owners at once and no lease: what the first one writes is not acknowledged.
func TestFence(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	one := opened(t, w, w.keys, "n1", t.TempDir())
	must(t, one.put(ctx, "before", 10))
	two := opened(t, w, w.keys, "n2", t.TempDir())
	wants(t, one.put(ctx, "stale", 10), engine.ErrStale)
	select {
	case <-one.Lost():
	default:
		t.Fatal("the first owner was not told that it lost the home")
	}
	err := one.put(ctx, "stale again", 10)
	wants(t, err, engine.ErrUnknown)
	if training.KindOf(err) != training.KindUnknown {
		t.Fatalf("the kind of %v is %s", err, training.KindOf(err))
	}
	if one.Barrier(ctx) == nil {
		t.Fatal("a stale owner answers reads that saw its own write")
	}
	must(t, two.put(ctx, "after", 10))
	if dir := two.copyOf(t); has(t, dir, "stale") || !has(t, dir, "before") || !has(t, dir, "after") {
		t.Fatal("the log has what was not acknowledged, or lacks what was")
	}
	must(t, one.close(ctx, true))
	if _, err := os.Stat(filepath.Join(one.dir, store.FileName)); err == nil {
		t.Fatal("the copy of a home that was lost was kept")
	}
}

// TestStorm takes the home from a node that writes, again and again. Every write that was acknowledged is there, and
// nobody acknowledges a write after the next owner has read the log.
func TestStorm(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	var all sync.WaitGroup
	var mu sync.Mutex
	var acknowledged []string
	refused := 0
	for i := range 15 {
		n := opened(t, w, w.keys, fmt.Sprint("n", i), t.TempDir())
		rows := fmt.Sprint(storetest.Rows(t, n.dir))
		mu.Lock()
		for _, key := range acknowledged {
			if !strings.Contains(rows, key) {
				t.Errorf("%s was acknowledged before owner %d and it does not see it", key, i)
			}
		}
		mu.Unlock()
		enough := make(chan struct{})
		all.Go(func() {
			for k := 0; ; k++ {
				key := fmt.Sprintf("key-%d-%d-", i, k)
				mu.Lock() // so that the next owner does not read between the acknowledgement and the note of it
				err := n.put(ctx, key, 100)
				if err == nil {
					acknowledged = append(acknowledged, key)
				} else {
					refused++
				}
				mu.Unlock()
				if k == 5 {
					close(enough)
				}
				if err != nil || i == 14 && k == 5 {
					return
				}
			}
		})
		<-enough
	}
	all.Wait()
	n := opened(t, w, w.keys, "reader", t.TempDir())
	rows := fmt.Sprint(storetest.Rows(t, n.dir))
	for _, key := range acknowledged {
		if !strings.Contains(rows, key) {
			t.Errorf("%s was acknowledged and is lost", key)
		}
	}
	t.Logf("%d writes acknowledged, %d refused", len(acknowledged), refused)
	if refused != 14 {
		t.Fatalf("%d writes refused, want one of each owner but the last", refused)
	}
}
