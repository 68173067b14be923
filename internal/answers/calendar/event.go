package calendar

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Unpaired is the value of [training.CalendarEvent.DoneBy] with which the
// athlete states that no activity belongs to an event.
const Unpaired = "none"

// Event is an event in the calendar, composed from its layers.
type Event struct {
	training.CalendarEvent
	Days    training.DayRange
	Sources []string // sources of the event other than the athlete
	// Own lists the fields that the athlete set. It is filled in only if a
	// service also has the event, or if the athlete paired it.
	Own []string
	// Document is the stored form of the event.
	Document document.Document
	// [Figure] sets steps, figures and takes. Until then, they are nil.
	steps   []training.WorkoutStep
	figures *workouts.Figures
	takes   *workout.Takes
}

// Show returns the event in a document.
func Show(d document.Document) (Event, error) {
	e := Event{Days: d.Days, Document: d}
	var err error
	if e.CalendarEvent, err = document.Show[training.CalendarEvent](d); err != nil {
		return e, err
	}
	e.ID = d.ID
	e.Start, e.End = wall(e.Start), wall(e.End)
	if e.Start == "" && d.Days.To != 0 {
		e.Start = midnight(d.Days.From)
	}
	for _, s := range d.Statements {
		e.Sources = append(e.Sources, s.Source)
	}
	var own map[string]json.RawMessage
	if len(d.Own) > 0 && (len(d.Statements) > 0 || bytes.Contains(d.Own, []byte(`"done_by"`))) {
		if err := json.Unmarshal(d.Own, &own); err != nil {
			return e, training.Errorf(training.KindCorrupt, "The event %s cannot be read: %w.", d.ID, err)
		}
	}
	e.Own = workouts.Edited(own)
	return e, nil
}

// Session reports whether the event is a workout or a race.
func (e *Event) Session() bool { return e.Category == training.EventWorkout || e.Category.Race() }

