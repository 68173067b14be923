// Package guard is the single protection of Lapkeep's HTTP faces: it decides who may call a
// listener (by network, Host, Origin and key) and limits the resources that they use at the
// same time. It is independent of what is served behind it.
package guard

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"lapkeep/internal/training"
)

// Guard lets a request through, or answers it with the reason for the refusal.
type Guard struct {
	keys    keys
	people  *People
	names   names
	proxies []netip.Prefix
	limits  Limits
	gate    *gate
	room    *semaphore.Weighted // bytes of bodies
	// door and doorRoom are the gate and the room of people without a credential.
	door     *gate
	doorRoom *semaphore.Weighted
}

// Options determines which requests a guard lets through.
type Options struct {
	// Key is the bearer key that every request must carry.
	Key string
	// SecretPath is a path prefix that replaces the key; it is removed before the
	// request is passed on. Empty means none.
	SecretPath string
	// IsFeed reports whether a token belongs to a calendar feed, which is read
	// without the key. It is called on each request, so that revoking a token takes
	// effect at once. If it is nil, there are no feeds.
	IsFeed func(token string) bool
	// IsHook reports whether a token belongs to an address that a service calls without the
	// key and with any Origin. It is called on each request, like IsFeed.
	IsHook func(token string) bool
	// HomeOf returns the home that a key opens, if the server has many homes. It is called
	// on each request, like IsFeed; [Home] returns the name.
	HomeOf func(key string) (name string, ok bool)
	// NoKey lets requests through without a key; it is meant for tests and for a
	// listener that only this user can reach.
	NoKey bool
	// Public lists the listener's addresses other than the loopback ones: those of
	// a tunnel or proxy.
	Public []*url.URL
	// Proxies lists the networks from which plain HTTP is accepted, in addition to this
	// machine; empty means every network.
	Proxies []netip.Prefix
	// People admits people who signed in; nil admits only keys.
	People *People
	Limits Limits
	// Now is the clock of the rate limit; nil turns that limit off.
	Now func() time.Time
}

// New returns a guard. An empty key admits no one, unless NoKey is set.
func New(o Options) *Guard {
	limits := o.Limits.orDefault()
	return &Guard{
		keys: newKeys(o), people: o.People, names: newNames(o.Public), proxies: o.Proxies,
		limits: limits, gate: newGate(limits, o.Now), room: semaphore.NewWeighted(limits.AllBodies),
		door: newGate(limits.atDoor(), o.Now), doorRoom: semaphore.NewWeighted(doorBodies),
	}
}

type callerKey struct{}

// Caller returns a name for the credential of a request. All requests with that credential
// have the same name, which is not a secret. The name is empty outside a guard.
func Caller(ctx context.Context) string {
	who, _ := ctx.Value(callerKey{}).(string)
	return who
}

type bodyKey struct{}

// Body returns a request's body, which the guard has read and callers must not
// change. The body is empty outside a guard.
func Body(ctx context.Context) []byte {
	text, _ := ctx.Value(bodyKey{}).([]byte)
	return text
}

// Wrap returns a handler that guards next, on every path and method. next gets
// the whole body at once, without the Authorization header.
func (g *Guard) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		h.Set("Referrer-Policy", "no-referrer")
		if lengthUnseen(r) {
			h.Set("Connection", "close")
		}
		if why := g.stranger(r); why != nil {
			why.write(w)
			return
		}
		r, who := g.keys.identify(r)
		if g.people != nil {
			var end func()
			if r, who, end = g.signedIn(w, r, who); end == nil {
				return
			}
			defer end()
		}
		if who == "" {
			h.Set("WWW-Authenticate", `Bearer realm="lapkeep"`)
			(&refusal{
				http.StatusUnauthorized, "The key is missing or wrong.",
				"Send Authorization: Bearer KEY, with the key from lapkeep key show.",
			}).write(w)
			return
		}
		if who != callerDoor { // anybody may come to the door, so its connections stay among the strangers'
			known(r.Context())
		}
		g.admit(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, who)), who, next)
	})
}

// signedIn identifies a request of a server that people can sign in to. It answers the request
// and returns a nil function if it has no access.
func (g *Guard) signedIn(w http.ResponseWriter, r *http.Request, who string) (_ *http.Request, caller string, end func()) {
	if who != "" {
		return r.WithContext(training.WithAccess(r.Context(), &training.Access{Machine: true})), who, func() {}
	}
	_, sent := bearer(r)
	r, who, end, err := g.people.identify(r)
	switch {
	case err != nil:
		(&refusal{http.StatusServiceUnavailable, "The access cannot be checked now.", "Try again in a moment."}).write(w)
		return r, "", nil
	case who == "":
		w.Header().Set("WWW-Authenticate", g.people.Challenge(sent))
		(&refusal{
			http.StatusUnauthorized, "The token is missing, wrong or no longer valid.",
			"Sign in: the address of the server's description is in WWW-Authenticate.",
		}).write(w)
		return r, "", nil
	}
	return r, who, end
}

