package guard

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// Pages protects the pages that a browser shows. Like [Guard] it checks Host and Origin on
// every path and method; instead of a key it requires a session cookie, even on loopback,
// which all users of a machine share.
type Pages struct {
	sessions *Sessions
	key      func() string
	names    names
	proxies  []netip.Prefix
	limits   Limits
	gate     *gate
}

// PagesOptions describes how pages are reached; the zero value means only from this machine.
// [Door.Check] decides whether the listener is safe.
type PagesOptions struct {
	// Key returns the current key. It begins a session like a ticket, but any
	// number of times, because no terminal prints tickets for other machines. Nil
	// means that there is no key.
	Key func() string
	// Public and Proxies are as in [Options].
	Public  []*url.URL
	Proxies []netip.Prefix
	Limits  Limits
}

// The paths that Pages answers itself, and those open to everyone because they
// contain no personal data.
const (
	SessionPath = "/session"
	AssetRoot   = "/assets/"
)

// TokenHeader carries the session's token in requests other than GET and HEAD.
const TokenHeader = "X-Lapkeep-Token" //nolint:gosec // only its name

// TokenField carries the token in a page's form that is sent without a script.
const TokenField = "token" //nolint:gosec // only its name

// maxForm exceeds the size of any page's form.
const maxForm = 256 << 10

// maxTicketBody exceeds the size of any ticket request.
const maxTicketBody = 512

// NewPages returns the protection for pages.
func NewPages(s *Sessions, o PagesOptions) *Pages {
	l := o.Limits.orDefault()
	return &Pages{sessions: s, key: o.Key, names: newNames(o.Public), proxies: o.Proxies, limits: l, gate: newGate(l, nil)}
}

type sessionKey struct{}

// SessionOf returns the session of a request, or an empty one if the request
// did not pass through Pages.
func SessionOf(ctx context.Context) *Session {
	if x, ok := ctx.Value(sessionKey{}).(*Session); ok {
		return x
	}
	return &Session{}
}

// Token returns the token that the pages of a request's session send with each
// change.
func Token(ctx context.Context) string { return SessionOf(ctx).token }

// Root returns the path prefix of the pages of a request's session.
func Root(ctx context.Context) string { return SessionOf(ctx).root }

// Below returns a context whose session has its pages below a path of its root.
func Below(ctx context.Context, path string) context.Context {
	x := *SessionOf(ctx)
	x.root += path
	return context.WithValue(ctx, sessionKey{}, &x)
}

// csp lets a page load from and call only its own listener. The policy does not restrict
// styles that a script sets on an element, so no inline styles need to be allowed.
const csp = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; " +
	"require-trusted-types-for 'script'; trusted-types lapkeep"

// images is the part of the policy that determines where pictures may be loaded from.
const images = "img-src 'self' data:"

// AllowImages allows the page of an answer to show pictures from a different
// origin. The caller must have checked that it is only a scheme and a host.
func AllowImages(h http.Header, origin string) {
	h.Set("Content-Security-Policy", strings.Replace(csp, images, images+" "+origin, 1))
}

// Wrap returns a handler that protects next. Requests without a session go to
// door, which must hold no data; assets are open.
func (p *Pages) Wrap(next, assets, door http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", csp)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		h.Set("Cache-Control", "no-store")
		if lengthUnseen(r) {
			h.Set("Connection", "close")
		}
		if why := p.stranger(r); why != nil {
			why.write(w)
			return
		}
		switch {
		case p.named(r):
			_, port, _ := net.SplitHostPort(r.Host)
			to := url.URL{Scheme: "http", Host: net.JoinHostPort(localAddr(r).String(), port), Path: r.URL.Path, RawQuery: r.URL.RawQuery}
			http.Redirect(w, r, to.String(), http.StatusTemporaryRedirect)
		case r.URL.Path == SessionPath:
			p.admit(w, r)
		case strings.HasPrefix(r.URL.Path, AssetRoot):
			assets.ServeHTTP(w, r)
		default:
			p.serve(w, r, next, door)
		}
	})
}

