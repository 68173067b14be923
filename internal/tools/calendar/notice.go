package calendar

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// namedDays is how many events a warning names.
const namedDays = 5

// notice looks at what a write puts on new days: what is planned for a day that
// is over asks a person, and what is planned into an illness, an injury or a
// time off is noted.
func (o *order) notice(ctx context.Context, d Deps, c *tools.Call) error {
	var past, coming []*calendar.Event
	span := training.DayRange{From: 1<<31 - 1}
	for _, ch := range o.changes {
		if !ch.plans() {
			continue
		}
		e := ch.after
		span = training.DayRange{From: min(span.From, e.Days.From), To: max(span.To, e.Days.From)}
		if e.Days.From < c.Today {
			past = append(past, e)
		}
		if e.Session() {
			coming = append(coming, e)
		}
	}
	if len(past) > 0 {
		warning := i18n.Sentencef("In the past: %s.", named(past))
		o.asks, o.notes = true, append(o.notes, warning)
		if !o.moves {
			o.summary = i18n.InARow(o.summary, warning)
		}
	}
	if len(coming) == 0 {
		return nil
	}
	stands, err := calendar.In(ctx, d.Store, c.Scope, span)
	if err != nil {
		return err
	}
	o.notes = append(o.notes, calendar.Clashes(coming, append(stands, o.away()...))...)
	return nil
}

// moving says from which day to which an event goes, if a change does no more.
func (ch *change) moving(p patch, drop []string, today training.Day) (i18n.Sentence, bool) {
	for key := range p {
		if key != keyStart && key != keyEnd {
			return "", false
		}
	}
	if ch.before == nil || ch.after == nil || len(drop) > 0 || ch.before.Days.From == ch.after.Days.From {
		return "", false
	}
	name, from, to := i18n.Name(textclean.Line(ch.before.Name, shownRunes)), ch.before.Days.From.String(), ch.after.Days.From.String()
	if ch.plans() && ch.after.Days.From < today {
		return i18n.Sentencef("Move %s from %s to %s, a day that is past.", name, from, to), true
	}
	return i18n.Sentencef("Move %s from %s to %s.", name, from, to), true
}

// plans reports whether a change puts something to be done on a day that it was
// not on. Notes and times off describe the past as often as not.
func (ch *change) plans() bool {
	switch {
	case ch.after == nil || ch.status == statusUnchanged:
		return false
	case ch.after.Category == training.EventNote || ch.after.Category.Away():
		return false
	}
	return ch.before == nil || ch.before.Days.From != ch.after.Days.From
}

// away are the times off that a write itself makes or changes.
func (o *order) away() []calendar.Event {
	var out []calendar.Event
	for _, ch := range o.changes {
		if ch.after != nil && ch.after.Category.Away() {
			out = append(out, *ch.after)
		}
	}
	return out
}

func named(events []*calendar.Event) i18n.Sentence {
	var out []i18n.Sentence
	for _, e := range events[:min(len(events), namedDays)] {
		out = append(out, called(e))
	}
	text := i18n.Joined("%s; %s", out...)
	if n := len(events) - namedDays; n > 0 {
		return i18n.Sentencef("%s and %s", text, i18n.Numbered(n, "other", "others"))
	}
	return text
}

// again finds the events of the calendar that are just as the drafts ask for
// them, so that an answer that got lost does not plan a week twice.
func again(ctx context.Context, d Deps, c *tools.Call, drafts []draft, changes []*change) (notes []i18n.Sentence, err error) {
	for i, ch := range changes {
		if ch.before != nil || drafts[i].external != "" || len(ch.blind) > 0 {
			continue
		}
		stands, err := calendar.In(ctx, d.Store, c.Scope, training.DayRange{From: ch.after.Days.From, To: ch.after.Days.From})
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(stands, func(e calendar.Event) bool { return sameEvent(&e, ch.after) })
		if at < 0 {
			continue
		}
		e := &stands[at]
		if shown := shownFields(e); holds(shown, shownFields(ch.after)) {
			changes[i] = &change{id: e.ID, status: statusUnchanged, before: e, after: e}
			notes = append(notes,
				i18n.Sentencef("%s is already planned (%s) and was not made a second time; give it another name or time if you "+
					"mean both.", called(e), e.ID))
			continue
		}
		notes = append(notes, i18n.Sentencef("%s now has the same name, day and sport as the event %s.", called(ch.after), e.ID))
	}
	return notes, nil
}

// sameEvent says that two events are called alike on one day.
func sameEvent(a, b *calendar.Event) bool {
	return a.Days.From == b.Days.From && a.Category == b.Category && a.Sport == b.Sport &&
		strings.EqualFold(a.Name, b.Name) && a.Start == b.Start
}

// holds reports whether shown has all of asked.
func holds(shown, asked map[string]string) bool {
	for key, v := range asked {
		if shown[key] != v {
			return false
		}
	}
	return true
}
