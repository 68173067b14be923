package app

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/internal/app/pseudoterm"
	"lapkeep/internal/cli"
	"lapkeep/internal/cli/settings"
	"lapkeep/internal/dashboard"
	"lapkeep/internal/dashboard/terminal"
	"lapkeep/internal/httpguard"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// talker is what runs in the dashboard's terminal, or why nothing does. Who asks
// for a terminal where there can be none is refused.
func (p *Program) talker(
	ctx context.Context, s settings.Settings, reach httpguard.PagesOptions, o cli.DashboardOptions,
) (dashboard.Coach, error) {
	never := noTerminal(s, reach, o)
	if len(o.Terminal) == 0 {
		return dashboard.Coach{Never: never}, nil
	}
	if never != "" {
		return dashboard.Coach{}, training.Errorf(training.KindForbidden, "%s", never).WithFix("Leave --terminal out, or what rules it out.")
	}
	path, err := pseudoterm.Find(o.Terminal[0])
	if err != nil {
		return dashboard.Coach{}, err
	}
	if err := o.Acquaint(ctx, path); err != nil {
		return dashboard.Coach{}, err
	}
	home := s.Get(settings.Home)
	run := pseudoterm.Command{Path: path, Args: o.Terminal[1:], Dir: home, Environ: p.coachEnvironment(home)}
	return dashboard.Coach{
		Name: filepath.Base(path), Folder: home,
		Start: func(size terminal.Size) (terminal.Program, error) {
			program, err := pseudoterm.Start(run, size.Cols, size.Rows)
			if err != nil {
				return nil, training.Errorf(training.KindUnavailable, "The program could not be started: %w.", err).
					WithFix("Try the same command at a terminal.")
			}
			return window{program}, nil
		},
	}, nil
}

// noTerminal is why there can be no terminal, empty if there can.
func noTerminal(s settings.Settings, reach httpguard.PagesOptions, o cli.DashboardOptions) phrase.Sentence {
	switch {
	case !pseudoterm.Here:
		return "On Windows no program can run in the page's terminal."
	case reach.Key != nil || !httpguard.Loopback(o.Addr) || len(reach.Public)+len(reach.Proxies) > 0:
		return "While other machines reach the dashboard, it has no terminal: what runs there has your rights."
	case s.Get(settings.Terminal) != "named":
		return "The config file allows no terminal (terminal: none)."
	}
	return ""
}

// window is a program by the sizes of the page.
type window struct{ *pseudoterm.Program }

// Resize gives the program's window a size.
func (w window) Resize(s terminal.Size) error { return w.Program.Resize(s.Cols, s.Rows) }

// coachEnvironment is this process's own without what only Lapkeep is to know:
// its settings, and the keys of services. The program finds the same home.
func (p *Program) coachEnvironment(home string) []string {
	var secret []string
	for _, d := range settings.Catalogue(p.places().Services) {
		if d.Secret || d.OfService {
			secret = append(secret, d.Env...)
		}
	}
	out := []string{}
	for _, kv := range p.Places.Environ {
		name, _, _ := strings.Cut(kv, "=")
		own := strings.HasPrefix(name, "LAPKEEP_") || strings.HasPrefix(name, "MCP_") || strings.HasPrefix(name, "FASTMCP_")
		if !own && !slices.Contains(secret, name) && !slices.Contains([]string{"TERM", "COLORTERM", "COLUMNS", "LINES"}, name) {
			out = append(out, kv)
		}
	}
	return append(out, "TERM=xterm-256color", "COLORTERM=truecolor", "LAPKEEP_HOME="+home)
}
