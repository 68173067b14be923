package plan

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v4"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Kept is a stored plan with its text.
type Kept struct {
	ID string
	Plan
	Text     memory.Text
	Problems []Problem
}

// Cache keeps the parsed plans of the last few texts, because parsing takes
// longer than anything else done with a plan. The plans are shared and must not
// be changed. It is safe for concurrent use.
type Cache struct {
	read cache.Cache[string, parsed] // keyed by the whole text, so changes in the store do not matter
}

// mostKept is the maximum number of cached texts.
const mostKept = 8

// parsed is the result of parsing a text.
type parsed struct {
	plan     Plan
	problems []Problem
}

// NewCache returns an empty cache.
func NewCache() *Cache {
	b := &Cache{}
	b.read.Most = mostKept
	return b
}

// Of returns the plan written in a text.
func (b *Cache) Of(ctx context.Context, t memory.Text) (Kept, error) {
	read, err := b.read.Get(ctx, nil, t.Body, func() (parsed, error) {
		p, problems := Parse(t.Body)
		return parsed{p, problems}, nil
	})
	return Kept{ID: t.ID, Plan: read.plan, Text: t, Problems: read.problems}, err
}

// All returns the athlete's plans, ordered by first day.
func (b *Cache) All(ctx context.Context, r store.Reader, s training.Scope) ([]Kept, error) {
	found, err := memory.ListText(ctx, r, s, memory.TrainingPlan)
	all := make([]Kept, len(found))
	for i := range found {
		if err == nil {
			all[i], err = b.Of(ctx, found[i])
		}
	}
	return all, err
}

// Find reads the plan with the given id, or the active one if the id is empty.
func Find(ctx context.Context, r store.Reader, s training.Scope, id string, today training.Day) (Kept, error) {
	return NewCache().Find(ctx, r, s, id, today)
}

// OnPlans returns the kinds of changes on which the texts of training plans depend.
func OnPlans() []ledger.ChangeKind {
	return []ledger.ChangeKind{document.TrainingPlans.Changes(), document.TextVersions.Changes(), document.SessionNotes.Changes()}
}

// Find returns the same as the function [Find], but does not parse a text again that is
// in the cache.
func (b *Cache) Find(ctx context.Context, r store.Reader, s training.Scope, id string, today training.Day) (Kept, error) {
	if id != "" {
		t, err := memory.FindText(ctx, r, s, memory.TrainingPlan, id)
		if err != nil {
			return Kept{}, err
		}
		return b.Of(ctx, t)
	}
	plans, err := b.All(ctx, r, s)
	if err != nil {
		return Kept{}, err
	}
	i := Active(plans, today)
	if i < 0 {
		return Kept{}, training.Errorf(training.KindNotFound, "There is no training plan yet.").
			WithFix("Create one with create_training_plan.")
	}
	return plans[i], nil
}

// Active returns the index of the plan that is active on a day: a current plan, or
// else the next one to begin, or else the last one that ended. Among several current
// plans, it prefers the one with the next race, or else the one that began last. A
// plan need not have a race, and stays active after its race. A template is never
// active; Active returns -1 if there is no plan.
func Active(all []Kept, today training.Day) int {
	best := -1
	for i := range all {
		if !all[i].Template && (best < 0 || before(&all[i].Plan, &all[best].Plan, today)) {
			best = i
		}
	}
	return best
}

// before reports whether the first plan is preferred to the second as the active plan.
func before(one, other *Plan, today training.Day) bool {
	a, b := one.Days(), other.Days()
	race := func(p *Plan) training.Day {
		if p.Race.Day < today {
			return math.MaxInt32 // no upcoming race
		}
		return p.Race.Day
	}
	when := func(r training.DayRange) int {
		switch {
		case r.From == 0:
			return 3 // no dates
		case r.Contains(today):
			return 0
		case r.From > today:
			return 1
		}
		return 2
	}
	if when(a) != when(b) {
		return when(a) < when(b)
	}
	switch when(a) {
	case 0:
		return cmp.Or(cmp.Compare(race(one), race(other)), cmp.Compare(b.From, a.From)) < 0
	case 1:
		return a.From < b.From
	}
	return a.To > b.To
}

// These are the accepted differences between stated and computed values: slack for the
// km, minutes or TSS of a week, and slackPace for a pace in seconds per km.
const (
	slack     = 0.05
	slackPace = 2
)

