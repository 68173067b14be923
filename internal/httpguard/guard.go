// Package httpguard is the one wall before Lapkeep's HTTP faces: who may
// speak to a listener (Host, Origin, bearer key) and how much. It knows
// nothing of what is served behind it.
package httpguard

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// DefaultMaxBody is the most bytes of a request's body.
const DefaultMaxBody = 4 << 20

// Guard lets a request through or answers it with why not.
type Guard struct {
	key     [sha256.Size]byte
	open    bool
	hosts   []string
	maxBody int64
}

// Options say what a guard lets through.
type Options struct {
	// Key is the bearer key that every request must carry.
	Key string
	// NoKey lets requests through without one; it is meant for tests and for
	// a listener that only this user can reach.
	NoKey bool
	// Hosts are names by which the listener is also reached, beside the
	// loopback ones: those of a tunnel or proxy.
	Hosts []string
	// MaxBody is the most bytes of a body; 0 is [DefaultMaxBody].
	MaxBody int64
}

// New makes a guard. An empty key lets nobody in, unless NoKey says so.
func New(o Options) *Guard {
	g := &Guard{key: sha256.Sum256([]byte(o.Key)), open: o.NoKey, maxBody: o.MaxBody}
	if o.Key == "" && !o.NoKey {
		g.key = [sha256.Size]byte{} // no text has this hash
	}
	for _, h := range o.Hosts {
		g.hosts = append(g.hosts, strings.ToLower(h))
	}
	if g.maxBody <= 0 {
		g.maxBody = DefaultMaxBody
	}
	return g
}

// Wrap puts the guard before next, on every path and method.
func (g *Guard) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		switch {
		case !g.knownHost(r.Host):
			refuse(w, http.StatusForbidden, "This listener does not answer to that Host.",
				"Use 127.0.0.1 or localhost.")
		case !g.sameOrigin(r):
			refuse(w, http.StatusForbidden, "Pages of other origins may not call this listener.", "Call it from a program instead.")
		case !g.hasKey(r):
			h.Set("WWW-Authenticate", `Bearer realm="lapkeep"`)
			refuse(w, http.StatusUnauthorized, "The key is missing or wrong.", "Send Authorization: Bearer KEY, with the key that Lapkeep printed.")
		case r.ContentLength > g.maxBody:
			refuse(w, http.StatusRequestEntityTooLarge, "The body is too large.", "Send less at once.")
		default:
			r.Body = http.MaxBytesReader(w, r.Body, g.maxBody)
			next.ServeHTTP(w, r)
		}
	})
}

// knownHost refuses names that a foreign page could have pointed at this
// machine (DNS rebinding).
func (g *Guard) knownHost(hostport string) bool {
	host := strings.ToLower(hostOf(hostport))
	if host == "localhost" || slices.Contains(g.hosts, host) {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

func hostOf(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

// sameOrigin lets programs through, which send no Origin, and the listener's
// own pages.
func (g *Guard) sameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
	default:
		return false
	}
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return true
	}
	u, err := url.Parse(origins[0])
	return len(origins) == 1 && err == nil && (u.Scheme == "http" || u.Scheme == "https") &&
		u.Host != "" && strings.EqualFold(u.Host, r.Host)
}

// hasKey compares in constant time, whatever the length.
func (g *Guard) hasKey(r *http.Request) bool {
	if g.open {
		return true
	}
	scheme, key, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	sum := sha256.Sum256([]byte(strings.TrimSpace(key)))
	return subtle.ConstantTimeCompare(sum[:], g.key[:]) == 1 && ok && strings.EqualFold(scheme, "Bearer")
}

func refuse(w http.ResponseWriter, status int, what, fix string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The caller may be gone; there is nobody else to tell.
	_ = json.NewEncoder(w).Encode(map[string]string{"error": what, "fix": fix})
}
