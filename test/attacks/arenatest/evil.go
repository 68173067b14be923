package arenatest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Evil is a server of the attacker's, which writes down what it is sent.
type Evil struct {
	URL string

	mu   sync.Mutex
	seen []string
}

// NewEvil listens on loopback until the test ends.
func NewEvil(t testing.TB) *Evil {
	t.Helper()
	e := &Evil{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, key, _ := r.BasicAuth()
		e.mu.Lock()
		e.seen = append(e.seen, fmt.Sprintf("%s %s %s %s:%s", r.Method, r.URL.Path, r.Header.Get("Authorization"), user, key))
		e.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"id":"i666","name":"Mallory"}`)
	}))
	t.Cleanup(server.Close)
	e.URL = server.URL
	return e
}

// Came is all that came.
func (e *Evil) Came() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return strings.Join(e.seen, "\n")
}

// HearsNothing fails the test if anything came.
func (e *Evil) HearsNothing(t testing.TB) {
	t.Helper()
	if h := e.Came(); h != "" {
		t.Errorf("the attacker's server was asked:\n%s", h)
	}
}
