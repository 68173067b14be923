package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"lapkeep/internal/clients"
)

// dashboardAddress is where the dashboard looks for a free port; no other machine
// reaches it.
const dashboardAddress = "127.0.0.1:8650"

// DashboardOptions say where the dashboard listens.
type DashboardOptions struct {
	Addr string
	// Open shows it in the system's browser.
	Open bool
	// Setups are the clients that can be given this home.
	Setups func() ([]clients.Setup, error)
	// Install adds Lapkeep to a client and tries it, or says what would change;
	// it returns what the command of that name prints.
	Install func(ctx context.Context, client string, dryRun bool) (string, error)
}

// DashboardAt is where the dashboard is found.
type DashboardAt struct {
	// URL lets one browser in, once, for a short time.
	URL string
	// Opened says that a browser was started.
	Opened bool
}

func (a *app) newDashboard() *cobra.Command {
	var o DashboardOptions
	var noOpen bool
	c := &cobra.Command{
		Use:   "dashboard",
		Short: "Show your training in a browser: today, fitness, calendar, activities",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Open = !noOpen
			return a.runDashboard(cmd.Context(), o)
		},
	}
	c.Flags().BoolVar(&noOpen, "no-open", false, "print the address and open no browser")
	c.Flags().StringVar(&o.Addr, "addr", dashboardAddress, "loopback address; the next free port is taken")
	return c
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
		return a.ServeDashboard(ctx, w, o, a.announceDashboard)
	})
}

func (a *app) announceDashboard(at DashboardAt) {
	out := a.Streams.Out
	a.say(out, "The dashboard is at\n")
	fmt.Fprintf(out, "  %s\n", at.URL)
	if at.Opened {
		a.say(out, "A browser opens it. The address works once, for two minutes.\n")
	} else {
		a.say(out, "Open it in a browser on this machine. The address works once, for two minutes.\n")
	}
	a.say(out, "Stop with Ctrl-C.\n")
}
