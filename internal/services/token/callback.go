package token

import (
	"context"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/oauth2"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// callback waits on loopback for the athlete's browser, which the service
// sends back with a code. It answers one that knows the state, once.
type callback struct {
	state    string
	server   *http.Server
	listener net.Listener
	answered atomic.Bool
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
// service's answer and changes nothing; a page of another site cannot read ours,
// and nothing of the address stands in it.
func (c *callback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	q := r.URL.Query()
	if r.Method != http.MethodGet || r.URL.Path != callbackPath || r.Host != c.listener.Addr().String() || !knows(c.state, q) {
		http.Error(w, "There is no such page.", http.StatusNotFound)
		return
	}
	if !c.answered.CompareAndSwap(false, true) {
		http.Error(w, "This was answered before.", http.StatusGone)
		return
	}
	c.came <- q
	said := "Done. You can close this page and go back to the terminal.\n"
	if _, err := read(q); err != nil {
		said = "Access was not allowed. You can close this page and go back to the terminal.\n"
	}
	_, _ = w.Write([]byte(said)) // the browser may be gone
}

func knows(state string, q url.Values) bool {
	return subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(state)) == 1
}

// consented is what the service sends the browser back with.
type consented struct {
	code source.Secret
	// scopes are the rights that the athlete gave, nil if that is not said.
	scopes []string
}

// bareCode reports the form of a code that is pasted without its address.
func bareCode(text string) bool {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._~-"
	return len(text) >= 8 && len(text) <= 200 && strings.Trim(text, letters+digits) == ""
}

const digits = "0123456789"

// pasted reads what a person pastes whose browser does not reach this machine:
// the address at which it ended, or the code of it. Who pastes a code at this
// terminal was asked here, so that the state proves nothing more.
func pasted(state, text string) (consented, error) {
	text = strings.TrimSpace(text)
	if bareCode(text) && strings.ContainsAny(text, digits) {
		return consented{code: source.NewSecret(text)}, nil
	}
	return address(state, text)
}

// address reads the address at which a browser ended.
func address(state, text string) (consented, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || !knows(state, u.Query()) {
		return consented{}, training.Errorf(training.KindInvalid, "That is not the address to which the service sent the browser.").
			WithFix("Copy the whole address of the page at which the browser ended, with what stands behind the question mark.")
	}
	return read(u.Query())
}

// read reads what the service says: its words in error may be anybody's, and
// are not repeated.
func read(q url.Values) (consented, error) {
	text := q.Get("code")
	if text == "" || q.Has("error") {
		return consented{}, training.Errorf(training.KindForbidden, "The service says that access was not allowed.").
			WithFix("Begin again, and agree on the service's page.")
	}
	return consented{source.NewSecret(text), scopes(q.Get("scope"))}, nil
}

// scopes takes a list of rights apart, which is none where nobody says it.
func scopes(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
}

// wait gives the code, whichever way it comes first. A person who pastes
// nothing, or a program that cannot, leaves it to the browser.
func (c *callback) wait(ctx context.Context, typed <-chan string) (consented, error) {
	select {
	case <-ctx.Done():
		return consented{}, ctx.Err()
	case q := <-c.came:
		return read(q)
	case text := <-typed:
		return pasted(c.state, text)
	}
}
