//go:build e2e

package attacks_test

import (
	"context"
	"encoding/json"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"lapkeep/test/attacks/arenatest"
)

// echoing is a program that every system has and that says back what is typed.
const echoing = "cat"

// withTerminal returns an attack on a page with a terminal, in which nothing
// runs yet.
func withTerminal(run func(t *testing.T, d *arenatest.Dashboard)) func(t *testing.T) {
	return func(t *testing.T) {
		if runtime.GOOS == "windows" {
			t.Skip("there is no terminal here")
		}
		d := arenatest.NewUser(t).ShowDashboard(t, "--terminal", echoing)
		run(t, d)
		if c, status := upgraded(t, d); c == nil {
			t.Errorf("the owner's own page: %d", status)
		} else if s := greeted(t, c, terminalTicket(t, d), false); s != "idle" {
			t.Errorf("after the attacks the terminal is %q: something runs, or the owner is locked out", s)
		}
	}
}

// terminalTicket returns a ticket of the owner's session.
func terminalTicket(t *testing.T, d *arenatest.Dashboard) string {
	t.Helper()
	var out struct{ Ticket string }
	r := d.Ask(t, "POST", "/coach/ticket", "")
	if err := json.Unmarshal([]byte(r.Body), &out); err != nil || out.Ticket == "" {
		t.Fatalf("the ticket: %d %s", r.Status, r.Body)
	}
	return out.Ticket
}

// upgraded opens a WebSocket as the owner's page does, but for these header
// lines; it is nil, with the status, if it is refused.
func upgraded(t *testing.T, d *arenatest.Dashboard, header ...string) (*websocket.Conn, int) {
	t.Helper()
	h := http.Header{
		"Cookie": {d.Cookie}, "Origin": {"http://" + d.Address}, "Sec-Fetch-Site": {"same-origin"}, "Sec-Fetch-Mode": {"websocket"},
	}
	for _, line := range header {
		k, v, _ := strings.Cut(line, ": ")
		if h.Del(k); v != "" {
			h.Set(k, v)
		}
	}
	o := &websocket.DialOptions{HTTPHeader: h, Host: h.Get("Host")}
	h.Del("Host")
	c, res, err := websocket.Dial(t.Context(), "ws://"+d.Address+d.Root+"/coach/terminal", o)
	switch {
	case err == nil:
		t.Cleanup(func() { _ = c.CloseNow() })
		return c, http.StatusSwitchingProtocols
	case res == nil:
		return nil, 0
	}
	return nil, res.StatusCode
}

// greeted sends a page's first message, and returns the state in the answer; ""
// where the connection is ended.
func greeted(t *testing.T, c *websocket.Conn, ticket string, start bool) string {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	b, err := json.Marshal(object{"ticket": ticket, "cols": 80, "rows": 24, "start": start})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Write(ctx, websocket.MessageText, b); err != nil {
		return ""
	}
	var s struct{ State string }
	if _, b, err = c.Read(ctx); err != nil || json.Unmarshal(b, &s) != nil {
		return ""
	}
	return s.State
}

