package account_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/account"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// services are two that can be connected; one of them is.
type services struct {
	*home
	on   servicevalues.ConnectedView
	asks servicevalues.Asked
	full bool
	sync func(ctx context.Context, progress func(connection.Result, training.Day)) (connection.Result, error)
}

func newServices(t *testing.T) *services {
	t.Helper()
	s := &services{home: open(t), on: servicevalues.ConnectedView{
		Name: "Tri", Connected: true, AccountID: "t1", KeyIn: "keyring",
		Report: connection.Report{
			Source: "tri", State: "up_to_date", Activities: map[string]int{"stored": 7},
			NextTry: "2026-05-01T13:00:00+02:00",
		},
	}}
	s.sync = func(context.Context, func(connection.Result, training.Day)) (connection.Result, error) {
		return connection.Result{Stored: 2}, nil
	}
	s.table = tools.NewTable(account.Rows(account.Deps{
		Store: s.db, Journal: s.journal, Installation: athlete.Installation{Default: who},
		Connections: func(training.AthleteID) account.Connections { return s }, SyncTime: 20 * time.Millisecond,
	})...)
	return s
}

func (s *services) Views(context.Context, time.Time) ([]servicevalues.ConnectedView, error) {
	off := servicevalues.ConnectedView{
		Name: "Uni", HowTo: "lapkeep connect uni",
		Report: connection.Report{Source: "uni", State: servicevalues.NotConnected, Activities: map[string]int{}},
	}
	return []servicevalues.ConnectedView{s.on, off}, nil
}

func (s *services) View(ctx context.Context, name string, now time.Time) (servicevalues.ConnectedView, error) {
	all, err := s.Views(ctx, now)
	for _, v := range all {
		if v.Source == name {
			return v, err
		}
	}
	return servicevalues.ConnectedView{}, training.Errorf(training.KindNotFound, "There is no service %q.",
		name).WithFix("There are tri and uni.")
}

func (s *services) Sync(
	ctx context.Context, _ source.Name, full bool, progress func(connection.Result, training.Day),
) (connection.Result, error) {
	s.full = full
	return s.sync(ctx, progress)
}

func (s *services) Ask(_ context.Context, _ string, _ time.Time, dry bool) (servicevalues.Asked, error) {
	if dry && len(s.asks.Lacks) == 0 {
		return servicevalues.Asked{Prepare: s.asks.Prepare}, nil
	}
	return s.asks, nil
}

func (s *services) Answer(_ context.Context, _, text string, _ time.Time, dry bool) (source.Account, error) {
	if text != "http://localhost/callback?state=s&code=c" {
		return source.Account{}, training.Errorf(training.KindInvalid, "That answers another address.").WithFix("Open the one given last.")
	}
	s.on.Connected = s.on.Connected || !dry
	return source.Account{ID: "t1", Missing: []string{"all"}}, nil
}

func (s *services) Disconnect(ctx context.Context, _ string, keep bool, w journal.Write) (journal.Outcome, error) {
	w.Athlete, w.Destructive, w.Summary = who, true, "Disconnect."
	return s.journal.Do(ctx, w, func(*store.Tx) (journal.Effect, error) {
		after := "taken away"
		if keep {
			after = "kept"
		}
		return journal.Effect{Changes: []journal.Change{{Of: "connection", Target: "Tri", Field: "data", After: i18n.Name(after)}}}, nil
	})
}

type synced struct {
	DryRun  bool                         `json:"dry_run"`
	Sources []servicevalues.ConnectedRun `json:"sources"`
	Words   []string                     `json:"words"`
}

func (s *services) now(t *testing.T, args string) synced {
	t.Helper()
	var out synced
	tooltest.Decode(t, s.table, model, "sync_now", args, &out)
	return out
}

func TestStatusShowsWhatIsConnected(t *testing.T) {
	t.Parallel()
	s := newServices(t)
	s.on.Activities["withheld"], s.on.Error = 3, "It was down."
	var v athlete.StatusView
	tooltest.Decode(t, s.table, model, "get_status", `{}`, &v)
	words := strings.Join(phrasetest.Texts(v.Words), " ")
	if len(v.Sources) != 1 || v.Sources[0].AccountID != "t1" || v.Sources[0].Activities["stored"] != 7 ||
		!strings.Contains(words, "Tri withholds 3") || !strings.Contains(words, "It was down.") {
		t.Errorf("%+v %s", v.Sources, words)
	}
}

