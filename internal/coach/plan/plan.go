// Package plan handles training plans: YAML texts with weeks and sessions, written
// by people and assistants. It parses a text, reports its problems, changes single
// values, and writes plans as texts. Only the text of a plan is stored; everything
// else is computed from it. The package itself writes nothing to the store.
//
// # Adherence
//
// Adherence is how closely a training plan is followed. It includes the status of each session,
// determined by the calendar's matcher, the results of weeks and phases, and the form that results
// from the plan.
//
// # Yamldoc
//
// [Doc] holds a YAML text written by people as a tree with positions and comments, which comes
// from a YAML library, and changes that tree. This part does not depend on training.
package plan

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// Plan is a training plan, with the values in its text and those computed from
// them. A zero value means that the text has none.
type Plan struct {
	Name  string
	Notes string
	// Goal is the goal of a plan without a race.
	Goal string
	// Sport is the sport of sessions that do not specify one, and the only sport counted
	// in weekly distances. It is empty if the plan has several sports.
	Sport training.Sport
	// Template means that the plan has no dates; it is applied to a date.
	Template bool
	// Off holds the days of the week without training.
	Off    []time.Weekday
	Start  training.Day
	Race   Race
	Phases []Phase
	Weeks  []Week // ordered by start
	// Comments are the comments that are neither in a week nor directly above one.
	Comments []string

	stands    bool // the plan has the values from the calendar
	published bool // at least one session is in the calendar
}

// Race is the race that a plan leads up to. The zero Race means none.
type Race struct {
	Name string
	// Type is one of [RaceTypes], or the word that is used in the text.
	Type       string
	Sport      training.Sport
	Day        training.Day
	DistanceKm float64
	GoalTimeS  float64
	// GoalPaceSPerKm is computed from distance and goal time, unless the text contains it.
	GoalPaceSPerKm float64
}

// Phase is a range of weeks in a plan.
type Phase struct {
	Name     string
	From, To int // week numbers, both inclusive
	Focus    string
}

// Week is one week of a plan.
type Week struct {
	Number int
	// Start is a Monday, or the zero day if the text has no dates.
	Start training.Day
	Focus string
	// Phase is the phase given for the week, or else the plan's phase that includes it.
	Phase string
	Notes string
	// Stated holds the totals given in the text.
	Stated   Total
	Sessions []Session // ordered by day, and within a day as in the text
	Comments []string
	Line     int

	path Path
}

// Session is one thing to do on one day.
type Session struct {
	// ID is unique in the plan. If Written is set, the id is in the text; otherwise it is
	// generated from week and day.
	ID      string
	Written bool
	Week    int
	// Day is the zero day if neither the session nor its week has a date.
	Day training.Day
	// Clock is the time of day, such as "06:30", or empty.
	Clock string
	// Sport is empty if the session is not limited to one sport.
	Sport    training.Sport
	SubSport string
	Indoor   bool
	// Type is one of [Types], or the word that is used in the text.
	Type Type
	Name string
	// DistanceKm and DurationS are in the text, or computed from the steps. If only one
	// of them is known, the target pace determines the other.
	DistanceKm float64
	DurationS  float64
	Load       float64 // TSS
	// PaceSPerKm and PaceToSPerKm are the range of the target pace. The second
	// is 0 if there is only one pace.
	PaceSPerKm, PaceToSPerKm float64
	Structure                string // free text
	Description              string
	// Workout is a text in the workout language, and Steps are the steps parsed from it.
	Workout   string
	Steps     []training.WorkoutStep
	Exercises []Exercise
	Comments  []string
	Line      int

	// Event is the session's event in the calendar. If it is set, the fields above have the
	// event's values, and PlanDay is the day in the text. Deleted means that the event was deleted
	// in the calendar, and Withheld that the event contains text that the reader may not see.
	Event    *calendar.Event
	PlanDay  training.Day
	Deleted  bool
	Withheld bool

	apart *calendar.Event // made by [Plan.Take] for a session without a calendar event

	list Path // the list that contains the session at index at
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
	Progress   string // how the exercise changes from week to week
	BodyRegion string
}

// Total is a sum over sessions.
type Total struct {
	Sessions   int // without rest days
	DistanceKm float64
	DurationS  float64
	Load       float64
}

// Add returns the sum of two totals.
func (t Total) Add(o Total) Total {
	return Total{t.Sessions + o.Sessions, t.DistanceKm + o.DistanceKm, t.DurationS + o.DurationS, t.Load + o.Load}
}

// Total returns the sum over a week's sessions. If the plan has a sport, only
// sessions of that sport count towards the distance.
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

// Training returns the sum over a week's sessions without races and rest.
func (w *Week) Training() Total {
	var t Total
	for i := range w.Sessions {
		if s := &w.Sessions[i]; s.Type != Rest && s.Type != RaceDay {
			t = t.Add(Total{Sessions: 1, DistanceKm: s.DistanceKm, DurationS: s.DurationS, Load: s.Load})
		}
	}
	return t
}

// Days returns the days from the first week to the last week or the race, or
// the zero range if the plan has no dates.
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

// WeekOf returns the week that contains a day, or nil if there is none.
func (p *Plan) WeekOf(d training.Day) *Week {
	for i := range p.Weeks {
		if w := &p.Weeks[i]; w.Start != 0 && w.Start <= d && d <= w.Start+6 {
			return w
		}
	}
	return nil
}

// Week returns the week with the given number, or nil if there is none.
func (p *Plan) Week(number int) *Week {
	if i := slices.IndexFunc(p.Weeks, func(w Week) bool { return w.Number == number }); i >= 0 {
		return &p.Weeks[i]
	}
	return nil
}

// Session returns the session with the given id, or nil if there is none.
func (p *Plan) Session(id string) *Session {
	for s := range p.Sessions {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Sessions yields all sessions, ordered by week and day.
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

// Event returns a session as a calendar event, for matching it with activities. A
// session in the calendar is returned as its own event. It returns false for rest,
// for a session without a day, and for one that was deleted in the calendar.
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

// Events returns the sessions on the given days as events.
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

// Title returns the session's name, or one made from type, distance and time.
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

// Text returns the session's texts as a single text, as in an event. The workout comes last.
func (s *Session) Text() string {
	var parts []string
	for _, t := range []string{s.Structure, s.Description, s.Workout} {
		if t != "" {
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, "\n\n")
}

// Status is the status of a plan according to its dates.
type Status string

// These are the statuses of a plan.
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
