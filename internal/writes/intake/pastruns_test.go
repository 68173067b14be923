package intake_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
)

// TestAllThatIsDueIsTried in one run, whatever day it is of.
func TestAllThatIsDueIsTried(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 100)
	w.did("b", 200)
	w.did("c", 300)
	w.refuse = func(intake.Incoming) error { return errors.New("not now") }
	run(t, w, connection.Result{Failed: 3})
	w.now = w.now.Add(time.Hour)
	w.refuse = func(intake.Incoming) error { return nil }
	if r, err := w.syncer(func(o *intake.Options) { o.Sweep = 1 }).Run(t.Context(), true); err != nil || r.Stored != 3 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestWhatIsDueAndCannotBeReadEndsTheRun: it is not up to date.
func TestWhatIsDueAndCannotBeReadEndsTheRun(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 100)
	w.refuse = func(intake.Incoming) error { return errors.New("not now") }
	run(t, w, connection.Result{Failed: 1})
	w.now = w.now.Add(time.Hour)
	lists := 0
	w.fault = func(string, string) error {
		if lists++; lists == 2 { // the first is of the last days
			return fails(source.Changed, time.Time{})
		}
		return nil
	}
	if _, err := w.syncer().Run(t.Context(), true); err == nil {
		t.Error("it was not read, and nobody says so")
	}
}

// TestNewsThatCannotBeReadEndTheRun: it is not up to date.
func TestNewsThatCannotBeReadEndTheRun(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	run(t, w, connection.Result{})
	w.fault = func(string, string) error { return fails(source.Changed, time.Time{}) }
	if _, err := w.syncer().Run(t.Context(), true); err == nil {
		t.Error("nothing was read, and nobody says so")
	}
}

// TestNoDayOfThePastIsPassedOver between two stretches of it.
func TestNoDayOfThePastIsPassedOver(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	for n := range 40 {
		w.did(fmt.Sprintf("a%02d", n), n)
	}
	run(t, w, connection.Result{Stored: 40})
	for id, a := range w.there {
		a.Version = "2"
		w.there[id] = a
	}
	full := func(o *intake.Options) { o.Full, o.Sweep = true, 7 }
	if r, err := w.syncer(full).Run(t.Context(), true); err != nil || r.Stored != 40 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestOneThatChangedIsTriedAsNew, however often what it was before failed.
func TestOneThatChangedIsTriedAsNew(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 1)
	w.refuse = func(intake.Incoming) error { return training.Errorf(training.KindCorrupt, "The file is damaged.") }
	for range 3 {
		run(t, w, connection.Result{Failed: 1})
		w.now = w.state.items["a"].Due
	}
	w.did("a", 1, func(a *source.Activity) { a.Version = "2" })
	run(t, w, connection.Result{Failed: 1})
	if i := w.state.items["a"]; i.Tries != 1 {
		t.Errorf("%+v", i)
	}
}

// TestADayThatMovesIsNoted though nothing else changed: what is gone is told
// by the days that were read.
func TestADayThatMovesIsNoted(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 3)
	run(t, w, connection.Result{Stored: 1})
	w.did("a", 5)
	run(t, w, connection.Result{})
	if i := w.state.items["a"]; i.Day != w.today()-5 {
		t.Errorf("%+v", i)
	}
}

// TestAForgottenConnectionBeginsAnew in the process that read it before.
func TestAForgottenConnectionBeginsAnew(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 300)
	s := w.syncer()
	for range 2 {
		clear(w.state.cursors)
		clear(w.state.items)
		if r, err := s.Run(t.Context(), true); err != nil || r.Stored != 1 {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

func TestAFullRunChecksThePast(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	for n := range 20 {
		w.did(fmt.Sprintf("a%02d", n), 100*n)
	}
	run(t, w, connection.Result{Stored: 20})
	delete(w.there, "a10")
	delete(w.there, "a18")
	days := 0
	full := func(o *intake.Options) {
		o.Full = true
		o.Progress = func(connection.Result, training.Day) { days++ }
	}
	r, err := w.syncer(full).Run(t.Context(), true)
	if d := w.complete(); d != "" || err != nil || r.Gone != 2 || days < 18 {
		t.Errorf("%+v %v, told of %d: %s", r, err, days, d)
	}
	for range 3 { // runs that come through the newest of the past
		run(t, w, connection.Result{})
	}
	days = 0
	if r, err := w.syncer(full).Run(t.Context(), true); err != nil || days < 18 {
		t.Errorf("%+v %v, told of %d days after others had begun", r, err, days)
	}
}

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

func report(t *testing.T, w *world) connection.Report {
	t.Helper()
	r, err := intake.ReportOf(t.Context(), w.state, connection.Key("ann", "tri"), "", "Tri", w.now)
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
	w.refuse = func(in intake.Incoming) error {
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
	want := connection.Report{
		Source: "tri", State: "waiting", LastTry: "2026-05-01T11:00:00+02:00", NextTry: "2026-05-01T12:00:00+02:00",
		Error: got.Error, HistoryBackTo: got.HistoryBackTo,
		Activities: map[string]int{"stored": 4, "withheld": 1, "failed": 1},
		Reasons:    []connection.Reason{{Reason: "The file is damaged.", Activities: 1}, {Reason: "It came from elsewhere.", Activities: 1}},
		Quota:      []connection.QuotaView{{WindowS: 3600, Allowed: 10, Left: 2, Ends: "2026-05-01T12:00:00+02:00"}},
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