// stranger returns the reason to refuse a request regardless of its credential, or nil.
func (g *Guard) stranger(r *http.Request) *refusal {
	switch {
	case twoLengths(r):
		return &refusal{
			http.StatusBadRequest, "The request has both Content-Length and Transfer-Encoding.",
			"Send only one of them.",
		}
	case !knownPeer(g.proxies, r):
		return notTheProxy()
	case !g.names.knownHost(r):
		return &refusal{
			http.StatusForbidden, "This server does not accept requests for that Host.",
			"Use 127.0.0.1 or localhost, or set the address of a tunnel or proxy with --public-url.",
		}
	case !g.names.sameOrigin(r) && !g.keys.hooks(r) && (!g.people.door(r) || !fromElsewhere(r)):
		return &refusal{http.StatusForbidden, "Pages of other origins may not call this server.", "Call it from a program instead."}
	}
	return nil
}

// admit passes on a known caller's request within the limits.
func (g *Guard) admit(w http.ResponseWriter, r *http.Request, who string, next http.Handler) {
	gate, counted := g.gate, who
	if who == callerDoor {
		gate, counted = g.door, callerDoor+":"+g.network(r)
	}
	if wait, ok := gate.allow(counted); !ok {
		tooMany(w, wait)
		return
	}
	gone, ok := gate.take(counted)
	if !ok {
		tooMany(w, time.Second)
		return
	}
	defer gone()
	body, why := g.readBody(w, r, who)
	defer body.free()
	if why != nil {
		why.write(w)
		return
	}
	turn, ok := gate.enter(r.Context())
	if !ok {
		tooMany(w, time.Second)
		return
	}
	leave := func() { turn(); gone() }
	ctx, cancel := context.WithCancel(context.WithValue(r.Context(), bodyKey{}, body.text))
	defer cancel()
	a := newAnswer(w, g.limits, func() { leave = gate.toStream(counted, leave, cancel) })
	defer func() { a.end(); leave() }()
	next.ServeHTTP(a, r.WithContext(ctx))
}

func notTheProxy() *refusal {
	return &refusal{
		http.StatusForbidden, "Only the trusted proxy may connect.",
		"Connect through it, or set its network with --trusted-proxy.",
	}
}

