package replica

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lapkeep/host/engine"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestUnknown lets the engine fall silent: the write is not acknowledged, the home is given up, and a repeat with the
// same key on the next node writes once, whether the first one had arrived or not.
func TestUnknown(t *testing.T) {
	for _, arrived := range []bool{false, true} {
		t.Run(fmt.Sprint("arrived ", arrived), func(t *testing.T) {
			w, ctx := newWorld(t), t.Context()
			n := opened(t, w, w.keys, "n1", t.TempDir())
			must(t, n.once(ctx, "0"))
			var silent atomic.Bool
			silent.Store(true)
			w.failing(func(verb string, done bool) error {
				if verb == "append" && silent.Load() && done == arrived {
					return engine.ErrUnknown
				}
				return nil
			})
			n.patience = 300 * time.Millisecond
			if arrived { // and the node cannot ask for it
				w.asks = func() error { return unless(silent.Load(), engine.ErrUnknown) }
			}
			must(t, n.Barrier(ctx)) // what was acknowledged can be read without the engine
			err := n.once(ctx, "1")
			wants(t, err, engine.ErrUnknown)
			if training.KindOf(err) != training.KindUnknown {
				t.Fatalf("the kind of %v is %s", err, training.KindOf(err))
			}
			select {
			case <-n.Lost():
			default:
				t.Fatal("the node was not told to drop the home")
			}
			silent.Store(false)
			must(t, n.close(ctx, true))
			next := opened(t, w, w.keys, "n2", t.TempDir())
			if got := has(t, next.dir, "once-1"); got != arrived {
				t.Fatalf("the next owner has the write: %t", got)
			}
			must(t, next.once(ctx, "1"))
			count := 0
			for _, row := range storetest.Rows(t, next.dir) {
				if strings.Contains(row, "once-1") {
					count++
				}
			}
			if count != 1 {
				t.Fatalf("a repeated write is there %d times", count)
			}
		})
	}
}

func unless(is bool, err error) error {
	if is {
		return err
	}
	return nil
}

// once writes a row unless it is there.
func (n *node) once(ctx context.Context, key string) error {
	return n.db.SQL().Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec(`INSERT INTO changes (athlete, kind, id, at_ms) SELECT 'me', 'x', ?1, 0
			WHERE NOT EXISTS (SELECT 1 FROM changes WHERE id=?1)`, "once-"+key)
		return err
	})
}

// TestANewLeader loses acknowledgements for a while. The writes only take longer, and each is in the log once.
func TestANewLeader(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	n := opened(t, w, w.keys, "n1", t.TempDir())
	must(t, n.put(ctx, "first", 1))
	var calls atomic.Int64
	w.failing(func(verb string, done bool) error {
		return unless(verb == "append" && done && calls.Add(1)%2 == 1, engine.ErrUnknown)
	})
	before := n.last
	for i := range 5 {
		must(t, n.put(ctx, fmt.Sprint("key-", i), 1))
	}
	entries, err := w.Read(ctx, homeID, before, n.last)
	must(t, err)
	if len(entries) != 5 {
		t.Fatalf("%d records of 5 writes", len(entries))
	}
	w.failing(nil)
	same(t, n.copyOf(t), n.dir)
}

// TestTheCallerGoes cancels the caller of a write while it waits. It hears unknown, and the home goes on.
func TestTheCallerGoes(t *testing.T) {
	w := newWorld(t)
	n := opened(t, w, w.keys, "n1", t.TempDir())
	must(t, n.put(t.Context(), "first", 1))
	n.turn <- struct{}{} // somebody else is appending
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	before, err := n.now()
	must(t, err)
	go func() { done <- n.put(ctx, "second", 1) }()
	for now := before; now == before; now, err = n.now() {
		must(t, err)
	}
	cancel()
	wants(t, <-done, engine.ErrUnknown)
	<-n.turn
	must(t, n.put(t.Context(), "third", 1))
	if dir := n.copyOf(t); !has(t, dir, "second") || !has(t, dir, "third") {
		t.Fatal("the log lacks what the cancelled caller had committed, or what came after it")
	}
}

