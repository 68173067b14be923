package guard

import (
	"container/list"
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// gate counts what runs, what waits and what stays open.
type gate struct {
	now      func() time.Time
	keys     map[string]*rate.Limiter
	running  chan struct{}
	waiting  chan struct{}
	turns    chan struct{}
	turn     time.Duration
	mu       sync.Mutex
	streams  *list.List // of context.CancelFunc, the oldest first
	maxAlive int
}

func newGate(l Limits, now func() time.Time) *gate {
	g := &gate{
		now: now, keys: map[string]*rate.Limiter{},
		running: make(chan struct{}, l.Running), waiting: make(chan struct{}, l.Waiting),
		turns: make(chan struct{}, l.Turns), turn: l.Turn,
		streams: list.New(), maxAlive: l.Streams,
	}
	for _, who := range []string{callerKeyHolder, callerPath, callerAnyone, callerFeed, callerHook} {
		g.keys[who] = rate.NewLimiter(rate.Limit(l.PerSecond), max(1, int(l.PerSecond*burstSeconds)))
	}
	return g
}

// allow takes one request of a key's budget, or says how long to wait.
func (g *gate) allow(who string) (time.Duration, bool) {
	if g.now == nil {
		return 0, true
	}
	now := g.now()
	r := g.keys[who].ReserveN(now, 1)
	if wait := r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
		return wait, false
	}
	return 0, true
}

// enter waits for its turn, first come, first served; it gives up at once
// where too many wait already.
func (g *gate) enter(ctx context.Context) (leave func(), ok bool) {
	if !g.run(ctx) {
		return nil, false
	}
	select {
	case g.turns <- struct{}{}:
	case <-ctx.Done():
		<-g.running
		return nil, false
	}
	// Who takes longer than a turn goes on beside the others.
	over := time.AfterFunc(g.turn, func() { <-g.turns })
	return func() {
		if over.Stop() {
			<-g.turns
		}
		<-g.running
	}, true
}

// run takes a place among those that run at once.
func (g *gate) run(ctx context.Context) bool {
	select {
	case g.running <- struct{}{}:
		return true
	default:
	}
	select {
	case g.waiting <- struct{}{}:
		defer func() { <-g.waiting }()
	default:
		return false
	}
	select {
	case g.running <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// toStream frees the place of a request whose answer stays open. Where too
// many do, the one that is open longest is ended.
func (g *gate) toStream(leave func(), cancel context.CancelFunc) (leaveStream func()) {
	leave()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.streams.Len() >= g.maxAlive {
		oldest := g.streams.Front()
		g.streams.Remove(oldest)
		oldest.Value.(context.CancelFunc)()
	}
	mine := g.streams.PushBack(cancel)
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.streams.Remove(mine)
	}
}
