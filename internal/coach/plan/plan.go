package plan

import (
	"cmp"
	"slices"

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

// Add is the sum.
func (t Total) Add(o Total) Total {
	return Total{t.Sessions + o.Sessions, t.DistanceKm + o.DistanceKm, t.DurationS + o.DurationS, t.Load + o.Load}
}

// Total is what the sessions of a week add up to; the distance is that of the
// plan's sport alone, where it has one.
func (p *Plan) Total(w *Week) Total {
	var t Total
	for i := range w.Sessions {
		s := &w.Sessions[i]
		if s.Type == Rest {
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

// Days are those from the first week to the last or to the race; the zero
// range where the plan has no date.
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

// WeekOf is the week of a day, nil for none.
func (p *Plan) WeekOf(d training.Day) *Week {
	for i := range p.Weeks {
		if w := &p.Weeks[i]; w.Start != 0 && w.Start <= d && d <= w.Start+6 {
			return w
		}
	}
	return nil
}

// Week is the week of a number, nil for none.
func (p *Plan) Week(number int) *Week {
	if i := slices.IndexFunc(p.Weeks, func(w Week) bool { return w.Number == number }); i >= 0 {
		return &p.Weeks[i]
	}
	return nil
}

// Session is the session of an id, nil for none.
func (p *Plan) Session(id string) *Session {
	for s := range p.Sessions {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Sessions goes over all sessions in the order of weeks and days.
func (p *Plan) Sessions(yield func(*Session) bool) {
	for i := range p.Weeks {
		for j := range p.Weeks[i].Sessions {
			if !yield(&p.Weeks[i].Sessions[j]) {
				return
			}
		}
	}
}
