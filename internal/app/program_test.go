package app_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/app"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/importing/timezone"
	"lapkeep/test/builttest"
)

// borders are shared: each program would spend a second on making its own
// under the race detector.
var borders timezone.Finder

// clock is when tests of the program happen.
func clock() time.Time { return time.Date(2026, 6, 17, 8, 0, 0, 0, time.UTC) }

// said is the output of a run of the program.
type said struct {
	out, err string
	code     int
}

// within runs the program in this process, in a home, at a time.
func within(t *testing.T, home string, now time.Time, args ...string) said {
	t.Helper()
	var out, errs bytes.Buffer
	p := &app.Program{
		Borders: &borders,
		Streams: cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs},
		Places:  settings.Input{WorkDir: t.TempDir(), UserHome: t.TempDir()},
		Now:     func() time.Time { return now },
		Random:  rand.Reader,
		Version: "test",
	}
	code := p.Run(t.Context(), append(args, "--home", home))
	return said{out.String(), errs.String(), code}
}

// must fails the test if the program failed.
func (s said) must(t *testing.T) said {
	t.Helper()
	if s.code != 0 {
		t.Fatalf("exit code %d: %s%s", s.code, s.out, s.err)
	}
	return s
}

// refused checks that the program failed with one clear line that holds the
// words, and with nothing that only a programmer understands.
func (s said) refused(t *testing.T, words ...string) {
	t.Helper()
	if s.code == 0 {
		t.Fatalf("it claims to have done it: %s", s.out)
	}
	lines := strings.Split(strings.TrimSpace(s.err), "\n")
	if len(lines) > 2 {
		t.Errorf("more than what happened and what to do:\n%s", s.err)
	}
	for _, w := range words {
		if !strings.Contains(s.err, w) {
			t.Errorf("%q is not in: %s", w, s.err)
		}
	}
	for _, w := range []string{"panic", "goroutine", "SQLITE_", "sql:"} {
		if strings.Contains(s.err, w) {
			t.Errorf("%q in: %s", w, s.err)
		}
	}
}

// program is the built binary.
type program string

func buildProgram(t *testing.T) program {
	t.Helper()
	return program(builttest.Program(t))
}

// command is the program on a home, with no settings but that.
func (p program) command(ctx context.Context, home string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, string(p), append(args, "--home", home)...)
	cmd.Env = []string{"HOME=" + filepath.Dir(home), "PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.TempDir()}
	cmd.Dir = filepath.Dir(home)
	return cmd
}

// run runs it to its end.
func (p program) run(t *testing.T, home string, args ...string) said {
	t.Helper()
	cmd := p.command(t.Context(), home, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	}
	return said{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// acknowledged are the files that import --json called stored, with their activities.
func acknowledged(t *testing.T, out string) map[string][]string {
	t.Helper()
	acks := map[string][]string{}
	for line := range strings.Lines(out) {
		if !strings.HasSuffix(line, "\n") {
			break // cut off by the kill
		}
		var r struct {
			Path, Status string
			Activities   []string
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("not a report: %q", line)
		}
		switch r.Status {
		case "imported", "updated", "duplicate":
			acks[r.Path] = r.Activities
		case "":
		default:
			t.Errorf("%s: %s", r.Path, line)
		}
	}
	return acks
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
