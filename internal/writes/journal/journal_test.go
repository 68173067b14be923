package journal_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

var (
	noon  = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	scope = training.Scope{Athlete: "me", Audience: training.AudienceExport}
)

// fixture is a store with one activity, and a journal on it.
type fixture struct {
	t  *testing.T
	db *store.DB
	j  *journal.Journal
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	n := 0
	d := fixture{t, db, journal.New(db, func() string { n++; return fmt.Sprintf("id%03d", n) })}
	d.write(func(tx *store.Tx) error {
		if err := tx.PutAthlete(training.Athlete{ID: "me", TimeZone: "Europe/Zurich"}); err != nil {
			return err
		}
		return tx.PutActivity("me", training.Activity{
			ID: "ride", Sport: training.Cycling, Start: noon,
			LocalDay: training.DayOf(noon), Name: "Morning ride",
		})
	})
	return d
}

func (d fixture) write(f func(tx *store.Tx) error) {
	d.t.Helper()
	if err := d.db.Write(d.t.Context(), f); err != nil {
		d.t.Fatal(err)
	}
}

func (d fixture) name() string {
	d.t.Helper()
	a, err := d.db.Activity(d.t.Context(), scope, "ride")
	if err != nil {
		d.t.Fatal(err)
	}
	return a.Name
}

// rename returns a write like a tool makes.
func rename(to string) (journal.Write, func(tx *store.Tx) (journal.Effect, error)) {
	w := journal.Write{
		Athlete: "me", Face: "cli", Tool: "update_activity", Summary: i18n.Sentence("Rename to " + to),
		Args: json.RawMessage(`{"name":"` + to + `"}`), Targets: map[string]string{"ride": "1"}, Now: noon,
	}
	return w, func(tx *store.Tx) (journal.Effect, error) {
		value, err := json.Marshal(to)
		if err != nil {
			return journal.Effect{}, err
		}
		former, err := tx.SetOverride("me", "ride", "name", value)
		return journal.Effect{
			Changes: []journal.Change{{
				Of: store.ChangeActivity, Target: "ride", Field: "name", Before: i18n.Name(string(former)), After: i18n.Name(to),
			}},
			Changed: []journal.Changed{journal.SetOverride("ride", "name", former)},
		}, err
	}
}

func (d fixture) rename(to string) string {
	d.t.Helper()
	w, apply := rename(to)
	out, err := d.j.Do(d.t.Context(), w, apply)
	if err != nil {
		d.t.Fatal(err)
	}
	return out.JournalID
}

func (d fixture) undo(id string) journal.Outcome {
	d.t.Helper()
	out, err := d.j.Undo(d.t.Context(), scope, id, noon)
	if err != nil {
		d.t.Fatal(err)
	}
	return out
}

func TestAWriteIsUndoneAndTheUndoToo(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	id := d.rename("Hill repeats")
	if d.name() != "Hill repeats" {
		t.Fatalf("name = %q", d.name())
	}
	back := d.undo(id)
	if d.name() != "Morning ride" {
		t.Errorf("after undo the name is %q", d.name())
	}
	if back.Changes[0].Before.String() != "Hill repeats" {
		t.Errorf("the undo tells %+v", back.Changes[0])
	}
	d.undo(back.JournalID)
	if d.name() != "Hill repeats" {
		t.Errorf("after undoing the undo the name is %q", d.name())
	}
	if _, err := d.j.Undo(t.Context(), scope, id, noon); training.KindOf(err) != training.KindConflict {
		t.Errorf("undone twice: %v", err)
	}
}

func TestTheLatestStandingWriteIsUndoneByDefault(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.rename("One")
	d.rename("Two")
	d.undo("")
	if d.name() != "One" {
		t.Fatalf("name = %q, want One", d.name())
	}
	d.undo("")
	if d.name() != "Morning ride" {
		t.Fatalf("name = %q, want the first", d.name())
	}
	if _, err := d.j.Undo(t.Context(), scope, "", noon); training.KindOf(err) != training.KindNotFound {
		t.Errorf("nothing is left, and undo says %v", err)
	}
}

func TestAnOvertakenWriteIsNotUndone(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.rename("One")
	d.rename("Two")
	if _, err := d.j.Undo(t.Context(), scope, first, noon); training.KindOf(err) != training.KindConflict {
		t.Errorf("undo of an overtaken write: %v", err)
	}
	if d.name() != "Two" {
		t.Errorf("name = %q", d.name())
	}
}