func TestConnectingIsToldAndNotDone(t *testing.T) {
	t.Parallel()
	s := newServices(t)
	var out struct {
		Sources []servicevalues.ConnectedView `json:"sources"`
		Words   []string                      `json:"words"`
	}
	tooltest.Decode(t, s.table, model, "connect_source", `{}`, &out)
	if len(out.Sources) != 2 || !strings.Contains(out.Words[0], "sync_now") || !strings.Contains(out.Words[1], "lapkeep connect uni") {
		t.Errorf("%+v", out)
	}
	tooltest.Decode(t, s.table, model, "connect_source", `{"source":"uni"}`, &out)
	if len(out.Sources) != 1 || out.Sources[0].HowTo != "lapkeep connect uni" {
		t.Errorf("%+v", out)
	}
	for _, key := range []string{"key", "api_key", "password", "token"} {
		if p := tooltest.Fails(t, s.table, model, "connect_source", `{"`+key+`":"abc"}`); p.Kind != training.KindInvalid {
			t.Errorf("%s was taken: %v", key, p)
		}
	}
	if p := tooltest.Fails(t, s.table, model, "connect_source", `{"source":"myspace"}`); p.Kind != training.KindNotFound {
		t.Error(p)
	}
}

type told struct {
	Sources []servicevalues.ConnectedView `json:"sources"`
	Ask     *servicevalues.Asked          `json:"ask"`
	Words   []string                      `json:"words"`
}

func (s *services) ask(t *testing.T, args string) (told, string) {
	t.Helper()
	var out told
	tooltest.Decode(t, s.table, model, "connect_source", args, &out)
	return out, strings.Join(out.Words, " ")
}

// TestConnectingIsAConversation where a service is connected by an app: what
// lacks, the address, and what the browser ended at.
func TestConnectingIsAConversation(t *testing.T) {
	t.Parallel()
	s := newServices(t)
	s.on.Connected = false
	s.asks = servicevalues.Asked{Lacks: []i18n.Sentence{"the secret"}, Prepare: "lapkeep connect tri --prepare"}
	for _, args := range []string{`{"source":"tri"}`, `{"source":"tri","dry_run":true}`} {
		if out, said := s.ask(t, args); out.Ask.Address != "" || !strings.Contains(said, "the secret") || !strings.Contains(said, "--prepare") {
			t.Errorf("%s: %+v %s", args, out, said)
		}
	}
	s.asks = servicevalues.Asked{Address: "http://tri.example/?a=1&b=2", Until: "2026-05-01T12:15:00+02:00", Prepare: s.asks.Prepare}
	if out, said := s.ask(t, `{"source":"tri","dry_run":true}`); out.Ask.Address != "" || !strings.Contains(said, "without dry_run") {
		t.Errorf("%+v %s", out, said)
	}
	if out, said := s.ask(t, `{"source":"tri"}`); out.Ask.Address != s.asks.Address || !strings.Contains(said, "as answer, before "+
		"2026-05-01T12:15") {
		t.Errorf("%+v %s", out, said)
	}
	if out, _ := s.ask(t, `{}`); out.Ask != nil {
		t.Errorf("nobody named a service: %+v", out.Ask)
	}
	const right = "http://localhost/callback?state=s&code=c"
	for args, want := range map[string]string{
		`{"answer":"` + right + `"}`:                                "Give source together with answer",
		`{"source":"tri","answer":"c"}`:                             "given last",
		`{"source":"tri","code":"c","answer":"` + right + `"}`:      "Give only answer",
		`{"source":"tri","access_token":"canary-1"}`:                "a person types them at a terminal",
		`{"source":"tri","tokens":{"a":"canary-1"}}`:                "a person types them at a terminal",
		`{"source":"tri","client_id":7,"client_secret":"canary-1"}`: "a person types them at a terminal",
	} {
		if p := tooltest.Fails(t, s.table, model, "connect_source", args); !strings.Contains(p.String(), want) ||
			strings.Contains(p.String(), "canary") {
			t.Errorf("%s: %v", args, p)
		}
	}
	if out, said := s.ask(t, `{"source":"tri","code":"`+right+`","dry_run":true}`); s.on.Connected || len(out.Sources) > 0 ||
		!strings.Contains(said, "which works only once") {
		t.Errorf("%+v %s", out, said)
	}
	s.on.Terms = &servicevalues.Terms{KeptDays: 7}
	if out, said := s.ask(t, `{"source":"tri","answer":"`+right+`"}`); !out.Sources[0].Connected || !strings.Contains(said, "left out: all.") ||
		!strings.Contains(said, "is connected; sync_now") || !strings.Contains(said, "lapkeep connect tri --assistants") {
		t.Errorf("%+v %s", out, said)
	}
	s.on.State = connection.Failing
	if out, _ := s.ask(t, `{"source":"tri"}`); out.Ask == nil || out.Ask.Address == "" {
		t.Errorf("failing: %+v", out)
	}
}

