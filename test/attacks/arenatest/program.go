package arenatest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/test/builttest"
)

// Program returns the program to attack: the one in LAPKEEP_PROGRAM, or the one
// built from this tree.
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

// User is somebody with a home folder that contains Lapkeep's home.
type User struct {
	Dir     string   // the user's own home folder
	Home    string   // Lapkeep's home, below it
	Cwd     string   // where commands are run
	Environ []string // variables that the client or shell adds
	Program string   // see [Program]
}

// NewUser returns a user who has never used Lapkeep.
func NewUser(t testing.TB) *User {
	t.Helper()
	dir := t.TempDir()
	u := &User{Program: Program(t), Dir: dir, Home: filepath.Join(dir, ".lapkeep"), Cwd: filepath.Join(dir, "elsewhere")}
	Folders(t, u.Cwd)
	return u
}

// In returns the same user in another working folder, with more environment.
func (u *User) In(dir string, environ ...string) *User {
	other := *u
	other.Cwd, other.Environ = dir, append(append([]string(nil), u.Environ...), environ...)
	return &other
}

// Said holds the output of a run of the program.
type Said struct {
	Out, Err string
	Code     int
	Hung     bool          // it was still running at its time limit
	PeakMB   int           // its peak memory; 0 if the system does not report it
	Worked   time.Duration // processor time
}

// All returns both streams.
func (s Said) All() string { return s.Out + s.Err }

// Command returns the command with a minimal environment.
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

// Run runs a command until it ends or its time is over.
func (u *User) Run(t testing.TB, args ...string) Said {
	t.Helper()
	return u.RunWith(t, "", args...)
}

// patience is how long a command without anything to wait for may take on a
// busy machine.
const patience = time.Minute

// RunWith does the same as [User.Run] with a text on standard input.
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
		Worked: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
	}
}

// watchMemory watches the memory of a process until most is called, which
// returns the peak. The system's own count for an ended child includes its
// parent's memory.
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

// Must does the same as [User.Run] for a command that must succeed, and returns
// its output.
func (u *User) Must(t testing.TB, args ...string) string {
	t.Helper()
	s := u.Run(t, args...)
	if s.Code != 0 {
		t.Fatalf("lapkeep %q: exit %d\n%s%s", args, s.Code, s.Out, s.Err)
	}
	return s.Out
}

// Import imports files with content, by name, and returns the output.
func (u *User) Import(t testing.TB, files map[string][]byte) Said {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		Write(t, filepath.Join(dir, name), data)
	}
	return u.Run(t, "import", dir)
}

// Write writes a file of the user, with its folders.
func Write(t testing.TB, path string, data []byte) {
	t.Helper()
	Folders(t, filepath.Dir(path))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Folders makes folders of the user.
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

// Door is the program serving over HTTP on loopback.
type Door struct {
	Address string // host:port
	Key     string
	Pid     int
	said    *lockedBuffer
}

var address = regexp.MustCompile(`https?://([0-9.:\[\]a-z]+)/`)

// ServeHTTP starts the server on a port of its own, or fails the test.
func (u *User) ServeHTTP(t testing.TB, args ...string) *Door {
	t.Helper()
	d, said := u.TryHTTP(t, args...)
	if d == nil {
		t.Fatalf("it does not serve: %s", said)
	}
	return d
}

// TryHTTP starts the server. It returns nil and the output if the server
// refuses to start.
func (u *User) TryHTTP(t testing.TB, args ...string) (*Door, string) {
	t.Helper()
	cmd := u.Command(t.Context(), append([]string{"serve", "--http", "127.0.0.1:0"}, args...)...)
	d := &Door{said: &lockedBuffer{}}
	cmd.Stderr = d.said
	ended := begin(t, cmd)
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have refused
		<-ended
	})
	if !speaks(t, d.said, ended) {
		return nil, d.said.String()
	}
	d.Pid = cmd.Process.Pid
	d.Address = address.FindStringSubmatch(d.said.String())[1]
	if key, err := os.ReadFile(filepath.Join(u.Home, "http.key")); err == nil {
		d.Key = strings.TrimSpace(string(key))
	}
	return d, d.said.String()
}

// Said returns the server's output so far.
func (d *Door) Said() string { return d.said.String() }

// Reply is an HTTP answer; its status is 0 if the connection was closed.
type Reply struct {
	Status int
	Header http.Header
	Body   string
}

// Raw sends bytes unchanged and reads one answer.
func (d *Door) Raw(t testing.TB, text string) Reply {
	t.Helper()
	conn, err := net.DialTimeout("tcp", d.Address, patience)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(conn, text) // a server may close before reading everything
	method, _, _ := strings.Cut(text, " ")
	res, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		return Reply{}
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(res.Body, 1<<20)) // only the received part matters
	return Reply{res.StatusCode, res.Header, string(body)}
}

// Post sends a message to /mcp with the key. Header lines replace or add
// headers.
func (d *Door) Post(t testing.TB, body string, header ...string) Reply {
	t.Helper()
	lines := map[string]string{
		"Host": d.Address, "Authorization": "Bearer " + d.Key, "Content-Type": "application/json",
		"Accept": "application/json, text/event-stream", "Content-Length": strconv.Itoa(len(body)), "Connection": "close",
	}
	for _, h := range header {
		k, v, _ := strings.Cut(h, ": ")
		lines[k] = v
	}
	var b bytes.Buffer
	b.WriteString("POST /mcp HTTP/1.1\r\n")
	for k, v := range lines {
		if v != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", k, v)
		}
	}
	b.WriteString("\r\n" + body)
	return d.Raw(t, b.String())
}

// List is a message that any client sends.
const List = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

// PeakMemory returns the peak memory of a process in MB, or false if the system
// does not report it.
func PeakMemory(pid int) (int, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, false
	}
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(text)
	if m == nil {
		return 0, false
	}
	kB, err := strconv.Atoi(string(m[1]))
	return kB / 1024, err == nil
}
