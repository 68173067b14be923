package source

import (
	"context"
	"time"
)

// Budget counts the requests of one connection, as the service counts them.
// It survives a restart and is shared by processes.
type Budget interface {
	// Take counts one request before it is sent. It fails with [RateLimited]
	// and the time to try again if there is none left for this urgency; it
	// never waits.
	Take(ctx context.Context, u Urgency) error
	// Learn takes over what the service says of its own count.
	Learn(ctx context.Context, q ...Quota) error
	// Block allows nothing before the time, after a 429.
	Block(ctx context.Context, until time.Time) error
}

// Quota is one window of a service's budget.
type Quota struct {
	Window time.Duration
	// Aligned windows begin at multiples of Window in UTC; others roll with
	// the first request.
	Aligned bool
	Limit   int
	Used    int
	// Reset is when the window ends, if the service says so.
	Reset time.Time
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