func inTerminal() []arenatest.Attack {
	return []arenatest.Attack{
		{
			Name: "a terminal for any page", By: arenatest.WebPage, Seen: arenatest.Held,
			Tries: "a WebSocket with the cookie: foreign, `null`, absent Origin, another port, another site, a rebinding Host, a proxy",
			Run: withTerminal(func(t *testing.T, d *arenatest.Dashboard) {
				port := d.Address[strings.LastIndex(d.Address, ":"):]
				for _, from := range [][]string{
					{"Origin: https://evil.example"},
					{"Origin: null"},
					{"Origin: "},
					{"Origin: ", "Sec-Fetch-Site: ", "Sec-Fetch-Mode: "},
					{"Origin: http://127.0.0.1:1"},
					{"Origin: http://127.0.0.1:1", "Sec-Fetch-Site: same-site"},
					{"Origin: http://localhost" + port},
					{"Origin: https://" + d.Address},
					{"Sec-Fetch-Site: cross-site"},
					{"Sec-Fetch-Site: none"},
					{"Sec-Fetch-Mode: navigate"},
					{"Host: evil.example" + port, "Origin: http://evil.example" + port},
					{"Host: evil.example" + port},
					{"X-Forwarded-For: 192.0.2.7"},
					{"Cookie: "},
				} {
					c, status := upgraded(t, d, from...)
					if c != nil || status != http.StatusForbidden && status != http.StatusUnauthorized {
						t.Errorf("%v: %d", from, status)
					}
				}
				for _, path := range []string{"/coach/ticket", "/coach/stop"} {
					refused(t, path, d.Ask(t, "POST", path, "", "Origin: http://127.0.0.1:1", "Sec-Fetch-Site: same-site"), 403)
					refused(t, path, d.Ask(t, "POST", path, "", "X-Lapkeep-Token: "), 403)
				}
			}),
		},
		{
			Name: "a terminal without its ticket", By: arenatest.OtherUser, Seen: arenatest.Held,
			Tries: "no ticket, a used one, one of another session or instance, the page's own ticket and token",
			Run: withTerminal(func(t *testing.T, d *arenatest.Dashboard) {
				used, other := terminalTicket(t, d), arenatest.NewUser(t).ShowDashboard(t, "--terminal", echoing)
				if c, status := upgraded(t, d); c == nil || greeted(t, c, used, false) != "idle" {
					t.Fatalf("a ticket does not open the terminal: %d", status)
				}
				for name, ticket := range map[string]string{
					"none": "", "used": used, "guessed": strings.Repeat("A", len(used)), "another instance's": terminalTicket(t, other),
					"the page's": d.Ticket, "the token": d.Token,
				} {
					c, status := upgraded(t, d)
					if c == nil {
						t.Fatalf("%s: %d", name, status)
					}
					if s := greeted(t, c, ticket, true); s != "" {
						t.Errorf("%s: the terminal is %s", name, s)
					}
				}
			}),
		},
		{
			Name: "a terminal of an earlier session", By: arenatest.OtherUser, Seen: arenatest.Held,
			Tries: "the cookie of one session with the ticket of another of the same home",
			Run: func(t *testing.T) {
				if runtime.GOOS == "windows" {
					t.Skip("there is no terminal here")
				}
				u := arenatest.NewUser(t)
				earlier := u.ShowDashboard(t)
				earlier.Stop()
				d := u.ShowDashboard(t, "--terminal", echoing)
				ticket := terminalTicket(t, d)
				c, status := upgraded(t, d, "Cookie: "+earlier.Cookie)
				if c != nil || status != http.StatusUnauthorized {
					t.Errorf("the earlier session: %d", status)
				}
				if c, _ = upgraded(t, d); c == nil || greeted(t, c, ticket, true) != "running" {
					t.Error("its own session is refused")
				}
			},
		},
		{
			Name: "a terminal for other machines", By: arenatest.OtherUser, Seen: arenatest.Held,
			Tries: "`--terminal` with an address other than loopback, a public URL or a proxy; despite `terminal: none`; from the config file",
			Run: func(t *testing.T) {
				for _, args := range [][]string{
					{"--addr", "0.0.0.0:0", "--trusted-proxy", "192.0.2.0/24"},
					{"--addr", "127.0.0.1:0", "--public-url", "https://lap.example", "--trusted-proxy", "127.0.0.1/32"},
					{"--addr", "127.0.0.1:0", "--public-url", "https://lap.example"},
					{"--trusted-proxy", "127.0.0.1/32"},
				} {
					if d, said := arenatest.NewUser(t).TryDashboard(t, append(args, "--terminal", echoing)...); d != nil {
						t.Errorf("%q opens it: %.200s", args, said)
					}
				}
				u := arenatest.NewUser(t)
				arenatest.Write(t, filepath.Join(u.Home, "config.yaml"), []byte("terminal: none\n"))
				if d, said := u.TryDashboard(t, "--terminal", echoing); d != nil {
					t.Errorf("the config file does not rule it out: %.200s", said)
				}
				u = arenatest.NewUser(t)
				arenatest.Write(t, filepath.Join(u.Home, "config.yaml"), []byte("terminal: "+echoing+"\n"))
				if d, _ := u.TryDashboard(t); d != nil {
					d.Enter(t)
					refused(t, "by the config file", d.Ask(t, "POST", "/coach/ticket", ""), 404, 405)
				}
			},
		},
	}
}

func TestTerminal(t *testing.T) { arenatest.Run(t, inTerminal()) }
