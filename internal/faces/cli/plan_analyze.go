package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
)

func (a *app) newPlanAnalyze() *cobra.Command {
	var weeks, days string
	var asJSON bool
	c := &cobra.Command{
		Use:   "analyze [PLAN]",
		Short: "Compare a training plan with what was done, by session, week and phase",
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
	c.Flags().StringVar(&weeks, "weeks", "", "weeks of the plan whose sessions are shown, such as 5 or 4-6")
	c.Flags().StringVar(&days, "range", "", "days whose sessions are shown")
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

func (a *app) analyzePlan(ctx context.Context, w *Workbench, in map[string]any, asJSON bool) error {
	arguments, err := json.Marshal(in)
	if err != nil {
		return err
	}
	print := a.printStructured
	if !asJSON {
		print = func(b json.RawMessage) error {
			var v plan.AdherenceView
			if err := json.Unmarshal(b, &v); err != nil {
				return err
			}
			a.tellAdherence(&v)
			return nil
		}
	}
	return a.runCall(ctx, w, "check_training_plan", arguments, print)
}

// tellAdherence prints how a plan is followed: the whole, the weeks, the sessions.
func (a *app) tellAdherence(v *plan.AdherenceView) {
	out := a.Streams.Out
	fmt.Fprintf(out, "%s (%s)\n", v.Name, v.PlanID)
	if v.Week > 0 {
		a.say(out, "This is week %d.\n", v.Week)
	}
	if r := v.Race; r != nil {
		a.tellRace(r)
	}
	a.say(out, "Sessions: %s.\n", a.tallyWords(&v.Whole))
	for i := range v.Weeks {
		w := &v.Weeks[i]
		mark := " "
		if w.Current {
			mark = ">"
		}
		line := fmt.Sprintf("%s %3d  %s  %s", mark, w.Number, w.Start, a.tallyWords(&w.Tally))
		if named := slices.DeleteFunc(slices.Compact([]string{w.Phase, w.Focus}), func(s string) bool { return s == "" }); len(named) > 0 {
			line += "  (" + strings.Join(named, ", ") + ")"
		}
		fmt.Fprintln(out, line)
	}
	for i := range v.Sessions {
		s := &v.Sessions[i]
		fmt.Fprintf(out, "%s  %-12s %s%s\n", s.Day, a.stateWord(s.Status), s.Name, a.numbersOf(s))
	}
	for i := range v.Extra {
		fmt.Fprintf(out, "%s  %-12s %s, %s\n", v.Extra[i].Day, a.stateWord(calendar.Extra), v.Extra[i].Sport, i18n.Clock(v.Extra[i].DurationS))
	}
	for _, al := range v.Alerts {
		a.say(out, "Week %d: %s is %s: %s.\n", al.Week, al.Name, workout.Decimals(al.Value, 2), al.Rule)
	}
	for _, n := range append(v.Problems, v.Notes...) {
		a.say(out, "%s\n", n)
	}
}

func (a *app) tellRace(r *plan.AdherenceRace) {
	out := a.Streams.Out
	switch {
	case r.ProjectedCTL != nil:
		a.say(out, "%s on %s, in %s: CTL would be %s and TSB %s.\n", r.Name, r.Day, i18n.Numbered(r.InDays, "day", "days"),
			workout.Decimals(*r.ProjectedCTL, 1), workout.Decimals(*r.ProjectedTSB, 1))
	case r.CTL != nil:
		a.say(out, "%s was on %s: CTL was %s and TSB %s.\n", r.Name, r.Day, workout.Decimals(*r.CTL, 1), workout.Decimals(*r.TSB, 1))
	case r.InDays < 0:
		a.say(out, "%s was on %s.\n", r.Name, r.Day)
	default:
		a.say(out, "%s on %s, in %s.\n", r.Name, r.Day, i18n.Numbered(r.InDays, "day", "days"))
	}
}

// stateWord is a state for a person.
func (a *app) stateWord(s calendar.State) string { return calendar.PrintedState(a.text, s) }

// tallyWords count states, "3 done, 1 missed, 75 %".
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

// numbersOf are planned and done of a session.
func (a *app) numbersOf(s *plan.AdherenceSession) string {
	var out []string
	if p := s.Planned; p != nil && p.DurationS > 0 {
		out = append(out, i18n.Clock(p.DurationS))
	}
	if p := s.Planned; p != nil && p.DistanceKm > 0 {
		out = append(out, workout.Decimals(p.DistanceKm, 2)+" km")
	}
	if c := s.Compliance; c != nil && c.By != "" {
		out = append(out, workout.Decimals(c.Percent[c.By], 0)+" %")
	}
	if r := s.Repeats; r != nil {
		out = append(out, a.text("%d of %d repeats", r.Done, r.Asked))
	}
	if d := s.Done; d != nil && d.Day != nil {
		out = append(out, a.text("on %s", d.Day.String()))
	}
	if len(out) == 0 {
		return ""
	}
	return ": " + strings.Join(out, ", ")
}
