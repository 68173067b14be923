//go:build e2e && unix

package firsthour

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"lapkeep/test/attacks/arenatest"
)

const (
	// patience is how long a command may take on a machine that does much else.
	patience = 2 * time.Minute
	// ending is how long one may take that was told to end.
	ending = 20 * time.Second
)

// passedOn returns the variables of a script that a person would have set.
func passedOn() []string {
	return []string{"TZ", "LAPKEEP_HOME", "INTERVALS_API_BASE_URL", "LAPKEEP_API_KEY"}
}

// program returns a command of the person whose script this is, at their desk.
func program(ctx context.Context, ts *testscript.TestScript, args []string) *exec.Cmd {
	if root := *ts.Value(imageKey).(*string); root != "" {
		return inImage(ctx, root, args)
	}
	u := arenatest.User{Program: ts.Getenv("PROGRAM"), Dir: ts.Getenv("HOME"), Cwd: ts.Getenv("DESK")}
	for _, name := range passedOn() {
		if v := ts.Getenv(name); v != "" {
			u.Environ = append(u.Environ, name+"="+v)
		}
	}
	return u.Command(ctx, args...)
}

func run(ts *testscript.TestScript, neg bool, args []string) { runWith(ts, neg, "", args) }

func typed(ts *testscript.TestScript, neg bool, args []string) {
	runWith(ts, neg, ts.ReadFile(args[0]), args[1:])
}

func runWith(ts *testscript.TestScript, neg bool, in string, args []string) {
	ctx, done := context.WithTimeout(context.Background(), patience)
	defer done()
	cmd := program(ctx, ts, args)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), ts.Stdout(), ts.Stderr()
	want := map[bool]int{true: 1}[neg]
	if err := cmd.Run(); err != nil && !isExit(err) {
		ts.Fatalf("lapkeep %q: %v", args, err)
	}
	if got := cmd.ProcessState.ExitCode(); got != want {
		ts.Fatalf("lapkeep %q: exit %d, want %d", args, got, want)
	}
}

func isExit(err error) bool {
	_, ok := errors.AsType[*exec.ExitError](err)
	return ok
}

func signalOf(ts *testscript.TestScript, name string) os.Signal {
	s := map[string]os.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "KILL": os.Kill}[name]
	if s == nil {
		ts.Fatalf("no signal %q", name)
	}
	return s
}

// interrupt ends a command at a line that it prints. One that ends by itself
// before was not interrupted, and the script says nothing.
func interrupt(ts *testscript.TestScript, _ bool, args []string) {
	signal, left, place := signalOf(ts, args[0]), number(ts, args[1]), regexp.MustCompile(args[2])
	ctx, done := context.WithTimeout(context.Background(), patience)
	defer done()
	cmd := program(ctx, ts, args[3:])
	read, write := io.Pipe()
	cmd.Stdout, cmd.Stderr = write, write
	var said bytes.Buffer
	ts.Check(cmd.Start())
	ended := make(chan error, 1)
	go func() {
		err := cmd.Wait()
		ended <- errors.Join(err, write.Close())
	}()
	for lines := bufio.NewScanner(read); lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		if place.Match(lines.Bytes()) {
			if left--; left == 0 {
				_ = cmd.Process.Signal(signal) // one that has ended says so below
			}
		}
	}
	_, _ = ts.Stdout().Write(said.Bytes())
	if left > 0 {
		ts.Fatalf("lapkeep %q did not come to %q", args[3:], args[2])
	}
	endsSoon(ts, cmd, ended)
}

// interruptWith ends a command when a home holds so many originals.
func interruptWith(ts *testscript.TestScript, _ bool, args []string) {
	signal, n, originals := signalOf(ts, args[0]), number(ts, args[1]),
		filepath.Join(ts.MkAbs(args[2]), "athletes", "me", "originals", "*", "*.zst")
	ctx, done := context.WithTimeout(context.Background(), patience)
	defer done()
	cmd := program(ctx, ts, args[3:])
	cmd.Stdout, cmd.Stderr = ts.Stdout(), ts.Stderr()
	ts.Check(cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case err := <-ended:
			ts.Fatalf("lapkeep %q ended with fewer than %d originals: %v", args[3:], n, err)
		case <-look.C:
			there, err := filepath.Glob(originals)
			ts.Check(err)
			if len(there) >= n {
				ts.Check(cmd.Process.Signal(signal))
				endsSoon(ts, cmd, ended)
				return
			}
		}
	}
}

func keep(ts *testscript.TestScript, _ bool, args []string) {
	m := regexp.MustCompile(args[1]).FindStringSubmatch(ts.ReadFile("stdout") + ts.ReadFile("stderr"))
	if len(m) < 2 {
		ts.Fatalf("%s is in no output", args[1])
	}
	ts.Setenv(args[0], m[1])
}