// named reports whether a browser used the name localhost, which resolves to two
// addresses: a different user of the machine may listen on the one that the
// dashboard does not use. Such a browser is redirected to the address.
func (p *Pages) named(r *http.Request) bool {
	host := strings.ToLower(hostOf(r.Host))
	return host == "localhost" && r.TLS == nil && !slices.Contains(p.names.hosts, host) && localAddr(r).IsLoopback()
}

func (p *Pages) stranger(r *http.Request) *refusal {
	switch {
	case twoLengths(r):
		return &refusal{
			http.StatusBadRequest, "The request has both Content-Length and Transfer-Encoding.",
			"Send only one of them.",
		}
	case !knownPeer(p.proxies, r):
		return notTheProxy()
	case !p.names.knownHost(r):
		return &refusal{
			http.StatusForbidden, "The dashboard does not accept requests for that Host.",
			"Use 127.0.0.1 or localhost, or set the address of a tunnel or proxy with --public-url.",
		}
	case !p.names.sameOrigin(r) && !fromElsewhere(r):
		return &refusal{
			http.StatusForbidden, "Pages of other origins may not call the dashboard.",
			"Open the address that lapkeep dashboard prints.",
		}
	}
	return nil
}

// fromElsewhere reports whether a person came to the dashboard from a page of
// another origin, such as the one that lapkeep dashboard opens. Such a request
// has no cookie, gets only the door, and cannot come from a page in a frame.
func fromElsewhere(r *http.Request) bool {
	h := r.Header
	return r.Method == http.MethodGet && h.Get("Sec-Fetch-Mode") == "navigate" && h.Get("Sec-Fetch-Dest") == "document" &&
		h.Get("Origin") == "" && h.Get("Sec-Fetch-Site") != "same-origin" && h.Get("Sec-Fetch-Site") != ""
}

// admit begins a session for a ticket or the key.
func (p *Pages) admit(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Ticket string `json:"ticket"`
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		(&refusal{http.StatusMethodNotAllowed, "Start a session with POST.", "Open the address that lapkeep dashboard prints."}).write(w)
		return
	}
	if err := json.NewDecoder(io.LimitReader(r.Body, maxTicketBody)).Decode(&in); err != nil {
		(&refusal{http.StatusBadRequest, "The ticket cannot be read.", "Open the address that lapkeep dashboard prints."}).write(w)
		return
	}
	x, cookie := p.begin(in.Ticket)
	switch {
	case x == nil && p.key != nil:
		(&refusal{
			http.StatusUnauthorized, "The key is wrong, or this address has already been used.",
			"Use the key from lapkeep key show.",
		}).write(w)
		return
	case x == nil:
		(&refusal{
			http.StatusUnauthorized, "This address has already been used, or it has expired.",
			"Run lapkeep dashboard again: each start prints a new one.",
		}).write(w)
		return
	}
	known(r.Context())
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // without TLS the cookie stays on this machine
		Name: cookieName, Value: cookie, Path: x.root + "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		MaxAge: int(sessionLife / time.Second), Secure: p.names.private(r),
	})
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]string{"root": x.root}) // a browser that has disconnected needs no answer
}

// begin begins a session for a ticket or the key, and returns nil for anything else.
func (p *Pages) begin(text string) (x *Session, cookie string) {
	if p.sessions.redeem(text) {
		return p.sessions.begin(byTicket)
	}
	if !p.isKey(text) {
		return nil, ""
	}
	if x, cookie = p.sessions.begin(byKey); !p.isKey(text) { // the key was replaced in the meantime, which ended only the earlier sessions
		_ = p.sessions.End(x) // nobody has its cookie
		return nil, ""
	}
	return x, cookie
}

func (p *Pages) isKey(text string) bool { return p.key != nil && newCredential(p.key()).is(text) }

