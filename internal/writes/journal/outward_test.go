package journal_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

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

func withTray(t *testing.T) (desk, *tray) {
	t.Helper()
	d, y := newDesk(t), &tray{}
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
		"Sent to Tri (tri:5).":                         {State: journal.AtServiceDone, ID: "tri:5"},
		"Waits for Tri. It is down. Next try: soon.":   {State: journal.AtServiceWaiting, Note: "It is down.", RetryAt: "soon"},
		"Not taken by Tri. No sport.":                  {State: journal.AtServiceFailed, Note: "No sport."},
		"Nothing to send to Tri.":                      {State: journal.AtServiceCancelled},
		"Goes to Tri: delete: 4 more.":                 {State: journal.AtServiceWould, Action: "delete", Things: 4},
		`Sent to Tri. It holds load "70", not "70.4".`: {State: journal.AtServiceDone, Differences: differs("load", "70.4", "70")},
	} {
		at.Service = "Tri"
		if got := at.Sentence(); got.String() != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
