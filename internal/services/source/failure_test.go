package source_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

func TestFaultsHaveKindsAndFixes(t *testing.T) {
	t.Parallel()
	later := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	for status, want := range map[int]struct {
		fault source.Fault
		kind  training.Kind
		fix   string
		again bool
	}{
		http.StatusUnauthorized:        {source.Unauthorised, training.KindForbidden, "lapkeep connect tri", false},
		http.StatusForbidden:           {source.Forbidden, training.KindForbidden, "may do this", false},
		http.StatusNotFound:            {source.NotFound, training.KindNotFound, "", false},
		http.StatusMethodNotAllowed:    {source.Changed, training.KindUnsupported, "newer version", false},
		http.StatusUnprocessableEntity: {source.Refused, training.KindInvalid, "", false},
		http.StatusPaymentRequired:     {source.Unpaid, training.KindForbidden, "Subscribe at tri", false},
		http.StatusLocked:              {source.LockedOut, training.KindForbidden, "before 2026-05-01T10:00:00Z", true},
		http.StatusTooManyRequests:     {source.RateLimited, training.KindUnavailable, "2026-05-01T10:00:00Z", true},
		http.StatusBadGateway:          {source.Unavailable, training.KindUnavailable, "Try again later", true},
	} {
		fault, ok := source.FaultOfStatus(status)
		if !ok || fault != want.fault || fault.Temporary() != want.again {
			t.Errorf("%d: %v %v", status, fault, ok)
		}
		cause := errors.New("cause")
		err := source.Fail(source.Failure{Fault: fault, Source: "tri", Status: status, RetryAt: later, Err: cause}, "It failed.")
		if training.KindOf(err) != want.kind || !strings.Contains(err.Error(), want.fix) {
			t.Errorf("%d: %v (%v)", status, err, training.KindOf(err))
		}
		got, ok := source.FailureOf(err)
		if !ok || got.Status != status || !got.RetryAt.Equal(later) || !errors.Is(err, cause) {
			t.Errorf("%d: %+v", status, got)
		}
		if log := got.Error(); !strings.Contains(log, "tri: "+fault.String()) || !strings.Contains(log, "cause") {
			t.Errorf("%d logs %q", status, log)
		}
	}
	if _, ok := source.FaultOfStatus(http.StatusNoContent); ok {
		t.Error("204 is no fault")
	}
	if _, ok := source.FailureOf(errors.New("x")); ok {
		t.Error("any error is a failure")
	}
	if err := source.Fail(source.Failure{Fault: source.RateLimited}, "No."); !strings.Contains(err.Error(), "a few minutes") {
		t.Error(err)
	}
}

// TestEveryFaultIsDescribed: what is done about a fault follows from two
// questions, and each has a name, a sentence and a kind of its own.
func TestEveryFaultIsDescribed(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	seen := map[string]source.Fault{}
	for f := source.Unavailable; f <= source.Crowded; f++ {
		err := source.Fail(source.Failure{Fault: f, Source: "tri"}, "")
		said := err.Error()
		for _, word := range []string{said, f.String()} {
			if before, twice := seen[word]; twice || word == "" {
				t.Errorf("%d is described as %q, as %d is", f, word, before)
			}
			seen[word] = f
		}
		if !strings.HasPrefix(said, "tri ") || strings.Contains(said, "%!") || training.KindOf(err) == training.KindInternal {
			t.Errorf("%s: %q, %v", f, said, training.KindOf(err))
		}
		wantTotal := f == source.Unauthorised || f == source.RateLimited || f == source.Inactive || f == source.LockedOut ||
			f == source.ClientRefused || f == source.Crowded
		if wantWaits := f == source.RateLimited || f == source.LockedOut; f.Waits() != wantWaits || f.Total() != wantTotal {
			t.Errorf("%s: waits %v, total %v", f, f.Waits(), f.Total())
		}
		until := source.Until(err, at)
		later, _ := source.FailureOf(until)
		if strings.Contains(until.Error(), "2026-05-01T10:00:00Z") != f.Waits() || later.RetryAt.IsZero() == f.Waits() {
			t.Errorf("%s: until then it says %v", f, until)
		}
	}
	lacking := source.Fail(source.Failure{Fault: source.Unscoped, Source: "tri", Scope: "activity:write"}, "")
	if !strings.Contains(lacking.Error(), "allow activity:write.") {
		t.Error(lacking)
	}
	if plain := errors.New("x"); !errors.Is(source.Until(plain, at), plain) {
		t.Error("another error is changed")
	}
}
