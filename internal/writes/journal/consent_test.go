package journal_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// deletion is a destructive write.
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
func (d desk) ask(w journal.Write, apply func(tx *store.Tx) (journal.Effect, error)) journal.Preview {
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
	d := newDesk(t)
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
	d := newDesk(t)
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
			d := newDesk(t)
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
		d := newDesk(t)
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
	d := newDesk(t)
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
