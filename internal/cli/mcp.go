package cli

import (
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/cli/settings"
	"lapkeep/internal/clients"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

func (a *app) newMCP() *cobra.Command {
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Connect assistants: print, install or remove their configuration",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(a.newMCPConfig(), a.newMCPInstall(), a.newMCPRemove(), a.newMCPList())
	for _, sub := range c.Commands() {
		sub.Args = usage(sub.Args)
	}
	return c
}

// mcpOptions are what the commands below mcp share.
type mcpOptions struct {
	name, file, http string
	keyInFile        bool
	dryRun           bool
}

func (o *mcpOptions) flagName(c *cobra.Command) {
	c.Flags().StringVar(&o.name, "name", "lapkeep", "what the server is called in the client")
}

func (o *mcpOptions) flagFile(c *cobra.Command) {
	c.Flags().StringVar(&o.file, "file", "", "the client's configuration file, if it is not the usual one")
}

func (o *mcpOptions) flagHTTP(c *cobra.Command) {
	c.Flags().StringVar(&o.http, "http", "", "connect to the server that listens at this URL instead of starting one")
}

// place is this machine, as clients look at it.
func (a *app) place() clients.Place {
	return clients.Place{OS: runtime.GOOS, Home: a.Places.UserHome, Env: a.environment}
}

// environment is one variable of the command's own environment.
func (a *app) environment(name string) string {
	value := ""
	for _, kv := range a.Places.Environ {
		if k, v, ok := strings.Cut(kv, "="); ok && (k == name || runtime.GOOS == "windows" && strings.EqualFold(k, name)) {
			value = v
		}
	}
	return value
}

// clientFile is the file of a client, or the one that the user named.
func (a *app) clientFile(c clients.Client, o mcpOptions) (string, error) {
	if o.file == "" {
		return c.File(a.place())
	}
	if filepath.IsAbs(o.file) {
		return o.file, nil
	}
	return filepath.Join(a.Places.WorkDir, o.file), nil
}

// carried are the settings that a started server would not find by itself.
func carried() []settings.Key {
	return []settings.Key{
		settings.Home, settings.Athlete, settings.Toolsets, settings.More, settings.Writes, settings.Consent,
		settings.ImportDirs, settings.LogLevel, settings.Language,
	}
}

// server is what a client is to be told of this installation.
func (a *app) server(o mcpOptions) (clients.Server, error) {
	s, err := a.settings()
	if err != nil {
		return clients.Server{}, err
	}
	out := clients.Server{Name: o.name}
	if o.name == "" || strings.Trim(o.name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
		return out, training.Errorf(training.KindInvalid, "%q cannot be a server's name.", o.name).
			WithFix("Use letters, digits, - and _.")
	}
	if o.http != "" {
		out.URL, err = serverURL(o.http)
		return out, err
	}
	if out.Command, err = a.Executable(); err != nil {
		return out, err
	}
	out.Args = []string{"serve"}
	for _, k := range carried() {
		if v := s.Value(k); !found(v, s) {
			out.Args = append(out.Args, "--"+v.Flag, v.Text)
		}
	}
	return out, nil
}

// found reports whether a server that the client starts, without the shell's
// environment and in a folder of its own, finds a setting too.
func found(v settings.Value, s settings.Settings) bool {
	return v.From == "default" || v.From == s.ConfigFile ||
		v.Key != settings.Home && strings.HasPrefix(v.From, filepath.Join(s.Get(settings.Home), ".env")+" ")
}

// serverURL reads where a server listens; the path may be left out.
func serverURL(text string) (string, error) {
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return "", training.Errorf(training.KindInvalid, "%q is no URL of a server.", text).
			WithFix("Write it as in: --http http://127.0.0.1:8642/mcp")
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/mcp"
	}
	return u.String(), nil
}

func (a *app) newMCPRemove() *cobra.Command {
	var o mcpOptions
	c := &cobra.Command{
		Use:   "remove CLIENT",
		Short: "Take Lapkeep out of a client's configuration",
		Args:  cobra.ExactArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return a.runMCPRemove(args[0], o) },
	}
	o.flagName(c)
	o.flagFile(c)
	c.Flags().BoolVar(&o.dryRun, "dry-run", false, "only show what would change")
	return c
}

func (a *app) runMCPRemove(id string, o mcpOptions) error {
	c, err := clients.Find(id)
	if err != nil {
		return err
	}
	path, err := a.clientFile(c, o)
	if err != nil {
		return err
	}
	ch, configured, err := c.Remove(path, o.name)
	if err != nil {
		return err
	}
	if !configured {
		_, err := fmt.Fprintf(a.Streams.Out, "%s does not know %s: nothing to remove in %s.\n", c.Name, o.name, path)
		return err
	}
	a.printChange(ch)
	if o.dryRun {
		return nil
	}
	if err := ch.Write(); err != nil {
		return err
	}
	if ch.Gone {
		fmt.Fprintf(a.Streams.Out, "Removed %s, which held nothing else.\n", ch.Path)
	} else {
		fmt.Fprintf(a.Streams.Out, "%s was removed from %s.\n", o.name, ch.Path)
	}
	_, err = fmt.Fprintf(a.Streams.Out, "%s forgets it when it is started again.\n", c.Name)
	return err
}

// clientState is one client as mcp list shows it.
type clientState struct {
	ID    string `json:"client"`
	Name  string `json:"name"`
	State string `json:"state"`
	File  string `json:"file,omitempty"`
	Note  string `json:"note,omitempty"`
}

func (a *app) newMCPList() *cobra.Command {
	var o mcpOptions
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the clients that are known, present and configured",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			states := a.clientStates(o)
			if asJSON {
				return textclean.WriteJSON(a.Streams.Out, struct {
					Clients []clientState `json:"clients"`
				}{states})
			}
			for _, s := range states {
				fmt.Fprintf(a.Streams.Out, "%-15s %-11s %s\n", s.ID, s.State, s.File)
				if s.Note != "" {
					fmt.Fprintf(a.Streams.Out, "%-27s %s\n", "", s.Note)
				}
			}
			return nil
		},
	}
	o.flagName(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

func (a *app) clientStates(o mcpOptions) []clientState {
	var out []clientState
	for _, c := range clients.Table() {
		s := clientState{ID: c.ID, Name: c.Name, State: "by hand"}
		if path, err := c.File(a.place()); err == nil {
			s.File = path
			present, configured, err := c.Configured(path, o.name)
			switch {
			case err != nil:
				s.State, s.Note = "unreadable", err.Error()
			case configured:
				s.State = "configured"
			case present || filepath.Dir(path) != a.Places.UserHome && a.exists(filepath.Dir(path)):
				s.State = "present"
			default:
				s.State = "not found"
			}
		} else if !c.Manual() {
			s.State = "not here"
		}
		out = append(out, s)
	}
	return out
}
