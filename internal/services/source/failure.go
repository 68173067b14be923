package source

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Fault classifies how a service fails.
type Fault uint8

// The faults.
const (
	Unavailable   Fault = iota // down, unreachable, cut off: try again
	Unauthorised               // the credential is not accepted: connect again
	Forbidden                  // the credential is valid, but does not allow this
	RateLimited                // try again at RetryAt
	NotFound                   // the thing does not exist, or is not accessible
	Refused                    // the request is not valid
	Changed                    // the response has an unknown form
	Unpaid                     // this needs a subscription
	Unscoped                   // the credential lacks the right in Scope
	Inactive                   // the application that the athlete registered is not active
	LockedOut                  // the account is locked after wrong passwords, until RetryAt
	ClientRefused              // the application or its secret is not accepted
	Crowded                    // the application may not connect any more athletes
)

const lastFault = Crowded

// fault describes one fault.
type fault struct {
	name string // name in logs and in the store
	says string // the sentence about it, with the service's name as argument
	kind training.Kind
	// waits is set if no request is worth sending before RetryAt. total is set if
	// every other request of the connection will fail as well.
	waits, total bool
	fix          func(*training.Error, Failure) error // nil if nothing can be done
}

func (f Fault) is() fault { return faults[min(f, lastFault)] }

var faults = [...]fault{
	Unavailable: {
		name: "unavailable", says: "%s does not answer correctly.", kind: training.KindUnavailable,
		fix: func(e *training.Error, _ Failure) error {
			return e.WithFix("Try again later; what was fetched before is still here.")
		},
	},
	Unauthorised: {
		name: "unauthorised", says: "%s does not accept the key.", kind: training.KindForbidden, total: true,
		fix: func(e *training.Error, f Failure) error {
			return e.WithFix("Run `lapkeep connect %s` again with a valid key.", f.Source)
		},
	},
	Forbidden: {
		name: "forbidden", says: "%s does not allow this with the key.", kind: training.KindForbidden,
		fix: func(e *training.Error, f Failure) error {
			return e.WithFix("Check on %s whether the key has permission for this.", f.title())
		},
	},
	RateLimited: {
		name: "rate limited", says: "%s accepts no more requests for now.", kind: training.KindUnavailable, waits: true, total: true,
		fix: func(e *training.Error, f Failure) error {
			if f.RetryAt.IsZero() {
				return e.WithFix("Try again in a few minutes.")
			}
			return e.WithFix("Try again after %s.", f.until())
		},
	},
	NotFound: {name: "not found", says: "%s did not find what was requested.", kind: training.KindNotFound},
	Refused:  {name: "refused", says: "%s rejected the request.", kind: training.KindInvalid},
	Changed: {
		name: "changed", says: "%s no longer answers in the documented format.", kind: training.KindUnsupported,
		fix: func(e *training.Error, _ Failure) error { return e.WithFix("Look for a newer version of Lapkeep.") },
	},
	Unpaid: {
		name: "unpaid", says: "%s provides this to subscribers only.", kind: training.KindForbidden,
		fix: func(e *training.Error, f Failure) error {
			return e.WithFix("Subscribe on %s to get it; everything else works without a subscription.", f.title())
		},
	},
	Unscoped: {
		name: "unscoped", says: "%s was connected without the permission that this needs.", kind: training.KindForbidden,
		fix: func(e *training.Error, f Failure) error {
			if f.Scope == "" {
				return e.WithFix("Run `lapkeep connect %s` again and allow everything that it asks for.", f.Source)
			}
			return e.WithFix("Run `lapkeep connect %s` again and allow %s.", f.Source, f.Scope)
		},
	},
	Inactive: {
		name: "inactive", says: "%s says that the application registered there is not active.", kind: training.KindForbidden, total: true,
		fix: func(e *training.Error, f Failure) error {
			return e.WithFix("Open your application's settings on %s, do what the page asks, and sync again.", f.title())
		},
	},
	LockedOut: {
		name: "locked out", says: "%s has locked the account after wrong passwords.", kind: training.KindForbidden, waits: true, total: true,
		fix: func(e *training.Error, f Failure) error {
			if f.RetryAt.IsZero() {
				return e.WithFix("Wait an hour, then run `lapkeep connect %s` with the right password.", f.Source)
			}
			return e.WithFix("Nothing is sent before %s. After that, run `lapkeep connect %s` with the right password.", f.until(), f.Source)
		},
	},
	ClientRefused: {
		name: "client refused", says: "%s does not recognise the application's client ID and secret.", kind: training.KindForbidden, total: true,
		fix: func(e *training.Error, f Failure) error {
			return e.WithFix("Copy both from your application's settings on %s, and run `lapkeep connect %s` again.", f.title(), f.Source)
		},
	},
	Crowded: {
		name: "crowded", says: "%s does not allow this application to connect another athlete.", kind: training.KindForbidden, total: true,
		fix: func(e *training.Error, f Failure) error {
			return e.WithFix("Create the athlete's own application on %s, or have another athlete withdraw access there.", f.title())
		},
	},
}

