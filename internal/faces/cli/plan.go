package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

func (a *app) newPlan() *cobra.Command {
	c := &cobra.Command{
		Use:   "plan",
		Short: "Training plans: show, create, list, edit and check them, follow your progress, put them into the calendar",
		Long:  "Show what your training plan asked for in the last seven days and asks for in the next seven, or work with training plans.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.open(cmd.Context(), OpenOptions{OrReadOnly: true}, func(w *Workbench) error {
				call, err := w.NewCall(cmd.Context())
				if err != nil {
					return err
				}
				days := fmt.Sprintf(`{"range":"%s..%s"}`, call.Today-6, call.Today+7)
				return a.runCall(cmd.Context(), w, "check_training_plan", json.RawMessage(days), a.adherence(false))
			})
		},
	}
	c.AddCommand(append(a.planMaking(), a.planFollowing()...)...)
	for _, sub := range c.Commands() {
		sub.Args = usage(sub.Args)
	}
	return c
}

func (a *app) newPlanAnalyze() *cobra.Command {
	var weeks, days string
	var asJSON bool
	c := &cobra.Command{
		Use:   "analyze [PLAN]",
		Short: "Compare a training plan with what you did, by session, week and phase",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in := map[string]any{}
			for key, v := range map[string]string{"plan_id": strings.Join(args, ""), "weeks": weeks, "range": days} {
				if v != "" {
					in[key] = v
				}
			}
			return a.open(cmd.Context(), OpenOptions{OrReadOnly: true}, func(w *Workbench) error {
				return a.analyzePlan(cmd.Context(), w, in, asJSON)
			})
		},
	}
	c.Flags().StringVar(&weeks, "weeks", "", "show the sessions of these weeks of the plan, such as 5 or 4-6")
	c.Flags().StringVar(&days, "range", "", "show the sessions of these days")
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

func (a *app) analyzePlan(ctx context.Context, w *Workbench, in map[string]any, asJSON bool) error {
	arguments, err := json.Marshal(in)
	if err != nil {
		return err
	}
	print := a.adherence(true)
	if asJSON {
		print = nil
	}
	return a.runCall(ctx, w, "check_training_plan", arguments, print)
}

// adherence returns a function that prints a plan's adherence: overall, by week if wanted, and
// by session.
func (a *app) adherence(weeks bool) func(json.RawMessage) error {
	return func(b json.RawMessage) error {
		var v plan.AdherenceView
		if err := json.Unmarshal(b, &v); err != nil {
			return err
		}
		out := a.Streams.Out
		fmt.Fprintf(out, "%s (%s)\n", v.Name, v.PlanID)
		if v.Week > 0 {
			a.say(out, "This is week %d.\n", v.Week)
		}
		if r := v.Race; r != nil {
			a.tellRace(r)
		}
		a.say(out, "Sessions: %s.\n", a.tallyWords(&v.Whole))
		p := a.look(nil).page()
		if weeks {
			a.showWeeks(p, v.Weeks)
		}
		a.showSessions(p, &v)
		var notes []any
		for _, al := range v.Alerts {
			notes = append(notes, a.text("Week %d: %s is %s: %s.", al.Week, al.Name, workout.Decimals(al.Value, 2), al.Rule))
		}
		if weeks {
			v.Problems = append(v.Problems, v.Notes...)
		}
		for _, n := range v.Problems {
			notes = append(notes, a.text("%s", n))
		}
		p.sentences(notes)
		_, err := fmt.Fprint(out, p.text.String())
		return err
	}
}

// showWeeks prints the weeks of a plan as a table.
func (a *app) showWeeks(p *page, weeks []plan.AdherenceWeek) {
	var rows []object
	for i := range weeks {
		w := &weeks[i]
		row := object{
			{Key: "start", Value: w.Start.String()},
			{Key: "week", Value: number(float64(w.Number))},
			{Key: "sessions", Value: a.tallyWords(&w.Tally)},
			{Key: "phase", Value: cmp.Or(w.Phase, w.Focus)},
		}
		if w.Current {
			row = append(row, member{Key: "mark", Value: ">"})
		}
		rows = append(rows, row)
	}
	p.sheet("", rows, p.col("mark", ""), p.col("start", "From"), p.col("week", "Week"), p.col("sessions", "Sessions"), p.col("phase", "Phase"))
}

// showSessions prints the sessions of a plan, and the activities that were not planned, as a
// table.
func (a *app) showSessions(p *page, v *plan.AdherenceView) {
	var rows []object
	for i := range v.Sessions {
		s := &v.Sessions[i]
		row := object{
			{Key: "date", Value: s.Day.String()},
			{Key: "state", Value: a.stateWord(s.Status)},
			{Key: "name", Value: s.Name},
			{Key: "done", Value: a.doneWords(s)},
		}
		if s.Planned != nil {
			row = append(row,
				member{Key: "duration_s", Value: number(s.Planned.DurationS)}, member{Key: "distance_km", Value: number(s.Planned.DistanceKm)})
		}
		rows = append(rows, row)
	}
	for i := range v.Extra {
		e := &v.Extra[i]
		rows = append(rows, object{
			{Key: "date", Value: e.Day.String()},
			{Key: "state", Value: a.stateWord(calendar.Extra)},
			{Key: "name", Value: p.word(string(e.Sport))},
			{Key: "duration_s", Value: number(e.DurationS)},
		})
	}
	p.sheet("", rows, p.col("date", "Date"), p.col("state", "State"), p.col("name", "Session"), p.col("duration_s", "Time"),
		p.col("distance_km", ""), p.col("done", "Done"))
}

