package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// usageError is the error for a command line that cannot be understood.
type usageError struct {
	err  error
	hint saying
}

func (e *usageError) Error() string { return e.err.Error() }

// saying is a sentence whose language is not known yet.
type saying struct {
	format string
	args   []any
}

func sayingf(format string, args ...any) saying { return saying{format, args} }

// wrongUse is Lapkeep's own sentence about what is wrong with a command line.
type wrongUse saying

func (e wrongUse) Error() string { return fmt.Sprintf(e.format, e.args...) }

// Say returns the error in the language of say.
func (e wrongUse) Say(say func(format string, args ...any) string) string {
	return say(e.format, e.args...)
}

// foreign is an error message of cobra, with Lapkeep's own sentence for other languages.
type foreign struct {
	error
	ours saying
}

// Say returns Lapkeep's own wording, in the language of say.
func (e foreign) Say(say func(format string, args ...any) string) string {
	return say(e.ours.format, e.ours.args...)
}

// ofFlags returns the usage error for a wrong flag.
func ofFlags(c *cobra.Command, err error) error {
	e := foreign{err, sayingf("Wrong flags: %s", err.Error())}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := unknown.GetSpecifiedName()
		e.ours = sayingf("Unknown flag %q.", name)
		var all []string
		c.Flags().VisitAll(func(f *pflag.Flag) { all = append(all, f.Name) })
		if near := i18n.Nearest(name, all); near != "" {
			return &usageError{e, sayingf("Did you mean: %s?", "--"+near)}
		}
	}
	if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		e.ours = sayingf("The flag %q needs a value.", bare.GetSpecifiedName())
	}
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		e.ours = sayingf("%q is not a valid value for --%s.", wrong.GetValue(), wrong.GetFlag().Name)
	}
	return &usageError{e, seeHelp(c)}
}

// usage turns cobra's errors about arguments into usage errors.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if slices.Contains(args, "") { // for example from an unset variable
			return &usageError{wrongUse(sayingf("An argument is empty.")), seeHelp(c)}
		}
		if check == nil {
			return nil
		}
		err := check(c, args)
		if _, said := errors.AsType[*usageError](err); err == nil || said {
			return err
		}
		return wrongArguments(c, args, err)
	}
}

// wrongArguments returns the usage error for too few or too many arguments, or for an unknown
// command below c; err is what a check of the arguments found.
func wrongArguments(c *cobra.Command, args []string, err error) error {
	if c.HasSubCommands() && len(args) > 0 {
		return unknownCommand(c, args)
	}
	names := slices.DeleteFunc(strings.Fields(c.Use)[1:], func(name string) bool { return strings.HasPrefix(name, "-") })
	if at := len(args); at < len(names) && !strings.HasPrefix(names[at], "[") {
		return &usageError{
			wrongUse(sayingf("%s needs %s.", c.CommandPath(), strings.TrimSuffix(names[at], "…"))), sayingf("Usage: %s", c.UseLine()),
		}
	}
	if len(args) <= len(names) {
		return &usageError{foreign{err, sayingf("Wrong arguments. Usage: %s", c.UseLine())}, seeHelp(c)}
	}
	return &usageError{wrongUse(sayingf("%s does not take %q.", c.CommandPath(), args[len(names)])), seeHelp(c)}
}

func seeHelp(c *cobra.Command) saying { return sayingf("See: %s --help", c.CommandPath()) }

// unknownCommand rejects an unknown command below c and suggests the nearest ones.
func unknownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	e := &usageError{wrongUse(sayingf("Unknown command %q.", args[0])), seeHelp(c)}
	c.SuggestionsMinimumDistance = 2
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		path := c.CommandPath() + " "
		e.hint = sayingf("Did you mean: %s?", path+strings.Join(near, ", "+path))
	}
	return e
}

// The flags and words of igpsport-mcp, and the commands that replace them.
const (
	setupCommand  = "lapkeep setup"
	checkCommand  = "lapkeep check"
	configCommand = "lapkeep mcp config"
)

// formerFlags rejects a flag of igpsport-mcp that is a command here, and suggests the command.
func (a *app) formerFlags(next func(*cobra.Command, error) error) func(*cobra.Command, error) error {
	commands := map[string]string{"setup": setupCommand, "check": checkCommand, "mcp-config": configCommand}
	return func(c *cobra.Command, err error) error {
		if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && c == a.root {
			if name := unknown.GetSpecifiedName(); commands[name] != "" {
				return &usageError{wrongUse(sayingf("Unknown flag %q.", "--"+name)), sayingf("Run: %s", commands[name])}
			}
		}
		return next(c, err)
	}
}