func (f Failure) until() string { return f.RetryAt.UTC().Format(time.RFC3339) }

// Failure describes how a request to a service failed. It is the cause of the
// [training.Error] that [Fail] returns.
type Failure struct {
	Fault  Fault
	Source Name
	Title  string // the service's display name; empty means Source
	Status int    // the HTTP status, 0 if there was no response
	// RetryAt is the earliest time at which a new request may succeed, if the service or its
	// budget gives one.
	RetryAt time.Time
	Scope   string // the missing right, as the service calls it
	Err     error
}

// title returns the service's name as shown in sentences.
func (f Failure) title() string { return cmp.Or(f.Title, string(f.Source)) }

func (f *Failure) Error() string {
	s := string(f.Source) + ": " + f.Fault.String()
	if f.Err != nil {
		s += ": " + f.Err.Error()
	}
	return s
}

func (f *Failure) Unwrap() error { return f.Err }

func (f Fault) String() string { return f.is().name }

// Temporary reports whether the same request may succeed later without any action.
func (f Fault) Temporary() bool { return f == Unavailable || f.Waits() }

// Waits reports whether no request is worth sending before RetryAt.
func (f Fault) Waits() bool { return f.is().waits }

// Total reports whether every other request of the connection will fail as well.
func (f Fault) Total() bool { return f.is().total }

// Fail returns the error for a failure, with the kind of its fault. The message describes
// what happened, using what and args if what is not empty, and what to do. Neither may
// contain a secret or the body of a response.
func Fail(f Failure, what string, args ...any) error {
	is := f.Fault.is()
	e := training.Errorf(is.kind, is.says, f.title())
	if what != "" {
		e = training.Errorf(is.kind, what, args...)
	}
	e.Err = &f
	if is.fix == nil {
		return e
	}
	return is.fix(e, f)
}

// Until sets the end of the wait to the given time in a failure that waits; it returns other
// errors unchanged.
func Until(err error, at time.Time) error {
	e, ok := errors.AsType[*training.Error](err)
	f, failed := FailureOf(err)
	if !ok || !failed || !f.Fault.Waits() {
		return err
	}
	c := *e
	f.RetryAt, c.Err = at, &f
	return f.Fault.is().fix(&c, f)
}

// FailureOf finds the failure in the chain of err.
func FailureOf(err error) (Failure, bool) {
	if f, ok := errors.AsType[*Failure](err); ok {
		return *f, true
	}
	return Failure{}, false
}

// Unsaid returns the failure without the service's own message, for callers that
// may not store such a message.
func Unsaid(err error) error {
	if f, ok := FailureOf(err); ok && f.Fault == Refused {
		return Fail(Failure{Fault: f.Fault, Source: f.Source, Title: f.Title, Status: f.Status}, "")
	}
	return err
}

