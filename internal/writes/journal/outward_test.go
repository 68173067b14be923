package journal_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/i18n"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

func differs(field, meant, held string) []ledger.Difference {
	return []ledger.Difference{{Field: field, Meant: meant, Held: held}}
}

// tray takes what goes out, and gives back what it was told.
type tray struct {
	said    []string
	flushed []string
	fails   bool
	left    []int // how many things wait after each time
	others  string
	of      store.ChangeKind
	differ  []ledger.Difference
	apart   []journal.AtService
}

func (y *tray) Enqueue(_ context.Context, _ *store.Tx, e journal.Entry, did journal.Changed) ([]journal.AtService, error) {
	if y.fails {
		return nil, training.Errorf(training.KindUnavailable, "No room.")
	}
	y.said = append(y.said, fmt.Sprintf("%T %s", did, e.ID))
	return []journal.AtService{y.at(journal.AtServiceWould)}, nil
}

func (y *tray) Apart(training.AthleteID, []journal.AtService) []journal.AtService { return y.apart }

func (y *tray) at(state string) journal.AtService {
	return journal.AtService{
		Service: "Tri", Action: "update", State: state, Final: "an id", Others: i18n.Sentence(y.others), Differences: y.differ,
	}.About(y.of)
}

func (y *tray) Revert(_ context.Context, _ *store.Tx, e journal.Entry, undone string) ([]journal.AtService, error) {
	y.said = append(y.said, "revert "+undone+" by "+e.ID)
	return []journal.AtService{{Service: "Tri"}}, nil
}

func (y *tray) Flush(_ context.Context, _ training.AthleteID, entry string) []journal.AtService {
	y.flushed = append(y.flushed, entry)
	if len(y.left) > 0 {
		waits := make([]journal.AtService, y.left[0])
		for i := range waits {
			waits[i] = journal.AtService{Service: "Tri", Action: "update", State: journal.AtServiceWaiting}
		}
		y.left = y.left[1:]
		return waits
	}
	return []journal.AtService{y.at(journal.AtServiceDone)}
}

func withTray(t *testing.T) (fixture, *tray) {
	t.Helper()
	d, y := newFixture(t), &tray{}
	d.j = d.j.WithOutbox(y)
	return d, y
}

func TestWhatAWriteChangesGoesOutWithIt(t *testing.T) {
	t.Parallel()
	d, y := withTray(t)
	rename := func(tx *store.Tx) (journal.Effect, error) {
		former, err := tx.SetOverride("me", "ride", "name", []byte(`"New"`))
		return journal.Effect{Changed: []journal.Changed{
			journal.SetOverride("ride", "name", former), journal.SettingsApplied{Document: "tri:1"},
		}}, err
	}
	w := journal.Write{Athlete: "me", Face: "mcp", Tool: "update_activity", Summary: "Rename", Now: noon}
	dry := w
	dry.DryRun = true
	out, err := d.j.Do(t.Context(), dry, rename)
	if err != nil || len(out.AtService) != 2 || out.AtService[0].State != journal.AtServiceWould || len(y.flushed) > 0 {
		t.Fatalf("dry run: %+v %v", out, err)
	}
	y.said = nil
	out, err = d.j.Do(t.Context(), w, rename)
	if err != nil || len(out.AtService) != 1 || out.AtService[0].State != journal.AtServiceDone {
		t.Fatalf("%+v %v", out, err)
	}
	back := d.undo(out.JournalID)
	want := fmt.Sprint([]string{
		"journal.Op " + out.JournalID, "journal.SettingsApplied " + out.JournalID,
		"revert " + out.JournalID + " by " + back.JournalID,
	})
	if got := fmt.Sprint(y.said); got != want {
		t.Errorf("said %s, want %s", got, want)
	}
	if len(back.AtService) != 1 || fmt.Sprint(y.flushed) != fmt.Sprint([]string{out.JournalID, back.JournalID}) {
		t.Errorf("%+v, flushed %v", back, y.flushed)
	}
	e, err := d.db.JournalEntry(t.Context(), scope, out.JournalID)
	if err != nil || fmt.Sprint(e.Irreversible) != "[an id]" {
		t.Errorf("%+v %v", e, err)
	}
}

