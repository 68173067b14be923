package homes

import (
	"context"
	"sync"
	"time"
)

// retryWork is the time after which work that failed is tried again.
const retryWork = 5 * time.Minute

// schedule holds when homes have work to do.
type schedule struct {
	mu      sync.Mutex
	due     map[string]time.Time
	running map[string]bool
	changed chan struct{} // holds one token after a change
	room    chan struct{}
}

func (s *schedule) begin(working int) {
	s.due, s.running = map[string]time.Time{}, map[string]bool{}
	s.changed, s.room = make(chan struct{}, 1), make(chan struct{}, working)
}

// put schedules work, unless earlier work is scheduled.
func (s *schedule) put(name string, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if was, ok := s.due[name]; ok && !at.Before(was) {
		return
	}
	s.due[name] = at
	s.tell()
}

// tell wakes the loop of [Pool.Run].
func (s *schedule) tell() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// next returns the home whose work is due, or else how long to wait for the first one. A
// home whose work is being done waits for its end.
func (s *schedule) next(now time.Time) (name string, wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	wait = time.Hour
	for n, at := range s.due {
		if left := at.Sub(now); left < wait && !s.running[n] {
			name, wait = n, left
		}
	}
	if wait > 0 {
		return "", wait
	}
	delete(s.due, name)
	s.running[name] = true
	return name, 0
}

// end records that work has ended, and when the next is due; zero means never.
func (s *schedule) end(name string, next time.Time) {
	s.mu.Lock()
	delete(s.running, name)
	s.mu.Unlock()
	if !next.IsZero() {
		s.put(name, next)
	}
	s.tell()
}

// Due says that a home has work to do at a time, even if it is not open then.
func (p *Pool[H]) Due(name string, at time.Time) { p.schedule.put(name, at) }

// Run does the work of homes when it is due, until ctx is done, and waits for the work that
// is being done. A home is opened for its work as for any other use.
func (p *Pool[H]) Run(ctx context.Context) {
	var working sync.WaitGroup
	defer working.Wait()
	for {
		select {
		case p.schedule.room <- struct{}{}:
		case <-ctx.Done():
			return
		}
		name, wait := p.schedule.next(p.o.Now())
		if name == "" {
			<-p.schedule.room
			timer := time.NewTimer(wait)
			select {
			case <-ctx.Done():
			case <-p.schedule.changed:
			case <-timer.C:
			}
			if timer.Stop(); ctx.Err() != nil {
				return
			}
			continue
		}
		working.Go(func() {
			defer func() { <-p.schedule.room }()
			p.work(ctx, name)
		})
	}
}

func (p *Pool[H]) work(ctx context.Context, name string) {
	var next time.Time
	h, done, err := p.Take(ctx, name)
	if err == nil {
		next, err = p.o.Work(ctx, h)
		done()
	}
	if err != nil && ctx.Err() == nil && !p.o.Root.gone(name) { // a removed home has no work
		p.failed(name, err)
		if retry := p.o.Now().Add(retryWork); next.IsZero() || next.After(retry) {
			next = retry
		}
	}
	p.schedule.end(name, next)
}
