//go:build unix

package terminal_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/term"

	"lapkeep/internal/faces/web/terminal"
)

// TestMain runs as the program that the tests start, by the value of its
// variable.
func TestMain(m *testing.M) {
	switch os.Getenv("TERMINAL_TEST") {
	case "":
		os.Exit(m.Run())
	case "echo":
		echo()
	case "deaf":
		signal.Ignore(syscall.SIGHUP, syscall.SIGTERM, syscall.SIGINT)
		fmt.Println("deaf", os.Getpid())
		select {}
	case "nested":
		nested()
	case "holder":
		// Starts a terminal of its own, says whose pid runs in it, and waits to be killed.
		p, err := terminal.StartPseudo(program("deaf"), 80, 24)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		_, _ = io.Copy(os.Stdout, p)
		select {}
	}
}

// echo prints its window, its folder and each line that is typed.
func echo() {
	cols, rows, err := term.GetSize(0)
	dir, _ := os.Getwd()
	fmt.Println("window", cols, rows, err, "in", filepath.Base(dir), "secret", os.Getenv("SECRET"))
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if code, ok := strings.CutPrefix(lines.Text(), "exit "); ok {
			n, _ := strconv.Atoi(code)
			os.Exit(n)
		}
		cols, rows, _ := term.GetSize(0)
		fmt.Println("heard", lines.Text(), "at", cols, rows)
	}
}

// nested leaves a program in the terminal that hears no signal, and ends.
func nested() {
	self, _ := os.Executable()
	child, err := os.StartProcess(self, []string{self}, &os.ProcAttr{
		Env: append(os.Environ(), "TERMINAL_TEST=deaf"), Files: []*os.File{os.Stdin, os.Stdout, os.Stderr},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("child", child.Pid)
}

func program(what string) terminal.Command {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return terminal.Command{Path: self, Dir: os.TempDir(), Environ: append(os.Environ(), "TERMINAL_TEST="+what)}
}

// reader reads lines and gives up in the end.
type reader struct {
	*testing.T
	lines chan string
}

func read(t *testing.T, r io.Reader) reader {
	t.Helper()
	out := reader{t, make(chan string, 100)}
	go func() {
		defer close(out.lines)
		for lines := bufio.NewScanner(r); lines.Scan(); {
			out.lines <- strings.TrimSpace(lines.Text())
		}
	}()
	return out
}

// until returns the first line that begins so.
func (r reader) until(prefix string) string {
	r.Helper()
	late := time.After(20 * time.Second)
	for {
		select {
		case line, ok := <-r.lines:
			if !ok {
				r.Fatalf("it ended before it said %q", prefix)
			}
			if strings.HasPrefix(line, prefix) {
				return line
			}
		case <-late:
			r.Fatalf("it never said %q", prefix)
		}
	}
}

func start(t *testing.T, what string) (*terminal.PseudoProgram, reader) {
	t.Helper()
	p, err := terminal.StartPseudo(program(what), 100, 30)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p, read(t, p)
}

func TestItTalks(t *testing.T) {
	t.Parallel()
	p, out := start(t, "echo")
	if got, want := out.until("window"), "window 100 30 <nil> in "+filepath.Base(os.TempDir())+" secret"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if err := p.Resize(120, 40); err != nil {
		t.Fatal(err)
	}
	_, _ = p.Write([]byte("hello\r"))
	if got := out.until("heard"); got != "heard hello at 120 40" {
		t.Error(got)
	}
	_, _ = p.Write([]byte("exit 7\r"))
	if code := p.Wait(); code != 7 {
		t.Errorf("it ended with %d", code)
	}
	for range out.lines { // and the reading ends
	}
	p.Hangup() // of what is over, nothing happens
	p.Kill()
}

// TestHangupAndKill: who hears a hangup ends, who does not is killed.
func TestHangupAndKill(t *testing.T) {
	t.Parallel()
	if signal.Ignored(syscall.SIGHUP) {
		t.Skip("nohup has all programs that start here ignore a hangup")
	}
	p, out := start(t, "echo")
	out.until("window")
	p.Hangup()
	if code := p.Wait(); code != -1 {
		t.Errorf("it ended with %d", code)
	}
	p, out = start(t, "deaf")
	out.until("deaf")
	p.Hangup()
	p.Kill()
	p.Wait()
}

// gone waits until a process is there no more.
func gone(t *testing.T, pid string) {
	t.Helper()
	n, err := strconv.Atoi(pid)
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if syscall.Kill(n, 0) == syscall.ESRCH || zombie(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%s is left behind", pid)
}

// zombie reports whether a process is a zombie that nobody in this machine's
// container waits for.
func zombie(pid string) bool {
	b, err := os.ReadFile("/proc/" + pid + "/stat")
	return err == nil && strings.Contains(string(b), ") Z ")
}

// TestWhatItStartedEndsWithIt, though that hears no signal and keeps the terminal.
func TestWhatItStartedEndsWithIt(t *testing.T) {
	t.Parallel()
	p, out := start(t, "nested")
	child := strings.TrimPrefix(out.until("child"), "child ")
	if code := p.Wait(); code != 0 {
		t.Errorf("it ended with %d", code)
	}
	gone(t, child)
	for range out.lines { // and the reading ends
	}
}

func TestNothingToStart(t *testing.T) {
	t.Parallel()
	if _, err := terminal.StartPseudo(terminal.Command{Path: filepath.Join(t.TempDir(), "none")}, 80, 24); err == nil {
		t.Error("it started nothing")
	}
}
