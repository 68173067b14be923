package arenatest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/test/builttest"
)

// Program is the program that is attacked: that of LAPKEEP_PROGRAM, or this tree's.
func Program(t testing.TB) string {
	t.Helper()
	given := os.Getenv("LAPKEEP_PROGRAM")
	if given == "" {
		return builttest.Program(t)
	}
	path, err := filepath.Abs(given)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// User is somebody with a home folder and Lapkeep's home in it.
type User struct {
	Dir     string   // the user's own home folder
	Home    string   // Lapkeep's, below it
	Cwd     string   // where commands are run
	Environ []string // what the client or shell adds
	Program string   // see [Program]
}

// NewUser is somebody who has never used Lapkeep.
func NewUser(t testing.TB) *User {
	t.Helper()
	dir := t.TempDir()
	u := &User{Program: Program(t), Dir: dir, Home: filepath.Join(dir, ".lapkeep"), Cwd: filepath.Join(dir, "elsewhere")}
	Folders(t, u.Cwd)
	return u
}

// In is the same person in another working folder, with more environment.
func (u *User) In(dir string, environ ...string) *User {
	other := *u
	other.Cwd, other.Environ = dir, append(append([]string(nil), u.Environ...), environ...)
	return &other
}

// Said holds the output of a run of the program.
type Said struct {
	Out, Err string
	Code     int
	Hung     bool // it was still there when its time was over
	PeakMB   int  // the most memory that it held; 0 where the system does not tell
}

// All is both streams.
func (s Said) All() string { return s.Out + s.Err }

// Command is the program with nothing in its environment but what it needs.
func (u *User) Command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, u.Program, args...)
	cmd.Dir = u.Cwd
	cmd.Env = append([]string{
		"HOME=" + u.Dir, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.TempDir(), "LANG=C.UTF-8",
		"DBUS_SESSION_BUS_ADDRESS=unix:path=" + filepath.Join(u.Dir, "no-keyring"),
	}, u.Environ...)
	cmd.WaitDelay = time.Second
	return cmd
}

// Run runs a command to its end, or to the end of its time.
func (u *User) Run(t testing.TB, args ...string) Said {
	t.Helper()
	return u.RunWith(t, "", args...)
}

// patience is how long a command may take that has nothing to wait for, on a
// machine that does much else.
const patience = time.Minute

// RunWith is Run with something on standard input.
func (u *User) RunWith(t testing.TB, in string, args ...string) Said {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	cmd := u.Command(ctx, args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatalf("lapkeep %q: %v", args, err)
	}
	most := watchMemory(cmd.Process.Pid)
	err := cmd.Wait()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok && ctx.Err() == nil {
		t.Fatalf("lapkeep %q: %v", args, err)
	}
	return Said{
		Out: out.String(), Err: errs.String(), Code: cmd.ProcessState.ExitCode(), Hung: ctx.Err() != nil, PeakMB: most(),
	}
}

// watchMemory looks at what a process holds until the function is called,
// which is the most. The system's own count of a child that ended begins with
// what its parent held.
func watchMemory(pid int) (most func() int) {
	stop, peak := make(chan struct{}), make(chan int)
	go func() {
		highest := 0
		for {
			if mb, ok := PeakMemory(pid); ok {
				highest = max(highest, mb)
			}
			select {
			case <-stop:
				peak <- highest
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return func() int { close(stop); return <-peak }
}

// Must is Run of what the attack needs and what is right.
func (u *User) Must(t testing.TB, args ...string) string {
	t.Helper()
	s := u.Run(t, args...)
	if s.Code != 0 {
		t.Fatalf("lapkeep %q: exit %d\n%s%s", args, s.Code, s.Out, s.Err)
	}
	return s.Out
}

// Import imports files with content, by name, and returns what was said.
func (u *User) Import(t testing.TB, files map[string][]byte) Said {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		Write(t, filepath.Join(dir, name), data)
	}
	return u.Run(t, "import", dir)
}

// Write writes a file of the user's, with its folders.
func Write(t testing.TB, path string, data []byte) {
	t.Helper()
	Folders(t, filepath.Dir(path))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Folders makes folders of the user's.
func Folders(t testing.TB, dirs ...string) {
	t.Helper()
	for _, d := range dirs {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// Link makes a symbolic link.
func Link(t testing.TB, to, at string) {
	t.Helper()
	Folders(t, filepath.Dir(at))
	if err := os.Symlink(to, at); err != nil {
		t.Skipf("there are no links here: %v", err)
	}
}

// CopyHome copies a home that nobody has open.
func CopyHome(t testing.TB, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(to, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		mode := os.FileMode(0o600)
		if d.IsDir() {
			mode = 0o700
		}
		return os.Chmod(path, mode)
	})
	if err != nil {
		t.Fatal(err)
	}
}
