package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/coach/generate"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/faces/cli/settings"
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
	a.flagOfServe(c, settings.Athletes)
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

// allowKey keeps the bearer key out of files. If there is no other way, it requires
// the user's explicit request.
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

// greet acts as the client will: it starts the server as the entry says, with the
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
	all := []*cobra.Command{a.newPlanNew(), a.newPlanCopy(), {
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

// planning calls f with a workbench whose plans are in sync with their files.
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

// planOptions holds the options of a new plan.
type planOptions struct {
	generate.Wish
	id, day, race, start, goalTime string
	off, long                      []string
	print, anyway                  bool
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
	f.StringVar(&o.race, "for", "", "race or goal: marathon, 70.3, 10 km, 100 miles, criterium, build, base, return")
	f.StringVar(&o.Sport, "sport", "", "running, cycling, swimming or triathlon; default according to the race")
	f.StringVar(&o.day, "race", "", "race day as YYYY-MM-DD; without a race, pass --weeks")
	f.StringVar(&o.RaceName, "race-name", "", "name of the race")
	f.Float64Var(&o.RaceKm, "distance-km", 0, "distance of the race in km")
	f.StringVar(&o.goalTime, "goal-time", "", "target time, such as 3:00 for a marathon or 19:30 for 5 km")
	f.IntVar(&o.Weeks, "weeks", 12, "number of weeks, for a plan without a race")
	f.IntVar(&o.Days, "days", 4, "training days per week")
	f.Float64Var(&o.Hours, "hours", 6, "maximum training hours per week")
	f.StringSliceVar(&o.off, "off", nil, "days without training, such as monday,friday")
	f.StringSliceVar(&o.long, "long", nil, "days with time for a long session; default the weekend")
	f.StringVar(&o.Level, "level", "", "beginner, intermediate or advanced; default according to current fitness")
	f.StringVar(&o.start, "start", "", "first day as YYYY-MM-DD; default next Monday")
	f.Float64Var(&o.CTL, "ctl", 0, "starting fitness (CTL); default today's")
	f.Float64Var(&o.Ramp, "ramp", generate.DefaultRamp, "maximum rise of CTL in 7 days")
	f.BoolVar(&o.print, "print", false, "print the plan without saving it")
	f.BoolVar(&o.anyway, "anyway", false, "save the plan even if it is not advisable")
	return c
}

// newPlanCopy returns the command that saves plans as templates, and templates as plans.
func (a *app) newPlanCopy() *cobra.Command {
	in := map[string]any{}
	var template bool
	texts := map[string]*string{}
	c := &cobra.Command{
		Use:   "copy PLAN",
		Short: "Save a plan or some of its weeks as a template, or a template as a plan from a date",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in["from"], in["template"] = args[0], template
			for key, v := range texts {
				if *v != "" {
					in[key] = *v
				}
			}
			arguments, err := json.Marshal(in)
			if err != nil {
				return err
			}
			return a.open(cmd.Context(), OpenOptions{}, func(w *Workbench) error {
				return a.runCall(cmd.Context(), w, "save_training_plan", arguments, nil)
			})
		},
	}
	c.Flags().BoolVar(&template, "template", false, "save it without dates, with targets in per cent of the thresholds")
	texts["id"] = c.Flags().String("id", "", "name of the copy's file")
	texts["weeks"] = c.Flags().String("weeks", "", "copy only these weeks, such as 3-6")
	texts["start_date"] = c.Flags().String("start", "", "first day of the plan as YYYY-MM-DD")
	texts["race_date"] = c.Flags().String("race", "", "race day of the plan as YYYY-MM-DD")
	return c
}

// read parses the options that the command line gives as text.
func (o *planOptions) read(today training.Day) (err error) {
	if o.Start = generate.NextMonday(today); o.start != "" {
		if o.Start, err = training.ParseDay(o.start); err != nil {
			return err
		}
	}
	if o.day != "" {
		if o.Race, err = training.ParseDay(o.day); err != nil {
			return err
		}
	}
	if o.Off, err = generate.ReadDays(o.off); err != nil {
		return err
	}
	if o.Long, err = generate.ReadDays(o.long); err != nil {
		return err
	}
	return o.Read(o.race, o.goalTime)
}

func (a *app) makePlan(ctx context.Context, w *Workbench, c *tools.Call, o *planOptions, given bool) error {
	if err := o.read(c.Today); err != nil {
		return err
	}
	if err := o.Known(ctx, w.DB, w.Scope(), c.Frame(), plan.NewCache(), given); err != nil {
		return err
	}
	made, err := generate.Make(o.Wish)
	if err != nil {
		return err
	}
	if o.print {
		fmt.Fprint(a.Streams.Out, made.Text)
		return nil
	}
	a.tellAll([]i18n.Sentence{made.Verdict.Sentence()})
	if err := made.Verdict.Check(o.anyway); err != nil {
		return err
	}
	id := cmp.Or(o.id, plan.IDOf(made.Plan.Name))
	before, err := memory.FindText(ctx, w.DB, c.Whole(), memory.TrainingPlan, id)
	if err == nil {
		return training.Errorf(training.KindConflict, "A training plan %q already exists.", before.ID).WithFix("Choose another name with --id.")
	}
	if training.KindOf(err) != training.KindNotFound {
		return err
	}
	before = memory.Text{Kind: memory.TrainingPlan, ID: id}
	out, err := w.Texts.Write(ctx, c, i18n.Sentencef("Add the training plan %s.", i18n.Name(id)), id, true,
		before.Of(made.Text, tools.Author(c), c.Now))
	if err != nil {
		return err
	}
	a.tellAll(out.Notes)
	a.say(a.Streams.Out, "The training plan %s has %s and starts on %s. Change it with: lapkeep plan edit %s\n", id,
		i18n.Numbered(len(made.Plan.Weeks), "week", "weeks"), made.Plan.Start, id)
	return nil
}
