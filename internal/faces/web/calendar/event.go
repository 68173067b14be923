package calendar

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/athlete"
	views "lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/report"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/training"
)

// eventDetail holds the content of an event's page.
type eventDetail struct {
	page.Event
	drawn   *picture.Canvas
	near    []page.Activity // may have completed the event
	last    *page.Change
	notes   []report.Note
	missing page.Missing
	devices *page.Devices // can receive the event
	sent    string        // the result of just having sent it to a service
}

// Event shows one event with its steps and the activity that completed it.
func Event(ctx context.Context, p *page.Page) (templ.Component, error) {
	a := page.Ask[views.Detail](ctx, p, "get_event", page.Args{"id": p.Request.PathValue("id")})
	if a.Err != nil {
		return nil, a.Failure()
	}
	e := a.V.Event.EventRow
	p.Title = page.Clean(e.Name)
	v := &eventDetail{Event: e, missing: a.V.Missing, sent: sentWords(p, p.Query("sent")), last: lastOf(ctx, p, e)}
	page.Together(
		func() { v.drawn = page.StepPicture(ctx, p, e) },
		func() { v.near = near(ctx, p, e) },
		func() { v.notes = notesOn(ctx, p, e.ID) },
		func() {
			if e.Steps != nil {
				v.devices = page.ToDevices(ctx, p, e, page.Ask[athlete.StatusView](ctx, p, "get_status", nil).V.Sources)
			}
		},
	)
	return eventBody(p, v), nil
}

// lastOf returns the latest write to an event, or to the workout that was sent
// from it.
func lastOf(ctx context.Context, p *page.Page, e page.Event) *page.Change {
	last := later(p.LastOf(ctx, e.ID, page.OfCalendar()...), p.LastOf(ctx, "planned-"+e.ID, "create_workout"))
	if last == nil {
		return nil
	}
	switch last.Tool {
	case "create_events", "duplicate_events", "apply_training_plan": // these may have created the event
		return last.LeaveTo("/calendar?date=" + e.Day.String())
	}
	return last
}

// later returns the later of two changes; nil is none.
func later(a, b *page.Change) *page.Change {
	if a == nil || b != nil && b.At.After(a.At) {
		return b
	}
	return a
}

// when returns an event's sport and day.
func when(p *page.Page, e page.Event) string {
	if sport := p.Sport(string(e.Sport)); sport != "" {
		return p.Say("%s, %s", sport, p.Day(e.Day.String()))
	}
	return p.Day(e.Day.String())
}

// sendEvent reads the form that sends an event to a service's library. If the
// service has it already, nothing is written and the page says so.
func sendEvent(id string, fields url.Values) (page.FormAction, error) {
	to := page.Trimmed(fields, "source")
	if to == "" {
		return page.FormAction{}, training.Errorf(training.KindInvalid, "No service was chosen.").WithFix("Choose a service that supports " +
			"workouts.")
	}
	one := page.Args{"workout_id": id}
	if folder := page.Trimmed(fields, "folder"); folder != "" {
		one["folder_id"] = folder
	}
	in := page.Args{"workouts": []page.Args{one}, "source": to}
	return page.FormAction{Tool: "create_workout", In: in, Then: func(said json.RawMessage) string {
		return page.Link("/calendar/", id) + "?sent=" + url.QueryEscape(sentAs(said))
	}}, nil
}

// sentAs returns the status of the sent workout, as a word of the tool.
func sentAs(said json.RawMessage) string {
	var a struct {
		Workouts []struct {
			Status string `json:"status"`
		} `json:"workouts"`
	}
	if json.Unmarshal(said, &a) != nil || len(a.Workouts) == 0 {
		return ""
	}
	return a.Workouts[0].Status
}

// sentWords returns the sentence about a sent workout, or "" if nothing was just sent.
func sentWords(p *page.Page, became string) string {
	switch became {
	case "created", "sent", "updated":
		return p.Say("The workout is being sent to the service's library. Open Sources to see what is waiting or has failed.")
	case "unchanged":
		return p.Say("The service already has this version, so nothing was sent.")
	}
	return ""
}

