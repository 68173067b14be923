package guard_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/training"
)

// TestStrangersAtTheDoorTakeNoRoom: many slow bodies without a credential leave the callers
// with a key their room, and a long one is refused at once.
func TestStrangersAtTheDoorTakeNoRoom(t *testing.T) {
	t.Parallel()
	const key = "a-key-of-the-server-itself"
	g := guard.New(guard.Options{
		Key: key, Now: time.Now, Limits: guard.Limits{AllBodies: 64 << 10},
		People: &guard.People{
			IsDoor:    func(r *http.Request) bool { return r.URL.Path == "/door" },
			Challenge: func(bool) string { return "Bearer" },
		},
	})
	s := httptest.NewServer(g.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) })))
	t.Cleanup(s.Close)
	host := strings.TrimPrefix(s.URL, "http://")
	for i := range 40 { // each sends half of what it announces
		c, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		_, err = io.WriteString(c, "POST /door HTTP/1.1\r\nHost: "+host+"\r\nX-Forwarded-For: 192.0.2."+
			strconv.Itoa(i)+"\r\nContent-Length: 16000\r\n\r\n"+strings.Repeat("x", 8000))
		if err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(200 * time.Millisecond)
	post := func(path, key string, n int) int {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(strings.Repeat("y", n)))
		if err != nil {
			t.Fatal(err)
		}
		if key != "" {
			req.Header.Set("Authorization", "Bearer "+key)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		return res.StatusCode
	}
	if code := post("/mcp", key, 20<<10); code != http.StatusOK {
		t.Errorf("with a key: %d", code)
	}
	if code := post("/door", "", 17<<10); code != http.StatusRequestEntityTooLarge {
		t.Errorf("a long form: %d", code)
	}
}

// TestAttackOneStrangerLocksOutOthers: who floods the door is refused after a while, and nobody
// else is. A header of the stranger's own does not make them somebody else.
func TestAttackOneStrangerLocksOutOthers(t *testing.T) {
	t.Parallel()
	g := guard.New(guard.Options{
		Key: key, Now: func() time.Time { return time.Unix(1, 0) }, Public: []*url.URL{{Scheme: "https", Host: "ride.example"}},
		Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")},
		People:  &guard.People{IsDoor: func(*http.Request) bool { return true }, Challenge: func(bool) string { return "" }},
	})
	h := g.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	knocks := func(peer, forwarded string) int {
		r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1/login", http.NoBody)
		if r.RemoteAddr = peer + ":1"; forwarded != "" {
			r.Header.Set("X-Forwarded-For", forwarded)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	for range 300 {
		if code := knocks("127.0.0.1", "198.51.100.7"); code != http.StatusOK {
			t.Fatalf("within its budget: %d", code)
		}
	}
	for _, c := range []struct {
		peer, forwarded string
		want            int
	}{
		{"127.0.0.1", "198.51.100.7", 429},
		{"127.0.0.1", "203.0.113.9, 198.51.100.7", 429},
		{"127.0.0.1", "203.0.113.9,198.51.100.7, 10.1.2.3", 429},
		{"10.9.9.9", "198.51.100.7, 127.0.0.1", 429},
		{"127.0.0.1", "::ffff:198.51.100.7", 429},
		{"127.0.0.1", "198.51.100.8", 200},
		{"127.0.0.1", "198.51.100.7, 203.0.113.9", 200},
		{"127.0.0.1", "", 200},
		{"127.0.0.1", "garbage", 200},
	} {
		if code := knocks(c.peer, c.forwarded); code != c.want {
			t.Errorf("from %s for %q: %d, want %d", c.peer, c.forwarded, code, c.want)
		}
	}
	for i := range 301 { // one network of IPv6, under many addresses
		if code := knocks("127.0.0.1", "2001:db8:1:2::"+strconv.Itoa(i)); (code == http.StatusOK) != (i < 300) {
			t.Fatalf("address %d of a network: %d", i, code)
		}
	}
	if code := knocks("127.0.0.1", "2001:db8:1:3::1"); code != http.StatusOK {
		t.Errorf("another network: %d", code)
	}
	r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1/mcp", http.NoBody)
	r.RemoteAddr = "127.0.0.1:1"
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("X-Forwarded-For", "198.51.100.7")
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != http.StatusOK {
		t.Errorf("a key from the same address: %d", w.Code)
	}
}

// TestOneGrantLeavesRoomForOthers: whoever has most of the open answers loses one of them, and
// no grant may have more than its part of the running requests.
func TestOneGrantLeavesRoomForOthers(t *testing.T) {
	t.Parallel()
	holding := make(chan struct{})
	s := httptest.NewServer(guard.New(guard.Options{
		Key: key, Limits: guard.Limits{Streams: 4, PerCaller: 3},
		People: &guard.People{
			Access: func(_ context.Context, token string) (*training.Access, error) {
				return &training.Access{Grant: token}, nil
			},
			IsDoor: func(*http.Request) bool { return false }, Challenge: func(bool) string { return "" },
		},
	}).Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/stream":
			event(w, "open")
			<-r.Context().Done()
		case "/slow":
			<-holding
		}
	})))
	t.Cleanup(s.Close)
	ask := func(grant, path string) *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+grant)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return res
	}
	other := ask("other", "/stream")
	var greedy []*http.Response
	for range 6 {
		greedy = append(greedy, ask("greedy", "/stream"))
	}
	another := ask("another", "/stream")
	for i, res := range greedy[:4] {
		if _, err := io.ReadAll(res.Body); err != nil {
			t.Errorf("stream %d: %v", i, err)
		}
	}
	for _, res := range []*http.Response{other, another} {
		ended := make(chan struct{})
		go func() { _, _ = io.ReadAll(res.Body); close(ended) }()
		select {
		case <-ended:
			t.Error("a stream of somebody who has one was ended")
		case <-time.After(50 * time.Millisecond):
		}
	}
	var slow sync.WaitGroup
	for range 3 {
		slow.Go(func() { ask("greedy", "/slow") })
	}
	for deadline := time.Now().Add(5 * time.Second); ask("greedy", "/").StatusCode != http.StatusTooManyRequests; {
		if time.Now().After(deadline) {
			t.Fatal("one grant may take every place")
		}
	}
	if res := ask("other", "/"); res.StatusCode != http.StatusOK {
		t.Errorf("another grant: %d", res.StatusCode)
	}
	close(holding)
	slow.Wait()
	if res := ask("greedy", "/"); res.StatusCode != http.StatusOK {
		t.Errorf("after its slow requests: %d", res.StatusCode)
	}
}
