package guard

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"golang.org/x/sync/semaphore"
)

// Guard lets a request through or answers it with why not.
type Guard struct {
	keys    keys
	names   names
	proxies []netip.Prefix
	limits  Limits
	gate    *gate
	room    *semaphore.Weighted // bytes of bodies
}

// Options say what a guard lets through.
type Options struct {
	// Key is the bearer key that every request must carry.
	Key string
	// SecretPath is a path prefix that replaces the key; it is cut off before
	// the request goes on. Empty is none.
	SecretPath string
	// IsFeed says whether a token is that of a calendar's feed, which is read
	// without the key; it is asked at each request, so that one that is taken back
	// ends at once. Nil is no feeds.
	IsFeed func(token string) bool
	// IsHook says whether a token is that of an address at which a service calls,
	// without the key and whatever its Origin is; as IsFeed.
	IsHook func(token string) bool
	// NoKey lets requests through without one; it is meant for tests and for
	// a listener that only this user can reach.
	NoKey bool
	// Public are addresses by which the listener is also reached, beside the
	// loopback ones: those of a tunnel or proxy.
	Public []*url.URL
	// Proxies are the networks from which plain HTTP may come, beside this
	// machine; none is every network.
	Proxies []netip.Prefix
	Limits  Limits
	// Now is the clock of the rate limit; nil leaves that limit out.
	Now func() time.Time
}

// New makes a guard. An empty key lets nobody in, unless NoKey says so.
func New(o Options) *Guard {
	limits := o.Limits.orDefault()
	return &Guard{
		keys: newKeys(o), names: newNames(o.Public), proxies: o.Proxies,
		limits: limits, gate: newGate(limits, o.Now), room: semaphore.NewWeighted(limits.AllBodies),
	}
}

type callerKey struct{}

// Caller names the credential that a request came with, the same for all
// requests that came with it; it is no secret. Empty outside a guard.
func Caller(ctx context.Context) string {
	who, _ := ctx.Value(callerKey{}).(string)
	return who
}

type bodyKey struct{}

// Body is a request's body, which the guard has read; nobody changes it. Empty
// outside a guard.
func Body(ctx context.Context) []byte {
	text, _ := ctx.Value(bodyKey{}).([]byte)
	return text
}

// Wrap puts the guard before next, on every path and method. Next sees the
// whole body at once, and no Authorization.
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
		if who == "" {
			h.Set("WWW-Authenticate", `Bearer realm="lapkeep"`)
			(&refusal{
				http.StatusUnauthorized, "The key is missing or wrong.",
				"Send Authorization: Bearer KEY, with the key that lapkeep key show prints.",
			}).write(w)
			return
		}
		known(r.Context())
		g.admit(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, who)), who, next)
	})
}

// stranger is why a request is refused whatever it carries.
func (g *Guard) stranger(r *http.Request) *refusal {
	switch {
	case twoLengths(r):
		return &refusal{
			http.StatusBadRequest, "The request states its length in two ways.",
			"Send Content-Length or Transfer-Encoding, not both.",
		}
	case !knownPeer(g.proxies, r):
		return notTheProxy()
	case !g.names.knownHost(r):
		return &refusal{
			http.StatusForbidden, "This listener does not answer to that Host.",
			"Use 127.0.0.1 or localhost, or name the address of a tunnel or proxy with --public-url.",
		}
	case !g.names.sameOrigin(r) && !g.keys.hooks(r):
		return &refusal{http.StatusForbidden, "Pages of other origins may not call this listener.", "Call it from a program instead."}
	}
	return nil
}

// admit lets a known caller in as far as the limits go.
func (g *Guard) admit(w http.ResponseWriter, r *http.Request, who string, next http.Handler) {
	if wait, ok := g.gate.allow(who); !ok {
		tooMany(w, wait)
		return
	}
	body, why := g.readBody(w, r)
	defer body.free()
	if why != nil {
		why.write(w)
		return
	}
	leave, ok := g.gate.enter(r.Context())
	if !ok {
		tooMany(w, time.Second)
		return
	}
	ctx, cancel := context.WithCancel(context.WithValue(r.Context(), bodyKey{}, body.text))
	defer cancel()
	a := newAnswer(w, g.limits, func() { leave = g.gate.toStream(leave, cancel) })
	defer func() { a.end(); leave() }()
	next.ServeHTTP(a, r.WithContext(ctx))
}

func notTheProxy() *refusal {
	return &refusal{
		http.StatusForbidden, "Only the named proxy may connect.",
		"Connect through it, or name its network with --trusted-proxy.",
	}
}

// knownPeer keeps plain HTTP to the proxies, if there are any.
func knownPeer(proxies []netip.Prefix, r *http.Request) bool {
	if len(proxies) == 0 || r.TLS != nil {
		return true
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	addr := peer.Addr().Unmap()
	for _, p := range proxies {
		if p.Contains(addr) {
			return true
		}
	}
	return addr.IsLoopback()
}

// refusal is an answer that says why not, and what to do.
type refusal struct {
	status    int
	what, fix string
}

func (f *refusal) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	// Who was refused gets no place to linger.
	w.Header().Set("Connection", "close")
	w.WriteHeader(f.status)
	// The caller may be gone; there is nobody else to tell.
	_ = json.NewEncoder(w).Encode(map[string]string{"error": f.what, "fix": f.fix})
}

func tooLarge(err error) bool {
	_, ok := errors.AsType[*http.MaxBytesError](err)
	return ok
}