func TestSyncNow(t *testing.T) {
	t.Parallel()
	s := newServices(t)
	out := s.now(t, `{"full":true}`)
	if len(out.Sources) != 1 || out.Sources[0].Stored != 2 || out.Sources[0].More || !s.full || out.Words[0] != "tri: 2 activities stored." {
		t.Errorf("%+v", out)
	}
	s.sync = func(context.Context, func(connection.Result, training.Day)) (connection.Result, error) {
		return connection.Result{Stored: 1, Changes: []connection.Change{
			{Kind: "activity", Added: 1, Names: []i18n.Sentence{"added 2026-05-01 Ride"}}, {Kind: "gear_reminder", Changed: 2, Removed: 1},
		}}, nil
	}
	if out := s.now(t, `{}`); len(out.Sources[0].Changes) != 2 ||
		out.Words[0] != "tri: 1 activities stored; activity 1 added; gear reminder 2 changed, 1 removed." {
		t.Errorf("%+v", out)
	}
	s.sync = func(context.Context, func(connection.Result, training.Day)) (connection.Result, error) {
		t.Error("a dry run read something")
		return connection.Result{}, nil
	}
	if out := s.now(t, `{"dry_run":true}`); !out.DryRun || len(out.Sources) != 1 || out.Sources[0].NextTry == "" {
		t.Errorf("%+v", out)
	}
	for args, kind := range map[string]training.Kind{
		`{"source":"uni"}`:     training.KindNotFound,
		`{"source":"myspace"}`: training.KindNotFound, `{"sauce":"tri"}`: training.KindInvalid,
	} {
		if p := tooltest.Fails(t, s.table, model, "sync_now", args); p.Kind != kind || p.Fix == "" {
			t.Errorf("%s: %v", args, p)
		}
	}
}

// TestSyncNowEndsInTime: a history that takes longer goes on with the next
// call; what another process reads is waited for by nobody.
func TestSyncNowEndsInTime(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		sync    func(context.Context) (connection.Result, error)
		more    bool
		problem string
	}{
		"long": {func(ctx context.Context) (connection.Result, error) {
			<-ctx.Done()
			return connection.Result{Stored: 40, Withheld: 1, Failed: 2, Gone: 3}, ctx.Err()
		}, true, ""},
		"another": {func(context.Context) (connection.Result, error) {
			return connection.Result{}, training.Errorf(training.KindConflict, "Another process is reading.").WithFix("Wait.")
		}, true, "Another process is reading."},
		"down": {func(context.Context) (connection.Result, error) {
			return connection.Result{}, source.Fail(source.Failure{Fault: source.Unavailable, Source: "tri"}, "It does not answer.")
		}, false, "It does not answer."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServices(t)
			steps := 0
			s.sync = func(ctx context.Context, progress func(connection.Result, training.Day)) (connection.Result, error) {
				progress(connection.Result{Stored: 1}, today)
				return tt.sync(ctx)
			}
			c := *model
			c.Progress = func(done, _ int, _ i18n.Sentence) { steps += done }
			var out synced
			tooltest.Decode(t, s.table, &c, "sync_now", `{}`, &out)
			r := out.Sources[0]
			if r.More != tt.more || r.Problem.String() != tt.problem || r.NextTry == "" || steps != 1 {
				t.Errorf("%+v, %d steps", r, steps)
			}
			if name == "long" && !strings.Contains(out.Words[0],
				"40 activities stored, 3 deleted there, 1 withheld by the service, 2 failed; there is more") {
				t.Errorf("%q", out.Words)
			}
		})
	}
}

