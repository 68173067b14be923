package arenatest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

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

// TryHTTP starts the server; it is nil, with what was said, if it refuses.
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

// Said is the server's output so far.
func (d *Door) Said() string { return d.said.String() }

// Reply is the answer, status 0 for a connection that was closed.
type Reply struct {
	Status int
	Header http.Header
	Body   string
}

// Raw sends bytes as they are and reads one answer.
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
	_, _ = io.WriteString(conn, text) // a server may close before it has read all
	method, _, _ := strings.Cut(text, " ")
	res, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		return Reply{}
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(res.Body, 1<<20)) // what came is what counts
	return Reply{res.StatusCode, res.Header, string(body)}
}

// Post sends a message to /mcp with the key; header lines replace or add.
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

// PeakMemory is the most that a process has held, in MB; false where the
// system does not tell.
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
