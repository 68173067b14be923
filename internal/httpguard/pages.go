package httpguard

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// Pages is the wall before what a browser shows. Like [Guard] it asks for Host
// and Origin on each path and method; in place of a key it wants the cookie of a
// session, also on loopback, which all users of a machine share.
type Pages struct {
	sessions *Sessions
	key      string
	names    names
	proxies  []netip.Prefix
	limits   Limits
	gate     *gate
}

// PagesOptions say how pages are reached; the zero value is from this machine.
// Whether that is safe is for [Door.Check].
type PagesOptions struct {
	// Key begins a session as a ticket does, as often as it is given: other
	// machines have no terminal that prints them a ticket. Empty is none.
	Key string
	// Public and Proxies are as those of [Options].
	Public  []*url.URL
	Proxies []netip.Prefix
	Limits  Limits
}

// The paths that the wall answers itself, and those that it opens to everybody:
// they hold no data of anybody.
const (
	SessionPath = "/session"
	AssetRoot   = "/assets/"
)

// TokenHeader carries the token of a session with what is no question.
const TokenHeader = "X-Lapkeep-Token" //nolint:gosec // the name of it

// TokenField carries it with a form of a page that is sent without a script.
const TokenField = "token" //nolint:gosec // the name of it

// maxForm is more than any form of a page has.
const maxForm = 256 << 10

// maxTicketBody is more than a ticket needs.
const maxTicketBody = 512

// NewPages makes a wall.
func NewPages(s *Sessions, o PagesOptions) *Pages {
	l := o.Limits.orDefault()
	return &Pages{sessions: s, key: o.Key, names: newNames(o.Public), proxies: o.Proxies, limits: l, gate: newGate(l, nil)}
}

type tokenKey struct{}

// Token is that of the session which a request came in by, for its pages to
// send with each change. Empty outside a wall.
func Token(ctx context.Context) string {
	t, _ := ctx.Value(tokenKey{}).(string)
	return t
}

// csp lets a page load and call nothing but its own listener. Styles that a
// script sets on an element are no text of the page, so that none is inline.
const csp = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; " +
	"require-trusted-types-for 'script'; trusted-types lapkeep"

// images is the part of the policy that says where pictures come from.
const images = "img-src 'self' data:"

// AllowImages lets the page of an answer show pictures of one origin elsewhere,
// which must be a scheme and a host alone: the caller has checked it.
func AllowImages(h http.Header, origin string) {
	h.Set("Content-Security-Policy", strings.Replace(csp, images, images+" "+origin, 1))
}

// Wrap puts the wall before next. Who has no session gets door, which must hold
// no data; assets are open.
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
		case r.URL.Path == SessionPath:
			p.admitTicket(w, r)
			return
		case strings.HasPrefix(r.URL.Path, AssetRoot):
			assets.ServeHTTP(w, r)
			return
		}
		p.serve(w, r, next, door)
	})
}

func (p *Pages) stranger(r *http.Request) *refusal {
	switch {
	case twoLengths(r):
		return &refusal{
			http.StatusBadRequest, "The request states its length in two ways.",
			"Send Content-Length or Transfer-Encoding, not both.",
		}
	case !knownPeer(p.proxies, r):
		return notTheProxy()
	case !p.names.knownHost(r):
		return &refusal{
			http.StatusForbidden, "The dashboard does not answer to that Host.",
			"Use 127.0.0.1 or localhost, or name the address of a tunnel or proxy with --public-url.",
		}
	case !p.names.sameOrigin(r) && !fromElsewhere(r):
		return &refusal{
			http.StatusForbidden, "Pages of other origins may not call the dashboard.",
			"Open the address that lapkeep dashboard prints.",
		}
	}
	return nil
}

// fromElsewhere is a person's step to the dashboard from a page of another origin,
// as the one that lapkeep dashboard opens. It comes without the cookie, gets the
// door alone, and no page in a frame takes it.
func fromElsewhere(r *http.Request) bool {
	h := r.Header
	return r.Method == http.MethodGet && h.Get("Sec-Fetch-Mode") == "navigate" && h.Get("Sec-Fetch-Dest") == "document" &&
		h.Get("Origin") == "" && h.Get("Sec-Fetch-Site") != "same-origin" && h.Get("Sec-Fetch-Site") != ""
}

// admitTicket makes a session of a ticket, or of the key.
func (p *Pages) admitTicket(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Ticket string `json:"ticket"`
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		(&refusal{http.StatusMethodNotAllowed, "A session is begun with POST.", "Open the address that lapkeep dashboard prints."}).write(w)
		return
	}
	if err := json.NewDecoder(io.LimitReader(r.Body, maxTicketBody)).Decode(&in); err != nil {
		(&refusal{http.StatusBadRequest, "The ticket cannot be read.", "Open the address that lapkeep dashboard prints."}).write(w)
		return
	}
	cookie, ok := p.sessions.redeem(in.Ticket)
	if !ok && p.key != "" && subtle.ConstantTimeCompare([]byte(in.Ticket), []byte(p.key)) == 1 {
		cookie, ok = p.sessions.begin(), true
	}
	if !ok && p.key != "" {
		(&refusal{
			http.StatusUnauthorized, "The key is wrong, or this address was used already.",
			"Give the key that lapkeep key show prints.",
		}).write(w)
		return
	}
	if !ok {
		(&refusal{
			http.StatusUnauthorized, "This address was used already, or its time is over.",
			"Run lapkeep dashboard again: each start prints a new one.",
		}).write(w)
		return
	}
	known(r.Context())
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // without TLS it stays on this machine
		Name: p.sessions.name, Value: cookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		MaxAge: int(sessionLife / time.Second), Secure: p.names.private(r),
	})
	w.WriteHeader(http.StatusNoContent)
}

// serve hands on requests of a session, as far as the limits go.
func (p *Pages) serve(w http.ResponseWriter, r *http.Request, next, door http.Handler) {
	c, err := r.Cookie(p.sessions.name)
	if err != nil || !p.sessions.holds(c.Value) || !p.names.sameOrigin(r) {
		door.ServeHTTP(w, r)
		return
	}
	known(r.Context())
	token := p.sessions.token(c.Value)
	asks := r.Method == http.MethodGet || r.Method == http.MethodHead
	if !asks && subtle.ConstantTimeCompare([]byte(sentToken(w, r)), []byte(token)) != 1 {
		(&refusal{http.StatusForbidden, "The page is from an earlier session.", "Load the page again, then repeat what you did."}).write(w)
		return
	}
	leave, ok := p.gate.enter(r.Context())
	if !ok {
		tooMany(w, time.Second)
		return
	}
	ctx, cancel := context.WithCancel(context.WithValue(r.Context(), tokenKey{}, token))
	defer cancel()
	a := newAnswer(w, p.limits, func() { leave = p.gate.toStream(leave, cancel) })
	defer func() { a.end(); leave() }()
	next.ServeHTTP(a, r.WithContext(ctx))
}

// sentToken is the token that a request came with. That of a form is read with
// the form, which is there for who handles it.
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

// IsForm is whether a page's form sent a request, and no script.
func IsForm(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && r.Method == http.MethodPost && kind == "application/x-www-form-urlencoded"
}
