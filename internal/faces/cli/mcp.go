package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/clients"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

func (a *app) newMCP() *cobra.Command {
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Connect assistants: show, install or remove their configuration",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(a.newMCPConfig(), a.newMCPInstall(), a.newMCPRemove(), a.newMCPList())
	for _, sub := range c.Commands() {
		sub.Args = usage(sub.Args)
	}
	return c
}

// mcpOptions holds the options shared by the commands below mcp.
type mcpOptions struct {
	name, file, http string
	keyInFile        bool
	dryRun, replace  bool
}

// defaultName is the server's name in a client.
const defaultName = "lapkeep"

func (o *mcpOptions) flagName(c *cobra.Command) {
	c.Flags().StringVar(&o.name, "name", defaultName, "name of the server in the client")
}

func (o *mcpOptions) flagFile(c *cobra.Command) {
	c.Flags().StringVar(&o.file, "file", "", "the client's configuration file, if it is not in the usual place")
}

func (o *mcpOptions) flagHTTP(c *cobra.Command) {
	c.Flags().StringVar(&o.http, "http", "", "connect to the server listening at this URL instead of starting one")
}

// flagOfServe adds a flag of serve to another command.
func (a *app) flagOfServe(c *cobra.Command, k settings.Key) {
	for _, d := range settings.Catalogue(a.Places.Services) {
		if d.Key == k {
			a.addFlag(c.Flags(), d)
		}
	}
}

// place returns this machine's system, home folder and variables, which locate
// the clients' files.
func (a *app) place() clients.Place {
	return clients.Place{OS: runtime.GOOS, Home: a.Places.UserHome, Env: a.environment}
}

// environment returns one variable of the command's own environment.
func (a *app) environment(name string) string {
	value := ""
	for _, kv := range a.Places.Environ {
		if k, v, ok := strings.Cut(kv, "="); ok && (k == name || runtime.GOOS == "windows" && strings.EqualFold(k, name)) {
			value = v
		}
	}
	return value
}

// clientFile returns the configuration file of a client, or the one that the
// user named.
func (a *app) clientFile(c clients.Client, o mcpOptions) (string, error) {
	if o.file == "" {
		return c.File(a.place())
	}
	if filepath.IsAbs(o.file) {
		return o.file, nil
	}
	return filepath.Join(a.Places.WorkDir, o.file), nil
}

// carried returns the settings that a server started by a client would not find
// on its own.
func carried() []settings.Key {
	return []settings.Key{
		settings.Home, settings.Athlete, settings.Athletes, settings.Toolsets, settings.More, settings.Writes, settings.Consent,
		settings.ImportDirs, settings.LogLevel, settings.Language,
	}
}

// server describes this installation to a client.
func (a *app) server(o mcpOptions) (clients.Server, error) {
	s, err := a.settings()
	if err != nil {
		return clients.Server{}, err
	}
	out := clients.Server{Name: o.name}
	if o.name == "" || strings.Trim(o.name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
		return out, training.Errorf(training.KindInvalid, "%q is not a valid server name.", o.name).
			WithFix("Use letters, digits, - and _.")
	}
	if o.http != "" {
		out.URL, err = serverURL(o.http)
		return out, err
	}
	if out.Command, err = a.Executable(); err != nil {
		return out, err
	}
	// Without this, an address in the config file would make the server listen only there.
	out.Args = []string{"serve", "--transport", "stdio"}
	if _, err := a.Table(s).Select(selection(s)); err != nil {
		return out, err
	}
	for _, k := range carried() {
		v := s.Value(k)
		_, given := a.flags[k]()
		a.tellNarrowed(v)
		if given || !found(v, s) {
			out.Args = append(out.Args, "--"+v.Flag, v.Text)
		}
	}
	return out, nil
}

// tellNarrowed reports that the config file allows less than the command line
// requests.
func (a *app) tellNarrowed(v settings.Value) {
	if _, given := a.flags[v.Key](); given && v.Narrowed != "" {
		a.say(a.Streams.Err, "The config file does not allow %s %s; it is limited to %s.\n", v.Key, v.Narrowed, v.Text)
	}
}

// found reports whether a server started by the client finds a setting too. Such a server
// runs in a different folder, without the shell's environment.
func found(v settings.Value, s settings.Settings) bool {
	return v.From == "default" || v.From == s.ConfigFile || strings.HasPrefix(v.From, "system ") ||
		v.Key != settings.Home && strings.HasPrefix(v.From, filepath.Join(s.Get(settings.Home), ".env")+" ")
}

// serverURL parses a server's address; the path may be omitted.
func serverURL(text string) (string, error) {
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return "", training.Errorf(training.KindInvalid, "%q is not the URL of a server.", text).
			WithFix("Use the form --http http://127.0.0.1:8642/mcp")
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
		Short: "Remove Lapkeep from a client's configuration",
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
		a.say(a.Streams.Out, "%s has no entry %s; there is nothing to remove in %s.\n", c.Name, o.name, path)
		return a.printAlso(c, path, o)
	}
	a.printChange(ch)
	if o.dryRun {
		return nil
	}
	if err := ch.Write(); err != nil {
		return err
	}
	if ch.Gone {
		a.say(a.Streams.Out, "Removed %s, which contained nothing else.\n", ch.Path)
	} else {
		a.say(a.Streams.Out, "%s was removed from %s.\n", o.name, ch.Path)
	}
	a.say(a.Streams.Out, "Restart %s to apply the change.\n", c.Name)
	return a.printAlso(c, path, o)
}

