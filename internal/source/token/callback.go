package token

import (
	"context"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"lapkeep/internal/source"
	"lapkeep/internal/training"
)

// callback waits on loopback for the athlete's browser, which the service
// sends back with a code. It answers one that knows the state, once.
type callback struct {
	state    string
	server   *http.Server
	listener net.Listener
	came     chan url.Values
}

const (
	browserTime  = 10 * time.Second
	callbackPath = "/callback"
)

func listen() (*callback, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, training.Errorf(training.KindUnavailable, "No port of this machine can be listened at: %w.", err)
	}
	c := &callback{state: oauth2.GenerateVerifier(), listener: l, came: make(chan url.Values, 1)}
	c.server = &http.Server{Handler: c, ReadHeaderTimeout: browserTime}
	go func() { _ = c.server.Serve(l) }() // it ends by close
	return c, nil
}

// address is where the service is to send the browser.
func (c *callback) address() string { return "http://" + c.listener.Addr().String() + callbackPath }

// ServeHTTP is of http.Handler. What does not know the state is not the
// service's answer and changes nothing; a page of another site cannot read ours.
func (c *callback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	q := r.URL.Query()
	if r.Method != http.MethodGet || r.URL.Path != callbackPath || r.Host != c.listener.Addr().String() || !c.knows(q) {
		http.Error(w, "There is no such page.", http.StatusNotFound)
		return
	}
	select {
	case c.came <- q:
	default: // it came already
	}
	_, _ = w.Write([]byte("Done. You can close this page and go back to the terminal.\n")) // the browser may be gone
}

func (c *callback) knows(q url.Values) bool {
	return subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(c.state)) == 1
}

// pasted gives the code of the address at which a browser ended that does not
// reach this machine.
func (c *callback) pasted(address string) (source.Secret, error) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || !c.knows(u.Query()) {
		return source.Secret{}, training.Errorf(training.KindInvalid, "That is not the address to which the service sent the browser.").
			WithFix("Copy the whole address of the page at which the browser ended, with what stands behind the question mark.")
	}
	return code(u.Query())
}

// code reads what the service says: its words in error may be anybody's, and
// are not repeated.
func code(q url.Values) (source.Secret, error) {
	text := q.Get("code")
	if text == "" || q.Has("error") {
		return source.Secret{}, training.Errorf(training.KindForbidden, "The service says that access was not allowed.").
			WithFix("Begin again, and agree on the service's page.")
	}
	return source.NewSecret(text), nil
}

// wait gives the code, whichever way it comes first. A person who pastes
// nothing, or a program that cannot, leaves it to the browser.
func (c *callback) wait(ctx context.Context, typed <-chan string) (source.Secret, error) {
	select {
	case <-ctx.Done():
		return source.Secret{}, ctx.Err()
	case q := <-c.came:
		return code(q)
	case address := <-typed:
		return c.pasted(address)
	}
}
