package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/clients"
)

// dashboardAddress is where the dashboard looks for a free port; no other machine
// reaches it.
const dashboardAddress = "127.0.0.1:8650"

// DashboardOptions say where the dashboard listens.
type DashboardOptions struct {
	Addr string
	// PublicURLs and Proxies are as those of [HTTPOptions].
	PublicURLs, Proxies []string
	CertFile, KeyFile   string // PEM
	// Open shows it in the system's browser.
	Open bool
	// Setups are the clients that can be given this home.
	Setups func() ([]clients.Setup, error)
	// Install adds Lapkeep to a client and tries it, or says what would change;
	// it returns what the command of that name prints.
	Install func(ctx context.Context, client string, dryRun bool) (string, error)
	// Terminal is the command, words and all, that the coach's terminal runs;
	// empty is none. It comes from the command line alone.
	Terminal []string
	// Acquaint has the program of that name find this home's server, and says how.
	Acquaint func(ctx context.Context, program string) error
}

// DashboardAt is where the dashboard is found.
type DashboardAt struct {
	// URL lets one browser in, once, for a short time.
	URL string
	// Others are the addresses of the same by other names, each with a ticket of its own.
	Others []string
	// Opened says that a browser was started.
	Opened bool
	// Beyond says that other machines may connect, with the key.
	Beyond bool
}

func (a *app) newDashboard() *cobra.Command {
	var o DashboardOptions
	var noOpen bool
	var terminal string
	c := &cobra.Command{
		Use:   "dashboard",
		Short: "Show your training in a browser: today, fitness, calendar, activities",
		Long: "Show your training in a browser.\n" +
			"Another address than loopback needs TLS (--tls-cert and --tls-key), or a proxy that ends it (--trusted-proxy).\n" +
			"Browsers of other machines enter with the key (lapkeep key show).\n" +
			"A browser that was let in stays in until the dashboard stops, or until lapkeep dashboard sign-out.\n" +
			"With --terminal an assistant for the command line runs in a terminal of the page, as you and with your rights,\n" +
			"for browsers of this machine alone, and the port is another each time unless --addr names one. The config file can\n" +
			"rule that out (terminal: none).",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Open = !noOpen
			var err error
			if o.Terminal, err = terminalCommand(terminal, cmd.Flags().Changed("terminal")); err != nil {
				return err
			}
			if len(o.Terminal) > 0 && !cmd.Flags().Changed("addr") {
				o.Addr = "127.0.0.1:0" // nothing that was shown at an earlier address reaches this one
			}
			return a.runDashboard(cmd.Context(), o)
		},
	}
	c.Flags().BoolVar(&noOpen, "no-open", false, "print the address and open no browser")
	c.Flags().StringVar(&o.Addr, "addr", dashboardAddress, "address to listen on; the next free port is taken")
	c.Flags().StringVar(&o.CertFile, "tls-cert", "", "file with the certificate chain (PEM)")
	c.Flags().StringVar(&o.KeyFile, "tls-key", "", "file with the certificate's key (PEM)")
	c.Flags().StringSliceVar(&o.PublicURLs, "public-url", nil, "addresses of a tunnel or proxy in front")
	c.Flags().StringSliceVar(&o.Proxies, "trusted-proxy", nil, "networks (CIDR) of the proxy that ends TLS; nobody else may connect")
	c.Flags().StringVar(&terminal, "terminal", "", "command of an assistant that runs in the page's terminal, such as claude")
	c.AddCommand(a.newSignOut())
	return c
}

func (a *app) newSignOut() *cobra.Command {
	var dry bool
	c := &cobra.Command{
		Use: "sign-out", Short: "End the sessions of all browsers that a dashboard let in", Args: usage(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error { return a.runSignOut(dry) },
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "show how many there are, and end none")
	return c
}

func (a *app) runSignOut(dry bool) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	n, err := a.EndSessions(s, dry)
	switch {
	case err != nil:
		return err
	case dry:
		a.say(a.Streams.Out, "Sessions that would end: %d.\n", n)
	default:
		a.say(a.Streams.Out, "Sessions that were ended: %d.\n", n)
	}
	return nil
}

func (a *app) runDashboard(ctx context.Context, o DashboardOptions) error {
	return a.open(ctx, OpenOptions{Create: true, OrReadOnly: true, Serves: true}, func(w *Workbench) error {
		name, err := a.serverName(ctx, w)
		if err != nil {
			return err
		}
		a.language() // pages that ask at once share it
		o.Setups = func() ([]clients.Setup, error) { return a.setups(name) }
		o.Install = func(ctx context.Context, client string, dryRun bool) (string, error) {
			return a.installSaying(ctx, client, mcpOptions{name: name, dryRun: dryRun})
		}
		o.Acquaint = func(ctx context.Context, program string) error {
			return a.acquaint(ctx, program, name, w.Settings.Get(settings.Home))
		}
		return a.ServeDashboard(ctx, w, o, a.announceDashboard)
	})
}

func (a *app) announceDashboard(at DashboardAt) {
	out := a.Streams.Out
	a.say(out, "The dashboard is at\n")
	fmt.Fprintf(out, "  %s\n", at.URL)
	for _, u := range at.Others {
		fmt.Fprintf(out, "  %s\n", u)
	}
	switch {
	case at.Beyond:
		a.say(out, "Each address works once, for two minutes. After that a browser enters with the key: lapkeep key show\n")
	case at.Opened:
		a.say(out, "A browser opens it. The address works once, for two minutes.\n")
	default:
		a.say(out, "Open it in a browser on this machine. The address works once, for two minutes.\n")
	}
	a.say(out, "Stop with Ctrl-C.\n")
}