// TestWritersShareAnAppend has many writers wait for one append that hangs: the next one takes them all.
func TestWritersShareAnAppend(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	n := opened(t, w, w.keys, "n1", t.TempDir())
	must(t, n.put(ctx, "first", 1))
	n.turn <- struct{}{}
	before := n.last
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if err := n.put(ctx, fmt.Sprintf("key-%d-", i), 1); err != nil {
				t.Error(err)
			}
		})
	}
	for count := 0; count < 20; {
		count = strings.Count(fmt.Sprint(storetest.Rows(t, n.dir)), "key-")
	}
	<-n.turn
	all.Wait()
	entries, err := w.Read(ctx, homeID, before, n.last)
	must(t, err)
	if len(entries) != 1 {
		t.Fatalf("%d appends for 20 writers that waited", len(entries))
	}
	same(t, n.copyOf(t), n.dir)
}

// TestLargeTransactions writes more than a record holds, and more than an object.
func TestLargeTransactions(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	n := opened(t, w, w.keys, "n1", t.TempDir())
	for i, size := range []int{400 << 10, 600 << 10, 3 * pieceSize, 10} {
		must(t, n.blob(ctx, random, i, size))
		same(t, n.copyOf(t), n.dir)
	}
	names, err := w.Names(ctx, homeID+"/file")
	must(t, err)
	if len(names) < 4 {
		t.Fatalf("objects: %v", names)
	}

	// An object that cannot be stored: nothing is acknowledged, and the log is as it was.
	n.patience = 100 * time.Millisecond
	w.failing(func(verb string, _ bool) error { return unless(verb == "put", engine.ErrUnknown) })
	wants(t, n.blob(ctx, random, 9, 2<<20), engine.ErrUnknown)
	w.failing(nil)
	must(t, n.close(ctx, true))
	next := opened(t, w, w.keys, "n2", t.TempDir())
	if has(t, next.dir, "blob-9") || !has(t, next.dir, "blob-3") {
		t.Fatal("the next owner has what was not acknowledged, or lacks what was")
	}
}

// TestTheLogStaysShort writes much more than the database is large. The log and the objects do not grow with it,
// and neither does what the node keeps beside the database.
func TestTheLogStaysShort(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	n := opened(t, w, w.keys, "n1", t.TempDir())
	written := 0
	for i := range 60 {
		size := 300 << 10
		if i%10 == 9 {
			size = 900 << 10
		}
		must(t, n.blob(ctx, random, i%3, size))
		written += size
	}
	n.tidying.Wait()
	kept := 0
	entries, err := w.Read(ctx, homeID, 0, n.last)
	must(t, err)
	for _, e := range entries {
		kept += len(e.Record)
	}
	names, err := w.Names(ctx, homeID+"/file")
	must(t, err)
	for _, name := range names {
		object, err := w.Get(ctx, name)
		must(t, err)
		kept += len(object)
	}
	files, err := filepath.Glob(filepath.Join(n.dir, metaFolder, "ltx", "0", "*"))
	must(t, err)
	t.Logf("%d KB written, %d KB kept in %d records and %d objects", written>>10, kept>>10, len(entries), len(names))
	if kept > written/2 || len(files) != 1 {
		t.Fatalf("%d of %d bytes are kept, and %d files beside the database", kept, written, len(files))
	}
	same(t, n.copyOf(t), n.dir)
}

// bent gives an engine's answers bent.
type bent struct {
	engine.Engine
	read func([]engine.Entry) []engine.Entry
	get  func(name string, content []byte) ([]byte, error)
}

func (b bent) Read(ctx context.Context, home string, after, upTo uint64) ([]engine.Entry, error) {
	entries, err := b.Engine.Read(ctx, home, after, upTo)
	if err == nil && b.read != nil && len(entries) > 1 {
		entries = b.read(entries)
	}
	return entries, err
}

func (b bent) Get(ctx context.Context, name string) ([]byte, error) {
	content, err := b.Engine.Get(ctx, name)
	if err == nil && b.get != nil && !strings.HasSuffix(name, "/key") {
		content, err = b.get(name, content)
	}
	return content, err
}

