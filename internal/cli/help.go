package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lapkeep/internal/platform/phrase"
)

// helpInWords lets help be said in the language of the run. What commands and
// flags are for is said when somebody asks, so that others need not wait for it.
func (a *app) helpInWords(root *cobra.Command) {
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		a.sayCommand(c)
		help(c, args)
	})
	root.SetUsageFunc(func(c *cobra.Command) error {
		a.sayCommand(c)
		_, err := fmt.Fprint(c.OutOrStderr(), a.usageText(c))
		return err
	})
}

// sayCommand puts what help says of a command into words of the person.
func (a *app) sayCommand(c *cobra.Command) {
	if c.Parent() == a.root {
		for _, s := range shortcuts() {
			if s.name == c.Name() {
				c.Long = a.text(ofShortcut, phrase.Word(s.short), s.asks[0].tool)
			}
		}
	}
	in := a.language()
	c.Short, c.Long = in.Text(c.Short), in.Text(c.Long)
	for _, sub := range c.Commands() {
		sub.Short = in.Text(sub.Short)
	}
	say := func(f *pflag.Flag) {
		f.Usage = in.Text(f.Usage)
		if f.Name == "help" {
			f.Usage = a.text("help for %s", c.Name())
		}
	}
	c.LocalFlags().VisitAll(say)
	c.InheritedFlags().VisitAll(say)
}

// usageText is how a command is called, laid out as cobra does.
func (a *app) usageText(c *cobra.Command) string {
	var b strings.Builder
	b.WriteString(a.text("Usage:"))
	if c.Runnable() {
		fmt.Fprintf(&b, "\n  %s", c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n  %s [command]", c.CommandPath())
		b.WriteString("\n\n" + a.text("Available Commands:"))
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				fmt.Fprintf(&b, "\n  %-*s %s", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
	}
	flags := func(title string, set *pflag.FlagSet) {
		if set.HasAvailableFlags() {
			b.WriteString("\n\n" + title + "\n" + strings.TrimRight(set.FlagUsages(), " \n"))
		}
	}
	flags(a.text("Flags:"), c.LocalFlags())
	flags(a.text("Global Flags:"), c.InheritedFlags())
	if c.HasAvailableSubCommands() {
		b.WriteString("\n\n" + a.text("Use \"%s [command] --help\" for more information about a command.", c.CommandPath()))
	}
	b.WriteString("\n")
	return b.String()
}
