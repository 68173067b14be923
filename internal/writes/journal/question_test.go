package journal_test

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// asked is the question about an effect.
func (d desk) asked(e journal.Effect) journal.Preview {
	d.t.Helper()
	w := journal.Write{
		Athlete: "me", Audience: training.AudienceExport, Face: "mcp", Tool: "tidy", Summary: "Tidy up.",
		Destructive: true, Now: noon,
	}
	return d.ask(w, func(*store.Tx) (journal.Effect, error) { return e, nil })
}

func TestAQuestionNamesTheWorstFirst(t *testing.T) {
	t.Parallel()
	d, y := withTray(t)
	y.others, y.of = "everybody", store.ChangeNote
	p := d.asked(journal.Effect{
		Changes: []journal.Change{
			{Of: store.ChangeGear, Target: "bike", Field: "name", Before: "Old", After: "New"},
			{Of: store.ChangeNote, Target: "ride", Field: "message", After: "Hello"},
			{
				Of: store.ChangeActivity, Gravity: journal.Recorded, Target: "r1", Field: "activity",
				Before: i18n.Sentencef("%s of %s", i18n.Word("cycling"), "2026-05-01"), After: "deleted",
			},
			{Of: "event", Gravity: journal.Race, Target: "e1", Field: "event", Before: "2026-06-01 race a Marathon", After: "deleted"},
			{
				Of: store.ChangeActivity, Gravity: journal.Recorded, Target: "r2", Field: "activity",
				Before: "running of 2026-05-02", After: "deleted",
			},
		},
		Changed: []journal.Changed{journal.Op{Kind: "tell"}},
	})
	want := `Tidy up.
Races:
- e1, event: 2026-06-01 race a Marathon → deleted
Recorded data:
- r1, activity: cycling of 2026-05-01 → deleted
- r2, activity: running of 2026-05-02 → deleted
Others can then see:
- ride, message: nothing → Hello
- seen at Tri: everybody
- goes to Tri: update 1
- cannot be undone: an id
Besides:
- bike, name: Old → New`
	if got := p.Question(nil); got != want {
		t.Errorf("asked\n%s\nwant\n%s", got, want)
	}
	stored, err := d.j.Pending(t.Context(), scope, p.Token)
	if err != nil || stored.Question(nil) != want {
		t.Errorf("at a terminal: %v\n%s", err, stored.Question(nil))
	}
	said := map[string]string{"%s of %s": "%s vom %s", "cycling": "Radfahrt", "deleted": "entfernt"}
	var german journal.Say
	german = func(format string, args ...any) string {
		for i, arg := range args {
			switch arg := arg.(type) {
			case i18n.Sentence:
				args[i] = arg.In(german)
			case error:
				args[i] = cmp.Or(said[arg.Error()], arg.Error())
			}
		}
		return fmt.Sprintf(strings.ReplaceAll(cmp.Or(said[format], format), "%w", "%v"), args...)
	}
	if got := stored.Question(german); !strings.Contains(got, "r1, activity: Radfahrt vom 2026-05-01 → entfernt") {
		t.Errorf("in another language:\n%s", got)
	}
}

// TestAQuestionLeavesNothingOut, and no graver change stands behind a lighter one.
func TestAQuestionLeavesNothingOut(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	rapid.Check(t, func(t *rapid.T) {
		var e journal.Effect
		for i := range rapid.IntRange(0, 60).Draw(t, "changes") {
			e.Changes = append(e.Changes, journal.Change{
				Of: store.ChangeActivity, Gravity: journal.Gravity(rapid.IntRange(0, 3).Draw(t, "gravity")),
				Target: fmt.Sprintf("t%d.", i), Field: "f",
				Before: i18n.Sentence(fmt.Sprintf("b%d.", i)), After: i18n.Sentence(fmt.Sprintf("a%d.", i)),
			})
		}
		p := d.asked(e)
		text, last := p.Question(nil), journal.Race
		for _, c := range p.Changes {
			line := fmt.Sprintf("\n- %s, f: %s → %s", c.Target, c.Before, c.After)
			before, rest, found := strings.Cut(text, line)
			if !found || c.Gravity > last {
				t.Fatalf("%+v is missing or too late in\n%s%s", c, before, rest)
			}
			text, last = rest, c.Gravity
		}
		if len(p.Changes) != len(e.Changes) {
			t.Fatalf("%d of %d changes are asked about", len(p.Changes), len(e.Changes))
		}
	})
}

func TestTooManyForOneQuestion(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	many := func(n, runes int) journal.Effect {
		var e journal.Effect
		for range n {
			e.Changes = append(e.Changes, journal.Change{
				Of: "event", Target: "e", Field: "event", Before: i18n.Sentence(strings.Repeat("x", runes)),
			})
		}
		return e
	}
	if p := d.asked(many(400, 10)); strings.Count(p.Question(nil), "\n- ") != 400 {
		t.Error("400 changes are not all shown")
	}
	for _, e := range []journal.Effect{many(401, 1), many(100, 500)} {
		w := journal.Write{Athlete: "me", Face: "mcp", Tool: "tidy", Summary: "Tidy up.", Destructive: true, Now: noon.AddDate(0, 0, 1)}
		_, err := d.j.Do(t.Context(), w, func(*store.Tx) (journal.Effect, error) { return e, nil })
		f, ok := errors.AsType[*training.Error](err)
		if !ok || f.Kind != training.KindTooLarge || !strings.Contains(f.What, "too many for one question") || f.Fix == "" {
			t.Errorf("%d changes: %v", len(e.Changes), err)
		}
	}
	if open, err := d.db.Approvals(t.Context(), scope); err != nil || len(open) != 1 {
		t.Errorf("%d questions are stored, %v", len(open), err)
	}
}

