package plan

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

const (
	maxWeeks    = 520 // ten years
	maxSessions = 50  // per week
)

// Parse parses a plan's text as far as possible, and returns its problems. For
// a text that is not YAML, it returns one problem and an empty plan.
func Parse(text string) (Plan, []Problem) {
	doc, err := ReadYAML(text)
	if err != nil {
		var f *Fault
		if errors.As(err, &f) {
			return Plan{}, []Problem{{Line: f.Line, What: f.What, Fix: f.Fix}}
		}
		return Plan{}, []Problem{{What: i18n.Sentence(err.Error())}}
	}
	p, problems := read(doc)
	return *p, problems
}

// reader reads the parsed YAML tree. place is the current position.
type reader struct {
	plan     *Plan
	place    Problem
	problems []Problem
	ids      map[string]bool
	written  map[string]int // number of times that each id in the text was read
	runs     bool           // sessions are listed under the key of the original format
}

func read(doc *Doc) (*Plan, []Problem) {
	r := &reader{plan: &Plan{}, ids: map[string]bool{}, written: map[string]int{}}
	if doc.Root.Kind != yaml.MappingNode {
		r.place.Line = doc.Root.Line
		r.problem("The text is not a training plan: it has no names at its left edge.", "Begin with plan_name and weeks.")
		return r.plan, r.problems
	}
	r.head(doc.Root)
	weeks := r.list(doc.Root, keyWeeks, maxWeeks)
	r.writtenIDs(weeks)
	for i, n := range weeks {
		r.week(n, i)
	}
	r.place = Problem{}
	r.finish()
	attach(r.plan, doc)
	slices.SortStableFunc(r.plan.Weeks, func(a, b Week) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start),
			cmp.Compare(a.Number, b.Number))
	})
	for i := range r.plan.Weeks {
		slices.SortStableFunc(r.plan.Weeks[i].Sessions, func(a, b Session) int { return int(a.Day - b.Day) })
	}
	return r.plan, r.problems
}

func (r *reader) add(p Problem) {
	if len(r.problems) < maxProblems {
		r.problems = append(r.problems, p)
	}
}

func (r *reader) problem(what, fix i18n.Sentence) {
	p := r.place
	p.What, p.Fix = what, fix
	r.add(p)
}

func (r *reader) warn(what, fix i18n.Sentence) {
	p := r.place
	p.What, p.Fix, p.Warning = what, fix, true
	r.add(p)
}

// at sets the line number for the next problem.
func (r *reader) at(line int) *reader {
	r.place.Line = cmp.Or(line, r.place.Line)
	return r
}

// keys reports keys that are unknown, repeated, or aliases.
func (r *reader) keys(n *yaml.Node, known []string) {
	seen := map[string]bool{}
	line := r.place.Line
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i].Value
		r.at(n.Content[i].Line)
		switch {
		case key == "<<" || n.Content[i+1].Kind == yaml.AliasNode:
			r.problem("An alias refers to a value written elsewhere.", "Write the value out: aliases are not followed.")
		case seen[key]:
			r.problem(i18n.Sentencef("%s appears twice.", i18n.Name(key)), "Keep one of the two.")
		case !slices.Contains(known, key):
			r.warn(i18n.Sentencef("%q is not a field that Lapkeep uses; it is kept.", i18n.Clip(key, i18n.MostQuoted)),
				nameTheKey(key, known))
		}
		seen[key] = true
	}
	r.at(line)
}

// listed is a mapping with its index in a list.
type listed struct {
	*yaml.Node
	at int
}

func (r *reader) list(n *yaml.Node, key string, most int) []listed {
	v := of(n, key)
	if v == nil || v.Kind == yaml.AliasNode {
		return nil
	}
	line := r.place.Line
	defer func() { r.place.Line = line }()
	if v.Kind != yaml.SequenceNode {
		r.at(v.Line).problem(i18n.Sentencef("%s is not a list.", i18n.Name(key)), "Begin each of its entries with a dash.")
		return nil
	}
	var out []listed
	for i, it := range v.Content {
		switch {
		case len(out) == most:
			r.at(it.Line).problem(i18n.Sentencef("%s has more than %d entries.", i18n.Name(key), most),
				"Write the rest as a plan of its own.")
			return out
		case it.Kind == yaml.MappingNode:
			out = append(out, listed{it, i})
		default:
			r.at(it.Line).problem(i18n.Sentencef("An entry of %s is not a mapping of names and values.", i18n.Name(key)),
				"Write each of its values as \"name: value\".")
		}
	}
	return out
}

