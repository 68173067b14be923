package plan

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// How far what is stated may be from what follows: km, minutes or TSS of a
// week, and seconds a km of a pace.
const (
	slack     = 0.05
	slackPace = 2
)

// checkRace holds what a goal race says against itself.
func (r *reader) checkRace(n *Node) {
	race := &r.plan.Race
	if race.Day == 0 && n.Of("date") == nil {
		r.problem("goal_race has no date.", "Write its date as YYYY-MM-DD; a plan without a race has no goal_race.")
	}
	if race.Type != "" && !slices.Contains(RaceTypes(), race.Type) {
		r.atKey(n, "race_type").warn(i18n.Sentencef("%q is no type of race that is known; it is kept.",
			i18n.Clip(race.Type, i18n.MostQuoted)),
			nearestOf(race.Type, RaceTypes()))
	}
	race.DistanceKm = cmp.Or(race.DistanceKm, raceKm[race.Type])
	if race.GoalTimeS == 0 || race.DistanceKm == 0 {
		return
	}
	pace := race.GoalTimeS / race.DistanceKm
	if math.Abs(race.GoalPaceSPerKm-pace) > slackPace && race.GoalPaceSPerKm > 0 {
		r.atKey(n, "goal_pace_min_per_km").warn(i18n.Sentencef("goal_time over distance_km is %s, not %s.",
			i18n.Pace(pace), i18n.Pace(race.GoalPaceSPerKm)), "Change one of the three.")
		return
	}
	race.GoalPaceSPerKm = pace
}

// differs warns where a stated value is not what follows.
func (r *reader) differs(n *Node, key string, stated, follows float64) {
	if stated == 0 || near(stated, follows) {
		return
	}
	line := r.place.Line
	r.atKey(n, key).warn(i18n.Sentencef("%s is %g, but what is written adds up to %g.", i18n.Name(key), stated, rounded(follows)),
		i18n.Sentencef("Write %g, or take it out: it follows by itself.", rounded(follows)))
	r.at(line)
}

// checkTotal holds a week's stated totals against its sessions. Those of a
// week without sessions are what is aimed at.
func (r *reader) checkTotal(n *Node, w *Week) {
	if len(w.Sessions) == 0 {
		return
	}
	t := r.plan.Total(w)
	r.differs(n, keyWeekKm, w.Stated.DistanceKm, t.DistanceKm)
	if complete(w, func(s *Session) float64 { return s.DurationS }) {
		r.differs(n, keyWeekMinutes, w.Stated.DurationS/60, t.DurationS/60)
	}
	if complete(w, func(s *Session) float64 { return s.Load }) {
		r.differs(n, keyWeekLoad, w.Stated.Load, t.Load)
	}
}

// complete reports that all sessions of a week say a value, so that their sum is one.
func complete(w *Week, value func(*Session) float64) bool {
	return !slices.ContainsFunc(w.Sessions, func(s Session) bool { return s.Type != Rest && value(&s) == 0 })
}

// finish holds the weeks against each other and the race.
func (r *reader) finish() {
	weeks := r.plan.Weeks
	numbers, starts := map[int]int{}, map[training.Day]int{}
	for i := range weeks {
		w := &weeks[i]
		r.place = Problem{Line: w.Line, Week: w.Number}
		if _, twice := numbers[w.Number]; twice {
			r.problem(i18n.Sentencef("There are two weeks %d.", w.Number), "Give each week a week_number of its own.")
		} else if other, twice := starts[w.Start]; twice && w.Start != 0 {
			r.problem(i18n.Sentencef("It starts on %s, as week %d does.", w.Start, other), "Give each week a week_start_date of its own.")
		} else if i > 0 {
			r.follows(&weeks[i-1], w)
		}
		numbers[w.Number], starts[w.Start] = i, w.Number
	}
	r.place = Problem{}
	r.checkEnds()
}

// follows holds the date of a week against that of the one before it.
func (r *reader) follows(before, w *Week) {
	if before.Start == 0 || w.Start == 0 {
		return
	}
	if due := before.Start + training.Day(7*(w.Number-before.Number)); due != w.Start {
		r.warn(i18n.Sentencef("It starts on %s; by week %d it would be %s.", w.Start, before.Number, due),
			"Change week_start_date or week_number.")
	}
}

// checkEnds holds the plan's own dates against its weeks.
func (r *reader) checkEnds() {
	p := r.plan
	if len(p.Weeks) == 0 {
		return
	}
	first, last := training.Day(0), training.Day(0)
	for _, w := range p.Weeks {
		if w.Start != 0 && (first == 0 || w.Start < first) {
			first = w.Start
		}
		last = max(last, w.Start+6)
	}
	if p.Start != 0 && first != 0 && (p.Start < first || p.Start > first+6) {
		r.warn(i18n.Sentencef("plan_start_date is %s, but the first week starts on %s.", p.Start, first), "Change one of the two.")
	}
	race := p.Race.Day
	switch w := p.WeekOf(race); {
	case race == 0:
	case w == nil:
		r.warn(i18n.Sentencef("The race on %s is in none of the weeks, which end on %s.", race, last), "Add the weeks up to the race.")
	case !slices.ContainsFunc(w.Sessions, func(s Session) bool { return s.Day == race && s.Type == RaceDay }):
		r.warn(i18n.Sentencef("The day of the race, %s, has no session of type race.", race),
			"Add one, so that the race is held against what is done.")
	}
}
