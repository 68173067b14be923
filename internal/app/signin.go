package app

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"lapkeep/internal/faces/authserver"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web"
	"lapkeep/internal/i18n"
	"lapkeep/internal/people"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// signIn lets people use a server from elsewhere. It is nil for a home that nobody was added
// to: such a server accepts only its key.
type signIn struct {
	book   *people.Book
	server *authserver.Server
}

// signIn returns how people sign in to a server that listens at addr, and lets the guard of the
// plan admit them.
func (p *Program) signIn(ctx context.Context, w *cli.Workbench, plan *httpPlan, addr net.Addr) (*signIn, error) {
	return p.signInTo(ctx, w.Settings, plan, addr, authserver.Options{
		Book: w.People, Athletes: w.DB.Athletes, Needs: w.Table.Needs,
		Waiting: func(ctx context.Context, s training.Scope) ([]journal.Preview, error) {
			return w.Journal.WaitingFor(ctx, s, p.Now())
		},
		Approve: func(ctx context.Context, s training.Scope, by training.PersonID, token string) error {
			_, err := w.Journal.GrantBy(ctx, s, by, token, p.Now())
			return err
		},
	})
}

// signInTo completes what is known of a sign-in. It is nil if the book names nobody.
func (p *Program) signInTo(
	ctx context.Context, s settings.Settings, plan *httpPlan, addr net.Addr, o authserver.Options,
) (*signIn, error) {
	in := &signIn{book: o.Book}
	if all, err := in.book.People(ctx); err != nil || len(all) == 0 || plan.o.NoKey {
		return nil, err
	}
	base := "http://" + reachable(addr)
	if plan.tls != nil {
		base = "https://" + reachable(addr)
	}
	if len(plan.guard.Public) > 0 {
		u := plan.guard.Public[0]
		if base = strings.TrimSuffix(u.String(), "/"); strings.Trim(u.Path, "/") != "" {
			return nil, training.Errorf(training.KindInvalid, "People cannot sign in below a path, such as %s.", base).
				WithFix("Give Lapkeep a host name of its own, and pass that name with --public-url.")
		}
	}
	if u, err := url.Parse(base); err != nil || u.Scheme != "https" && !netip.MustParsePrefix("127.0.0.0/8").Contains(hostOf(u)) {
		return nil, training.Errorf(training.KindForbidden, "People cannot sign in over an address that is not encrypted, such as %s.", base).
			WithFix("Give the address of a tunnel or proxy with --public-url https://…")
	}
	var err error
	if o.Provider, err = in.book.Provider(ctx); err != nil {
		return nil, err
	}
	if o.Secret, err = readSecret(filepath.Join(s.Get(settings.Home), cli.ProviderSecretFile)); err != nil {
		return nil, err
	}
	own := ""
	if v := s.Value(settings.Language); v.Origin != "" { // somebody chose it, so that it counts more than a browser's
		own = v.Text
	}
	o.Base, o.Path, o.Style, o.Now, o.Log = base, strings.TrimSuffix(plan.o.Path, "/"), web.Style(), p.Now, p.logger(s)
	o.Say = func(language string) func(string, ...any) string { return i18n.In(cmp.Or(own, language)).Sprintf }
	in.server = authserver.New(o)
	plan.guard.People = &guard.People{Access: in.server.Access, IsDoor: in.server.IsDoor, Challenge: in.server.Challenge}
	return in, nil
}

// hostOf returns the address of a host, or an invalid one if it has a name.
func hostOf(u *url.URL) netip.Addr {
	if u.Hostname() == "localhost" {
		return netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	a, _ := netip.ParseAddr(u.Hostname())
	if a == netip.IPv6Loopback() {
		return netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	return a
}

// with adds the addresses of sign-in to a handler.
func (in *signIn) with(next http.Handler) http.Handler {
	if in == nil {
		return next
	}
	return in.server.Wrap(next)
}

// callsOf returns the calls of a server that people sign in to. A call whose access is not
// known is refused.
func (p *Program) callsOf(w *cli.Workbench, who *athletes) func(ctx context.Context) (*tools.Call, error) {
	return func(ctx context.Context) (*tools.Call, error) {
		a := training.AccessOf(ctx)
		if a == nil {
			return nil, training.Errorf(training.KindForbidden, "The caller is not known.").WithFix("Connect again.")
		}
		id, err := who.first(ctx)
		if err == nil && id == "" { // the table refuses and records it
			return p.bareCall(a), nil
		}
		if err != nil {
			return nil, err
		}
		c, err := p.newCall(ctx, w.DB, w.Limited, w.Settings, training.Scope{Athlete: id, Audience: training.AudienceModel}, "mcp")
		if err == nil {
			c.Person = a.Person
		}
		return c, err
	}
}

// bareCall returns a call of a person that is about no athlete yet.
func (p *Program) bareCall(a *training.Access) *tools.Call {
	now := p.Now()
	return &tools.Call{
		Scope: training.Scope{Audience: training.AudienceModel}, Now: now, Location: time.UTC, Today: training.DayOf(now.UTC()), Face: "mcp",
		Person: a.Person,
	}
}