// TestDamageIsTold bends what the engine gives in every way that a broken disk or a thief could.
func TestDamageIsTold(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	n := opened(t, w, w.keys, "n1", t.TempDir())
	storetest.Athlete(t, n.db, athlete)
	_, err := n.db.KeepOriginals(ctx, athlete, [][]byte{[]byte("a recording")})
	must(t, err)
	for i := range 4 {
		must(t, n.put(ctx, fmt.Sprint("key-", i), 1))
	}
	must(t, n.blob(ctx, random, 1, 2<<20))
	n.tidying.Wait()
	flip := func(b []byte, at int) []byte {
		b = bytes.Clone(b)
		b[(at+len(b))%len(b)] ^= 1
		return b
	}
	flipRecord := func(i, at int) func([]engine.Entry) []engine.Entry {
		return func(e []engine.Entry) []engine.Entry {
			e[i].Record = flip(e[i].Record, at)
			return e
		}
	}
	for name, b := range map[string]bent{
		"a bit of a record":      {read: flipRecord(1, -3)},
		"a bit of the full file": {read: flipRecord(0, 200)},
		"the kind of a record":   {read: flipRecord(1, 0)},
		"the epoch of a record":  {read: flipRecord(1, 8)},
		"the place of a record":  {read: flipRecord(1, 16)},
		"a record is missing":    {read: func(e []engine.Entry) []engine.Entry { return slices.Delete(e, 1, 2) }},
		"the start is missing":   {read: func(e []engine.Entry) []engine.Entry { return e[1:] }},
		"two records are swapped": {read: func(e []engine.Entry) []engine.Entry {
			e[1].Record, e[2].Record = e[2].Record, e[1].Record
			return e
		}},
		"a record is cut off": {read: func(e []engine.Entry) []engine.Entry { e[1].Record = e[1].Record[:9]; return e }},
		"a bit of an object":  {get: func(_ string, c []byte) ([]byte, error) { return flip(c, -1), nil }},
		"an object is missing": {get: func(name string, c []byte) ([]byte, error) {
			return c, unless(strings.Contains(name, "/file/"), engine.ErrMissing)
		}},
		"an object of another name": {get: func(name string, c []byte) ([]byte, error) {
			if strings.Contains(name, "/original/") {
				names, _ := w.Names(ctx, homeID+"/file")
				return w.Get(ctx, names[0])
			}
			return c, nil
		}},
	} {
		b.Engine = w
		dir := t.TempDir()
		_, err := Open(ctx, b, homeID, "n2", dir, w.keys)
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v, want that it is damaged", name, err)
		}
		if half, _ := filepath.Glob(filepath.Join(dir, "*")); len(half) > 0 && strings.HasSuffix(half[0], halfFile) {
			t.Errorf("%s: left %v", name, half)
		}
	}
	good := opened(t, w, w.keys, "n3", t.TempDir())
	if !has(t, good.dir, "key-3") || !has(t, good.dir, "blob-1") {
		t.Fatal("the home lacks what was acknowledged")
	}
}

// TestInterruptedRestore stops at each object and at each step of the restore; the next one completes it.
func TestInterruptedRestore(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	n := opened(t, w, w.keys, "n1", t.TempDir())
	storetest.Athlete(t, n.db, athlete)
	hashes, err := n.db.KeepOriginals(ctx, athlete, [][]byte{[]byte("a recording"), []byte("another")})
	must(t, err)
	must(t, n.blob(ctx, random, 1, 2*pieceSize))
	want := storetest.Rows(t, n.dir)
	dir := t.TempDir()
	stopped := 0
	for stop := 0; ; stop++ {
		left := stop
		cut := bent{Engine: w, get: func(_ string, c []byte) ([]byte, error) {
			left--
			return c, unless(left < 0, engine.ErrUnknown)
		}}
		h, err := Open(ctx, serial{bent: cut, mu: &sync.Mutex{}}, homeID, "n2", dir, w.keys)
		if err == nil {
			must(t, h.Close(ctx, true))
			h := opened(t, w, w.keys, "n2", dir)
			if !h.isWhole() {
				t.Fatal("a folder with all originals is said to lack some")
			}
			equal(t, storetest.Rows(t, dir), want)
			got, err := h.db.KeptOriginal(athlete, hashes[1])
			must(t, err)
			if string(got) != "another" {
				t.Fatalf("original %q", got)
			}
			must(t, h.close(ctx, false))
			break
		}
		wants(t, err, engine.ErrUnknown)
		stopped++
	}
	if stopped < 4 {
		t.Fatalf("the restore was stopped %d times", stopped)
	}
}

