package node

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	"lapkeep/host/engine"
	"lapkeep/host/replica"
	"lapkeep/internal/app"
)

// LeaseTime is how long a node has its homes without renewing its lease. It is longer than an election of the engine
// takes (4 to 9 s), in which nothing can be renewed.
const LeaseTime = 15 * time.Second

// errNotMine says that another node has the home, or should have it; nothing was begun.
var errNotMine = errors.New("another node has this home")

// Options describes a node.
type Options struct {
	Engine engine.Engine
	Keys   *replica.Keys
	// Dir is the folder of the homes that are here. It is a cache: everything in it is on the engine, too.
	Dir string
	// Inner is the listener for other nodes, which reach it at Address.
	Inner   net.Listener
	Address string
	Secret  []byte
	TTL     time.Duration
	Now     func() time.Time
	NewID   func() string
	Log     *slog.Logger
	// Copies is the folder of the second copy; empty makes none.
	Copies string
	// Most is the number of homes that may be open here; with 0 this is a front alone.
	Most int
	// Sweep is how often one of the nodes looks for work that is due, and Grace how long a front goes on after the homes
	// were handed over, until whoever balances the load has noticed.
	Sweep, Grace time.Duration
}

// Node is one of several machines.
type Node struct {
	o       Options
	members *members
	keys    *directory
	served  app.Served
	server  *tls.Config
	client  *tls.Config
	counts  counts

	mu    sync.Mutex
	held  map[string]*held
	ready error // why it is not ready; nil if it is
}

// held is a home that is here.
type held struct {
	home, dir string
	owner     string // the id under which it was taken
	copy      *replica.Home

	mu      sync.Mutex
	files   kept
	next    time.Time // of its work, as the engine knows it
	dropped bool
}

// New returns a node that has not joined the others yet.
func New(o Options) (*Node, error) {
	server, client, err := innerTLS(o.Secret, o.Now)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, err
	}
	if err := replica.RemoveLimited(o.Dir, "*"); err != nil {
		return nil, err
	}
	return &Node{
		o: o, keys: &directory{e: o.Engine, now: o.Now}, server: server, client: client, held: map[string]*held{},
		members: &members{e: o.Engine, ttl: o.TTL, now: o.Now, log: o.Log, new: o.NewID}, ready: errors.New("the node has not joined"),
	}, nil
}

// Elsewhere returns what makes a server of many homes this node.
func (n *Node) Elsewhere() *app.Elsewhere {
	return &app.Elsewhere{Fetch: n.fetch, Serve: n.serve, Most: n.o.Most}
}

type takeKey struct{}

// fetch takes a home, unless another node that lives has it, and brings its folder here.
func (n *Node) fetch(ctx context.Context, home, dir string) (app.Fetched, error) {
	me := n.members.me()
	if !n.members.valid() || me.draining {
		return app.Fetched{}, errNotMine
	}
	if err := n.mayTake(ctx, home, me); err != nil {
		return app.Fetched{}, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return app.Fetched{}, err
	}
	taken, err := replica.OpenEarly(ctx, n.o.Engine, home, me.id, dir, n.o.Keys)
	if errors.Is(err, engine.ErrStale) {
		err = errNotMine
	}
	if err != nil {
		return app.Fetched{}, err
	}
	h := &held{home: home, dir: dir, owner: me.id, copy: taken}
	if h.files, err = n.fetchFiles(ctx, home, dir); err == nil {
		err = n.publish(ctx, h, nil)
	}
	if err != nil {
		return app.Fetched{}, errors.Join(err, taken.Close(context.WithoutCancel(ctx), true))
	}
	n.mu.Lock()
	n.held[home] = h
	n.mu.Unlock()
	return app.Fetched{
		Committed: taken.Committed, Kept: taken.Kept, Fetch: taken.Fetch,
		Lost:   func() bool { return n.lost(h) },
		Worked: func(ctx context.Context, next time.Time) { n.worked(ctx, h, next) },
		Left:   func(ctx context.Context) error { return n.giveBack(ctx, h) },
	}, nil
}

