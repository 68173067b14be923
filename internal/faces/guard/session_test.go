package guard_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
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

// served returns a guarded server as the program runs it, and a way to write
// requests to it byte by byte.
func served(t *testing.T, o guard.Options, h http.HandlerFunc) (dial func() (net.Conn, *bufio.Reader)) {
	t.Helper()
	l, err := guard.Listen(t.Context(), "127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- guard.Serve(ctx, l, guard.New(o).Wrap(h), slog.New(slog.DiscardHandler)) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return func() (net.Conn, *bufio.Reader) {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c, bufio.NewReader(c)
	}
}

// TestCheck05_OptionsOfEverything: what net/http answers by itself passes the
// guard like all else.
func TestCheck05_OptionsOfEverything(t *testing.T) {
	t.Parallel()
	dial := served(t, guard.Options{Key: key}, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	for head, want := range map[string]int{
		"Host: localhost\r\n":    http.StatusUnauthorized,
		"Host: evil.example\r\n": http.StatusForbidden,
		"Host: localhost\r\nAuthorization: Bearer " + key + "\r\n":    http.StatusTeapot,
		"Host: evil.example\r\nAuthorization: Bearer " + key + "\r\n": http.StatusForbidden,
	} {
		c, r := dial()
		fmt.Fprintf(c, "OPTIONS * HTTP/1.1\r\n%s\r\n", head)
		if res, err := http.ReadResponse(r, nil); err != nil || res.StatusCode != want {
			t.Errorf("%q: %v, %v; want %d", head, res, err, want)
		}
	}
}

// TestCheck06_TwoLengths: who says the length of a body twice is refused, and
// nothing that follows on the connection is taken for a request.
func TestCheck06_TwoLengths(t *testing.T) {
	t.Parallel()
	const chunked, counted = "Transfer-Encoding: chunked\r\n", "Content-Length: 4\r\n"
	const smuggled = "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"
	for _, head := range []string{
		chunked + counted, counted + chunked, counted + "X: y\r\n" + strings.ToUpper(chunked), "content-length:4\ntransfer-encoding:chunked\n",
	} {
		var seen []string
		dial := served(t, guard.Options{NoKey: true}, func(_ http.ResponseWriter, r *http.Request) { seen = append(seen, r.URL.Path) })
		c, r := dial()
		fmt.Fprint(c, "POST /first HTTP/1.1\r\nHost: localhost\r\n"+head+"\r\n"+smuggled)
		res, err := http.ReadResponse(r, nil)
		if err != nil || res.StatusCode != http.StatusBadRequest || !res.Close {
			t.Errorf("%q: %v, %v", head, res, err)
			continue
		}
		io.Copy(io.Discard, res.Body)
		if rest, _ := io.ReadAll(r); len(rest) > 0 || len(seen) > 0 {
			t.Errorf("%q: served %v, then said %q", head, seen, rest)
		}
	}
}

// TestOneLengthIsEnough: of either kind, in turn on one connection.
func TestOneLengthIsEnough(t *testing.T) {
	t.Parallel()
	dial := served(t, guard.Options{NoKey: true}, func(w http.ResponseWriter, r *http.Request) { io.Copy(w, r.Body) })
	c, r := dial()
	for _, request := range []string{
		"Transfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n4\r\n:\n1}\r\n0\r\n\r\n",
		"Content-Length: 8\r\n\r\n{\"a\":\n1}",
		"Transfer-Encoding: chunked\r\n\r\n8\r\n{\"a\":\n1}\r\n0\r\n\r\n",
	} {
		fmt.Fprint(c, "POST / HTTP/1.1\r\nHost: localhost\r\n"+request)
		res, err := http.ReadResponse(r, nil)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%q: %v, %v", request, res, err)
		}
		if body, err := io.ReadAll(res.Body); string(body) != "{\"a\":\n1}" {
			t.Errorf("%q: %q, %v", request, body, err)
		}
	}
}

// TestCheck06_BodiesShareTheirRoom: many long bodies at once do not fill the
// memory; a client that had to wait is served afterwards.
func TestCheck06_BodiesShareTheirRoom(t *testing.T) {
	t.Parallel()
	const all, most, callers = 1 << 20, 256 << 10, 16
	entered, release := make(chan struct{}, callers), make(chan struct{})
	dial := served(t, guard.Options{NoKey: true, Limits: guard.Limits{AllBodies: all, MaxBody: most}},
		func(http.ResponseWriter, *http.Request) {
			entered <- struct{}{}
			<-release
		})
	send := func(n int) (net.Conn, *bufio.Reader) {
		c, r := dial()
		fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s", n, strings.Repeat(" ", n))
		return c, r
	}
	var inside []*bufio.Reader
	for len(inside) < all/most-1 { // one after another, so that these are let in
		_, r := send(most - 1)
		<-entered
		inside = append(inside, r)
	}
	for range callers {
		c, r := send(most - 1)
		res, err := http.ReadResponse(r, nil)
		if err != nil || res.StatusCode != http.StatusTooManyRequests || res.Header.Get("Retry-After") == "" {
			t.Fatalf("beyond the room: %v, %v", res, err)
		}
		c.Close()
	}
	_, small := send(100)
	<-entered // what is short has room beside them
	close(release)
	for _, r := range append(inside, small) {
		if res, err := http.ReadResponse(r, nil); err != nil || res.StatusCode != http.StatusOK {
			t.Errorf("who had room: %v, %v", res, err)
		}
	}
	_, r := send(most)
	if res, err := http.ReadResponse(r, nil); err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("afterwards: %v, %v", res, err)
	}
}

// TestCheck06_AnnouncedBodiesTakeNoRoom: a body that was only announced is not
// yet there.
func TestCheck06_AnnouncedBodiesTakeNoRoom(t *testing.T) {
	t.Parallel()
	dial := served(t, guard.Options{NoKey: true, Limits: guard.Limits{AllBodies: 1 << 20}},
		func(http.ResponseWriter, *http.Request) {})
	for range 64 {
		c, _ := dial()
		fmt.Fprint(c, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n{")
	}
	c, r := dial()
	fmt.Fprint(c, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\n\r\n"+strings.Repeat(" ", 300000))
	if res, err := http.ReadResponse(r, nil); err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("%v, %v", res, err)
	}
}
