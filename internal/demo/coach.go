package demo

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// TrainingPlan returns the athlete's training plan as YAML: the weeks of the
// calendar up to the next race. Its sessions have the same ids as the events.
func (p Plan) TrainingPlan() (id, text string) {
	var b strings.Builder
	s := p.season
	b.WriteString("# Three weeks that build, one that is easy; the race decides the last three.\n")
	fmt.Fprintf(&b, "plan_name: %s\nsport: triathlon\n", racePlanName)
	fmt.Fprintf(&b, "goal_race:\n  race_name: City 10 km\n  race_type: 10k\n  sport: running\n  date: %s\n  distance_km: 10\n", s.next)
	b.WriteString("  goal_time: \"40:30\"\nweeks:\n")
	number, last := 0, training.Day(0)
	for _, a := range s.asked() {
		monday := a.Day.WeekStart(time.Monday)
		for ; last < monday; last += weekDays {
			if last == 0 {
				last = monday - weekDays
			}
			number++
			s.beginWeek(&b, number, last+weekDays)
		}
		a.write(&b)
	}
	return racePlan, b.String()
}

const weekDays = 7

func (s season) beginWeek(b *strings.Builder, number int, monday training.Day) {
	this, phase, focus := s.born.WeekStart(time.Monday), "build", "Base and one hard session"
	switch {
	case monday == s.raceWeek():
		phase, focus = "race", "Fresh for Sunday"
	case monday == s.raceWeek()-weekDays:
		phase, focus = "taper", "Less of everything, a little of the race's pace"
	case s.easy(int(monday-s.from)/weekDays, monday):
		focus = "An easy week"
	case monday == this:
		b.WriteString("  # The knee first: a spin in place of the run if it hurts above 3\n")
	}
	fmt.Fprintf(b, "  - week_number: %d\n    week_start_date: %s\n    phase: %s\n    weekly_focus: %s\n    sessions:\n",
		number, monday, phase, focus)
}

func (a *asked) write(b *strings.Builder) {
	fmt.Fprintf(b, "      - id: %s\n        day_of_week: %s\n        type: %s\n        name: %q\n",
		a.event(), a.Day.Weekday(), a.planType(), a.Name)
	if a.text == "" {
		b.WriteString("        distance_km: 51.5\n")
		return
	}
	fmt.Fprintf(b, "        sport: %s\n", a.Sport)
	if a.indoor {
		b.WriteString("        indoor: true\n")
	}
	b.WriteString("        workout: |\n")
	for line := range strings.Lines(strings.TrimSpace(a.text)) {
		if line = strings.TrimRight(line, "\n"); line != "" {
			line = "          " + line
		}
		b.WriteString(line + "\n")
	}
}

func (a *asked) event() string { return strings.Replace(a.ID, "demo-", "plan-", 1) }

func (a *asked) planType() string {
	if a.Race {
		return "race"
	}
	return cmp.Or([...]string{
		sweetSpot: "workout", threshold: "workout", vo2max: "workout", ftpTest: "test", tempoRun: "tempo", trackRun: "intervals",
		endurance: "long", hillyRide: "long", groupRide: "long", longRun: "long_run", spin: "recovery", easyRun: "easy", hillRun: "hills",
		ergRide: "endurance", poolSwim: "technique", openSwim: "endurance", strength: "strength", tenK: "",
	}[a.kind], "race")
}

// Session is a conversation with the coach on one day, with the agreements that were made.
type Session struct {
	Day     training.Day
	At      time.Time
	Coach   string // the persona
	Summary string
}

// Sessions returns the sessions with the coach, oldest first.
func (p Plan) Sessions() []Session {
	born := p.season.born
	var out []Session
	for _, s := range []struct {
		before  training.Day
		summary string
	}{
		{27, "Agreed on the City 10 km as the goal, and on one hard ride and one hard run a week.\n\nMonday stays free of intensity."},
		{13, "The last repeat was left out because the legs were heavy, and that was right.\n\n" +
			"- The long run felt easy.\n- Next: the easy week as it stands."},
		{6, "Left knee stiff on stairs since yesterday, 2 of 10, gone after ten minutes of running.\n\n" +
			"- Strength for the hip twice a week.\n- Above 3, a spin takes the place of the run."},
		{1, "Short check-in: sleep good, knee the same.\n\nToday as planned; talk about the pace of the race on Sunday."},
	} {
		day := born - s.before
		at := day.Time(p.Athlete.Location()).Add(20*time.Hour + 15*time.Minute)
		out = append(out, Session{Day: day, At: at, Coach: "compass", Summary: s.summary})
	}
	return out
}

