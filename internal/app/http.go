package app

import (
	"context"
	"crypto/tls"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/training"
)

// serveHTTP answers MCP over HTTP until ctx ends.
func (p *Program) serveHTTP(ctx context.Context, w *cli.Workbench, o cli.HTTPOptions, ready func(cli.Endpoint)) error {
	plan, err := p.planHTTP(w.Settings, o)
	if err != nil {
		return err
	}
	s, err := p.server(ctx, w, w.Settings.List(settings.Toolsets))
	if err != nil {
		return err
	}
	l, err := guard.Listen(ctx, o.Addr, o.NextFree)
	if err != nil {
		return err
	}
	stop := p.keepFollowing(ctx, w)
	defer stop()
	defer p.keepReading(ctx, w)()
	if plan.tls != nil {
		l = tls.NewListener(l, plan.tls)
	}
	ready(plan.endpoint(l.Addr()))
	called := newHooks(p, w)
	defer called.wait()
	plan.guard.IsHook = called.is
	guarded := guard.New(plan.guard).Wrap(called.with(ctx, p.withFeeds(w, s.Routes(ctx, o.Path))))
	return guard.Serve(ctx, l, guarded, p.logger(w.Settings.Get(settings.LogLevel)))
}

// httpPlan is how the server listens, once everything was found right.
type httpPlan struct {
	o     cli.HTTPOptions
	tls   *tls.Config
	key   cli.Key
	fresh bool // the secret path was made just now
	guard guard.Options
}

// planHTTP checks everything before anything listens.
func (p *Program) planHTTP(s settings.Settings, o cli.HTTPOptions) (*httpPlan, error) {
	plan := &httpPlan{o: o}
	if !strings.HasPrefix(o.Path, "/") || strings.ContainsAny(o.Path, "?# ") {
		return nil, training.Errorf(training.KindInvalid, "%q is not a path.", o.Path).WithFix("Write it as /mcp.")
	}
	door, err := doorOf(o)
	if err != nil {
		return nil, err
	}
	plan.tls = door.tls
	plan.guard = guard.Options{
		NoKey: o.NoKey, Public: door.public, Proxies: door.proxies, Now: p.Now,
		Limits: guard.Limits{PerSecond: o.PerSecond}, IsFeed: isFeed(s.Get(settings.Home)),
	}
	return plan, p.planKeys(s, plan)
}

// door is what the settings of a listener mean, once they were found safe.
type door struct {
	tls     *tls.Config
	public  []*url.URL
	proxies []netip.Prefix
}

func doorOf(o cli.HTTPOptions) (d door, err error) {
	for _, text := range o.PublicURLs {
		u, err := guard.ParsePublicURL(text)
		if err != nil {
			return d, err
		}
		d.public = append(d.public, u)
	}
	if d.proxies, err = guard.ParseProxies(o.Proxies); err != nil {
		return d, err
	}
	if o.CertFile != "" || o.KeyFile != "" {
		if d.tls, err = guard.LoadTLS(o.CertFile, o.KeyFile); err != nil {
			return d, err
		}
	}
	return d, guard.Door{Addr: o.Addr, NoKey: o.NoKey, TLS: d.tls != nil, Public: d.public, Proxies: d.proxies}.Check()
}

func (p *Program) planKeys(s settings.Settings, plan *httpPlan) (err error) {
	if plan.o.NoKey {
		return nil
	}
	if plan.key, err = p.readKey(s); err != nil {
		return err
	}
	plan.guard.Key = plan.key.Text
	if plan.o.SecretPath {
		plan.guard.SecretPath, plan.fresh, err = p.secretPath(s)
	}
	return err
}

// endpoint lists the addresses at which clients find the server.
func (plan *httpPlan) endpoint(addr net.Addr) cli.Endpoint {
	scheme := "http"
	if plan.tls != nil {
		scheme = "https"
	}
	bases := []string{scheme + "://" + reachable(addr)}
	for _, u := range plan.guard.Public {
		bases = append(bases, strings.TrimSuffix(u.String(), "/"))
	}
	paths := []string{plan.o.Path, mcp.SSEPath}
	if plan.o.SSEFirst {
		paths = []string{mcp.SSEPath, plan.o.Path}
	}
	e := cli.Endpoint{Key: plan.key, NoKey: plan.o.NoKey}
	for _, base := range bases {
		for _, path := range paths {
			e.URLs = append(e.URLs, base+path)
			if plan.fresh {
				e.Secret = append(e.Secret, base+plan.guard.SecretPath+path)
			}
		}
	}
	return e
}

// reachable is an address that a client on this machine can use.
func reachable(addr net.Addr) string {
	ap, err := netip.ParseAddrPort(addr.String())
	if err != nil || !ap.Addr().IsUnspecified() {
		return addr.String()
	}
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), ap.Port()).String()
}
