package plan

import (
	"fmt"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
)

// Make makes the text of a plan.
func Make(w Wish) (string, error) {
	if err := w.check(); err != nil {
		return "", err
	}
	all := phases(&w)
	fill(&w, all)
	root := (&Node{}).Add("plan_name", YAMLText(w.name())).Add("plan_start_date", Literal(w.Start.String())).
		Add("sport", YAMLText(w.Sport))
	if w.Race != 0 {
		root.Add("goal_race", w.race())
	} else {
		root.Add("goal", YAMLText(fmt.Sprintf("Fitter in %d weeks", w.Weeks)))
	}
	weeks := ListYAML()
	for i := range all {
		Append(weeks, all[i].node())
	}
	root.Add("weeks", weeks)
	return w.comment() + WriteYAML(root), nil
}

func (w *Wish) name() string {
	switch {
	case w.Name != "":
		return textclean.Line(w.Name, textclean.NameRunes)
	case w.RaceName != "":
		return textclean.Line(w.RaceName, textclean.NameRunes)
	}
	return fmt.Sprintf("%s%s plan of %d weeks", strings.ToUpper(w.Sport[:1]), w.Sport[1:], w.Weeks)
}

// comment says by what rules the plan was made.
func (w *Wish) comment() string {
	hard := "cycling and running"
	if w.Sport != Triathlon {
		hard = w.Sport
	}
	return fmt.Sprintf(`# A first plan, to be changed: %d days and at most %g hours a week, from a fitness (CTL) of %g.
# Fitness rises by no more than %g in any 7 days, a week by about a tenth at most over the
# heaviest before it, and each fourth week is for recovery. Hard sessions of %s
# never follow each other. Loads are estimates: the intensity that is usual, squared.
`, w.Days, w.Hours, w.CTL, w.Ramp, hard)
}

func (w *Wish) race() *Node {
	n := (&Node{}).Add("date", Literal(w.Race.String()))
	if w.RaceName != "" {
		n.Add("race_name", YAMLText(textclean.Line(w.RaceName, textclean.NameRunes)))
	}
	if w.RaceKm > 0 {
		n.Add("distance_km", Literal(fmt.Sprint(w.RaceKm)))
	}
	if w.GoalTimeS > 0 {
		s := int(w.GoalTimeS)
		n.Add("goal_time", YAMLText(fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)))
	}
	return n
}

func (k *week) node() *Node {
	focus := k.phase
	if k.recovers {
		focus = "Recovery"
	}
	n := (&Node{}).Add("week_number", Literal(fmt.Sprint(k.number))).
		Add("week_start_date", Literal(k.start.String())).Add("phase", YAMLText(k.phase)).
		Add("weekly_focus", YAMLText(focus))
	all := ListYAML()
	for i := range k.sessions {
		Append(all, k.sessions[i].node())
	}
	return n.Add("sessions", all)
}

func (s *newplanSession) node() *Node {
	n := (&Node{}).Add("day_of_week", YAMLText(time.Weekday((s.day+1)%7).String())).
		Add("type", YAMLText(string(s.kind())))
	if s.sport != "" {
		n.Add("sport", YAMLText(string(s.sport)))
	}
	if s.minutes > 0 {
		n.Add("duration_minutes", Literal(fmt.Sprint(s.minutes)))
	}
	if s.load > 0 {
		n.Add("load", Literal(fmt.Sprint(s.load)))
	}
	if s.words != "" {
		n.Add("description", YAMLText(i18n.Clip(s.words, textclean.TextRunes)))
	}
	if s.workout != "" {
		n.Add("workout", YAMLText(s.workout))
	}
	return n
}
