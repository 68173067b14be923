package outbox_test

import (
	"net/http"
	"testing"

	"lapkeep/test/intervalstest"
)

// TestAClockThatWasAheadHoldsNothingBack: what could not be sent while it was
// does not wait until then.
func TestAClockThatWasAheadHoldsNothingBack(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.sync()
	right := h.Now()
	h.set(right.AddDate(1, 0, 0))
	mend := h.server.Inject(intervalstest.Fault{Operation: writing["update"], Status: http.StatusTooManyRequests, RetryAfter: "99999999"})
	_, id := h.do("update")
	mend()
	h.set(right)
	if r, err := h.box.Report(t.Context(), ann, "intervals", right); err != nil || r == nil || r.NextTry != "" {
		t.Errorf("it is said to wait: %+v, %v", r, err)
	}
	if err := h.box.Send(t.Context(), ann, "intervals", false); err != nil {
		t.Fatal(err)
	}
	if rows := h.rows("event", id); len(rows) != 1 || rows[0].State.Open() {
		t.Errorf("%+v", rows)
	}
}
