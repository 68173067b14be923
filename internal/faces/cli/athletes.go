package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
)

func (a *app) newAthletes() *cobra.Command {
	c := &cobra.Command{
		Use:   "athletes",
		Short: "List the athletes of this home, or add one",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.open(cmd.Context(), OpenOptions{}, func(w *Workbench) error {
				all, err := w.DB.Athletes(cmd.Context())
				for _, x := range all {
					a.say(a.Streams.Out, "%s  %s\n", string(x.ID), x.Name)
				}
				return err
			})
		},
	}
	c.AddCommand(&cobra.Command{
		Use:   "add ID",
		Short: "Add an athlete to this home, for whom commands then work with --athlete ID",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in := a.places()
			in.Flags[settings.Athlete] = args[0]
			s, err := settings.Load(in)
			if err != nil {
				return err
			}
			w, err := a.Open(cmd.Context(), s, OpenOptions{Create: true, New: true})
			if err != nil {
				return err
			}
			fmt.Fprint(a.Streams.Out, a.homed(a.text("%s is an athlete of this home. To import: lapkeep import --athlete %s PATH\n", args[0], args[0])))
			return w.Close()
		},
	})
	return c
}
