//go:build e2e

package attacks_test

import (
	"net"
	"regexp"
	"strings"
	"testing"

	"lapkeep/test/attacks/arenatest"
)

// asked returns the addresses of the page that answer a question, with one that
// does not exist; those of a ride are of the athlete's own.
func asked(ride, asset string) []string {
	return []string{
		"/", "/fitness", "/activities", "/activities/" + ride, "/calendar", "/settings", "/journal", "/columns/" + ride, "/events",
		"/map.pmtiles", "/coach/terminal", "/nowhere", "/session", asset, "/assets/none.js",
	}
}

// changing returns the addresses that change something, or read what is sent.
func changing(ride string) []string {
	return []string{
		"/api/get_status", "/body", "/assistants/claude", "/journal/x/undo", "/activities/" + ride, "/calendar", "/calendar/long",
		"/wellness", "/settings", "/plan", "/approvals/x", "/upload", "/coach/ticket", "/coach/stop",
	}
}

// withPage returns an attack on the page of an athlete with rides.
func withPage(run func(t *testing.T, d *arenatest.Dashboard, ride string)) func(t *testing.T) {
	return func(t *testing.T) {
		u, rides := newAthlete(t)
		run(t, u.ShowDashboard(t), rides[0])
	}
}

// noted makes a change by the owner's page; it fails the test unless the change
// is made, so that a refusal of the same is one of the attacker.
func noted(t *testing.T, d *arenatest.Dashboard, header ...string) {
	t.Helper()
	r := d.Ask(t, "POST", "/api/get_status", "{}", append([]string{"Content-Type: application/json"}, header...)...)
	if r.Status != 200 {
		t.Errorf("the owner's own page: %d %.200s", r.Status, r.Body)
	}
}

var assetInPage = regexp.MustCompile(`/assets/[^"]+\.js`)

