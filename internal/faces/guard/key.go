package guard

import (
	"container/list"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"lapkeep/internal/training"
)

// The values of [Caller].
const (
	callerKeyHolder = "key"
	callerPath      = "secret-path"
	callerAnyone    = "anyone"
	callerFeed      = "feed"
	callerHook      = "hook"
	callerHome      = "home:" // followed by the home's name
)

// HookRoot is the beginning of the path that a service calls; its token follows.
const HookRoot = "/hook/"

// HookToken returns the token in a webhook's path, or "" for any other path.
func HookToken(path string) string {
	token, ok := strings.CutPrefix(path, HookRoot)
	if !ok || strings.Contains(token, "/") {
		return ""
	}
	return token
}

// FeedRoot is the beginning of the path of a calendar that others read without the key; its
// token and [FeedEnd] follow.
const (
	FeedRoot = "/calendar/"
	FeedEnd  = ".ics"
)

// FeedToken returns the token in a calendar feed's path, or "" for any other path.
func FeedToken(path string) string {
	token, isFeed := strings.CutPrefix(path, FeedRoot)
	token, ends := strings.CutSuffix(token, FeedEnd)
	if !isFeed || !ends {
		return ""
	}
	return token
}

// secretRoot is the beginning of every secret path.
const secretRoot = "/s/"

// minKey is the minimum length of a chosen key.
const minKey = 16

// keys holds the credentials as hashes, because comparing hashes takes the same
// time for any input.
type keys struct {
	open      bool
	key, path credential
	isFeed    func(token string) bool
	isHook    func(token string) bool
	homeOf    func(key string) (name string, ok bool)
}

type credential struct {
	sum [sha256.Size]byte
	set bool
}

func newCredential(text string) credential {
	return credential{sha256.Sum256([]byte(text)), text != ""}
}

func (c credential) is(text string) bool {
	sum := sha256.Sum256([]byte(text))
	return subtle.ConstantTimeCompare(sum[:], c.sum[:]) == 1 && c.set
}

func newKeys(o Options) keys {
	return keys{
		o.NoKey, newCredential(o.Key), newCredential(strings.TrimPrefix(o.SecretPath, secretRoot)), o.IsFeed, o.IsHook, o.HomeOf,
	}
}

// Home returns the home whose key a request carries, or "" if the server has one home only.
func Home(ctx context.Context) string {
	name, _ := strings.CutPrefix(Caller(ctx), callerHome)
	if name == Caller(ctx) {
		return ""
	}
	return name
}

// home returns the name of the caller who holds the key of one of many homes, or "".
func (k keys) home(key string) string {
	if k.homeOf == nil {
		return ""
	}
	name, ok := k.homeOf(key)
	if !ok {
		return ""
	}
	return callerHome + name
}

// identify returns the name of the credential that a request carries, and the
// request without it; the name is empty if the request carries none.
func (k keys) identify(r *http.Request) (*http.Request, string) {
	scheme, key, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	bearer := ok && strings.EqualFold(scheme, "Bearer")
	holds := k.key.is(strings.TrimSpace(key)) && bearer
	token, rest, found := strings.Cut(strings.TrimPrefix(r.URL.Path, secretRoot), "/")
	secret := k.path.is(token) && found && strings.HasPrefix(r.URL.Path, secretRoot)
	who := ""
	switch {
	case k.feeds(r):
		who = callerFeed
	case k.hooks(r):
		who = callerHook
	case secret:
		who = callerPath
	case holds:
		who = callerKeyHolder
	case k.open:
		who = callerAnyone
	case bearer:
		who = k.home(strings.TrimSpace(key))
	}
	if who == "" {
		return r, ""
	}
	r = r.Clone(r.Context())
	r.Header.Del("Authorization")
	if secret {
		r.URL.Path, r.URL.RawPath = "/"+rest, ""
	}
	return r, who
}

// feeds reports whether a request reads an existing feed. It may read nothing
// else, even with a key.
func (k keys) feeds(r *http.Request) bool {
	token := FeedToken(r.URL.Path)
	return token != "" && k.isFeed != nil && (r.Method == http.MethodGet || r.Method == http.MethodHead) && k.isFeed(token)
}

// hooks reports whether a request is a service's call to an existing webhook. It
// may do nothing else.
func (k keys) hooks(r *http.Request) bool {
	token := HookToken(r.URL.Path)
	return token != "" && k.isHook != nil && (r.Method == http.MethodGet || r.Method == http.MethodPost) && k.isHook(token)
}

// IsHook reports whether a request came in as a webhook.
func IsHook(r *http.Request) bool { return Caller(r.Context()) == callerHook }

