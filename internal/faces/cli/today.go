package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/briefing"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// todayAsked selects the parts of the coach's context that the today command shows.
const todayAsked = `{"parts":["alerts","plan","training","wellness"],"max_tokens":4000}`

func (a *app) newToday() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "today",
		Short: "Show readiness, today's session and warnings",
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
	var print func(json.RawMessage) error
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

// tellToday prints the athlete's state, what to do, and what to watch.
func (a *app) tellToday(v *briefing.View) {
	out := a.Streams.Out
	fmt.Fprintf(out, "%s  %s\n", v.LocalDate, v.TimeZone)
	if off := calendar.AwayOn(v.Availability, v.LocalDate); off != nil {
		a.say(out, "Availability: %s until %s.\n", awayWord(a.text, off.Kind), off.To)
	}
	if w := v.Wellness; w != nil && w.Readiness != nil {
		a.say(out, "Readiness: %s.\n", w.Readiness.Meaning)
		for _, why := range w.Readiness.Because {
			a.say(out, "  %s\n", why)
		}
	} else if w != nil && w.Missing["readiness"] != "" {
		a.say(out, "Readiness: unknown; %s.\n", w.Missing["readiness"])
	} else {
		a.say(out, "Readiness: no sleep or recovery data.\n")
	}
	if t := v.Training; t != nil && t.Today != nil && t.Form != nil {
		a.say(out, "Form: %s (TSB %s, fitness %s, fatigue %s).\n", t.Form.Name, workout.Decimals(t.Today.TSB, 1),
			workout.Decimals(t.Today.CTL, 1), workout.Decimals(t.Today.ATL, 1))
	} else if why := cmp.Or(v.Missing["form"], v.Missing[string(briefing.Training)]); why != "" {
		a.say(out, "Form: unknown; %s.\n", why)
	}
	a.tellPlanToday(v)
	a.tellAlerts(v)
}

// awayWord returns the reader's word for the reason of time off.
func awayWord(say workout.Say, kind calendar.AwayKind) string {
	switch kind {
	case calendar.AwaySick:
		return say("sick")
	case calendar.AwayInjured:
		return say("injured")
	case calendar.AwayTravel:
		return say("travelling")
	case calendar.AwayBusy:
		return say("no time for training")
	}
	return say("time off")
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
		if e := &v.Events[i]; e.Day == v.LocalDate || e.To != nil && e.Day <= v.LocalDate && v.LocalDate <= *e.To {
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
	fmt.Fprintln(out, "  "+a.todayLine(string(s.Status), s.Name, s.DurationS, s.DistanceKm, s.Pace.In(a.text)))
	for _, text := range append([]string{s.Intensity.In(a.text), s.Structure}, s.Comments...) {
		if text != "" {
			fmt.Fprintln(out, "      "+text)
		}
	}
}

// todayLine returns one session as a line: state, name and amount.
func (a *app) todayLine(status, name string, seconds, km float64, pace string) string {
	parts := []string{name}
	if seconds > 0 {
		parts = append(parts, i18n.Clock(seconds))
	}
	if km > 0 {
		parts = append(parts, a.distance(km))
	}
	if pace != "" {
		parts = append(parts, "@"+pace)
	}
	if status != "" {
		parts = append(parts, "("+a.stateWord(calendar.State(status))+")")
	}
	return strings.Join(parts, "  ")
}

// distance returns kilometres in the reader's unit.
func (a *app) distance(km float64) string {
	return a.text("%s", i18n.Measured("%g ", math.Round(100*km)/100, i18n.Kilometres()))
}

func (a *app) tellAlerts(v *briefing.View) {
	out := a.Streams.Out
	if w := v.Wellness; w != nil && w.Readiness != nil { // its meaning was printed
		v.Alerts = slices.DeleteFunc(v.Alerts, func(al briefing.Alert) bool { return al.Why == w.Readiness.Meaning })
	}
	if len(v.Alerts) == 0 {
		a.say(out, "No warnings.\n")
		return
	}
	a.say(out, "Watch out for:\n")
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

func (a *app) newTools() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "tools [NAME]",
		Short: "List the tools offered to assistants, or explain one",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := a.settings()
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return a.explain(s, args[0], asJSON)
			}
			t, err := a.Table(s).Select(selection(s))
			if err != nil {
				return err
			}
			if asJSON {
				return textclean.WriteJSON(a.Streams.Out, struct {
					Tools []tools.Listing `json:"tools"`
				}{t.List()})
			}
			return a.printTools(t)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the same JSON as tools/list")
	return c
}

// selection reads from the settings which tools to offer to an assistant.
func selection(s settings.Settings) tools.Selection {
	return tools.Selection{
		Toolsets: s.List(settings.Toolsets), Writes: tools.Writes(s.Get(settings.Writes)), More: s.Get(settings.More) == tools.AllSets,
	}
}

func (a *app) printTools(t *tools.Table) error {
	width := 0
	for _, name := range t.Names() {
		width = max(width, len(name))
	}
	for _, name := range t.Names() {
		row, _ := t.Lookup(name)
		first, _, _ := strings.Cut(row.Description, ". ")
		fmt.Fprintf(a.Streams.Out, "%-*s  %s\n", width, name, strings.TrimSuffix(first, "."))
	}
	return nil
}

