// Package plan holds training plans: a YAML text that people and assistants
// write, with weeks and their sessions. It parses the text, reports its
// problems, changes single values, and makes a first plan. Only the text of a
// plan is stored; everything else is computed from it. The package itself
// writes nothing.
//
// # Adherence
//
// Adherence is how closely a training plan is followed: the status of each
// session as the calendar's matcher determines it, the results of its weeks and
// phases, and the form it leads to.
//
// # NewPlan
//
// [Make] makes a first training plan that fits an athlete's goal, time and
// fitness: a load that grows no faster than a cap, recovery weeks, a taper, and
// a race on its day. It is a pure function. Its result is a text that can be
// read, changed and kept like any other.
//
// # Yamldoc
//
// [Doc] holds a YAML text written by people as the tree of a YAML library, with
// positions and comments, and changes that tree. It knows nothing about
// training.
package plan

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// Plan is a training plan: the values in its text and those computed from them.
// Zero values are not in the text.
type Plan struct {
	Name  string
	Notes string
	// Goal is the purpose of a plan without a race.
	Goal string
	// Sport is the sport of sessions that name none, and the only one whose
	// distance is summed up by week. It is empty if the plan has several
	// sports.
	Sport  training.Sport
	Start  training.Day // as stated
	Race   Race
	Phases []Phase
	Weeks  []Week // by start
	// Comments are those neither in a week nor directly above one.
	Comments []string

	stands    bool // it has the values of the calendar
	published bool // some session is in the calendar
}

// Race is the race that a plan leads up to. The zero Race is none.
type Race struct {
	Name string
	// Type is one of [RaceTypes], or another word as it was written.
	Type       string
	Sport      training.Sport
	Day        training.Day
	DistanceKm float64
	GoalTimeS  float64
	// GoalPaceSPerKm is computed from time and distance if it is not stated.
	GoalPaceSPerKm float64
}

// Phase is a part of a plan, from one week to another, both included.
type Phase struct {
	Name     string
	From, To int // numbers of weeks
	Focus    string
}

// Week is one week of a plan.
type Week struct {
	Number int
	// Start is a Monday, or 0 if the text has no date to compute it from.
	Start training.Day
	Focus string
	// Phase is the week's own, or that of the plan's phases.
	Phase string
	Notes string
	// Stated holds the totals that the text gives for the week.
	Stated   Total
	Sessions []Session // by day, then in the order of the text
	Comments []string
	Line     int

	path Path
}

// Session is one thing to be done on one day.
type Session struct {
	// ID is unique in the plan. Written is set if it is in the text; otherwise
	// the id is made from week and day.
	ID      string
	Written bool
	Week    int
	// Day is 0 if neither the session nor its week has a date.
	Day training.Day
	// Clock is the time of day, "06:30", or empty.
	Clock string
	// Sport is empty if any sport will do.
	Sport    training.Sport
	SubSport string
	Indoor   bool
	// Type is one of [Types], or another word as it was written.
	Type Type
	Name string
	// DistanceKm and DurationS are as stated, or computed from the steps, or
	// one from the other at the target pace.
	DistanceKm float64
	DurationS  float64
	Load       float64 // TSS
	// PaceSPerKm and PaceToSPerKm are the target pace; the second is 0 if it is
	// not a range.
	PaceSPerKm, PaceToSPerKm float64
	Structure                string // free text
	Description              string
	// Workout is a text in the workout language, and Steps are its steps.
	Workout   string
	Steps     []training.WorkoutStep
	Exercises []Exercise
	Comments  []string
	Line      int

	// Event is the session's event in the calendar. If it is set, the fields
	// above have its values, and PlanDay is the day in the text. Deleted is set
	// if the event was deleted in the calendar, and Withheld if it has words
	// there that the reader may not see.
	Event    *calendar.Event
	PlanDay  training.Day
	Deleted  bool
	Withheld bool

	apart *calendar.Event // made by [Plan.Take] for a session that is not in the calendar

	list Path // that contains it, at index at
	at   int
}

// Exercise is one exercise of a strength session.
type Exercise struct {
	Name       string
	Sets       int
	Reps       string // a number, or a range such as "8-10"
	Seconds    float64
	WeightKg   float64
	RestS      float64
	Cues       string
	Progress   string // how it progresses from week to week
	BodyRegion string
}

// Total is the sum of some sessions.
type Total struct {
	Sessions   int // excluding rest
	DistanceKm float64
	DurationS  float64
	Load       float64
}

// Add returns the sum of two totals.
func (t Total) Add(o Total) Total {
	return Total{t.Sessions + o.Sessions, t.DistanceKm + o.DistanceKm, t.DurationS + o.DurationS, t.Load + o.Load}
}

// Total returns the sum of a week's sessions; if the plan has a sport, the
// distance counts that sport only.
func (p *Plan) Total(w *Week) Total {
	var t Total
	for i := range w.Sessions {
		s := &w.Sessions[i]
		if s.Type == Rest || s.Deleted {
			continue
		}
		one := Total{Sessions: 1, DurationS: s.DurationS, Load: s.Load}
		if p.Sport == "" || s.Sport == p.Sport {
			one.DistanceKm = s.DistanceKm
		}
		t = t.Add(one)
	}
	return t
}

