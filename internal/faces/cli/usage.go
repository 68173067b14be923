package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError is a command line that cannot be understood.
type usageError struct {
	err  error
	hint saying
}

func (e *usageError) Error() string { return e.err.Error() }

// saying is a sentence until its language is known.
type saying struct {
	format string
	args   []any
}

func sayingf(format string, args ...any) saying { return saying{format, args} }

// wrongUse is what is wrong with a command line, in a sentence of ours.
type wrongUse saying

func (e wrongUse) Error() string { return fmt.Sprintf(e.format, e.args...) }

// Say says it in the language of the run.
func (e wrongUse) Say(say func(format string, args ...any) string) string {
	return say(e.format, e.args...)
}

// foreign is what cobra says is wrong, with our sentence for another language.
type foreign struct {
	error
	ours saying
}

// Say says ours.
func (e foreign) Say(say func(format string, args ...any) string) string {
	return say(e.ours.format, e.ours.args...)
}

// ofFlags is an error about a flag.
func ofFlags(c *cobra.Command, err error) error {
	e := foreign{err, sayingf("The flags do not fit: %s", err.Error())}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		e.ours = sayingf("There is no flag %q.", unknown.GetSpecifiedName())
	}
	if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		e.ours = sayingf("The flag %q needs a value.", bare.GetSpecifiedName())
	}
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		e.ours = sayingf("%q is not a value of --%s.", wrong.GetValue(), wrong.GetFlag().Name)
	}
	return &usageError{e, seeHelp(c)}
}

// usage turns cobra's errors about arguments into usage errors.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if slices.Contains(args, "") { // as of a variable that is not set
			return &usageError{wrongUse(sayingf("An argument is empty.")), seeHelp(c)}
		}
		if check == nil {
			return nil
		}
		err := check(c, args)
		if _, said := errors.AsType[*usageError](err); err == nil || said {
			return err
		}
		return &usageError{foreign{err, sayingf("The arguments do not fit. It is called so: %s", c.UseLine())}, seeHelp(c)}
	}
}

func seeHelp(c *cobra.Command) saying { return sayingf("See: %s --help", c.CommandPath()) }

// unknownCommand refuses a word that is no command, with the nearest ones.
func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	e := &usageError{wrongUse(sayingf("There is no command %q.", args[0])), seeHelp(root)}
	if near := root.SuggestionsFor(args[0]); len(near) > 0 {
		e.hint = sayingf("Did you mean: lapkeep %s?", strings.Join(near, ", lapkeep "))
	}
	return e
}
