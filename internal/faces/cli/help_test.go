package cli_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
)

func tree() *cobra.Command {
	return cli.NewRoot(cli.Deps{Table: func(settings.Settings) *tools.Table { return tools.NewTable() }})
}

// TestHelpIsSaidInEachLanguage: of every command and flag. Flags that are
// arguments of a tool have its descriptions, which never change.
func TestHelpIsSaidInEachLanguage(t *testing.T) {
	t.Parallel()
	chinese, n := i18n.In(settings.Chinese), 0
	check := func(of, text string) {
		t.Helper()
		if n++; text != "" && chinese.Text(text) == text {
			t.Errorf("%s: no sentence for %q", of, text)
		}
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Name() == "connect" { // which names the services
			c.Short, c.Long = connect.About(nil, func(format string, _ ...any) string { return format })
			c.Long, _, _ = strings.Cut(c.Long, "\nA coach")
		}
		check(c.CommandPath(), c.Short)
		if !strings.Contains(c.Long, "docs/tools.md explains them") { // which is made of Short
			check(c.CommandPath(), c.Long)
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" {
				check(fmt.Sprint(c.CommandPath(), " --", f.Name), f.Usage)
			}
		})
		for _, sub := range c.Commands() {
			if sub.Name() != "completion" { // cobra's own, about shells
				walk(sub)
			}
		}
	}
	walk(tree())
	if n < 150 {
		t.Errorf("only %d texts were looked at", n)
	}
}
