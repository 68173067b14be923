package guard_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/guard"
)

// refusedAt fails the test unless a cookie opens nothing at a path.
func (p *paged) refusedAt(t *testing.T, what, path, cookie string) {
	t.Helper()
	if res, body := p.ask(t, http.MethodGet, path, "", "Cookie", cookie); res.StatusCode != http.StatusUnauthorized || body != atDoor {
		t.Errorf("%s: %d %s", what, res.StatusCode, body)
	}
}

// TestACookieIsOfOnePath: another port of the same name gets no cookie, as its
// address has another path, and a cookie without the path opens nothing.
func TestACookieIsOfOnePath(t *testing.T) {
	t.Parallel()
	p := newPaged(t)
	cookie, _ := p.enter(t)
	first := p.root
	second, _ := p.enter(t)
	if first == p.root || first == "" {
		t.Errorf("two sessions have the paths %q and %q", first, p.root)
	}
	p.refusedAt(t, "the path of another session", "/", cookie)
	p.root = ""
	for _, path := range []string{"/", "/fitness", "/s/", "/s/x/", strings.ToLower(first) + "/", first, first + "x/", "//" + first + "/"} {
		p.refusedAt(t, path, path, cookie)
	}
	p.root = first // names of cookies are no secret: others may set one beside it
	if res, _ := p.ask(t, http.MethodGet, "/", "", "Cookie", "lapkeep_session=x; "+cookie+"; "+second); res.StatusCode != http.StatusOK {
		t.Errorf("beside others: %d", res.StatusCode)
	}
}

// TestTheNameLocalhostLeadsToTheNumber: it has two addresses, and the dashboard
// listens on one of them.
func TestTheNameLocalhostLeadsToTheNumber(t *testing.T) {
	t.Parallel()
	p := newPaged(t)
	cookie, _ := p.enter(t)
	_, port, _ := strings.Cut(strings.TrimPrefix(p.URL, "http://"), ":")
	for _, path := range []string{"/", "/fitness?range=a"} {
		res, body := p.ask(t, http.MethodGet, path, "", "Host", "localhost:"+port, "Cookie", cookie)
		if to := res.Header.Get("Location"); res.StatusCode != http.StatusTemporaryRedirect || to != p.URL+p.root+path {
			t.Errorf("%s: %d to %s, %s", path, res.StatusCode, to, body)
		}
	}
	res, _ := p.give(t, p.sessions.Ticket(), "Host", "localhost:"+port)
	if len(res.Cookies()) > 0 {
		t.Error("a session begins at the name")
	}
}

// TestSessionsEnd by the home, whichever process began them, one by one, and with
// their process; what is open then ends too.
func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(p *paged) error{
		"by a command":     func(p *paged) error { _, err := guard.EndSessions(p.home, false); return err },
		"all of them":      func(p *paged) error { return p.sessions.EndAll() },
		"by itself":        func(p *paged) error { return p.sessions.End(p.sessions.Open()[0]) },
		"with the process": func(p *paged) error { return p.sessions.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPaged(t)
			cookie, _ := p.enter(t)
			if n, err := guard.EndSessions(p.home, true); n != 1 || err != nil {
				t.Fatalf("a dry run counts %d: %v", n, err)
			}
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			r, _ := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+p.root+"/stream", nil)
			r.Header.Set("Cookie", cookie)
			stream, err := http.DefaultClient.Do(r)
			if err != nil || stream.StatusCode != http.StatusOK {
				t.Fatal(stream, err)
			}
			defer stream.Body.Close()
			if err := end(p); err != nil {
				t.Fatal(err)
			}
			p.refusedAt(t, "afterwards", "/", cookie)
			for b := make([]byte, 100); ; {
				if _, err := stream.Body.Read(b); err != nil {
					break
				}
			}
			if ctx.Err() != nil {
				t.Error("the stream goes on")
			}
			if left, _ := os.ReadDir(p.home); len(left) > 0 {
				t.Errorf("%v stays", left)
			}
		})
	}
}

// TestAHomeHoldsNoCookie: what is kept of a session opens none.
func TestAHomeHoldsNoCookie(t *testing.T) {
	t.Parallel()
	p := newPaged(t)
	cookie, token := p.enter(t)
	files, err := os.ReadDir(p.home)
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	b, err := os.ReadFile(filepath.Join(p.home, files[0].Name()))
	if err != nil {
		t.Fatal(err)
	}
	_, value, _ := strings.Cut(cookie, "=")
	for what, secret := range map[string]string{"cookie": value, "token": token, "path": p.root} {
		if strings.Contains(files[0].Name()+string(b), secret) {
			t.Errorf("the home holds the %s: %s", what, b)
		}
	}
	if !strings.Contains(string(b), `"how":"ticket"`) || !strings.Contains(string(b), `"begun":"2026-05-01T12:00:00Z"`) {
		t.Errorf("the home says %s", b)
	}
	later := newPaged(t) // another start, to which the list of the first one is given
	if err := os.CopyFS(later.home, os.DirFS(p.home)); err != nil {
		t.Fatal(err)
	}
	later.root = p.root
	later.refusedAt(t, "a session that a file of the home names", "/", cookie)
}

// TestAHomeThatCannotBeWritten has sessions all the same, in memory.
func TestAHomeThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	p := newPaged(t)
	if err := os.WriteFile(p.home, nil, 0o600); err != nil { // a file is no folder
		t.Fatal(err)
	}
	cookie, _ := p.enter(t)
	if res, _ := p.ask(t, http.MethodGet, "/", "", "Cookie", cookie); res.StatusCode != http.StatusOK {
		t.Errorf("%d", res.StatusCode)
	}
	if err := p.sessions.Close(); err != nil {
		t.Error(err)
	}
	p.refusedAt(t, "afterwards", "/", cookie)
}

// TestAKeyOfBeforeBeginsNoSession: the key is that of now, not of the start.
func TestAKeyOfBeforeBeginsNoSession(t *testing.T) {
	t.Parallel()
	key, asked := lanKey, 0
	p := newPagedAt(t, guard.PagesOptions{Key: func() string {
		if asked++; asked == 2 {
			key = "another-key-that-nobody-guesses" // while the session of the former begins
		}
		return key
	}})
	for range 2 {
		if res, said := p.give(t, lanKey); res.StatusCode != http.StatusUnauthorized || len(res.Cookies()) > 0 {
			t.Errorf("the former key: %d %s", res.StatusCode, said)
		}
	}
	if res, said := p.give(t, key); p.entered(t, res, said) == nil || !p.sessions.Open()[0].ByKey() || len(p.sessions.Open()) != 1 {
		t.Errorf("the key: %d %s", res.StatusCode, said)
	}
}
