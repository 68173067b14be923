// Package replica keeps the database of a home on the engine: it captures what each transaction wrote, appends
// it to the home's log, and builds the database from the log on another node. It is the only importer of Litestream.
//
// # Log
//
// Each record names the one before it, so a record that is missing or was moved is told. A fence is the first
// record of an owner; what an earlier owner appends after it is refused. A record is sealed with the home's key.
// What is larger than a record is an object, and the record names it. A full file has every page of the database;
// it is written at the first write of a home, and again when the changes after it have become as large as it is, or
// when an owner cannot tell what it changed. The log before it is then cut.
package replica

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"

	"lapkeep/host/engine"
	"lapkeep/internal/store/limited"
)

// OwnerName returns the name under which [engine.Engine.Own] keeps who owns a home.
func OwnerName(home string) string { return "home-" + home }

// Home is a home that this node owns and captures. Its methods are safe for concurrent use.
type Home struct {
	*journal
	dir string

	turn chan struct{} // holds one token, for what appends; it protects the journal and the capture
	capture

	mu      sync.Mutex
	covered state         // of the database when all of it was on the quorum
	why     error         // why nothing is appended any more
	lost    chan struct{} // closed when the home is lost

	keeping sync.Mutex
	kept    map[string]bool // the originals that the engine has, by the names of their objects; protected by keeping

	missing missing
	coming  sync.WaitGroup // the fetching of originals
	tidying sync.WaitGroup
	stop    context.CancelFunc // of the tidying and the fetching
	stopped context.Context    //nolint:containedctx // as above
}

// Open takes a home for a node and makes its folder what the log says: it becomes the owner by one compare-and-set,
// appends a fence, reads the log up to it and restores the database into dir, or keeps the copy that an earlier
// [Home.Close] left there if nothing was written since. A home that nobody wrote keeps what is in its folder, and
// that is captured at its first write; so are a new home and one that [Restore] unpacked put on the engine.
// Open must be called before the store is opened, and [Home.Close] after it is closed. The store is opened with
// [Home.Committed] and [Home.Kept].
//
// The error is [engine.ErrStale] if another node took the home meanwhile, [engine.ErrUnknown] if the engine did not
// answer, [ErrDamaged] if the log is not as it was written, and [ErrGone] if the home was deleted; then its folder
// is emptied too.
func Open(ctx context.Context, e engine.Engine, home, node, dir string, keys *Keys) (*Home, error) {
	h, err := OpenEarly(ctx, e, home, node, dir, keys)
	if err != nil {
		return nil, err
	}
	if err := h.fetchAll(ctx); err != nil {
		return nil, errors.Join(err, h.Close(context.WithoutCancel(ctx), false))
	}
	return h, nil
}

// OpenEarly does the same as [Open], but it does not wait for originals, of which a home has thousands: they come while the home
// answers, those first that are asked for. The store must be opened with [Home.Fetch] as well.
func OpenEarly(ctx context.Context, e engine.Engine, home, node, dir string, keys *Keys) (*Home, error) {
	j, err := take(ctx, e, home, node, keys, fence)
	if errors.Is(err, ErrGone) {
		return nil, errors.Join(err, empty(dir))
	}
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	h := &Home{journal: j, dir: dir, turn: make(chan struct{}, 1), lost: make(chan struct{})}
	h.stopped, h.stop = context.WithCancel(context.WithoutCancel(ctx))
	if err := errors.Join(removeLeft(dir), os.RemoveAll(filepath.Join(dir, metaFolder))); err != nil {
		return nil, err
	}
	if err := h.restore(ctx); err != nil {
		return nil, err
	}
	if _, epoch, err := e.Owner(ctx, OwnerName(home)); err != nil || epoch != j.epoch {
		return nil, errors.Join(engine.ErrStale, err) // the next one is taking it already
	}
	if err := h.begin(); err != nil {
		return nil, err
	}
	h.fetchLater()
	return h, nil
}

// take makes a node the owner of a home, with a first record of a kind.
func take(ctx context.Context, e engine.Engine, home, node string, keys *Keys, kind byte) (*journal, error) {
	last, err := e.Last(ctx, home)
	if err != nil {
		return nil, err
	}
	if last > 0 {
		entries, err := e.Read(ctx, home, last-1, last)
		if err == nil && len(entries[0].Record) > 0 && entries[0].Record[0] == gone {
			return nil, ErrGone
		}
		if err != nil && !errors.Is(err, engine.ErrMissing) { // it may have been cut meanwhile
			return nil, err
		}
	}
	seal, err := keys.of(ctx, home, last == 0)
	if err != nil {
		return nil, err
	}
	_, before, err := e.Owner(ctx, OwnerName(home))
	if err != nil && !errors.Is(err, engine.ErrMissing) {
		return nil, err
	}
	epoch, err := e.Own(ctx, OwnerName(home), node, before, 0)
	if err != nil {
		return nil, err
	}
	j := &journal{e: e, home: home, seal: seal, epoch: epoch, patience: patience}
	return j, j.fence(ctx, kind, node)
}

// Epoch returns the number of the change by which this node became the owner.
func (h *Home) Epoch() uint64 { return h.epoch }

