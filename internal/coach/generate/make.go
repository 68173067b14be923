package generate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Made holds a plan that was made for a wish.
type Made struct {
	Plan plan.Plan
	// Text is the plan as a text, with the rules behind it as comments.
	Text    string
	Verdict Verdict
}

// Make makes a plan.
func Make(w Wish) (*Made, error) {
	d, err := w.check()
	if err != nil {
		return nil, err
	}
	m := &maker{Wish: &w, demand: d, train: w.choose(), takes: map[string]linear{}}
	m.phases()
	m.fill()
	out := &Made{Plan: m.plan(), Verdict: m.judge()}
	out.Text = m.comment(&out.Verdict) + plan.Write(&out.Plan)
	return out, nil
}

// plan returns the plan as weeks and sessions.
func (m *maker) plan() plan.Plan {
	out := plan.Plan{Name: m.name(), Start: m.Start, Off: m.Off}
	if m.Sport != Triathlon {
		out.Sport = training.Sport(m.Sport)
	}
	if m.Race == 0 {
		out.Goal = fmt.Sprintf("%s%s in %d weeks", strings.ToUpper(m.Goal[:1]), m.Goal[1:], m.Weeks)
	} else {
		out.Race = plan.Race{
			Name: textclean.Line(m.RaceName, textclean.NameRunes), Type: m.Goal, Day: m.Race, DistanceKm: m.RaceKm, GoalTimeS: m.GoalTimeS,
		}
	}
	for i := range m.weeks {
		k := &m.weeks[i]
		w := plan.Week{Number: k.number, Start: k.start, Phase: k.phase, Focus: m.focus(k)}
		for j := range k.sessions {
			w.Sessions = append(w.Sessions, m.session(&k.sessions[j]))
		}
		if m.Race != 0 && k.start <= m.Race && m.Race < k.start+7 {
			w.Sessions = append(
				w.Sessions,
				plan.Session{Day: m.Race, Type: plan.RaceDay, Sport: out.Sport, DurationS: 60 * math.Floor(m.GoalTimeS/60)},
			)
		}
		out.Weeks = append(out.Weeks, w)
	}
	return out
}

func (m *maker) name() string {
	switch {
	case m.Name != "":
		return textclean.Line(m.Name, textclean.NameRunes)
	case m.RaceName != "":
		return textclean.Line(m.RaceName, textclean.NameRunes)
	}
	words := strings.ReplaceAll(m.Goal, "_", " ")
	if m.Race == 0 {
		words = m.Sport + " " + words
	}
	return fmt.Sprintf("%s%s plan of %d weeks", strings.ToUpper(words[:1]), words[1:], m.Weeks)
}

// focus returns what a week is for, in words.
func (m *maker) focus(k *week) string {
	switch {
	case k.recovers:
		return "Recovery: less time, and one hard session at most"
	case k.phase == phaseTaper:
		return "Less time, the same intensity"
	case m.capped > 0 && k.number > m.capped:
		return "Your hours are used: longer repeats instead of longer weeks"
	case k.phase == phasePeak:
		return "The sessions of the race"
	case k.phase == phaseBuild:
		return "Threshold and VO2max"
	}
	return "Time and habit"
}

func (m *maker) session(s *session) plan.Session {
	out := plan.Session{Day: s.day, Type: s.kind(), Sport: s.sport, DurationS: math.Round(60 * s.minutes), Load: s.load}
	if s.key.id != "" {
		from := sessionOf(s.key.id)
		out.Name, out.Workout = from.Name, textOf(s.key.id, s.key.from)
		return out
	}
	switch {
	case s.role == long && s.sport == training.Running && m.walks():
		out.Name = "Long run with walks"
		out.Description = "Easy, with a minute of walking whenever it gets hard to talk, and at least every ten minutes."
	case s.role == long && m.Goal == "trail":
		out.Description = "Easy, on hills like those of the race; walk what is steep, and eat as you will then."
	case s.role == long:
		out.Description = "Steady, at a pace at which you can talk; eat and drink as on the day of a race."
	case s.role == shakeout:
		out.Description = "Loose, with three short accelerations."
	default:
		out.Description = "Easy: shorter and slower is fine, faster is not."
	}
	return out
}

func (s *session) kind() plan.Type {
	switch {
	case s.role == long && s.sport == training.Running:
		return plan.LongRun
	case s.role == long:
		return plan.Long
	case s.role == shakeout:
		return plan.Shakeout
	case s.role == brick:
		return "brick"
	case s.role == easy:
		return plan.Easy
	case s.key.id == "easy-run-with-strides":
		return "strides"
	}
	return plan.Intervals
}

// comment explains the rules behind the plan, each with its source.
func (m *maker) comment(v *Verdict) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "# "+format+"\n", args...) }
	line(plan.VerdictHeading+" %s.", strings.ReplaceAll(string(v.Rating), "_", " "))
	for _, r := range v.Reasons {
		line("%s", r)
	}
	line("For: %d days and at most %g hours a week, from a fitness (CTL) of %g, %s.", m.Days, m.Hours, m.CTL, m.Level)
	line(plan.RulesHeading)
	line(
		"- No run is more than 10 %% longer than the longest of the 30 days before it (Frandsen 2025, BJSM 59:1203); no ride or swim more " +
			"than 20 %% (custom).",
	)
	line("- Fitness (CTL) rises by at most %g in 7 days, and a week by a tenth over the heaviest before it (both custom).", m.Ramp)
	if m.recovers() {
		line("- Every fourth week is for recovery, with about a third less (custom: there is no trial in endurance sports).")
	}
	line("- At most %.0f %% of the time is above the first threshold (Seiler 2010; Muniz-Pumares 2025, Sports Med 55:1023).", 100*hardShare)
	line("- Hard and long sessions are not on adjacent days, and none is on the two days before a race (custom).")
	for _, d := range m.Races {
		if d != m.Race && d >= m.Start && d < m.Start+training.Day(7*m.Weeks) {
			line("- There is no session on the race of %s and on the %d days before it (custom).", d, restIn)
		}
	}
	if m.Race != 0 {
		line("- In the %d days before the race, time falls by 41 to 60 %%, and intensity stays (Bosquet 2007, MSSE 39:1358).", m.days)
	}
	line("- The lengths that a race asks for are custom; loads are estimates: the intensity that is usual, squared.")
	if m.capped > 0 {
		line("- From week %d on, your hours are used up: the plan goes on with longer repeats and race pace, not with longer weeks.", m.capped)
	}
	if !m.asked(m.train[0]) {
		line("- The long session is on a working day, because the weekend is off: it has %d min at most (custom).", workdayMin)
	}
	for _, s := range m.sources() {
		line("- %s", s)
	}
	return b.String()
}

// recovers reports whether the plan has a week of recovery with less time than the week before it.
func (m *maker) recovers() bool {
	for i := 1; i < len(m.weeks); i++ {
		before, _, _ := m.weeks[i-1].sum()
		if minutes, _, _ := m.weeks[i].sum(); m.weeks[i].recovers && minutes < before {
			return true
		}
	}
	return false
}

// sources returns the sources of the library sessions in the plan.
func (m *maker) sources() []string {
	var out []string
	for i := range m.done {
		if id := m.done[i].key.id; id != "" {
			s := sessionOf(id)
			out = append(out, s.Name+": "+s.Source)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// NextMonday returns the first day of the week after today, on which a plan starts by default.
func NextMonday(today training.Day) training.Day { return today.WeekStart(time.Monday) + 7 }