// In returns the events that overlap the given days, ordered by start.
func In(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) ([]Event, error) {
	docs, err := r.Documents(ctx, s, document.Events, document.Filter{Days: &days})
	if err != nil {
		return nil, err
	}
	out := make([]Event, len(docs))
	for i, d := range docs {
		if out[i], err = Show(d); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(out, compareEvents)
	return out, nil
}

func compareEvents(a, b Event) int {
	if c := int(a.Days.From - b.Days.From); c != 0 {
		return c
	}
	switch {
	case a.Start < b.Start:
		return -1
	case a.Start > b.Start:
		return 1
	}
	return 0
}

// Find returns the event with the given id, id on a service ("intervals:123"), or external id.
func Find(ctx context.Context, r store.Reader, s training.Scope, id string) (Event, error) {
	d, err := r.Document(ctx, s, document.Events, id)
	if err == nil {
		return Show(d)
	}
	if training.KindOf(err) != training.KindNotFound {
		return Event{}, err
	}
	docs, err := r.Documents(ctx, s, document.Events, document.Filter{})
	if err != nil {
		return Event{}, err
	}
	for _, d := range docs {
		if saidAs(d, id) {
			return Show(d)
		}
	}
	known, err := ByExternalID(ctx, r, s)
	e, ok := known[id]
	if err == nil && !ok {
		err = training.Errorf(training.KindNotFound, "There is no event %q.", id).WithFix("list_events shows the ids.")
	}
	return e, err
}

// saidAs reports whether a service has the document under the given reference.
func saidAs(d document.Document, ref string) bool {
	return slices.ContainsFunc(d.Statements, func(s document.SourceLayer) bool {
		id, ours := strings.CutPrefix(ref, s.Source+":")
		if !ours {
			return false
		}
		var body struct {
			ID string `json:"id"`
		}
		return json.Unmarshal(s.Body, &body) == nil && body.ID == id
	})
}

// ByExternalID returns all events that have an external id, by that id.
func ByExternalID(ctx context.Context, r store.Reader, s training.Scope) (map[string]Event, error) {
	docs, err := r.Documents(ctx, s, document.Events, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := map[string]Event{}
	for _, d := range docs {
		e, err := Show(d)
		if err != nil {
			return nil, err
		}
		if e.ExternalID != "" {
			out[e.ExternalID] = e
		}
	}
	return out, nil
}

// DaysOf returns the days that an event covers. The end of an event is exclusive.
func DaysOf(e *training.CalendarEvent) training.DayRange {
	r := training.DayRange{From: e.Start.Day(), To: e.Start.Day()}
	if e.End != "" {
		r.To = e.End.Day()
		if e.End == midnight(r.To) {
			r.To--
		}
		r.To = max(r.To, r.From)
	}
	return r
}

// wall returns a local time in its canonical form, or "" if it cannot be parsed.
func wall(t training.LocalTime) training.LocalTime {
	if t == "" {
		return ""
	}
	read, err := training.ParseLocalTime(string(t))
	if err != nil {
		return "" // a mistake by the service; the event is then shown on the day under which it is stored
	}
	return read
}

func midnight(d training.Day) training.LocalTime { return training.LocalTime(d.String() + "T00:00:00") }

// Clock returns the time of day of the event, or "" if it has none.
func (e *Event) Clock() string { return clock(e.Start) }

// clock returns the time of day of a start, or "" if it has none.
func clock(t training.LocalTime) string {
	if len(t) < len("2006-01-02T15:04") || t[11:16] == "00:00" {
		return ""
	}
	return string(t[11:16])
}

// Activity is a recorded or manually entered activity in the form that comparisons with a
// plan need. Zero fields are unknown.
type Activity struct {
	ID         training.ActivityID
	Day        training.Day
	Hour       int // hour of the local start time
	Sport      training.Sport
	SubSport   string
	DurationS  float64 // timer time
	DistanceKm float64
	GainM      float64
	Load       float64
	// Intervals are the intervals found in the activity. It is nil if none were searched for.
	Intervals *efforts.Session
	// Whole holds normalized power, heart rate and speed of the whole activity.
	Whole efforts.Means
}

// Discipline returns the discipline of the activity.
func (a *Activity) Discipline() training.Discipline {
	return training.DisciplineOf(a.Sport, a.SubSport)
}

// activityOf returns the activity with its load.
func activityOf(in *store.LoadInput, l fitness.Loads) Activity {
	tss, _ := l.Of(in)
	return Activity{
		ID: in.ID, Day: in.Day, Hour: in.Hour, Sport: in.Sport, SubSport: in.SubSport, DurationS: in.TimerS,
		DistanceKm: in.DistanceM / 1000, GainM: in.GainM, Load: tss.TSS,
		Whole: efforts.Means{PowerW: in.NP, HRBpm: in.AvgHR, SpeedMPS: in.AvgSpeed, DistanceM: in.DistanceM},
	}
}

// margin is the number of days before and after the requested days that are
// also read, so that pairings do not depend on the requested range.
const margin = 14

// Agenda holds the planned and completed sessions on a range of days, and their pairings.
type Agenda struct {
	today  training.Day
	days   training.DayRange // the requested days, without the margin
	events []Event
	done   []Activity
	pairs  map[string]Pairing
	away   []*Event // the time off among the events
	usual  usual    // set if an upcoming session has no load
	// intensity compares sessions that are done or missed with the targets of their steps, by event.
	intensity map[string]workouts.Intensity
}

// Open reads the events on the given days and pairs them with activities.
func Open(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, days training.DayRange) (*Agenda, error) {
	events, err := read(ctx, r, s, days)
	if err != nil {
		return nil, err
	}
	return Pair(ctx, r, s, f, days, events)
}

func withMargin(days training.DayRange) training.DayRange {
	return training.DayRange{From: days.From - margin, To: days.To + margin}
}

// read reads the events on the given days and in the margin, with their
// duration, distance and load.
func read(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) ([]Event, error) {
	events, err := In(ctx, r, s, withMargin(days))
	if err != nil {
		return nil, err
	}
	return events, Figure(ctx, r, s, events)
}

// Pair matches events on the given days with activities. The events need not be
// in the calendar. They must be in order, and include those in the margin.
func Pair(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, days training.DayRange, events []Event) (*Agenda, error) {
	b := &Agenda{today: f.Today, days: days, events: events}
	for i := range events {
		if events[i].Away() != "" {
			b.away = append(b.away, &events[i])
		}
	}
	wide := withMargin(days)
	var err error
	if b.done, err = activities(ctx, r, s, training.DayRange{From: wide.From, To: min(wide.To, f.Today)}); err != nil {
		return nil, err
	}
	paired, err := resolve(ctx, r, s, events)
	if err != nil {
		return nil, err
	}
	by := Matching{Paired: paired, Today: f.Today, Week: f.Week}
	of, err := readStepped(ctx, r, s, b.events, b.done, f.Today)
	if err != nil {
		return nil, err
	}
	if of != nil {
		by.Repeats = of.repeats
	}
	b.pairs = Match(events, b.done, by)
	if err := of.intensities(ctx, r, s, b); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(b.events, func(e Event) bool { return b.toCome(&e) && e.Figures().Load == 0 }) {
		b.usual, err = usually(ctx, r, s, f.Today)
	}
	return b, err
}

// activities reads the activities on the given days. It leaves out transitions.
func activities(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) ([]Activity, error) {
	if days.Days() == 0 {
		return nil, ctx.Err()
	}
	inputs, err := r.LoadInputs(ctx, s, days)
	if err != nil || len(inputs) == 0 {
		return nil, err
	}
	loads, err := fitness.ReadLoads(ctx, r, s)
	if err != nil {
		return nil, err
	}
	var out []Activity
	for i := range inputs {
		if inputs[i].Sport != training.Transition {
			out = append(out, activityOf(&inputs[i], loads))
		}
	}
	return out, nil
}

// resolve maps the reference in each event's DoneBy to the id of an activity here.
func resolve(ctx context.Context, r store.Reader, s training.Scope, events []Event) (map[string]training.ActivityID, error) {
	out := map[string]training.ActivityID{}
	for i := range events {
		ref := events[i].DoneBy
		if ref == "" || ref == Unpaired {
			continue
		}
		id, err := r.Resolve(ctx, s, ref)
		switch training.KindOf(err) {
		case training.KindNotFound:
		default:
			if err != nil {
				return nil, err
			}
			out[ref] = id
		}
	}
	return out, nil
}

// Unplanned returns the activities on the given days that are not paired with an event.
func (b *Agenda) Unplanned(days training.DayRange, sport training.Discipline) []Unplanned {
	paired := map[training.ActivityID]bool{}
	for _, p := range b.pairs {
		if p.Activity != nil {
			paired[p.Activity.ID] = true
		}
	}
	var out []Unplanned
	for i := range b.done {
		a := &b.done[i]
		if days.Contains(a.Day) && sport.Has(a.Discipline()) && !paired[a.ID] {
			out = append(out, Unplanned{
				ActivityID: a.ID, Day: a.Day, Sport: a.Sport, Refinement: a.Discipline().Refinement(), Status: Extra,
				Amounts: amounts(a),
			})
		}
	}
	return out
}

// races returns the races from today on, ordered by day. An empty sport means all sports.
func races(events []Event, today training.Day, sport training.Discipline) []*Event {
	var out []*Event
	for i := range events {
		if e := &events[i]; e.Category.Race() && e.Days.To >= today && sport.Has(e.Discipline()) {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b *Event) int { return compareEvents(*a, *b) })
	return out
}

// Events returns the events of the agenda. They must not be modified.
func (b *Agenda) Events() []Event { return b.events }

// Done returns the activities on the days of the agenda and in its margin.
func (b *Agenda) Done() []Activity { return b.done }

// Paired returns the pairing of the event with the given id.
func (b *Agenda) Paired(id string) (Pairing, bool) {
	p, ok := b.pairs[id]
	return p, ok
}
