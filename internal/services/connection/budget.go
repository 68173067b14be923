package connection

import (
	"cmp"
	"context"
	"slices"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
)

// BudgetState stores the windows.
type BudgetState interface {
	ChangeQuotas(
		ctx context.Context, k ledger.ConnectionKey, application string, f func([]ledger.Quota) ([]ledger.Quota, error),
	) error
}

// BudgetOptions holds the service's known limits, until it reports its own.
type BudgetOptions struct {
	Windows []source.Quota
	// Application is the app through which the athlete is connected, if any.
	Application string
	// Title is the service's display name; empty means the connection's name.
	Title string
	// Share is the part of each window that background requests leave unused; 0
	// means a fifth.
	Share float64
	Now   func() time.Time
}

// Budget implements [source.Budget].
type Budget struct {
	state BudgetState
	key   ledger.ConnectionKey
	o     BudgetOptions
}

const (
	defaultShare = 0.2
	// inFlight is how far the service's count may lag behind ours, because
	// responses to the latest requests are still on their way.
	inFlight = 8
	// longestBlock limits how long a service can block requests.
	longestBlock = 24 * time.Hour
)

// NewBudget returns a budget for one connection.
func NewBudget(state BudgetState, key ledger.ConnectionKey, o BudgetOptions) *Budget {
	if o.Share == 0 {
		o.Share = defaultShare
	}
	return &Budget{state, key, o}
}

// Take counts a request, or returns an error with the time from which there is room.
func (b *Budget) Take(ctx context.Context, u source.Urgency, buckets ...string) error {
	var refused error
	err := b.change(ctx, func(all []ledger.Quota, now time.Time) ([]ledger.Quota, error) {
		f, of := source.Failure{Fault: source.RateLimited, Source: source.Name(b.key.Source), Title: b.o.Title}, source.Quota{}
		for _, q := range all {
			blocked := q.Window == 0 && now.Before(q.Ends)
			if blocked && q.Name == source.LockedOut.String() {
				f.Fault = source.LockedOut
			}
			full := blocked || counts(q, buckets) && q.Used >= b.allowed(q, u)
			if full && q.Ends.After(f.RetryAt) {
				f.RetryAt, of = q.Ends, b.window(source.Quota{Name: q.Name, Window: q.Window})
			}
		}
		if !f.RetryAt.IsZero() {
			refused = b.refuse(f, of)
			return all, nil // stored, because windows from a clock that was ahead would otherwise start again each time
		}
		for i := range all {
			if counts(all[i], buckets) {
				all[i].Used++
			}
		}
		return all, nil
	})
	return cmp.Or(err, refused)
}

// refuse returns the error for a request that is not sent because a window is
// used up or everything is blocked.
func (b *Budget) refuse(f source.Failure, of source.Quota) error {
	if f.Fault == source.LockedOut {
		return source.Fail(f, "")
	}
	return source.Exhausted(f, of)
}

// counts reports whether a request in the given buckets counts in a window.
func counts(q ledger.Quota, buckets []string) bool {
	return q.Window > 0 && (q.Name == "" || slices.Contains(buckets, q.Name))
}

func (b *Budget) allowed(q ledger.Quota, u source.Urgency) int {
	if u == source.Background {
		return q.Allowed - int(b.o.Share*float64(q.Allowed))
	}
	return q.Allowed
}

// Learn adopts the service's own count. A count slightly below ours is out of date; a count
// far below ours means that the service has begun a new window.
func (b *Budget) Learn(ctx context.Context, said ...source.Quota) error {
	return b.change(ctx, func(all []ledger.Quota, now time.Time) ([]ledger.Quota, error) {
		for _, s := range said {
			if s.Window <= 0 || s.Limit <= 0 || s.Used < 0 {
				continue
			}
			s = b.window(s)
			q := find(&all, s)
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

// Block prevents all requests before the given time. A limit that the service
// counts by application applies to everyone who shares the application; a lock
// applies to one account.
func (b *Budget) Block(ctx context.Context, until time.Time, why source.Fault) error {
	of := source.Quota{Name: why.String(), Application: why == source.RateLimited && slices.ContainsFunc(b.o.Windows,
		func(w source.Quota) bool { return w.Application })}
	return b.change(ctx, func(all []ledger.Quota, now time.Time) ([]ledger.Quota, error) {
		if last := now.Add(longestBlock); until.After(last) {
			until = last
		}
		if q := find(&all, of); until.After(q.Ends) {
			q.Ends = until
		}
		return all, nil
	})
}

func (b *Budget) change(ctx context.Context, f func([]ledger.Quota, time.Time) ([]ledger.Quota, error)) error {
	return b.state.ChangeQuotas(ctx, b.key, b.o.Application, func(all []ledger.Quota) ([]ledger.Quota, error) {
		now := b.o.Now()
		for _, w := range b.o.Windows {
			if q := find(&all, w); q.Allowed == 0 || w.Own { // our own limit may have changed
				q.Allowed = w.Limit
			}
		}
		for i := range all {
			b.roll(&all[i], now)
		}
		return f(all, now)
	})
}

// roll begins a new window when the old one has ended. A window that ends later
// than its full length from now, or a block longer than the maximum, is the
// result of a clock that was set back.
func (b *Budget) roll(q *ledger.Quota, now time.Time) {
	if q.Window == 0 {
		if q.Ends.After(now.Add(longestBlock)) {
			q.Ends = now
		}
		return
	}
	w := b.window(source.Quota{Name: q.Name, Window: q.Window})
	if !now.Before(q.Ends) {
		q.Used, q.Ends = 0, end(w, now)
	} else if last := now.Add(q.Window + time.Minute); q.Ends.After(last) {
		q.Ends = end(w, now)
	}
}

// window adds to a window whether it belongs to the application, whether it is
// aligned to the clock, and whether the limit is our own.
func (b *Budget) window(said source.Quota) source.Quota {
	for _, w := range b.o.Windows {
		if w.Name == said.Name && w.Window == said.Window {
			said.Application, said.Aligned, said.Own = w.Application, w.Aligned, w.Own
		}
	}
	return said
}

func end(w source.Quota, now time.Time) time.Time {
	if w.Aligned {
		return now.Truncate(w.Window).Add(w.Window)
	}
	return now.Add(w.Window)
}

// find returns the window, adding it if there is none.
func find(all *[]ledger.Quota, w source.Quota) *ledger.Quota {
	for i := range *all {
		if q := &(*all)[i]; q.Name == w.Name && q.Application == w.Application && q.Window == w.Window {
			return q
		}
	}
	*all = append(*all, ledger.Quota{Name: w.Name, Application: w.Application, Window: w.Window})
	return &(*all)[len(*all)-1]
}
