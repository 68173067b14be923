package app

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web"
	"lapkeep/internal/faces/web/terminal"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// talker is what runs in the dashboard's terminal, or why nothing does. Who asks
// for a terminal where there can be none is refused.
func (p *Program) talker(
	ctx context.Context, s settings.Settings, reach guard.PagesOptions, o cli.DashboardOptions,
) (web.Coach, error) {
	never := noTerminal(s, reach, o)
	if len(o.Terminal) == 0 {
		return web.Coach{Never: never}, nil
	}
	if never != "" {
		return web.Coach{}, training.Errorf(training.KindForbidden, "%s", never).WithFix("Leave --terminal out, or what rules it out.")
	}
	path, err := terminal.FindPseudo(o.Terminal[0])
	if err != nil {
		return web.Coach{}, err
	}
	if err := o.Acquaint(ctx, path); err != nil {
		return web.Coach{}, err
	}
	home := s.Get(settings.Home)
	run := terminal.Command{Path: path, Args: o.Terminal[1:], Dir: home, Environ: p.coachEnvironment(home)}
	return web.Coach{
		Name: filepath.Base(path), Folder: home,
		Start: func(size terminal.Size) (terminal.Program, error) {
			program, err := terminal.StartPseudo(run, size.Cols, size.Rows)
			if err != nil {
				return nil, training.Errorf(training.KindUnavailable, "The program could not be started: %w.", err).
					WithFix("Try the same command at a terminal.")
			}
			return window{program}, nil
		},
	}, nil
}

// noTerminal is why there can be no terminal, empty if there can.
func noTerminal(s settings.Settings, reach guard.PagesOptions, o cli.DashboardOptions) i18n.Sentence {
	switch {
	case !terminal.Here:
		return "On Windows no program can run in the page's terminal."
	case reach.Key != nil || !guard.Loopback(o.Addr) || len(reach.Public)+len(reach.Proxies) > 0:
		return "While other machines reach the dashboard, it has no terminal: what runs there has your rights."
	case s.Get(settings.Terminal) != "named":
		return "The config file allows no terminal (terminal: none)."
	}
	return ""
}

// window is a program by the sizes of the page.
type window struct{ *terminal.PseudoProgram }

// Resize gives the program's window a size.
func (w window) Resize(s terminal.Size) error { return w.PseudoProgram.Resize(s.Cols, s.Rows) }

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
