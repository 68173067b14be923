package guard_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lapkeep/internal/faces/guard"
)

// soon is how long these tests let somebody be slow.
const soon = 30 * time.Millisecond

// open serves h behind a guard that asks for no key, the way the program does.
func open(t *testing.T, o guard.Options, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	o.NoKey = true
	srv := httptest.NewUnstartedServer(nil)
	srv.Config = guard.NewServer(guard.New(o).Wrap(h))
	srv.Start()
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv
}

func get(t *testing.T, url string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res
}

// TestCheck06_SlowSendersHoldNothing: bodies that never end wait outside, and
// get an answer that says so.
func TestCheck06_SlowSendersHoldNothing(t *testing.T) {
	t.Parallel()
	srv := open(t, guard.Options{Limits: guard.Limits{BodyPatience: soon, Running: 1, Waiting: 1}},
		func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "yes") })
	var slow []net.Conn
	for range 8 {
		c, err := net.Dial("tcp", srv.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprint(c, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
		slow = append(slow, c)
	}
	if res := get(t, srv.URL); res.StatusCode != http.StatusOK {
		t.Errorf("beside slow senders: %s", res.Status)
	}
	for _, c := range slow {
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || res.StatusCode != http.StatusRequestTimeout {
			t.Fatalf("a slow sender got %v, %v", res, err)
		}
	}
}

// TestCheck06_SlowReadersAreLetGo: who does not read what is written loses
// the connection, and the request ends.
func TestCheck06_SlowReadersAreLetGo(t *testing.T) {
	t.Parallel()
	failed := make(chan error, 1)
	srv := open(t, guard.Options{Limits: guard.Limits{WritePatience: soon}}, func(w http.ResponseWriter, _ *http.Request) {
		block := make([]byte, 1<<20)
		for {
			if _, err := w.Write(block); err != nil {
				failed <- err
				return
			}
		}
	})
	c, err := net.Dial("tcp", srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	<-failed
}

// TestCheck06_AFloodWaitsOrIsToldTo: some run, some wait, the rest learns when
// to come back, and whoever waits is answered.
func TestCheck06_AFloodWaitsOrIsToldTo(t *testing.T) {
	t.Parallel()
	const running, waiting, all = 2, 3, 40
	release, entered := make(chan struct{}), make(chan struct{}, all)
	srv := open(t, guard.Options{Limits: guard.Limits{Running: running, Waiting: waiting}}, func(http.ResponseWriter, *http.Request) {
		entered <- struct{}{}
		<-release
	})
	answers := make(chan *http.Response, all)
	var wg sync.WaitGroup
	for range all {
		wg.Go(func() { answers <- get(t, srv.URL) })
	}
	for range running {
		<-entered
	}
	for range all - running - waiting { // they are refused while nothing has ended
		res := <-answers
		if wait, err := strconv.Atoi(res.Header.Get("Retry-After")); res.StatusCode != http.StatusTooManyRequests || err != nil || wait < 1 {
			t.Errorf("%s, Retry-After %q", res.Status, res.Header.Get("Retry-After"))
		}
	}
	close(release)
	wg.Wait()
	for range running + waiting {
		if res := <-answers; res.StatusCode != http.StatusOK {
			t.Errorf("who waited got %s", res.Status)
		}
	}
}

// TestCheck06_ShortRequestsTakeTurns: none begins while another has its turn.
func TestCheck06_ShortRequestsTakeTurns(t *testing.T) {
	t.Parallel()
	var inside atomic.Int32
	srv := open(t, guard.Options{Limits: guard.Limits{Turns: 1, Turn: time.Hour}}, func(http.ResponseWriter, *http.Request) {
		if inside.Add(1) > 1 {
			t.Error("two at once")
		}
		for range 1000 { // lets whoever may run
			runtime.Gosched()
		}
		inside.Add(-1)
	})
	var all sync.WaitGroup
	for range 30 {
		all.Go(func() { get(t, srv.URL) })
	}
	all.Wait()
}

// TestCheck06_LongRequestsHoldNobodyUp: their turn ends before they do.
func TestCheck06_LongRequestsHoldNobodyUp(t *testing.T) {
	t.Parallel()
	entered, release := make(chan struct{}), make(chan struct{})
	srv := open(t, guard.Options{Limits: guard.Limits{Turns: 1, Turn: soon}}, func(http.ResponseWriter, *http.Request) {
		entered <- struct{}{}
		<-release
	})
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() { get(t, srv.URL) })
	}
	<-entered
	<-entered // while the first still runs
	close(release)
	both.Wait()
}

// TestCheck06_AKeyHasARate: a key's budget ends, refills with the clock, and
// is no other key's.
func TestCheck06_AKeyHasARate(t *testing.T) {
	t.Parallel()
	now := time.Unix(1e9, 0)
	g := guard.New(guard.Options{
		Key: key, SecretPath: "/s/" + key, Now: func() time.Time { return now }, Limits: guard.Limits{PerSecond: 2},
	})
	h := g.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	ask := func(change func(*http.Request)) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, request(change))
		return w
	}
	for i := range 120 { // a minute's worth at once
		if w := ask(nil); w.Code != http.StatusOK {
			t.Fatalf("request %d: %d", i, w.Code)
		}
	}
	if w := ask(nil); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "1" {
		t.Errorf("beyond the budget: %d, %v", w.Code, w.Header())
	}
	bySecret := func(r *http.Request) { r.URL.Path = "/s/" + key + "/mcp"; r.Header.Del("Authorization") }
	if w := ask(bySecret); w.Code != http.StatusOK {
		t.Errorf("another credential pays for it: %d", w.Code)
	}
	now = now.Add(time.Second)
	for want := range 3 {
		if w := ask(nil); (w.Code == http.StatusOK) != (want < 2) {
			t.Errorf("a second later, request %d: %d", want, w.Code)
		}
	}
}

