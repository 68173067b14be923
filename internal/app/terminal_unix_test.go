//go:build e2e && (linux || darwin)

package app

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/term"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/training"
	"lapkeep/test/builttest"
	"lapkeep/test/intervalstest"
)

// TestTheWizardInATerminal runs the built program at a pseudo terminal.
func TestTheWizardInATerminal(t *testing.T) {
	t.Parallel()
	server := intervalstest.New(t, intervalstest.Options{Activities: 1, Seconds: 60})
	program := builttest.Program(t)
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "terminal"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("PROGRAM", program)
			e.Setenv("KEY", intervalstest.DefaultKey)
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("LAPKEEP_HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("INTERVALS_API_BASE_URL", server.URL)
			for name, text := range map[string]string{
				"typed": intervalstest.DefaultKey + "\n250\n\n", "half": "\n", "key": intervalstest.DefaultKey + "\n",
			} {
				if err := os.WriteFile(filepath.Join(e.WorkDir, name), []byte(text), 0o600); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

// turn is what a person at a terminal waits for, and what they type then.
type turn struct{ await, keys string }

// converse runs the built program at a pseudo terminal and returns what it showed and its
// exit code. The terminal must be as it was before.
func converse(t *testing.T, home string, turns []turn, args ...string) (said string, code int) {
	t.Helper()
	keyboard, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer keyboard.Close() //nolint:errcheck // the test is over
	before, err := term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), builttest.Program(t), args...)
	c.Env = append(os.Environ(), "HOME="+filepath.Dir(home), "LAPKEEP_HOME="+home, "LC_ALL=C")
	c.Stdin, c.Stdout, c.Stderr = tty, tty, tty
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(time.Minute, func() { _ = c.Process.Kill() })
	defer late.Stop()
	shown, screen := make(chan []byte), bytes.Buffer{}
	go func() {
		defer close(shown)
		for {
			b := make([]byte, 4096)
			n, err := keyboard.Read(b)
			if err != nil {
				return
			}
			shown <- b[:n]
		}
	}()
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for done := false; !done; {
		select {
		case b := <-shown:
			screen.Write(b)
		case <-ended:
			done = true
		}
		if len(turns) > 0 && strings.Contains(screen.String(), turns[0].await) {
			_, _ = keyboard.WriteString(turns[0].keys)
			turns = turns[1:]
		}
	}
	after, err := term.GetState(int(tty.Fd()))
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("the terminal was not restored: %v", err)
	}
	_ = tty.Close() // so that the keyboard reads to the end
	for b := range shown {
		screen.Write(b)
	}
	if len(turns) > 0 {
		t.Errorf("it never showed %q: %s", turns[0].await, screen.String())
	}
	return screen.String(), c.ProcessState.ExitCode()
}

// TestLeavingTheMenu: q, Esc and Ctrl-C leave without a word and without a trace; an arrow is no Esc.
func TestLeavingTheMenu(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{"q", "\x1b", "\x03", "6\r", "\x1b[Aq", "3\r"} {
		home := filepath.Join(t.TempDir(), "home")
		turns := []turn{{"Your choice (1 to 6): ", keys}}
		if keys == "3\r" {
			turns = append(turns, turn{"(weather)\r\nYour choice (1 to 6): ", "\x1b"})
		}
		said, code := converse(t, home, turns)
		if code != 0 || strings.Contains(said, "Stopped") || strings.Contains(said, "Nothing was saved") {
			t.Errorf("%q: exit %d, %s", keys, code, said)
		}
		if _, err := os.Stat(home); err == nil {
			t.Errorf("%q made a home", keys)
		}
	}
}

// TestThresholdsAfterAnImport: what the recordings suggest is shown with its evidence and set from that day on if the
// person accepts it.
func TestThresholdsAfterAnImport(t *testing.T) {
	t.Parallel()
	rides := filepath.Join(t.TempDir(), "rides")
	if err := os.MkdirAll(rides, 0o700); err != nil {
		t.Fatal(err)
	}
	day := time.Now().UTC().AddDate(0, 0, -3)
	var b bytes.Buffer
	r := answerstest.Session(training.Cycling, day, 1800, answerstest.Without{training.Latitude, training.Longitude})
	if err := fit.Write(&b, []*training.Recording{r}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(rides, "a.fit"), b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	const offer, set = "Use these values?", ": set, effective from "
	for keys, want := range map[string]string{
		"\r": "FTP, cycling: set, effective from ", "y\r": set, "q": "No threshold was set.",
		"n\r": "No threshold",
	} {
		home := filepath.Join(t.TempDir(), "home")
		said, code := converse(t, home, []turn{
			{"Your choice (1 to 6): ", "2\r"}, {"Which file or folder? ", rides + "\r"}, {offer, keys},
		})
		if code != 0 || !strings.Contains(said, want) || !strings.Contains(said, " over 20:00 on 20") ||
			!strings.Contains(said, "Next, connect your assistant") {
			t.Errorf("%q: exit %d, %s", keys, code, said)
		}
		profile, _ := converse(t, home, nil, "settings")
		if has := strings.Contains(profile, "FTP"); has != strings.Contains(want, set) {
			t.Errorf("%q: %s", keys, profile)
		}
		if !strings.Contains(want, set) {
			continue
		}
		undone, code := converse(t, home, nil, "undo")
		profile, _ = converse(t, home, nil, "settings")
		undos := strings.Count(said[strings.Index(said, set):], "Undo with: ") // an import has one before
		if undos != 1 || code != 0 || strings.Contains(profile, "FTP") {
			t.Errorf("%q: one undo does not take back everything that was accepted: %s%s", keys, undone, profile)
		}
	}
	c := exec.CommandContext(t.Context(), builttest.Program(t), "import", rides)
	c.Env = append(os.Environ(), "LAPKEEP_HOME="+filepath.Join(t.TempDir(), "home"))
	if out, err := c.CombinedOutput(); err != nil || strings.Contains(string(out), "suggest") {
		t.Errorf("a pipe was asked: %v, %s", err, out)
	}
}