// mayTake returns errNotMine if another node has the home. A front that found nobody at the owner's address says so in ctx.
func (n *Node) mayTake(ctx context.Context, home string, me member) error {
	owner, epoch, err := n.o.Engine.Owner(ctx, replica.OwnerName(home))
	if errors.Is(err, engine.ErrMissing) {
		return fmt.Errorf("there is no home %s in this cluster; add it: lapkeep-host add %s: %w", home, home, fs.ErrNotExist)
	}
	if err != nil || owner == me.id || owner == nobody {
		return err
	}
	if unreachable, _ := ctx.Value(takeKey{}).(uint64); unreachable == epoch {
		return nil
	}
	all, err := n.members.there(ctx, lookAgain)
	if err != nil {
		return err
	}
	if _, lives := all[owner]; lives {
		return errNotMine
	}
	return nil
}

// lost reports whether a home must not be used any more.
func (n *Node) lost(h *held) bool {
	select {
	case <-h.copy.Lost():
		return true
	default:
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.dropped || h.owner != n.members.me().id
}

// worked keeps what a call or work changed beside the database, and when the next work is due.
func (n *Node) worked(ctx context.Context, h *held, next time.Time) {
	ctx, cancel := context.WithTimeout(ctx, findPatience)
	defer cancel()
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.files
	err := n.keepFiles(ctx, h)
	if err == nil && h.files.last != was.last {
		err = n.publish(ctx, h, was.sums)
	}
	if next = next.Truncate(time.Second); err == nil && !next.IsZero() && !next.Equal(h.next) {
		if err = set(ctx, n.o.Engine, dueName(h.home), strconv.FormatInt(next.Unix(), 10)); err == nil {
			h.next = next
		}
	}
	if err != nil {
		h.dropped = true // it is read again from the engine
		n.o.Log.Warn("the files of a home were not kept", "err", err)
	}
}

func dueName(home string) string { return "D-" + home }

// publish makes the keys of a home findable, and those that it no longer has not.
func (n *Node) publish(ctx context.Context, h *held, former [][32]byte) (err error) {
	if h.files.sums, err = app.KeySums(h.dir); err != nil {
		return err
	}
	for _, sum := range h.files.sums {
		err = errors.Join(err, n.keys.put(ctx, sum, h.home))
	}
	for _, sum := range former {
		if !contains(h.files.sums, sum) {
			err = errors.Join(err, n.keys.drop(ctx, sum, h.home))
		}
	}
	return err
}

func contains(all [][32]byte, one [32]byte) bool {
	for _, is := range all {
		if is == one {
			return true
		}
	}
	return false
}

// giveBack ends the holding of a home that was closed. If another node should have it, nobody has it then.
func (n *Node) giveBack(ctx context.Context, h *held) error {
	ctx, cancel := context.WithTimeout(ctx, n.o.TTL)
	defer cancel()
	n.mu.Lock()
	if n.held[h.home] == h {
		delete(n.held, h.home)
	}
	n.mu.Unlock()
	if n.lost(h) {
		return h.copy.Close(ctx, false)
	}
	h.mu.Lock()
	err := n.keepFiles(ctx, h)
	h.mu.Unlock()
	epoch := h.copy.Epoch()
	err = errors.Join(err, h.copy.Close(ctx, true))
	all, failed := n.members.there(ctx, lookAtLeast)
	if best, ok := place(h.home, all); failed == nil && ok && best.id == h.owner {
		return err
	}
	_, failed = n.o.Engine.Own(ctx, replica.OwnerName(h.home), nobody, epoch, 0)
	return errors.Join(err, failed)
}

// here returns a home that is here, or nil.
func (n *Node) here(home string) *held {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.held[home]
}

// setReady says why this node is not ready; nil if it is.
func (n *Node) setReady(why error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ready = why
}

// Ready returns why this node cannot answer, or nil.
func (n *Node) Ready(context.Context) error {
	n.mu.Lock()
	why := n.ready
	n.mu.Unlock()
	if why == nil && !n.members.valid() {
		return errors.New("the lease of this node has ended; the engine does not answer")
	}
	return why
}