// remembered is the beginning of the coach's memory, before its facts.
const remembered = `# Coach memory

## Athlete

Rides, runs and swims for fun and a few races a year. Works in an office, two evenings with the family.
Sleeps well except before races.

## PRs

See get_records: they are computed. The half marathon hurt from 17 km on.

## Goals

- City 10 km in 40:30, by even pacing
- A summer without injury

## Active flags

- Left knee stiff on stairs, see the body map

## Training context

Six to nine hours a week. Indoors on weekdays in winter. The pool is open before seven.

## Patterns & Insights

- Leaves out the last repeat when work was long; that is fine
- Starts races 10 s/km too fast
- An easy week every fourth keeps the legs good

## Facts

`

// Memory returns the coach's memory in the form of its file, without the
// history of sessions.
func (p Plan) Memory() string {
	born := p.season.born
	var b strings.Builder
	b.WriteString(remembered)
	for i, f := range []struct {
		kind, text    string
		before, until training.Day // before is in days before born; until is in days after born, or 0 for none
	}{
		{"goal", "City 10 km in 40:30.", 27, p.season.next - born},
		{"availability", "No training on Thursday evenings.", 27, 0},
		{"preference", "Coach persona: compass, intensity 3.", 27, 0},
		{"equipment", "Smart trainer, power meter on both bikes, foot pod.", 27, 0},
		{"injury", "Left knee stiff on stairs, 2 of 10; not worse when running.", 6, 15},
		{"decision", "Swim moved to the morning while the pool is cold in the evening.", 60, -3},
	} {
		fmt.Fprintf(&b, "- [%s] %s (assistant, %s", f.kind, f.text, born-f.before)
		if f.until != 0 {
			fmt.Fprintf(&b, ", until %s", born+f.until)
		}
		fmt.Fprintf(&b, ") #%d\n", i+1)
	}
	return b.String()
}

// BodyMarks returns the past and current marks on the body.
func (p Plan) BodyMarks() []training.BodyMark {
	born := p.season.born
	level := func(n int) *int { return &n }
	well := born - 52
	return []training.BodyMark{
		{
			Region: "right_achilles", By: training.MarkedByAthlete, Date: born - 75, PainLevel: level(4), Kind: "pain",
			Note: "First steps in the morning.",
		},
		{
			Region: "right_achilles", By: training.MarkedByAthlete, Date: born - 66, PainLevel: level(2), Kind: "stiffness",
			Note: "Better since the heel drops.", Cleared: &well,
		},
		{
			Region: "left_kneecap", By: training.MarkedByAthlete, Date: born - 7, PainLevel: level(2), Kind: "stiffness",
			Note: "On stairs, gone after ten minutes of running.",
		},
		{
			Region: "left_outer_hip", By: training.MarkedByCoach, Date: born - 6, Kind: "watch",
			Note: "Weak in the step-down test; strength twice a week.",
		},
	}
}

// Digest is a written line about an activity that replaces the computed one.
type Digest struct {
	Item Item
	Line string
}

// Digests returns the digests of a few activities.
func (p Plan) Digests() []Digest {
	short, late := p.season.latest(kind.repeats), p.season.latest(kind.swum)
	var out []Digest
	var long Item
	for it := range p.plain() {
		switch {
		case it.Day == short && it.kind.repeats():
			out = append(out, Digest{it, it.Name + ", the last repeat left out, legs heavy [workout]"})
		case (it.Day == late || it.Day == late-1) && it.kind.swum():
			out = append(out, Digest{it, it.Name + ", relaxed, before work [easy]"})
		case it.kind == longRun && it.Day <= p.season.born:
			long = it
		}
	}
	if long.ID != "" {
		out = append(out, Digest{long, long.Name + ", even, talking all the way [long]"})
	}
	return out
}

// calendarWeeks is the number of past weeks that the calendar contains.
const calendarWeeks = 4

// calendar returns the planned days: the last weeks, this week, and the weeks
// up to the next race.
func (s season) calendar() training.DayRange {
	return training.DayRange{From: s.born.WeekStart(time.Monday) - 7*calendarWeeks, To: s.next}
}

// ahead fills a future week with sessions of the library, including strength
// training.
func (s season) ahead(index int, monday training.Day, week []slot) []slot {
	_, race := s.raceIn(monday)
	for i := range week {
		sl := &week[i]
		switch {
		case race && sl.kind == easyRun:
			sl.session = "race-week-run"
		case race && sl.kind == spin && sl.weekday == 5:
			sl.session = "race-openers"
		case sl.kind == easyRun && sl.weekday == 6: // in an easy week, the athlete runs as far as they like
		default:
			sl.session = [...]string{
				sweetSpot: "sweet-spot-blocks", threshold: "over-unders", vo2max: "thirty-fifteens", ergRide: "tempo-ride", spin: "recovery-spin",
				easyRun: "easy-run-with-strides", tempoRun: "cruise-intervals", trackRun: "four-by-four",
				poolSwim: []string{"css-hundreds", "steady-two-hundreds"}[index%2], tenK: "",
			}[sl.kind]
		}
	}
	if race || week[0].weekday == 0 {
		return week
	}
	lift := on(0, strength, 1)
	lift.session, lift.planned = "hip-and-core-prehab", true
	return append([]slot{lift}, week...)
}

