package cli

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/clients"
	"lapkeep/internal/faces/skills"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

func (a *app) newSkill() *cobra.Command {
	c := &cobra.Command{
		Use:   "skill",
		Short: "Coaching workflows (skills) for assistants that support skills",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(a.newSkillInstall(), a.newSkillRemove(), a.newSkillList())
	for _, sub := range c.Commands() {
		sub.Args = usage(sub.Args)
	}
	return c
}

func (a *app) newSkillList() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the workflows",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			for _, s := range skills.All() {
				fmt.Fprintf(a.Streams.Out, "%-26s %s\n", s.Name, s.Description)
			}
			return nil
		},
	}
}

// skillOptions holds the options shared by the commands below skill.
type skillOptions struct {
	dir   string
	force bool
}

func (a *app) newSkillInstall() *cobra.Command {
	var o skillOptions
	c := &cobra.Command{
		Use:   "install CLIENT",
		Short: "Install the workflows where a client reads skills",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir, err := a.skillsFolder(args, o)
			if err != nil {
				return err
			}
			return a.installSkills(dir, o.force)
		},
	}
	c.Flags().StringVar(&o.dir, "dir", "", "install into this folder instead of the client's own")
	c.Flags().BoolVar(&o.force, "force", false, "replace workflows that you edited, keeping a backup")
	return c
}

func (a *app) newSkillRemove() *cobra.Command {
	var o skillOptions
	c := &cobra.Command{
		Use:   "remove CLIENT",
		Short: "Remove the workflows, except those you edited",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir, err := a.skillsFolder(args, o)
			if err != nil {
				return err
			}
			return a.removeSkills(dir)
		},
	}
	c.Flags().StringVar(&o.dir, "dir", "", "folder of the skills; default the client's own")
	return c
}

func (a *app) skillsFolder(args []string, o skillOptions) (string, error) {
	switch {
	case o.dir != "" && len(args) > 0, o.dir == "" && len(args) == 0:
		return "", &usageError{wrongUse(sayingf("pass a client or a folder (--dir)")), sayingf("Clients: lapkeep mcp list")}
	case o.dir != "" && filepath.IsAbs(o.dir):
		return o.dir, nil
	case o.dir != "":
		return filepath.Join(a.Places.WorkDir, o.dir), nil
	}
	c, err := clients.Find(args[0])
	if err != nil {
		return "", err
	}
	return c.SkillsFolder(a.place())
}

// skillState compares a workflow with its copy in a folder.
func skillState(dir string, s skills.Skill) (path string, there, same bool) {
	path = filepath.Join(dir, s.Name, skills.FileName)
	text, err := os.ReadFile(path)
	return path, err == nil, err == nil && string(text) == s.Text
}

func (a *app) installSkills(dir string, force bool) error {
	edited := 0
	for _, s := range skills.All() {
		path, there, same := skillState(dir, s)
		switch {
		case same:
			a.say(a.Streams.Out, "as it was  %s\n", path)
			continue
		case there && !force:
			edited++
			a.say(a.Streams.Out, "differs    %s\n", path)
			continue
		case there:
			if err := os.Rename(path, path+clients.BackupSuffix); err != nil {
				return cannotWrite(path, err)
			}
		}
		if err := writeSkill(path, s.Text); err != nil {
			return cannotWrite(path, err)
		}
		a.say(a.Streams.Out, "written    %s\n", path)
	}
	if edited > 0 {
		return training.Errorf(training.KindConflict, "Not changed, because you edited it or it comes from another version: %s.",
			i18n.Numbered(edited, "workflow", "workflows")).
			WithFix("To replace them and keep a backup of each: --force.")
	}
	return nil
}

func writeSkill(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return disk.WriteAtomic(path, []byte(text), 0o644)
}

func cannotWrite(path string, err error) error {
	return training.Errorf(training.KindUnavailable, "%s cannot be written: %w.", path, err).
		WithFix("Check the folder's permissions, or choose another folder with --dir.")
}

