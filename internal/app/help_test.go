package app

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestEveryCommandExplainsItself: each flag of each command says what it takes and what it is
// for, and a wrong command line is answered with the argument or the command that was meant.
func TestEveryCommandExplainsItself(t *testing.T) {
	t.Parallel()
	p, commands, flags := newPerson(t), 0, 0
	usage := func(c *cobra.Command, args ...string) string {
		t.Helper()
		code, _, said := p.run(t.Context(), append(strings.Fields(c.CommandPath())[1:], args...)...)
		if code != 2 {
			t.Errorf("%s %q: exit %d, %s", c.CommandPath(), args, code, said)
		}
		return said
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		commands++
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			flags++
			name, about := pflag.UnquoteUsage(f)
			if slices.Contains([]string{"string", "strings", "int", "float", "duration", "value"}, name) ||
				about == "" || strings.HasPrefix(about, "see lapkeep") {
				t.Errorf("%s --%s takes %q: %q", c.CommandPath(), f.Name, name, about)
			}
		})
		if said := usage(c, "--no-such-flag"); !strings.Contains(said, "no-such-flag") {
			t.Errorf("%s: %s", c.CommandPath(), said)
		}
		for _, sub := range c.Commands() {
			if sub.Name() == "completion" || sub.Name() == "help" { // cobra's own
				continue
			}
			if wrong := sub.Name()[:1] + "x" + sub.Name()[1:]; len(sub.Name()) > 3 {
				if said := usage(c, wrong); !strings.Contains(said, sub.CommandPath()) || !strings.Contains(said, "Did you mean: ") {
					t.Errorf("%s %s: %s", c.CommandPath(), wrong, said)
				}
			}
			walk(sub)
		}
		use, _, _ := strings.Cut(c.Use, " [")
		own := []string{"trust-env", "export", "install", "remove"} // they say what else is possible
		if required := strings.Fields(use)[1:]; len(required) > 0 && !slices.Contains(own, c.Name()) {
			if said := usage(c); !strings.Contains(said, c.CommandPath()+" needs "+strings.TrimSuffix(required[0], "…")+".") {
				t.Errorf("%s: %s", c.CommandPath(), said)
			}
		}
		if strings.Contains(c.Use, "…") || strings.Contains(c.Use, "...") || len(c.Commands()) > 0 {
			return
		}
		many := []string{"one", "two", "three", "four"}
		if said := usage(c, many...); !strings.Contains(said, c.CommandPath()) || !slices.ContainsFunc(many, func(s string) bool {
			return strings.Contains(said, `does not take "`+s+`"`)
		}) {
			t.Errorf("%s: %s", c.CommandPath(), said)
		}
	}
	walk(p.root())
	if commands < 60 || flags < 200 {
		t.Errorf("only %d commands with %d flags were looked at", commands, flags)
	}
}
