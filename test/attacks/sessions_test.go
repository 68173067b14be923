//go:build e2e

package attacks_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"lapkeep/test/attacks/arenatest"
)

// browser returns what the owner's browser keeps of its session. It sends
// cookies by name and path, whatever the port, as all browsers do.
func browser(t *testing.T, d *arenatest.Dashboard) *cookiejar.Jar {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	name, value, _ := strings.Cut(d.Cookie, "=")
	at := &url.URL{Scheme: "http", Host: d.Address, Path: "/session"}
	jar.SetCookies(at, []*http.Cookie{{Name: name, Value: value, Path: d.Root + "/"}})
	return jar
}

// sent returns the Cookie that a browser sends to an address.
func sent(jar *cookiejar.Jar, host, path string) string {
	var all []string
	for _, c := range jar.Cookies(&url.URL{Scheme: "http", Host: host, Path: path}) {
		all = append(all, c.Name+"="+c.Value)
	}
	return strings.Join(all, "; ")
}

// opensNothing fails the test if a cookie opens a page at a path, or the terminal.
func opensNothing(t *testing.T, d *arenatest.Dashboard, root, cookie string) {
	t.Helper()
	thief := *d
	thief.Root, thief.Cookie, thief.Token = root, cookie, ""
	r := thief.Ask(t, "GET", "/journal", "")
	refused(t, "a page", r, 401)
	_, token, _ := strings.Cut(r.Body, `<meta name="lapkeep-token" content="`)
	thief.Token, _, _ = strings.Cut(token, `"`)
	refused(t, "a write", thief.Ask(t, "POST", "/api/get_status", "{}", "Content-Type: application/json"), 401)
	refused(t, "a ticket of the terminal", thief.Ask(t, "POST", "/coach/ticket", ""), 401)
}

func onSessions() []arenatest.Attack {
	return []arenatest.Attack{
		{
			Name: "the port of a stopped dashboard", By: arenatest.OtherUser, Seen: "ac3d469",
			Tries: "a server on the port of a stopped dashboard gets the requests of an open page, and sends them to the next start, with `--terminal`",
			Run: func(t *testing.T) {
				u, _ := newAthlete(t)
				first := u.ShowDashboard(t)
				jar := browser(t, first)
				first.Stop()
				root, cookie := first.Root, sent(jar, first.Address, first.Root+"/events")
				if cookie == "" {
					t.Fatal("the browser's own page sends no cookie")
				}
				args := []string{"--addr", first.Address}
				if runtime.GOOS != "windows" {
					args = append(args, "--terminal", echoing)
				}
				next := u.ShowDashboard(t, args...)
				opensNothing(t, next, root, cookie)
				opensNothing(t, next, next.Root, cookie) // whose path it cannot know
				opensNothing(t, next, "", cookie)
			},
		},
		{
			Name: "another port while the dashboard runs", By: arenatest.OtherUser, Seen: "ac3d469",
			Tries: "a server on another port gets the cookie when the browser follows a link to it, and sends the cookie to the dashboard",
			Run: withPage(func(t *testing.T, d *arenatest.Dashboard, ride string) {
				noted(t, d)
				jar := browser(t, d)
				for _, path := range append(asked(ride, "/assets/app.js"), "/s/", "/s/x/", "/s") {
					cookie := sent(jar, "127.0.0.1:1", path)
					if cookie != "" {
						t.Errorf("at %s another port gets the cookie", path)
					}
					opensNothing(t, d, "", cookie)
				}
				opensNothing(t, d, "", d.Cookie) // without the path it is worth nothing
				opensNothing(t, d, "/s/x", d.Cookie)
				noted(t, d)
			}),
		},
		{
			Name: "the other address of localhost", By: arenatest.OtherUser, Seen: "ac3d469",
			Tries: "a server on [::1] with the dashboard's port gets the cookie of a session that began at http://localhost",
			Run: withPage(func(t *testing.T, d *arenatest.Dashboard, _ string) {
				name := "localhost" + d.Address[strings.LastIndex(d.Address, ":"):]
				unused, said := arenatest.NewUser(t).TryDashboard(t)
				if unused == nil {
					t.Fatal(said)
				}
				r := unused.Ask(t, "POST", "/session", `{"ticket":"`+unused.Ticket+`"}`, "Host: "+name, "Origin: http://"+name)
				if c := r.Header.Get("Set-Cookie"); c != "" {
					t.Errorf("a session begins at %s: %d", name, r.Status)
				}
				for _, path := range []string{"/", "/journal"} {
					if r := d.Ask(t, "GET", path, "", "Host: "+name); r.Status != 307 || !strings.HasPrefix(r.Header.Get("Location"), "http://"+d.Address+"/") {
						t.Errorf("%s at %s: %d %s", path, name, r.Status, r.Header.Get("Location"))
					}
				}
			}),
		},
		{
			Name: "a session after a new key", By: arenatest.OtherUser, Seen: "ac3d469",
			Tries: "a former holder of the key keeps a session after `key new`, and uses it for a later dashboard with `--terminal`",
			Run: func(t *testing.T) {
				u, _ := newAthlete(t)
				key := strings.TrimSpace(u.Run(t, "key", "show").Out)
				d, said := u.TryDashboard(t, "--trusted-proxy", "127.0.0.1")
				if d == nil {
					t.Fatal(said)
				}
				d.EnterWith(t, key)
				cookie, root := d.Cookie, d.Root
				u.Must(t, "key", "new")
				opensNothing(t, d, root, cookie)
				refused(t, "the former key", d.Redeem(t, key), 401)
				d.Stop()
				var args []string
				if runtime.GOOS != "windows" {
					args = []string{"--terminal", echoing}
				}
				opensNothing(t, u.ShowDashboard(t, args...), root, cookie)
			},
		},
	}
}

func TestSessions(t *testing.T) { arenatest.Run(t, onSessions()) }