// checkRace checks the fields of a goal race against each other.
func (r *reader) checkRace(n *yaml.Node) {
	race := &r.plan.Race
	if race.Day == 0 && of(n, "date") == nil && !r.plan.Template {
		r.problem("goal_race has no date.", "Write its date as YYYY-MM-DD; a plan without a race has no goal_race.")
	}
	if race.Type != "" && !slices.Contains(RaceTypes(), race.Type) {
		r.atKey(n, "race_type").warn(i18n.Sentencef("%q is not a known type of race; it is kept.",
			i18n.Clip(race.Type, i18n.MostQuoted)),
			nearestOf(race.Type, RaceTypes()))
	}
	race.DistanceKm = cmp.Or(race.DistanceKm, raceKm[race.Type])
	if race.GoalTimeS == 0 || race.DistanceKm == 0 {
		return
	}
	pace := race.GoalTimeS / race.DistanceKm
	if math.Abs(race.GoalPaceSPerKm-pace) > slackPace && race.GoalPaceSPerKm > 0 {
		r.atKey(n, "goal_pace_min_per_km").warn(i18n.Sentencef("goal_time divided by distance_km gives a pace of %s, not %s.",
			i18n.Pace(pace), i18n.Pace(race.GoalPaceSPerKm)), "Change one of the three.")
		return
	}
	race.GoalPaceSPerKm = pace
}

// differs warns if a stated value is different from the computed one.
func (r *reader) differs(n *yaml.Node, key string, stated, follows float64) {
	if stated == 0 || near(stated, follows) {
		return
	}
	line := r.place.Line
	r.atKey(n, key).warn(i18n.Sentencef("%s is %g, but the values below it add up to %g.", i18n.Name(key), stated, rounded(follows)),
		i18n.Sentencef("Write %g, or leave it out: it is computed.", rounded(follows)))
	r.at(line)
}

// checkTotal compares a week's stated totals with the sums over its sessions.
// If the week has no sessions, its totals are targets and are not checked.
func (r *reader) checkTotal(n *yaml.Node, w *Week) {
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

// complete reports whether all sessions of a week have the value, so that their sum is meaningful.
func complete(w *Week, value func(*Session) float64) bool {
	return !slices.ContainsFunc(w.Sessions, func(s Session) bool { return s.Type != Rest && value(&s) == 0 })
}

// finish compares the weeks with each other and with the race.
func (r *reader) finish() {
	weeks := r.plan.Weeks
	numbers, starts := map[int]int{}, map[training.Day]int{}
	for i := range weeks {
		w := &weeks[i]
		r.place = Problem{Line: w.Line, Week: w.Number}
		if _, twice := numbers[w.Number]; twice {
			r.problem(i18n.Sentencef("There are two weeks %d.", w.Number), "Give each week its own week_number.")
		} else if other, twice := starts[w.Start]; twice && w.Start != 0 {
			r.problem(i18n.Sentencef("It starts on %s, as week %d does.", w.Start, other), "Give each week its own week_start_date.")
		} else if i > 0 {
			r.follows(&weeks[i-1], w)
		}
		numbers[w.Number], starts[w.Start] = i, w.Number
	}
	r.place = Problem{}
	r.checkEnds()
}

// follows checks that a week starts the right number of days after the previous one.
func (r *reader) follows(before, w *Week) {
	if before.Start == 0 || w.Start == 0 {
		return
	}
	if due := before.Start + training.Day(7*(w.Number-before.Number)); due != w.Start {
		r.warn(i18n.Sentencef("It starts on %s; by week %d it would be %s.", w.Start, before.Number, due),
			"Change week_start_date or week_number.")
	}
}

// checkEnds compares the plan's own dates with its weeks.
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
			"Add one, so that the race can be compared with the result.")
	}
}

