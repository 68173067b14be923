package demo

import (
	"slices"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// calendarWeeks is how many weeks the calendar goes back behind this one.
const calendarWeeks = 4

// calendar are the days that the athlete has planned: the last weeks, this one
// and those up to the next race.
func (s season) calendar() training.DayRange {
	return training.DayRange{From: s.born.WeekStart(time.Monday) - 7*calendarWeeks, To: s.next}
}

// ahead has a week to come go by the library, and adds strength training to it.
func (s season) ahead(index int, monday training.Day, week []slot) []slot {
	_, race := s.raceIn(monday)
	for i := range week {
		sl := &week[i]
		switch {
		case race && sl.kind == easyRun:
			sl.session = "race-week-run"
		case race && sl.kind == spin && sl.weekday == 5:
			sl.session = "race-openers"
		case sl.kind == easyRun && sl.weekday == 6: // of an easy week, as far as legs want
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

// asked is a session as the calendar has it.
type asked struct {
	Item
	session string // of the library
	indoor  bool
}

// asked lists the sessions of the calendar by day. Most were done as planned;
// of one the last repetition was left out, one was done a day later, and one
// was not done.
func (s season) asked() []asked {
	var out []asked
	days, last := s.calendar(), s.born.WeekStart(time.Monday)-7
	short, late := s.latest(kind.repeats), s.latest(kind.swum)
	for monday := days.From; monday <= days.To; monday += 7 {
		week := s.week(int(monday-s.from)/7, monday)
		if monday == last {
			week = append(week, slot{weekday: 4, kind: strength, session: "hip-and-core-prehab"}) // and nobody did it
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

// latest is the day of the last session of a kind in the weeks of the calendar
// that are over, 0 if there is none.
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

// repeats reports a session of repetitions, one of which can be left out.
func (k kind) repeats() bool { return k == sweetSpot || k == threshold || k == vo2max || k == trackRun }

// swum reports a swim, of which there is never one the day before.
func (k kind) swum() bool { return k == poolSwim || k == openSwim }

// Events are the athlete's calendar: sessions with their steps, races, what
// was done and what is to come. What a session takes follows from its text.
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
		if a.text == "" { // a triathlon is of no one sport
			e.Sport, e.DistanceKm = "", 51.5
		}
		e.Plan = training.PlanRef{ID: racePlan, Name: racePlanName, Workout: e.ID}
		if a.session != "" && a.Day > p.season.born { // of the library
			e.Plan.Applied = p.season.born.Time(time.UTC)
		}
		out = append(out, e)
	}
	return out
}

// The folders of the athlete's library.
const (
	favourites   = "demo-favourites"
	racePlan     = "demo-race-plan"
	racePlanName = "Up to the city 10 km"
)

// Library are the athlete's folders with their workouts: sessions that are
// done again and again, and the training plan that the weeks to come follow.
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
