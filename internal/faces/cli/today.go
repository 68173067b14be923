package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/briefing"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
)

// todayAsked is what a screen of today shows of the coach's context.
const todayAsked = `{"parts":["alerts","plan","training","wellness"],"max_tokens":4000}`

func (a *app) newToday() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "today",
		Short: "Show readiness, today's session and what to look out for",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.open(cmd.Context(), OpenOptions{Create: true, OrReadOnly: true}, func(w *Workbench) error {
				return a.runToday(cmd.Context(), w, asJSON)
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

func (a *app) runToday(ctx context.Context, w *Workbench, asJSON bool) error {
	print := a.printStructured
	if !asJSON {
		print = func(b json.RawMessage) error {
			var v briefing.View
			if err := json.Unmarshal(b, &v); err != nil {
				return err
			}
			a.tellToday(&v)
			return nil
		}
	}
	return a.runCall(ctx, w, "get_coach_context", json.RawMessage(todayAsked), print)
}

// tellToday prints how the athlete stands, what is to be done, and what to mind.
func (a *app) tellToday(v *briefing.View) {
	out := a.Streams.Out
	fmt.Fprintf(out, "%s  %s\n", v.LocalDate, v.TimeZone)
	if w := v.Wellness; w != nil && w.Readiness != nil {
		a.say(out, "Readiness: %s.\n", w.Readiness.Meaning)
		for _, why := range w.Readiness.Because {
			a.say(out, "  %s\n", why)
		}
	} else {
		a.say(out, "Readiness: nothing is known of sleep and recovery.\n")
	}
	if t := v.Training; t != nil && t.Today != nil && t.Form != nil {
		a.say(out, "Form: %s (TSB %s, fitness %s, fatigue %s).\n", t.Form.Name, workout.Decimals(t.Today.TSB, 1),
			workout.Decimals(t.Today.CTL, 1), workout.Decimals(t.Today.ATL, 1))
	} else if why := cmp.Or(v.Missing["form"], v.Missing[string(briefing.Training)]); why != "" {
		a.say(out, "Form: not known; %s.\n", why)
	}
	a.tellPlanToday(v)
	a.tellAlerts(v)
}

// tellPlanToday prints the week and the sessions of today.
func (a *app) tellPlanToday(v *briefing.View) {
	out, found := a.Streams.Out, false
	if p := v.Plan; p != nil {
		if p.Week > 0 {
			a.say(out, "%s: week %d of %d.\n", p.Name, p.Week, p.Of)
		}
		if r := p.Race; r != nil && r.InDays >= 0 {
			a.tellRace(r)
		}
		for i := range p.Weeks {
			for j := range p.Weeks[i].Sessions {
				if s := &p.Weeks[i].Sessions[j]; s.Day == v.LocalDate {
					found = true
					a.tellSession(s)
				}
			}
		}
	}
	for i := range v.Events {
		if e := &v.Events[i]; e.Day == v.LocalDate {
			found = true
			fmt.Fprintln(out, "  "+a.todayLine(string(e.Status), e.Name, e.DurationS, e.DistanceKm, ""))
		}
	}
	if !found {
		a.say(out, "Nothing is planned for today.\n")
	}
}

func (a *app) tellSession(s *briefing.PlanSession) {
	out := a.Streams.Out
	fmt.Fprintln(out, "  "+a.todayLine(string(s.Status), s.Name, s.DurationS, s.DistanceKm, s.Pace.String()))
	for _, text := range append([]string{s.Structure}, s.Comments...) {
		if text != "" {
			fmt.Fprintln(out, "      "+text)
		}
	}
}

// todayLine is one session: what became of it, its name and how much it is.
func (a *app) todayLine(status, name string, seconds, km float64, pace string) string {
	parts := []string{name}
	if seconds > 0 {
		parts = append(parts, i18n.Clock(seconds))
	}
	if km > 0 {
		parts = append(parts, workout.Decimals(km, 2)+" km")
	}
	if pace != "" {
		parts = append(parts, "@"+pace)
	}
	if status != "" {
		parts = append(parts, "("+a.stateWord(calendar.State(status))+")")
	}
	return strings.Join(parts, "  ")
}

func (a *app) tellAlerts(v *briefing.View) {
	out := a.Streams.Out
	if len(v.Alerts) == 0 {
		a.say(out, "Nothing to look out for.\n")
		return
	}
	a.say(out, "Look out for:\n")
	for i := range v.Alerts {
		al := &v.Alerts[i]
		var about []string
		if al.Region != "" {
			about = append(about, strings.ReplaceAll(al.Region, "_", " "))
		}
		if al.Pain != nil {
			about = append(about, fmt.Sprintf("%d/10", *al.Pain))
		}
		if al.Kind != "" {
			about = append(about, al.Kind)
		}
		line := "  ! "
		if len(about) > 0 {
			line += strings.Join(about, " ") + ": "
		}
		line += a.text("%s", al.Why)
		if al.Said != "" {
			line += " “" + al.Said + "”"
		}
		fmt.Fprintln(out, line)
	}
}
