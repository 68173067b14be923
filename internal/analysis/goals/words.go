package goals

import (
	"strconv"

	"lapkeep/internal/analysis"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/quantity"
	"lapkeep/internal/training"
)

// Named is what a goal is called: by the athlete, or by what it wants.
func Named(g *training.Goal) phrase.Sentence {
	if n := name(g); n != "" {
		return phrase.Name(n)
	}
	out := amount(g.Measure, g.Target)
	if g.Sport != "" {
		out = phrase.Sentencef("%s of %s", out, phrase.Word(g.Sport))
	}
	if g.Period == training.GoalSeason {
		return phrase.Sentencef("%s from %s to %s", out, g.From, g.To)
	}
	return phrase.Sentencef("%s a %s", out, phrase.Word(g.Period))
}

// amount is a value of a measure with its unit.
func amount(m training.GoalMeasure, v float64) phrase.Sentence {
	v = analysis.Round(v, 1)
	n := strconv.FormatFloat(v, 'f', -1, 64)
	switch m {
	case training.GoalDistanceKm:
		return phrase.Sentencef("%s", phrase.Measured("%v ", v, quantity.Kilometres()))
	case training.GoalDurationH:
		return phrase.Sentencef("%s h", n)
	case training.GoalElevationGainM:
		return phrase.Sentencef("%s of climbing", phrase.Measured("%v ", v, quantity.Metres()))
	case training.GoalTSS:
		return phrase.Sentencef("load %s", n)
	case training.GoalActivities:
		return phrase.Sentencef("%s activities", n)
	}
	return phrase.Sentencef("%s active days", n)
}

// words says one goal in a sentence.
func (p *Progress) words() phrase.Sentence {
	g := training.Goal{Name: p.Name, Measure: p.Measure, Target: p.Target, Period: p.Period, Sport: p.Sport, From: p.Days.From, To: p.Days.To}
	is := Named(&g)
	switch p.State {
	case Reached:
		return phrase.Sentencef("%s: reached on %s, %s done.", is, p.ReachedOn, amount(p.Measure, p.Done))
	case NotBegun:
		return phrase.Sentencef("%s: it begins on %s.", is, p.Days.From)
	case Missed:
		return phrase.Sentencef("%s: it ended on %s, %s short.", is, p.Days.To, amount(p.Measure, *p.Remaining))
	}
	stands := phrase.Sentence("on pace")
	if p.State == Behind {
		stands = phrase.Sentencef("behind, %s would be on pace", amount(p.Measure, *p.Due))
	}
	return phrase.Sentencef("%s: %s done, %s; each of the %s left needs %s.", is, amount(p.Measure, p.Done), stands,
		phrase.Numbered(p.DaysLeft, "day", "days"), amount(p.Measure, *p.PerDay))
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
		l.Words = append(l.Words, phrase.Sentencef("%s shown by the service that has it, and not counted.",
			phrase.Numbered(l.Withheld, "activity of these periods is not", "activities of these periods are not")))
	}
}

// Line says in one line how the goals stand; it is empty without goals.
func (l *List) Line() phrase.Sentence {
	count := map[State]int{}
	for i := range l.Goals {
		count[l.Goals[i].State]++
	}
	running := count[Reached] + count[OnPace] + count[Behind]
	if running == 0 {
		return ""
	}
	out := phrase.Sentencef("%s: %d reached, %d on pace, %d behind.", phrase.Numbered(running, "goal", "goals"),
		count[Reached], count[OnPace], count[Behind])
	if count[Behind] > 0 {
		return phrase.InARow(out, l.Goals[0].words())
	}
	return out
}
