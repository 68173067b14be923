package connect_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const secret = "canary-typed-key"

// fixture is an athlete's connections: one service that is or is not connected.
type fixture struct {
	on       bool
	given    source.Secret
	got      source.Secret
	account  string
	as       string
	fails    error // what the service answers
	back     *training.Day
	asked    int
	agreed   error
	user     string         // of the account, masked
	need     *connect.Need  // nil is a key
	settled  map[string]int // the thresholds that were put down
	answers  connect.Answers
	prepared bool
	// assistants are the texts that opened rows to them, in turn.
	assistants []string
	takes      []string // what is changed there by the rights that were given
	webhooks   []string
	browsed    func(ctx context.Context, browse func(context.Context, string) (string, error))
}

func (d *fixture) Views(context.Context, time.Time) ([]servicevalues.ConnectedView, error) {
	v := servicevalues.ConnectedView{
		Name: "Tri", HowTo: "lapkeep connect tri", Takes: d.takes,
		Report: connection.Report{Source: "tri", State: servicevalues.NotConnected, Activities: map[string]int{}},
	}
	if d.on {
		v.Connected, v.HowTo, v.KeyIn, v.AccountID = true, "", "keyring", "t1"
		v.Report = connection.Report{
			Source: "tri", State: "up_to_date", LastSuccess: "yesterday", Activities: map[string]int{"stored": 7}, HistoryBackTo: d.back,
			Reasons: []connection.Reason{{Reason: "It came from elsewhere.", Activities: 3}},
		}
	}
	return []servicevalues.ConnectedView{v}, nil
}

func (d *fixture) View(ctx context.Context, name string, now time.Time) (servicevalues.ConnectedView, error) {
	all, err := d.Views(ctx, now)
	if name != "tri" {
		return servicevalues.ConnectedView{}, training.Errorf(training.KindNotFound, "There is no service %q.", name).WithFix("There is tri.")
	}
	return all[0], err
}

func (d *fixture) Needs(name, _ string) (connect.Need, error) {
	_, err := d.View(context.Background(), name, time.Time{})
	if d.need != nil {
		return *d.need, err
	}
	return connect.Need{Title: "Tri", Asks: "the key under Settings", Given: connect.Answers{Key: d.given}, From: "the settings"}, err
}

func (d *fixture) Connect(ctx context.Context, _ string, a connect.Answers, _ time.Time) (source.Account, error) {
	if d.fails != nil {
		return source.Account{}, d.fails
	}
	d.on, d.got, d.account, d.answers = true, a.Key, a.Account, a
	if d.browsed != nil {
		d.browsed(ctx, a.Browse)
	}
	return source.Account{
		ID: "t1", Name: "Ann\x1b[31m", Scopes: []string{"READ"},
		Others: []source.Other{{
			ID: "t2", Name: "Bea", Access: "write", Tags: []string{"juniors\x1b[31m"},
			Notes: "Knee:\nno hills.",
		}, {ID: "t3", Here: "cid"}},
	}, nil
}

func (d *fixture) Prepare(_ context.Context, _ string, a connect.Answers) error {
	d.answers, d.prepared = a, true
	return d.fails
}

func (d *fixture) Assistants(_ context.Context, _, version string) error {
	d.assistants = append(d.assistants, version)
	return d.fails
}

func (d *fixture) Webhook(_ context.Context, _, base string, on bool) error {
	d.webhooks = append(d.webhooks, fmt.Sprint(base, " ", on))
	return d.fails
}

func (d *fixture) Check(context.Context, source.Name) (source.Account, error) {
	return source.Account{ID: "t1", Name: "Ann", SignedInAs: d.user}, d.fails
}

func (d *fixture) Disconnect(_ context.Context, _ string, _ bool, w journal.Write) (journal.Outcome, error) {
	if w.Approval == "" {
		d.asked++
		return journal.Outcome{}, &journal.NeedsConsent{Preview: journal.Preview{Token: "abc", Summary: "Disconnect."}}
	}
	d.on = false
	return journal.Outcome{Undo: "lapkeep undo j1"}, nil
}