// serial makes the answers of bent one at a time.
type serial struct {
	bent
	mu *sync.Mutex
}

func (s serial) Get(ctx context.Context, name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bent.Get(ctx, name)
}

// TestAFolderFromElsewhere puts a folder with a database and originals on the engine: all of it is there after the
// first write.
func TestAFolderFromElsewhere(t *testing.T) {
	w, ctx, dir := newWorld(t), t.Context(), t.TempDir()
	alone := storetest.OpenHome(t, dir)
	storetest.Athlete(t, alone, athlete)
	hashes, err := alone.KeepOriginals(ctx, athlete, [][]byte{[]byte("a recording")})
	must(t, err)
	must(t, alone.Close())
	n := opened(t, w, w.keys, "n1", dir)
	if last, _ := w.Last(ctx, homeID); last != n.last {
		t.Fatal("opening wrote more than a fence")
	}
	must(t, n.put(ctx, "first", 1))
	must(t, n.close(ctx, false))
	if _, err := os.Stat(filepath.Join(dir, "athletes", string(athlete), "originals")); err == nil {
		t.Fatal("originals were left on a node that keeps no copy")
	}
	n = opened(t, w, w.keys, "n2", t.TempDir())
	got, err := n.db.KeptOriginal(athlete, hashes[0])
	must(t, err)
	if string(got) != "a recording" || !has(t, n.dir, "first") {
		t.Fatalf("original %q", got)
	}
}

// TestOriginalsComeLater opens a home before its originals are there. Those that are asked for come first; a
// folder that was closed without some gets the rest at the next opening, and nobody takes it for whole before.
func TestOriginalsComeLater(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	n := opened(t, w, w.keys, "n1", t.TempDir())
	storetest.Athlete(t, n.db, athlete)
	var contents [][]byte
	for i := range 20 {
		contents = append(contents, fmt.Append(nil, "recording ", i))
	}
	hashes, err := n.db.KeepOriginals(ctx, athlete, contents)
	must(t, err)
	must(t, n.put(ctx, "first", 1))
	must(t, n.close(ctx, false))

	var slow atomic.Bool
	slow.Store(true)
	asked := n.original(fmt.Sprintf("athletes/%s/originals/%s/%s.zst", athlete, hashes[7][:2], hashes[7]))
	held := bent{Engine: w, get: func(name string, c []byte) ([]byte, error) {
		return c, unless(slow.Load() && strings.Contains(name, "/original/") && name != asked, engine.ErrUnknown)
	}}
	n = opened(t, held, w.keys, "n2", t.TempDir())
	got, err := n.db.KeptOriginal(athlete, hashes[7])
	must(t, err)
	if string(got) != "recording 7" {
		t.Fatalf("original %q", got)
	}
	if _, err := n.db.KeptOriginal(athlete, hashes[8]); !errors.Is(err, engine.ErrUnknown) {
		t.Fatalf("an original that could not come: %v", err)
	}
	if _, err := n.db.Verify(ctx); !errors.Is(err, engine.ErrUnknown) {
		t.Fatalf("verify of a home without its originals: %v", err)
	}
	must(t, n.close(ctx, true))

	slow.Store(false)
	n = opened(t, held, w.keys, "n2", n.dir)
	report, err := n.db.Verify(ctx)
	must(t, err)
	if !report.OK() || !n.isWhole() {
		t.Fatalf("verify: %v", report.Findings)
	}
	must(t, n.close(ctx, true))
}

// TestAStateThatCannotBeRead has no file left to open: a node that cannot see whether something is missing on the quorum
// acknowledges nothing.
func TestAStateThatCannotBeRead(t *testing.T) {
	h := &Home{dir: t.TempDir()}
	if ok, err := h.isCovered(); !ok || err != nil {
		t.Fatalf("a new home: %t %v", ok, err)
	}
	must(t, os.Mkdir(filepath.Join(h.dir, "lapkeep.db-shm"), 0o700)) // reading it fails
	if ok, _ := h.isCovered(); ok {
		t.Fatal("a state that cannot be read counts as on the quorum")
	}
}
