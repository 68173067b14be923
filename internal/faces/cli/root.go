package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/clients"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // the command has printed why
	exitUsage  = 2 // the command line itself is wrong
)

// errSaid is the error that a command returns after it has printed why it failed.
var errSaid = errors.New("already printed")

// Main runs the command line and returns the exit code. The output includes file
// names and texts from services, so terminal control sequences are removed from it.
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
		// The user of the command line owns the machine: the cause helps them, and
		// nobody else sees it.
		fmt.Fprintf(d.Streams.Err, "lapkeep: %v\n", err)
		return exitFailed
	}
	if errors.Is(err, context.Canceled) { // by the person who reads this
		p.Sentence = a.language().Text("Stopped.")
		p.Fix = a.language().Text("Completed work is kept. Run the same command again to continue.")
	}
	told := p.String()
	if !slices.Contains(args, "call") { // "call" takes the names of tools
		told = a.asCommands(told)
	}
	fmt.Fprintln(d.Streams.Err, a.homed(told))
	return exitFailed
}

// expanded returns the arguments with ~ expanded: some shells do not expand it, or
// not within a path.
func expanded(args []string, home string) []string {
	out := slices.Clone(args)
	for i, arg := range out {
		if path, err := settings.ExpandHome(arg, home); err == nil {
			out[i] = path
		}
	}
	return out
}

// homed adds the home of this run to the commands in a text.
func (a *app) homed(text string) string {
	if a.beside != "" {
		return disk.Commands(text, " --homes "+textclean.Here(a.beside))
	}
	s, err := a.settings()
	if err != nil {
		return text // the text is about the settings themselves
	}
	return disk.Commands(text, s.AtHome())
}

// app is shared by the commands of one run.
type app struct {
	Deps
	flags map[settings.Key]func() (text string, given bool)
	env   string // --env-file
	root  *cobra.Command
	// beside is the folder of many homes, if the command is about it and not about one home.
	beside string
	// spoken is the language of this run, once requested.
	spoken *i18n.Printer
	// miles is set if the athlete of this run uses miles, feet, pounds and °F.
	miles bool
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
		Short:         "Keeps your training data on your machine and lets your assistant answer questions from it",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          formerWords(unknownCommand),
	}
	a.root = root
	// Cobra's own version flag uses text/template, which calls methods by name, so the
	// linker would have to keep all methods of the program.
	version := root.Flags().BoolP("version", "v", false, "print the version")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *version {
			return a.printVersion()
		}
		return a.welcome(cmd.Context())
	}
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
		if name == "language" { // the flag's former name
			name = "lang"
		}
		return pflag.NormalizedName(name)
	})
	root.PersistentFlags().StringVar(&a.env, "env-file", "", "read this .env file and no other")
	root.AddCommand(
		a.newCall(), a.newTools(), a.newServe(), a.newKey(), a.newLogin(), a.newDemo(), a.newPrivacy(), a.newApprove(), a.newUndo(),
		a.newExport(), a.newBackup(), a.newRestore(), a.newVerify(), a.newDoctor(), a.newVersion(),
		a.newMCP(), a.newSkill(), a.newSetup(), a.newTrustEnv(), a.newWorkout(), a.newMemory(), a.newToday(), a.newPicture(), a.newCalendar(),
		a.newPlan(),
		a.newReport(), a.newNote(), a.newDashboard(), a.newAthletes(), a.newHomes(),
	)
	root.AddCommand(connect.Commands(a.connections())...)
	root.AddCommand(connect.CollectCommands(a.collecting())...)
	for _, s := range shortcuts() {
		root.AddCommand(a.newShortcut(s))
	}
	root.InitDefaultCompletionCmd()
	a.completeSettings(root)
	a.completeArguments()
	nameValues(root, settings.Catalogue(d.Places.Services))
	checkUsage(root)
	return a
}

// checkUsage turns argument errors of all commands below parent into usage
// errors.
func checkUsage(parent *cobra.Command) {
	for _, c := range parent.Commands() {
		c.Args = usage(c.Args)
		checkUsage(c)
	}
}

// settings reads the settings from all places, including the given flags.
func (a *app) settings() (settings.Settings, error) { return settings.Load(a.places()) }

// places returns where settings are read from, including the command line.
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

// addFlag adds the flag of a setting and remembers where to read it.
func (a *app) addFlag(set *pflag.FlagSet, d settings.Definition) {
	text := set.String(d.Flag, "", d.Help)
	f := set.Lookup(d.Flag)
	if d.Switch {
		f.NoOptDefVal = "true"
	}
	other := a.flags[d.Key] // a command elsewhere in the tree has it too
	a.flags[d.Key] = func() (string, bool) {
		if !f.Changed && other != nil {
			return other()
		}
		return *text, f.Changed
	}
}

// open calls f with a workbench and closes it afterwards.
func (a *app) open(ctx context.Context, o OpenOptions, f func(*Workbench) error) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	w, err := a.Open(ctx, s, o)
	if err != nil {
		return err
	}
	if !o.Serves { // the calls of a server read the units themselves, and a server must start quickly
		of, err := w.DB.Athlete(ctx, w.Scope())
		a.miles = err == nil && of.Units == training.ImperialUnits // a new home has no athlete yet
	}
	return errors.Join(f(w), w.Close())
}

func (a *app) collecting() *connect.CollectEnv {
	return &connect.CollectEnv{
		Env: a.connections(), Tick: a.Tick, LimitMemory: a.LimitMemory, Store: a.withStore, Said: errSaid, Usage: usage,
		Machine: connect.Machine{OS: runtime.GOOS, Home: a.Places.UserHome},
		Next:    func() error { return a.printNext(a.Streams.Err, defaultName) },
	}
}

