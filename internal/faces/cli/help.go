package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/i18n"
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
	in := a.language()
	c.Short, c.Long = a.about(c)
	for _, sub := range c.Commands() {
		sub.Short, _ = a.about(sub)
	}
	say := func(f *pflag.Flag) {
		f.Usage = in.Text(f.Usage)
		switch f.Name {
		case "help":
			f.Usage = a.text("help for %s", c.Name())
		case "version":
			f.Usage = a.text("version for %s", c.Name())
		}
	}
	c.LocalFlags().VisitAll(say)
	c.InheritedFlags().VisitAll(say)
}

// about is what a command is for.
func (a *app) about(c *cobra.Command) (short, long string) {
	if c.Parent() == a.root {
		if c.Name() == "connect" {
			return connect.About(a.Services, a.text)
		}
		for _, s := range shortcuts() {
			if s.name == c.Name() {
				return a.language().Text(s.short), a.text(ofShortcut, i18n.Word(s.short), s.asks[0].tool)
			}
		}
	}
	return a.language().Text(c.Short), a.language().Text(c.Long)
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
