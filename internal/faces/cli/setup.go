package cli

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lapkeep/internal/faces/cli/connect"
)

type setupOptions struct {
	connect.Setup

	client string
}

func (a *app) newSetup() *cobra.Command {
	var o setupOptions
	c := &cobra.Command{
		Use:   "setup [SERVICE]",
		Short: "Begin: a demo athlete, an import, or a service step by step",
		Long: "Set up a service: asks for the account, tries it, puts down your thresholds and connects your assistant.\n" +
			"Every answer can be given by a flag or by the service's settings instead; a password is typed or stands in the\n" +
			"environment, never in an argument or a pipe. Without a service it offers what there is to begin with.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				if given := firstGiven(cmd); given != "" {
					return &usageError{
						wrongUse(sayingf("--%s is of the setup of a service, and none is named.", given)),
						sayingf("Name it: lapkeep setup SERVICE --%s …; your own values: %s", given,
							`lapkeep call update_athlete_settings '{"ftp_w": 250, "lthr_bpm": 168}'`),
					}
				}
				return a.welcome(cmd.Context())
			}
			return a.runSetup(cmd.Context(), args[0], o)
		},
	}
	o.Flags(c.Flags())
	c.Flags().StringVar(&o.client, "client", "", "the assistant's client to connect, as in lapkeep mcp list")
	return c
}

// firstGiven is the first of the command's own flags that was given.
func firstGiven(c *cobra.Command) (name string) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if name == "" && c.InheritedFlags().Lookup(f.Name) == nil {
			name = f.Name
		}
	})
	return name
}

func (a *app) runSetup(ctx context.Context, name string, o setupOptions) error {
	e := a.connections()
	if err := e.Setup(ctx, name, o.Setup); err != nil {
		return err
	}
	if o.client == "" && a.Streams.InTTY {
		var here []string
		for _, c := range a.clientStates(mcpOptions{name: defaultName}) {
			if c.State == "present" {
				here = append(here, c.ID)
			}
		}
		if len(here) > 0 {
			var err error
			if o.client, err = e.Client(ctx, here); err != nil {
				return err
			}
		}
	}
	if o.client == "" {
		return a.printNext(a.Streams.Out, defaultName)
	}
	return a.runMCPInstall(ctx, o.client, mcpOptions{name: defaultName})
}

// settle puts down thresholds from today, as the athlete's own.
func (w *Workbench) settle(ctx context.Context, thresholds map[string]int) error {
	args, err := json.Marshal(thresholds)
	if err != nil {
		return err
	}
	call, err := w.NewCall(ctx)
	if err == nil {
		_, err = w.Table.Call(ctx, "update_athlete_settings", call, args)
	}
	return err
}
