package ledger_test

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func row(here string) ledger.OutboxRow {
	return ledger.OutboxRow{
		Athlete: "ann", Source: "tri", Entry: "j1", Kind: "event", Here: here, Action: ledger.Create, State: ledger.Waiting,
		Details: ledger.Details{
			At: noon, Wanted: ledger.Fields{"name": json.RawMessage(`"x"`)}, Changed: []string{"name"},
			Key: here, NextAt: noon,
		},
	}
}

func outboxOpen(t *testing.T) (*store.DB, func(r ledger.OutboxRow) ledger.OutboxRow) {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	storetest.Athlete(t, db, "bob")
	return db, func(r ledger.OutboxRow) ledger.OutboxRow {
		t.Helper()
		storetest.Write(t, db, func(tx *store.Tx) (err error) { r.Seq, err = tx.Outbox().Put(r); return err })
		return r
	}
}

func TestRowsComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	db, put := outboxOpen(t)
	a, b := put(row("a")), put(row("b"))
	other := row("a")
	other.Source, other.Entry = "duo", "j2"
	other = put(other)
	bobs := row("a")
	bobs.Athlete = "bob"
	put(bobs)
	r := db.Outbox()
	for name, tt := range map[string]struct {
		want []ledger.OutboxRow
		got  func() ([]ledger.OutboxRow, error)
	}{
		"open":   {[]ledger.OutboxRow{a, b}, func() ([]ledger.OutboxRow, error) { return r.Open(t.Context(), "ann", "tri") }},
		"entry":  {[]ledger.OutboxRow{a, b}, func() ([]ledger.OutboxRow, error) { return r.Entry(t.Context(), "ann", "j1") }},
		"thing":  {[]ledger.OutboxRow{a, other}, func() ([]ledger.OutboxRow, error) { return r.Thing(t.Context(), "ann", "event", "a") }},
		"failed": {nil, func() ([]ledger.OutboxRow, error) { return r.Failed(t.Context(), "ann", "tri", 5) }},
	} {
		got, err := tt.got()
		if d := cmp.Diff(tt.want, got); d != "" || err != nil {
			t.Errorf("%s: %s %v", name, d, err)
		}
	}
	if _, err := r.Open(t.Context(), "", "tri"); training.KindOf(err) != training.KindInvalid || err == nil {
		t.Errorf("nobody's: %v", err)
	}
}

// TestOneSettlesARow: whoever began it last does, and nobody once it is settled.
func TestOneSettlesARow(t *testing.T) {
	t.Parallel()
	db, put := outboxOpen(t)
	r := put(row("a"))
	set := func(tries, begun int, s ledger.OutboxState) (ok bool) {
		t.Helper()
		next := r
		next.Tries, next.State, next.There = tries, s, "55"
		storetest.Write(t, db, func(tx *store.Tx) (err error) { ok, err = tx.Outbox().Set(next, begun); return err })
		return ok
	}
	if !set(1, 0, ledger.Sent) || set(1, 0, ledger.Done) || !set(2, 1, ledger.Sent) || set(1, 1, ledger.Done) ||
		!set(2, 2, ledger.Done) || set(2, 2, ledger.OutboxFailed) {
		t.Error("a row was settled by somebody who had lost it")
	}
	if open, err := db.Outbox().Open(t.Context(), "ann", "tri"); len(open) != 0 || err != nil {
		t.Errorf("%+v %v", open, err)
	}
	for there, want := range map[string]string{"55": "a", "56": "", "": ""} {
		here, ok, err := db.Outbox().Here(t.Context(), "ann", "tri", "event", there)
		if here != want || ok != (want != "") || err != nil {
			t.Errorf("%s is %q %v %v", there, here, ok, err)
		}
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		got, ok, err := tx.Outbox().Row("ann", r.Seq)
		if err != nil || !ok || got.State != ledger.Done || got.Tries != 2 {
			t.Errorf("%+v %v %v", got, ok, err)
		}
		if _, ok, err := tx.Outbox().Row("bob", r.Seq); ok || err != nil {
			t.Errorf("bob's row: %v %v", ok, err)
		}
		all, err := tx.Outbox().Entry("ann", "j1")
		if err != nil || len(all) != 1 {
			t.Errorf("%+v %v", all, err)
		}
		things, err := tx.Outbox().Thing("ann", "event", "a")
		if err != nil || len(things) != 1 {
			t.Errorf("%+v %v", things, err)
		}
		return nil
	})
}

func TestFailuresNewestFirst(t *testing.T) {
	t.Parallel()
	db, put := outboxOpen(t)
	for _, id := range []string{"a", "b", "c"} {
		r := row(id)
		r.State = ledger.OutboxFailed
		put(r)
	}
	failed := func(want ...string) {
		t.Helper()
		got, err := db.Outbox().Failed(t.Context(), "ann", "tri", 2)
		var ids []string
		for _, r := range got {
			ids = append(ids, r.Here)
		}
		if d := cmp.Diff(want, ids); d != "" || err != nil {
			t.Errorf("%s %v", d, err)
		}
	}
	failed("c", "b")
	again := row("c")
	again.State = ledger.Done
	put(again)
	failed("b", "a")
}

