package replica

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/superfly/ltx"

	"lapkeep/host/engine"
	"lapkeep/internal/store"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/store/storetest"
)

// canary is text that no compression changes.
const canary = "kN7qXv2ZrT9wLm4B"

// jetStream starts a server in this process, and returns the engine on it and the folder of its files.
func jetStream(t testing.TB) (e *engine.JetStream, folder string) {
	t.Helper()
	folder = t.TempDir()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true, JetStream: true, StoreDir: folder, SyncAlways: true,
	})
	must(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server did not start")
	}
	conn, err := nats.Connect(s.ClientURL())
	must(t, err)
	t.Cleanup(conn.Close)
	e, err = engine.Open(t.Context(), conn, 1, 2)
	must(t, err)
	return e, folder
}

// readable returns all that who has the home's key can read on an engine: records, objects, and the pages in them.
func readable(t *testing.T, e engine.Engine, keys *Keys) []byte {
	t.Helper()
	ctx := t.Context()
	seal, err := keys.of(ctx, homeID, false)
	must(t, err)
	last, err := e.Last(ctx, homeID)
	must(t, err)
	j := &journal{e: e, home: homeID, seal: seal, last: last, patience: time.Second}
	records, err := j.read(ctx, 0)
	must(t, err)
	var all []byte
	for _, r := range records {
		all = append(all, r.body...)
		if r.kind == fence {
			continue
		}
		file, err := j.file(ctx, r)
		must(t, err)
		d := ltx.NewDecoder(file)
		must(t, d.DecodeHeader())
		page := make([]byte, d.Header().PageSize)
		for {
			var at ltx.PageHeader
			if err := d.DecodePage(&at, page); err != nil {
				break
			}
			all = append(all, page...)
		}
	}
	names, err := e.Names(ctx, homeID)
	must(t, err)
	for _, name := range names {
		if name == keyName(homeID) {
			continue
		}
		sealed, err := e.Get(ctx, name)
		must(t, err)
		content, err := seal.open(sealed, name)
		must(t, err)
		all = append(all, content...)
	}
	return all
}

// files returns the content of all files below a folder.
func files(t *testing.T, dir string) (all []byte) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		all = append(all, b...)
		return err
	}))
	return all
}

// TestRowsUnderARetentionPolicyStay puts a canary into limited.db: no byte of it is in the log, the objects, the
// copies, another node or the folder after a move and a restart.
func TestRowsUnderARetentionPolicyStay(t *testing.T) {
	e, folder := jetStream(t)
	keys, ctx, dir := keysOf(t, e), t.Context(), t.TempDir()
	n := opened(t, e, keys, "n1", dir)
	storetest.Athlete(t, n.db, athlete)
	put := func() {
		db, err := sqlitedb.Open(ctx, filepath.Join(dir, limited.FileName), sqlitedb.Options{Steps: []string{"CREATE TABLE t (v)"}})
		must(t, err)
		must(t, db.Write(ctx, func(tx *sqlitedb.Tx) error {
			_, err := tx.Exec("INSERT INTO t VALUES (?)", canary)
			return err
		}))
		must(t, db.Close())
	}
	put()
	must(t, n.put(ctx, "plain"+canary[:8], 1)) // what the search must find
	must(t, n.blob(ctx, random, 1, 2<<20))
	var copied bytes.Buffer
	must(t, n.Snapshot(ctx, &copied))
	plain := readable(t, e, keys)
	if !bytes.Contains(plain, []byte("plain"+canary[:8])) {
		t.Fatal("the search finds nothing")
	}
	if bytes.Contains(plain, []byte(canary)) || bytes.Contains(files(t, folder), []byte(canary[:8])) {
		t.Fatal("the canary is on the engine, or what is there is not sealed")
	}
	if bytes.Contains(copied.Bytes(), []byte(canary[:8])) {
		t.Fatal("a copy is not sealed")
	}
	unpacked := t.TempDir()
	must(t, Restore(ctx, bytes.NewReader(copied.Bytes()), homeID, unpacked, keys))
	must(t, n.close(ctx, true))
	for what, dir := range map[string]string{"the copy": unpacked, "a folder that is kept": dir} {
		if bytes.Contains(files(t, dir), []byte(canary)) {
			t.Fatalf("the canary is in %s", what)
		}
	}
	put() // as if the node had been killed, also while it made a copy
	must(t, os.Mkdir(filepath.Join(dir, ".copy-1"), 0o700))
	must(t, os.WriteFile(filepath.Join(dir, ".copy-1", "copy.tar.zst"), []byte(canary), 0o600))
	n = opened(t, e, keys, "n1", dir)
	if bytes.Contains(files(t, dir), []byte(canary)) {
		t.Fatal("the canary is there after a restart")
	}
	must(t, n.close(ctx, false))
}