// serve passes on the requests of a session, within the limits.
func (p *Pages) serve(w http.ResponseWriter, r *http.Request, next, door http.Handler) {
	x := p.sessions.of(r)
	if x == nil || !p.names.sameOrigin(r) {
		door.ServeHTTP(w, r)
		return
	}
	known(r.Context())
	asks := r.Method == http.MethodGet || r.Method == http.MethodHead
	if !asks && subtle.ConstantTimeCompare([]byte(sentToken(w, r)), []byte(x.token)) != 1 {
		(&refusal{http.StatusForbidden, "The page is from an earlier session.", "Reload the page, then try again."}).write(w)
		return
	}
	leave, ok := p.gate.enter(r.Context())
	if !ok {
		tooMany(w, time.Second)
		return
	}
	ctx, cancel := context.WithCancel(context.WithValue(r.Context(), sessionKey{}, x))
	defer cancel()
	go p.sessions.follow(ctx, x, cancel)
	a := newAnswer(w, p.limits, func() { leave = p.gate.toStream("", leave, cancel) })
	defer func() { a.end(); leave() }()
	http.StripPrefix(x.root, next).ServeHTTP(a, r.WithContext(ctx))
}

// sentToken returns the token of a request, from its header or its form. This
// parses the form, which later handlers can use.
func sentToken(w http.ResponseWriter, r *http.Request) string {
	if t := r.Header.Get(TokenHeader); t != "" || !IsForm(r) {
		return t
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return ""
	}
	return r.PostForm.Get(TokenField)
}

// IsForm reports whether a request was sent by a page's form rather than a
// script.
func IsForm(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && r.Method == http.MethodPost && kind == "application/x-www-form-urlencoded"
}

// names lists the hosts and origins of a listener.
type names struct{ hosts, origins []string }

func newNames(public []*url.URL) names {
	var n names
	for _, u := range public {
		n.hosts = append(n.hosts, strings.ToLower(u.Hostname()))
		n.origins = append(n.origins, strings.ToLower(u.Scheme+"://"+u.Host))
	}
	return n
}

// ParsePublicURL parses the address of a tunnel or proxy.
func ParsePublicURL(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, training.Errorf(training.KindInvalid, "%q is not the address of a server.", s).
			WithFix("Write it as https://lapkeep.example.org.")
	}
	return u, nil
}

// knownHost rejects names that a foreign page could have pointed at this machine (DNS
// rebinding). The numeric address on which the connection arrived is not such a name.
func (n names) knownHost(r *http.Request) bool {
	host := strings.ToLower(hostOf(r.Host))
	if host == "localhost" || slices.Contains(n.hosts, host) {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && (addr.IsLoopback() || addr.Unmap() == localAddr(r))
}

func localAddr(r *http.Request) netip.Addr {
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok {
		return a.AddrPort().Addr().Unmap()
	}
	return netip.Addr{}
}

func hostOf(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

// private reports whether a request cannot be read in transit: it came over TLS,
// here or at the proxy of a public address.
func (n names) private(r *http.Request) bool {
	return r.TLS != nil || slices.Contains(n.hosts, strings.ToLower(hostOf(r.Host))) && !n.ownScheme(r, "http")
}

// sameOrigin reports whether a request comes from a program, which sends no
// Origin, or from the listener's own pages.
func (n names) sameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
	default:
		return false
	}
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return true
	}
	if len(origins) > 1 {
		return false
	}
	if slices.Contains(n.origins, strings.ToLower(origins[0])) {
		return true
	}
	u, err := url.Parse(origins[0])
	return err == nil && n.ownScheme(r, u.Scheme) && u.Host != "" && strings.EqualFold(u.Host, r.Host)
}

// ownScheme reports whether pages of the requested host are served under a scheme:
// a page that was sent unencrypted may have been written by somebody else.
func (n names) ownScheme(r *http.Request, scheme string) bool {
	public := strings.ToLower(hostOf(r.Host))
	switch {
	case slices.Contains(n.hosts, public):
		return slices.ContainsFunc(n.origins, func(o string) bool {
			u, err := url.Parse(o)
			return err == nil && u.Hostname() == public && u.Scheme == scheme
		})
	case r.TLS != nil:
		return scheme == "https"
	}
	return scheme == "http" || scheme == "https"
}
