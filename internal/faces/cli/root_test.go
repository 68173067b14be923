package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lapkeep/internal/demo"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// terminal keeps the output of a command.
type terminal struct{ out, err bytes.Buffer }

// deps returns dependencies that do nothing, in a folder of their own.
func deps(t *testing.T, term *terminal) Deps {
	t.Helper()
	dir := t.TempDir()
	return Deps{
		Streams: Streams{In: strings.NewReader(""), Out: &term.out, Err: &term.err},
		Build:   Build{Version: "v1", Commit: "c0ffee", Go: "go1.26", Platform: "plan9/mips"},
		Now:     func() time.Time { return time.Date(2026, 8, 20, 10, 0, 0, 0, time.UTC) },
		Places:  settings.Input{WorkDir: dir, UserHome: dir},
	}
}

func TestExitCodesAndSentences(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		opened error
		code   int
		says   string
	}{
		{"a defect names its cause", errors.New("boom"), 1, "lapkeep: boom\n"},
		{"an error of ours is its sentences", training.Errorf(training.KindUnavailable,
			"The disk is on fire.").WithFix("Put it out."), 1, "The disk is on fire. Put it out.\n"},
		{"no fix, no blank", training.Errorf(training.KindNotFound, "There is nothing."), 1, "There is nothing.\n"},
		{"stopped", context.Canceled, 1, "Stopped. Completed work is kept. Run the same command again to continue.\n"},
		{"already printed", errSaid, 1, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var term terminal
			d := deps(t, &term)
			d.Open = func(context.Context, settings.Settings, OpenOptions) (*Workbench, error) { return nil, c.opened }
			if code := Main(t.Context(), d, []string{"call", "get_status"}); code != c.code {
				t.Errorf("exit %d, want %d", code, c.code)
			}
			if got := term.err.String(); !strings.HasPrefix(got, c.says) || c.says == "" && got != "" {
				t.Errorf("said %q, want %q", got, c.says)
			}
			if term.out.Len() > 0 {
				t.Errorf("an error is on standard output: %q", term.out.String())
			}
		})
	}
}

// TestCommandsOfAHomeAreToldWithIt: a command that is printed for another home
// names that home, whichever command it is.
func TestCommandsOfAHomeAreToldWithIt(t *testing.T) {
	t.Parallel()
	without := []string{"completion", "demo", "help", "mcp", "skill", "trust-env", "version"}
	for _, c := range newApp(deps(t, &terminal{})).root.Commands() {
		said := "lapkeep " + c.Name()
		if want := !slices.Contains(without, c.Name()); (disk.Commands(said, " --home X") != said) != want {
			t.Errorf("%s: with the home %v, want %v", said, !want, want)
		}
	}
}

func TestVersionSaysWhichProgramThisIs(t *testing.T) {
	t.Parallel()
	var term terminal
	if code := Main(t.Context(), deps(t, &term), []string{"version"}); code != 0 {
		t.Fatal(term.err.String())
	}
	if got := term.out.String(); got != "lapkeep v1 (c0ffee, go1.26, plan9/mips)\n" {
		t.Error(got)
	}
}

func TestStructuredAnswersAreIndentedForPeople(t *testing.T) {
	t.Parallel()
	for tty, want := range map[bool]string{false: `{"a":[1]}` + "\n", true: "{\n  \"a\": [\n    1\n  ]\n}\n"} {
		var term terminal
		a := app{Deps: deps(t, &term)}
		a.Streams.OutTTY = tty
		if err := a.printStructured([]byte(`{"a":[1]}`)); err != nil || term.out.String() != want {
			t.Errorf("tty %v: %q, %v", tty, term.out.String(), err)
		}
	}
}

// names lists what is in a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