// Committed appends what was committed before the call, and returns once a quorum has it; calls that wait share
// one append. It is the Committed of [store.Options]. The error is [engine.ErrUnknown] if what was committed here
// is not known to be elsewhere. If that is not only because ctx ended, [Home.Lost] is closed.
func (h *Home) Committed(ctx context.Context) error {
	if ok, err := h.isCovered(); ok || err != nil {
		return err
	}
	select {
	case h.turn <- struct{}{}:
		defer func() { <-h.turn }()
	case <-ctx.Done():
		return errors.Join(engine.ErrUnknown, ctx.Err())
	}
	if ok, err := h.isCovered(); ok || err != nil { // whoever had the turn appended this as well
		return err
	}
	return h.ship(context.WithoutCancel(ctx), false)
}

// Barrier returns once everything that a reader can see in the database is on the quorum. Call it after the
// reads of a call and before its answer. It asks the engine only if something is missing there.
func (h *Home) Barrier(ctx context.Context) error { return h.Committed(ctx) }

// Lost returns a channel that is closed when this node must drop the home: a write was refused because another
// node took it, or its outcome is not known. Nothing is acknowledged after that.
func (h *Home) Lost() <-chan struct{} { return h.lost }

// isCovered reports whether the quorum has all that is in the database now, or why the home appends no more.
func (h *Home) isCovered() (bool, error) {
	now, err := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	return err == nil && now == h.covered, h.why
}

// lose says that the home must be dropped, and returns the error for those who wait.
func (h *Home) lose(err error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.why == nil {
		h.why = errors.Join(engine.ErrUnknown, fmt.Errorf("node gives up home %s: %w", h.home, err))
		close(h.lost)
	}
	return h.why
}

// Cut rewrites the database without free pages, writes a full file and removes everything before it from the
// engine, so that what was deleted in the home is in no record and in no object.
func (h *Home) Cut(ctx context.Context) error {
	if _, err := h.isCovered(); err != nil {
		return err
	}
	if err := h.fetchAll(ctx); err != nil { // what is not here yet was not deleted
		return err
	}
	select {
	case h.turn <- struct{}{}:
		defer func() { <-h.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	h.tidying.Wait()
	if err := h.vacuum(ctx); err != nil {
		return err
	}
	if err := h.ship(context.WithoutCancel(ctx), true); err != nil {
		return err
	}
	h.tidying.Wait()
	if err := h.tidy(ctx, h.After, h.At); err != nil {
		return err
	}
	return h.removeOriginals(ctx)
}

// Close ends the capture. With keepWarm the folder stays, so that the next [Open] here need not restore; else, and
// always if the home is lost, the database and the originals are removed from it. Rows under a retention
// policy are removed in any case.
func (h *Home) Close(ctx context.Context, keepWarm bool) error {
	h.turn <- struct{}{}
	defer func() { <-h.turn }()
	ok, why := h.isCovered()
	isChanged, err := h.isChangedUnseen()
	if (!ok || isChanged) && why == nil && err == nil {
		err = h.ship(context.WithoutCancel(ctx), false)
	}
	h.stop()
	h.coming.Wait()
	h.tidying.Wait()
	if closing := h.db.Close(ctx); why == nil { // a lost home cannot append what it still has
		err = errors.Join(err, closing)
	}
	err = errors.Join(err, removeLeft(h.dir))
	h.mu.Lock()
	isSound := h.why == nil && err == nil
	if h.why == nil {
		h.why = errors.New("the home is closed; open it again")
	}
	h.mu.Unlock()
	if isSound && keepWarm {
		if err = h.keepWarm(ctx); err == nil {
			return os.RemoveAll(filepath.Join(h.dir, metaFolder))
		}
	}
	return errors.Join(err, empty(h.dir))
}

// empty removes what a home keeps of an athlete's data in its folder.
func empty(dir string) error {
	return errors.Join(remove(filepath.Join(dir, warmFile)), removeDatabase(dir), removeLeft(dir), removeFolders(dir))
}

// removeLeft removes what must not stay when a home is closed: rows under a retention policy, and the work of a
// [Home.Snapshot] that was killed.
func removeLeft(dir string) error {
	return errors.Join(removeAll(dir, workPattern), RemoveLimited(dir, "."))
}

// RemoveLimited removes the rows under a retention policy in a folder, or in those folders of it that a pattern names:
// they are on no other node, and the next one fetches them again.
func RemoveLimited(dir, in string) error { return removeAll(dir, path.Join(in, limited.FileName+"*")) }

// removeAll removes what a pattern names in a folder.
func removeAll(dir, pattern string) error {
	names, err := fs.Glob(os.DirFS(dir), pattern)
	for _, name := range names {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, name)))
	}
	return err
}

// Delete destroys a home on the engine: it takes the home, so that an owner cannot write any more, destroys its
// key, and removes its log and its objects. Copies that [Home.Snapshot] wrote cannot be opened afterwards, unless
// a key that was exported is left. If it fails, call it again.
func Delete(ctx context.Context, e engine.Engine, home, node string, keys *Keys) error {
	if _, err := take(ctx, e, home, node, keys, gone); err != nil && !errors.Is(err, ErrGone) {
		return err
	}
	names, err := e.Names(ctx, home)
	if err != nil {
		return err
	}
	for _, name := range append([]string{keyName(home)}, names...) {
		if err := e.Remove(ctx, name); err != nil {
			return err
		}
	}
	last, err := e.Last(ctx, home)
	if err != nil {
		return err
	}
	return e.Cut(ctx, home, last) // the last record stays, so that nobody opens the home as a new one
}
