package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/clients"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Greeting is a server's answer when a client connects.
type Greeting struct {
	Name, Version string
	Tools         int
}

// Target is a server to greet: a program to start, or a URL.
type Target struct {
	Command string
	Args    []string
	Environ []string
	Dir     string
	URL     string
	Key     string // bearer key
}

func (a *app) newMCPInstall() *cobra.Command {
	var o mcpOptions
	c := &cobra.Command{
		Use:   "install CLIENT",
		Short: "Add Lapkeep to a client's configuration and try it",
		Long: "Add Lapkeep to a client's configuration, keep a copy of the file beside it, and try what was written.\n" +
			"Nothing else in the file changes; lapkeep mcp remove CLIENT brings it back to the byte.\n" +
			"What --toolsets, --writes, --home, --athlete and --athletes say is written too. An existing entry keeps what is not asked for.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runMCPInstall(cmd.Context(), args[0], o)
		},
	}
	o.flagName(c)
	o.flagFile(c)
	o.flagHTTP(c)
	a.flagAthletes(c)
	c.Flags().BoolVar(&o.keyInFile, "key-in-file", false, "with --http, write the key into the file of a client that can have it no other way")
	c.Flags().BoolVar(&o.replace, "replace", false, "also where the existing entry allows less, or starts something else")
	c.Flags().BoolVar(&o.dryRun, "dry-run", false, "only show what would change")
	return c
}

func (a *app) runMCPInstall(ctx context.Context, id string, o mcpOptions) error {
	c, err := clients.Find(id)
	if err != nil {
		return err
	}
	path, err := a.clientFile(c, o)
	if err != nil {
		return err
	}
	s, environ, err := a.agreed(c, path, o)
	if err != nil {
		return err
	}
	if err := a.allowKey(c, &s, o); err != nil {
		return err
	}
	ch, err := c.Install(path, s)
	if err != nil {
		return err
	}
	if ch.Empty() {
		a.say(a.Streams.Out, "%s already says so.\n", ch.Path)
	} else {
		a.printChange(masked(ch, s.Key))
	}
	if o.dryRun {
		return nil
	}
	if err := a.writeChange(ch); err != nil {
		return err
	}
	if err := a.greet(ctx, c, s, environ); err != nil {
		return err
	}
	return a.printAlso(c, path, o)
}

// allowKey keeps the bearer key out of files. Where there is no other way,
// the user has to ask for it.
func (a *app) allowKey(c clients.Client, s *clients.Server, o mcpOptions) error {
	if !s.HTTP() {
		return nil
	}
	if c.Prompts {
		return training.Errorf(training.KindUnsupported, "%s asks for the key itself, which takes a few lines more.", c.Name).
			WithFix("Copy them from: lapkeep mcp config %s --http %s", c.ID, s.URL)
	}
	if !c.HoldsKey(*s) {
		return nil
	}
	if !o.keyInFile {
		return training.Errorf(training.KindForbidden, "%s can have the key only in its file, in clear.", c.Name).
			WithFix("Let it start Lapkeep itself (without --http), or add --key-in-file.")
	}
	key, err := a.bearerKey()
	s.Key = key
	return err
}

// bearerKey is the key of the HTTP server on this machine.
func (a *app) bearerKey() (string, error) {
	s, err := a.settings()
	if err != nil {
		return "", err
	}
	key, err := a.Key(s, false)
	return key.Text, err
}

// masked is a change as it may be shown.
func masked(ch clients.Change, key string) clients.Change {
	if key != "" {
		ch.After = []byte(strings.ReplaceAll(string(ch.After), key, "(key)"))
		ch.Before = []byte(strings.ReplaceAll(string(ch.Before), key, "(key)"))
	}
	return ch
}

func (a *app) writeChange(ch clients.Change) error {
	if ch.Empty() {
		return nil
	}
	if err := ch.Write(); err != nil {
		return err
	}
	a.say(a.Streams.Out, "Written: %s\n", ch.Path)
	if b := ch.Backup(); b != "" {
		a.say(a.Streams.Out, "It said before: %s\n", b)
	}
	return nil
}

// greet does what the client will do: it starts what was written, with the
// entry's variables and without the settings of this shell, and asks for the
// tools.
func (a *app) greet(ctx context.Context, c clients.Client, s clients.Server, environ []string) error {
	target := Target{Command: s.Command, Args: s.Args, URL: s.URL, Dir: a.Places.UserHome, Environ: append(a.bareEnvironment(), environ...)}
	if s.HTTP() {
		target.Key = s.Key
		if target.Key == "" {
			key, err := a.bearerKey()
			if err != nil {
				return err
			}
			target.Key = key
		}
	}
	g, err := a.Greet(ctx, target)
	if err != nil {
		try := "lapkeep doctor"
		if s.HTTP() {
			try = "lapkeep serve --http, and try again"
		}
		return training.Errorf(training.KindUnavailable, "The entry is written, but the server does not answer: %v.", err).
			WithFix("Run %s. To take the entry out again: lapkeep mcp remove %s", i18n.Word(try), c.ID)
	}
	a.say(a.Streams.Out, "%s: OK, %d tools\n", s.Name, g.Tools)
	fmt.Fprintln(a.Streams.Out, a.language().Text(c.Reload))
	if s.HTTP() && !c.HoldsKey(s) {
		a.sayAtHome(a.Streams.Out, "The client reads the key from %s: set it to what lapkeep key show prints.\n", clients.KeyVariable)
	}
	a.say(a.Streams.Out, "Check: %s\n", a.language().Text(c.Verify))
	return nil
}

// bareEnvironment is the environment without what chooses how Lapkeep runs.
func (a *app) bareEnvironment() []string {
	var out []string
	for _, kv := range a.Places.Environ {
		name := strings.ToUpper(kv)
		if !strings.HasPrefix(name, "LAPKEEP_") && !strings.HasPrefix(name, "MCP_") && !strings.HasPrefix(name, "FASTMCP_") {
			out = append(out, kv)
		}
	}
	return out
}
