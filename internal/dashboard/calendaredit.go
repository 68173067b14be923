package dashboard

import (
	"context"
	"encoding/json"
	"math"
	"net/url"
	"strconv"
	"unicode/utf8"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// What else a form does with an event.
const (
	toPair  = "pair"
	nothing = "none" // no activity did it
)

// eventFields are what can be set of an entry of the calendar. A text that the
// tool may have cut is not among them: what it left out would be lost.
func (p *page) eventFields(e eventView) []formField {
	var planned amounts
	if e.Planned != nil {
		planned = *e.Planned
	}
	out := []formField{
		{key: "name", title: p.say("Name"), value: e.Name},
		{key: "time", title: p.say("Time of day, HH:MM"), value: e.Start},
		{key: "duration_minutes", title: p.say("Time, minutes"), value: minutes(planned.Duration), number: "any"},
		{key: "distance_km", title: p.say("Distance, km"), value: planned.Distance.String(), number: "any"},
		{key: "load", title: p.say("Load"), value: planned.Load.String(), number: "any"},
	}
	if utf8.RuneCountInString(e.Description) < textclean.TextRunes {
		out = append(out, formField{key: "description", title: p.say("Text, or the steps of a workout"), value: e.Description, long: true})
	}
	return out
}

// entryKinds are what can be added to a calendar.
func (p *page) entryKinds() [][2]string {
	return [][2]string{
		{string(training.EventWorkout), p.say("Workout")},
		{string(training.EventRaceA), p.say("Main race")},
		{string(training.EventRaceB), p.say("Race")},
		{string(training.EventRaceC), p.say("Race for training")},
		{string(training.EventNote), p.say("Note")},
		{string(training.EventHoliday), p.say("Holiday")},
		{string(training.EventSick), p.say("Ill")},
		{string(training.EventInjured), p.say("Injured")},
	}
}

// entrySports are the sports of a session, and none.
func (p *page) entrySports() [][2]string {
	out := [][2]string{{"", "–"}}
	for _, s := range []training.Sport{
		training.Cycling, training.Running, training.Swimming, training.Strength, training.Walking, training.Hiking, training.Rowing,
	} {
		out = append(out, [2]string{string(s), p.sport(string(s))})
	}
	return out
}

// addEvent reads the form that adds an entry to the calendar.
func addEvent(_ *page, fields url.Values) (deed, error) {
	in, _, err := eventArgs(fields, func(_, now string) (any, bool) { return now, now != "" })
	if err != nil {
		return deed{}, err
	}
	for _, key := range []string{"date", "category", "sport"} {
		if v := trimmed(fields, key); v != "" {
			in[key] = v
		}
	}
	return deed{tool: "create_events", in: args{"events": []args{in}}, then: func(answer json.RawMessage) string {
		return link("/calendar/", madeBy(answer, ""))
	}}, nil
}

// changeEvent reads the form that changes an event: what it shows otherwise than
// it did.
func changeEvent(id string, fields url.Values) (deed, error) {
	in, cleared, err := eventArgs(fields, changedIn(fields))
	if err != nil {
		return deed{}, err
	}
	if len(in)+len(cleared) == 0 {
		return deed{}, training.Errorf(training.KindInvalid, "Nothing would change.").WithFix("Change a field, then save it.")
	}
	in["id"] = id
	if len(cleared) > 0 {
		in["clear"] = cleared
	}
	return deed{tool: "update_event", in: in, then: same(link("/calendar/", id))}, nil
}

// eventArgs are the arguments for the fields that keep wants, and the names of
// those that were emptied.
func eventArgs(fields url.Values, keep func(key, now string) (any, bool)) (in args, cleared []string, err error) {
	set, err := given(fields, []string{"name", "time", "duration_minutes", "distance_km", "load", "description"}, keep)
	in = args{}
	for key, v := range set {
		if key == "duration_minutes" {
			key = "duration_s"
			if n, ok := v.(num); ok {
				v = num(strconv.FormatFloat(math.Round(float(n)*60), 'f', -1, 64))
			}
		}
		if v == nil {
			cleared = append(cleared, key)
		} else {
			in[key] = v
		}
	}
	return in, cleared, err
}

// pairEvent reads the form that says which activity did an event.
func pairEvent(id string, fields url.Values) (deed, error) {
	by := trimmed(fields, "done_by")
	if by == "" {
		return deed{}, training.Errorf(training.KindInvalid, "No activity was chosen.").WithFix("Choose the one that did it, or none.")
	}
	return deed{tool: "update_event", in: args{"id": id, "done_by": by}, then: same(link("/calendar/", id))}, nil
}

// near are the activities that may have done an event: those of its day, of the
// day before and of the day after.
func (p *page) near(ctx context.Context, e eventView) []activityRow {
	day, err := training.ParseDay(e.Date)
	if err != nil || day > p.call.Today {
		return nil
	}
	return ask[activitiesView](ctx, p, "list_activities", args{
		"range": (day - 1).String() + " to " + (day + 1).String(), "limit": 20, "order": "asc", "fields": rowFields(),
	}).V.Activities
}
