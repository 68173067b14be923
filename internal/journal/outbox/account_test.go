package outbox_test

import (
	"testing"

	"lapkeep/internal/store/storetest"
	"lapkeep/test/intervalstest"
)

// TestWhatAnAccountWasTold is not what another under the same name was told;
// the same one connected anew was. What cannot be noted of it is said.
func TestWhatAnAccountWasTold(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.event("mine", ride)
	told := func(want string) {
		t.Helper()
		for _, r := range h.rows("event", "mine") {
			h.want("whom it was told", want, r.Source)
		}
	}
	told("intervals")
	h.must(h.box.Part(t.Context(), ann, "intervals", "i1"))
	told("intervals i1")
	h.must(h.box.Rejoin(t.Context(), ann, "intervals", "i2"))
	told("intervals i1")
	h.must(h.box.Rejoin(t.Context(), ann, "intervals", "i1"))
	told("intervals")
	h.must(h.box.Part(t.Context(), ann, "intervals", "i1"))
	h.event("other", ride)
	storetest.Refuse(t, h.dir, "UPDATE ON outbox")
	if err := h.box.Part(t.Context(), ann, "intervals", "i2"); err == nil {
		t.Error("it is not parted, and nobody says so")
	}
	if err := h.box.Rejoin(t.Context(), ann, "intervals", "i1"); err == nil {
		t.Error("it is not joined, and nobody says so")
	}
}