func TestTheDemoKeepsToItsOwnHome(t *testing.T) {
	t.Parallel()
	var term terminal
	a := app{Deps: deps(t, &term)}
	base := t.TempDir()
	home := filepath.Join(base, "deep", "demo")
	if err := a.checkDemoHome(home, false); err != nil || names(t, home) != demo.MarkName {
		t.Fatalf("a new home: %v, %s", err, names(t, home))
	}
	for _, f := range []string{"lapkeep.db", "athletes"} {
		if err := os.WriteFile(filepath.Join(home, f), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.checkDemoHome(home, false); err != nil || names(t, home) != "DEMO athletes lapkeep.db" {
		t.Errorf("again: %v, %s", err, names(t, home))
	}
	if err := a.checkDemoHome(home, true); err != nil || names(t, home) != demo.MarkName {
		t.Errorf("fresh: %v, %s", err, names(t, home))
	}
	real := filepath.Join(base, "real")
	if err := os.MkdirAll(real, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(real, "lapkeep.db"), []byte("years"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, fresh := range []bool{false, true} {
		if err := a.checkDemoHome(real, fresh); training.KindOf(err) != training.KindConflict || names(t, real) != "lapkeep.db" {
			t.Errorf("a real home, fresh %v: %v, %s", fresh, err, names(t, real))
		}
	}
	if err := a.checkDemoHome(filepath.Join(real, "lapkeep.db"), false); err == nil {
		t.Error("a file was taken for a home")
	}
}

// TestTheDemoDoesNotTakeTheUsersHome: without a word on where, the demo opens
// a folder beside the athlete's own.
func TestTheDemoDoesNotTakeTheUsersHome(t *testing.T) {
	t.Parallel()
	for _, environ := range [][]string{nil, {"LAPKEEP_HOME=" + filepath.Join(t.TempDir(), "named")}} {
		var term terminal
		d := deps(t, &term)
		d.Places.Environ = environ
		var opened string
		d.Open = func(_ context.Context, s settings.Settings, _ OpenOptions) (*Workbench, error) {
			opened = s.Get(settings.Home)
			return nil, errSaid
		}
		Main(t.Context(), d, []string{"demo", "--only-build"})
		want := filepath.Join(d.Places.UserHome, demoFolder)
		if environ != nil {
			want = strings.TrimPrefix(environ[0], "LAPKEEP_HOME=")
		}
		if opened != want {
			t.Errorf("the demo opened %s, want %s", opened, want)
		}
	}
}

type rideArguments struct {
	ID    string   `json:"id,omitempty"`
	Range string   `json:"range,omitempty"`
	From  string   `json:"from,omitempty"`
	MinKm float64  `json:"min_distance_km,omitempty"`
	Race  *bool    `json:"race,omitempty"`
	Parts []string `json:"sections,omitempty"`
	Limit int      `json:"limit,omitempty"`
	Sport string   `json:"sport,omitempty"`
}

type rideAnswer struct {
	Asked      string     `json:"asked"`
	DurationS  int        `json:"duration_s"`
	Activities []rideLine `json:"activities"`
}

type rideLine struct {
	ID   string `json:"id"`
	Date string `json:"local_date"`
	Name string `json:"name"`
}

// asking returns a machine whose tools answer with what they were asked.
func asking(t *testing.T) *bench {
	t.Helper()
	b := newBench(t)
	table := func(settings.Settings) *tools.Table {
		var rows []tools.Row
		for _, name := range []string{"analyze_training_load", "list_events", "list_activities", "get_activity"} {
			spec := tools.Spec{Name: name, Title: "Title of " + name, Description: "Answers.", Toolset: "fitness", Default: true}
			rows = append(rows, tools.New(spec, func(_ context.Context, c *tools.Call, in rideArguments) (rideAnswer, error) {
				asked, err := json.Marshal(in)
				return rideAnswer{c.Tool + " " + string(asked), 3725, []rideLine{{"abc", "2026-08-19", "Hills"}}}, err
			}))
		}
		return tools.NewTable(rows...)
	}
	b.Table = table
	b.Open = func(_ context.Context, s settings.Settings, _ OpenOptions) (*Workbench, error) {
		return &Workbench{
			Settings: s, Table: table(s), Close: func() error { return nil },
			NewCall: func(context.Context) (*tools.Call, error) {
				return &tools.Call{Location: time.UTC, Now: b.Now()}, nil
			},
			Follow: func(context.Context, func(done, total int)) (int, error) { return 0, nil },
		}, nil
	}
	return b
}

// TestShortCommandsAsk: a short command asks its tool with what the flags say,
// each as the kind that the tool takes.
func TestShortCommandsAsk(t *testing.T) {
	t.Parallel()
	b := asking(t)
	for line, wants := range map[string][]string{
		"activities --min-distance-km 20.5 --race --sections a,b --limit 3 --sport ride": {
			`list_activities {"min_distance_km":20.5,"race":true,"sections":["a","b"],"limit":3,"sport":"ride"}`,
		},
		"activities --race=false":         {`list_activities {"race":false}`},
		"activity abc --sections laps":    {`get_activity {"id":"abc","sections":["laps"]}`},
		"load --range month --env-file=e": nil,
	} {
		code, said := b.run(strings.Fields(line)...)
		if (code == 0) != (wants != nil) {
			t.Errorf("%s: exit %d, %s", line, code, said)
		}
		for _, want := range wants {
			if !strings.Contains(said, want) {
				t.Errorf("%s lacks %s:\n%s", line, want, said)
			}
		}
	}
	if code, said := b.run("activity"); code != exitUsage {
		t.Errorf("no id: exit %d, %s", code, said)
	}
	if code, said := b.run("activities", "--limt", "3"); code != exitUsage {
		t.Errorf("no such flag: exit %d, %s", code, said)
	}
}

// TestAnAnswerBeforeEverythingIsComputed: after an upgrade of many activities a
// command answers from what there is; what makes it fail is not hidden.
func TestAnAnswerBeforeEverythingIsComputed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		follows func(ctx context.Context) error
		code    int
		says    string
	}{
		{"it takes minutes", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, 0, "an earlier version"},
		{"it fails", func(context.Context) error { return errors.New("the disk is full") }, exitFailed, "the disk is full"},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := asking(t)
			open := b.Open
			b.Open = func(ctx context.Context, s settings.Settings, o OpenOptions) (*Workbench, error) {
				w, err := open(ctx, s, o)
				w.Follow = func(ctx context.Context, _ func(done, total int)) (int, error) { return 0, c.follows(ctx) }
				return w, err
			}
			code, said := b.run("activities")
			if code != c.code || !strings.Contains(said, c.says) || (code == 0) != strings.Contains(said, "1:02:05") {
				t.Errorf("%s: exit %d, %s", c.name, code, said)
			}
		})
	}
}

