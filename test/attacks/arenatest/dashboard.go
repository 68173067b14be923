package arenatest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Dashboard is the page of a home on loopback, and what its owner's browser has.
type Dashboard struct {
	*Door
	Ticket        string // of the address that was printed
	Cookie, Token string // of the owner's session, once there is one
	Root          string // that begins the paths of its pages
	stop          func()
}

var printed = regexp.MustCompile(`(?m)^  http://([^/\s]+)/#(\S+)$`)

// ShowDashboard starts the page on a port of its own and enters it.
func (u *User) ShowDashboard(t testing.TB, args ...string) *Dashboard {
	t.Helper()
	d, said := u.TryDashboard(t, args...)
	if d == nil {
		t.Fatalf("there is no dashboard: %s", said)
	}
	d.Enter(t)
	return d
}

// TryDashboard starts the page; it is nil, with what was said, if it refuses.
func (u *User) TryDashboard(t testing.TB, args ...string) (*Dashboard, string) {
	t.Helper()
	cmd := u.Command(t.Context(), append([]string{"dashboard", "--no-open", "--addr", "127.0.0.1:0"}, args...)...)
	said := &lockedBuffer{}
	cmd.Stdout, cmd.Stderr = said, said
	ended := begin(t, cmd)
	stop := func() { _ = cmd.Process.Kill(); <-ended }
	t.Cleanup(stop)
	if !speaks(t, said, ended) {
		return nil, said.String()
	}
	m := printed.FindStringSubmatch(said.String())
	return &Dashboard{Door: &Door{Address: m[1], Pid: cmd.Process.Pid, said: said}, Ticket: m[2], stop: stop}, said.String()
}

// begin starts a command; the channel is closed at its end.
func begin(t testing.TB, cmd *exec.Cmd) (ended chan struct{}) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended = make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // what it said tells more
	}()
	return ended
}

// speaks waits until a server says that it serves; false if it ends instead.
func speaks(t testing.TB, said *lockedBuffer, ended <-chan struct{}) bool {
	t.Helper()
	deadline := time.After(patience)
	for !strings.Contains(said.String(), "Ctrl-C") {
		select {
		case <-ended:
			return false
		case <-deadline:
			t.Fatalf("it neither serves nor ends: %s", said)
		case <-time.After(5 * time.Millisecond):
		}
	}
	return true
}

// Stop ends the page.
func (d *Dashboard) Stop() { d.stop() }

// Redeem gives a ticket for a session.
func (d *Dashboard) Redeem(t testing.TB, ticket string) Reply {
	t.Helper()
	b, err := json.Marshal(map[string]string{"ticket": ticket})
	if err != nil {
		t.Fatal(err)
	}
	return d.Ask(t, "POST", "/session", string(b), "Content-Type: application/json", "Cookie: ", "X-Lapkeep-Token: ")
}

var tokenInPage = regexp.MustCompile(`<meta name="lapkeep-token" content="([^"]+)"`)

// Enter begins the owner's session.
func (d *Dashboard) Enter(t testing.TB) {
	t.Helper()
	d.EnterWith(t, d.Ticket)
}

// EnterWith begins the owner's session by a ticket, or the key.
func (d *Dashboard) EnterWith(t testing.TB, ticket string) {
	t.Helper()
	r := d.Redeem(t, ticket)
	c, err := http.ParseSetCookie(r.Header.Get("Set-Cookie"))
	if r.Status/100 != 2 || err != nil {
		t.Fatalf("the ticket: %d %s %v", r.Status, r.Body, err)
	}
	d.Cookie, d.Root = c.Name+"="+c.Value, strings.TrimSuffix(c.Path, "/")
	page := d.Ask(t, "GET", "/journal", "")
	m := tokenInPage.FindStringSubmatch(page.Body)
	if m == nil {
		t.Fatalf("the page has no token: %d %.500s", page.Status, page.Body)
	}
	d.Token = m[1]
}

// Ask asks as a script of the owner's page does; header lines replace, and an
// empty one is left out.
func (d *Dashboard) Ask(t testing.TB, method, path, body string, header ...string) Reply {
	t.Helper()
	lines := map[string]string{
		"Host": d.Address, "Cookie": d.Cookie, "Connection": "close", "Accept": "*/*", "Sec-Fetch-Site": "same-origin",
	}
	if method != "GET" {
		lines["Origin"], lines["X-Lapkeep-Token"] = "http://"+d.Address, d.Token
		lines["Content-Type"], lines["Content-Length"] = "application/x-www-form-urlencoded", strconv.Itoa(len(body))
	}
	for _, h := range header {
		k, v, _ := strings.Cut(h, ": ")
		lines[k] = v
	}
	if path != "/session" && !strings.HasPrefix(path, "/assets/") {
		path = d.Root + path
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\n", method, path)
	for k, v := range lines {
		if v != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", k, v)
		}
	}
	b.WriteString("\r\n" + body)
	return d.Raw(t, b.String())
}
