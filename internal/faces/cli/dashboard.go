package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/clients"
	"lapkeep/internal/faces/firststeps"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// dashboardAddress is where the dashboard starts to look for a free port; other
// machines cannot reach it.
const dashboardAddress = "127.0.0.1:8650"

// DashboardOptions describes where the dashboard listens and what it offers.
type DashboardOptions struct {
	Addr string
	// PublicURLs and Proxies are as in [HTTPOptions].
	PublicURLs, Proxies []string
	CertFile, KeyFile   string // PEM
	// Open opens the dashboard in the system's browser.
	Open bool
	// Homes is set for the dashboard of one of many homes.
	Homes bool
	// Setups returns the clients that can use this home.
	Setups func() ([]clients.Setup, error)
	// Install adds Lapkeep to a client and tests it, or with dryRun lists the
	// changes. It returns the output of the install command.
	Install func(ctx context.Context, client string, dryRun bool) (string, error)
	// Terminal is the command, with its arguments, that the coach's terminal runs;
	// empty means that there is no terminal. It comes only from the command line.
	Terminal []string
	// Acquaint lets a program find this home's server, and prints what it did.
	Acquaint func(ctx context.Context, program string) error
}

// DashboardAt holds the addresses of the dashboard.
type DashboardAt struct {
	// URL admits one browser once, for a short time.
	URL string
	// Others lists the same address under other names, each with its own ticket.
	Others []string
	// Opened reports whether a browser was opened.
	Opened bool
	// Beyond reports whether other machines may connect with the key.
	Beyond bool
}

func (a *app) newDashboard() *cobra.Command {
	var o DashboardOptions
	var noOpen bool
	var terminal string
	c := &cobra.Command{
		Use:   "dashboard",
		Short: "Open the dashboard: today, fitness, calendar and activities in your browser",
		Long: "Open the dashboard in your browser.\n" +
			"To listen on an address other than loopback, use TLS (--tls-cert and --tls-key) or a proxy that terminates TLS " +
			"(--trusted-proxy).\nBrowsers on other machines sign in with the key (lapkeep key show).\n" +
			"With --homes, it lists the athletes of all homes below a folder, for browsers on this machine, with the dashboard of each.\n" +
			"A browser stays signed in until the dashboard stops, or until you run lapkeep dashboard sign-out.\n" +
			"With --terminal, a command-line assistant runs in a terminal on the page, as you and with your permissions.\n" +
			"Only browsers on this machine can use it, and the port changes each time unless you set --addr. The config file can\n" +
			"forbid the terminal (terminal: none).",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Open = !noOpen
			var err error
			if o.Terminal, err = terminalCommand(terminal, cmd.Flags().Changed("terminal")); err != nil {
				return err
			}
			if len(o.Terminal) > 0 && !cmd.Flags().Changed("addr") {
				o.Addr = "127.0.0.1:0" // a new port, which pages of an earlier address cannot reach
			}
			if homes := cmd.Flags().Lookup("homes"); homes.Changed {
				return a.runDashboardOfHomes(cmd.Context(), o)
			}
			return a.runDashboard(cmd.Context(), o)
		},
	}
	c.Flags().BoolVar(&noOpen, "no-open", false, "print the address without opening a browser")
	c.Flags().StringVar(&o.Addr, "addr", dashboardAddress, "address to listen on; if its port is taken, the next free one is used")
	c.Flags().StringVar(&o.CertFile, "tls-cert", "", "file with the certificate chain (PEM)")
	c.Flags().StringVar(&o.KeyFile, "tls-key", "", "file with the certificate's key (PEM)")
	c.Flags().StringSliceVar(&o.PublicURLs, "public-url", nil, "addresses of a tunnel or proxy in front of the dashboard")
	c.Flags().StringSliceVar(&o.Proxies, "trusted-proxy", nil, "networks (CIDR) of the proxy that terminates TLS; other clients cannot "+
		"connect")
	a.flagOfServe(c, settings.Homes)
	c.Flags().StringVar(&terminal, "terminal", "", "command of an assistant to run in the page's terminal, such as claude")
	c.AddCommand(a.newSignOut())
	return c
}

func (a *app) newSignOut() *cobra.Command {
	var dry bool
	c := &cobra.Command{
		Use: "sign-out", Short: "Sign all browsers out of the dashboard", Args: usage(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error { return a.runSignOut(dry) },
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "show the number of sessions without ending them")
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
		a.say(a.Streams.Out, "Sessions to end: %d.\n", n)
	default:
		a.say(a.Streams.Out, "Sessions ended: %d.\n", n)
	}
	return nil
}

