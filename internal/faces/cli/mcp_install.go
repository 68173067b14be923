package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/faces/clients"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// Greeting is a server's answer when a client connects.
type Greeting struct {
	Name, Version string
	Tools         int
}

// Target is a server to greet: a program to start, or a URL.
type Target struct {
	Command string
	Args    []string
	Environ []string
	Dir     string
	URL     string
	Key     string // bearer key
}

func (a *app) newMCPInstall() *cobra.Command {
	var o mcpOptions
	c := &cobra.Command{
		Use:   "install CLIENT",
		Short: "Add Lapkeep to a client's configuration and test it",
		Long: "Add Lapkeep to a client's configuration, save a backup of the file next to it, and test the new entry.\n" +
			"Nothing else in the file changes, and lapkeep mcp remove CLIENT restores it exactly.\n" +
			"--toolsets, --writes, --home, --athlete and --athletes are written to the entry. In an existing entry, everything you do " +
			"not pass stays.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runMCPInstall(cmd.Context(), args[0], o)
		},
	}
	o.flagName(c)
	o.flagFile(c)
	o.flagHTTP(c)
	a.flagAthletes(c)
	c.Flags().BoolVar(&o.keyInFile, "key-in-file", false, "with --http: write the key into the client's file, for clients that cannot "+
		"get it any other way")
	c.Flags().BoolVar(&o.replace, "replace", false, "replace an existing entry that allows less or starts another program")
	c.Flags().BoolVar(&o.dryRun, "dry-run", false, "only show what would change")
	return c
}

func (a *app) runMCPInstall(ctx context.Context, id string, o mcpOptions) error {
	c, err := clients.Find(id)
	if err != nil {
		return err
	}
	path, err := a.clientFile(c, o)
	if err != nil {
		return err
	}
	s, environ, err := a.agreed(c, path, o)
	if err != nil {
		return err
	}
	if err := a.allowKey(c, &s, o); err != nil {
		return err
	}
	ch, err := c.Install(path, s)
	if err != nil {
		return err
	}
	if ch.Empty() {
		a.say(a.Streams.Out, "%s is already up to date.\n", ch.Path)
	} else {
		a.printChange(masked(ch, s.Key))
	}
	if o.dryRun {
		return nil
	}
	if err := a.writeChange(ch); err != nil {
		return err
	}
	if err := a.greet(ctx, c, s, environ); err != nil {
		return err
	}
	return a.printAlso(c, path, o)
}

// allowKey keeps the bearer key out of files. If there is no other way, the
// user has to ask for it.
func (a *app) allowKey(c clients.Client, s *clients.Server, o mcpOptions) error {
	if !s.HTTP() {
		return nil
	}
	if c.Prompts {
		return training.Errorf(training.KindUnsupported, "%s asks you for the key, which needs a few more lines in its file.", c.Name).
			WithFix("Copy them from: lapkeep mcp config %s --http %s", c.ID, s.URL)
	}
	if !c.HoldsKey(*s) {
		return nil
	}
	if !o.keyInFile {
		return training.Errorf(training.KindForbidden, "%s can only read the key from its own file, in plain text.", c.Name).
			WithFix("Let it start Lapkeep itself (without --http), or add --key-in-file.")
	}
	key, err := a.bearerKey()
	s.Key = key
	return err
}

// bearerKey returns the key of the HTTP server on this machine.
func (a *app) bearerKey() (string, error) {
	s, err := a.settings()
	if err != nil {
		return "", err
	}
	key, err := a.Key(s, false)
	return key.Text, err
}

// masked replaces the key in a change, so that it may be shown.
func masked(ch clients.Change, key string) clients.Change {
	if key != "" {
		ch.After = []byte(strings.ReplaceAll(string(ch.After), key, "(key)"))
		ch.Before = []byte(strings.ReplaceAll(string(ch.Before), key, "(key)"))
	}
	return ch
}

func (a *app) writeChange(ch clients.Change) error {
	if ch.Empty() {
		return nil
	}
	if err := ch.Write(); err != nil {
		return err
	}
	a.say(a.Streams.Out, "Saved: %s\n", ch.Path)
	if b := ch.Backup(); b != "" {
		a.say(a.Streams.Out, "Previous version saved as %s\n", b)
	}
	return nil
}