// FaultOfStatus returns the fault for an HTTP status; ok is false if the status is not a
// failure.
func FaultOfStatus(status int) (f Fault, ok bool) {
	switch {
	case status < 400:
		return 0, false
	case status == http.StatusUnauthorized:
		return Unauthorised, true
	case status == http.StatusPaymentRequired:
		return Unpaid, true
	case status == http.StatusForbidden:
		return Forbidden, true
	case status == http.StatusNotFound || status == http.StatusGone:
		return NotFound, true
	case status == http.StatusLocked:
		return LockedOut, true
	case status == http.StatusTooManyRequests:
		return RateLimited, true
	case status == http.StatusRequestTimeout || status >= 500:
		return Unavailable, true
	case status == http.StatusMethodNotAllowed:
		return Changed, true
	default:
		return Refused, true
	}
}

// Budget counts the requests of one connection in the same way as the service. It
// survives restarts, and processes share it.
type Budget interface {
	// Take counts one request before it is sent, in the windows of these
	// buckets and in the unnamed ones. If nothing is left for this urgency, or
	// everything is blocked, it returns an error with the reason and the time
	// to try again. It never waits.
	Take(ctx context.Context, u Urgency, buckets ...string) error
	// Learn adopts the counts that the service reports.
	Learn(ctx context.Context, q ...Quota) error
	// Block prevents all requests before the given time, because of a fault that waits.
	Block(ctx context.Context, until time.Time, why Fault) error
}

// Quota is one window of a service's budget.
type Quota struct {
	// Name is the bucket of the window; unnamed windows count every request.
	Name   string
	Window time.Duration
	// If Application is set, the window counts the requests of all athletes who are
	// connected through the same application, and otherwise those of one connection.
	Application bool
	// If Aligned is set, the window begins at multiples of Window in UTC, and
	// otherwise with the first request.
	Aligned bool
	Limit   int
	Used    int
	// Reset is the end of the window, if the service gives it.
	Reset time.Time
	// If Own is set, the limit is ours, for a service that gives none.
	Own bool
}

// Reads is the bucket for requests that only read, unless a service names its
// buckets differently.
const Reads = "read"

type bucketsKey struct{}

// WithBuckets returns a context whose requests count in the named buckets.
func WithBuckets(ctx context.Context, names ...string) context.Context {
	return context.WithValue(ctx, bucketsKey{}, names)
}

// BucketsOf returns the buckets set by [WithBuckets]; ok is false if there are none.
func BucketsOf(ctx context.Context) (names []string, ok bool) {
	names, ok = ctx.Value(bucketsKey{}).([]string)
	return names, ok
}

// Urgency distinguishes interactive requests, for which a person is waiting, from background
// requests, which leave them a share of every window.
type Urgency uint8

// The urgencies.
const (
	Interactive Urgency = iota
	Background
)

type urgencyKey struct{}

// WithUrgency returns a context whose requests have the given urgency.
func WithUrgency(ctx context.Context, u Urgency) context.Context {
	return context.WithValue(ctx, urgencyKey{}, u)
}

// UrgencyOf returns the urgency set in ctx, or Interactive if none was set.
func UrgencyOf(ctx context.Context) Urgency {
	u, _ := ctx.Value(urgencyKey{}).(Urgency)
	return u
}

// Exhausted returns the error for a request that does not fit into a window of
// the service's limits, or of our own.
func Exhausted(f Failure, q Quota) error {
	in, known := map[time.Duration]i18n.Word{
		15 * time.Minute: "15 minutes", time.Hour: "an hour", 24 * time.Hour: "a day",
	}[q.Window]
	switch {
	case q.Own && known:
		return Fail(f, "Lapkeep has sent as many requests to %s as it sends in %s; this is Lapkeep's own limit, not the service's.",
			f.title(), in)
	case q.Window == 0 || !known && q.Name == "":
		return Fail(f, "All requests that %s allows have been made for now.", f.title())
	case !known:
		return Fail(f, "All requests of the kind %s that %s allows have been made for now.", q.Name, f.title())
	case q.Name == "":
		return Fail(f, "All requests that %s allows in %s have been made.", f.title(), in)
	}
	return Fail(f, "All requests of the kind %s that %s allows in %s have been made.", q.Name, f.title(), in)
}
