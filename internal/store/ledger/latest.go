package ledger

import (
	"context"
	"sync"
)

// latest shares one look at the end of the change log among those who ask at
// the same time. Everybody gets the answer of a look that began after they
// asked, so nobody misses what was written before, by whichever process.
type latest struct {
	looking sync.Mutex // held by the one who looks
	mu      sync.Mutex
	next    *glance // those who asked since the last look began
}

type glance struct {
	done chan struct{}
	seq  int64
	err  error
}

func (l *latest) ask(ctx context.Context, look func(context.Context) (int64, error)) (int64, error) {
	l.mu.Lock()
	g, first := l.next, l.next == nil
	if first {
		g = &glance{done: make(chan struct{})}
		l.next = g
	}
	l.mu.Unlock()
	if !first {
		select {
		case <-g.done:
			return g.seq, g.err
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	l.looking.Lock()
	defer l.looking.Unlock()
	l.mu.Lock()
	l.next = nil
	l.mu.Unlock()
	defer close(g.done)
	// Others wait for it, whatever becomes of the one who asked first.
	g.seq, g.err = look(context.WithoutCancel(ctx))
	return g.seq, g.err
}