func (d *fixture) Sync(
	_ context.Context, _ source.Name, _ bool, progress func(connection.Result, training.Day)) (connection.Result, error,
) {
	progress(connection.Result{Stored: 1}, training.NewDay(2026, 5, 1))
	return connection.Result{Stored: 5, Gone: 1, Withheld: 3, Words: []i18n.Sentence{"Something odd."}}, d.fails
}

// terminal is a person or a program that runs commands.
type terminal struct {
	*connect.Env
	out, errs bytes.Buffer
	prompts   int
}

func newTerminal(d *fixture, tty bool, in string) *terminal {
	t := &terminal{}
	t.Env = &connect.Env{
		AtHome: func(text string) string { return text },
		Services: []connect.Offer{{Name: "tri", Title: "Tri", Abilities: source.Abilities{
			Reads: []string{"activities", "routes"}, Takes: []string{"activities"}, Coaches: true,
		}}},
		In: strings.NewReader(in), Out: &t.out, Err: &t.errs, InTTY: tty, OutTTY: tty, ErrTTY: tty,
		Now: func() time.Time { return time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC) },
		AskSecret: func(context.Context, string) (string, error) {
			t.prompts++
			if in == "" {
				return "", errors.New("end of input")
			}
			return in, nil
		},
		With: func(_ context.Context, w connect.Whose, f func(connect.Backend) error) error {
			d.as = w.Athlete
			return f(connect.Backend{
				Connections: d, Athlete: "me", Zone: time.UTC, Agree: func(journal.Preview) error { return d.agreed },
				Settle: func(_ context.Context, t map[string]int) error { d.settled = t; return nil },
			})
		},
	}
	return t
}

func (t *terminal) run(ctx context.Context, args ...string) error {
	root := &cobra.Command{SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(connect.Commands(t.Env)...)
	root.SetArgs(args)
	root.SetOut(&t.out)
	root.SetErr(&t.errs)
	return root.ExecuteContext(ctx)
}

func TestWhereAKeyComesFrom(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		tty     bool
		in      string
		given   string
		want    string
		prompts int
	}{
		"a person types":       {true, " " + secret + " ", "", secret, 1},
		"a program gives":      {false, secret + "\nmore\n", "", secret, 0},
		"without a line's end": {false, secret, "", secret, 0},
		"the settings have it": {true, "other", secret, secret, 0},
		"nobody":               {false, "", "", "", 0},
		"an empty line":        {false, "\n", "", "", 0},
		"no key at all":        {false, "my key is this\n", "", "", 0},
		"a person gives up":    {true, "", "", "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &fixture{given: source.NewSecret(tt.given)}
			x := newTerminal(d, tt.tty, tt.in)
			err := x.run(t.Context(), "connect", "tri", "--athlete", "t9", "--as", "bea")
			if (err == nil) != (tt.want != "") || d.got.Reveal() != tt.want || x.prompts != tt.prompts {
				t.Errorf("%v, %q, %d prompts", err, d.got.Reveal(), x.prompts)
			}
			if err == nil && (d.account != "t9" || d.as != "bea") {
				t.Errorf("%q as %q", d.account, d.as)
			}
			if all := x.out.String() + x.errs.String(); strings.Contains(all, secret) || err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("the key was shown: %s", all)
			}
		})
	}
}

func TestConnectingTellsWhoAndWhat(t *testing.T) {
	t.Parallel()
	x := newTerminal(&fixture{}, false, secret)
	if err := x.run(t.Context(), "connect", "tri"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Tri is connected as Ann", "(t1)", "keyring", "READ",
		"Bea (t2); access: write; tags: juniors", "notes: Knee: no hills.", "--athlete t2 --as NAME",
	} {
		if !strings.Contains(x.out.String(), want) {
			t.Errorf("%q is not in %s", want, x.out.String())
		}
	}
	if strings.Contains(x.out.String(), "\x1b") {
		t.Error("a service's words reached the terminal as they are")
	}
	if err := newTerminal(&fixture{}, false, secret).run(t.Context(), "connect", "tri", secret); err == nil {
		t.Error("a key was taken as an argument")
	}
}