// ToFolder converts the plan to a folder of workouts. The day of each workout is counted
// from the plan's first day. Races and strength exercises become text.
func (p *Plan) ToFolder() (training.WorkoutFolder, []training.LibraryWorkout) {
	days := p.Days()
	f := training.WorkoutFolder{Plan: true, Name: p.Name, Description: p.Notes, StartDay: &days.From, Weeks: (days.Days() + 6) / 7}
	var out []training.LibraryWorkout
	for s := range p.Sessions {
		e, ok := p.Event("", s)
		if !ok {
			continue
		}
		n := int(s.Day - days.From)
		w := training.LibraryWorkout{
			ID: s.ID, Name: e.Name, Description: e.Description, Structure: e.Structure, Sport: s.Sport, SubSport: s.SubSport, Indoor: s.Indoor,
			MovingTimeS: s.DurationS, DistanceKm: s.DistanceKm, Load: s.Load, PlanDay: &n,
		}
		if s.Type != "" {
			w.Tags = []string{string(s.Type)}
		}
		if w.Sport == "" {
			w.Sport = training.Other
		}
		out = append(out, w)
	}
	return f, out
}

// OfFolder returns the text of a plan made from the workouts of a folder,
// beginning on the day start. It leaves out workouts without a plan day.
func OfFolder(f *training.WorkoutFolder, workouts []training.LibraryWorkout, start training.Day) string {
	var b strings.Builder
	b.WriteString("plan_name: " + yamlText(f.Name) + "\n")
	monday := start.WeekStart(time.Monday)
	b.WriteString("plan_start_date: " + monday.String() + "\n")
	if f.Description != "" {
		b.WriteString("notes: " + yamlText(f.Description) + "\n")
	}
	sport := commonSport(workouts)
	if sport != "" {
		b.WriteString("sport: " + string(sport) + "\n")
	}
	b.WriteString("weeks:\n")
	sorted := slices.DeleteFunc(slices.Clone(workouts), func(w training.LibraryWorkout) bool { return w.PlanDay == nil || *w.PlanDay < 0 })
	slices.SortStableFunc(sorted, func(a, b training.LibraryWorkout) int { return *a.PlanDay - *b.PlanDay })
	week, number := training.Day(-1), 0
	for i := range sorted {
		day := start + training.Day(*sorted[i].PlanDay)
		for w := day.WeekStart(time.Monday); w != week; {
			week = max(week+7, monday)
			number++
			fmt.Fprintf(&b, "  - week_number: %d\n    week_start_date: %s\n", number, week)
			if w == week {
				b.WriteString("    sessions:\n")
			}
		}
		session(&b, &sorted[i], day, sport)
	}
	return b.String()
}

func session(b *strings.Builder, w *training.LibraryWorkout, day training.Day, plan training.Sport) {
	b.WriteString("      - day_of_week: " + day.Weekday().String() + "\n")
	line := func(key, value string) { b.WriteString("        " + key + ": " + value + "\n") }
	if at := slices.IndexFunc(w.Tags, func(tag string) bool { return slices.Contains(Types(), tag) }); at >= 0 {
		line(keyType, w.Tags[at])
	} else {
		line(keyType, string(Quality))
	}
	line(keyName, yamlText(w.Name))
	if w.Sport != plan && w.Sport != "" {
		line(keySport, string(w.Sport))
	}
	if w.Indoor {
		line("indoor", "true")
	}
	if w.DistanceKm > 0 {
		line(keyDistance, workout.Decimals(w.DistanceKm, 4))
	}
	if w.MovingTimeS > 0 {
		line(keyMinutes, workout.Decimals(w.MovingTimeS/60, 4))
	}
	if w.Load > 0 {
		line(keyLoad, workout.Decimals(w.Load, 2))
	}
	if w.Description == "" {
		return
	}
	key := keyDescription
	if len(w.Structure.Of(w.Description)) > 0 || strings.HasPrefix(w.Description, "- ") || strings.Contains(w.Description, "\n- ") {
		key = keyWorkout
	}
	line(key, block(w.Description))
}

// commonSport returns the sport of all workouts, or "" if they differ.
func commonSport(all []training.LibraryWorkout) training.Sport {
	for i := range all {
		if all[i].Sport != all[0].Sport {
			return ""
		}
	}
	if len(all) == 0 {
		return ""
	}
	return all[0].Sport
}

// yamlText returns a text in quotes for YAML. A JSON string is valid YAML.
func yamlText(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(b)
}

// block returns a text with several lines as a YAML block if that preserves it
// exactly, and otherwise in quotes.
func block(s string) string {
	plain := strings.Contains(s, "\n") && s == strings.TrimSpace(s) &&
		!strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) })
	if !plain {
		return yamlText(s)
	}
	return "|-\n          " + strings.ReplaceAll(s, "\n", "\n          ")
}