// formerWords rejects a word whose command has a different name here, and suggests the
// command.
func formerWords(next cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > 0 && args[0] == "mcp-config" {
			return &usageError{wrongUse(sayingf("Unknown command %q.", args[0])), sayingf("Run: %s", configCommand)}
		}
		return next(c, args)
	}
}

func (a *app) newMemory() *cobra.Command {
	c := &cobra.Command{
		Use:   "memory",
		Short: "Show what the coach remembers about you",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.remembering(cmd.Context(), a.showMemory)
		},
	}
	c.AddCommand(&cobra.Command{
		Use:   "file",
		Short: "Print the path of the memory file; your saved edits become a new version",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.remembering(cmd.Context(), a.memoryFile)
		},
	}, &cobra.Command{
		Use:   "history",
		Short: "List the versions of the coach's memory, newest first",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.remembering(cmd.Context(), a.listVersions)
		},
	}, &cobra.Command{
		Use:   "restore VERSION",
		Short: "Restore an earlier version of the coach's memory",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := strconv.Atoi(args[0])
			if err != nil {
				return &usageError{wrongUse(sayingf("%s is not a version number.", args[0])), sayingf("lapkeep memory history " +
					"lists the versions.")}
			}
			return a.remembering(cmd.Context(), func(ctx context.Context, w *Workbench, c *tools.Call) error {
				return a.restoreVersion(ctx, w, c, n)
			})
		},
	})
	return c
}

// remembering calls f with a workbench whose memory is in sync with its file.
func (a *app) remembering(ctx context.Context, f func(context.Context, *Workbench, *tools.Call) error) error {
	return a.withTexts(ctx, "memory", memory.MemoryKind, f)
}

// withTexts calls f with a workbench whose texts of a kind are in sync with their files.
func (a *app) withTexts(
	ctx context.Context, tool string, kind memory.TextKind, f func(context.Context, *Workbench, *tools.Call) error,
) error {
	return a.open(ctx, OpenOptions{Create: true, OrReadOnly: true}, func(w *Workbench) error {
		c, err := w.NewCall(ctx)
		if err != nil {
			return err
		}
		c.Tool = tool
		a.tellAll(w.Texts.Fresh(ctx, c, kind))
		return f(ctx, w, c)
	})
}

// fileOf returns the path of one of the coach's files.
func fileOf(w *Workbench, name string) string {
	return filepath.Join(w.Settings.Get(settings.Home), filepath.FromSlash(memory.FolderOf(w.Athlete)), filepath.FromSlash(name))
}

func (a *app) tellAll(all []i18n.Sentence) {
	for _, n := range all {
		fmt.Fprintln(a.Streams.Err, a.text("%s", n))
	}
}

func (a *app) showMemory(ctx context.Context, w *Workbench, c *tools.Call) error {
	m, err := memory.Read(ctx, w.DB, c.Scope)
	if err != nil {
		return err
	}
	if n := m.Note(); n != "" {
		a.tellAll([]i18n.Sentence{n})
	}
	if m.Own == nil {
		a.say(a.Streams.Out, "The coach remembers nothing yet. Your assistant writes the memory, or you can edit it: lapkeep memory "+
			"file shows where.\n")
		return nil
	}
	fmt.Fprint(a.Streams.Out, m.Body)
	return nil
}

// memoryFile prints the path of the file, for a person to edit with any editor:
// Lapkeep itself starts no program. If there is no memory yet, it creates one.
func (a *app) memoryFile(ctx context.Context, w *Workbench, c *tools.Call) error {
	m, err := memory.Read(ctx, w.DB, c.Whole())
	if err != nil {
		return err
	}
	if m.Own == nil {
		begun := m.Of(memory.Empty(), tools.Author(c), c.Now)
		if _, err := w.Texts.Write(ctx, c, "Start the coach's memory.", memory.MemoryID, false, begun); err != nil {
			return err
		}
	}
	fmt.Fprintln(a.Streams.Out, fileOf(w, memory.MemoryFile))
	return nil
}