// TestCutForgets deletes a row and an original: before the cut they are in the log and the objects, after it nowhere.
func TestCutForgets(t *testing.T) {
	e, _ := jetStream(t)
	keys, ctx, dir := keysOf(t, e), t.Context(), t.TempDir()
	n := opened(t, e, keys, "n1", dir)
	storetest.Athlete(t, n.db, athlete)
	hashes, err := n.db.KeepOriginals(ctx, athlete, [][]byte{[]byte("file " + canary), []byte("another")})
	must(t, err)
	must(t, n.put(ctx, "row "+canary, 1))
	must(t, n.put(ctx, "stays", 1))
	must(t, n.blob(ctx, random, 1, 2<<20))
	found := func() int { return bytes.Count(readable(t, e, keys), []byte(canary)) }
	if n := found(); n < 2 {
		t.Fatalf("the search finds the canary %d times", n)
	}
	must(t, n.script(ctx, "DELETE FROM changes WHERE id LIKE 'row%'"))
	must(t, os.Remove(filepath.Join(dir, "athletes", string(athlete), "originals", hashes[0][:2], hashes[0]+".zst")))
	if found() == 0 {
		t.Fatal("the log has no earlier rows, so this test shows nothing")
	}
	must(t, n.Cut(ctx))
	if n := found(); n > 0 {
		t.Fatalf("the canary is on the engine %d times after the cut", n)
	}
	if bytes.Contains(files(t, dir), []byte(canary)) {
		t.Fatal("the canary is in a file of the home after the cut")
	}
	must(t, n.put(ctx, "after", 1))
	must(t, n.close(ctx, false))
	n = opened(t, e, keys, "n2", t.TempDir())
	if !has(t, n.dir, "stays") || !has(t, n.dir, "after") || !has(t, n.dir, "blob-1") {
		t.Fatal("the home lacks what was not deleted")
	}
	if _, err := n.db.KeptOriginal(athlete, hashes[0]); err == nil {
		t.Fatal("an original that was deleted came back")
	}
	if _, err := n.db.KeptOriginal(athlete, hashes[1]); err != nil {
		t.Fatal(err)
	}
}