// Further actions of a form on an event.
const (
	toPair = "pair"
	toNote = "note"
	// mostMinutes is fourteen days, the longest entry that the tool allows.
	mostMinutes = 14 * 24 * 60
	nothing     = "none" // no activity completed it
)

// eventFields returns the fields of a calendar entry that can be set.
func eventFields(p *page.Page, e page.Event) []page.FormField {
	planned := page.Or(e.Planned)
	return []page.FormField{
		{Key: "name", Title: p.Say("Name"), Value: e.Name, Needed: true, Wide: true},
		{Key: "time", Title: p.Say("Time of day, HH:MM"), Value: e.Time},
		{
			Key: "duration_minutes", Title: p.Say("Duration, minutes"), Value: page.Minutes(planned.DurationS),
			Number: "any", Most: strconv.Itoa(mostMinutes),
		},
		page.DistanceField(p, planned.DistanceKm),
		{Key: "load", Title: p.Say("Load"), Value: page.Digits(page.NonZero(planned.Load)).String(), Number: "any", Most: "2000"},
		{Key: "description", Title: p.Say("Text, or the steps of a workout"), Value: e.Text, Long: true},
	}
}

// entryKinds returns the kinds of entries that can be added to a calendar.
func entryKinds(p *page.Page) [][2]string {
	return [][2]string{
		{string(training.EventWorkout), p.Say("Workout")},
		{string(training.EventRaceA), p.Say("Main race")},
		{string(training.EventRaceB), p.Say("Race")},
		{string(training.EventRaceC), p.Say("Training race")},
		{string(training.EventNote), p.Say("Note")},
		{string(training.EventHoliday), p.Say("Holiday")},
		{string(training.EventSick), p.Say("Sick")},
		{string(training.EventInjured), p.Say("Injured")},
	}
}

// entrySports returns the sports of a session, including none.
func entrySports(p *page.Page) [][2]string { return append([][2]string{{"", "–"}}, Sports(p)...) }

// Sports returns the sports for which a session can be planned.
func Sports(p *page.Page) (out [][2]string) {
	for _, s := range []training.Sport{
		training.Cycling, training.Running, training.Swimming, training.Strength, training.Walking, training.Hiking, training.Rowing,
	} {
		out = append(out, [2]string{string(s), p.Sport(string(s))})
	}
	return out
}

// Add reads the form that adds an entry to the calendar.
func Add(p *page.Page, fields url.Values) (page.FormAction, error) {
	in, _, err := eventArgs(fields, func(_, now string) (any, bool) { return now, now != "" })
	if err != nil {
		return page.FormAction{}, err
	}
	for _, key := range []string{"category", "sport", "end_date"} {
		if v := page.Trimmed(fields, key); v != "" {
			in[key] = v
		}
	}
	category := page.Trimmed(fields, "category")
	if in["name"] == nil && (in["sport"] != nil || category != string(training.EventWorkout)) { // an empty form is no session
		in["name"] = cmp.Or(p.Sport(page.Trimmed(fields, "sport")), page.Called(entryKinds(p), category))
	}
	if c := in["category"]; c == nil || c == string(training.EventWorkout) {
		if err := soundSteps(p, "description", in["description"], page.Trimmed(fields, "sport")); err != nil {
			return page.FormAction{}, err
		}
	}
	return page.FormAction{Tool: "create_events", In: page.Args{"events": []page.Args{in}}, Then: func(answer json.RawMessage) string {
		return page.Link("/calendar/", madeBy(answer, ""))
	}}, nil
}

// changeEvent reads the form that changes an event; only fields that were edited
// are changed.
func changeEvent(p *page.Page, id string, fields url.Values) (page.FormAction, error) {
	in, cleared, err := eventArgs(fields, page.ChangedIn(fields))
	if err == nil {
		err = soundSteps(p, "description", in["description"], page.Trimmed(fields, "sport"))
	}
	if err != nil {
		return page.FormAction{}, err
	}
	if len(in)+len(cleared) == 0 {
		return page.FormAction{}, training.Errorf(training.KindInvalid, "There is nothing to change.").WithFix("Change a field, then save it.")
	}
	in["id"] = id
	if len(cleared) > 0 {
		in["clear"] = cleared
	}
	return page.FormAction{
		Tool: "update_event",
		In:   in,
		Then: page.Same(page.OwnAddress(fields.Get("back"), page.Link("/calendar/", id))),
	}, nil
}

