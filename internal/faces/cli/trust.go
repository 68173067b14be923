package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/platform/textclean"
)

type trustOptions struct{ list, remove bool }

func (a *app) newTrustEnv() *cobra.Command {
	var o trustOptions
	c := &cobra.Command{
		Use:   "trust-env DIR",
		Short: "Use the settings of services in a folder's .env when Lapkeep works in it",
		Long: "Use the settings of a service that other servers keep in the .env of DIR, when Lapkeep works in that\n" +
			"folder. They are used until the file changes; then name the folder again. Nothing else is ever read from a folder:\n" +
			"Lapkeep's own settings come from the home, the environment and the command line.",
		Args: func(c *cobra.Command, args []string) error {
			if o.list {
				return cobra.NoArgs(c, args)
			}
			return cobra.MaximumNArgs(1)(c, args)
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.runTrustEnv(args, o) },
	}
	c.Flags().BoolVar(&o.list, "list", false, "list the files that are used")
	c.Flags().BoolVar(&o.remove, "remove", false, "stop using the folder's file")
	c.MarkFlagsMutuallyExclusive("list", "remove")
	return c
}

func (a *app) runTrustEnv(args []string, o trustOptions) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	home := s.Get(settings.Home)
	if o.list {
		return a.listTrusted(home)
	}
	if len(args) == 0 {
		return &usageError{wrongUse(sayingf("trust-env needs a folder")), sayingf("See: lapkeep trust-env --help")}
	}
	dir := args[0]
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(a.Places.WorkDir, dir)
	}
	if o.remove {
		path, err := settings.Distrust(home, dir)
		if err == nil {
			a.say(a.Streams.Out, "%s is no longer used.\n", shownPath(path))
		}
		return err
	}
	path, names, err := settings.Trust(home, dir, a.Places.Services)
	if err == nil {
		a.say(a.Streams.Out, "%s is used in that folder until it changes: %s.\n", shownPath(path), strings.Join(names, ", "))
	}
	return err
}

func (a *app) listTrusted(home string) error {
	all, err := settings.TrustedFiles(home)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		a.say(a.Streams.Err, "No folder is trusted.\n")
	}
	for _, t := range all {
		fmt.Fprintf(a.Streams.Out, "%s  %s\n", t.SHA256, shownPath(t.Path))
	}
	return nil
}

// shownPath is a path whose folders somebody else may have named.
func shownPath(path string) string { return textclean.Line(path, textclean.TextRunes) }

// checkFolder tells what the .env of the working folder says that does not
// count, by name.
func (a *app) checkFolder(s settings.Settings) ([]finding, error) {
	f, err := settings.LookAtFolder(a.places(), s)
	if err != nil {
		return nil, err
	}
	path := shownPath(f.Path)
	var out []finding
	add := func(fix, detail string, args ...any) {
		out = append(out, finding{Check: "folder's .env", OK: true, Detail: a.text(detail, args...), Fix: fix, told: true})
	}
	if f.Err != nil {
		add("", "%s cannot be read as a file, and is ignored.", path)
	}
	if len(f.Never) > 0 {
		add(a.text("Lapkeep's own settings are not read from a folder. Put them into .env or config.yaml in the home, if they are yours."),
			"%s is ignored for %s.", path, strings.Join(f.Never, ", "))
	}
	switch names := strings.Join(f.Services, ", "); {
	case names == "":
	case f.Trusted:
		add("", "%s is trusted for %s.", path, names)
	default:
		add(a.text("If it is yours, run: lapkeep trust-env %s", textclean.Here(shownPath(filepath.Dir(f.Path)))),
			"%s is ignored for %s.", path, names)
	}
	if len(f.Others) > 0 {
		add("is ignored for "+strings.Join(f.Others, ", ")+".",
			"Lapkeep does not connect to these services. It imports the files that they export.")
	}
	for _, skipped := range s.Skipped {
		out = append(out, finding{Check: "settings", OK: true, Detail: skipped.What, Fix: skipped.Fix, told: true})
	}
	return out, nil
}

// remarks are findings as lines for people.
func remarks(found []finding) (lines []string) {
	for _, f := range found {
		lines = append(lines, strings.TrimSpace(f.Detail+" "+f.Fix))
	}
	return lines
}
