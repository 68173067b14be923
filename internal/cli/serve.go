package cli

import (
	"github.com/spf13/cobra"

	"lapkeep/internal/cli/settings"
)

func (a *app) newServe() *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Answer an MCP client on standard input and output",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.open(cmd.Context(), OpenOptions{Create: true, OrReadOnly: true}, func(w *Workbench) error {
				return a.ServeStdio(cmd.Context(), w, w.Settings.List(settings.Toolsets))
			})
		},
	}
}
