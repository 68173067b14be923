package goals

import (
	"fmt"
	"strconv"

	"lapkeep/internal/analysis"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// Named is what a goal is called: by the athlete, or by what it wants.
func Named(g *training.Goal) string {
	if n := name(g); n != "" {
		return n
	}
	out := amount(g.Measure, g.Target)
	if g.Sport != "" {
		out += " of " + string(g.Sport)
	}
	if g.Period == training.GoalSeason {
		return out + fmt.Sprintf(" from %s to %s", g.From, g.To)
	}
	return out + " a " + string(g.Period)
}

// amount is a value of a measure with its unit.
func amount(m training.GoalMeasure, v float64) string {
	n := strconv.FormatFloat(analysis.Round(v, 1), 'f', -1, 64)
	switch m {
	case training.GoalDistanceKm:
		return n + " km"
	case training.GoalDurationH:
		return n + " h"
	case training.GoalElevationGainM:
		return n + " m of climbing"
	case training.GoalTSS:
		return "load " + n
	case training.GoalActivities:
		return n + " activities"
	}
	return n + " active days"
}

// words says one goal in a sentence.
func (p *Progress) words() string {
	g := training.Goal{Name: p.Name, Measure: p.Measure, Target: p.Target, Period: p.Period, Sport: p.Sport, From: p.Days.From, To: p.Days.To}
	is := Named(&g)
	switch p.State {
	case Reached:
		return fmt.Sprintf("%s: reached on %s, %s done.", is, p.ReachedOn, amount(p.Measure, p.Done))
	case NotBegun:
		return fmt.Sprintf("%s: it begins on %s.", is, p.Days.From)
	case Missed:
		return fmt.Sprintf("%s: it ended on %s, %s short.", is, p.Days.To, amount(p.Measure, *p.Remaining))
	}
	stands := "on pace"
	if p.State == Behind {
		stands = fmt.Sprintf("behind, %s would be on pace", amount(p.Measure, *p.Due))
	}
	return fmt.Sprintf("%s: %s done, %s; each of the %s left needs %s.", is, amount(p.Measure, p.Done), stands,
		phrase.Counted(p.DaysLeft, "day", "days"), amount(p.Measure, *p.PerDay))
}

// tell says every goal in a sentence.
func (l *List) tell() {
	if len(l.Goals) == 0 {
		l.Words = append(l.Words, "There is no goal yet. save_goal makes one, such as 200 km of cycling a week.")
	}
	for i := range l.Goals {
		l.Words = append(l.Words, l.Goals[i].words())
	}
	if l.Withheld > 0 {
		l.Words = append(l.Words, fmt.Sprintf("%s shown by the service that has it, and not counted.",
			phrase.Counted(l.Withheld, "activity of these periods is not", "activities of these periods are not")))
	}
}

// Line says in one line how the goals stand; it is empty without goals.
func (l *List) Line() string {
	count := map[State]int{}
	for i := range l.Goals {
		count[l.Goals[i].State]++
	}
	running := count[Reached] + count[OnPace] + count[Behind]
	if running == 0 {
		return ""
	}
	out := fmt.Sprintf("%s: %d reached, %d on pace, %d behind.", phrase.Counted(running, "goal", "goals"),
		count[Reached], count[OnPace], count[Behind])
	if count[Behind] > 0 {
		out += " " + l.Goals[0].words()
	}
	return out
}