func (a *app) runDashboard(ctx context.Context, o DashboardOptions) error {
	return a.open(ctx, OpenOptions{Create: true, OrReadOnly: true, Serves: true}, func(w *Workbench) error {
		name, err := a.serverName(ctx, w)
		if err != nil {
			return err
		}
		a.language() // set once here, because concurrent pages share it
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

// runDashboardOfHomes shows the athletes of all homes below a folder, and the dashboard of each.
func (a *app) runDashboardOfHomes(ctx context.Context, o DashboardOptions) error {
	if len(o.Terminal) > 0 {
		return training.Errorf(training.KindInvalid, "--terminal does not work with --homes: its program works in one home.").
			WithFix("Open the dashboard of that home: lapkeep dashboard --terminal COMMAND --home FOLDER")
	}
	_, s, err := a.homesSettings()
	if err != nil {
		return err
	}
	return a.ServeDashboardOfHomes(ctx, s, o, a.announceDashboard)
}

func (a *app) announceDashboard(at DashboardAt) {
	out := a.Streams.Out
	a.say(out, "Dashboard:\n")
	fmt.Fprintf(out, "  %s\n", at.URL)
	for _, u := range at.Others {
		fmt.Fprintf(out, "  %s\n", u)
	}
	switch {
	case at.Beyond:
		a.say(out, "Each address works once, within two minutes. After that, a browser signs in with the key: lapkeep key show\n")
	case at.Opened:
		a.say(out, "Opening it in your browser. The address works once, within two minutes.\n")
	default:
		a.say(out, "Open it in a browser on this machine. The address works once, within two minutes.\n")
	}
	a.say(out, "Press Ctrl-C to stop.\n")
}

// terminalCommand splits the command for the coach's terminal into words. No
// shell reads them.
func terminalCommand(text string, given bool) ([]string, error) {
	if !given {
		return nil, nil
	}
	words, ok := textclean.Split(text)
	if !ok || len(words) == 0 || words[0] == "" {
		return nil, training.Errorf(training.KindInvalid, "%q is not a command for --terminal.", text).
			WithFix("Name a program, with its arguments if it needs any: --terminal %s", textclean.Here("claude --continue"))
	}
	return words, nil
}

// acquaint lets a program that runs in the home find this home's server. If the program's
// own settings do not contain the server, a file in the home does, so that those settings
// are not changed.
func (a *app) acquaint(ctx context.Context, program, name, home string) error {
	out := a.Streams.Out
	program = strings.TrimSuffix(filepath.Base(program), ".exe")
	c, ok := clients.OfProgram(program)
	if !ok {
		a.say(out, "Lapkeep does not know %s. If it supports MCP servers, give it the output of: lapkeep mcp config\n", program)
		return nil
	}
	if a.finds(c, name, home) {
		return nil
	}
	if c.Project == "" {
		a.sayAtHome(out, "%s is not connected to Lapkeep yet. Run: lapkeep mcp install %s\n", c.Name, c.ID)
		return nil
	}
	file := filepath.Join(home, filepath.FromSlash(c.Project))
	if _, has, err := c.Configured(file, name); err != nil || has {
		return err
	}
	if _, err := a.installSaying(ctx, c.ID, mcpOptions{name: name, file: file}); err != nil {
		return err
	}
	a.say(out, "%s finds Lapkeep through the file %s, in this folder only. It may ask whether you trust it.\n", c.Name, file)
	return nil
}

// finds reports whether a client's own settings already contain the server of a home.
func (a *app) finds(c clients.Client, name, home string) bool {
	path, err := c.File(a.place())
	if err != nil {
		return false
	}
	standing, found, err := c.Standing(path, name)
	if err != nil || !found || standing.HTTP() || !startsLapkeep(standing) {
		return err == nil && found // only the athlete can know which server any other entry reaches
	}
	s, err := a.entrySettings(standing.Args, standing.Environ)
	return err == nil && s.Get(settings.Home) == home
}

// droppedPath returns the path that a person typed or dragged from a file
// manager. Terminals write it quoted for a shell, or as a URL; on Windows a
// backslash separates folders.
func droppedPath(text, home, system string) (string, error) {
	text = strings.TrimSpace(text)
	if u, err := url.Parse(text); err == nil && u.Scheme == "file" {
		text = u.Path
		if system == "windows" {
			text = strings.TrimPrefix(text, "/")
		}
		return text, nil
	}
	if path, ok := unshelled(text, system != "windows"); ok {
		text = path
	}
	return settings.ExpandHome(text, home)
}

// unshelled removes a shell's quotes; ok is false for an unclosed quote, which
// is then an apostrophe in the name. Unquoted blanks are part of the path too,
// because only one path is expected.
func unshelled(text string, backslashes bool) (path string, ok bool) {
	var b strings.Builder
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && backslashes && quote != '\'' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), quote == 0
}

// welcome runs lapkeep without a command: it shows a short menu to a person, or
// prints it if no person is at the terminal.
func (a *app) welcome(ctx context.Context) error {
	if !a.Streams.InTTY || !a.Streams.OutTTY {
		return a.welcomeText()
	}
	in := a.language()
	titles := []string{
		in.Text(string(firststeps.Demo)), in.Text(string(firststeps.Import)), in.Text(string(firststeps.Service)),
		in.Text(string(firststeps.Assistant)), in.Text("Open the dashboard"), in.Text("Leave (q)"),
	}
	actions := []func(context.Context) error{
		func(ctx context.Context) error { return a.runDemo(ctx, demoOptions{}) },
		a.welcomeImport, a.welcomeService, a.welcomeAssistant,
		func(ctx context.Context) error {
			err := a.runDashboard(ctx, DashboardOptions{Addr: dashboardAddress, Open: true})
			if err == nil {
				a.sayToday()
			}
			return err
		},
		func(context.Context) error { return nil },
	}
	a.say(a.Streams.Err, "What would you like to do?\n")
	chosen, err := a.connections().Choose(ctx, in.Sprintf("Your choice (1 to %d): ", len(titles)), titles)
	if err == nil {
		err = actions[chosen](ctx)
	}
	if errors.Is(err, connect.ErrLeft) {
		return nil
	}
	return err
}

func (a *app) welcomeService(ctx context.Context) error {
	in := a.language()
	var titles []string
	for _, s := range a.Services {
		titles = append(titles, in.Sprintf("Connect %s (%s)", s.Title, brief(in, s)))
	}
	chosen, err := a.connections().Choose(ctx, in.Sprintf("Your choice (1 to %d): ", len(titles)), titles)
	if err != nil {
		return err
	}
	return a.runSetup(ctx, a.Services[chosen].Name, setupOptions{})
}

func (a *app) welcomeAssistant(ctx context.Context) error {
	here := a.clientsHere()
	if len(here) == 0 {
		return errors.Join(a.listClients(mcpOptions{name: defaultName}, false), a.printNext(a.Streams.Out, defaultName))
	}
	id, err := a.connections().Client(ctx, here)
	if err != nil || id == "" {
		return err
	}
	if err := a.runMCPInstall(ctx, id, mcpOptions{name: defaultName}); err != nil {
		return err
	}
	a.sayToday()
	return nil
}

// sayToday names the command to go on with.
func (a *app) sayToday() {
	a.sayAtHome(a.Streams.Out, "Next: lapkeep today shows your readiness and today's session.\n")
}

func (a *app) welcomeImport(ctx context.Context) error {
	a.say(a.Streams.Err, "FIT, TCX and GPX files, plain or gzipped. You can drag a folder here.\n")
	path, err := a.connections().Ask(ctx, a.text("Which file or folder? "))
	if err != nil {
		return err
	}
	if path, err = droppedPath(path, a.Places.UserHome, runtime.GOOS); err != nil {
		return err
	}
	if path == "" {
		return a.welcomeText()
	}
	return a.open(ctx, OpenOptions{Create: true}, func(w *Workbench) error {
		return a.collecting().Import(ctx, a.importBackend(w), path)
	})
}

func (a *app) welcomeText() error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	in, services := a.language(), ""
	for _, s := range a.Services {
		services += in.Sprintf("  lapkeep connect %s, then lapkeep sync\n"+
			"%24sdownload your %[4]s from %[3]s\n", s.Name, "", s.Title, brief(in, s))
	}
	_, err = fmt.Fprint(a.Streams.Out, a.homed(in.Sprintf(`Lapkeep keeps your training data on your machine, and your assistant answers questions from it.

  lapkeep demo          try it with a demo athlete
  lapkeep import PATH   import FIT, TCX and GPX files from a folder
%s  lapkeep mcp install CLIENT
                        connect your assistant
  lapkeep today         see your readiness and today's session
  lapkeep doctor        check this installation
  lapkeep --help        all commands

Your data is in %s.
`, services, s.Get(settings.Home))))
	return err
}

// brief lists the most used kinds of data that a service provides.
func brief(in i18n.Printer, o connect.Offer) string {
	reads, more := o.Reads, ""
	if len(reads) > 3 {
		reads, more = reads[:3], " …"
	}
	var said []string
	for _, w := range reads {
		said = append(said, in.Text(w))
	}
	return strings.Join(said, ", ") + more
}
