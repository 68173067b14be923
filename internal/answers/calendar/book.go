package calendar

import (
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/training"
)

// margin is how many days beside those that are asked about are read, so that
// a pairing does not depend on where a question begins and ends.
const margin = 14

// Book is planned and done over some days, paired.
type Book struct {
	today  training.Day
	days   training.DayRange // those that are known, without the margin
	events []Event
	done   []Activity
	pairs  map[string]Pairing
}

// open reads the days of a question.
func open(ctx context.Context, r Reader, s training.Scope, f answers.Frame, days training.DayRange) (*Book, error) {
	events, err := read(ctx, r, s, days)
	if err != nil {
		return nil, err
	}
	return Pair(ctx, r, s, f, days, events)
}

func withMargin(days training.DayRange) training.DayRange {
	return training.DayRange{From: days.From - margin, To: days.To + margin}
}

// read reads the events of some days and their margin, and what they take.
func read(ctx context.Context, r Reader, s training.Scope, days training.DayRange) ([]Event, error) {
	events, err := In(ctx, r, s, withMargin(days))
	if err != nil {
		return nil, err
	}
	return events, Figure(ctx, r, s, events)
}

// Pair finds what was done of the events of some days, which need not stand in
// the calendar. They must be of those days and a margin, and in their order.
func Pair(ctx context.Context, r Reader, s training.Scope, f answers.Frame, days training.DayRange, events []Event) (*Book, error) {
	b := &Book{today: f.Today, days: days, events: events}
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
	if by.Repeats, err = countRepeats(ctx, r, s, b.events, b.done, f.Today); err != nil {
		return nil, err
	}
	b.pairs = Match(events, b.done, by)
	return b, nil
}

// activities reads the activities of some days, without transitions.
func activities(ctx context.Context, r Reader, s training.Scope, days training.DayRange) ([]Activity, error) {
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

// resolve finds what the events' DoneBy are here.
func resolve(ctx context.Context, r Reader, s training.Scope, events []Event) (map[string]training.ActivityID, error) {
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

// Row shows an event and what became of it.
func (b *Book) Row(e *Event) EventRow {
	p, ok := b.pairs[e.ID]
	return row(e, p, ok, b.today)
}

// Unplanned are the activities of some days that no event is paired with.
func (b *Book) Unplanned(days training.DayRange, sport training.Sport) []Unplanned {
	paired := map[training.ActivityID]bool{}
	for _, p := range b.pairs {
		if p.Activity != nil {
			paired[p.Activity.ID] = true
		}
	}
	var out []Unplanned
	for i := range b.done {
		a := &b.done[i]
		if days.Contains(a.Day) && (sport == "" || a.Sport == sport) && !paired[a.ID] {
			out = append(out, Unplanned{ActivityID: a.ID, Day: a.Day, Sport: a.Sport, Status: Extra, Amounts: amounts(a)})
		}
	}
	return out
}

// plannedLoads are the loads of the sessions of days after today that are not
// done, by day, with how many sessions have none.
func plannedLoads(events []Event, pairs map[string]Pairing, today training.Day) (loads map[training.Day]float64, without int) {
	loads = map[training.Day]float64{}
	for i := range events {
		e := &events[i]
		if _, done := pairs[e.ID]; done || !e.Session() || e.Days.From <= today {
			continue
		}
		tss := e.Figures().Load
		if tss == 0 {
			without++
			continue
		}
		loads[e.Days.From] += tss
	}
	return loads, without
}

// races are the races from today on, by day; of every sport if sport is empty.
func races(events []Event, today training.Day, sport training.Sport) []*Event {
	var out []*Event
	for i := range events {
		if e := &events[i]; e.Category.Race() && e.Days.To >= today && (sport == "" || e.Sport == sport) {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b *Event) int { return compareEvents(*a, *b) })
	return out
}

// Events are those of the book; nobody may change them.
func (b *Book) Events() []Event { return b.events }

// Done is what was done on the days of the book and its margin.
func (b *Book) Done() []Activity { return b.done }

// Paired is what an event is paired with, by its id.
func (b *Book) Paired(id string) (Pairing, bool) {
	p, ok := b.pairs[id]
	return p, ok
}
