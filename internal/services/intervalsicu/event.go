package intervalsicu

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/training"
)

// lasting lists the categories whose events may last for days. The service does not
// list an event that began before the requested days, even if it extends into them.
var lasting = []training.EventCategory{
	training.EventNote, training.EventPlan, training.EventHoliday, training.EventSick, training.EventInjured, training.EventTarget,
}

// longest is the number of days before the requested ones in which such events are
// searched for.
const longest = 366

// Events returns the events that overlap the days, each with the activity that the service
// pairs with it.
func (c *Client) Events(
	ctx context.Context, days training.DayRange, categories ...training.EventCategory,
) ([]training.CalendarEvent, error) {
	list, err := c.events(ctx, days, categories)
	if err != nil {
		return nil, err
	}
	long := slices.DeleteFunc(slices.Clone(lasting), func(k training.EventCategory) bool {
		return len(categories) > 0 && !slices.Contains(categories, k)
	})
	if len(long) > 0 {
		before := training.DayRange{From: days.From - longest, To: days.From - 1}
		begun, err := c.events(ctx, before, long)
		if err != nil {
			return nil, err
		}
		list = append(list, begun...)
	}
	list = slices.DeleteFunc(list, func(e training.CalendarEvent) bool { return !touches(e, days) })
	slices.SortStableFunc(list, func(a, b training.CalendarEvent) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.ID, b.ID))
	})
	list = slices.CompactFunc(list, func(a, b training.CalendarEvent) bool { return a.ID == b.ID })
	return c.paired(ctx, days, list)
}

// touches reports whether an event overlaps the days. An end at midnight does not include
// the day that begins then.
func touches(e training.CalendarEvent, days training.DayRange) bool {
	if e.Start == "" {
		return false
	}
	first := e.Start.Day()
	last := first
	if e.End != "" {
		last = e.End.Day()
		if strings.HasSuffix(string(e.End), "T00:00:00") {
			last--
		}
	}
	return first <= days.To && max(first, last) >= days.From
}

func (c *Client) events(
	ctx context.Context, days training.DayRange, categories []training.EventCategory,
) ([]training.CalendarEvent, error) {
	q := url.Values{"oldest": {days.From.String()}, "newest": {days.To.String()}}
	if len(categories) > 0 {
		q.Set("category", words(categories))
	}
	return client.List(ctx, c.api, request{Op: opEvents, At: []string{c.athlete, ""}, Query: q}, (*Event).Read)
}

// words returns the categories in capitals, joined by commas, which is the
// service's form of a filter.
func words(categories []training.EventCategory) string {
	var all []string
	for _, k := range categories {
		all = append(all, strings.ToUpper(string(k)))
	}
	return strings.Join(all, ",")
}

// paired returns list with DoneBy set on the workouts and races that the service has paired
// with an activity. This information is only in the service's activities.
func (c *Client) paired(ctx context.Context, days training.DayRange, list []training.CalendarEvent) ([]training.CalendarEvent, error) {
	if !slices.ContainsFunc(list, func(e training.CalendarEvent) bool { return e.Category == training.EventWorkout || e.Category.Race() }) {
		return list, nil
	}
	done, err := client.Ask[[]struct {
		ID    ID `json:"id"`
		Event ID `json:"paired_event_id"`
	}](ctx, c.api, request{Op: opActivities, At: []string{c.athlete}, Query: url.Values{
		"oldest": {(days.From - 1).String()}, "newest": {(days.To + 1).String()}, "fields": {"id,paired_event_id"},
	}})
	if err != nil {
		return nil, err
	}
	for i := range list {
		for _, d := range done {
			if d.Event != "" && string(d.Event) == list[i].ID {
				list[i].DoneBy = WireName.Ref(string(d.ID))
			}
		}
	}
	return list, nil
}

// Event returns one event.
func (c *Client) Event(ctx context.Context, id string) (training.CalendarEvent, error) {
	if _, err := Number(id); err != nil {
		return training.CalendarEvent{}, err
	}
	e, err := client.One(ctx, c.api, request{Op: opEvent, At: []string{c.athlete, id}}, (*Event).Read)
	if err != nil || e.Start == "" {
		return e, err
	}
	one, err := c.paired(ctx, training.DayRange{From: e.Start.Day(), To: e.Start.Day()}, []training.CalendarEvent{e})
	if err != nil {
		return e, err
	}
	return one[0], nil
}

