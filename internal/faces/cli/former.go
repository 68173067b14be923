package cli

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// What igpsport-mcp takes as a flag or a word, and what is the command here.
const (
	setupCommand  = "lapkeep setup"
	checkCommand  = "lapkeep check"
	configCommand = "lapkeep mcp config"
)

// formerFlags answers a flag that is a command here with that command.
func (a *app) formerFlags(next func(*cobra.Command, error) error) func(*cobra.Command, error) error {
	commands := map[string]string{"setup": setupCommand, "check": checkCommand, "mcp-config": configCommand}
	return func(c *cobra.Command, err error) error {
		if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && c == a.root {
			if name := unknown.GetSpecifiedName(); commands[name] != "" {
				return &usageError{wrongUse(sayingf("There is no flag %q.", "--"+name)), sayingf("Run: %s", commands[name])}
			}
		}
		return next(c, err)
	}
}

// formerWords answers a word that is a command of another name here.
func formerWords(next cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > 0 && args[0] == "mcp-config" {
			return &usageError{wrongUse(sayingf("There is no command %q.", args[0])), sayingf("Run: %s", configCommand)}
		}
		return next(c, args)
	}
}
