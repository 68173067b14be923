package source_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/source"
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