// greet does what the client will do: it starts the written entry, with the
// entry's variables and without this shell's settings, and asks for the tools.
func (a *app) greet(ctx context.Context, c clients.Client, s clients.Server, environ []string) error {
	target := Target{Command: s.Command, Args: s.Args, URL: s.URL, Dir: a.Places.UserHome, Environ: append(a.bareEnvironment(), environ...)}
	if s.HTTP() {
		target.Key = s.Key
		if target.Key == "" {
			key, err := a.bearerKey()
			if err != nil {
				return err
			}
			target.Key = key
		}
	}
	g, err := a.Greet(ctx, target)
	if err != nil {
		try := "lapkeep doctor"
		if s.HTTP() {
			try = "lapkeep serve --http, and try again"
		}
		return training.Errorf(training.KindUnavailable, "The entry was saved, but the server does not answer: %v.", err).
			WithFix("Run %s. To remove the entry: lapkeep mcp remove %s", i18n.Word(try), c.ID)
	}
	a.say(a.Streams.Out, "%s: OK, %d tools\n", s.Name, g.Tools)
	fmt.Fprintln(a.Streams.Out, a.language().Text(c.Reload))
	if s.HTTP() && !c.HoldsKey(s) {
		a.sayAtHome(a.Streams.Out, "The client reads the key from %s: set it to the output of lapkeep key show.\n", clients.KeyVariable)
	}
	a.say(a.Streams.Out, "Check: %s\n", a.language().Text(c.Verify))
	return nil
}

// bareEnvironment returns the environment without the variables that configure
// Lapkeep.
func (a *app) bareEnvironment() []string {
	var out []string
	for _, kv := range a.Places.Environ {
		name := strings.ToUpper(kv)
		if !strings.HasPrefix(name, "LAPKEEP_") && !strings.HasPrefix(name, "MCP_") && !strings.HasPrefix(name, "FASTMCP_") {
			out = append(out, kv)
		}
	}
	return out
}

// planMaking returns the commands that make, list and change training plans.
func (a *app) planMaking() []*cobra.Command {
	all := []*cobra.Command{a.newPlanNew(), {
		Use:   "list",
		Short: "List the training plans, including past ones",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.planning(cmd.Context(), a.listPlans)
		},
	}, {
		Use:   "edit [PLAN]",
		Short: "Print the path of the plan's file; your saved edits become a new version",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.planning(cmd.Context(), func(ctx context.Context, w *Workbench, c *tools.Call) error {
				return a.editPlan(ctx, w, c, strings.Join(args, ""))
			})
		},
	}}
	for _, c := range all {
		c.Args = usage(c.Args)
	}
	return all
}

// planning calls f with a workbench whose plans match their files.
func (a *app) planning(ctx context.Context, f func(context.Context, *Workbench, *tools.Call) error) error {
	return a.withTexts(ctx, "plan", memory.TrainingPlan, f)
}

func (a *app) listPlans(ctx context.Context, w *Workbench, c *tools.Call) error {
	all, err := plan.NewCache().All(ctx, w.DB, c.Scope)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		a.say(a.Streams.Out, "You have no training plan yet. Create one with: lapkeep plan new\n")
	}
	for i := range all {
		k := &all[i]
		days := ""
		if d := k.Days(); d.From != 0 {
			days = a.text("%s", d)
		}
		fmt.Fprintf(a.Streams.Out, "%-20s  %-10s  %-24s  %s\n", k.ID, a.text(string(k.Status(c.Today))), days,
			i18n.Clip(k.Name, i18n.MostQuoted))
	}
	return nil
}

// editPlan prints the path of the file, for a person to edit with any editor,
// and the problems in its content.
func (a *app) editPlan(ctx context.Context, w *Workbench, c *tools.Call, id string) error {
	k, err := plan.Find(ctx, w.DB, c.Whole(), id, c.Today)
	if err != nil {
		return err
	}
	for _, p := range k.Problems {
		a.say(a.Streams.Err, "%s: %s\n", memory.TrainingPlan.File(k.ID), p.Sentence())
	}
	fmt.Fprintln(a.Streams.Out, fileOf(w, memory.TrainingPlan.File(k.ID)))
	return nil
}

// planOptions are the options of a new plan.
type planOptions struct {
	plan.Wish
	id, race, start, goalTime, off string
	print                          bool
}

