// Package replica keeps the database of a home on the engine: it captures what each transaction wrote, appends
// it to the home's log, and builds the database from the log on another node. It is the only importer of Litestream.
//
// # Log
//
// Each record names the one before it, so a record that is missing or was moved is told. A fence is the first
// record of an owner; what an earlier owner appends after it is refused. A record is sealed with the home's key.
// What is larger than a record is an object, and the record names it. The first write of an owner is a full file
// of the database; the log before it is then cut.
package replica

import (
	"context"
	"io"

	"lapkeep/host/engine"
)

// OwnerName returns the name under which [engine.Engine.Own] keeps who owns a home.
func OwnerName(home string) string { return "home-" + home }

// Home is a home that this node owns and captures. Its methods are safe for concurrent use.
type Home struct{}

// Open takes a home for a node and makes its folder what the log says: it becomes the owner by one compare-and-set,
// appends a fence, reads the log up to it and restores the database into dir, or keeps the copy that an earlier
// [Home.Close] left there if nothing was written since. A home that nobody wrote has no database; the store
// then creates it. Open must be called before the store is opened, and [Home.Close] after it is closed.
// The error is [engine.ErrStale] if another node took the home meanwhile, [engine.ErrUnknown] if the engine did not
// answer, and ErrDamaged if the log cannot be read as it was written.
func Open(ctx context.Context, e engine.Engine, home, node, dir string, keys *Keys) (*Home, error)

// Epoch returns the number of the change by which this node became the owner.
func (h *Home) Epoch() uint64

// Committed appends what was committed before the call, and returns once a quorum has it; calls that wait share
// one append. It is the Replicate of [lapkeep/internal/store.Options]. The error is [engine.ErrUnknown] if it
// is committed here but not known to be elsewhere; unless ctx ended the waiting, [Home.Lost] is closed then.
func (h *Home) Committed(ctx context.Context) error

// Barrier returns once everything that a reader can see in the database is on the quorum. Call it after the
// reads of a call and before its answer. It asks the engine only if something is missing there.
func (h *Home) Barrier(ctx context.Context) error

// Lost returns a channel that is closed when this node must drop the home: a write was refused because another
// node took it, or its outcome is not known. Nothing is acknowledged after that.
func (h *Home) Lost() <-chan struct{}

// Cut writes a full file now and cuts the log before it, so that what was deleted in the database is in no
// record and in no object.
func (h *Home) Cut(ctx context.Context) error

// Snapshot writes a sealed copy of the database and the originals to w, for a second copy elsewhere. Only the
// home's key opens it.
func (h *Home) Snapshot(ctx context.Context, w io.Writer) error

// Close ends the capture. With keepWarm the folder stays, so that the next [Open] here need not restore; else, and
// always for a home that was lost, the database and the originals are removed from it. Rows under a retention
// policy are removed in any case.
func (h *Home) Close(ctx context.Context, keepWarm bool) error

// Restore unpacks a copy that [Home.Snapshot] wrote into a folder without a database. To put it into a cluster,
// open a new home on the engine in that folder: its first write is a full file.
func Restore(ctx context.Context, r io.Reader, home, dir string, keys *Keys) error

// Delete destroys a home on the engine: it takes the home, so that an owner cannot write any more, destroys its
// key, and removes its log and its objects. Copies that Snapshot wrote cannot be opened afterwards.
func Delete(ctx context.Context, e engine.Engine, home, node string, keys *Keys) error

// Keys holds a key for each home. They are kept on the engine, sealed with a master key that is not.
type Keys struct{}

// NewKeys returns the keys on an engine; master is a secret of 32 bytes that all nodes know.
func NewKeys(e engine.Engine, master []byte) (*Keys, error)

// Export returns a home's key, sealed with the master key, to be stored with second copies. Import puts it back.
func (k *Keys) Export(ctx context.Context, home string) ([]byte, error)

// Import stores a key that Export returned.
func (k *Keys) Import(ctx context.Context, home string, sealed []byte) error
