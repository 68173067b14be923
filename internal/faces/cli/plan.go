package cli

import "github.com/spf13/cobra"

func (a *app) newPlan() *cobra.Command {
	c := &cobra.Command{
		Use:   "plan",
		Short: "Training plans: make, list and edit them, check one, see how it is followed, put it into the calendar",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(append(a.planMaking(), a.planFollowing()...)...)
	for _, sub := range c.Commands() {
		sub.Args = usage(sub.Args)
	}
	return c
}
