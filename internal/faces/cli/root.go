package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // the command said why
	exitUsage  = 2 // the command line itself is wrong
)

// errSaid ends a command that has already printed why it failed.
var errSaid = errors.New("said already")

// Main runs the command line and returns the exit code. Names of files and
// words of services are among what it says: none of it steers a terminal.
func Main(ctx context.Context, d Deps, args []string) int {
	d.Streams.Out, d.Streams.Err = textclean.Writer(d.Streams.Out), textclean.Writer(d.Streams.Err)
	a := newApp(d)
	args = expanded(args, d.Places.UserHome)
	a.prepare(args)
	a.root.SetArgs(args)
	err := a.root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errSaid):
		return exitFailed
	}
	if usage, ok := errors.AsType[*usageError](err); ok {
		a.say(d.Streams.Err, "%w\n%s\n", usage.err, a.text(usage.hint.format, usage.hint.args...))
		return exitUsage
	}
	p := tools.Describe(err).In(err, a.language())
	if p.Kind == training.KindInternal {
		// On the command line the reader is the owner of the machine: the
		// cause helps, and stays with them.
		fmt.Fprintf(d.Streams.Err, "lapkeep: %v\n", err)
		return exitFailed
	}
	if errors.Is(err, context.Canceled) { // by the one who reads this
		p.Sentence = a.language().Text("Stopped.")
		p.Fix = a.language().Text("What was done until then is kept; the same command continues from there.")
	}
	fmt.Fprintln(d.Streams.Err, a.homed(p.String()))
	return exitFailed
}

// expanded are the arguments as a shell gives them: some leave ~ in a path as
// it is, or never see it.
func expanded(args []string, home string) []string {
	out := slices.Clone(args)
	for i, arg := range out {
		if path, err := settings.ExpandHome(arg, home); err == nil {
			out[i] = path
		}
	}
	return out
}

// homed is a text whose commands find the home of this run.
func (a *app) homed(text string) string {
	s, err := a.settings()
	if err != nil {
		return text // it is of the settings themselves
	}
	return disk.Commands(text, s.AtHome())
}

// app is shared by the commands of one run.
type app struct {
	Deps
	flags map[settings.Key]func() (text string, given bool)
	env   string // --env-file
	root  *cobra.Command
	// spoken is the language of this run, once it was asked for.
	spoken *i18n.Printer
}

// NewRoot builds the command tree with the flags of all commands.
func NewRoot(d Deps) *cobra.Command {
	a := newApp(d)
	for _, s := range shortcuts() {
		a.prepare([]string{s.name})
	}
	return a.root
}

// newApp builds the command tree.
func newApp(d Deps) *app {
	a := &app{Deps: d, flags: map[settings.Key]func() (string, bool){}}
	root := &cobra.Command{
		Use:           "lapkeep",
		Short:         "Keeps your training data on your machine and answers your assistant's questions from it",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          formerWords(unknownCommand),
		RunE:          func(cmd *cobra.Command, _ []string) error { return a.welcome(cmd.Context()) },

		SuggestionsMinimumDistance: 2,

		Version: d.Build.Version,
	}
	a.root = root
	root.SetVersionTemplate(a.versionLine())
	root.SetIn(d.Streams.In)
	root.SetOut(d.Streams.Out)
	root.SetErr(d.Streams.Err)
	root.SetFlagErrorFunc(a.formerFlags(ofFlags))
	a.helpInWords(root)
	for _, def := range settings.Catalogue(d.Places.Services) {
		if def.Flag != "" && !def.OfServe {
			a.addFlag(root.PersistentFlags(), def)
		}
	}
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "language" { // as the flag was called
			name = "lang"
		}
		return pflag.NormalizedName(name)
	})
	root.PersistentFlags().StringVar(&a.env, "env-file", "", "read this .env file and no other")
	root.AddCommand(
		a.newCall(), a.newTools(), a.newServe(), a.newKey(), a.newDemo(), a.newPrivacy(), a.newApprove(), a.newUndo(),
		a.newExport(), a.newBackup(), a.newRestore(), a.newVerify(), a.newDoctor(), a.newVersion(),
		a.newMCP(), a.newSkill(), a.newSetup(), a.newTrustEnv(), a.newWorkout(), a.newMemory(), a.newToday(), a.newCalendar(), a.newPlan(),
		a.newDashboard(), a.newAthletes(),
	)
	root.AddCommand(connect.Commands(a.connections())...)
	root.AddCommand(connect.CollectCommands(a.collecting())...)
	for _, s := range shortcuts() {
		root.AddCommand(a.newShortcut(s))
	}
	root.InitDefaultCompletionCmd()
	a.completeSettings(root)
	a.completeArguments()
	checkUsage(root)
	return a
}

// checkUsage makes what is wrong with arguments an error of usage, below a command.
func checkUsage(parent *cobra.Command) {
	for _, c := range parent.Commands() {
		c.Args = usage(c.Args)
		checkUsage(c)
	}
}

// settings reads all places with the flags that were given.
func (a *app) settings() (settings.Settings, error) { return settings.Load(a.places()) }

// places are where settings are looked for, the command line included.
func (a *app) places() settings.Input {
	in := a.Places
	in.EnvFile = a.env
	in.Flags = map[settings.Key]string{}
	for k, flag := range a.flags {
		if text, given := flag(); given {
			in.Flags[k] = text
		}
	}
	return in
}

// addFlag makes the flag of a setting and remembers where to read it.
func (a *app) addFlag(set *pflag.FlagSet, d settings.Definition) {
	text := set.String(d.Flag, "", d.Help)
	f := set.Lookup(d.Flag)
	if d.Switch {
		f.NoOptDefVal = "true"
	}
	other := a.flags[d.Key] // a command of another branch has it too
	a.flags[d.Key] = func() (string, bool) {
		if !f.Changed && other != nil {
			return other()
		}
		return *text, f.Changed
	}
}

// open lends a workbench to f and closes it afterwards.
func (a *app) open(ctx context.Context, o OpenOptions, f func(*Workbench) error) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	w, err := a.Open(ctx, s, o)
	if err != nil {
		return err
	}
	return errors.Join(f(w), w.Close())
}
