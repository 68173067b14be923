package source

import (
	"errors"
	"net/http"
	"time"

	"lapkeep/internal/training"
)

// Fault is how a service fails us.
type Fault uint8

// The faults.
const (
	Unavailable  Fault = iota // down, unreachable, cut off: try again
	Unauthorised              // it does not take the credential: connect again
	Forbidden                 // it takes the credential but not for this
	RateLimited               // later, at RetryAt
	NotFound                  // there is no such thing, or not for us
	Refused                   // what we sent is not valid there
	Changed                   // it answers in a form that we do not know
)

// Failure is a fault of a service with what a person can do about it. It is
// the cause of the [training.Error] that [Fail] makes.
type Failure struct {
	Fault  Fault
	Source Name
	Status int // of HTTP, 0 if there was no answer
	// RetryAt is when a request may be worth making again, if the service or
	// its budget says.
	RetryAt time.Time
	Err     error
}

func (f *Failure) Error() string {
	s := string(f.Source) + ": " + f.Fault.String()
	if f.Err != nil {
		s += ": " + f.Err.Error()
	}
	return s
}

func (f *Failure) Unwrap() error { return f.Err }

func (f Fault) String() string {
	return [...]string{"unavailable", "unauthorised", "forbidden", "rate limited", "not found", "refused", "changed"}[min(f, Changed)]
}

// Temporary reports whether the same request may succeed later by itself.
func (f Fault) Temporary() bool { return f == Unavailable || f == RateLimited }

// Fail makes the error that travels up: its kind is that of the fault, and its
// sentences say what to do. What may hold no secret and no body of an answer.
func Fail(f Failure, what string) error {
	e := training.Errorf(kindOf[min(f.Fault, Changed)], "%s", what)
	e.Err = &f
	switch f.Fault {
	case Unauthorised:
		return e.WithFix("Run `lapkeep connect %s` again with a valid key.", f.Source)
	case Forbidden:
		return e.WithFix("Check at %s whether the key may do this.", f.Source)
	case RateLimited:
		if !f.RetryAt.IsZero() {
			return e.WithFix("Try again after %s.", f.RetryAt.UTC().Format(time.RFC3339))
		}
		return e.WithFix("Try again in a few minutes.")
	case Unavailable:
		return e.WithFix("Try again later; what was fetched before is still here.")
	case Changed:
		return e.WithFix("Look for a newer version of Lapkeep.")
	case NotFound, Refused:
	}
	return e
}

var kindOf = [...]training.Kind{
	Unavailable: training.KindUnavailable, Unauthorised: training.KindForbidden, Forbidden: training.KindForbidden,
	RateLimited: training.KindUnavailable, NotFound: training.KindNotFound, Refused: training.KindInvalid, Changed: training.KindUnsupported,
}

// FailureOf finds the failure in the chain of err.
func FailureOf(err error) (Failure, bool) {
	if f, ok := errors.AsType[*Failure](err); ok {
		return *f, true
	}
	return Failure{}, false
}

// FaultOfStatus reads an HTTP status; ok is false for one that is no fault.
func FaultOfStatus(status int) (f Fault, ok bool) {
	switch {
	case status < 400:
		return 0, false
	case status == http.StatusUnauthorized:
		return Unauthorised, true
	case status == http.StatusForbidden:
		return Forbidden, true
	case status == http.StatusNotFound || status == http.StatusGone:
		return NotFound, true
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