// TestAWriteThatWasMadeAgainOvertakes what was written before it.
func TestAWriteThatWasMadeAgainOvertakes(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.rename("One")
	again := d.undo(d.undo(d.rename("Two")).JournalID)
	if _, err := d.j.Undo(t.Context(), scope, first, noon); training.KindOf(err) != training.KindConflict || d.name() != "Two" {
		t.Errorf("undo of an overtaken write: %v, %q", err, d.name())
	}
	d.undo(again.JournalID)
	if d.undo(first); d.name() != "Morning ride" {
		t.Errorf("name = %q", d.name())
	}
}

func TestADryRunChangesNothing(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	w, apply := rename("Dry")
	w.DryRun = true
	out, err := d.j.Do(t.Context(), w, apply)
	if err != nil || !out.DryRun || len(out.Changes) != 1 || out.JournalID != "" {
		t.Fatalf("dry run = %+v, %v", out, err)
	}
	if d.name() != "Morning ride" {
		t.Errorf("a dry run renamed to %q", d.name())
	}
	entries, err := d.db.Journal(t.Context(), scope, 10)
	if err != nil || len(entries) != 0 {
		t.Errorf("a dry run is in the journal: %v, %v", entries, err)
	}
}

func TestAFailedWriteLeavesNoTrace(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	w, apply := rename("Half")
	broken := errors.New("broken")
	_, err := d.j.Do(t.Context(), w, func(tx *store.Tx) (journal.Effect, error) {
		e, err := apply(tx)
		return e, errors.Join(err, broken)
	})
	if !errors.Is(err, broken) || d.name() != "Morning ride" {
		t.Errorf("err = %v, name = %q", err, d.name())
	}
}

func TestACancelledWriteLeavesNoTrace(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w, apply := rename("Late")
	if _, err := d.j.Do(ctx, w, apply); training.KindOf(err) != training.KindCanceled {
		t.Errorf("err = %v", err)
	}
	if d.name() != "Morning ride" {
		t.Errorf("name = %q", d.name())
	}
}

// TestTheLastStepIsUndoneFirst: of two steps on one thing the first knows what
// there was before the write, and the undo of the undo ends where the write did;
// so it is with two steps of one change.
func TestTheLastStepIsUndoneFirst(t *testing.T) {
	t.Parallel()
	first, second := journal.FieldChanged{Field: "name"}, journal.FieldChanged{Field: "name", Before: []byte(`"One"`)}
	ride := training.Activity{ID: "ride"}
	for name, changed := range map[string][]journal.Changed{
		"two changes": {journal.SetOverride("ride", "name", nil), journal.SetOverride("ride", "name", second.Before)},
		"one change":  {journal.ActivityChanged{Before: ride, Fields: []journal.FieldChanged{first, second}}},
	} {
		d := newFixture(t)
		id := d.do(changed, func(tx *store.Tx) error {
			_, err := tx.SetOverride("me", "ride", "name", []byte(`"Two"`))
			return err
		})
		back := d.undo(id)
		if d.name() != "Morning ride" {
			t.Errorf("%s: after undo the name is %q", name, d.name())
		}
		d.undo(back.JournalID)
		if d.name() != "Two" {
			t.Errorf("%s: after undoing the undo the name is %q", name, d.name())
		}
	}
}

// deletion returns a destructive write.
func deletion() (journal.Write, func(tx *store.Tx) (journal.Effect, error)) {
	w := journal.Write{
		Athlete: "me", Face: "mcp", Tool: "delete_activity", Summary: "Delete Morning ride", Destructive: true,
		Args: json.RawMessage(`{"id":"ride"}`), Targets: map[string]string{"ride": "1"}, Now: noon,
	}
	return w, func(tx *store.Tx) (journal.Effect, error) {
		return journal.Effect{
			Changes:      []journal.Change{{Of: store.ChangeActivity, Target: "ride", Field: "activity", Before: "Morning ride"}},
			Changed:      []journal.Changed{journal.ActivityDeleted{ID: "ride"}},
			Irreversible: []i18n.Sentence{"a message that was sent"},
		}, tx.DeleteActivity("me", "ride")
	}
}

// ask makes a destructive write without consent and returns the question.
func (d fixture) ask(w journal.Write, apply func(tx *store.Tx) (journal.Effect, error)) journal.Preview {
	d.t.Helper()
	_, err := d.j.Do(d.t.Context(), w, apply)
	needs, ok := errors.AsType[*journal.NeedsConsent](err)
	if !ok {
		d.t.Fatalf("a destructive write without consent gave %v", err)
	}
	d.name() // it is still there
	return needs.Preview
}