func (a *app) newPlanNew() *cobra.Command {
	o := &planOptions{}
	c := &cobra.Command{
		Use:   "new",
		Short: "Create a first training plan from a goal, days, hours and today's fitness",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.planning(cmd.Context(), func(ctx context.Context, w *Workbench, c *tools.Call) error {
				return a.makePlan(ctx, w, c, o, cmd.Flags().Changed("ctl"))
			})
		},
	}
	f := c.Flags()
	f.StringVar(&o.id, "id", "", "name of the plan's file; default made from the plan's name")
	f.StringVar(&o.Name, "name", "", "name of the plan")
	f.StringVar(&o.Sport, "sport", string(training.Running), "running, cycling or triathlon")
	f.StringVar(&o.race, "race", "", "race day as YYYY-MM-DD; without a race, pass --weeks")
	f.StringVar(&o.RaceName, "race-name", "", "name of the race")
	f.Float64Var(&o.RaceKm, "distance-km", 0, "distance of the race in km")
	f.StringVar(&o.goalTime, "goal-time", "", "target time as h:mm:ss")
	f.IntVar(&o.Weeks, "weeks", 12, "number of weeks, for a plan without a race")
	f.IntVar(&o.Days, "days", 4, "training days per week")
	f.Float64Var(&o.Hours, "hours", 6, "maximum training hours per week")
	f.StringVar(&o.off, "off", "", "days without training, such as monday,friday")
	f.StringVar(&o.start, "start", "", "first day as YYYY-MM-DD; default next Monday")
	f.Float64Var(&o.CTL, "ctl", 0, "starting fitness (CTL); default today's")
	f.Float64Var(&o.Ramp, "ramp", plan.DefaultRamp, "maximum rise of CTL in 7 days")
	f.BoolVar(&o.print, "print", false, "print the plan without saving it")
	return c
}

// read parses the options that the command line gives as text.
func (o *planOptions) read(today training.Day) (err error) {
	if o.Start = today.WeekStart(time.Monday) + 7; o.start != "" {
		if o.Start, err = training.ParseDay(o.start); err != nil {
			return err
		}
	}
	if o.race != "" {
		if o.Race, err = training.ParseDay(o.race); err != nil {
			return err
		}
	}
	if o.goalTime != "" {
		s, ok := plan.Seconds(o.goalTime)
		if !ok {
			return training.Errorf(training.KindInvalid, "%q is not a time.", o.goalTime).WithFix("Write times as h:mm:ss, such as 1:29:59.")
		}
		o.GoalTimeS = s
	}
	for name := range strings.SplitSeq(o.off, ",") {
		in, ok := plan.DayIn(name)
		switch {
		case ok:
			o.Off = append(o.Off, time.Weekday((in+1)%7))
		case strings.TrimSpace(name) != "":
			return training.Errorf(training.KindInvalid, "%q is not a day of the week.", name).WithFix("Write monday, tuesday or another day.")
		}
	}
	return nil
}

func (a *app) makePlan(ctx context.Context, w *Workbench, c *tools.Call, o *planOptions, given bool) error {
	if err := o.read(c.Today); err != nil {
		return err
	}
	if !given {
		ctl, err := fitnessToday(ctx, w, c.Frame())
		if err != nil {
			return err
		}
		o.CTL = ctl
	}
	body, err := plan.Make(o.Wish)
	if err != nil {
		return err
	}
	if o.print {
		fmt.Fprint(a.Streams.Out, body)
		return nil
	}
	p, _ := plan.Parse(body)
	id := cmp.Or(o.id, plan.IDOf(p.Name))
	before, err := memory.FindText(ctx, w.DB, c.Whole(), memory.TrainingPlan, id)
	if err == nil {
		return training.Errorf(training.KindConflict, "A training plan %q already exists.", before.ID).WithFix("Choose another name with --id.")
	}
	if training.KindOf(err) != training.KindNotFound {
		return err
	}
	before = memory.Text{Kind: memory.TrainingPlan, ID: id}
	out, err := w.Texts.Write(ctx, c, i18n.Sentencef("Add the training plan %s.", i18n.Name(id)), id, true,
		before.Of(body, tools.Author(c), c.Now))
	if err != nil {
		return err
	}
	a.tellAll(out.Notes)
	a.say(a.Streams.Out, "The training plan %s has %s and starts on %s. Change it with: lapkeep plan edit %s\n", id,
		i18n.Numbered(len(p.Weeks), "week", "weeks"), p.Days().From, id)
	return nil
}

// fitnessToday returns today's CTL, or 0 without any activity.
func fitnessToday(ctx context.Context, w *Workbench, f answers.Frame) (float64, error) {
	days := training.DayRange{From: f.Today, To: f.Today}
	v, err := fitness.NewCourses(w.DB, w.Scope(), f).TrainingLoad(ctx, fitness.LoadQuery{Days: days})
	if err != nil || v.Today == nil {
		return 0, err
	}
	return answers.Round(v.Today.CTL, 0), nil
}