// IsFeed reports whether a request was admitted as a reader of a feed.
func IsFeed(r *http.Request) bool { return Caller(r.Context()) == callerFeed }

// NewKey returns a bearer key of 256 random bits, as text.
func NewKey(random io.Reader) (string, error) {
	b := make([]byte, 32)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", fmt.Errorf("making a key: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b), nil
}

// NewSecretPath returns a random path prefix that cannot be guessed.
func NewSecretPath(random io.Reader) (string, error) {
	k, err := NewKey(random)
	return secretRoot + k, err
}

// CheckKey returns an error for a key that could be guessed by trial.
func CheckKey(key string) error {
	if len(key) >= minKey && !strings.ContainsAny(key, " \t\r\n") {
		return nil
	}
	return training.Errorf(training.KindInvalid, "The key of the HTTP server is too short or has spaces.").
		WithFix("Use at least %d characters without spaces, or leave it out to have one created.", minKey)
}

// gate counts running, waiting and open requests.
type gate struct {
	now      func() time.Time
	limits   Limits
	running  chan struct{}
	waiting  chan struct{}
	turns    chan struct{}
	turn     time.Duration
	mu       sync.Mutex
	shares   map[string]*list.Element // in order, by caller
	order    *list.List               // of *share, the longest unused first
	streams  *list.List               // of stream, the oldest first
	maxAlive int
}

// share is what one caller may use at the same time.
type share struct {
	who   string
	rate  *rate.Limiter
	taken int // requests that run or wait
}

// stream is an answer that stays open.
type stream struct {
	who string
	end context.CancelFunc
}

// maxShares is the number of callers that are remembered. Anybody can have many addresses, so
// the one that was silent longest is forgotten, which gives it a new budget.
const maxShares = 4096

func newGate(l Limits, now func() time.Time) *gate {
	return &gate{
		now: now, limits: l, shares: map[string]*list.Element{}, order: list.New(),
		running: make(chan struct{}, l.Running), waiting: make(chan struct{}, l.Waiting),
		turns: make(chan struct{}, l.Turns), turn: l.Turn,
		streams: list.New(), maxAlive: l.Streams,
	}
}

// share returns the share of a caller; the gate must be locked.
func (g *gate) share(who string) *share {
	if e, ok := g.shares[who]; ok {
		g.order.MoveToBack(e)
		return e.Value.(*share)
	}
	if g.order.Len() >= maxShares {
		delete(g.shares, g.order.Remove(g.order.Front()).(*share).who)
	}
	s := &share{who: who, rate: rate.NewLimiter(rate.Limit(g.limits.PerSecond), max(1, int(g.limits.PerSecond*burstSeconds)))}
	g.shares[who] = g.order.PushBack(s)
	return s
}

// take counts a request of a caller until leave is called. It returns false if the caller
// already has as many requests as one of many callers may have, so that others get their turn.
func (g *gate) take(who string) (leave func(), ok bool) {
	if !strings.Contains(who, ":") { // a credential of this server itself
		return func() {}, true
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	s := g.share(who)
	if s.taken >= g.limits.PerCaller {
		return nil, false
	}
	s.taken++
	return sync.OnceFunc(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		s.taken--
	}), true
}

// allow takes one request from a key's budget, or returns how long to wait.
func (g *gate) allow(who string) (time.Duration, bool) {
	if g.now == nil {
		return 0, true
	}
	now := g.now()
	g.mu.Lock()
	limiter := g.share(who).rate
	g.mu.Unlock()
	r := limiter.ReserveN(now, 1)
	if wait := r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
		return wait, false
	}
	return 0, true
}

// enter waits for the request's turn, first come, first served. It gives up at once
// if too many requests are already waiting.
func (g *gate) enter(ctx context.Context) (leave func(), ok bool) {
	if !g.run(ctx) {
		return nil, false
	}
	select {
	case g.turns <- struct{}{}:
	case <-ctx.Done():
		<-g.running
		return nil, false
	}
	// A request that takes longer than its turn continues in parallel with the others.
	over := time.AfterFunc(g.turn, func() { <-g.turns })
	return func() {
		if over.Stop() {
			<-g.turns
		}
		<-g.running
	}, true
}

