package replica

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/superfly/ltx"

	"lapkeep/host/engine"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store"
	"lapkeep/internal/store/sqlitedb"
)

const (
	// warmFile says which record a folder without an owner is equal to.
	warmFile = "replica.json"
	// halfFile is a database that is being restored.
	halfFile = store.FileName + ".restoring"
	// metaFolder holds Litestream's own files.
	metaFolder = "." + store.FileName + "-litestream"
)

// warm is what a folder contained when it was closed.
type warm struct {
	Home     string `json:"home"`
	Sequence uint64 `json:"sequence"`
	Record   string `json:"record"` // the hash of the record, because sequences begin again in a new cluster
	Size     int64  `json:"size"`
	Changed  int64  `json:"changed_ns"`
	Log      sizes  `json:"log"`
	Whole    bool   `json:"whole"` // no original is missing
}

// takeWarm returns what a folder contains, and removes the note of it: from now on the folder changes.
func takeWarm(home, dir string) (w warm, ok bool) {
	b, err := os.ReadFile(filepath.Join(dir, warmFile))
	if err != nil {
		return w, false
	}
	if os.Remove(filepath.Join(dir, warmFile)) != nil || disk.SyncDir(dir) != nil || json.Unmarshal(b, &w) != nil || w.Home != home {
		return w, false
	}
	info, err := os.Stat(filepath.Join(dir, store.FileName))
	if err != nil || info.Size() != w.Size || info.ModTime().UnixNano() != w.Changed {
		return w, false
	}
	_, err = os.Stat(filepath.Join(dir, store.FileName+"-wal"))
	return w, errors.Is(err, fs.ErrNotExist)
}

// keepWarm writes the note for the next [takeWarm], once the database is in one file.
func (h *Home) keepWarm(ctx context.Context) error {
	path := filepath.Join(h.dir, store.FileName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := sqlitedb.Script(ctx, path, "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		return err
	}
	if _, err := os.Stat(path + "-wal"); err == nil {
		return errors.New("the database is still open")
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	last, err := h.e.Read(ctx, h.home, h.last-1, h.last)
	if err != nil {
		return err
	}
	b, err := json.Marshal(warm{h.home, h.last, hashOf(last[0].Record), info.Size(), info.ModTime().UnixNano(), h.sizes, h.isWhole()})
	if err != nil {
		return err
	}
	return disk.WriteAtomic(filepath.Join(h.dir, warmFile), b, 0o600)
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// restore makes the folder what the log says.
func (h *Home) restore(ctx context.Context) error {
	if w, ok := takeWarm(h.home, h.dir); ok && h.isStill(ctx, w) {
		if h.hasFull, h.sizes = true, w.Log; w.Whole {
			return nil
		}
		return h.restoreOriginals(ctx)
	}
	records, err := h.read(ctx, 0)
	if err != nil {
		return err
	}
	for i := len(records) - 1; i >= 0 && !h.hasFull; i-- {
		if records[i].kind == full {
			records, h.hasFull = records[i:], true
		}
	}
	if !h.hasFull {
		if first := records[0]; first.after != 0 || slices.ContainsFunc(records, func(r record) bool { return r.kind == changes }) {
			return fmt.Errorf("%w: the log of home %s has no full file", ErrDamaged, h.home)
		}
		return nil // nobody has written it; what is in the folder is its beginning
	}
	if err := removeDatabase(h.dir); err != nil {
		return err
	}
	if err := h.restoreDatabase(ctx, records); err != nil {
		return err
	}
	for _, r := range records {
		h.add(r.kind, r.size())
	}
	h.At, h.After = records[0].sequence, records[0].after
	return h.restoreOriginals(ctx)
}

// isStill reports whether the log has only fences after the record that a folder is equal to.
func (h *Home) isStill(ctx context.Context, w warm) bool {
	if w.Sequence == 0 || w.Sequence >= h.last {
		return false
	}
	entries, err := h.e.Read(ctx, h.home, w.Sequence-1, h.last)
	if err != nil || entries[0].Sequence != w.Sequence || hashOf(entries[0].Record) != w.Record {
		return false
	}
	return !slices.ContainsFunc(entries[1:], func(e engine.Entry) bool { return len(e.Record) == 0 || e.Record[0] != fence })
}

// restoreDatabase writes the database from a full file and the changes after it. It gets its name when it is whole.
func (h *Home) restoreDatabase(ctx context.Context, records []record) (err error) {
	half := filepath.Join(h.dir, halfFile)
	f, err := os.OpenFile(half, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(half) // the first error says more
		}
	}()
	for _, r := range records {
		if r.kind != full && r.kind != changes {
			continue
		}
		if err := h.apply(ctx, f, r); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	h.mark(ctx, half)
	if err := os.Rename(half, filepath.Join(h.dir, store.FileName)); err != nil {
		return err
	}
	return disk.SyncDir(h.dir)
}

// mark writes the store's mark of the last write, without which a lost log goes unnoticed until the next one.
func (h *Home) mark(ctx context.Context, half string) {
	pool, err := sqlitedb.Foreign(half)
	if err != nil {
		return
	}
	defer pool.Close() //nolint:errcheck // it was only read
	var m sqlitedb.Mark
	var digest []byte
	if err := pool.QueryRowContext(ctx, sqlitedb.StateQuery).Scan(&m.Writes, &digest, &m.Seq); err == nil {
		copy(m.Digest[:], digest)
		_ = m.Write(filepath.Join(h.dir, store.FileName+sqlitedb.MarkSuffix)) // the next write makes it
	}
}

// apply writes the pages of one file into the database.
func (h *Home) apply(ctx context.Context, f *os.File, r record) error {
	content, err := h.file(ctx, r)
	if err != nil {
		return err
	}
	d := ltx.NewDecoder(content)
	if err := d.DecodeHeader(); err != nil {
		return h.unreadable(r, err)
	}
	size := int64(d.Header().PageSize)
	page := make([]byte, size)
	for {
		var at ltx.PageHeader
		if err := d.DecodePage(&at, page); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return h.unreadable(r, err)
		}
		if _, err := f.WriteAt(page, int64(at.Pgno-1)*size); err != nil {
			return err
		}
	}
	if err := d.Close(); err != nil {
		return h.unreadable(r, err)
	}
	return f.Truncate(int64(d.Header().Commit) * size)
}

func (h *Home) unreadable(r record, err error) error {
	if errors.Is(err, ErrDamaged) || errors.Is(err, engine.ErrUnknown) || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w: record %d of home %s: %w", ErrDamaged, r.sequence, h.home, err)
}

// removeDatabase removes the database with what SQLite, the store and Litestream keep beside it.
func removeDatabase(dir string) error {
	var err error
	for _, suffix := range []string{"", "-wal", "-shm", ".lock", sqlitedb.MarkSuffix, sqlitedb.NamingSuffix} {
		err = errors.Join(err, remove(filepath.Join(dir, store.FileName+suffix)))
	}
	return errors.Join(err, remove(filepath.Join(dir, halfFile)), os.RemoveAll(filepath.Join(dir, metaFolder)))
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
