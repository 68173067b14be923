package plan

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Standing holds, by session id, the calendar events of a plan's published
// sessions, and which of them were deleted.
type Standing struct {
	Events  map[string]*calendar.Event
	Deleted map[string]bool
}

// StandingOf reads the calendar events of the plan with the given id.
func StandingOf(ctx context.Context, r store.Reader, s training.Scope, id string) (Standing, error) {
	out := Standing{map[string]*calendar.Event{}, map[string]bool{}}
	for _, deleted := range []bool{false, true} {
		docs, err := r.Documents(ctx, s, document.Events, document.Filter{Mentions: `"plan"`, Deleted: deleted})
		if err != nil {
			return out, err
		}
		for _, d := range docs {
			e, err := calendar.Show(d)
			switch {
			case err != nil:
				return out, err
			case e.Plan.ID != id || e.Plan.Workout == "":
			case deleted:
				out.Deleted[e.Plan.Workout] = true
			default:
				out.Events[e.Plan.Workout] = &e
			}
		}
	}
	return out, nil
}

// InCalendar returns the plan with the values in the calendar: a published session has
// the day and the values of its event. All computations must use this plan.
func (p *Plan) InCalendar(ctx context.Context, r store.Reader, s training.Scope, id string) (*Plan, error) {
	if p.stands {
		return p, nil
	}
	there, err := StandingOf(ctx, r, s, id)
	if err != nil {
		return nil, err
	}
	if err := there.figure(ctx, r, s); err != nil {
		return nil, err
	}
	out := *p
	out.stands, out.published, out.Weeks = true, len(there.Events) > 0, slices.Clone(p.Weeks)
	out.Race.Day = there.race(p)
	for i := range out.Weeks {
		out.Weeks[i].Sessions = nil
	}
	for i := range p.Weeks {
		for _, one := range p.Weeks[i].Sessions {
			w := &out.Weeks[i]
			if one.Deleted = there.Deleted[one.ID]; one.Deleted {
				one.Name = one.Title()
				one.DurationS, one.DistanceKm, one.Load = 0, 0, 0 // nothing is planned any longer
			}
			if e := there.Events[one.ID]; e != nil {
				one.follow(e)
				if of := out.WeekOf(one.Day); of != nil {
					w = of
				}
			}
			one.Week = w.Number
			w.Sessions = append(w.Sessions, one)
		}
	}
	for i := range out.Weeks {
		slices.SortStableFunc(out.Weeks[i].Sessions, func(a, b Session) int { return int(a.Day - b.Day) })
	}
	return &out, out.Take(ctx, r, s, id)
}

// RaceDay returns the day of the race, which may have been moved in the
// calendar.
func (p *Plan) RaceDay(ctx context.Context, r store.Reader, s training.Scope, id string) (training.Day, error) {
	there, err := StandingOf(ctx, r, s, id)
	return there.race(p), err
}

// race returns the day of a plan's race. The sessions of p must still have the days that
// are in the text.
func (s Standing) race(p *Plan) training.Day {
	day := p.Race.Day
	for one := range p.Sessions {
		if e := s.Events[one.ID]; e != nil && e.Category.Race() && one.Day == p.Race.Day {
			day = e.Days.From
		}
	}
	return day
}

// Take computes duration, distance and load of the sessions that have no
// calendar event, in the same way as for events.
func (p *Plan) Take(ctx context.Context, r store.Reader, s training.Scope, id string) error {
	var sessions []*Session
	var events []calendar.Event
	for one := range p.Sessions {
		if e, ok := p.Event(id, one); ok && one.Event == nil {
			sessions, events = append(sessions, one), append(events, e)
		}
	}
	if err := calendar.Figure(ctx, r, s, events); err != nil {
		return err
	}
	for i, one := range sessions {
		title, f := one.Title(), events[i].Figures()
		one.apart = &events[i]
		if one.DurationS, one.DistanceKm, one.Load = f.DurationS, f.DistanceKm, f.Load; one.Title() != title {
			one.Name = title
		}
	}
	return nil
}

// figure computes duration, distance and load of each event.
func (t Standing) figure(ctx context.Context, r store.Reader, s training.Scope) error {
	ids := slices.Collect(maps.Keys(t.Events))
	events := make([]calendar.Event, len(ids))
	for i, id := range ids {
		events[i] = *t.Events[id]
		t.Events[id] = &events[i]
	}
	return calendar.Figure(ctx, r, s, events)
}

// follow gives a session the values of its calendar event.
func (s *Session) follow(e *calendar.Event) {
	s.Event, s.PlanDay, s.Day, s.Clock = e, s.Day, e.Days.From, e.Clock()
	s.Sport, s.SubSport, s.Indoor = e.Sport, e.SubSport, e.Indoor
	f := e.Figures()
	s.DurationS, s.DistanceKm, s.Load = f.DurationS, f.DistanceKm, f.Load
	steps := e.Steps()
	if e.Name != s.Title() {
		s.Name = e.Name
	}
	unseen := e.Withheld() && !e.Reworded() && reflect.DeepEqual(steps, s.Steps)
	if unseen || e.WordsMark() == training.WordsMark(s.Text()) {
		return // the plan's own texts are shown
	}
	s.Structure, s.Description, s.Workout, s.Steps, s.Exercises = "", e.Description, "", steps, nil
	s.PaceSPerKm, s.PaceToSPerKm = 0, 0
	if len(steps) > 0 {
		s.Description, s.Workout = "", e.Description
	}
	if s.Workout == "" { // there is no text, or the reader may not see it
		s.Workout, _ = steptext.Write(&workout.Workout{Sport: s.Sport, Steps: steps})
		s.Withheld = e.Withheld() && e.WordsMark() != training.WordsMark(s.Workout)
	}
}

// Moved returns the day of a session in the plan's text, if the calendar has it on a different day.
func (s *Session) Moved() *training.Day {
	if s.Event == nil || s.PlanDay == s.Day {
		return nil
	}
	return &s.PlanDay
}