func TestARowThatCannotBeReadIsDamage(t *testing.T) {
	t.Parallel()
	db, _ := outboxOpen(t)
	bad := row("a")
	bad.Wanted = ledger.Fields{"name": json.RawMessage(`{`)}
	err := db.Write(t.Context(), func(tx *store.Tx) error { _, err := tx.Outbox().Put(bad); return err })
	if training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
}

// TestWhatWasDoneIsKnownAgain: of a connection that ended and is made anew
// what was done counts, and nothing is sent that was to be.
func TestWhatWasDoneIsKnownAgain(t *testing.T) {
	t.Parallel()
	db, put := outboxOpen(t)
	done := row("a")
	done.State, done.There = ledger.Done, "55"
	done = put(done)
	put(row("b"))
	bobs := done
	bobs.Athlete = "bob"
	put(bobs)
	here := func() string {
		t.Helper()
		id, _, err := db.Outbox().Here(t.Context(), "ann", "tri", "event", "55")
		if err != nil {
			t.Error(err)
		}
		return id
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.Outbox().Part("ann", "tri", "tri i1") })
	if here() != "" {
		t.Error("it is known without a connection")
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.Outbox().Rejoin("ann", "tri", "tri i2") })
	if here() != "" {
		t.Error("it is known to another account")
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		if err := tx.Outbox().Rejoin("ann", "tri", "tri i1"); err != nil {
			return err
		}
		all, err := tx.Outbox().Done("ann", "tri")
		if d := cmp.Diff([]ledger.OutboxRow{done}, all); d != "" || err != nil {
			t.Errorf("%s %v", d, err)
		}
		return nil
	})
	if open, err := db.Outbox().Open(t.Context(), "ann", "tri"); here() != "a" || len(open) != 0 || err != nil {
		t.Errorf("%q %v %v", here(), open, err)
	}
}

// TestTies checks that ties list the things of services, each once, and are
// taken over by another store where it knows nothing.
func TestTies(t *testing.T) {
	t.Parallel()
	db, put := outboxOpen(t)
	for _, x := range []struct {
		here, there string
		action      ledger.Action
		state       ledger.OutboxState
	}{
		{"a", "1", ledger.Create, ledger.Done},
		{"a", "1", ledger.Update, ledger.Done},
		{"b", "2", ledger.Create, ledger.Done},
		{"b", "2", ledger.OutboxDelete, ledger.Done},
		{"c", "", ledger.Create, ledger.OutboxFailed},
		{"d", "4", ledger.Create, ledger.Done},
		{"d", "4", ledger.OutboxDelete, ledger.Done},
		{"d", "5", ledger.Create, ledger.Done},
	} {
		r := row(x.here)
		r.There, r.Action, r.State = x.there, x.action, x.state
		put(r)
	}
	ties := func(s training.Scope) []ledger.Tie {
		t.Helper()
		all, err := db.Ties(t.Context(), s)
		if err != nil {
			t.Error(err)
		}
		return all
	}
	want := []ledger.Tie{{Source: "tri", Kind: "event", Here: "a", There: "1"}, {Source: "tri", Kind: "event", Here: "d", There: "5"}}
	if d := cmp.Diff(want, ties(storetest.Export("ann"))); d != "" {
		t.Error(d)
	}
	bob := training.Scope{Athlete: "bob", Audience: training.AudienceExport}
	for range 2 {
		storetest.Write(t, db, func(tx *store.Tx) error {
			for _, x := range append(want, ledger.Tie{Source: "tri", Kind: "event", Here: "a", There: "9"}) {
				if err := tx.Outbox().Tie("bob", x); err != nil {
					return err
				}
			}
			return nil
		})
		if d := cmp.Diff(want, ties(bob)); d != "" {
			t.Error(d)
		}
	}
	if _, err := db.Ties(t.Context(), training.Scope{}); err == nil {
		t.Error("nobody's are read")
	}
}

// TestWindowsOfBeforeTheyHadNamesGoOn: what was used is still used, and a limit still blocks.
func TestWindowsOfBeforeTheyHadNamesGoOn(t *testing.T) {
	t.Parallel()
	const unnamed = 9 // steps
	path := filepath.Join(t.TempDir(), "old.db")
	at := func(steps int) *sqlitedb.DB {
		db, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{Steps: sqlitedb.Steps()[:steps], Now: time.Now(), BackupDir: t.TempDir()})
		ok(t, err)
		return db
	}
	old, soon := at(unnamed), now.Add(time.Minute)
	ok(t, old.Write(t.Context(), func(tx *sqlitedb.Tx) error {
		if _, err := tx.Exec("INSERT INTO athletes (athlete, body) VALUES ('ann', '{}')"); err != nil {
			return err
		}
		_, err := tx.Exec(`INSERT INTO quotas (athlete, source, window_ms, allowed, used, ends_ms)
			VALUES ('ann', 'tri', 0, 0, 0, ?1), ('ann', 'tri', 60000, 10, 4, ?1)`, sqlitedb.Millis(soon))
		return err
	}))
	ok(t, old.Close())
	db := at(len(sqlitedb.Steps()))
	defer db.Close()
	got, err := ledger.NewConnection(db, t.TempDir()).Quotas(t.Context(), ann, "")
	ok(t, err)
	want := []ledger.Quota{{Name: "rate limited", Ends: soon}, {Window: time.Minute, Allowed: 10, Used: 4, Ends: soon}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
