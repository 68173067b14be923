package connect_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// account returns a fixture whose service has accounts of two regions.
func account(given connect.Answers) *fixture {
	return &fixture{need: &connect.Need{
		Title: "Tri", Asks: "an account", Way: connect.ByAccount, Given: given, From: "environment TRI_PASSWORD",
		Regions:    []connect.Region{{Name: "cn", Title: "China"}, {Name: "intl", Title: "International"}},
		PasswordIn: []string{"TRI_PASSWORD"},
	}}
}

// TestSigningInWithAnAccount: the region comes first, the password is typed or
// of the settings, and nothing that is piped or an argument is one.
func TestSigningInWithAnAccount(t *testing.T) {
	t.Parallel()
	env := connect.Answers{Credentials: source.Credentials{Region: "intl", User: "ann@example.com", Password: source.NewSecret(secret)}}
	for name, tt := range map[string]struct {
		args  string
		tty   bool
		typed string // the lines
		given connect.Answers
		want  string // region and user, "" where it must not sign in
	}{
		"typed":                   {"", true, "2\nann@example.com\n", connect.Answers{}, "intl ann@example.com"},
		"typed wrongly at first":  {"", true, "3\nintl\n1\nann\n", connect.Answers{}, "cn ann"},
		"by flags":                {"--region cn --user 13800000000", true, "", connect.Answers{}, "cn 13800000000"},
		"by the environment":      {"", false, "", env, "intl ann@example.com"},
		"flags before others":     {"--region cn --user bob", false, "", env, "cn bob"},
		"piped":                   {"--region cn --user bob", false, secret + "\n", connect.Answers{}, ""},
		"piped, all of it":        {"", false, "1\nbob\n" + secret + "\n", connect.Answers{}, ""},
		"no user":                 {"--region cn", false, "", connect.Answers{}, ""},
		"no such region":          {"--region eu --user bob", true, "", connect.Answers{}, ""},
		"a person gives up":       {"", true, "1\n", connect.Answers{}, ""},
		"a person gives up early": {"", true, "", connect.Answers{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := account(tt.given)
			x := newTerminal(d, tt.tty, tt.typed)
			x.AskSecret = func(context.Context, string) (string, error) { x.prompts++; return secret, nil }
			err := x.run(t.Context(), append([]string{"connect", "tri"}, strings.Fields(tt.args)...)...)
			got := d.answers.Region + " " + d.answers.User
			if tt.want == "" {
				if training.KindOf(err) != training.KindInvalid || d.on {
					t.Errorf("%v, %q", err, got)
				}
			} else if err != nil || got != tt.want || d.answers.Password.Reveal() != secret {
				t.Errorf("%v, %q, %q", err, got, x.errs.String())
			}
			if all := x.out.String() + x.errs.String(); strings.Contains(all, secret) || err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("the password was shown: %s", all)
			}
			if i, j := strings.Index(x.errs.String(), "Region"), strings.Index(x.errs.String(), "User"); tt.typed != "" && tt.tty && i > j && j > 0 {
				t.Errorf("the region does not come first: %s", x.errs.String())
			}
		})
	}
	if err := newTerminal(account(connect.Answers{}), true, "").run(t.Context(), "connect", "tri", "--password", secret); err == nil {
		t.Error("there is a flag for the password")
	}
}

// setUp runs the wizard.
func (t *terminal) setUp(ctx context.Context, o connect.Setup) error { return t.Setup(ctx, "tri", o) }

// TestTheWizardPutsDownThresholds after the sign-in was right, and nothing
// before; what the settings say is named.
func TestTheWizardPutsDownThresholds(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		typed string
		said  connect.Threshold
		fails error
		want  map[string]int
		says  string
	}{
		"typed":              {"1\nann\n250\n165\n", connect.Threshold{}, nil, map[string]int{"ftp_w": 250, "lthr_bpm": 165}, "FTP 250 applies"},
		"left out":           {"1\nann\n\n\n", connect.Threshold{}, nil, nil, "is connected"},
		"of another's file":  {"1\na\n\n", connect.Threshold{Text: "240", From: "$TRI_FTP"}, nil, map[string]int{"ftp_w": 240}, "from $TRI_FTP"},
		"of the settings":    {"1\na\n\n", connect.Threshold{Text: "240", From: "$TRI_FTP", Setting: "tri_ftp"}, nil, nil, "from $TRI_FTP"},
		"no number":          {"1\nann\nmuch\n\n", connect.Threshold{}, nil, nil, ""},
		"nobody has it":      {"1\nann\n2500\n\n", connect.Threshold{}, nil, nil, ""},
		"called off":         {"1\nann\n250\n", connect.Threshold{}, nil, nil, ""},
		"a wrong password":   {"1\nann\n250\n\n", connect.Threshold{}, errors.New("wrong"), nil, ""},
		"called off at once": {"", connect.Threshold{}, nil, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := account(connect.Answers{})
			d.need.FTPW, d.fails = tt.said, tt.fails
			x := newTerminal(d, true, tt.typed)
			x.AskSecret = func(context.Context, string) (string, error) { return secret, nil }
			err := x.setUp(t.Context(), connect.Setup{})
			if (err == nil) != (tt.says != "") || d.on != (tt.says != "") || !strings.Contains(x.out.String(), tt.says) {
				t.Errorf("%v: %s", err, x.out.String())
			}
			if len(d.settled) != len(tt.want) || d.settled["ftp_w"] != tt.want["ftp_w"] || d.settled["lthr_bpm"] != tt.want["lthr_bpm"] {
				t.Errorf("%v", d.settled)
			}
		})
	}
}