func (r *reader) head(n *yaml.Node) {
	p := r.plan
	r.at(n.Line).keys(n, planKeys())
	p.Name, p.Notes, p.Goal = r.text(n, keyPlanName), r.text(n, keyNotes), r.text(n, keyGoal)
	p.Start, _ = r.day(n, keyPlanStart)
	p.Template = r.yes(n, keyTemplate)
	for name := range strings.FieldsFuncSeq(r.text(n, keyDaysOff), func(c rune) bool { return c == ',' || c == ' ' }) {
		if in, ok := DayIn(name); ok {
			p.Off = append(p.Off, time.Weekday((in+1)%weekDays))
		} else {
			r.atKey(n, keyDaysOff).warn(i18n.Sentencef("%q is not a day of the week.", i18n.Clip(name, i18n.MostQuoted)),
				"Write days_off as \"monday, friday\".")
		}
	}
	if said := r.text(n, keySport); said != severalSports {
		p.Sport, _ = r.sport(n)
	}
	r.runs = of(n, keySport) == nil && hasRuns(n)
	if r.runs {
		p.Sport = training.Running
	}
	if p.Name == "" {
		r.warn("The plan has no plan_name.", "Give it a name that the athlete will recognise.")
	}
	if of(n, keyWeeks) == nil {
		r.problem("The plan has no weeks.", "Write weeks with a list, each with week_number, week_start_date and sessions.")
	}
	r.race(of(n, keyRace))
	for _, ph := range r.list(n, keyPhases, maxWeeks) {
		r.phase(ph.Node)
	}
	r.place.Line = 0
}

// hasRuns reports whether a plan is written in the original format, which supports only running.
func hasRuns(n *yaml.Node) bool {
	weeks := of(n, keyWeeks)
	return weeks != nil && slices.ContainsFunc(weeks.Content, func(w *yaml.Node) bool { return of(w, keyRuns) != nil })
}

func (r *reader) race(n *yaml.Node) {
	if n == nil {
		return
	}
	r.at(n.Line)
	if n.Kind != yaml.MappingNode {
		r.problem("goal_race has no names with values.", "Write date, race_type, distance_km, goal_time and race_name below it.")
		return
	}
	r.keys(n, raceKeys())
	race := &r.plan.Race
	race.Name, race.Type = r.text(n, "race_name"), r.text(n, "race_type")
	race.Day, _ = r.day(n, "date")
	race.DistanceKm = r.number(n, keyDistance, maxKm)
	race.GoalTimeS = r.clock(n, "goal_time")
	race.GoalPaceSPerKm, _ = r.pace(n, "goal_pace_min_per_km")
	race.Sport = r.plan.Sport
	if s, _ := r.sport(n); s != "" {
		race.Sport = s
	}
	r.checkRace(n)
}

func (r *reader) phase(n *yaml.Node) {
	r.at(n.Line).keys(n, phaseKeys())
	ph := Phase{
		Name: r.text(n, keyName), Focus: r.text(n, "focus"), From: r.whole(n, "from_week", maxWeekNumber),
		To: r.whole(n, "to_week", maxWeekNumber),
	}
	if ph.Name == "" || ph.From == 0 || ph.To < ph.From {
		r.problem("A phase has no name, or its weeks are not a valid range.", "Write name, from_week and to_week.")
		return
	}
	r.plan.Phases = append(r.plan.Phases, ph)
}

