package connect_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// asking is a service with terms.
func asking() *desk {
	return &desk{on: true, need: &connect.Need{
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
			d.answers.Password.Reveal() != secret || !strings.Contains(x.out.String(), "connect_source gives the address")) {
			t.Errorf("%+v, %s", d.answers, x.out.String())
		}
	}
}