// TestWhatIsSaidFollowsFromWhatAServiceCanDo: for a service that takes nothing,
// writing is not mentioned, nor coaches where it knows none.
func TestWhatIsSaidFollowsFromWhatAServiceCanDo(t *testing.T) {
	t.Parallel()
	for _, reads := range []bool{false, true} {
		said := ""
		for _, args := range [][]string{{"connect", "tri"}, {"check"}, {"connect", "--help"}} {
			d := &fixture{on: args[0] == "check"}
			x := newTerminal(d, false, secret)
			if reads {
				x.Services[0].Abilities = source.Abilities{Reads: []string{"activities"}}
			} else {
				d.takes = []string{"activities"}
			}
			if err := x.run(t.Context(), args...); err != nil {
				t.Fatal(err)
			}
			said += x.out.String()
		}
		for _, word := range []string{"routes", "home-source", "read and write everything", "Coaches"} {
			if strings.Contains(said, word) == reads {
				t.Errorf("%q with reading alone %v: %s", word, reads, said)
			}
		}
		if !strings.Contains(said, "Lapkeep reads: activities") {
			t.Error(said)
		}
	}
}

func TestSyncTellsWhatCame(t *testing.T) {
	t.Parallel()
	back := training.NewDay(2024, 3, 1)
	d := &fixture{on: true, back: &back}
	x := newTerminal(d, false, "")
	if err := x.run(t.Context(), "sync", "tri"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Tri: 5 stored, 1 deleted there, 3 withheld, 0 failed", "3: It came from elsewhere.",
		"Something odd.", "2024-03-01",
	} {
		if !strings.Contains(x.out.String(), want) {
			t.Errorf("%q is not in %s", want, x.out.String())
		}
	}
	x = newTerminal(d, false, "")
	if err := x.run(t.Context(), "sync", "--json"); err != nil || !strings.Contains(x.out.String(), `"more":true`) {
		t.Errorf("%v %s", err, x.out.String())
	}
	d.fails = source.Fail(source.Failure{Fault: source.Unavailable, Source: "tri"}, "It does not answer.")
	x = newTerminal(d, false, "")
	if err := x.run(t.Context(), "sync"); err == nil || !strings.Contains(x.out.String(), "5 stored") {
		t.Errorf("%v %s", err, x.out.String())
	}
	for _, args := range [][]string{{"sync"}, {"check"}, {"sync", "tri"}, {"check", "myspace"}} {
		if err := newTerminal(&fixture{}, false, "").run(t.Context(), args...); training.KindOf(err) != training.KindNotFound {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestCheckSaysWhatDoesNotWork(t *testing.T) {
	t.Parallel()
	d := &fixture{on: true}
	x := newTerminal(d, true, "")
	if err := x.run(t.Context(), "check"); err != nil ||
		!strings.Contains(x.out.String(), "ok    Tri: Ann (t1), key in the keyring, up_to_date") ||
		!strings.Contains(x.out.String(), "everything") {
		t.Errorf("%v %s", err, x.out.String())
	}
	d.fails = source.Fail(source.Failure{Fault: source.Unauthorised, Source: "tri"}, "Tri does not take the key.")
	for _, args := range [][]string{{"check"}, {"check", "tri", "--json"}} {
		x = newTerminal(d, true, "")
		if err := x.run(t.Context(), args...); err == nil || !strings.Contains(err.Error(), "1 of 1") ||
			!strings.Contains(x.out.String(), "does not take the key") {
			t.Errorf("%v %s", err, x.out.String())
		}
	}
}

func TestDisconnectAsksFirst(t *testing.T) {
	t.Parallel()
	d := &fixture{on: true, agreed: errors.New("no")}
	x := newTerminal(d, true, "")
	if err := x.run(t.Context(), "disconnect", "tri"); err == nil || !d.on || d.asked != 1 {
		t.Errorf("%v", err)
	}
	d.agreed = nil
	if err := x.run(t.Context(), "disconnect", "tri"); err != nil || d.on || !strings.Contains(x.out.String(), "lapkeep undo j1") {
		t.Errorf("%v %s", err, x.out.String())
	}
	x = newTerminal(&fixture{on: true}, true, "")
	if err := x.run(t.Context(), "disconnect", "tri", "--keep-data"); err != nil || strings.Contains(x.out.String(), "gone from all answers") {
		t.Errorf("%v %s", err, x.out.String())
	}
}

// asking returns a service with terms.
func asking() *fixture {
	return &fixture{on: true, need: &connect.Need{
		Title: "Tri", Given: connect.Answers{Key: source.NewSecret(secret)}, From: "the settings",
		Agree:      connect.Terms{Text: "Rows go after a week.", Version: "2026-09-01", Word: "tri"},
		Assistants: connect.Terms{Text: "Assistants keep what they see.", Version: "2026-09-01", Word: "tri assistants"},
	}}
}

// TestTermsAreAgreedToByTyping, by a person, who has seen the text.
func TestTermsAreAgreedToByTyping(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		tty   bool
		in    string
		args  []string
		want  []string // the version that was agreed to, or those of assistants
		shows string
	}{
		"agreed":             {true, " TRI \n", []string{"connect", "tri"}, []string{"2026-09-01"}, "Rows go after a week."},
		"yes is not enough":  {true, "yes\n", []string{"connect", "tri"}, nil, "Rows go after a week."},
		"nothing":            {true, "\n", []string{"connect", "tri"}, nil, "2026-09-01"},
		"in a pipe":          {false, "tri\n", []string{"connect", "tri"}, nil, ""},
		"assistants":         {true, "tri  assistants\n", []string{"connect", "tri", "--assistants"}, []string{"2026-09-01"}, "Assistants keep"},
		"the first word":     {true, "tri\n", []string{"connect", "tri", "--assistants"}, nil, "Assistants keep"},
		"assistants, a pipe": {false, "tri assistants\n", []string{"connect", "tri", "--assistants"}, nil, ""},
		"closed, in a pipe":  {false, "", []string{"connect", "tri", "--assistants=false"}, []string{""}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := asking()
			x := newTerminal(d, tt.tty, tt.in)
			err := x.run(t.Context(), tt.args...)
			got := d.assistants
			if len(tt.args) == 2 && d.answers.Agreed != "" {
				got = []string{d.answers.Agreed}
			}
			if (err == nil) != (tt.want != nil) || !slices.Equal(got, tt.want) || !strings.Contains(x.errs.String(), tt.shows) {
				t.Errorf("%v, agreed to %q, shown %s", err, got, x.errs.String())
			}
			if err != nil && training.KindOf(err) != training.KindForbidden {
				t.Errorf("%v", err)
			}
			if err != nil && (d.got.Reveal() != "" || x.prompts > 0) {
				t.Error("a key was asked for before the terms")
			}
		})
	}
}

// TestPreparingTypesOnlyWhatMustBeTyped: the terms and the app, then whether
// assistants see it, in one run, without a browser.
func TestPreparingTypesOnlyWhatMustBeTyped(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]bool{"tri\n4711\ny\ntri assistants\n": true, "no\n": false, "tri\n": false} {
		d := asking()
		d.need.Way, d.need.Writing, d.need.Given = connect.ByApp, []string{"change"}, connect.Answers{}
		d.need.TakeOver, d.need.Former = func() (connect.Need, error) { t.Error("a file is read"); return *d.need, nil }, "there"
		x := newTerminal(d, true, typed)
		x.AskSecret = func(context.Context, string) (string, error) { return secret, nil }
		err := x.run(t.Context(), "connect", "tri", "--prepare", "--assistants")
		if (err == nil) != want || d.prepared != want || (len(d.assistants) == 1) != want {
			t.Errorf("%q: %v, %+v", typed, err, d)
		}
		if want && (d.answers.User != "4711" || !d.answers.Write || d.answers.Agreed != "2026-09-01" ||
			d.answers.Password.Reveal() != secret || !strings.Contains(x.out.String(), "connect_source shows the address")) {
			t.Errorf("%+v, %s", d.answers, x.out.String())
		}
	}
}