// TestAnImportComputesEverything, however long it takes.
func TestAnImportComputesEverything(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		done := false
		w := &Workbench{Follow: func(ctx context.Context, _ func(done, total int)) (int, error) {
			select {
			case <-ctx.Done():
				return 0, ctx.Err()
			case <-time.After(time.Hour):
				done = true
				return 1, nil
			}
		}}
		if err := (&app{}).importBackend(w).CatchUp(t.Context()); err != nil || !done {
			t.Errorf("computed: %v, %v", done, err)
		}
	})
}

// TestForPeopleAndForPrograms: a short command prints for people everywhere,
// call at a terminal alone, and both print JSON if a flag asks for it.
func TestForPeopleAndForPrograms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line   string
		tty    bool
		people bool
	}{
		{"activities", false, true},
		{"activities", true, true},
		{"activities --json", false, false},
		{"activities --json", true, false},
		{"call list_activities", false, false},
		{"call list_activities", true, true},
		{"call list_activities --json", true, false},
	} {
		b := asking(t)
		b.Streams.OutTTY = c.tty
		code, said := b.run(strings.Fields(c.line)...)
		if people := strings.Contains(said, "1:02:05"); code != 0 || people != c.people || json.Valid([]byte(said)) == c.people {
			t.Errorf("%s at a terminal %v: exit %d, %s", c.line, c.tty, code, said)
		}
	}
}

// TestCompletion: the shell offers what the arguments name.
func TestCompletion(t *testing.T) {
	t.Parallel()
	b := asking(t)
	b.Services = []connect.Offer{{Name: "intervals"}}
	for line, want := range map[string]string{
		"call|":               "list_activities\tTitle of list_activities\n",
		"tools|":              "get_activity\tTitle of get_activity\n",
		"mcp|install|":        "cursor\tCursor\n",
		"skill|install|":      "claude-code\tClaude Code\n",
		"connect|":            "intervals\n",
		"sync|":               "intervals\n",
		"activity|":           "abc\t2026-08-19 Hills\n",
		"tools|--toolsets|a,": "a,fitness\n",
		"serve|--writes|":     "none\nsafe\nfull\n",
	} {
		_, said := b.run(append([]string{"__complete"}, strings.Split(line, "|")...)...)
		if !strings.Contains(said, want) {
			t.Errorf("%s: %q lacks %q", line, said, want)
		}
	}
	if _, said := b.run("__complete", "skill", "install", ""); strings.Contains(said, "zed") {
		t.Error("Zed reads no skills")
	}
}

// TestMenu: a person at a terminal chooses by number. What is no number of the list is asked for again, and the next
// question reads on where the choice ended.
func TestMenu(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"x\n0\n7\n\n5\n": ".lapkeep was opened.",
		"4\n":            "claude-code     not found",
		"3\n1\n":         ".lapkeep was opened.",
		"3\nq\n":         "  1  Connect Tri",
		"2\n'/a/b'\n":    ".lapkeep was opened.",
		"2\n\n":          "lapkeep import PATH",
		"2\n~bob/x\n":    "~bob",
		"1":              "lapkeep-demo was opened.",
		"":               "Nothing was saved, because one question was not answered. Run it again.",
		"7\n":            "Nothing was saved, because one question was not answered. Run it again.",
	} {
		b := asking(t)
		b.Services = []connect.Offer{{Name: "tri", Title: "Tri"}}
		b.Open = func(_ context.Context, s settings.Settings, _ OpenOptions) (*Workbench, error) {
			return nil, training.Errorf(training.KindUnavailable, "%s was opened.", filepath.Base(s.Get(settings.Home)))
		}
		b.Streams.In, b.Streams.InTTY, b.Streams.OutTTY = strings.NewReader(typed), true, true
		code, said := b.run()
		if left := strings.HasSuffix(typed, "q\n"); left && code != 0 {
			t.Errorf("%q: exit %d, %s", typed, code, said)
		}
		for _, title := range []string{
			"What would you like to do?\n  1  Try it", "  3  Connect a service\n", "  6  Leave (q)\n", "Your choice (1 to 6): ",
		} {
			if !strings.Contains(said, title) {
				t.Errorf("%q: %q lacks %q", typed, said, title)
			}
		}
		if !strings.Contains(said, want) {
			t.Errorf("%q: %q lacks %q", typed, said, want)
		}
	}
}