func TestNothingConnected(t *testing.T) {
	t.Parallel()
	s := newServices(t)
	s.on.Connected = false
	if out := s.now(t, `{}`); len(out.Sources) != 0 || !strings.Contains(out.Words[0], "connect_source") {
		t.Errorf("%+v", out)
	}
}

func TestDisconnectingAsksAPerson(t *testing.T) {
	t.Parallel()
	s := newServices(t)
	var out changed
	tooltest.Decode(t, s.table, model, "disconnect_source", `{"source":"tri","dry_run":true}`, &out)
	if !out.DryRun || out.Changes[0].After != "taken away" {
		t.Errorf("%+v", out)
	}
	_, err := s.table.Call(t.Context(), "disconnect_source", model, json.RawMessage(`{"source":"tri","keep_data":true}`))
	if training.KindOf(err) != training.KindNeedsConsent && !strings.Contains(err.Error(), "agree") {
		t.Errorf("nobody was asked: %v", err)
	}
}

// TestUndoTakesBackWhatAssistantsWrote, and nothing of the athlete's own.
// TestUndoSharesNothingByItself: taking back that less is shared shares more, which a person
// must agree to.
func TestUndoSharesNothingByItself(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.update(t, cli, `{"share": ["position"]}`)
	less := h.update(t, model, `{"share": []}`)
	if p := tooltest.Fails(t, h.table, model, "undo", `{"journal_id":"`+less.JournalID+`"}`); p.Kind != training.KindNeedsConsent {
		t.Errorf("an assistant shares positions again: %v", p)
	}
	more := h.update(t, model, `{"ftp_w": 240}`)
	var out changed
	tooltest.Decode(t, h.table, model, "undo", `{"journal_id":"`+more.JournalID+`"}`, &out)
	if out.JournalID == "" {
		t.Errorf("a threshold: %+v", out)
	}
}

// TestUndoNeedsWhatTheWriteNeeded: a grant takes back no write that it may not make.
func TestUndoNeedsWhatTheWriteNeeded(t *testing.T) {
	t.Parallel()
	h := open(t)
	c := *model
	c.Table = h.table
	for tool, kind := range map[string]bool{"update_athlete_settings": true, "disconnect_source": false, "a_former_tool": false} {
		a := &training.Access{Permissions: []training.Permission{training.MayRead, training.MayWrite, training.MaySend}}
		err := c.MayUndo(training.WithAccess(t.Context(), a))(tool)
		if (err == nil) != kind {
			t.Errorf("%s: %v", tool, err)
		}
	}
	if c.MayUndo(t.Context()) != nil {
		t.Error("the machine's user has limits")
	}
}

func TestUndoTakesBackWhatAssistantsWrote(t *testing.T) {
	t.Parallel()
	h := open(t)
	if p := tooltest.Fails(t, h.table, model, "undo", `{}`); p.Kind != training.KindNotFound {
		t.Errorf("nothing was written: %v", p)
	}
	mine := h.update(t, model, `{"ftp_w": 240}`)
	theirs := h.update(t, cli, `{"lthr_bpm": 160}`)
	if p := tooltest.Fails(t, h.table, model, "undo", `{"journal_id":"`+theirs.JournalID+`"}`); p.Kind != training.KindNotFound {
		t.Errorf("an assistant takes back the athlete's own: %v", p)
	}
	var out changed
	tooltest.Decode(t, h.table, model, "undo", `{"dry_run":true}`, &out)
	if !out.DryRun || out.JournalID != "" || len(out.Changes) != len(mine.Changes) {
		t.Errorf("a dry run: %+v", out)
	}
	tooltest.Decode(t, h.table, model, "undo", `{}`, &out)
	if out.JournalID == "" || len(out.Changes) == 0 || out.Changes[0].Before != mine.Changes[0].After {
		t.Errorf("%+v, %+v", mine, out)
	}
	if p := tooltest.Fails(t, h.table, model, "undo", `{"id":"`+mine.JournalID+`"}`); p.Kind != training.KindConflict {
		t.Errorf("twice: %v", p)
	}
}
