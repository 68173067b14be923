package guard

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// People admits people who signed in, through the programs that they allowed.
type People struct {
	// Access returns what the holder of a token may do now, or nil.
	Access func(ctx context.Context, token string) (*training.Access, error)
	// IsDoor reports whether a request is for one of the addresses that people and programs
	// use to get a token. They need none.
	IsDoor func(r *http.Request) bool
	// Challenge returns the WWW-Authenticate header of an answer without access. wrong is set
	// if a token was sent.
	Challenge func(wrong bool) string
}

// callerDoor is the caller of an address that needs no credential; see [Caller].
const callerDoor = "door"

// These limit what people without a credential take: the bytes of all their bodies, and what
// one network of them may do. They have a gate and room of their own, so that they take
// nothing from callers with a credential, and a flood from one network locks no other one out.
const (
	doorBodies    = 1 << 20
	doorBody      = 16 << 10
	doorPatience  = 5 * time.Second
	doorRunning   = 8
	doorWaiting   = 64
	doorPerSecond = 5
	doorPerCaller = 6 // as many as a browser sends at once
)

func (l Limits) atDoor() Limits {
	l.MaxBody, l.BodyPatience = min(l.MaxBody, doorBody), min(l.BodyPatience, doorPatience)
	l.Running, l.Waiting = min(l.Running, doorRunning), min(l.Waiting, doorWaiting)
	l.PerSecond, l.PerCaller = min(l.PerSecond, doorPerSecond), min(l.PerCaller, doorPerCaller)
	return l
}

// network returns the network from which somebody without a credential came. What a proxy says
// of its client counts only if the proxy is trusted or on this machine. Whoever has an IPv6
// address has 2^64 of them, so these count as one.
func (g *Guard) network(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	a := peer.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		before, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil || !forwards(g.proxies, a) {
			break
		}
		a = before.Unmap()
	}
	if a.Is6() {
		return netip.PrefixFrom(a.WithZone(""), 64).Masked().String()
	}
	return a.String()
}

// IsDoor reports whether a request was admitted to a page or address that needs no credential.
func IsDoor(r *http.Request) bool { return Caller(r.Context()) == callerDoor }

// door reports whether a request may come without a credential. A page of another site may
// lead a person's browser there, but not send it anything.
func (p *People) door(r *http.Request) bool { return p != nil && p.IsDoor(r) }

// identify returns the request of somebody whom the keys do not know, and the caller's name,
// which is empty if the request carries no valid token. The context of the request ends when
// the access changes.
func (p *People) identify(r *http.Request) (_ *http.Request, who string, end func(), err error) {
	end = func() {}
	if p.door(r) {
		return r, callerDoor, end, nil
	}
	token, ok := bearer(r)
	if !ok {
		return r, "", end, nil
	}
	a, err := p.Access(r.Context(), token)
	if err != nil || a == nil {
		return r, "", end, err
	}
	ctx, cancel := context.WithCancel(training.WithAccess(r.Context(), a))
	go p.follow(ctx, token, a, cancel)
	r = r.Clone(ctx)
	r.Header.Del("Authorization")
	return r, "grant:" + a.Grant, cancel, nil
}

// follow cancels a request that stays open when its access ends or changes.
func (p *People) follow(ctx context.Context, token string, was *training.Access, cancel func()) {
	look := time.NewTicker(endNoticed)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		if is, err := p.Access(ctx, token); err != nil || is == nil || !is.Same(was) {
			cancel()
			return
		}
	}
}

// bearer returns the token in the Authorization header.
func bearer(r *http.Request) (token string, ok bool) {
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(token), ok && strings.EqualFold(scheme, "Bearer")
}