// CreateEvents creates events. An event with an external id is created only once, even if
// the request is repeated. If an event has no external id, the request is not retried.
func (c *Client) CreateEvents(ctx context.Context, events []training.CalendarEvent) ([]training.CalendarEvent, error) {
	if len(events) == 0 {
		return nil, nil
	}
	keyed := true
	body := make([]Patch, len(events))
	for i, e := range events {
		p, err := NewEvent(e)
		if err != nil {
			return nil, err
		}
		body[i], keyed = p, keyed && e.ExternalID != ""
	}
	if err := c.freeForTargets(ctx, events); err != nil {
		return nil, err
	}
	return client.List(ctx, c.api, request{
		Op: opCreateEvents, At: []string{c.athlete}, Body: body, Repeatable: keyed,
		Query: url.Values{"upsert": {"true"}, "upsertOnUid": {"false"}, "updatePlanApplied": {"false"}},
	}, (*Event).Read)
}

// freeForTargets returns an error if targets would replace existing ones: the service stores
// only one target per day and sport, and would overwrite it.
func (c *Client) freeForTargets(ctx context.Context, events []training.CalendarEvent) error {
	for _, e := range events {
		if e.Category != training.EventTarget || e.Start == "" {
			continue
		}
		day := training.DayRange{From: e.Start.Day(), To: e.Start.Day()}
		there, err := c.events(ctx, day, []training.EventCategory{training.EventTarget})
		if err != nil {
			return err
		}
		for _, t := range there {
			ours := e.ExternalID != "" && t.ExternalID == e.ExternalID
			if t.Start.Day() == day.From && t.Sport == e.Sport && t.SubSport == e.SubSport && !ours {
				return training.Errorf(training.KindConflict, "Intervals.icu already has a target of %s, event %s.", day.From, t.ID).
					WithFix("Change that event instead.")
			}
		}
	}
	return nil
}

// UpdateEvent sets fields of an event.
func (c *Client) UpdateEvent(ctx context.Context, e training.CalendarEvent, fields ...string) (training.CalendarEvent, error) {
	if _, err := Number(e.ID); err != nil {
		return training.CalendarEvent{}, err
	}
	patch, err := EventPatch(e, fields...)
	if err != nil {
		return training.CalendarEvent{}, err
	}
	r := request{Op: opUpdateEvent, At: []string{c.athlete, e.ID}, Body: patch, Repeatable: true}
	return client.One(ctx, c.api, r, (*Event).Read)
}

// DeleteEvents deletes events by id. It never deletes by a range of days, because a
// missing end would delete all future events.
func (c *Client) DeleteEvents(ctx context.Context, ids ...string) (int, error) {
	if len(ids) == 0 {
		return 0, nil
	}
	doomed := make([]Patch, len(ids))
	for i, id := range ids {
		n, err := Number(id)
		if err != nil {
			return 0, err
		}
		doomed[i] = Patch{"id": n}
	}
	gone, err := client.Ask[struct {
		Deleted int `json:"eventsDeleted"`
	}](ctx, c.api, request{Op: opDeleteEvents, At: []string{c.athlete}, Body: doomed, Repeatable: true})
	return gone.Deleted, err
}

// restFields lists the fields of an event that can be set on the service but have no field
// in [training.CalendarEvent]. They are stored unchanged, so that a restored event has them
// again.
var restFields = []string{
	"sub_type", "attachments", "can_train_sports", "structure_read_only", "entered",
	"plan_athlete_id", "plan_folder_id", "plan_workout_id", "plan_applied",
}

// mostRest bounds the size of these fields, which we do not interpret.
const mostRest = 16 << 10

// UnmarshalJSON reads an event with its other fields.
func (e *Event) UnmarshalJSON(b []byte) error {
	type plain Event
	if err := json.Unmarshal(b, (*plain)(e)); err != nil {
		return err
	}
	kept, err := restOf(b, restFields)
	e.rest = kept
	return err
}

// restOf returns the named fields of a JSON object unchanged, or nil if all are empty or too
// large to store.
func restOf(b []byte, fields []string) (json.RawMessage, error) {
	var all, rest map[string]json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, err
	}
	for _, name := range fields {
		if v := all[name]; len(v) > 0 && !slices.Contains([]string{"null", "false", `""`, "[]"}, string(v)) {
			if rest == nil {
				rest = map[string]json.RawMessage{}
			}
			rest[name] = v
		}
	}
	if rest == nil {
		return nil, nil
	}
	kept, err := json.Marshal(rest)
	if err != nil || len(kept) > mostRest {
		return nil, err
	}
	return kept, nil
}

// rest adds the other stored fields of an event or a setting to a patch.
func (p Patch) rest(kept json.RawMessage, fields []string) {
	var all map[string]json.RawMessage
	if len(kept) > mostRest || json.Unmarshal(kept, &all) != nil {
		return // there are none, or they are not from the service
	}
	for _, name := range fields {
		if v := all[name]; len(v) > 0 && string(v) != "null" {
			p[name] = v
		}
	}
}
