package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"lapkeep/internal/platform/textclean"
)

func (a *app) newBench() *cobra.Command {
	var o BenchOptions
	var asJSON bool
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure this build on this machine against its goals",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Report = func(what string) { a.say(a.Streams.Err, "measuring: %s\n", what) }
			rows, err := a.Bench(cmd.Context(), o)
			if err != nil {
				return err
			}
			if asJSON {
				return textclean.WriteJSON(a.Streams.Out, rows)
			}
			return a.printBench(rows)
		},
	}
	c.Flags().IntVar(&o.Activities, "activities", 15000, "activities in the store that is asked")
	c.Flags().StringVar(&o.Only, "only", "", "measure the read tools alone whose name has this in it, e.g. list_activities")
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

func (a *app) printBench(rows []Measurement) error {
	a.say(a.Streams.Out, "| what | goal | measured | met |\n|---|---|---|---|\n")
	for _, r := range rows {
		met := a.text("yes")
		switch {
		case r.Unmeasured:
			met = a.text("not measured here")
		case !r.Met:
			met = a.text("**no**")
		}
		if r.Note != "" {
			met += " (" + r.Note + ")"
		}
		fmt.Fprintf(a.Streams.Out, "| %s | %s | %s | %s |\n", r.What, r.Goal, r.Result, met)
	}
	return nil
}
