package calendar

import (
	"context"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// AwayKind says why an athlete cannot train as usual.
type AwayKind string

// These are the kinds of time off.
const (
	AwaySick    AwayKind = "sick"
	AwayInjured AwayKind = "injured"
	AwayHoliday AwayKind = "holiday"
	AwayTravel  AwayKind = "travel"
	AwayBusy    AwayKind = "no_time"
)

// TravelTag marks a holiday as a journey. Services know no such category, but they keep tags.
const TravelTag = "travel"

// Away returns why the athlete cannot train as usual during the event, or "" if they can.
func (e *Event) Away() AwayKind {
	less := e.Availability == training.AvailableLimited || e.Availability == training.Unavailable
	switch {
	case e.Category == training.EventSick:
		return AwaySick
	case e.Category == training.EventInjured:
		return AwayInjured
	case e.Category == training.EventHoliday && slices.Contains(e.Tags, TravelTag):
		return AwayTravel
	case e.Category == training.EventHoliday:
		return AwayHoliday
	case e.Category == training.EventNote && less:
		return AwayBusy
	}
	return ""
}

// RulesOut reports whether no training at all is possible during the event: an illness, an injury,
// or time off without training.
func (e *Event) RulesOut() bool {
	switch e.Away() {
	case "":
		return false
	case AwaySick, AwayInjured:
		return e.Availability == "" || e.Availability == training.Unavailable
	}
	return e.Availability == training.Unavailable
}

// excuses reports whether a session planned during the event did not have to be done. If the event
// states how much time there is each day, shorter sessions were possible.
func (e *Event) excuses(session *Event) bool {
	if e.Away() == "" || e.Availability == training.AvailableAsUsual || !e.Days.Contains(session.Days.From) {
		return false
	}
	if d := session.Figures().DurationS; e.Availability == training.AvailableLimited && e.MaxTimeS > 0 && d > 0 {
		return d > e.MaxTimeS
	}
	return true
}

// Away is a period in which the athlete cannot train as usual.
type Away struct {
	ID           string                `json:"id"`
	Kind         AwayKind              `json:"kind"`
	Name         string                `json:"name,omitempty"`
	From         training.Day          `json:"start_date"`
	To           training.Day          `json:"end_date"`
	Availability training.Availability `json:"training_availability,omitempty"`
	MaxTimeS     float64               `json:"max_training_time_s,omitempty"` // a day
	// RulesOut means that no training is possible.
	RulesOut bool `json:"no_training,omitempty"`
	// Fever means that a note on a day of an illness speaks of fever.
	Fever bool `json:"-"`
}

// Days returns the days of the period.
func (a *Away) Days() training.DayRange { return training.DayRange{From: a.From, To: a.To} }

// Sentence returns until when the athlete cannot train as usual, and why.
func (a *Away) Sentence() i18n.Sentence {
	when := a.When()
	switch {
	case a.Kind == AwaySick && a.RulesOut:
		return i18n.Sentencef("An illness is in the calendar %s: no training until it is over and any fever has been gone for a day; with chest "+
			"pain, a racing heart or shortness of breath, see a doctor.", when)
	case a.Kind == AwaySick:
		return i18n.Sentencef("An illness is in the calendar %s: nothing hard until it is over.", when)
	case a.Kind == AwayInjured:
		return i18n.Sentencef("An injury is in the calendar %s: do nothing that hurts until it is over.", when)
	case a.RulesOut:
		return i18n.Sentencef("No time for training is in the calendar %s: nothing has to be done.", when)
	case a.MaxTimeS > 0:
		return i18n.Sentencef("Limited time is in the calendar %s: at most %s a day.", when, i18n.Clock(a.MaxTimeS))
	case a.Kind == AwayTravel:
		return i18n.Sentencef("Travel is in the calendar %s: ask how much training is possible.", when)
	}
	return i18n.Sentencef("Time off is in the calendar %s: ask how much training is possible.", when)
}

// Past returns the same words as [Away.Sentence] for a period that is over.
func (a *Away) Past() i18n.Sentence {
	switch a.Kind {
	case AwaySick:
		return i18n.Sentencef("An illness was in the calendar %s.", a.When())
	case AwayInjured:
		return i18n.Sentencef("An injury was in the calendar %s.", a.When())
	}
	return i18n.Sentencef("Time off was in the calendar %s.", a.When())
}

// When returns the days of the period in words.
func (a *Away) When() i18n.Sentence {
	if a.From == a.To {
		return i18n.Sentencef("on %s", a.From)
	}
	return i18n.Sentencef("from %s to %s", a.From, a.To)
}

// AwayOf returns the periods among the events in which the athlete cannot train as usual. Illnesses
// and injuries come first, then other time without training.
func AwayOf(events []Event) []Away {
	var out []Away
	for i := range events {
		e := &events[i]
		if kind := e.Away(); kind != "" && e.Availability != training.AvailableAsUsual {
			out = append(out, Away{
				ID: e.ID, Kind: kind, Name: textclean.Line(e.Name, nameRunes), From: e.Days.From, To: e.Days.To,
				Availability: e.Availability, MaxTimeS: e.MaxTimeS, RulesOut: e.RulesOut(),
			})
		}
	}
	slices.SortStableFunc(out, func(a, b Away) int { return a.rank() - b.rank() })
	return out
}

func (a *Away) rank() int {
	switch {
	case a.Kind == AwaySick:
		return 0
	case a.Kind == AwayInjured:
		return 1
	case a.RulesOut:
		return 2
	}
	return 3
}

// AwayIn returns the periods that overlap the given days.
func AwayIn(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) ([]Away, error) {
	events, err := In(ctx, r, s, days)
	if err != nil {
		return nil, err
	}
	return AwayOf(events), nil
}

// AwayOn returns the period of a day that limits training most, or nil if there is none.
func AwayOn(all []Away, d training.Day) *Away {
	for i := range all {
		if a := &all[i]; a.From <= d && d <= a.To {
			return a
		}
	}
	return nil
}