// number returns an amount as a member of a row; zero means that it is not known.
func number(x float64) any {
	if x == 0 {
		return nil
	}
	return json.Number(strconv.FormatFloat(x, 'f', -1, 64))
}

func (a *app) tellRace(r *plan.AdherenceRace) {
	out, name := a.Streams.Out, cmp.Or(r.Name, a.text("The race"))
	switch {
	case r.ProjectedCTL != nil:
		a.say(out, "%s on %s, in %s: CTL is projected at %s and TSB at %s.\n", name, r.Day, i18n.Numbered(r.InDays, "day", "days"),
			workout.Decimals(*r.ProjectedCTL, 1), workout.Decimals(*r.ProjectedTSB, 1))
	case r.CTL != nil:
		a.say(out, "%s was on %s: CTL was %s and TSB %s.\n", name, r.Day, workout.Decimals(*r.CTL, 1), workout.Decimals(*r.TSB, 1))
	case r.InDays < 0:
		a.say(out, "%s was on %s.\n", name, r.Day)
	default:
		a.say(out, "%s on %s, in %s.\n", name, r.Day, i18n.Numbered(r.InDays, "day", "days"))
	}
}

// stateWord returns a session's state in words.
func (a *app) stateWord(s calendar.State) string { return calendar.PrintedState(a.text, s) }

// tallyWords returns the states with their counts, such as "3 done, 1 missed, 75 %".
func (a *app) tallyWords(t *plan.Tally) string {
	var out []string
	for _, s := range []struct {
		n     int
		state calendar.State
	}{
		{t.Done, calendar.Done},
		{t.Partly, calendar.Partly},
		{t.Moved, calendar.Moved},
		{t.Missed, calendar.Missed},
		{t.Extra, calendar.Extra},
		{t.Upcoming, calendar.Upcoming},
		{t.Excused, calendar.Excused},
	} {
		if s.n > 0 {
			out = append(out, strconv.Itoa(s.n)+" "+a.stateWord(s.state))
		}
	}
	if t.Adherence != nil {
		out = append(out, workout.Decimals(*t.Adherence, 0)+" %")
	}
	return strings.Join(out, ", ")
}

// doneWords returns how much of a session was done.
func (a *app) doneWords(s *plan.AdherenceSession) string {
	var out []string
	if c := s.Compliance; c != nil && c.By != "" {
		out = append(out, workout.Decimals(c.Percent[c.By], 0)+" %")
	}
	if c := s.Compliance; c != nil && c.Intensity != "" {
		out = append(out, a.text("%s", c.Intensity)) // it counts the repeats, too
	} else if r := s.Repeats; r != nil {
		out = append(out, a.text("%d of %d repeats done", r.Done, r.Asked))
	}
	if d := s.Done; d != nil && d.Day != nil {
		out = append(out, a.text("on %s", d.Day.String()))
	}
	return strings.Join(out, ", ")
}

// planFollowing returns the commands about an existing plan.
func (a *app) planFollowing() []*cobra.Command {
	return []*cobra.Command{a.newPlanCheck(), a.newPlanAnalyze(), a.newPlanPublish(), a.newPlanReplan()}
}

func (a *app) newPlanCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check [PLAN|FILE]",
		Short: "Check the text of a training plan, line by line",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := ""
			if len(args) > 0 {
				name = args[0]
			}
			return a.checkPlan(cmd.Context(), name)
		},
	}
}

// checkPlan checks a file or a stored plan.
func (a *app) checkPlan(ctx context.Context, name string) error {
	if filepath.Ext(name) != "" || name != "" && isFile(a.here(name)) {
		b, err := disk.ReadRegular(a.here(name), memory.MaxBytes)
		if err != nil {
			return training.Errorf(training.KindInvalid, "The file %s cannot be read: %w.", name, disk.Cause(err)).WithFix("Check the file " +
				"name.")
		}
		p, problems := plan.Parse(string(b))
		return a.tellPlan(name, &p, problems)
	}
	return a.open(ctx, OpenOptions{OrReadOnly: true}, func(w *Workbench) error {
		if err := a.catchUpSoon(ctx, w); err != nil {
			return err
		}
		call, err := w.NewCall(ctx)
		if err != nil {
			return err
		}
		p, err := plan.Find(ctx, w.DB, w.Scope(), name, call.Today)
		if err != nil {
			return err
		}
		return a.tellPlan(p.ID, &p.Plan, p.Problems)
	})
}

