package calendar

import (
	"context"
	"encoding/json"
	"math"
	"net/url"
	"strconv"
	"unicode/utf8"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// What else a form does with an event.
const (
	toPair = "pair"
	// mostMinutes are the fourteen days that the tool lets an entry last.
	mostMinutes = 14 * 24 * 60
	nothing     = "none" // no activity did it
)

// eventFields are what can be set of an entry of the calendar. A text that the
// tool may have cut is not among them: what it left out would be lost.
func eventFields(p *page.Page, e page.Event) []page.FormField {
	var planned page.Amounts
	if e.Planned != nil {
		planned = *e.Planned
	}
	out := []page.FormField{
		{Key: "name", Title: p.Say("Name"), Value: e.Name, Needed: true},
		{Key: "time", Title: p.Say("Time of day, HH:MM"), Value: e.Start},
		{
			Key: "duration_minutes", Title: p.Say("Time, minutes"), Value: page.Minutes(planned.Duration),
			Number: "any", Most: strconv.Itoa(mostMinutes),
		},
		page.DistanceField(p, planned.Distance),
		{Key: "load", Title: p.Say("Load"), Value: planned.Load.String(), Number: "any", Most: "2000"},
	}
	if utf8.RuneCountInString(e.Description) < textclean.TextRunes {
		out = append(out, page.FormField{Key: "description", Title: p.Say("Text, or the steps of a workout"), Value: e.Description, Long: true})
	}
	return out
}

// entryKinds are what can be added to a calendar.
func entryKinds(p *page.Page) [][2]string {
	return [][2]string{
		{string(training.EventWorkout), p.Say("Workout")},
		{string(training.EventRaceA), p.Say("Main race")},
		{string(training.EventRaceB), p.Say("Race")},
		{string(training.EventRaceC), p.Say("Race for training")},
		{string(training.EventNote), p.Say("Note")},
		{string(training.EventHoliday), p.Say("Holiday")},
		{string(training.EventSick), p.Say("Ill")},
		{string(training.EventInjured), p.Say("Injured")},
	}
}

// entrySports are the sports of a session, and none.
func entrySports(p *page.Page) [][2]string { return append([][2]string{{"", "–"}}, Sports(p)...) }

// Sports are those that a session can be planned of.
func Sports(p *page.Page) (out [][2]string) {
	for _, s := range []training.Sport{
		training.Cycling, training.Running, training.Swimming, training.Strength, training.Walking, training.Hiking, training.Rowing,
	} {
		out = append(out, [2]string{string(s), p.Sport(string(s))})
	}
	return out
}

// Add reads the form that adds an entry to the calendar.
func Add(_ *page.Page, fields url.Values) (page.Deed, error) {
	in, _, err := eventArgs(fields, func(_, now string) (any, bool) { return now, now != "" })
	if err != nil {
		return page.Deed{}, err
	}
	for _, key := range []string{"date", "category", "sport"} {
		if v := page.Trimmed(fields, key); v != "" {
			in[key] = v
		}
	}
	return page.Deed{Tool: "create_events", In: page.Args{"events": []page.Args{in}}, Then: func(answer json.RawMessage) string {
		return page.Link("/calendar/", madeBy(answer, ""))
	}}, nil
}

// changeEvent reads the form that changes an event: what it shows otherwise than
// it did.
func changeEvent(id string, fields url.Values) (page.Deed, error) {
	in, cleared, err := eventArgs(fields, page.ChangedIn(fields))
	if err != nil {
		return page.Deed{}, err
	}
	if len(in)+len(cleared) == 0 {
		return page.Deed{}, training.Errorf(training.KindInvalid, "Nothing would change.").WithFix("Change a field, then save it.")
	}
	in["id"] = id
	if len(cleared) > 0 {
		in["clear"] = cleared
	}
	return page.Deed{Tool: "update_event", In: in, Then: page.Same(page.Link("/calendar/", id))}, nil
}

// eventArgs are the arguments for the fields that keep wants, and the names of
// those that were emptied.
func eventArgs(fields url.Values, keep func(key, now string) (any, bool)) (in page.Args, cleared []string, err error) {
	set, err := page.Given(fields, []string{"name", "time", "duration_minutes", "distance_km", "load", "description"}, keep)
	in = page.Args{}
	for key, v := range set {
		if key == "duration_minutes" {
			key = "duration_s"
			if n, ok := v.(page.Num); ok {
				if m := page.Float(n); m < 0 || m > mostMinutes {
					return nil, nil, training.Errorf(training.KindInvalid, "%s cannot be %s.", key, n).
						WithFix("Give a number from %s to %s.", "0", strconv.Itoa(mostMinutes)).
						Of("duration_minutes", string(i18n.Sentencef("Give a number from %s to %s.", "0", strconv.Itoa(mostMinutes))))
				}
				v = page.Num(strconv.FormatFloat(math.Round(page.Float(n)*60), 'f', -1, 64))
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
func pairEvent(id string, fields url.Values) (page.Deed, error) {
	by := page.Trimmed(fields, "done_by")
	if by == "" {
		return page.Deed{}, training.Errorf(training.KindInvalid, "No activity was chosen.").WithFix("Choose the one that did it, or none.")
	}
	return page.Deed{Tool: "update_event", In: page.Args{"id": id, "done_by": by}, Then: page.Same(page.Link("/calendar/", id))}, nil
}

// near are the activities that may have done an event: those of its day, of the
// day before and of the day after.
func near(ctx context.Context, p *page.Page, e page.Event) []page.Activity {
	day, err := training.ParseDay(e.Date)
	if err != nil || day > p.Call.Today {
		return nil
	}
	return page.Ask[page.Activities](ctx, p, "list_activities", page.Args{
		"range": (day - 1).String() + " to " + (day + 1).String(), "limit": 20, "order": "asc", "fields": page.Fields(),
	}).V.Activities
}
