package replica

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
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
	// manyRecords is the number of records after which opening would take long.
	manyRecords = 4000
	// longestWrite is how long a transaction of the store may take before the capture gives up.
	longestWrite = 30 * time.Second
)

// capture is what Litestream does for one home. It runs only when it is asked to: it has no goroutine.
type capture struct {
	db        *litestream.DB
	hasBegun  bool
	hasFull   bool // the log has a full file; if not, it may lack originals of the folder too
	needsFull bool
	shipped   ltx.TXID // the last of Litestream's files that is in the log
	sizes
}

// sizes are those of the log, by which it is decided when a full file pays.
type sizes struct {
	Full    int64 `json:"full"`    // bytes of the full file
	Changes int64 `json:"changes"` // bytes of the changes after it
	Records int   `json:"records"` // after it
	// At is the sequence of the full file's record, After that of the record before it.
	At    uint64 `json:"at"`
	After uint64 `json:"after"`
}

// untouched is the time of change that a database has until something is written into its file.
var untouched = time.Unix(1_000_000_000, 0)

// begin prepares the capture. Until the first write it does not touch the database, so that opening a home costs
// nothing. It notes in the file's time that the file is what the log has.
func (h *Home) begin() error {
	path := filepath.Join(h.dir, store.FileName)
	if h.hasFull {
		if err := os.Chtimes(path, untouched, untouched); err != nil {
			return err
		}
	}
	h.needsFull = !h.hasFull
	h.db = litestream.NewDB(path)
	h.db.SetLogger(slog.New(slog.DiscardHandler)) // its errors are returned
	h.db.MonitorInterval, h.db.ShutdownSyncTimeout = 0, 0
	h.db.BusyTimeout = longestWrite
	h.db.Replica = litestream.NewReplicaWithClient(h.db, client{h})
	h.db.Replica.MonitorEnabled = false
	return h.db.Open()
}

// isChangedUnseen reports whether the database's file changed before the capture began, as a migration changes it.
func (h *Home) isChangedUnseen() (bool, error) {
	if h.hasBegun {
		return false, nil
	}
	info, err := os.Stat(h.db.Path())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && !info.ModTime().Equal(untouched), err
}

// base tells Litestream that the log has the database's file, so that it captures only SQLite's log. That is so while
// nothing was moved from SQLite's log into the file: then every change since the opening is in that log, from its
// start. If it is begun anew between these lines and the capture, Litestream sees that its salts are others,
// and captures everything.
func (h *Home) base() (ok bool, err error) {
	wal, err := os.Open(h.db.WALPath())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer wal.Close() //nolint:errcheck // it was only read
	var head [litestream.WALHeaderSize]byte
	if _, err := io.ReadFull(wal, head[:]); err != nil {
		return false, err
	}
	info, err := os.Stat(h.db.Path())
	if err != nil || !info.ModTime().Equal(untouched) {
		return false, err
	}
	const atPageSize, atSalt1, atSalt2 = 8, 16, 20
	pageSize := binary.BigEndian.Uint32(head[atPageSize:])
	if pageSize == 0 {
		return false, nil
	}
	const number = 2 // 1 would be a file with every page
	if err := os.MkdirAll(h.db.LTXLevelDir(0), 0o700); err != nil {
		return false, err
	}
	f, err := os.OpenFile(h.db.LTXPath(0, number, number), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return false, err
	}
	file, err := ltx.NewEncoder(f)
	if err == nil {
		err = file.EncodeHeader(ltx.Header{
			Version: ltx.Version, Flags: ltx.HeaderFlagNoChecksum, PageSize: pageSize,
			Commit: uint32(info.Size() / int64(pageSize)), MinTXID: number, MaxTXID: number, //nolint:gosec // SQLite counts pages so
			WALOffset: litestream.WALHeaderSize,
			WALSalt1:  binary.BigEndian.Uint32(head[atSalt1:]), WALSalt2: binary.BigEndian.Uint32(head[atSalt2:]),
		})
	}
	if err == nil {
		err = file.Close()
	}
	h.shipped = number
	h.db.Replica.SetPos(ltx.Pos{TXID: number})
	return err == nil, errors.Join(err, f.Close())
}

// state is SQLite's own mark of the last transaction that a reader sees: the header of the log's index
// (https://www.sqlite.org/walformat.html), which every commit changes.
type state [48]byte

// now returns the state of the database. It is zero if nothing was written since the file was opened.
func (h *Home) now() (s state, err error) {
	f, err := os.Open(filepath.Join(h.dir, store.FileName+"-shm"))
	if errors.Is(err, fs.ErrNotExist) {
		return state{}, nil
	}
	if err != nil {
		return state{}, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	const frames = 16
	_, err = f.ReadAt(s[:], 0)
	if errors.Is(err, io.EOF) || err == nil && binary.NativeEndian.Uint32(s[frames:]) == 0 {
		return state{}, nil
	}
	return s, err
}

// ship appends what the database has and the log has not. Whoever calls it has the turn.
func (h *Home) ship(ctx context.Context, anew bool) error {
	now, err := h.now() // what is committed from here on may be left to the next one
	if err != nil {
		return h.lose(err)
	}
	if anew || h.Changes > max(shortLog, h.Full) || h.Records > manyRecords {
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
	if !h.hasBegun && !h.needsFull {
		ok, err := h.base()
		if err != nil {
			return err
		}
		h.needsFull = !ok
	}
	if h.needsFull {
		if !h.hasFull {
			if err := h.keepAll(ctx); err != nil {
				return err
			}
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
	h.hasBegun = true
	return h.prune()
}

// add counts a record.
func (s *sizes) add(kind byte, size int64) {
	switch s.Records++; kind {
	case full:
		*s = sizes{Full: size}
	case changes:
		s.Changes += size
	}
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
	h.add(kind, size)
	if kind == full {
		h.needsFull, h.hasFull, h.After, h.At = false, true, before, h.last
		h.tidyLater(h.After, h.At)
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
