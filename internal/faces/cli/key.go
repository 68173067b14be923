package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) newKey() *cobra.Command {
	c := &cobra.Command{
		Use:   "key",
		Short: "Show or replace the key that clients of the HTTP server send",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, sub := range []struct {
		use, short string
		fresh      bool
	}{
		{"show", "Print the key; one is made if there is none", false},
		{"new", "Make a fresh key; the old one ends with the servers that use it", true},
	} {
		c.AddCommand(&cobra.Command{
			Use: sub.use, Short: sub.short, Args: usage(cobra.NoArgs),
			RunE: func(*cobra.Command, []string) error { return a.runKey(sub.fresh) },
		})
	}
	return c
}

// runKey prints the key alone on standard output, for $(lapkeep key show).
func (a *app) runKey(fresh bool) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	key, err := a.Key(s, fresh)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.Streams.Out, key.Text)
	a.say(a.Streams.Err, "From %s. Clients send: Authorization: Bearer KEY\n", key.From)
	if key.SecretPath != "" {
		a.say(a.Streams.Err, "Secret path, instead of the key: %s\n", key.SecretPath)
	}
	if fresh {
		a.say(a.Streams.Err, "The browsers of the dashboard are signed out. Restart servers that run, and give the key to your clients.\n")
	}
	return nil
}