func (r *reader) week(l listed, i int) {
	n := l.Node
	number := r.at(n.Line).whole(n, keyWeek, maxWeekNumber)
	r.place.Week = number
	if number == 0 {
		number = i + 1
		if last := len(r.plan.Weeks) - 1; last >= 0 {
			number = r.plan.Weeks[last].Number + 1
		}
		r.place.Week = number
		r.warn("The week has no week_number.", i18n.Sentencef("It is read as week %d; write it that way.", number))
	}
	r.keys(n, weekKeys())
	w := Week{
		Number: number, Line: n.Line, path: Path{keyWeeks, l.at}, Focus: r.text(n, keyFocus), Phase: r.text(n,
			keyPhase), Notes: r.text(n, keyNotes),
		Stated: Total{
			DistanceKm: r.number(n, keyWeekKm, maxKm), DurationS: 60 * r.number(n, keyWeekMinutes, maxMinutes),
			Load: r.number(n, keyWeekLoad, maxLoad),
		},
	}
	w.Start = r.weekStart(n, number)
	w.Phase = cmp.Or(w.Phase, r.plan.phaseOf(number))
	days := map[string]int{}
	for _, key := range []string{keyRuns, keySessions} {
		for _, s := range r.list(n, key, maxSessions) {
			one := r.session(s.Node, &w, days)
			one.list, one.at = slices.Concat(w.path, Path{key}), s.at
			w.Sessions = append(w.Sessions, one)
			r.place.Session, r.place.Line = "", n.Line
		}
	}
	r.plan.Weeks = append(r.plan.Weeks, w)
	r.checkTotal(n, &w)
}

func (p *Plan) phaseOf(week int) string {
	for _, ph := range p.Phases {
		if ph.From <= week && week <= ph.To {
			return ph.Name
		}
	}
	return ""
}

// weekStart returns the Monday of a week, which is either in the text or computed from
// the plan's start.
func (r *reader) weekStart(n *yaml.Node, number int) training.Day {
	if d, ok := r.day(n, keyWeekStart); ok {
		if monday := d.WeekStart(1); monday != d {
			r.atKey(n, keyWeekStart).problem(i18n.Sentencef("%s is a %s; weeks start on Monday.", d, i18n.Word(d.Weekday().String())),
				i18n.Sentencef("Write %s.", monday))
			return monday
		}
		return d
	}
	if r.plan.Start != 0 {
		return r.plan.Start.WeekStart(1) + training.Day(7*(number-1))
	}
	for _, w := range r.plan.Weeks {
		if w.Start != 0 {
			return w.Start + training.Day(7*(number-w.Number))
		}
	}
	if r.plan.Template {
		return 0
	}
	r.at(n.Line).problem("The week has no date.", "Write its week_start_date, a Monday as YYYY-MM-DD.")
	return 0
}

// writtenIDs collects the ids in the text, so that generated ids can differ from them.
func (r *reader) writtenIDs(weeks []listed) {
	for _, w := range weeks {
		for _, key := range []string{keyRuns, keySessions} {
			list := of(w.Node, key)
			if list == nil {
				continue
			}
			for _, it := range list.Content {
				if id := of(it, keyID); id != nil {
					r.ids[strings.TrimSpace(id.Value)] = true
				}
			}
		}
	}
}

// Problem is an error or a warning about a plan's text.
type Problem struct {
	// These fields locate the problem: the line, counted from 1, the number of the week,
	// and the id of the session. Each is zero if it does not apply.
	Line    int
	Week    int
	Session string
	// What is a sentence that describes the problem, and Fix one that explains how to correct it.
	What, Fix i18n.Sentence
	// Warning means that the text is accepted, but perhaps not as intended.
	Warning bool
}

func (p Problem) String() string { return p.Sentence().String() }

// Sentence returns the problem with its position as a sentence.
func (p Problem) Sentence() i18n.Sentence {
	said := i18n.InARow(p.What, p.Fix)
	switch {
	case p.Session != "" && p.Line > 0:
		return i18n.Sentencef("Line %d, week %d, session %s: %s", p.Line, p.Week, p.Session, said)
	case p.Week > 0 && p.Line > 0:
		return i18n.Sentencef("Line %d, week %d: %s", p.Line, p.Week, said)
	case p.Line > 0:
		return i18n.Sentencef("Line %d: %s", p.Line, said)
	}
	return said
}

// Sound reports whether there are no problems other than warnings.
func Sound(all []Problem) bool {
	for _, p := range all {
		if !p.Warning {
			return false
		}
	}
	return true
}

// maxProblems limits the number of problems reported for a text.
const maxProblems = 100

// nameTheKey suggests the key that was probably meant, or else lists all valid keys.
func nameTheKey(key string, known []string) i18n.Sentence {
	if near := i18n.Nearest(key, known); near != "" {
		return i18n.Sentencef("Did you mean %s?", i18n.Name(near))
	}
	return i18n.Sentencef("The choices are: %s.", i18n.Name(strings.Join(known, ", ")))
}
