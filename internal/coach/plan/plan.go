// Package plan holds training plans: a YAML text that people and assistants
// write, with weeks and their sessions. It parses the text, reports its
// problems, changes single values, and makes a first plan. Only the text of a
// plan is stored; everything else follows from it. It writes nothing.
//
// # Adherence
//
// How a training plan is followed: the status of each session, determined by
// the matcher of the calendar, the results for its weeks and phases, and the
// form it leads to. It writes nothing.
//
// # NewPlan
//
// A first training plan that fits an athlete's goal, time and fitness: load
// that grows no faster than a cap, recovery weeks, a taper, and a race on its
// day. It is a pure function; its result is a text to be read, changed and kept
// like any other.
//
// # Yamldoc
//
// Reads a YAML text written by people as the tree of a library, with positions
// and comments, and changes it there. It knows nothing of training.
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

// Plan is a training plan as its text says it, with what follows from that.
// Zero values are what the text does not say.
type Plan struct {
	Name  string
	Notes string
	// Goal is what a plan without a race is for.
	Goal string
	// Sport is that of sessions that name none, and the one whose distance is
	// added up by week; empty where the plan is of several.
	Sport  training.Sport
	Start  training.Day // as it is stated
	Race   Race
	Phases []Phase
	Weeks  []Week // by start
	// Comments are those that stand neither in a week nor right above one.
	Comments []string

	stands    bool // it was read as the calendar has it
	published bool // some session is in the calendar
}

// Race is what a plan leads up to; the zero Race is none.
type Race struct {
	Name string
	// Type is a word of [RaceTypes], or as it was written.
	Type       string
	Sport      training.Sport
	Day        training.Day
	DistanceKm float64
	GoalTimeS  float64
	// GoalPaceSPerKm follows from time and distance where it is not stated.
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
	// Start is a Monday; 0 where the text has no date that it follows from.
	Start training.Day
	Focus string
	// Phase is its own, or that of the plan's phases.
	Phase string
	Notes string
	// Stated is what the text says that the week adds up to.
	Stated   Total
	Sessions []Session // by day, those of one day as they are written
	Comments []string
	Line     int

	path Path
}

// Session is one thing to be done on one day.
type Session struct {
	// ID is unique in the plan. Written says that the text has it; else it
	// follows from week and day.
	ID      string
	Written bool
	Week    int
	// Day is 0 where neither the session nor its week has a date.
	Day training.Day
	// Clock is the time of day, "06:30", or empty.
	Clock string
	// Sport is empty for one that any sport does.
	Sport    training.Sport
	SubSport string
	Indoor   bool
	// Type is a word of [Types], or as it was written.
	Type Type
	Name string
	// DistanceKm and DurationS are as stated, or follow from the steps, or one
	// from the other at the target pace.
	DistanceKm float64
	DurationS  float64
	Load       float64 // TSS
	// PaceSPerKm and PaceToSPerKm are the target pace; the second is 0 for one
	// that is no range.
	PaceSPerKm, PaceToSPerKm float64
	Structure                string // free text
	Description              string
	// Workout is a text in the language of workouts, and Steps what it says.
	Workout   string
	Steps     []training.WorkoutStep
	Exercises []Exercise
	Comments  []string
	Line      int

	// Event is the one in the calendar, which the fields above then follow, and
	// PlanDay the day in the text; Deleted says that it was deleted there, and
	// Withheld that it has words there which the reader may not read.
	Event    *calendar.Event
	PlanDay  training.Day
	Deleted  bool
	Withheld bool

	apart *calendar.Event // what [Plan.Take] made of a session that is in no calendar

	list Path // that it stands in, as number at
	at   int
}

// Exercise is one exercise of a strength session.
type Exercise struct {
	Name       string
	Sets       int
	Reps       string // a number, or a range as "8-10"
	Seconds    float64
	WeightKg   float64
	RestS      float64
	Cues       string
	Progress   string // how it grows from week to week
	BodyRegion string
}

// Total is what sessions add up to.
type Total struct {
	Sessions   int // without rest
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

// Days returns the days from the first week to the last or to the race; the
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

// Event returns a session as a calendar event, which is matched with what was
// done: the one in the calendar if there is one. It is false for rest, and for a
// session without a day or one that was deleted in the calendar.
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
