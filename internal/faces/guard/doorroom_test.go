package guard_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/guard"
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
	for range 40 { // each sends half of what it announces
		c, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		_, err = io.WriteString(c, "POST /door HTTP/1.1\r\nHost: "+host+"\r\nContent-Length: 16000\r\n\r\n"+strings.Repeat("x", 8000))
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