// TestAFormerAccountIsTakenOverIfAsked: by default it is not.
func TestAFormerAccountIsTakenOverIfAsked(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"\n1\nann\n\n\n": "cn ann", "n\n1\nann\n\n\n": "cn ann", "y\n\n\n": "intl bob", "YES\n\n\n": "intl bob",
	} {
		d := account(connect.Answers{})
		d.need.Former = "/mnt/.other/config.json"
		d.need.TakeOver = func() (connect.Need, error) {
			n := *d.need
			n.Given.Credentials = source.Credentials{Region: "intl", User: "bob", Password: source.NewSecret(secret)}
			return n, nil
		}
		x := newTerminal(d, true, typed)
		x.AskSecret = func(context.Context, string) (string, error) { return secret, nil }
		if err := x.setUp(t.Context(), connect.Setup{}); err != nil || d.answers.Region+" "+d.answers.User != want {
			t.Errorf("%q: %v, %+v", typed, err, d.answers.Credentials)
		}
		if !strings.Contains(x.errs.String(), "/mnt/.other/config.json contains an account") {
			t.Error(x.errs.String())
		}
	}
}

// TestAPersonStopsTheWizard while it waits for a line.
func TestAPersonStopsTheWizard(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	d := account(connect.Answers{})
	x := newTerminal(d, true, "")
	in, typist := io.Pipe()
	defer typist.Close()
	x.In = in
	done := make(chan error)
	go func() { done <- x.setUp(ctx, connect.Setup{}) }()
	stop()
	if err := <-done; training.KindOf(err) != training.KindCanceled || d.on {
		t.Errorf("%v", err)
	}
}

// TestAgreeingInABrowser: the address is shown; a line that nobody pasted is
// there for the next question.
func TestAgreeingInABrowser(t *testing.T) {
	t.Parallel()
	d := account(connect.Answers{})
	d.need.Way, d.need.Regions = connect.ByApp, nil
	d.browsed = func(ctx context.Context, browse func(context.Context, string) (string, error)) {
		over, stop := context.WithCancel(ctx)
		stop() // the browser came back
		if pasted, err := browse(over, "https://tri.example/agree"); err == nil && pasted == "" {
			t.Errorf("%q %v", pasted, err)
		} else if err == nil {
			return // it was typed at the same moment
		}
		if pasted, err := browse(ctx, "https://tri.example/agree"); err != nil || pasted != "pasted" {
			t.Errorf("%q %v", pasted, err)
		}
	}
	x := newTerminal(d, true, "77\n250\n160\npasted\n")
	x.AskSecret = func(context.Context, string) (string, error) { return secret, nil }
	if err := x.setUp(t.Context(), connect.Setup{}); err != nil || d.settled["ftp_w"] != 250 || d.answers.User != "77" {
		t.Errorf("%v %v", err, d.settled)
	}
	if !strings.Contains(x.errs.String(), "https://tri.example/agree") {
		t.Error(x.errs.String())
	}
}

// TestCheckNamesTheAccountMasked.
func TestCheckNamesTheAccountMasked(t *testing.T) {
	t.Parallel()
	d := account(connect.Answers{})
	d.on, d.user = true, "138****0000"
	for _, fails := range []error{nil, errors.New("The password is wrong.")} {
		d.fails = fails
		x := newTerminal(d, true, "")
		if err := x.run(t.Context(), "check"); (err == nil) != (fails == nil) || !strings.Contains(x.out.String(), "138****0000") {
			t.Errorf("%v %s", err, x.out.String())
		}
	}
}
