package outbox

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Store is what the outbox needs of the store.
type Store interface {
	Write(ctx context.Context, f func(tx *store.Tx) error) error
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	Outbox() ledger.OutboxReader
}

// Services are the athlete's connections.
type Services interface {
	Connected() []source.Name
	Service(name source.Name) (source.Service, error)
	// Title is the service's proper name.
	Title(name source.Name) string
	// Lacks reports whether a service was connected without the right that changes
	// of a thing take there: that of the first of its kinds that has one.
	Lacks(name source.Name, kinds ...string) bool
}

// Leases are the rights to send, so that two processes never send twice.
type Leases interface {
	Hold(ctx context.Context, l ledger.Lease, now, until time.Time) (ok bool, others time.Time, err error)
	Release(ctx context.Context, l ledger.Lease) error
}

// Options are what an outbox is made of.
type Options struct {
	Store Store
	// Services gives an athlete's connections; it is asked late, since they may
	// be made after the outbox.
	Services func(training.AthleteID) Services
	Leases   Leases
	Kinds    []Kind
	// Words has what may stay for some days only; nil sends nothing to services
	// with such terms.
	Words Words
	NewID func() string
	Now   func() time.Time
	Log   *slog.Logger
}

// Box sends what writes mean for services. It is safe for concurrent use.
type Box struct {
	o Options

	mu    sync.Mutex
	turns map[turn]chan struct{}
}

// turn is what is sent by one at a time within this process.
type turn struct {
	athlete training.AthleteID
	source  source.Name
}

var _ journal.Outbox = (*Box)(nil)

// New makes an outbox.
func New(o Options) *Box {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Box{o: o, turns: map[turn]chan struct{}{}}
}

// take waits for the turn of a service.
func (b *Box) take(ctx context.Context, t turn) (done func(), err error) {
	b.mu.Lock()
	ch, ok := b.turns[t]
	if !ok {
		ch = make(chan struct{}, 1)
		b.turns[t] = ch
	}
	b.mu.Unlock()
	select {
	case ch <- struct{}{}:
		return func() { <-ch }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// kind finds a kind by its name; nil if this version has none.
func (b *Box) kind(name string) Kind {
	if i := slices.IndexFunc(b.o.Kinds, func(k Kind) bool { return k.Name() == name }); i >= 0 {
		return b.o.Kinds[i]
	}
	return nil
}

// whole is the scope in which the outbox reads: nothing of it leaves it but
// to the athlete's own services.
func whole(a training.AthleteID) training.Scope {
	return training.Scope{Athlete: a, Audience: training.AudienceExport}
}
