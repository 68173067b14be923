package source

import (
	"context"
	"time"

	"lapkeep/internal/i18n"
)

// Budget counts the requests of one connection, as the service counts them.
// It survives a restart and is shared by processes.
type Budget interface {
	// Take counts one request before it is sent, in the windows of these buckets
	// and in those that have no name. If nothing is left for this urgency, or
	// everything is blocked, it fails with the reason and the time to try again;
	// it never waits.
	Take(ctx context.Context, u Urgency, buckets ...string) error
	// Learn takes over what the service says of its own count.
	Learn(ctx context.Context, q ...Quota) error
	// Block allows nothing before the time, because of a fault that waits.
	Block(ctx context.Context, until time.Time, why Fault) error
}

// Quota is one window of a service's budget.
type Quota struct {
	// Name is the bucket that the window belongs to; every request counts in
	// those without a name.
	Name   string
	Window time.Duration
	// Application windows are counted for all athletes together who connected by
	// the same application; others for each connection.
	Application bool
	// Aligned windows begin at multiples of Window in UTC; others roll with
	// the first request.
	Aligned bool
	Limit   int
	Used    int
	// Reset is when the window ends, if the service says so.
	Reset time.Time
}

// Reads is the bucket of requests that only read, where a service does not
// name its buckets otherwise.
const Reads = "read"

type bucketsKey struct{}

// WithBuckets says in which buckets the requests made under ctx count.
func WithBuckets(ctx context.Context, names ...string) context.Context {
	return context.WithValue(ctx, bucketsKey{}, names)
}

// BucketsOf is what ctx says of buckets; ok is false if it says nothing.
func BucketsOf(ctx context.Context) (names []string, ok bool) {
	names, ok = ctx.Value(bucketsKey{}).([]string)
	return names, ok
}

// Urgency says who waits for a request. Work in the background leaves a share
// of every window to interactive calls.
type Urgency uint8

// The urgencies.
const (
	Interactive Urgency = iota
	Background
)

type urgencyKey struct{}

// WithUrgency marks every request made under ctx.
func WithUrgency(ctx context.Context, u Urgency) context.Context {
	return context.WithValue(ctx, urgencyKey{}, u)
}

// UrgencyOf is the mark of ctx, Interactive if there is none.
func UrgencyOf(ctx context.Context) Urgency {
	u, _ := ctx.Value(urgencyKey{}).(Urgency)
	return u
}

// Exhausted is the failure of a request for which a window has no room, or
// anything else that has, if that has no length.
func Exhausted(f Failure, q Quota) error {
	in, known := map[time.Duration]i18n.Word{
		15 * time.Minute: "15 minutes", time.Hour: "an hour", 24 * time.Hour: "a day",
	}[q.Window]
	switch {
	case q.Window == 0 || !known && q.Name == "":
		return Fail(f, "The requests that %s allows are used up for now.", f.title())
	case !known:
		return Fail(f, "The requests of the kind %s that %s allows are used up for now.", q.Name, f.title())
	case q.Name == "":
		return Fail(f, "The requests that %s allows in %s are used up.", f.title(), in)
	}
	return Fail(f, "The requests of the kind %s that %s allows in %s are used up.", q.Name, f.title(), in)
}