// TestDelete deletes a home that is open on one node and warm on another. Nothing of it is left that anybody can
// read, and nobody can write or open it.
func TestDelete(t *testing.T) {
	e, folder := jetStream(t)
	keys, ctx := keysOf(t, e), t.Context()
	warm := opened(t, e, keys, "n1", t.TempDir())
	storetest.Athlete(t, warm.db, athlete)
	_, err := warm.db.KeepOriginals(ctx, athlete, [][]byte{[]byte("file " + canary)})
	must(t, err)
	must(t, warm.put(ctx, canary, 1))
	must(t, warm.close(ctx, true))
	if !bytes.Contains(files(t, warm.dir), []byte(canary)) {
		t.Fatal("the search finds nothing in a folder")
	}
	n := opened(t, e, keys, "n2", t.TempDir())
	must(t, n.blob(ctx, random, 1, 2<<20))
	var copied bytes.Buffer
	must(t, n.Snapshot(ctx, &copied))
	key, err := keys.Export(ctx, homeID)
	must(t, err)
	if !bytes.Contains(files(t, folder), key[:16]) {
		t.Fatal("the search finds nothing on the server's disk")
	}

	must(t, Delete(ctx, e, homeID, "n3", keys))
	must(t, Delete(ctx, e, homeID, "n3", keys)) // as if the first one had been interrupted
	wants(t, n.put(ctx, "stale", 1), engine.ErrStale)
	must(t, n.close(ctx, true))
	for _, dir := range []string{n.dir, warm.dir} {
		_, err = Open(ctx, e, homeID, "n4", dir, keys)
		wants(t, err, ErrGone)
		if all := files(t, dir); bytes.Contains(all, []byte(canary)) || strings.Contains(fmt.Sprint(os.ReadDir(dir)), store.FileName) {
			t.Fatal("a node has a copy of a deleted home")
		}
	}
	names, err := e.Names(ctx, homeID)
	must(t, err)
	last, err := e.Last(ctx, homeID)
	must(t, err)
	entries, err := e.Read(ctx, homeID, 0, last)
	must(t, err)
	if len(names) > 0 || len(entries) != 1 {
		t.Fatalf("left on the engine: %v and %d records", names, len(entries))
	}
	if bytes.Contains(files(t, folder), key[:16]) {
		t.Fatal("the key is still on the server's disk")
	}
	wants(t, Restore(ctx, &copied, homeID, t.TempDir(), keys), ErrNoKey)
}

// TestSecondCopy builds a home on a new engine from its copy and its exported key, and refuses copies that were
// changed, cut off, or of another home.
func TestSecondCopy(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	n := opened(t, w, w.keys, "n1", t.TempDir())
	storetest.Athlete(t, n.db, athlete)
	hashes, err := n.db.KeepOriginals(ctx, athlete, [][]byte{[]byte("a recording")})
	must(t, err)
	must(t, n.put(ctx, "first", 1))
	must(t, n.blob(ctx, random, 1, 3*chunkSize))
	must(t, n.script(ctx, "DELETE FROM losses"))
	var copied bytes.Buffer
	must(t, n.Snapshot(ctx, &copied))
	key, err := w.keys.Export(ctx, homeID)
	must(t, err)

	next := newWorld(t)
	wants(t, Restore(ctx, bytes.NewReader(copied.Bytes()), homeID, t.TempDir(), next.keys), ErrNoKey)
	must(t, next.keys.Import(ctx, homeID, key))
	if next.keys.Import(ctx, "h2", key) == nil {
		t.Fatal("the key of one home was taken for another")
	}
	for cut := range []int{0, 1, 2} {
		short := copied.Bytes()[:copied.Len()-1-cut*chunkSize]
		if err := Restore(ctx, bytes.NewReader(short), homeID, t.TempDir(), next.keys); !errors.Is(err, ErrDamaged) {
			t.Fatalf("a copy that was cut off: %v", err)
		}
	}
	changed := bytes.Clone(copied.Bytes())
	changed[len(changed)/2] ^= 1
	wants(t, Restore(ctx, bytes.NewReader(changed), homeID, t.TempDir(), next.keys), ErrDamaged)

	dir := t.TempDir()
	must(t, Restore(ctx, bytes.NewReader(copied.Bytes()), homeID, dir, next.keys))
	m := opened(t, next, next.keys, "n1", dir)
	must(t, m.put(ctx, "second", 1))
	must(t, m.close(context.WithoutCancel(ctx), false))
	m = opened(t, next, next.keys, "n2", t.TempDir())
	if !has(t, m.dir, "first") || !has(t, m.dir, "second") || !has(t, m.dir, "blob-1") {
		t.Fatal("the home lacks rows after it was built from its copy")
	}
	if got, err := m.db.KeptOriginal(athlete, hashes[0]); err != nil || string(got) != "a recording" {
		t.Fatalf("original %q %v", got, err)
	}
}