// run waits for a place among the running requests, and reports whether it got
// one.
func (g *gate) run(ctx context.Context) bool {
	select {
	case g.running <- struct{}{}:
		return true
	default:
	}
	select {
	case g.waiting <- struct{}{}:
		defer func() { <-g.waiting }()
	default:
		return false
	}
	select {
	case g.running <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// toStream frees the place of a request whose answer stays open. If too many are open, the
// oldest one of the caller who has the most is ended.
func (g *gate) toStream(who string, leave func(), cancel context.CancelFunc) (leaveStream func()) {
	leave()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.streams.Len() >= g.maxAlive {
		g.streams.Remove(Excess(g.streams, func(s any) (string, int) { return s.(stream).who, 1 })).(stream).end()
	}
	mine := g.streams.PushBack(stream{who, cancel})
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.streams.Remove(mine)
	}
}

// Excess returns the first entry of the caller who has the most in a list that is not empty. of
// returns whose an entry is, and how much it counts.
func Excess(l *list.List, of func(entry any) (who string, size int)) *list.Element {
	has, most := map[string]int{}, 0
	for e := l.Front(); e != nil; e = e.Next() {
		who, size := of(e.Value)
		has[who] += size
		most = max(most, has[who])
	}
	for e := l.Front(); ; e = e.Next() {
		if who, _ := of(e.Value); has[who] == most {
			return e
		}
	}
}

// Door describes how a listener is reached and how it is protected.
type Door struct {
	Addr    string
	NoKey   bool
	TLS     bool
	Public  []*url.URL
	Proxies []netip.Prefix
}

// Check returns an error if strangers could get in, or if the key would be sent
// unencrypted.
func (d Door) Check() error {
	host, _, err := net.SplitHostPort(d.Addr)
	if err != nil {
		return training.Errorf(training.KindInvalid, "%q is not an address: %w.", d.Addr, err).
			WithFix("Write 127.0.0.1:8642.")
	}
	beyond := !loopback(host)
	switch {
	case d.NoKey && (beyond || len(d.Public)+len(d.Proxies) > 0):
		return training.Errorf(training.KindForbidden, "Without a key, the server must be reachable from this machine only.").
			WithFix("Leave out --no-auth, or listen on 127.0.0.1 without --public-url and --trusted-proxy.")
	case beyond && !d.TLS && len(d.Proxies) == 0:
		return training.Errorf(training.KindForbidden, "%s is reachable from other machines, and the key would be sent unencrypted.", d.Addr).
			WithFix("Add --tls-cert and --tls-key, or pass the proxy that terminates TLS with --trusted-proxy; otherwise listen on 127.0.0.1.")
	}
	return nil
}

// Loopback reports whether an address such as 127.0.0.1:8642 can be reached
// only from this machine.
func Loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err == nil && loopback(host)
}

func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// LoadTLS reads a certificate chain and its key, both PEM files.
func LoadTLS(certFile, keyFile string) (*tls.Config, error) {
	if certFile == "" || keyFile == "" {
		return nil, training.Errorf(training.KindInvalid, "A certificate and its key are needed together.").
			WithFix("Give both --tls-cert and --tls-key.")
	}
	cert, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "The certificate cannot be used: %w.", err).
			WithFix("Check the files of --tls-cert and --tls-key: both must be PEM and match each other.")
	}
	return &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}, nil
}

// ParseProxies parses networks, each a CIDR or one address.
func ParseProxies(texts []string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, s := range texts {
		p, err := netip.ParsePrefix(s)
		if addr, aerr := netip.ParseAddr(s); aerr == nil {
			p, err = netip.PrefixFrom(addr.Unmap(), addr.Unmap().BitLen()), nil
		}
		if err != nil || tooWide(p) {
			return nil, training.Errorf(training.KindInvalid, "%q is not a valid proxy network.", s).
				WithFix("Use a form such as 10.0.0.7/32 or 172.16.0.0/12; it must not cover every address.")
		}
		out = append(out, p.Masked())
	}
	return out, nil
}

// The widest networks that proxy providers publish are a /13 and a /29
// (Cloudflare's, 2026). A wider one does not belong to a single provider.
const (
	widestPublic4 = 12
	widestPublic6 = 28
)

// tooWide reports whether a network is so wide that it contains machines of
// strangers.
func tooWide(p netip.Prefix) bool {
	for _, own := range ownNetworks() {
		if own.Bits() <= p.Bits() && own.Contains(p.Addr()) {
			return false
		}
	}
	if p.Addr().Is4() {
		return p.Bits() < widestPublic4
	}
	return p.Addr().Is4In6() || p.Bits() < widestPublic6
}

// ownNetworks returns the networks from which no strangers can send packets: loopback,
// private, link-local, and the shared address space of carriers and overlays (RFC 6598).
func ownNetworks() []netip.Prefix {
	var out []netip.Prefix
	for _, s := range []string{
		"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10",
		"::1/128", "fc00::/7", "fe80::/10",
	} {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}