func (a *app) listVersions(ctx context.Context, w *Workbench, c *tools.Call) error {
	all, err := memory.Versions(ctx, w.DB, c.Scope, memory.MemoryKind, memory.MemoryID)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		a.say(a.Streams.Out, "The memory has no versions yet.\n")
	}
	for i := range all {
		v := &all[i]
		fmt.Fprintf(a.Streams.Out, "%4d  %s  %-9s  %s\n", v.Version, v.At.In(c.Location).Format(time.DateTime), a.author(v.Author),
			a.text("%d bytes", len(v.Body)))
	}
	return nil
}

func (a *app) restoreVersion(ctx context.Context, w *Workbench, c *tools.Call, n int) error {
	v, err := memory.TextVersion(ctx, w.DB, c.Whole(), memory.MemoryKind, memory.MemoryID, n)
	if err != nil {
		return err
	}
	m, err := memory.Read(ctx, w.DB, c.Whole())
	if err != nil {
		return err
	}
	if m.Own != nil && m.Body == v.Body {
		return training.Errorf(training.KindConflict, "The memory is already the same as version %d.", n).
			WithFix("lapkeep memory history lists the other versions.")
	}
	out, err := w.Texts.Write(ctx, c, i18n.Sentencef("Restore version %d of the coach's memory.", n), memory.MemoryID, false,
		m.Of(v.Body, tools.Author(c), c.Now))
	if err != nil {
		return err
	}
	a.tellAll(out.Notes)
	a.say(a.Streams.Out, "Version %d is current again. Undo with: %s\n", n, out.Undo)
	return nil
}

// author returns the author of a version as text.
func (a *app) author(by training.TextAuthor) string {
	switch by {
	case training.ByAssistant:
		return a.text("assistant")
	case training.ByFile:
		return a.text("file")
	}
	return a.text("athlete")
}

type setupOptions struct {
	connect.Setup

	client string
}

func (a *app) newSetup() *cobra.Command {
	var o setupOptions
	c := &cobra.Command{
		Use:   "setup [SERVICE]",
		Short: "Get started: demo athlete, import, or connect a service step by step",
		Long: "Set up a service step by step: enter the account, check it, set your thresholds and connect your assistant.\n" +
			"Flags or the service's settings can answer each question instead; a password is typed or set in the\n" +
			"environment, never passed as an argument or through a pipe. Without a service, it lists the ways to start.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				if given := firstGiven(cmd); given != "" {
					return &usageError{
						wrongUse(sayingf("--%s is for setting up a service, and no service was given.", given)),
						sayingf("Pass the service: lapkeep setup SERVICE --%s …; for your own values: %s", given,
							"lapkeep set ftp 250 lthr 168"),
					}
				}
				return a.welcome(cmd.Context())
			}
			return a.runSetup(cmd.Context(), args[0], o)
		},
	}
	o.Flags(c.Flags())
	c.Flags().StringVar(&o.client, "client", "", "the client of your assistant, as in lapkeep mcp list")
	return c
}

// firstGiven returns the first of the command's own flags that was given.
func firstGiven(c *cobra.Command) (name string) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if name == "" && c.InheritedFlags().Lookup(f.Name) == nil {
			name = f.Name
		}
	})
	return name
}

// clientsHere returns the ids of the clients on this machine that do not use Lapkeep yet.
func (a *app) clientsHere() (ids []string) {
	for _, c := range a.clientStates(mcpOptions{name: defaultName}) {
		if c.State == "present" {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

func (a *app) runSetup(ctx context.Context, name string, o setupOptions) error {
	e := a.connections()
	if err := e.Setup(ctx, name, o.Setup); err != nil {
		return err
	}
	if o.client == "" && a.Streams.InTTY {
		if here := a.clientsHere(); len(here) > 0 {
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

// set changes the athlete's own settings and returns the command that undoes it.
func (w *Workbench) set(ctx context.Context, values any) (undo string, err error) {
	args, err := json.Marshal(values)
	if err != nil {
		return "", err
	}
	call, err := w.NewCall(ctx)
	if err != nil {
		return "", err
	}
	res, err := w.Table.Call(ctx, "update_athlete_settings", call, args)
	if err != nil {
		return "", err
	}
	var out journal.Outcome
	err = json.Unmarshal(res.Structured, &out)
	return out.Undo, err
}