func (a *app) removeSkills(dir string) error {
	for _, s := range skills.All() {
		path, there, same := skillState(dir, s)
		switch {
		case same:
			if err := os.Remove(path); err != nil {
				return cannotWrite(path, err)
			}
			_ = os.Remove(filepath.Dir(path)) // fails if the user put something in it
			a.say(a.Streams.Out, "removed    %s\n", path)
		case there:
			a.say(a.Streams.Out, "kept       %s (you edited it)\n", path)
		}
	}
	return nil
}

func (a *app) newServe() *cobra.Command {
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve MCP clients over standard input and output, or over HTTP",
		Long: "Serve one MCP client over standard input and output, or any number over HTTP with --http.\n" +
			"Over HTTP, every request needs the key (lapkeep key show).",
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
	s, err := a.settings()
	if err != nil {
		return err
	}
	if s.Get(settings.Homes) != "" {
		return a.serveHomes(ctx)
	}
	return a.open(ctx, OpenOptions{Create: true, OrReadOnly: true, Serves: true}, func(w *Workbench) error {
		for _, k := range carried() {
			a.tellNarrowed(w.Settings.Value(k))
		}
		if !overHTTP(w.Settings) {
			if err := onlyHTTP(w.Settings); err != nil {
				return err
			}
			if a.Streams.InTTY {
				a.sayAtHome(a.Streams.Err, "Waiting for an assistant (MCP) on standard input. Assistants start this command "+
					"themselves; to connect one: lapkeep mcp install CLIENT\nPress Ctrl-C to stop.\n")
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

// overHTTP reports whether clients connect over HTTP: true if an address is set and
// the command line does not say stdio.
func overHTTP(s settings.Settings) bool {
	transport := s.Value(settings.Transport)
	if transport.Text != "stdio" {
		return true
	}
	return s.Get(settings.HTTP) != "" && transport.From != "flag --"+transport.Flag
}

// onlyHTTP rejects flags of the HTTP server if there is none: a user who sets one
// expects the server to listen.
func onlyHTTP(s settings.Settings) error {
	for _, k := range []settings.Key{
		settings.HTTP, settings.Host, settings.Port, settings.Path, settings.PublicURL, settings.TLSCert, settings.TLSKey,
		settings.TrustedProxy, settings.NoAuth, settings.SecretPath, settings.RateLimit,
	} {
		if v := s.Value(k); v.From == "flag --"+v.Flag {
			return training.Errorf(training.KindInvalid,
				"--%s is only for a server over HTTP, and this one uses standard input and output.", v.Flag).
				WithFix("Add --transport http, or leave --%s out.", v.Flag)
		}
	}
	return nil
}

// httpOptions reads the settings of the HTTP server. The server checks who may
// connect.
func httpOptions(s settings.Settings) (HTTPOptions, error) {
	rate, err := strconv.ParseFloat(s.Get(settings.RateLimit), 64)
	if err != nil || !(rate > 0 && rate <= 1e6) {
		return HTTPOptions{}, training.Errorf(training.KindInvalid,
			"%q is not a valid number of requests per second.",
			s.Get(settings.RateLimit)).
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

func (a *app) announceURLs(e Endpoint) {
	a.say(a.Streams.Err, "Lapkeep serves MCP clients at\n")
	for _, u := range e.URLs {
		fmt.Fprintf(a.Streams.Err, "  %s\n", u)
	}
}

// announceHTTP prints the server's addresses on stderr; standard output is kept free.
func (a *app) announceHTTP(e Endpoint) {
	out := a.Streams.Err
	a.announceURLs(e)
	switch {
	case e.NoKey:
		a.say(out, "No key is required: every program on this machine can connect.\n")
	case e.Key.Made:
		a.sayAtHome(out, "A key was created in %s. Show it with: lapkeep key show\n", e.Key.From)
	default:
		a.say(out, "Using the key from %s.\n", e.Key.From)
	}
	if len(e.Secret) > 0 {
		a.say(out, "Anyone who has one of these addresses needs no key. They are shown only this once:\n")
		for _, u := range e.Secret {
			fmt.Fprintf(out, "  %s\n", u)
		}
	}
	a.say(out, "Press Ctrl-C to stop.\n")
}