func TestADestructiveWriteAsksAndThenDoesExactlyThat(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	w, apply := deletion()
	p := d.ask(w, apply)
	if len(p.Changes) != 1 || len(p.Irreversible) != 1 || !p.ExpiresAt.Equal(noon.Add(15*time.Minute)) {
		t.Errorf("preview = %+v", p)
	}
	w.Approval = p.Token
	if _, err := d.j.Do(t.Context(), w, apply); training.KindOf(err) != training.KindNeedsConsent {
		t.Errorf("the token alone was enough: %v", err)
	}
	shown, err := d.j.Grant(t.Context(), scope, p.Token, noon)
	if err != nil || shown.Summary != w.Summary {
		t.Fatalf("grant = %+v, %v", shown, err)
	}
	out, err := d.j.Do(t.Context(), w, apply)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.db.Activity(t.Context(), scope, "ride"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("it is still there: %v", err)
	}
	if _, err := d.j.Do(t.Context(), w, apply); training.KindOf(err) != training.KindConflict {
		t.Errorf("an approval served twice: %v", err)
	}
	d.undo(out.JournalID)
	if d.name() != "Morning ride" {
		t.Error("undo did not bring it back")
	}
}

func TestConsentGivenElsewhereServesTheSameCall(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	w, apply := deletion()
	p := d.ask(w, apply)
	if _, err := d.j.Grant(t.Context(), scope, p.Token, noon); err != nil {
		t.Fatal(err)
	}
	if _, err := d.j.Do(t.Context(), w, apply); err != nil {
		t.Errorf("the same call again: %v", err)
	}
}

func TestAnApprovalIsBoundToWhatWasShown(t *testing.T) {
	t.Parallel()
	cases := map[string]func(*journal.Write){
		"other arguments": func(w *journal.Write) { w.Args = json.RawMessage(`{"id":"other"}`) },
		"changed target":  func(w *journal.Write) { w.Targets = map[string]string{"ride": "2"} },
		"other tool":      func(w *journal.Write) { w.Tool = "delete_events" },
		"too late":        func(w *journal.Write) { w.Now = noon.Add(15 * time.Minute) },
	}
	for name, change := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newFixture(t)
			w, apply := deletion()
			p := d.ask(w, apply)
			if _, err := d.j.Grant(t.Context(), scope, p.Token, noon); err != nil {
				t.Fatal(err)
			}
			w.Approval = p.Token
			change(&w)
			if _, err := d.j.Do(t.Context(), w, apply); training.KindOf(err) != training.KindConflict {
				t.Errorf("err = %v, want a conflict", err)
			}
			d.name()
		})
	}
}

// TestAGrantedApprovalDoesNotOutliveAClock: one of a clock that was ahead would
// count until then.
func TestAGrantedApprovalDoesNotOutliveAClock(t *testing.T) {
	t.Parallel()
	for back, want := range map[time.Duration]bool{-30 * time.Second: true, -365 * 24 * time.Hour: false} {
		d := newFixture(t)
		w, apply := deletion()
		p := d.ask(w, apply)
		if _, err := d.j.Grant(t.Context(), scope, p.Token, noon); err != nil {
			t.Fatal(err)
		}
		w.Approval, w.Now = p.Token, noon.Add(back)
		if _, err := d.j.Do(t.Context(), w, apply); (err == nil) != want {
			t.Errorf("a clock put back by %s: %v", back, err)
		}
		err := d.db.Write(t.Context(), func(tx *store.Tx) error { return tx.UseApproval(w.Athlete, p.Token, w.Now) })
		if !want && training.KindOf(err) != training.KindNeedsConsent {
			t.Errorf("the store spends it: %v", err)
		}
	}
}

func TestAnApprovalIsNotGrantedLateNorByAnotherAthlete(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	p := d.ask(deletion())
	if _, err := d.j.Grant(t.Context(), scope, p.Token, noon.Add(time.Hour)); training.KindOf(err) != training.KindConflict {
		t.Errorf("granted an hour later: %v", err)
	}
	if _, err := d.j.Grant(t.Context(), scope, p.Token, noon.AddDate(-1, 0, 0)); training.KindOf(err) != training.KindConflict {
		t.Errorf("granted by a clock that was put back a year, until then: %v", err)
	}
	other := training.Scope{Athlete: "other", Audience: training.AudienceExport}
	if _, err := d.j.Grant(t.Context(), other, p.Token, noon); training.KindOf(err) != training.KindNotFound {
		t.Errorf("granted by another athlete: %v", err)
	}
	if _, err := d.j.Pending(t.Context(), scope, "no-such-code"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("an unknown code: %v", err)
	}
}