// tellPlan prints the problems, and returns an error if the plan cannot be used.
func (a *app) tellPlan(name string, p *plan.Plan, problems []plan.Problem) error {
	for _, problem := range problems {
		a.say(a.Streams.Err, "%s: %s\n", name, problem.Sentence())
	}
	if !plan.Sound(problems) {
		return errSaid
	}
	sessions := 0
	for s := range p.Sessions {
		if s.Type != plan.Rest {
			sessions++
		}
	}
	days := p.Days()
	weeks, all := i18n.Numbered(len(p.Weeks), "week", "weeks"), i18n.Numbered(sessions, "session", "sessions")
	if days.From == 0 {
		a.say(a.Streams.Out, "%s: %s, %s, without dates.\n", name, weeks, all)
		return nil
	}
	a.say(a.Streams.Out, "%s: %s, %s, from %s to %s.\n", name, weeks, all, days.From, days.To)
	return nil
}

func (a *app) newPlanPublish() *cobra.Command {
	var dry, asJSON bool
	var to, start string
	c := &cobra.Command{
		Use:   "publish [PLAN|FOLDER]",
		Short: "Publish a training plan to the calendar (safe to repeat; only changes are sent)",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.open(cmd.Context(), OpenOptions{}, func(w *Workbench) error {
				id, err := a.planID(cmd.Context(), w, args)
				if err != nil {
					return err
				}
				in := map[string]any{"plan_id": id, "dry_run": dry}
				for key, v := range map[string]string{"to": to, "start_date": start} {
					if v != "" {
						in[key] = v
					}
				}
				arguments, err := json.Marshal(in)
				if err != nil {
					return err
				}
				hides := append(forPrograms(), "id", "external_id", "load_rule", "changes", "journal_id", "at_service")
				return a.runCall(cmd.Context(), w, "apply_training_plan", arguments, a.printer(!asJSON, nil, hides...))
			})
		},
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "show what would change, without changing anything")
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	c.Flags().StringVar(&to, "to", "", "library: save the plan as a folder of workouts; training_plan: make a plan from a folder")
	c.Flags().StringVar(&start, "start", "", "first day for a folder, such as 2026-03-02 or monday")
	return c
}

func (a *app) newPlanReplan() *cobra.Command {
	var dry, asJSON bool
	c := &cobra.Command{
		Use:   "replan [PLAN]",
		Short: "Adapt a plan from today on to time off, missed sessions, a moved race and new thresholds",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.open(cmd.Context(), OpenOptions{}, func(w *Workbench) error {
				id, err := a.planID(cmd.Context(), w, args)
				if err != nil {
					return err
				}
				for _, try := range []bool{true, false} { // the difference is shown before the question
					arguments, err := json.Marshal(map[string]any{"id": id, "replan": true, "dry_run": try})
					if err != nil {
						return err
					}
					if err := a.runCall(cmd.Context(), w, "edit_training_plan", arguments, a.printer(!asJSON, nil)); err != nil || dry {
						return err
					}
				}
				return nil
			})
		},
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "show what would change, without changing anything")
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

// planID returns the id of the given plan, or of the active one.
func (a *app) planID(ctx context.Context, w *Workbench, args []string) (string, error) {
	if len(args) > 0 {
		return args[0], nil
	}
	if err := a.catchUpSoon(ctx, w); err != nil {
		return "", err
	}
	call, err := w.NewCall(ctx)
	if err != nil {
		return "", err
	}
	p, err := plan.Find(ctx, w.DB, w.Scope(), "", call.Today)
	return p.ID, err
}

// printNext prints how an assistant gets access to the data, unless an assistant on
// this machine already has it.
func (a *app) printNext(out io.Writer, name string) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	var present []string
	for _, c := range a.clientStates(mcpOptions{name: name}) {
		switch c.State {
		case "configured", "in a folder":
			return nil
		case "present":
			present = append(present, c.ID)
		}
	}
	command := "lapkeep mcp install CLIENT"
	if len(present) > 0 {
		command = "lapkeep mcp install " + present[0]
	}
	command += s.AtHome()
	if name != defaultName {
		command += " --name " + name
	}
	in := a.language()
	_, err = fmt.Fprint(out, in.Sprintf("Next, connect your assistant: %s\n", command))
	switch {
	case len(present) > 1:
		_, err = fmt.Fprint(out, in.Sprintf("Also on this machine: %s\n", strings.Join(present[1:], ", ")))
	case len(present) == 0:
		_, err = fmt.Fprint(out, in.Text("Supported clients: lapkeep mcp list\n"))
	}
	return err
}

// owner finds the athlete to whom an id belongs. Ids are unique in the home, and a
// server may have created this one for an athlete other than the command's.
func (w *Workbench) owner(ctx context.Context, find func(training.Scope) error) (training.Scope, error) {
	own := w.Scope()
	err := find(own)
	if err == nil || training.KindOf(err) != training.KindNotFound {
		return own, err
	}
	all, listed := w.DB.Athletes(ctx)
	if listed != nil {
		return own, listed
	}
	for _, a := range all {
		s := training.Scope{Athlete: a.ID, Audience: own.Audience}
		if find(s) == nil {
			return s, nil
		}
	}
	return own, err
}