func event(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/event-stream")
	io.WriteString(w, "data: "+text+"\n\n")
	http.NewResponseController(w).Flush()
}

// TestCheck06_StreamsTakeNoPlace: answers that stay open leave their place to
// others, and the oldest ends where there are too many.
func TestCheck06_StreamsTakeNoPlace(t *testing.T) {
	t.Parallel()
	srv := open(t, guard.Options{Limits: guard.Limits{Running: 1, Waiting: 1, Streams: 3}},
		func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/stream" {
				event(w, "open")
				<-r.Context().Done()
			}
		})
	var open []*bufio.Reader
	for range 5 {
		r := bufio.NewReader(get(t, srv.URL+"/stream").Body)
		if line, err := r.ReadString('\n'); line != "data: open\n" {
			t.Fatalf("%q, %v", line, err)
		}
		open = append(open, r)
	}
	for i, r := range open[:2] {
		if _, err := io.ReadAll(r); err != nil {
			t.Errorf("stream %d ended with %v", i, err)
		}
	}
	if res := get(t, srv.URL); res.StatusCode != http.StatusOK {
		t.Errorf("beside three open streams: %s", res.Status)
	}
}

// TestAConnectionThatIsHandedOverTakesNoPlace either, and counts as a stream.
func TestAConnectionThatIsHandedOverTakesNoPlace(t *testing.T) {
	t.Parallel()
	few := guard.Limits{Running: 1, Waiting: 1, Streams: 2}
	srv := open(t, guard.Options{Limits: few}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/over" {
			return
		}
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nover\n")
		<-r.Context().Done()
	})
	var open []*bufio.Reader
	for range 3 {
		r := bufio.NewReader(get(t, srv.URL+"/over").Body)
		if line, err := r.ReadString('\n'); line != "over\n" {
			t.Fatalf("%q, %v", line, err)
		}
		open = append(open, r)
	}
	if _, err := io.ReadAll(open[0]); err != nil { // the oldest made room
		t.Error(err)
	}
	if res := get(t, srv.URL); res.StatusCode != http.StatusOK {
		t.Errorf("beside two of them: %s", res.Status)
	}
}

func TestStreamsSayThatTheyLive(t *testing.T) {
	t.Parallel()
	srv := open(t, guard.Options{Limits: guard.Limits{KeepAlive: time.Millisecond}}, func(w http.ResponseWriter, r *http.Request) {
		event(w, "open")
		<-r.Context().Done()
	})
	r := bufio.NewReader(get(t, srv.URL).Body)
	for _, want := range []string{"data: open\n", "\n", ": alive\n", "\n", ": alive\n"} {
		if line, err := r.ReadString('\n'); line != want {
			t.Fatalf("%q, %v; want %q", line, err, want)
		}
	}
}

func TestNothingIsWrittenAfterTheEnd(t *testing.T) {
	t.Parallel()
	var kept http.ResponseWriter
	h := guard.New(guard.Options{NoKey: true}).Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { kept = w }))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request(nil))
	if _, err := kept.Write([]byte("late")); err == nil || w.Body.Len() > 0 {
		t.Errorf("%v, wrote %q", err, w.Body)
	}
	if err := http.NewResponseController(kept).Flush(); err == nil {
		t.Error("a flush after the end")
	}
}

// TestCheck06_LingeringStrangersMakeRoom: connections that show no key cannot
// fill the server.
func TestCheck06_LingeringStrangersMakeRoom(t *testing.T) {
	t.Parallel()
	srv := open(t, guard.Options{}, func(http.ResponseWriter, *http.Request) {})
	friend, err := net.Dial("tcp", srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer friend.Close()
	reader := bufio.NewReader(friend)
	ask := func() {
		fmt.Fprint(friend, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
		res, err := http.ReadResponse(reader, nil)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("the one who is known: %v, %v", res, err)
		}
		res.Body.Close()
	}
	ask()
	var first net.Conn
	for i := range 600 {
		c, err := net.Dial("tcp", srv.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprint(c, "GET / HT")
		if i == 0 {
			first = c
		}
	}
	if rest, err := io.ReadAll(first); len(rest) > 0 && !strings.HasPrefix(string(rest), "HTTP/1.1 4") {
		t.Errorf("the stranger who lingers longest heard %q, %v", rest, err)
	}
	ask()
}

// TestCheck06_SlowHeadersEnd: the limits of the server itself.
func TestCheck06_SlowHeadersEnd(t *testing.T) {
	t.Parallel()
	s := guard.NewServer(http.NotFoundHandler())
	if s.ReadHeaderTimeout <= 0 || s.ReadHeaderTimeout > 10*time.Second || s.IdleTimeout <= 0 || s.MaxHeaderBytes <= 0 ||
		s.MaxHeaderBytes > 1<<20 {
		t.Errorf("limits: %+v", s)
	}
	if s.WriteTimeout != 0 {
		t.Error("a time limit on whole answers ends streams")
	}
}
