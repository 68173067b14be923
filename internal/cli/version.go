package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print which program this is",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			b := a.Build
			_, err := fmt.Fprintf(a.Streams.Out, "lapkeep %s (%s, %s, %s)\n", b.Version, b.Commit, b.Go, b.Platform)
			return err
		},
	}
}
