package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/cli/settings"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
)

func (a *app) newTools() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "tools",
		Short: "List the tools that an assistant is offered",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			s, err := a.settings()
			if err != nil {
				return err
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

// selection is what the settings offer to an assistant.
func selection(s settings.Settings) tools.Selection {
	return tools.Selection{Toolsets: s.List(settings.Toolsets), Writes: tools.Writes(s.Get(settings.Writes))}
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