// Days returns the days from the first week to the last or to the race, or the
// zero range for a plan without dates.
func (p *Plan) Days() training.DayRange {
	r := training.DayRange{From: p.Start, To: p.Race.Day}
	for i := range p.Weeks {
		if w := &p.Weeks[i]; w.Start != 0 {
			if r.From == 0 || w.Start < r.From {
				r.From = w.Start
			}
			r.To = max(r.To, w.Start+6)
		}
	}
	if r.From == 0 || r.To == 0 {
		r.From, r.To = cmp.Or(r.From, r.To), cmp.Or(r.To, r.From)
	}
	return r
}

// WeekOf returns the week that contains a day, nil for none.
func (p *Plan) WeekOf(d training.Day) *Week {
	for i := range p.Weeks {
		if w := &p.Weeks[i]; w.Start != 0 && w.Start <= d && d <= w.Start+6 {
			return w
		}
	}
	return nil
}

// Week returns the week with a number, nil for none.
func (p *Plan) Week(number int) *Week {
	if i := slices.IndexFunc(p.Weeks, func(w Week) bool { return w.Number == number }); i >= 0 {
		return &p.Weeks[i]
	}
	return nil
}

// Session returns the session with an id, nil for none.
func (p *Plan) Session(id string) *Session {
	for s := range p.Sessions {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Sessions yields all sessions in the order of weeks and days.
func (p *Plan) Sessions(yield func(*Session) bool) {
	for i := range p.Weeks {
		for j := range p.Weeks[i].Sessions {
			if !yield(&p.Weeks[i].Sessions[j]) {
				return
			}
		}
	}
}

// EventID returns the id of a session's event: "plan/session".
func EventID(planID, session string) string { return planID + "/" + session }

// Event returns a session as a calendar event, for matching it with activities.
// If the session is in the calendar, it is that event. The result is false for
// rest, for a session without a day, and for one that was deleted in the
// calendar.
func (p *Plan) Event(planID string, s *Session) (calendar.Event, bool) {
	switch {
	case s.Event != nil:
		return *s.Event, true
	case s.apart != nil:
		return *s.apart, true
	case s.Type == Rest || s.Day == 0 || s.Deleted:
		return calendar.Event{}, false
	}
	id := EventID(planID, s.ID)
	at := s.Day.String() + "T00:00:00"
	if s.Clock != "" {
		at = s.Day.String() + "T" + s.Clock + ":00"
	}
	e := training.CalendarEvent{
		ID: id, ExternalID: id, Category: p.category(s), Name: s.Title(), Description: s.Text(), Start: training.LocalTime(at),
		Sport: s.Sport, SubSport: s.SubSport, Indoor: s.Indoor,
		MovingTimeS: s.DurationS, DistanceKm: s.DistanceKm, Load: s.Load,
		Plan: training.PlanRef{ID: planID, Name: p.Name, Workout: s.ID},
	}
	e.Structure = training.StructureOf(e.Description, s.Steps)
	return calendar.Event{CalendarEvent: e, Days: training.DayRange{From: s.Day, To: s.Day}}, true
}

// Events returns the sessions of some days as events.
func (p *Plan) Events(planID string, days training.DayRange) []calendar.Event {
	var out []calendar.Event
	for s := range p.Sessions {
		if e, ok := p.Event(planID, s); ok && days.Contains(s.Day) {
			out = append(out, e)
		}
	}
	return out
}

func (p *Plan) category(s *Session) training.EventCategory {
	switch {
	case s.Type == RaceDay && (p.Race.Day == 0 || s.Day == p.Race.Day):
		return training.EventRaceA
	case s.Type == RaceDay:
		return training.EventRaceB
	case s.Type == TuneupRace:
		return training.EventRaceC
	}
	return training.EventWorkout
}

// Title returns the session's name, or one made of type, distance and time.
func (s *Session) Title() string {
	if s.Name != "" {
		return s.Name
	}
	words := strings.ReplaceAll(string(s.Type), "_", " ")
	if words == "" {
		words = strings.ReplaceAll(string(s.Sport), "_", " ")
	}
	if first, size := utf8.DecodeRuneInString(words); size > 0 {
		words = string(unicode.ToUpper(first)) + words[size:]
	}
	switch {
	case s.DistanceKm > 0:
		words += " " + workout.Decimals(s.DistanceKm, 2) + " km"
	case s.DurationS > 0:
		words += " " + workout.Decimals(s.DurationS/60, 0) + " min"
	}
	return strings.TrimSpace(words)
}

// Text returns the session's texts joined, its workout last, as an event has
// them.
func (s *Session) Text() string {
	var parts []string
	for _, t := range []string{s.Structure, s.Description, s.Workout} {
		if t != "" {
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, "\n\n")
}

// Status is the state of a plan by its dates.
type Status string

// The states of a plan.
const (
	Current  Status = "current"
	Upcoming Status = "upcoming"
	Past     Status = "past"
	Undated  Status = "undated"
)

// Status returns the plan's status on a day. It is current from its first day
// to the end of its last week, with or without a race.
func (p *Plan) Status(today training.Day) Status {
	days := p.Days()
	switch {
	case days.From == 0:
		return Undated
	case today < days.From:
		return Upcoming
	case today > days.To:
		return Past
	}
	return Current
}
