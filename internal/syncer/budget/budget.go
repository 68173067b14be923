// Package budget counts the requests of a connection as the service counts
// them, in the store, so that a restart forgets none and processes share one
// count. It keeps a share of each window for people who wait.
package budget

import (
	"cmp"
	"context"
	"time"

	"lapkeep/internal/source"
	"lapkeep/internal/store/connection"
)

// Book keeps the windows.
type Book interface {
	ChangeQuotas(ctx context.Context, k connection.Key, f func([]connection.Quota) ([]connection.Quota, error)) error
}

// Options say what the service is known to allow before it says so itself.
type Options struct {
	Windows []source.Quota
	// Share of each window that the background leaves alone; 0 is a fifth.
	Share float64
	Now   func() time.Time
}

// Budget implements [source.Budget].
type Budget struct {
	book Book
	key  connection.Key
	o    Options
}

const (
	defaultShare = 0.2
	// inFlight is by how much the service's count may lag behind ours, because
	// its answers to the latest requests are still on their way.
	inFlight = 8
	// longestBlock bounds what a service may ask for.
	longestBlock = 24 * time.Hour
)

// New counts for one connection.
func New(book Book, key connection.Key, o Options) *Budget {
	if o.Share == 0 {
		o.Share = defaultShare
	}
	return &Budget{book, key, o}
}

// Take counts a request, or says when there will be one again.
func (b *Budget) Take(ctx context.Context, u source.Urgency) error {
	var refused error
	err := b.change(ctx, func(all []connection.Quota, now time.Time) ([]connection.Quota, error) {
		var again time.Time
		for _, q := range all {
			full := q.Window == 0 && now.Before(q.Ends) || q.Window > 0 && q.Used >= b.allowed(q, u)
			if full && q.Ends.After(again) {
				again = q.Ends
			}
		}
		if !again.IsZero() {
			refused = source.Fail(source.Failure{Fault: source.RateLimited, Source: source.Name(b.key.Source), RetryAt: again},
				"The requests that "+b.key.Source+" allows are used up for now.")
			return all, nil // kept, or windows of a clock that was ahead would begin anew each time
		}
		for i := range all {
			all[i].Used++
		}
		return all, nil
	})
	return cmp.Or(err, refused)
}

func (b *Budget) allowed(q connection.Quota, u source.Urgency) int {
	if u == source.Background {
		return q.Allowed - int(b.o.Share*float64(q.Allowed))
	}
	return q.Allowed
}

// Learn takes over the service's own count. A count a little below ours is
// late; one far below means that the service began a new window.
func (b *Budget) Learn(ctx context.Context, said ...source.Quota) error {
	return b.change(ctx, func(all []connection.Quota, now time.Time) ([]connection.Quota, error) {
		for _, s := range said {
			if s.Window <= 0 || s.Limit <= 0 || s.Used < 0 {
				continue
			}
			q := find(&all, s.Window)
			if q.Ends.IsZero() {
				q.Ends = end(s, now)
			}
			q.Allowed = s.Limit
			if s.Used > q.Used || s.Used < q.Used-inFlight {
				q.Used = s.Used
			}
			if s.Reset.After(now) && s.Reset.Before(now.Add(s.Window+time.Minute)) {
				q.Ends = s.Reset
			}
		}
		return all, nil
	})
}

// Block allows nothing before the time.
func (b *Budget) Block(ctx context.Context, until time.Time) error {
	return b.change(ctx, func(all []connection.Quota, now time.Time) ([]connection.Quota, error) {
		if last := now.Add(longestBlock); until.After(last) {
			until = last
		}
		if q := find(&all, 0); until.After(q.Ends) {
			q.Ends = until
		}
		return all, nil
	})
}

func (b *Budget) change(ctx context.Context, f func([]connection.Quota, time.Time) ([]connection.Quota, error)) error {
	return b.book.ChangeQuotas(ctx, b.key, func(all []connection.Quota) ([]connection.Quota, error) {
		now := b.o.Now()
		for _, w := range b.o.Windows {
			if q := find(&all, w.Window); q.Allowed == 0 {
				q.Allowed = w.Limit
			}
		}
		for i := range all {
			b.roll(&all[i], now)
		}
		return f(all, now)
	})
}

// roll begins a new window where the old one is over. One that would last
// longer than a window does, and a block longer than any, comes from a clock
// that was put back.
func (b *Budget) roll(q *connection.Quota, now time.Time) {
	if q.Window == 0 {
		if q.Ends.After(now.Add(longestBlock)) {
			q.Ends = now
		}
		return
	}
	if !now.Before(q.Ends) {
		q.Used, q.Ends = 0, end(b.window(q.Window), now)
	} else if last := now.Add(q.Window + time.Minute); q.Ends.After(last) {
		q.Ends = end(b.window(q.Window), now)
	}
}

func (b *Budget) window(length time.Duration) source.Quota {
	for _, w := range b.o.Windows {
		if w.Window == length {
			return w
		}
	}
	return source.Quota{Window: length}
}

func end(w source.Quota, now time.Time) time.Time {
	if w.Aligned {
		return now.Truncate(w.Window).Add(w.Window)
	}
	return now.Add(w.Window)
}

// find gives the window of that length, making it if there was none.
func find(all *[]connection.Quota, length time.Duration) *connection.Quota {
	for i := range *all {
		if (*all)[i].Window == length {
			return &(*all)[i]
		}
	}
	*all = append(*all, connection.Quota{Window: length})
	return &(*all)[len(*all)-1]
}
