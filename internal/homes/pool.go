package homes

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// lockName is the file that the holder of a home's folder keeps locked.
const lockName = "home.lock"

// Options describes how a pool opens homes of type H.
type Options[H any] struct {
	Root Root
	Now  func() time.Time
	// Fetch brings the folder of a home here, if it may be elsewhere. It is called before Open,
	// while nobody else has the home open. It may be nil.
	Fetch func(ctx context.Context, name, dir string) error
	// Open opens the home in a folder, and Close closes it. Two homes of one folder are
	// never open at the same time, not even while the first one closes.
	Open  func(ctx context.Context, name, dir string) (H, error)
	Close func(H) error
	// Shared is set if other programs may have the same homes open. Without it, a pool holds the lock
	// of each folder, and no other pool opens that home.
	Shared bool
	// Lost reports whether an open home must no longer be used, because another machine has it.
	// It may be nil.
	Lost func(H) bool
	// Most bounds the number of homes that are open, opening or closing.
	Most int
	// Idle is how long a home stays open after its last use.
	Idle time.Duration
	// Work does the background work of an open home that is due, and returns when it has
	// more; zero means not before the next [Pool.Due]. It may be nil.
	Work func(ctx context.Context, h H) (next time.Time, err error)
	// Working bounds the number of homes whose work is done at the same time.
	Working int
	// Failed is called with errors that no caller receives. It may be nil.
	Failed func(name string, err error)
}

// Pool holds the open homes of a root. It is safe for concurrent use.
type Pool[H any] struct {
	o Options[H]

	mu     sync.Mutex
	slots  map[string]*slot[H]
	idle   *list.List    // of *slot[H]: open and not in use, the longest idle first
	ending int           // slots that are closing
	freed  chan struct{} // closed when a slot may have become free
	sweep  *time.Timer
	closed bool

	schedule schedule
}

// slot is the place of one home.
type slot[H any] struct {
	name   string
	home   H
	folder fs.FileInfo // when it was opened
	unlock func() error
	uses   int
	since  time.Time     // when uses became 0
	at     *list.Element // in idle
	// turned is closed when an opening or closing has ended.
	turned chan struct{}
	busy   bool // it is opening or closing
}

// New returns a pool without open homes.
func New[H any](o Options[H]) *Pool[H] {
	p := &Pool[H]{o: o, slots: map[string]*slot[H]{}, idle: list.New(), freed: make(chan struct{})}
	p.schedule.begin(max(1, o.Working))
	return p
}

// Take returns the home with a name, opening it if necessary, and a function that returns it
// to the pool. The home stays open until that function has been called. If as many homes are
// open as may be, Take closes the one that has been idle longest, or waits.
func (p *Pool[H]) Take(ctx context.Context, name string) (h H, done func(), err error) {
	for {
		s, opens, wait, err := p.place(name)
		switch {
		case err != nil:
			return h, nil, err
		case opens:
			return p.open(ctx, s)
		case s != nil:
			return s.home, sync.OnceFunc(func() { p.put(s) }), nil
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return h, nil, ctx.Err()
		}
	}
}

// place returns the open slot of a home, or a new one that the caller must open, or what to
// wait for.
func (p *Pool[H]) place(name string) (s *slot[H], opens bool, wait <-chan struct{}, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s = p.slots[name]
	switch {
	case p.closed && (s == nil || s.busy || s.uses == 0): // whoever uses a home may use it again
		return nil, false, nil, training.Errorf(training.KindUnavailable, "The server is stopping.").
			WithFix("Try again once it has started again.")
	case s != nil && s.busy:
		return nil, false, s.turned, nil
	case s != nil && !p.same(s) && s.uses > 0:
		return nil, false, nil, training.Errorf(training.KindUnavailable,
			"The folder of the home %s was removed, replaced, or taken by another server while it was in use.", name).
			WithFix("Try again in a moment.")
	case s != nil && !p.same(s):
		return nil, false, p.shut(s), nil
	case s != nil:
		if s.uses++; s.at != nil {
			p.idle.Remove(s.at)
			s.at = nil
		}
		return s, false, nil, nil
	case len(p.slots) < p.o.Most:
		s = &slot[H]{name: name, busy: true, turned: make(chan struct{})}
		p.slots[name] = s
		return s, true, nil, nil
	case p.idle.Len() > 0:
		return nil, false, p.shut(p.idle.Front().Value.(*slot[H])), nil
	}
	return nil, false, p.freed, nil
}

// same reports whether a home's folder is still the one that was opened, and this server's.
func (p *Pool[H]) same(s *slot[H]) bool {
	if p.o.Lost != nil && p.o.Lost(s.home) {
		return false
	}
	now, err := os.Stat(p.o.Root.Dir(s.name))
	return err == nil && os.SameFile(now, s.folder)
}

