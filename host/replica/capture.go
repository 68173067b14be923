package replica

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"

	"lapkeep/internal/store"
	"lapkeep/internal/store/sqlitedb"
)

const (
	// shortLog is the size of changes that are not worth a full file.
	shortLog = 4 << 20
	// longestWrite is how long a transaction of the store may take before the capture gives up.
	longestWrite = 30 * time.Second
)

// capture is what Litestream does for one home. It runs only when it is asked to: it has no goroutine.
type capture struct {
	db        *litestream.DB
	isNew     bool // the log has no full file yet: originals of the folder may be missing on the engine
	needsFull bool
	shipped   ltx.TXID // of Litestream's files since the last full one
	fullSize  int64
	fullAt    uint64 // the sequence of the full file's record, and of the record before it
	fullAfter uint64
	since     int64 // bytes of changes after the full file
}

// begin prepares the capture. The first write captures the whole database, because Litestream does not know
// what the log has; until then it does not touch the file, so that opening a home costs nothing.
func (h *Home) begin(had bool) error {
	h.db = litestream.NewDB(filepath.Join(h.dir, store.FileName))
	h.db.SetLogger(slog.New(slog.DiscardHandler)) // its errors are returned
	h.db.MonitorInterval, h.db.ShutdownSyncTimeout = 0, 0
	h.db.BusyTimeout = longestWrite
	h.db.Replica = litestream.NewReplicaWithClient(h.db, client{h})
	h.db.Replica.MonitorEnabled = false
	h.needsFull, h.isNew = true, !had
	return h.db.Open()
}

// state is SQLite's own mark of the last transaction that a reader sees: the header of the log's index
// (https://www.sqlite.org/walformat.html), which every commit changes.
type state [48]byte

// now returns the state of the database. It is zero if nothing was written since the file was opened.
func (h *Home) now() (s state) {
	f, err := os.Open(filepath.Join(h.dir, store.FileName+"-shm"))
	if err != nil {
		return state{}
	}
	defer f.Close() //nolint:errcheck // it was only read
	const frames = 16
	if _, err := f.ReadAt(s[:], 0); err != nil || binary.NativeEndian.Uint32(s[frames:]) == 0 {
		return state{}
	}
	return s
}

// ship appends what the database has and the log has not. Whoever calls it has the turn.
func (h *Home) ship(ctx context.Context, anew bool) error {
	now := h.now() // what is committed from here on may be left to the next one
	if anew || h.since > max(shortLog, 2*h.fullSize) {
		h.needsFull = true
	}
	if err := h.sync(ctx); err != nil {
		return h.lose(err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.covered = now
	return nil
}

func (h *Home) sync(ctx context.Context) error {
	if h.needsFull {
		if h.isNew {
			if err := h.keepAll(ctx); err != nil {
				return err
			}
			h.isNew = false
		}
		if err := h.db.ResetLocalState(ctx); err != nil { // the next file then is a full one
			return err
		}
		h.shipped = 0
		h.db.Replica.SetPos(ltx.Pos{})
	}
	if err := h.db.SyncAndWait(ctx); err != nil {
		return err
	}
	return h.prune()
}

// prune removes Litestream's files except the last one, which it compares with SQLite's log.
func (h *Home) prune() error {
	files, err := os.ReadDir(h.db.LTXLevelDir(0))
	for i := 0; err == nil && i < len(files)-1; i++ { // their names are in order
		err = os.Remove(filepath.Join(h.db.LTXLevelDir(0), files[i].Name()))
	}
	return err
}

// vacuum rewrites the database without free pages, and empties SQLite's log.
func (h *Home) vacuum(ctx context.Context) error {
	if err := sqlitedb.Script(ctx, h.db.Path(), "VACUUM"); err != nil {
		return err
	}
	return h.db.Checkpoint(ctx, litestream.CheckpointModeTruncate)
}

// client is what Litestream writes to: the home's log. Only the level of single transactions is used.
type client struct{ h *Home }

// errUnused is the error of what Litestream does not do here.
var errUnused = errors.New("the log of a home has one level, and is cut only by its owner")

// Type implements litestream.ReplicaClient.
func (client) Type() string { return "lapkeep" }

// Init implements litestream.ReplicaClient.
func (client) Init(context.Context) error { return nil }

// SetLogger implements litestream.ReplicaClient.
func (client) SetLogger(*slog.Logger) {}

// LTXFiles implements litestream.ReplicaClient: it returns the last file that was appended since the full one.
func (c client) LTXFiles(_ context.Context, level int, _ ltx.TXID, _ bool) (ltx.FileIterator, error) {
	var files []*ltx.FileInfo
	if level == 0 && c.h.shipped > 0 {
		files = []*ltx.FileInfo{{MinTXID: c.h.shipped, MaxTXID: c.h.shipped}}
	}
	return ltx.NewFileInfoSliceIterator(files), nil
}

// WriteLTXFile implements litestream.ReplicaClient: it returns once a quorum has the file.
func (c client) WriteLTXFile(ctx context.Context, level int, first, last ltx.TXID, r io.Reader) (*ltx.FileInfo, error) {
	h := c.h
	if level != 0 {
		return nil, errUnused
	}
	if _, err := h.isCovered(); err != nil {
		return nil, err
	}
	kind := byte(changes)
	if first == 1 {
		kind = full
	}
	before := h.last
	size, err := h.appendFile(ctx, kind, r)
	if err != nil {
		return nil, err
	}
	h.shipped = last
	h.since += size
	if kind == full {
		h.needsFull, h.fullSize, h.since, h.fullAfter, h.fullAt = false, size, 0, before, h.last
		h.tidyLater(h.fullAfter, h.fullAt)
	}
	return &ltx.FileInfo{Level: level, MinTXID: first, MaxTXID: last, Size: size}, nil
}

// OpenLTXFile implements litestream.ReplicaClient.
func (client) OpenLTXFile(context.Context, int, ltx.TXID, ltx.TXID, int64, int64) (io.ReadCloser, error) {
	return nil, errUnused
}

// DeleteLTXFiles implements litestream.ReplicaClient.
func (client) DeleteLTXFiles(context.Context, []*ltx.FileInfo) error { return errUnused }

// DeleteAll implements litestream.ReplicaClient.
func (client) DeleteAll(context.Context) error { return errUnused }