func onDashboard() []arenatest.Attack {
	return []arenatest.Attack{
		{
			Name: "the dashboard by another name", By: arenatest.WebPage, Seen: arenatest.Held,
			Tries: "a rebinding Host, with the cookie, on each address of the page: panels, assets, events, columns, tiles, upload, forms",
			Run: withPage(func(t *testing.T, d *arenatest.Dashboard, ride string) {
				asset := assetInPage.FindString(d.Ask(t, "GET", "/", "").Body)
				if r := d.Ask(t, "GET", asset, ""); asset == "" || r.Status != 200 {
					t.Fatalf("the asset %q: %d", asset, r.Status)
				}
				_, port, _ := net.SplitHostPort(d.Address)
				for _, host := range []string{"evil.example:" + port, "127.0.0.1.evil.example:" + port, "0.0.0.0:" + port} {
					for _, path := range asked(ride, asset) {
						refused(t, host+path, d.Ask(t, "GET", path, "", "Host: "+host), 403)
					}
					for _, path := range append(changing(ride), "/session") {
						refused(t, host+path, d.Ask(t, "POST", path, "", "Host: "+host, "Origin: http://"+host), 403)
					}
				}
			}),
		},
		{
			Name: "a form of another origin", By: arenatest.WebPage, Seen: arenatest.Held,
			Tries: "a foreign Origin, `null`, another port of this machine, a cross-site fetch without Origin, with the cookie and the token",
			Run: withPage(func(t *testing.T, d *arenatest.Dashboard, ride string) {
				noted(t, d)
				for _, from := range [][]string{
					{"Origin: https://evil.example"},
					{"Origin: null"},
					{"Origin: http://127.0.0.1:1", "Sec-Fetch-Site: same-site"},
					{"Origin: http://127.0.0.1:1", "Sec-Fetch-Site: "},
					{"Origin: ", "Sec-Fetch-Site: cross-site"},
					{"Origin: ", "Sec-Fetch-Site: same-site"},
				} {
					for _, path := range append(changing(ride), "/session") {
						refused(t, strings.Join(from, " ")+path, d.Ask(t, "POST", path, "token="+d.Token, from...), 403)
					}
				}
			}),
		},
		{
			Name: "a request of another origin", By: arenatest.WebPage, Seen: arenatest.Held,
			Tries: "scripts, frames and fetches of another origin or port that read data with the cookie; preflights",
			Run: withPage(func(t *testing.T, d *arenatest.Dashboard, ride string) {
				for _, from := range [][]string{
					{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"},
					{"Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"},
					{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"},
					{"Origin: https://evil.example", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: cors"},
					{"Origin: http://127.0.0.1:1", "Sec-Fetch-Site: "},
					{"Origin: null"},
				} {
					for _, path := range asked(ride, "/assets/none.css") {
						refused(t, strings.Join(from, " ")+path, d.Ask(t, "GET", path, "", from...), 403)
					}
				}
				for _, path := range append(asked(ride, "/assets/none.css"), changing(ride)...) {
					refused(t, "preflight "+path, d.Ask(t, "OPTIONS", path, "", "Origin: https://evil.example",
						"Access-Control-Request-Method: POST", "Access-Control-Request-Headers: x-lapkeep-token"), 403)
				}
				step := d.Ask(t, "GET", "/", "", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document")
				if step.Status != 401 || strings.Contains(step.Body, d.Token) {
					t.Errorf("a link of another page shows more than the door: %d %.200s", step.Status, step.Body)
				}
			}),
		},
		{
			Name: "another token", By: arenatest.WebPage, Seen: arenatest.Held,
			Tries: "no token, a wrong one, one of an earlier session, one of another instance, in the header and in the form, for each change",
			Run: func(t *testing.T) {
				u, rides := newAthlete(t)
				earlier := u.ShowDashboard(t)
				earlier.Stop()
				d, other := u.ShowDashboard(t), arenatest.NewUser(t).ShowDashboard(t)
				noted(t, d)
				for name, token := range map[string]string{
					"none": "", "wrong": strings.Repeat("A", len(d.Token)), "part": d.Token[:10], "earlier": earlier.Token, "another's": other.Token,
				} {
					for _, path := range changing(rides[0]) {
						refused(t, name+" in the header"+path, d.Ask(t, "POST", path, "{}", "X-Lapkeep-Token: "+token,
							"Content-Type: application/json"), 403)
						refused(t, name+" in the form"+path, d.Ask(t, "POST", path, "token="+token, "X-Lapkeep-Token: "), 403)
					}
				}
			},
		},
		{
			Name: "another cookie", By: arenatest.OtherUser, Seen: arenatest.Held,
			Tries: "no cookie, a made-up one, or one of another instance by either name must not read or change anything",
			Run: func(t *testing.T) {
				u, rides := newAthlete(t)
				d, other := u.ShowDashboard(t), arenatest.NewUser(t).ShowDashboard(t)
				name, own, _ := strings.Cut(d.Cookie, "=")
				_, foreign, _ := strings.Cut(other.Cookie, "=")
				if d.Root == other.Root {
					t.Errorf("a browser sends the cookies of both instances to %s", d.Root)
				}
				for _, cookie := range []string{"", name + "=x", name + "=" + own[:len(own)-2] + "AA", name + "=" + foreign, other.Cookie} {
					for _, path := range asked(rides[0], "/none") {
						if path != "/session" && !strings.HasPrefix(path, "/assets/") {
							refused(t, cookie+path, d.Ask(t, "GET", path, "", "Cookie: "+cookie), 401, 403)
						}
					}
					for _, path := range changing(rides[0]) {
						refused(t, cookie+path, d.Ask(t, "POST", path, "token="+d.Token, "Cookie: "+cookie), 401, 403)
					}
				}
			},
		},
		{
			Name: "a ticket twice", By: arenatest.OtherUser, Seen: arenatest.Held,
			Tries: "the printed ticket again, a guessed one, one of another instance, one in the query",
			Run: func(t *testing.T) {
				u, _ := newAthlete(t)
				d, other := u.ShowDashboard(t), arenatest.NewUser(t)
				unused, said := other.TryDashboard(t)
				if unused == nil {
					t.Fatal(said)
				}
				for _, ticket := range []string{d.Ticket, "", strings.Repeat("A", len(d.Ticket)), unused.Ticket} {
					r := d.Redeem(t, ticket)
					refused(t, "ticket "+ticket, r, 401)
					if r.Header.Get("Set-Cookie") != "" {
						t.Errorf("the ticket %q begins a session", ticket)
					}
				}
				refused(t, "in the query", unused.Ask(t, "GET", "/?ticket="+unused.Ticket, ""), 401)
				unused.Enter(t) // nobody used it up
			},
		},
		{
			Name: "the page in a frame", By: arenatest.WebPage, Seen: arenatest.Held,
			Tries: "each address and each refusal must forbid frames, inclusion, sniffing, referrers and inline scripts",
			Run: withPage(func(t *testing.T, d *arenatest.Dashboard, ride string) {
				asset := assetInPage.FindString(d.Ask(t, "GET", "/", "").Body)
				answers := map[string]arenatest.Reply{"refused": d.Ask(t, "GET", "/", "", "Host: evil.example")}
				answers["door"] = d.Ask(t, "GET", "/", "", "Cookie: ", "Accept: text/html")
				for _, path := range asked(ride, asset) {
					if path != "/events" { // it does not end
						answers[path] = d.Ask(t, "GET", path, "")
					}
				}
				for path, r := range answers {
					guarded(t, path, r)
				}
			}),
		},
	}
}

// guarded fails the test unless an answer forbids other origins what it must.
func guarded(t *testing.T, what string, r arenatest.Reply) {
	t.Helper()
	for name, want := range map[string]string{
		"X-Frame-Options": "DENY", "Cross-Origin-Resource-Policy": "same-origin", "X-Content-Type-Options": "nosniff",
		"Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
	} {
		if got := r.Header.Get(name); got != want {
			t.Errorf("%s: %s is %q", what, name, got)
		}
	}
	policy := r.Header.Get("Content-Security-Policy")
	for _, want := range []string{
		"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'", "require-trusted-types-for 'script'",
	} {
		if !strings.Contains(policy, want) {
			t.Errorf("%s: the policy lacks %s", what, want)
		}
	}
	if strings.Contains(policy, "unsafe") {
		t.Errorf("%s: the policy is %s", what, policy)
	}
	for name := range r.Header {
		if strings.HasPrefix(name, "Access-Control-") {
			t.Errorf("%s: the answer has %s", what, name)
		}
	}
}

func TestDashboard(t *testing.T) { arenatest.Run(t, onDashboard()) }