type asked struct {
	Item
	session string // id of a session in the library
	indoor  bool
}

// asked returns the planned sessions by day. Most were done as planned; one was
// done without its last repetition, one a day later, and one was missed.
func (s season) asked() []asked {
	var out []asked
	days, last := s.calendar(), s.born.WeekStart(time.Monday)-7
	short, late := s.latest(kind.repeats), s.latest(kind.swum)
	for monday := days.From; monday <= days.To; monday += 7 {
		week := s.week(int(monday-s.from)/7, monday)
		if monday == last {
			week = append(week, slot{weekday: 4, kind: strength, session: "hip-and-core-prehab"}) // this session was not done
		}
		for _, sl := range week {
			day := monday + training.Day(sl.weekday)
			if day == short && sl.kind.repeats() {
				sl.more = 1
			}
			a := asked{Item: s.item(day, sl), session: sl.session}
			if day == late && sl.kind.swum() {
				a.Day--
				a.ID = strings.Replace(a.ID, day.String(), a.Day.String(), 1)
			}
			if a.Name = sl.kind.title(); sl.session != "" {
				a.Name = library(sl.session).Name
			}
			r, ride := a.work.(ride)
			a.indoor = ride && r.lengthM == 0
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b asked) int { return int(a.Day - b.Day) })
	return out
}

// latest returns the day of the last past session of a kind in the calendar, or 0 if there is none.
func (s season) latest(of func(kind) bool) (day training.Day) {
	for monday := s.calendar().From; monday < s.born.WeekStart(time.Monday); monday += 7 {
		for _, sl := range s.week(int(monday-s.from)/7, monday) {
			if of(sl.kind) {
				day = monday + training.Day(sl.weekday)
			}
		}
	}
	return day
}

// repeats reports whether a session of this kind has repetitions, so that one repetition
// can be left out.
func (k kind) repeats() bool { return k == sweetSpot || k == threshold || k == vo2max || k == trackRun }

// swum reports whether a session is a swim. There are never swims on two consecutive days.
func (k kind) swum() bool { return k == poolSwim || k == openSwim }

// Events returns the athlete's calendar: sessions with their steps, and races,
// past and future. The duration and load of a session are computed from its text.
func (p Plan) Events() []training.CalendarEvent {
	var out []training.CalendarEvent
	for _, a := range p.season.asked() {
		e := training.CalendarEvent{
			ID: a.event(), Category: training.EventWorkout, Name: a.Name, Description: a.text,
			Start: training.LocalTimeOf(a.Day.Time(time.UTC)), Sport: a.Sport, Indoor: a.indoor,
		}
		e.CarbsGPerH, e.FluidMLPerH = a.planFuel()
		if a.Race {
			e.Category = training.EventRaceB
		}
		if a.text == "" { // a triathlon has several sports and no text
			e.Sport, e.DistanceKm = "", 51.5
		}
		e.Plan = training.PlanRef{ID: racePlan, Name: racePlanName, Workout: e.ID}
		if a.session != "" && a.Day > p.season.born { // the session is from the library
			e.Plan.Applied = p.season.born.Time(time.UTC)
		}
		out = append(out, e)
	}
	return out
}

const (
	favourites   = "demo-favourites"
	racePlan     = "demo-race-plan"
	racePlanName = "Up to the city 10 km"
)

// Library returns the athlete's workout folders: one with favourite sessions, and one
// with the sessions of the training plan.
func (p Plan) Library() []training.WorkoutFolder {
	liked := training.WorkoutFolder{ID: favourites, Name: "Favourites", Description: "Sessions for when nothing else is planned."}
	for _, id := range []string{
		"sweet-spot-blocks", "four-by-eight", "surging-fives", "steady-endurance-ride",
		"recovery-jog", "tempo-run", "stroke-drills", "strength-base",
	} {
		s := library(id)
		liked.Workouts = append(liked.Workouts, training.LibraryWorkout{
			ID: favourites + "-" + id, FolderID: favourites, Name: s.Name, Sport: s.Sport, Description: s.Text,
			Indoor: s.Sport == training.Cycling && slices.Contains(s.Tags, "indoor"), Tags: s.Tags,
		})
	}
	first := p.season.born.WeekStart(time.Monday) + 7
	plan := training.WorkoutFolder{
		ID: racePlan, Plan: true, Name: racePlanName, Description: "The intervals, swims and strength of the weeks before a road race.",
		StartDay: &first, Weeks: int(p.season.next-first)/7 + 1,
	}
	for _, e := range p.Events() {
		if e.Plan.Applied.IsZero() {
			continue
		}
		day := int(e.Start.Day() - first)
		plan.Workouts = append(plan.Workouts, training.LibraryWorkout{
			ID: e.ID, FolderID: racePlan, Name: e.Name, Sport: e.Sport, Description: e.Description, Indoor: e.Indoor, PlanDay: &day,
		})
	}
	return []training.WorkoutFolder{liked, plan}
}
