package cli

import (
	"bytes"
	"context"
	"runtime"
	"strings"

	"lapkeep/internal/faces/clients"
	"lapkeep/internal/training"
)

// serverName is what clients call the server of a home: that of the demo athlete
// stands beside the athlete's own.
func (a *app) serverName(ctx context.Context, w *Workbench) (string, error) {
	who, err := w.DB.Athlete(ctx, w.Scope())
	switch {
	case training.KindOf(err) == training.KindNotFound: // a new home has nobody yet
		return defaultName, nil
	case err == nil && who.Demo:
		return demoName, nil
	}
	return defaultName, err
}

// setups are all clients as the commands below mcp know them.
func (a *app) setups(name string) ([]clients.Setup, error) {
	o := mcpOptions{name: name}
	server, err := a.server(o)
	if err != nil {
		return nil, err
	}
	var out []clients.Setup
	for _, c := range clients.Table() {
		out = append(out, a.setup(c, server, o))
	}
	return out, nil
}

func (a *app) setup(c clients.Client, server clients.Server, o mcpOptions) clients.Setup {
	now := a.clientState(c, o)
	out := clients.Setup{Client: c, State: now.State, File: now.File, Notes: now.Also}
	if now.Note != "" {
		out.Notes = append([]string{now.Note}, out.Notes...)
	}
	for _, n := range c.Notes {
		out.Notes = append(out.Notes, a.language().Text(n))
	}
	out.Steps = nil
	for _, s := range c.Steps {
		out.Steps = append(out.Steps, a.language().Text(s))
	}
	out.Name = a.language().Text(c.Name) // of some, it says where they run
	out.Reload, out.Verify = a.language().Text(c.Reload), a.language().Text(c.Verify)
	if block, err := c.Block(server); err == nil {
		out.Block, out.Command, out.Deeplink = block, c.AddCommand(server, runtime.GOOS), c.Deeplink(server)
		out.Install = a.homed("lapkeep mcp install " + c.ID)
		if o.name != defaultName {
			out.Install += " --name " + o.name
		}
	}
	return out
}

// installSaying is the command that installs, for who is at no terminal: nothing
// is asked, and what it prints is returned.
func (a *app) installSaying(ctx context.Context, client string, o mcpOptions) (string, error) {
	var said bytes.Buffer
	quiet := *a
	quiet.Streams = Streams{In: strings.NewReader(""), Out: &said, Err: &said}
	err := quiet.runMCPInstall(ctx, client, o)
	return said.String(), err
}
