package outbox_test

import (
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/writes/journal"
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

// TestWhatWasToldLastIsTakenBackFirst: it may stand in what was told before.
func TestWhatWasToldLastIsTakenBackFirst(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	w := journal.Write{Athlete: ann, Face: "cli", Tool: "test", Summary: "Two", Now: h.Now()}
	out := h.agreed(w, func(tx *store.Tx) (e journal.Effect, err error) {
		for _, id := range []string{"first", "second"} {
			one, err := h.saying(id, ride)(tx)
			if err != nil {
				return e, err
			}
			e.Changed = append(e.Changed, one.Changed...)
		}
		return e, nil
	})
	h.undo(out)
	first, second := h.rows("event", "first"), h.rows("event", "second")
	if len(first) != 2 || len(second) != 2 || first[0].Seq > second[0].Seq || first[1].Seq < second[1].Seq {
		t.Errorf("%+v\n%+v", first, second)
	}
}