// eventArgs returns the arguments for the fields that keep accepts, and the
// names of those that were emptied.
func eventArgs(fields url.Values, keep func(key, now string) (any, bool)) (in page.Args, cleared []string, err error) {
	set, err := page.Given(fields, []string{"name", "date", "time", "duration_minutes", "distance_km", "load", "description"}, keep)
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

// pairEvent reads the form that states which activity completed an event.
func pairEvent(id string, fields url.Values) (page.FormAction, error) {
	by := page.Trimmed(fields, "done_by")
	if by == "" {
		return page.FormAction{}, training.Errorf(training.KindInvalid, "No activity was chosen.").WithFix("Choose the activity, or choose " +
			"none.")
	}
	return page.FormAction{Tool: "update_event", In: page.Args{"id": id, "done_by": by}, Then: page.Same(page.Link("/calendar/", id))}, nil
}

// near returns the activities that may have completed an event: those of its
// day, the day before and the day after.
func near(ctx context.Context, p *page.Page, e page.Event) []page.Activity {
	if e.Day > p.Call.Today {
		return nil
	}
	return page.Ask[page.Activities](ctx, p, "list_activities", page.Args{
		"range": (e.Day - 1).String() + " to " + (e.Day + 1).String(), "limit": 20, "order": "asc", "fields": page.Fields(),
	}).V.Activities
}

// The actions on an event by a form or by dragging.
const (
	toMove = "move"
	toCopy = "copy"
)

// Edit reads the forms of an event.
func Edit(p *page.Page, fields url.Values) (page.FormAction, error) {
	id := p.Request.PathValue("id")
	switch do := fields.Get("do"); do {
	case toMove, toCopy:
		return moveEvent(id, do, page.Trimmed(fields, "date"))
	case toPair:
		return pairEvent(id, fields)
	case toNote:
		return noteEvent(id, fields), nil
	case page.OpSend:
		return sendEvent(id, fields)
	case page.OpSave:
		return changeEvent(p, id, fields)
	case page.OpRemove:
		return page.FormAction{
			Tool: "delete_events",
			In:   page.Args{"ids": []string{id}},
			Then: page.Same(page.OwnAddress(fields.Get("back"), "/calendar")),
		}, nil
	default:
		return page.FormAction{}, training.Errorf(training.KindInvalid, "%q is not an action for a calendar entry.", do).
			WithFix("Use the buttons on the page.")
	}
}

// moveEvent moves or copies an event to a day. Afterwards the page shows the
// copy, or the moved event.
func moveEvent(id, do, date string) (page.FormAction, error) {
	if _, err := training.ParseDay(date); err != nil {
		return page.FormAction{}, training.Errorf(training.KindInvalid, "%q is not a date.", date).WithFix("Write it as 2026-05-17.").
			Of("date", "Write it as 2026-05-17.")
	}
	o := page.FormAction{Tool: "update_event", In: page.Args{"id": id, "date": date}, Then: page.Same(page.Link("/calendar/", id))}
	if do == toCopy {
		o.Tool, o.In = "duplicate_events", page.Args{"ids": []string{id}, "date": date}
		o.Then = func(answer json.RawMessage) string { return page.Link("/calendar/", madeBy(answer, id)) }
	}
	return o, nil
}

// handle returns the attributes with which the script moves an event, or a
// session that is only in the plan.
func handle(e entry) templ.Attributes {
	if e.plan != "" {
		return templ.Attributes{"data-session": e.ID, "data-date": e.Day.String()}
	}
	return templ.Attributes{"data-id": e.ID, "data-date": e.Day.String()}
}

// madeBy returns the id of the event that a write created, or the value of otherwise if it
// created none.
func madeBy(answer json.RawMessage, otherwise string) string {
	var a struct {
		Events []struct {
			ID string `json:"id"`
		} `json:"events"`
	}
	if err := json.Unmarshal(answer, &a); err != nil || len(a.Events) == 0 || a.Events[0].ID == "" {
		return otherwise
	}
	return a.Events[0].ID
}
