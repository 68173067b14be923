package athlete

import (
	"strconv"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Named is what a goal is called: by the athlete, or by what it wants.
func Named(g *training.Goal) i18n.Sentence {
	if n := name(g); n != "" {
		return i18n.Name(n)
	}
	out := amount(g.Measure, g.Target)
	if g.Sport != "" {
		out = i18n.Sentencef("%s of %s", out, i18n.Word(g.Sport))
	}
	if g.Period == training.GoalSeason {
		return i18n.Sentencef("%s from %s to %s", out, g.From, g.To)
	}
	return i18n.Sentencef("%s a %s", out, i18n.Word(g.Period))
}

// amount is a value of a measure with its unit.
func amount(m training.GoalMeasure, v float64) i18n.Sentence {
	v = answers.Round(v, 1)
	n := strconv.FormatFloat(v, 'f', -1, 64)
	switch m {
	case training.GoalDistanceKm:
		return i18n.Sentencef("%s", i18n.Measured("%v ", v, i18n.Kilometres()))
	case training.GoalDurationH:
		return i18n.Sentencef("%s h", n)
	case training.GoalElevationGainM:
		return i18n.Sentencef("%s of climbing", i18n.Measured("%v ", v, i18n.Metres()))
	case training.GoalTSS:
		return i18n.Sentencef("load %s", n)
	case training.GoalActivities:
		return i18n.Sentencef("%s activities", n)
	}
	return i18n.Sentencef("%s active days", n)
}

// words says one goal in a sentence.
func (p *Progress) words() i18n.Sentence {
	g := training.Goal{Name: p.Name, Measure: p.Measure, Target: p.Target, Period: p.Period, Sport: p.Sport, From: p.Days.From, To: p.Days.To}
	is := Named(&g)
	switch p.State {
	case Reached:
		return i18n.Sentencef("%s: reached on %s, %s done.", is, p.ReachedOn, amount(p.Measure, p.Done))
	case NotBegun:
		return i18n.Sentencef("%s: it begins on %s.", is, p.Days.From)
	case Missed:
		return i18n.Sentencef("%s: it ended on %s, %s short.", is, p.Days.To, amount(p.Measure, *p.Remaining))
	}
	stands := i18n.Sentence("on pace")
	if p.State == Behind {
		stands = i18n.Sentencef("behind, %s would be on pace", amount(p.Measure, *p.Due))
	}
	return i18n.Sentencef("%s: %s done, %s; each of the %s left needs %s.", is, amount(p.Measure, p.Done), stands,
		i18n.Numbered(p.DaysLeft, "day", "days"), amount(p.Measure, *p.PerDay))
}

// tell says every goal in a sentence.
func (l *GoalList) tell() {
	if len(l.Goals) == 0 {
		l.Words = append(l.Words, "There is no goal yet. save_goal makes one, such as 200 km of cycling a week.")
	}
	for i := range l.Goals {
		l.Words = append(l.Words, l.Goals[i].words())
	}
	if l.Withheld > 0 {
		l.Words = append(l.Words, i18n.Sentencef("%s shown by the service that has it, and not counted.",
			i18n.Numbered(l.Withheld, "activity of these periods is not", "activities of these periods are not")))
	}
}

// Line says in one line how the goals stand; it is empty without goals.
func (l *GoalList) Line() i18n.Sentence {
	count := map[GoalState]int{}
	for i := range l.Goals {
		count[l.Goals[i].State]++
	}
	running := count[Reached] + count[OnPace] + count[Behind]
	if running == 0 {
		return ""
	}
	out := i18n.Sentencef("%s: %d reached, %d on pace, %d behind.", i18n.Numbered(running, "goal", "goals"),
		count[Reached], count[OnPace], count[Behind])
	if count[Behind] > 0 {
		return i18n.InARow(out, l.Goals[0].words())
	}
	return out
}
