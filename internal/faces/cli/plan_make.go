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
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// planMaking are the commands that make, list and change training plans.
func (a *app) planMaking() []*cobra.Command {
	all := []*cobra.Command{a.newPlanNew(), {
		Use:   "list",
		Short: "List the training plans, past ones too",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.planning(cmd.Context(), a.listPlans)
		},
	}, {
		Use:   "edit [PLAN]",
		Short: "Print the file to edit: what you save there is taken in as a version",
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

// planning lends a workbench whose plans are as their files.
func (a *app) planning(ctx context.Context, f func(context.Context, *Workbench, *tools.Call) error) error {
	return a.withTexts(ctx, "plan", memory.TrainingPlan, f)
}

func (a *app) listPlans(ctx context.Context, w *Workbench, c *tools.Call) error {
	all, err := plan.NewBook().All(ctx, w.DB, c.Scope)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		a.say(a.Streams.Out, "There is no training plan. lapkeep plan new makes one.\n")
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

// editPlan prints the file that a person edits with whatever they like, and
// what is wrong with what it holds.
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

// planOptions are those of a plan that is to be made.
type planOptions struct {
	plan.Wish
	id, race, start, goalTime, off string
	print                          bool
}

func (a *app) newPlanNew() *cobra.Command {
	o := &planOptions{}
	c := &cobra.Command{
		Use:   "new",
		Short: "Make a first training plan from a goal, days, hours and today's fitness",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.planning(cmd.Context(), func(ctx context.Context, w *Workbench, c *tools.Call) error {
				return a.makePlan(ctx, w, c, o, cmd.Flags().Changed("ctl"))
			})
		},
	}
	f := c.Flags()
	f.StringVar(&o.id, "id", "", "name of the plan's file; default made of its name")
	f.StringVar(&o.Name, "name", "", "name of the plan")
	f.StringVar(&o.Sport, "sport", string(training.Running), "running, cycling or triathlon")
	f.StringVar(&o.race, "race", "", "day of the race as YYYY-MM-DD; without it give --weeks")
	f.StringVar(&o.RaceName, "race-name", "", "name of the race")
	f.Float64Var(&o.RaceKm, "distance-km", 0, "distance of the race in km")
	f.StringVar(&o.goalTime, "goal-time", "", "time aimed at as h:mm:ss")
	f.IntVar(&o.Weeks, "weeks", 12, "weeks of a plan without a race")
	f.IntVar(&o.Days, "days", 4, "days of training a week")
	f.Float64Var(&o.Hours, "hours", 6, "hours of training a week at most")
	f.StringVar(&o.off, "off", "", "days without training, such as monday,friday")
	f.StringVar(&o.start, "start", "", "first day as YYYY-MM-DD; default the next Monday")
	f.Float64Var(&o.CTL, "ctl", 0, "fitness (CTL) to begin with; default that of today")
	f.Float64Var(&o.Ramp, "ramp", plan.DefaultRamp, "the most that CTL may rise in 7 days")
	f.BoolVar(&o.print, "print", false, "print the plan and save nothing")
	return c
}

// read reads what the command line says in words.
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
			return training.Errorf(training.KindInvalid, "%q is no time.", o.goalTime).WithFix("Write times as h:mm:ss, such as 1:29:59.")
		}
		o.GoalTimeS = s
	}
	for name := range strings.SplitSeq(o.off, ",") {
		in, ok := plan.DayIn(name)
		switch {
		case ok:
			o.Off = append(o.Off, time.Weekday((in+1)%7))
		case strings.TrimSpace(name) != "":
			return training.Errorf(training.KindInvalid, "%q is no day of the week.", name).WithFix("Write monday, tuesday or another day.")
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
		return training.Errorf(training.KindConflict, "There is a training plan %q.", before.ID).WithFix("Choose another name with --id.")
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
	a.say(a.Streams.Out, "The training plan %s has %s, from %s. lapkeep plan edit %s changes it.\n", id,
		i18n.Numbered(len(p.Weeks), "week", "weeks"), p.Days().From, id)
	return nil
}

// fitnessToday is the CTL of today, 0 where nothing was done yet.
func fitnessToday(ctx context.Context, w *Workbench, f answers.Frame) (float64, error) {
	days := training.DayRange{From: f.Today, To: f.Today}
	v, err := fitness.NewCourses(w.DB, w.Scope(), f).TrainingLoad(ctx, fitness.LoadQuery{Days: days})
	if err != nil || v.Today == nil {
		return 0, err
	}
	return answers.Round(v.Today.CTL, 0), nil
}