// TestACommandWaitsWhileTheServiceGoesOn: whoever calls a server is answered,
// since that goes on by itself.
func TestACommandWaitsWhileTheServiceGoesOn(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		face string
		left []int
		want int // times
	}{
		"a command":        {"cli", []int{2, 1, 0}, 3},
		"a standstill":     {"cli", []int{2, 2, 1, 0}, 2},
		"nothing sent":     {"cli", []int{3, 0}, 1},
		"of an assistant":  {"mcp", []int{0}, 1},
		"more at the face": {"dashboard", []int{3}, 1},
	} {
		d, y := withTray(t)
		y.left = x.left
		_, err := d.j.Do(t.Context(), journal.Write{Athlete: "me", Face: x.face, Now: noon}, func(*store.Tx) (journal.Effect, error) {
			return journal.Effect{Changed: []journal.Changed{journal.Op{Kind: "a"}, journal.Op{Kind: "b"}, journal.Op{Kind: "c"}}}, nil
		})
		if err != nil || len(y.flushed) != x.want {
			t.Errorf("%s: %d times, %v", name, len(y.flushed), err)
		}
	}
}

func TestWhatImportsAndReadingsBringGoesNowhere(t *testing.T) {
	t.Parallel()
	d, y := withTray(t)
	for _, face := range []string{"import", "sync"} {
		out, err := d.j.Do(t.Context(), journal.Write{Athlete: "me", Face: face, Now: noon}, func(*store.Tx) (journal.Effect, error) {
			return journal.Effect{Changed: []journal.Changed{journal.Op{Kind: journal.OpRestoreActivity, ID: "ride"}}}, nil
		})
		if err != nil || len(out.AtService) > 0 || len(y.said) > 0 {
			t.Errorf("%s: %+v %v", face, y, err)
		}
	}
}

func TestAWriteThatCannotBeQueuedIsNoWrite(t *testing.T) {
	t.Parallel()
	d, y := withTray(t)
	y.fails = true
	_, err := d.j.Do(t.Context(), journal.Write{Athlete: "me", Face: "mcp", Now: noon}, func(tx *store.Tx) (journal.Effect, error) {
		former, err := tx.SetOverride("me", "ride", "name", []byte(`"New"`))
		return journal.Effect{Changed: []journal.Changed{journal.SetOverride("ride", "name", former)}}, err
	})
	if training.KindOf(err) != training.KindUnavailable || d.name() != "Morning ride" {
		t.Errorf("%v, it is %q", err, d.name())
	}
}

// TestAPersonIsShownWhatGoesOut, and nothing is queued before they agreed.
func TestAPersonIsShownWhatGoesOut(t *testing.T) {
	t.Parallel()
	d, y := withTray(t)
	p := d.ask(deletion())
	if len(p.AtService) != 1 || len(p.Irreversible) != 2 || len(y.flushed) > 0 {
		t.Errorf("%+v, flushed %v", p, y.flushed)
	}
	if got := strings.Join(phrasetest.Texts(journal.Going(p.AtService)), "; "); got != "goes to Tri: update 1" {
		t.Error(got)
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for want, at := range map[string]journal.AtService{
		"Sent to Tri (tri:5).":                            {State: journal.AtServiceDone, ID: "tri:5"},
		"Waits for Tri. It is down. Next try: soon.":      {State: journal.AtServiceWaiting, Note: "It is down.", RetryAt: "soon"},
		"Not accepted by Tri. No sport.":                  {State: journal.AtServiceFailed, Note: "No sport."},
		"Nothing to send to Tri.":                         {State: journal.AtServiceCancelled},
		"Will be sent to Tri: delete: 4 more.":            {State: journal.AtServiceWould, Action: "delete", Things: 4},
		`Sent to Tri. It contains load "70", not "70.4".`: {State: journal.AtServiceDone, Differences: differs("load", "70.4", "70")},
	} {
		at.Service = "Tri"
		if got := at.Sentence(); got.String() != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// asked returns the question about an effect.
func (d fixture) asked(e journal.Effect) journal.Preview {
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
			{Of: "gear", Target: "bike", Field: "name", Before: "Old", After: "New"},
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
Also:
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
	d := newFixture(t)
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
	d := newFixture(t)
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
	d := newFixture(t)
	_, err := d.j.Do(t.Context(), journal.Write{Athlete: "me", Now: noon}, func(*store.Tx) (journal.Effect, error) {
		return journal.Effect{Changes: []journal.Change{{Target: "ride", Field: "weight_kg", Before: "70"}}}, nil
	})
	if training.KindOf(err) != training.KindInternal {
		t.Errorf("%v", err)
	}
}
