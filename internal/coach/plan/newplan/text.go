package newplan

import (
	"fmt"
	"strings"
	"time"

	"lapkeep/internal/coach/plan/yamldoc"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/textclean"
)

// Make makes the text of a plan.
func Make(w Wish) (string, error) {
	if err := w.check(); err != nil {
		return "", err
	}
	all := phases(&w)
	fill(&w, all)
	root := (&yamldoc.Node{}).Add("plan_name", yamldoc.Text(w.name())).Add("plan_start_date", yamldoc.Literal(w.Start.String())).
		Add("sport", yamldoc.Text(w.Sport))
	if w.Race != 0 {
		root.Add("goal_race", w.race())
	} else {
		root.Add("goal", yamldoc.Text(fmt.Sprintf("Fitter in %d weeks", w.Weeks)))
	}
	weeks := yamldoc.List()
	for i := range all {
		yamldoc.Append(weeks, all[i].node())
	}
	root.Add("weeks", weeks)
	return w.comment() + yamldoc.Write(root), nil
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

func (w *Wish) race() *yamldoc.Node {
	n := (&yamldoc.Node{}).Add("date", yamldoc.Literal(w.Race.String()))
	if w.RaceName != "" {
		n.Add("race_name", yamldoc.Text(textclean.Line(w.RaceName, textclean.NameRunes)))
	}
	if w.RaceKm > 0 {
		n.Add("distance_km", yamldoc.Literal(fmt.Sprint(w.RaceKm)))
	}
	if w.GoalTimeS > 0 {
		s := int(w.GoalTimeS)
		n.Add("goal_time", yamldoc.Text(fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)))
	}
	return n
}

func (k *week) node() *yamldoc.Node {
	focus := k.phase
	if k.recovers {
		focus = "Recovery"
	}
	n := (&yamldoc.Node{}).Add("week_number", yamldoc.Literal(fmt.Sprint(k.number))).
		Add("week_start_date", yamldoc.Literal(k.start.String())).Add("phase", yamldoc.Text(k.phase)).
		Add("weekly_focus", yamldoc.Text(focus))
	all := yamldoc.List()
	for i := range k.sessions {
		yamldoc.Append(all, k.sessions[i].node())
	}
	return n.Add("sessions", all)
}

func (s *session) node() *yamldoc.Node {
	n := (&yamldoc.Node{}).Add("day_of_week", yamldoc.Text(time.Weekday((s.day+1)%7).String())).
		Add("type", yamldoc.Text(string(s.kind())))
	if s.sport != "" {
		n.Add("sport", yamldoc.Text(string(s.sport)))
	}
	if s.minutes > 0 {
		n.Add("duration_minutes", yamldoc.Literal(fmt.Sprint(s.minutes)))
	}
	if s.load > 0 {
		n.Add("load", yamldoc.Literal(fmt.Sprint(s.load)))
	}
	if s.words != "" {
		n.Add("description", yamldoc.Text(phrase.Clip(s.words, textclean.TextRunes)))
	}
	if s.workout != "" {
		n.Add("workout", yamldoc.Text(s.workout))
	}
	return n
}