// also lists the other places where a client finds the server: entries for
// single folders, and the file of the working folder.
func (a *app) also(c clients.Client, path string, o mcpOptions) ([]clients.Spot, error) {
	project := ""
	if c.Project != "" && o.file == "" {
		project = filepath.Join(a.Places.WorkDir, filepath.FromSlash(c.Project))
	}
	return c.Also(path, project, o.name)
}

// printAlso lists the entries that a command left unchanged.
func (a *app) printAlso(c clients.Client, path string, o mcpOptions) error {
	spots, err := a.also(c, path, o)
	for _, s := range spots {
		fmt.Fprintln(a.Streams.Out, a.alsoIn(c, s, o.name))
	}
	return err
}

func (a *app) alsoIn(c clients.Client, s clients.Spot, name string) string {
	if s.Folder != "" {
		return a.text("%[2]s has a separate entry for the folder %[1]s, in %[3]s.", s.Folder, c.Name, s.File)
	}
	command := "lapkeep mcp remove " + c.ID + " --file " + textclean.Here(s.File)
	if name != defaultName {
		command += " --name " + name
	}
	return a.text("The file in this folder has an entry too: %s. To remove it: %s", s.File, command)
}

// clientState is one client as shown by mcp list.
type clientState struct {
	ID    string        `json:"client"`
	Name  string        `json:"name"`
	State clients.State `json:"state"`
	File  string        `json:"file,omitempty"`
	Note  string        `json:"note,omitempty"`
	// Also lists entries in addition to the user's own.
	Also []string `json:"also,omitempty"`
}

func (a *app) newMCPList() *cobra.Command {
	var o mcpOptions
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List supported clients, and which are installed and configured",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.listClients(o, asJSON) },
	}
	o.flagName(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

func (a *app) listClients(o mcpOptions, asJSON bool) error {
	states := a.clientStates(o)
	if asJSON {
		return textclean.WriteJSON(a.Streams.Out, struct {
			Clients []clientState `json:"clients"`
		}{states})
	}
	for _, s := range states {
		fmt.Fprintf(a.Streams.Out, "%-15s %-11s %s\n", s.ID, s.State, s.File)
		for _, note := range append([]string{s.Note}, s.Also...) {
			if note != "" {
				fmt.Fprintf(a.Streams.Out, "%-27s %s\n", "", note)
			}
		}
	}
	return nil
}

func (a *app) clientStates(o mcpOptions) []clientState {
	var out []clientState
	for _, c := range clients.Table() {
		out = append(out, a.clientState(c, o))
	}
	return out
}

func (a *app) clientState(c clients.Client, o mcpOptions) clientState {
	s := clientState{ID: c.ID, Name: c.Name, State: clients.ByHand}
	path, err := c.File(a.place())
	if err != nil {
		if !c.Manual() {
			s.State = clients.NotHere
		}
		return s
	}
	s.File = path
	present, configured, err := c.Configured(path, o.name)
	spots, also := a.also(c, path, o)
	for _, spot := range spots {
		s.Also = append(s.Also, a.alsoIn(c, spot, o.name))
	}
	switch err = cmp.Or(err, also); {
	case err != nil:
		s.State, s.Note = clients.Unreadable, a.text("%w", err)
	case configured:
		s.State = clients.Configured
	case len(spots) > 0:
		s.State = clients.InFolder
	case present || filepath.Dir(path) != a.Places.UserHome && a.exists(filepath.Dir(path)):
		s.State = clients.Present
	default:
		s.State = clients.NotFound
	}
	return s
}

// serverName returns the name of a home's server in clients. The demo athlete's
// server has another name, so that both can be in one client.
func (a *app) serverName(ctx context.Context, w *Workbench) (string, error) {
	who, err := w.DB.Athlete(ctx, w.Scope())
	switch {
	case training.KindOf(err) == training.KindNotFound: // a new home has no athlete yet
		return defaultName, nil
	case err == nil && who.Demo:
		return demoName, nil
	}
	return defaultName, err
}

// setups returns the setup of every client that the commands below mcp support.
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
	out.Name = a.language().Text(c.Name) // some names contain words to translate
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

// installSaying runs the install command without a terminal: it asks no questions
// and returns the command's output.
func (a *app) installSaying(ctx context.Context, client string, o mcpOptions) (string, error) {
	var said bytes.Buffer
	quiet := *a
	quiet.Streams = Streams{In: strings.NewReader(""), Out: &said, Err: &said}
	err := quiet.runMCPInstall(ctx, client, o)
	return said.String(), err
}