// TestWhatOthersSeeIsAsked, whatever face it comes from and whatever the tool
// thinks of it; agreed to, it is done once.
func TestWhatOthersSeeIsAsked(t *testing.T) {
	t.Parallel()
	for _, face := range []string{"mcp", "cli", "dashboard"} {
		d, y := withTray(t)
		y.others, y.of = "everybody", store.ChangeActivity
		w := journal.Write{Athlete: "me", Face: face, Tool: "update_activity", Summary: "Rename", Now: noon}
		rename := func(tx *store.Tx) (journal.Effect, error) {
			former, err := tx.SetOverride("me", "ride", "name", []byte(`"Seen"`))
			return journal.Effect{
				Changes: []journal.Change{{Of: store.ChangeActivity, Target: "ride", Field: "name", Before: "Morning ride", After: "Seen"}},
				Changed: []journal.Changed{journal.SetOverride("ride", "name", former)},
			}, err
		}
		p := d.ask(w, rename)
		if d.name() != "Morning ride" || len(y.flushed) > 0 ||
			!strings.Contains(p.Question(nil), "Others can then see:\n- ride, name: Morning ride → Seen") {
			t.Errorf("%s: unasked it is %q; asked: %s", face, d.name(), p.Question(nil))
		}
		if _, err := d.j.Grant(t.Context(), scope, p.Token, noon); err != nil {
			t.Fatal(err)
		}
		if _, err := d.j.Do(t.Context(), w, rename); err != nil || d.name() != "Seen" || len(y.flushed) != 1 {
			t.Errorf("%s: agreed to, it is %q, %v", face, d.name(), err)
		}
		d.ask(w, rename) // the agreement is used up
		w.DryRun = true
		if out, err := d.j.Do(t.Context(), w, rename); err != nil || !out.DryRun {
			t.Errorf("%s: a dry run asks: %v", face, err)
		}
	}
}

// TestWhatIsWithheldIsNotTold in an answer, a question or an undo; the person
// who is asked at a terminal reads all of it.
func TestWhatIsWithheldIsNotTold(t *testing.T) {
	t.Parallel()
	d, y := withTray(t)
	y.of, y.differ = store.ChangeActivity, []ledger.Difference{
		{Field: "description", Held: "secret", Meant: "mine"},
		{Field: "name", Held: "Ride"},
	}
	w := journal.Write{Athlete: "me", Face: "mcp", Tool: "update_activity", Summary: "Describe", Now: noon}
	describe := func(tx *store.Tx) (journal.Effect, error) {
		former, err := tx.SetOverride("me", "ride", "description", []byte(`"mine"`))
		return journal.Effect{
			Changes: []journal.Change{{Of: store.ChangeActivity, Target: "ride", Field: "description", Before: "secret", After: "mine"}},
			Changed: []journal.Changed{journal.SetOverride("ride", "description", former)},
		}, err
	}
	dry := w
	dry.DryRun = true
	for _, x := range []journal.Write{dry, w} {
		out, err := d.j.Do(t.Context(), x, describe)
		if err != nil || strings.Contains(fmt.Sprint(out), "secret") || out.Changes[0].After != "mine" {
			t.Errorf("dry %v: %+v, %v", x.DryRun, out, err)
		}
		x.Audience = training.AudiencePage
		if out, err = d.j.Do(t.Context(), x, describe); err != nil || out.Changes[0].Before != "secret" {
			t.Errorf("the athlete is told %+v, %v", out, err)
		}
	}
	w.Destructive = true
	p := d.ask(w, describe)
	whole, err := d.j.Pending(t.Context(), scope, p.Token)
	if err != nil || strings.Contains(p.Question(nil), "secret") || !strings.Contains(whole.Question(nil), "secret → mine") {
		t.Errorf("asked %s\nat a terminal %s, %v", p.Question(nil), whole.Question(nil), err)
	}
	back, err := d.j.Undo(t.Context(), training.Scope{Athlete: "me"}, "", noon)
	if err != nil || strings.Contains(fmt.Sprint(back), "secret") {
		t.Errorf("undone for a model: %+v, %v", back, err)
	}
}

// TestAChangeSaysWhatItIsOf: else nobody could say who may be told.
func TestAChangeSaysWhatItIsOf(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	_, err := d.j.Do(t.Context(), journal.Write{Athlete: "me", Now: noon}, func(*store.Tx) (journal.Effect, error) {
		return journal.Effect{Changes: []journal.Change{{Target: "ride", Field: "weight_kg", Before: "70"}}}, nil
	})
	if training.KindOf(err) != training.KindInternal {
		t.Errorf("%v", err)
	}
}
