package guard_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"lapkeep/internal/faces/guard"
)

// served is a guarded server as the program runs it, and a way to write
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
