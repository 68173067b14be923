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
			_, err := fmt.Fprint(a.Streams.Out, a.versionLine())
			return err
		},
	}
}

// versionLine says which program this is.
func (a *app) versionLine() string {
	b := a.Build
	return fmt.Sprintf("lapkeep %s (%s, %s, %s)\n", b.Version, b.Commit, b.Go, b.Platform)
}