// open opens the home of a new slot for its first use.
func (p *Pool[H]) open(ctx context.Context, s *slot[H]) (h H, done func(), err error) {
	err = p.opened(ctx, s)
	p.mu.Lock()
	defer p.mu.Unlock()
	s.busy = false
	close(s.turned)
	if err != nil {
		delete(p.slots, s.name)
		p.free()
		return h, nil, err
	}
	s.uses = 1
	return s.home, sync.OnceFunc(func() { p.put(s) }), nil
}

func (p *Pool[H]) opened(ctx context.Context, s *slot[H]) (err error) {
	dir := p.o.Root.Dir(s.name)
	if p.o.Fetch != nil {
		if err := p.o.Fetch(ctx, s.name, dir); err != nil {
			return Named(s.name, err)
		}
	}
	if s.folder, err = p.o.Root.check(s.name); err != nil {
		return err
	}
	if s.unlock = func() error { return nil }; !p.o.Shared {
		s.unlock, err = disk.Try(filepath.Join(dir, lockName))
	}
	if errors.Is(err, disk.ErrHeld) {
		return training.Errorf(training.KindUnavailable, "The home %s is in use by another server.", s.name).
			WithFix("Stop that server, or use it.")
	}
	if err != nil {
		return training.Errorf(training.KindUnavailable, "The home %s cannot be locked: %w.", s.name, err).WithFix("Check its permissions.")
	}
	if s.home, err = p.o.Open(ctx, s.name, dir); err != nil {
		return errors.Join(Named(s.name, err), s.unlock())
	}
	return nil
}

// Named adds the name of a home to an error.
func Named(name string, err error) error {
	e, ok := errors.AsType[*training.Error](err)
	if !ok {
		return fmt.Errorf("home %s: %w", name, err)
	}
	named := training.Errorf(e.Kind, "The home %s cannot be used: %w", name, err)
	named.Fix = e.Fix
	return named
}

// put ends one use of a home.
func (p *Pool[H]) put(s *slot[H]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.uses--; s.uses > 0 {
		return
	}
	s.since = p.o.Now()
	s.at = p.idle.PushBack(s)
	p.free()
	// Closing a home takes time, so a few are closed before others need their places.
	if spare := p.o.Most / 8; p.closed {
		p.shut(s)
	} else if len(p.slots)-p.ending > p.o.Most-spare {
		p.shut(p.idle.Front().Value.(*slot[H]))
	}
	if p.idle.Len() > 0 && p.sweep == nil {
		p.sweep = time.AfterFunc(p.o.Idle, p.closeIdle)
	}
}

// free wakes everybody who waits for a slot. The caller holds the lock.
func (p *Pool[H]) free() {
	close(p.freed)
	p.freed = make(chan struct{})
}

// closeIdle closes the homes that have been idle long enough.
func (p *Pool[H]) closeIdle() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sweep = nil
	for p.idle.Len() > 0 && !p.closed {
		s := p.idle.Front().Value.(*slot[H])
		if left := p.o.Idle - p.o.Now().Sub(s.since); left > 0 {
			p.sweep = time.AfterFunc(left, p.closeIdle)
			return
		}
		p.shut(s)
	}
}

// shut begins to close an idle home, and returns a channel that is closed when the home is
// closed and its folder is free. The caller holds the lock.
func (p *Pool[H]) shut(s *slot[H]) <-chan struct{} {
	p.idle.Remove(s.at)
	p.ending++
	s.at, s.busy, s.turned = nil, true, make(chan struct{})
	go func() {
		err := errors.Join(p.o.Close(s.home), s.unlock())
		p.mu.Lock()
		defer p.mu.Unlock()
		p.ending--
		delete(p.slots, s.name)
		close(s.turned)
		p.free()
		p.failed(s.name, err)
	}()
	return s.turned
}

func (p *Pool[H]) failed(name string, err error) {
	if err != nil && p.o.Failed != nil {
		p.o.Failed(name, err)
	}
}

// Open returns the number of homes that are open, opening or closing.
func (p *Pool[H]) Open() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.slots)
}

// Close waits until all homes are returned, and closes them. Homes can no longer be taken.
func (p *Pool[H]) Close(ctx context.Context) error {
	p.mu.Lock()
	p.closed = true
	for p.idle.Len() > 0 {
		p.shut(p.idle.Front().Value.(*slot[H]))
	}
	for len(p.slots) > 0 {
		freed := p.freed
		p.mu.Unlock()
		select {
		case <-freed:
		case <-ctx.Done():
			return ctx.Err()
		}
		p.mu.Lock()
	}
	p.mu.Unlock()
	return nil
}
