package cli

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/homes"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// homesBeside is the end of the name of the folder for many homes, which is next to the home.
const homesBeside = "-homes"

func (a *app) newHomes() *cobra.Command {
	c := &cobra.Command{
		Use:   "homes",
		Short: "Keep many athletes, each in a home folder of their own",
		Long: "Keep many athletes, each in a home folder of their own, below one folder (--homes).\n" +
			"To serve all of them: lapkeep serve --http ADDRESS --homes FOLDER. The key in a request selects the home.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	var asJSON bool
	list := &cobra.Command{
		Use: "list", Short: "List the homes", Args: usage(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error { return a.listHomes(asJSON) },
	}
	everyone := &cobra.Command{
		Use: "roster", Short: "Show the athletes of all homes, those who need attention first", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.rosterOfHomes(cmd.Context(), asJSON) },
	}
	for _, sub := range []*cobra.Command{list, everyone} {
		sub.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	}
	c.AddCommand(list, everyone, &cobra.Command{
		Use: "add NAME", Short: "Create the home of another athlete, with a key of its own", Args: usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return a.addHome(cmd.Context(), args[0]) },
	})
	c.AddCommand(&cobra.Command{
		Use: "split", Short: "Split this home into one home for each athlete, after a backup", Args: usage(cobra.NoArgs),
		Long: "Split this home into one home for each athlete, after a backup. Stop its servers first.\n" +
			"This home is kept, but can only be read from then on. If the command is interrupted, run it again.",
		RunE: func(cmd *cobra.Command, _ []string) error { return a.splitHome(cmd.Context()) },
	})
	for _, sub := range c.Commands() {
		a.flagOfServe(sub, settings.Homes)
	}
	return c
}

// homesRoot returns the folder with the homes: the one in the settings, or the one next to
// the home.
func (a *app) homesRoot() (homes.Root, error) {
	s, err := a.settings()
	if err != nil {
		return "", err
	}
	root := s.Get(settings.Homes)
	switch {
	case root == "":
		root = s.Get(settings.Home) + homesBeside
	case !filepath.IsAbs(root):
		root = filepath.Join(a.Places.WorkDir, root)
	}
	return homes.Root(root), nil
}

// homesSettings returns the folder with the homes, and the settings in it.
func (a *app) homesSettings() (root homes.Root, s settings.Settings, err error) {
	own, err := a.settings()
	if err != nil {
		return "", s, err
	}
	if _, given := a.flags[settings.Home](); given && own.Get(settings.Homes) != "" {
		return "", s, training.Errorf(training.KindInvalid, "--home and --homes cannot be used together.").WithFix("Leave out --home.")
	}
	if root, err = a.homesRoot(); err == nil {
		s, err = a.settingsIn(string(root))
	}
	return root, s, err
}

// settingsIn returns the settings of a command in another home folder.
func (a *app) settingsIn(dir string) (settings.Settings, error) {
	in := a.places()
	in.Flags[settings.Home] = dir
	return settings.Load(in)
}

// oneHome is a home as shown by homes list.
type oneHome struct {
	Name   string `json:"name"`
	Folder string `json:"folder"`
}

func (a *app) listHomes(asJSON bool) error {
	root, err := a.homesRoot()
	if err != nil {
		return err
	}
	names, err := root.Names()
	if err != nil {
		return err
	}
	all := []oneHome{}
	for _, name := range names {
		all = append(all, oneHome{name, root.Dir(name)})
	}
	if asJSON {
		return textclean.WriteJSON(a.Streams.Out, struct {
			Homes []oneHome `json:"homes"`
		}{all})
	}
	for _, h := range all {
		fmt.Fprintf(a.Streams.Out, "%-20s %s\n", h.Name, h.Folder)
	}
	if len(all) == 0 {
		a.noHomes(root)
	}
	return nil
}

// rosterOfHomes shows the athletes of all homes, each under the name of the home. A home that
// cannot be read hides no other.
func (a *app) rosterOfHomes(ctx context.Context, asJSON bool) error {
	root, s, err := a.homesSettings()
	if err != nil {
		return err
	}
	names, err := root.Names()
	if err != nil {
		return err
	}
	return a.AskHomes(ctx, s, a.adapt(asJSON), func(ask AskTool) error {
		res, err := ask("get_roster", nil)
		switch {
		case err != nil:
			return err
		case asJSON:
			return a.printStructured(res.Structured)
		case len(names) == 0:
			a.noHomes(root)
			return nil
		}
		return a.printer(true, viewRoster, forPrograms()...)(res.Structured)
	})
}

// adapt returns what adapts calls to a person or, for JSON, nil.
func (a *app) adapt(asJSON bool) func(*tools.Call) {
	if asJSON {
		return nil
	}
	return a.tellPerson
}

func (a *app) noHomes(root homes.Root) {
	a.say(a.Streams.Err, "There are no homes in %s. To add one: lapkeep homes add NAME\n", string(root))
}

func (a *app) addHome(ctx context.Context, name string) error {
	root, err := a.homesRoot()
	if err != nil {
		return err
	}
	if err := root.Free(name); err != nil {
		return err
	}
	key, err := a.AddHome(ctx, root.Dir(name))
	if err != nil {
		return err
	}
	at := " --home " + textclean.Here(root.Dir(name))
	a.say(a.Streams.Out, "The home %s is in %s.\n", name, root.Dir(name))
	a.say(a.Streams.Out, "To import: %s\n", "lapkeep import PATH"+at)
	a.say(a.Streams.Out, "Its key, for clients of a server of many homes, is in %s. Show it with: %s\n", key.From, "lapkeep key show"+at)
	return nil
}

// SplitHome is a home that a split has made.
type SplitHome struct {
	Athlete, Folder string
	// Findings lists what is wrong in the store, which was so in the former home too.
	Findings []i18n.Sentence
}

func (a *app) splitHome(ctx context.Context) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	root, err := a.homesRoot()
	if err != nil {
		return err
	}
	of, err := a.SplitHome(ctx, s, root, func(h SplitHome) {
		a.say(a.Streams.Out, "The home of %s is in %s.\n", h.Athlete, h.Folder)
		for _, f := range h.Findings {
			fmt.Fprintf(a.Streams.Out, "  %s\n", f.In(a.text))
		}
	})
	if err != nil {
		return err
	}
	a.say(a.Streams.Out, "The former home %s can only be read now. Its backup is %s. Exported files are still there; remove the folder "+
		"when you no longer need it.\n", s.Get(settings.Home), of.Backup)
	a.say(a.Streams.Out, "To serve all homes: %s\n", "lapkeep serve --http 127.0.0.1:8642 --homes "+textclean.Here(of.Root))
	return nil
}

// serveHomes serves all homes below a folder. The settings of the server are in that folder.
func (a *app) serveHomes(ctx context.Context) error {
	root, s, err := a.homesSettings()
	if err != nil {
		return err
	}
	if !overHTTP(s) {
		return training.Errorf(training.KindInvalid, "Many homes are served over HTTP only.").
			WithFix("Add --http 127.0.0.1:8642, or serve one of them: lapkeep serve --home FOLDER")
	}
	for _, k := range carried() {
		a.tellNarrowed(s.Value(k))
	}
	o, err := httpOptions(s)
	if err != nil {
		return err
	}
	return a.ServeHomes(ctx, s, o, func(e Endpoint) {
		a.announceURLs(e)
		a.say(a.Streams.Err, "Each home below %s is found by its own key: %s\n", string(root), "lapkeep key show --home FOLDER")
		a.say(a.Streams.Err, "Press Ctrl-C to stop.\n")
	})
}