// withStore calls f with the athlete's store.
func (a *app) withStore(ctx context.Context, use connect.Use, f func(connect.ImportBackend) error) error {
	o := OpenOptions{ReadOnly: use == connect.Reading, Create: use == connect.Creating}
	return a.open(ctx, o, func(w *Workbench) error { return f(a.importBackend(w)) })
}

func (a *app) importBackend(w *Workbench) connect.ImportBackend {
	return connect.ImportBackend{
		DB: w.DB, Athlete: w.Athlete, Journal: w.Journal, Importer: w.Importer, NewID: w.NewID,
		CatchUp: w.CatchUp,
		Offer:   func(ctx context.Context) error { return a.offerThresholds(ctx, w) },
		Texts:   func(ctx context.Context) ([]i18n.Sentence, error) { return w.Texts.Sync(ctx, w.Athlete, a.Now()) },
	}
}

func (a *app) newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.printVersion() },
	}
}

// printVersion prints the version, commit, Go version and platform.
func (a *app) printVersion() error {
	b := a.Build
	_, err := fmt.Fprintf(a.Streams.Out, "lapkeep %s (%s, %s, %s)\n", b.Version, b.Commit, b.Go, b.Platform)
	return err
}

// language returns the printer for the language of this run, which is known
// once flags are read.
func (a *app) language() i18n.Printer {
	if a.spoken == nil {
		in := a.places()
		p := i18n.In(settings.Tongue(in))
		a.spoken = &p
		if s, err := settings.Load(in); err == nil && in.Flags[settings.Language] != "" {
			fmt.Fprint(a.Streams.Err, lineOf(s.Value(settings.Language).Note()))
		}
	}
	return *a.spoken
}

// lineOf returns text as a line, or "" if it is empty.
func lineOf(text string) string {
	if text == "" {
		return ""
	}
	return text + "\n"
}

// say writes a sentence for the person.
func (a *app) say(to io.Writer, format string, args ...any) {
	fmt.Fprint(to, a.text(format, args...))
}

// sayAtHome prints a sentence whose commands contain the home of this run.
func (a *app) sayAtHome(to io.Writer, format string, args ...any) {
	fmt.Fprint(to, a.homed(a.text(format, args...)))
}

// text returns a sentence, or a part of one, in the person's language.
func (a *app) text(format string, args ...any) string {
	say := a.language().Sprintf
	if a.miles {
		say = i18n.InMiles(say)
	}
	return say(format, args...)
}

// together joins parts that state the same fact about several items.
func (a *app) together(parts []string) string { return strings.Join(parts, a.text("; ")) }

// first completes the first argument of a command from a list that is built on
// demand.
func first(list func() []cobra.Completion) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return list(), cobra.ShellCompDirectiveNoFileComp
	}
}

func (a *app) toolNames() []cobra.Completion {
	var out []cobra.Completion
	for _, r := range a.Table(settings.Settings{}).Rows() {
		if !r.PageOnly {
			out = append(out, cobra.CompletionWithDesc(r.Name, r.Title))
		}
	}
	return out
}

func clientNames() []cobra.Completion {
	var out []cobra.Completion
	for _, c := range clients.Table() {
		out = append(out, cobra.CompletionWithDesc(c.ID, c.Name))
	}
	return out
}

// skillClients returns the clients that read skills.
func skillClients() []cobra.Completion {
	var out []cobra.Completion
	for _, c := range clients.Table() {
		if c.Skills != "" {
			out = append(out, cobra.CompletionWithDesc(c.ID, c.Name))
		}
	}
	return out
}

// services returns the services that can be connected.
func (a *app) services() []cobra.Completion {
	var out []cobra.Completion
	for _, s := range a.Services {
		out = append(out, s.Name)
	}
	return out
}

// completeToolsets completes the last of several comma-separated names.
func (a *app) completeToolsets(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	before := typed[:strings.LastIndex(typed, ",")+1]
	var out []cobra.Completion
	for _, set := range append([]string{tools.DefaultSet, tools.AllSets}, a.Table(settings.Settings{}).Toolsets()...) {
		out = append(out, before+set)
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeSettings completes the flags of settings that allow a few words.
func (a *app) completeSettings(c *cobra.Command) {
	for _, d := range settings.Catalogue(a.Places.Services) {
		complete := cobra.FixedCompletions(d.Allowed, cobra.ShellCompDirectiveNoFileComp)
		if d.Key == settings.Toolsets {
			complete = a.completeToolsets
		}
		if d.Flag != "" && c.PersistentFlags().Lookup(d.Flag) != nil && (d.Allowed != nil || d.Key == settings.Toolsets) {
			_ = c.RegisterFlagCompletionFunc(d.Flag, complete) // the flag exists
		}
	}
}

// completeArguments adds completion of the commands' arguments.
func (a *app) completeArguments() {
	for name, list := range map[string]func() []cobra.Completion{
		"call": a.toolNames, "tools": a.toolNames,
		"mcp install": clientNames, "mcp config": clientNames, "mcp remove": clientNames,
		"skill install": skillClients, "skill remove": skillClients,
		"connect": a.services, "setup": a.services, "disconnect": a.services, "sync": a.services, "check": a.services,
	} {
		if c, _, err := a.root.Find(strings.Fields(name)); err == nil {
			c.ValidArgsFunction = first(list)
		}
	}
}