// knownPeer reports whether a peer may use plain HTTP: if there are proxies, only they may.
func knownPeer(proxies []netip.Prefix, r *http.Request) bool {
	if len(proxies) == 0 || r.TLS != nil {
		return true
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	return forwards(proxies, peer.Addr().Unmap())
}

// forwards reports whether an address is that of a proxy: a trusted one, or one on this machine.
func forwards(proxies []netip.Prefix, a netip.Addr) bool {
	return a.IsLoopback() || slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// refusal is an answer with the reason and what to do.
type refusal struct {
	status    int
	what, fix string
}

func (f *refusal) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	// A refused caller must not be able to keep the connection.
	w.Header().Set("Connection", "close")
	w.WriteHeader(f.status)
	// The caller may have disconnected; nobody else needs the error.
	_ = json.NewEncoder(w).Encode(map[string]string{"error": f.what, "fix": f.fix})
}

func tooLarge(err error) bool {
	_, ok := errors.AsType[*http.MaxBytesError](err)
	return ok
}

// firstPart is the room reserved for a body before any of it has arrived; most
// bodies are not longer.
const firstPart = 2 << 10

var errNoRoom = errors.New("too many bytes of request bodies at once")

// body is a request body that is being read. It reserves room for what has arrived,
// not for the announced length: a caller who announces a long body and sends
// nothing takes no room from others.
type body struct {
	room *semaphore.Weighted // bytes of all bodies
	held int64
	text []byte
}

// fill reads to the end; announced is the length, or negative if it is unknown.
func (b *body) fill(r io.Reader, announced int64) error {
	for {
		if len(b.text) == cap(b.text) && !b.grow(announced) {
			return errNoRoom
		}
		n, err := r.Read(b.text[len(b.text):cap(b.text)])
		b.text = b.text[:len(b.text)+n]
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// grow doubles the buffer, up to one byte more than announced so that the end can
// be detected. While the old buffer is copied to the new one, both count.
func (b *body) grow(announced int64) bool {
	next := max(firstPart, 2*int64(cap(b.text)))
	if announced >= b.held {
		next = min(next, announced+1)
	}
	if !b.room.TryAcquire(next) {
		return false
	}
	longer := make([]byte, len(b.text), next)
	copy(longer, b.text)
	b.room.Release(b.held)
	b.text, b.held = longer, next
	return true
}

// free releases the room once nobody reads the body any more.
func (b *body) free() { b.room.Release(b.held) }

// readBody reads the body of a known caller before anything else is done for the request: a
// slow sender occupies only its own connection, and only as much of the room for all bodies
// as it has sent.
func (g *Guard) readBody(w http.ResponseWriter, r *http.Request, who string) (*body, *refusal) {
	b, limits := &body{room: g.room}, g.limits
	if who == callerDoor {
		b.room, limits = g.doorRoom, g.door.limits
	}
	most := limits.MaxBody
	large := &refusal{http.StatusRequestEntityTooLarge, "The body is too large.", "Send less data per request."}
	if r.ContentLength > most {
		return b, large
	}
	if r.Body == nil || r.Body == http.NoBody {
		return b, nil
	}
	rc := http.NewResponseController(w)
	patience := time.AfterFunc(limits.BodyPatience, func() { _ = rc.SetReadDeadline(past()) })
	err := b.fill(http.MaxBytesReader(w, r.Body, most), r.ContentLength)
	switch {
	case !patience.Stop():
		return b, &refusal{http.StatusRequestTimeout, "The body took too long to arrive.", "Send it without pauses."}
	case tooLarge(err):
		return b, large
	case errors.Is(err, errNoRoom):
		w.Header().Set("Retry-After", "1")
		return b, &refusal{http.StatusTooManyRequests, "Too much is being sent at once.", "Wait for the time in Retry-After, then try " +
			"again."}
	case err != nil:
		return b, &refusal{http.StatusBadRequest, "The body ended early.", "Send the complete body."}
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(b.text)), int64(len(b.text))
	return b, nil
}

// framing finds requests that state their length in two ways, as a chunked body and as a
// number. A proxy in front might use the other one, so the rest of the body would become the
// next caller's request. [net/http] drops the number before any handler sees it, so framing
// inspects the bytes themselves.
type framing struct {
	net.Conn
	line    []byte // the beginning of the current line
	chunked bool   // the current head has Transfer-Encoding
	counted bool
	both    atomic.Bool // set by a request, which ends the connection
}

// longestName is the length of the longer header name to look for.
const longestName = len("Transfer-Encoding:")

func (f *framing) Read(b []byte) (int, error) {
	n, err := f.Conn.Read(b)
	for _, c := range b[:n] {
		f.look(c)
	}
	return n, err
}

// look reads the next byte. Every header is on its own line, and no line of JSON
// begins like one, so there is no need to distinguish bodies from heads.
func (f *framing) look(c byte) {
	switch {
	case c == '\n':
		if len(f.line) == 0 {
			f.chunked, f.counted = false, false
		}
		f.line = f.line[:0]
	case c == '\r' && len(f.line) == 0:
	case len(f.line) < longestName:
		if f.line = append(f.line, c); c != ':' {
			return
		}
		name := strings.TrimRight(string(f.line[:len(f.line)-1]), " \t")
		f.chunked = f.chunked || strings.EqualFold(name, "Transfer-Encoding")
		f.counted = f.counted || strings.EqualFold(name, "Content-Length")
		if f.chunked && f.counted {
			f.both.Store(true)
		}
	}
}

// framed inspects the bytes of a listener's connections. It skips TLS connections,
// because HTTP/2 would not work on them otherwise.
type framed struct{ net.Listener }

func (l framed) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if _, sealed := c.(*tls.Conn); sealed || err != nil {
		return c, err
	}
	return &framing{Conn: c}, nil
}

type framingKey struct{}

// withFraming remembers a connection for [twoLengths].
func withFraming(ctx context.Context, c net.Conn) context.Context {
	if f, ok := c.(*framing); ok {
		return context.WithValue(ctx, framingKey{}, f)
	}
	return ctx
}

// twoLengths reports whether a request states its length in two ways.
func twoLengths(r *http.Request) bool {
	f, ok := r.Context().Value(framingKey{}).(*framing)
	return ok && f.both.Load()
}

// lengthUnseen reports whether it was not checked that a request states its length
// in only one way. Its connection then accepts no other request.
func lengthUnseen(r *http.Request) bool {
	_, looked := r.Context().Value(framingKey{}).(*framing)
	return !looked && r.ProtoMajor == 1 && len(r.TransferEncoding) > 0
}
