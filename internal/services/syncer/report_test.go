package syncer_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Tallies counts as the store does, but in the order of ids.
func (b *notebook) Tallies(context.Context, ledger.ConnectionKey) (all []ledger.Tally, err error) {
	for _, i := range b.pick(func(ledger.ConnectionItem) bool { return true }) {
		all = append(all, ledger.Tally{State: i.State, Reason: i.Reason, Items: 1})
	}
	return all, nil
}

func (b *notebook) Quotas(context.Context, ledger.ConnectionKey, string) ([]ledger.Quota, error) {
	return b.quotas, nil
}

func report(t *testing.T, w *world) syncer.Report {
	t.Helper()
	r, err := syncer.ReportOf(t.Context(), w.book, syncer.Key("ann", "tri"), "", "Tri", w.now)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReport(t *testing.T) {
	t.Parallel()
	w := newWorld(10)
	if r := report(t, w); r.State != "new" || r.LastTry != "" || r.Source != "tri" {
		t.Errorf("%+v", r)
	}
	w.page = 2
	w.did("a", 1)
	w.did("b", 2, func(a *source.Activity) { a.Withheld = "It came from elsewhere." })
	w.did("c", 3)
	for n := range 10 {
		w.did("d"+string(rune('0'+n)), 100+n)
	}
	w.refuse = func(in syncer.Incoming) error {
		if in.Activity.ID == "c" {
			return training.Errorf(training.KindCorrupt, "The file is damaged.")
		}
		return nil
	}
	if _, err := w.syncer().Run(t.Context(), true); training.KindOf(err) != training.KindUnavailable {
		t.Fatal(err)
	}
	w.now = w.now.In(time.FixedZone("", 2*3600))
	got := report(t, w)
	want := syncer.Report{
		Source: "tri", State: "waiting", LastTry: "2026-05-01T11:00:00+02:00", NextTry: "2026-05-01T12:00:00+02:00",
		Error: got.Error, HistoryBackTo: got.HistoryBackTo,
		Activities: map[string]int{"stored": 4, "withheld": 1, "failed": 1},
		Reasons:    []syncer.Reason{{Reason: "The file is damaged.", Activities: 1}, {Reason: "It came from elsewhere.", Activities: 1}},
		Quota:      []syncer.QuotaView{{WindowS: 3600, Allowed: 10, Left: 2, Ends: "2026-05-01T12:00:00+02:00"}},
	}
	if d := cmp.Diff(want, got); d != "" || got.HistoryBackTo == nil || got.Error == "" {
		t.Error(d)
	}
	body, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", body)
}