// explain prints one tool with its arguments, whether or not the tool is offered.
func (a *app) explain(s settings.Settings, name string, asJSON bool) error {
	table := a.Table(s)
	row, ok := table.Lookup(name)
	if !ok {
		return training.Errorf(training.KindNotFound, "There is no tool %q.", tools.Clip(name)).WithFix("See: lapkeep tools --toolsets all")
	}
	if asJSON {
		return textclean.WriteJSON(a.Streams.Out, table.Listing(row))
	}
	out := a.Streams.Out
	a.say(out, "%s: %s (toolset %s)\n\n%s\n", row.Name, row.Title, row.Toolset, row.Description)
	in := row.Input()
	if len(in.Properties) > 0 {
		a.say(out, "\nArguments\n")
	}
	for _, arg := range slices.Sorted(maps.Keys(in.Properties)) {
		p := in.Properties[arg]
		about := strings.Join(append(slices.Clone(p.Types), p.Type), " ")
		if slices.Contains(in.Required, arg) {
			about = a.text("%s, required", about)
		}
		fmt.Fprintf(out, "  %-22s %s  (%s)\n", arg, p.Description, strings.TrimSpace(about))
	}
	a.sayAtHome(out, "\nExample: lapkeep call %s '{…}'\n", row.Name)
	return nil
}

type trustOptions struct{ list, remove bool }

func (a *app) newTrustEnv() *cobra.Command {
	var o trustOptions
	c := &cobra.Command{
		Use:   "trust-env DIR",
		Short: "Trust the service settings in a folder's .env file",
		Long: "Trust the service settings that another MCP server keeps in the .env file of DIR, whenever Lapkeep runs in that\n" +
			"folder. If the file changes, you must trust the folder again. Lapkeep reads nothing else from a folder:\n" +
			"its own settings come from its home folder, the environment and the command line.",
		Args: func(c *cobra.Command, args []string) error {
			if o.list {
				return cobra.NoArgs(c, args)
			}
			return cobra.MaximumNArgs(1)(c, args)
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.runTrustEnv(args, o) },
	}
	c.Flags().BoolVar(&o.list, "list", false, "list the trusted files")
	c.Flags().BoolVar(&o.remove, "remove", false, "stop trusting the folder's file")
	c.MarkFlagsMutuallyExclusive("list", "remove")
	return c
}

func (a *app) runTrustEnv(args []string, o trustOptions) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	home := s.Get(settings.Home)
	if o.list {
		return a.listTrusted(home)
	}
	if len(args) == 0 {
		return &usageError{wrongUse(sayingf("trust-env needs a folder")), sayingf("See: lapkeep trust-env --help")}
	}
	dir := args[0]
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(a.Places.WorkDir, dir)
	}
	if o.remove {
		path, err := settings.Distrust(home, dir)
		if err == nil {
			a.say(a.Streams.Out, "%s is no longer trusted.\n", shownPath(path))
		}
		return err
	}
	path, names, err := settings.Trust(home, dir, a.Places.Services)
	if err == nil {
		a.say(a.Streams.Out, "%s is trusted in that folder until the file changes. It sets: %s.\n", shownPath(path), strings.Join(names, ", "))
	}
	return err
}

func (a *app) listTrusted(home string) error {
	all, err := settings.TrustedFiles(home)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		a.say(a.Streams.Err, "No folder is trusted.\n")
	}
	for _, t := range all {
		fmt.Fprintf(a.Streams.Out, "%s  %s\n", t.SHA256, shownPath(t.Path))
	}
	return nil
}

// shownPath returns a path for printing; its folders may have untrusted names.
func shownPath(path string) string { return textclean.Line(path, textclean.TextRunes) }

// checkFolder returns findings about settings in the working folder's .env that have no
// effect, by name.
func (a *app) checkFolder(s settings.Settings) ([]finding, error) {
	f, err := settings.LookAtFolder(a.places(), s)
	if err != nil {
		return nil, err
	}
	path := shownPath(f.Path)
	var out []finding
	add := func(fix, detail string, args ...any) {
		out = append(out, finding{Check: "folder's .env", OK: true, Detail: a.text(detail, args...), Fix: fix, told: true})
	}
	if f.Err != nil {
		add("", "%s cannot be read as a file, and is ignored.", path)
	}
	if len(f.Never) > 0 {
		add(a.text("Lapkeep does not read its own settings from a folder. If they are yours, move them to .env or config.yaml in the "+
			"home folder."),
			"%s is ignored for %s.", path, strings.Join(f.Never, ", "))
	}
	switch names := strings.Join(f.Services, ", "); {
	case names == "":
	case f.Trusted:
		add("", "%s is trusted for %s.", path, names)
	default:
		add(a.text("If it is yours, run: lapkeep trust-env %s", textclean.Here(shownPath(filepath.Dir(f.Path)))),
			"%s is ignored for %s.", path, names)
	}
	if len(f.Others) > 0 {
		add("is ignored for "+strings.Join(f.Others, ", ")+".",
			"Lapkeep cannot connect to these services, but it imports the files you export from them.")
	}
	for _, skipped := range s.Skipped {
		out = append(out, finding{Check: "settings", OK: true, Detail: skipped.What, Fix: skipped.Fix, told: true})
	}
	return out, nil
}

// remarks returns findings as lines for people.
func remarks(found []finding) (lines []string) {
	for _, f := range found {
		lines = append(lines, strings.TrimSpace(f.Detail+" "+f.Fix))
	}
	return lines
}
