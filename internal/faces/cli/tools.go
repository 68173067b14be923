package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

func (a *app) newTools() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "tools [NAME]",
		Short: "List the tools that an assistant is offered, or explain one",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := a.settings()
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return a.explain(s, args[0], asJSON)
			}
			t, err := a.Table(s).Select(selection(s))
			if err != nil {
				return err
			}
			if asJSON {
				return textclean.WriteJSON(a.Streams.Out, struct {
					Tools []tools.Listing `json:"tools"`
				}{t.List()})
			}
			return a.printTools(t)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "as tools/list answers")
	return c
}

// selection reads from the settings which tools an assistant is offered.
func selection(s settings.Settings) tools.Selection {
	return tools.Selection{
		Toolsets: s.List(settings.Toolsets), Writes: tools.Writes(s.Get(settings.Writes)), More: s.Get(settings.More) == tools.AllSets,
	}
}

func (a *app) printTools(t *tools.Table) error {
	width := 0
	for _, name := range t.Names() {
		width = max(width, len(name))
	}
	for _, name := range t.Names() {
		row, _ := t.Lookup(name)
		first, _, _ := strings.Cut(row.Description, ". ")
		fmt.Fprintf(a.Streams.Out, "%-*s  %s\n", width, name, strings.TrimSuffix(first, "."))
	}
	return nil
}

// explain prints one tool with its arguments, offered or not.
func (a *app) explain(s settings.Settings, name string, asJSON bool) error {
	table := a.Table(s)
	row, ok := table.Lookup(name)
	if !ok {
		return training.Errorf(training.KindNotFound, "There is no tool %q.", tools.Clip(name)).WithFix("See: lapkeep tools --toolsets all")
	}
	if asJSON {
		return textclean.WriteJSON(a.Streams.Out, table.Listing(row))
	}
	out := a.Streams.Out
	a.say(out, "%s: %s (toolset %s)\n\n%s\n", row.Name, row.Title, row.Toolset, row.Description)
	in := row.Input()
	if len(in.Properties) > 0 {
		a.say(out, "\nArguments\n")
	}
	for _, arg := range slices.Sorted(maps.Keys(in.Properties)) {
		p := in.Properties[arg]
		about := strings.Join(append(slices.Clone(p.Types), p.Type), " ")
		if slices.Contains(in.Required, arg) {
			about = a.text("%s, needed", about)
		}
		fmt.Fprintf(out, "  %-22s %s  (%s)\n", arg, p.Description, strings.TrimSpace(about))
	}
	a.sayAtHome(out, "\nCall it: lapkeep call %s '{…}'\n", row.Name)
	return nil
}
