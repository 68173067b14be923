package cli

import (
	"context"
	"fmt"
	"net"
	"strconv"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/training"
)

func (a *app) newServe() *cobra.Command {
	c := &cobra.Command{
		Use:   "serve",
		Short: "Answer MCP clients, on standard input and output or over HTTP",
		Long: "Answer one MCP client on standard input and output, or any number over HTTP with --http.\n" +
			"Over HTTP every request needs the key (lapkeep key show).",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runServe(cmd.Context()) },
	}
	for _, d := range settings.Catalogue(a.Places.Services) {
		if d.OfServe {
			a.addFlag(c.Flags(), d)
		}
	}
	return c
}

func (a *app) runServe(ctx context.Context) error {
	return a.open(ctx, OpenOptions{Create: true, OrReadOnly: true, Serves: true}, func(w *Workbench) error {
		if !overHTTP(w.Settings) {
			if err := onlyHTTP(w.Settings); err != nil {
				return err
			}
			return a.ServeStdio(ctx, w, w.Settings.List(settings.Toolsets))
		}
		o, err := httpOptions(w.Settings)
		if err != nil {
			return err
		}
		return a.ServeHTTP(ctx, w, o, a.announceHTTP)
	})
}

// overHTTP is whether clients connect over HTTP: an address means so, unless
// the command line itself says stdio.
func overHTTP(s settings.Settings) bool {
	transport := s.Value(settings.Transport)
	if transport.Text != "stdio" {
		return true
	}
	return s.Get(settings.HTTP) != "" && transport.From != "flag --"+transport.Flag
}

// onlyHTTP refuses flags of the HTTP server where there is none: who wrote
// one expects that it listens.
func onlyHTTP(s settings.Settings) error {
	for _, k := range []settings.Key{
		settings.HTTP, settings.Host, settings.Port, settings.Path, settings.PublicURL, settings.TLSCert, settings.TLSKey,
		settings.TrustedProxy, settings.NoAuth, settings.SecretPath, settings.RateLimit,
	} {
		if v := s.Value(k); v.From == "flag --"+v.Flag {
			return training.Errorf(training.KindInvalid,
				"--%s is for the server over HTTP, and this one answers on standard input and output.", v.Flag).
				WithFix("Add --transport http, or leave --%s out.", v.Flag)
		}
	}
	return nil
}

// httpOptions reads the settings of the HTTP server. Who may be let in is
// for the server to judge.
func httpOptions(s settings.Settings) (HTTPOptions, error) {
	rate, err := strconv.ParseFloat(s.Get(settings.RateLimit), 64)
	if err != nil || !(rate > 0 && rate <= 1e6) {
		return HTTPOptions{}, training.Errorf(training.KindInvalid, "%q is not a number of requests a second.", s.Get(settings.RateLimit)).
			WithFix("Set %s to a number above 0.", settings.RateLimit)
	}
	addr := s.Get(settings.HTTP)
	if addr == "" {
		addr = net.JoinHostPort(s.Get(settings.Host), s.Get(settings.Port))
	}
	return HTTPOptions{
		Addr: addr, Path: s.Get(settings.Path), SSEFirst: s.Get(settings.Transport) == "sse",
		PublicURLs: s.List(settings.PublicURL), Proxies: s.List(settings.TrustedProxy),
		CertFile: s.Get(settings.TLSCert), KeyFile: s.Get(settings.TLSKey),
		NoKey: s.On(settings.NoAuth), SecretPath: s.On(settings.SecretPath), PerSecond: rate,
	}, nil
}

// announceHTTP says on stderr where the server is; standard output stays free.
func (a *app) announceHTTP(e Endpoint) {
	out := a.Streams.Err
	a.say(out, "Lapkeep answers MCP clients at\n")
	for _, u := range e.URLs {
		fmt.Fprintf(out, "  %s\n", u)
	}
	switch {
	case e.NoKey:
		a.say(out, "No key is asked for: every program on this machine may connect.\n")
	case e.Key.Made:
		a.sayAtHome(out, "A key was made in %s. See it with: lapkeep key show\n", e.Key.From)
	default:
		a.say(out, "The key is the one of %s.\n", e.Key.From)
	}
	if len(e.Secret) > 0 {
		a.say(out, "Whoever knows one of these addresses needs no key. They are shown only this once:\n")
		for _, u := range e.Secret {
			fmt.Fprintf(out, "  %s\n", u)
		}
	}
	a.say(out, "Stop with Ctrl-C.\n")
}
