package cli

import (
	"context"
	"path/filepath"
	"strings"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/clients"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// terminalCommand are the words of a command for the coach's terminal. No shell
// reads them.
func terminalCommand(text string, given bool) ([]string, error) {
	if !given {
		return nil, nil
	}
	words, ok := textclean.Split(text)
	if !ok || len(words) == 0 || words[0] == "" {
		return nil, training.Errorf(training.KindInvalid, "%q is no command for the terminal.", text).
			WithFix("Name a program, with its arguments if it needs any: --terminal %s", textclean.Here("claude --continue"))
	}
	return words, nil
}

// acquaint has a program that runs in the home find this home's server: where its
// own settings do not name it already, by a file of the home, so that its settings
// stay as they are.
func (a *app) acquaint(ctx context.Context, program, name, home string) error {
	out := a.Streams.Out
	program = strings.TrimSuffix(filepath.Base(program), ".exe")
	c, ok := clients.OfProgram(program)
	if !ok {
		a.say(out, "Lapkeep does not know %s. If it takes MCP servers, give it what this prints: lapkeep mcp config\n", program)
		return nil
	}
	if a.finds(c, name, home) {
		return nil
	}
	if c.Project == "" {
		a.sayAtHome(out, "%s does not have Lapkeep yet. Run: lapkeep mcp install %s\n", c.Name, c.ID)
		return nil
	}
	file := filepath.Join(home, filepath.FromSlash(c.Project))
	if _, has, err := c.Configured(file, name); err != nil || has {
		return err
	}
	if _, err := a.installSaying(ctx, c.ID, mcpOptions{name: name, file: file}); err != nil {
		return err
	}
	a.say(out, "%s finds Lapkeep by the file %s, in this folder alone. It may ask whether you trust it.\n", c.Name, file)
	return nil
}

// finds reports whether a client's own settings have the server of a home.
func (a *app) finds(c clients.Client, name, home string) bool {
	path, err := c.File(a.place())
	if err != nil {
		return false
	}
	standing, found, err := c.Standing(path, name)
	if err != nil || !found || standing.HTTP() || !startsLapkeep(standing) {
		return err == nil && found // what it reaches otherwise is the athlete's to know
	}
	s, err := a.entrySettings(standing.Args, standing.Environ)
	return err == nil && s.Get(settings.Home) == home
}
