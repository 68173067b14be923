package intervalstest

import (
	"maps"
	"slices"
	"strings"
	"time"
)

func eventHandlers() map[string]Handler {
	return map[string]Handler{
		"listEvents":           listEvents,
		"showEvent":            func(c *Call) (any, error) { return event(c) },
		"createEvent":          createEvent,
		"createMultipleEvents": createEvents,
		"updateEvent":          updateEvent,
		"deleteEvent":          deleteEvent,
		"deleteEventsBulk":     deleteEventsBulk,
	}
}

func start(e Doc) string { return Text(e, "start_date_local") }

// sorted returns events by start, then by id.
func sorted(list []Doc) []Doc {
	slices.SortStableFunc(list, func(x, y Doc) int { return strings.Compare(start(x), start(y)) })
	return list
}

func listEvents(c *Call) (any, error) {
	oldest, newest, err := c.Span("oldest", "newest", c.Today(), c.Now().AddDate(0, 0, 6).Format(time.DateOnly))
	if err != nil {
		return nil, err
	}
	categories := c.List("category")
	list := sorted(c.Athlete.Events.Where(func(e Doc) bool {
		return start(e) <= newest && max(start(e), Text(e, "end_date_local")) >= oldest && (start(e) >= oldest || spans(e)) &&
			(categories == nil || slices.Contains(categories, Text(e, "category")))
	}))
	list = list[:min(len(list), c.AtMost(1<<30))]
	out := c.Wholes("Event", list)
	if c.Path("ext") == ".csv" {
		return Table("id", nil, out)
	}
	return out, nil
}

// spans reports whether an event lasts longer than the day it begins on.
func spans(e Doc) bool {
	end, err1 := time.Parse(LocalTime, Text(e, "end_date_local"))
	begin, err2 := time.Parse(LocalTime, start(e))
	return err1 == nil && err2 == nil && end.Sub(begin) > 24*time.Hour
}

// eventOf returns the stored event in the path.
func eventOf(c *Call) (Doc, error) {
	e := c.Athlete.Events.Find(c.Path("eventId"))
	if e == nil {
		return nil, NotFound("Event")
	}
	return e, nil
}

func event(c *Call) (any, error) {
	e, err := eventOf(c)
	if err != nil {
		return nil, err
	}
	return c.Whole("Event", e), nil
}

// setEvent changes an event by the supplied fields, and computes the rest. The
// event only changes if everything is valid.
func setEvent(c *Call, e, patch Doc) error {
	trial := maps.Clone(e)
	c.Merge("EventEx", trial, patch)
	if _, err := time.Parse(LocalTime, start(trial)); err != nil {
		return Invalid("Text '%s' could not be parsed", start(trial))
	}
	if end := Text(trial, "end_date_local"); end != "" {
		if _, err := time.Parse(LocalTime, end); err != nil {
			return Invalid("Text '%s' could not be parsed", end)
		}
	}
	category := Text(trial, "category")
	switch {
	case category == "":
		return Invalid("Category is required")
	case Text(trial, "name") == "" && category != "TARGET" && category != "SET_EFTP" && category != "FITNESS_DAYS":
		return Invalid("Name is required")
	case strings.HasPrefix(category, "RACE_") && Text(trial, "type") == "":
		return Invalid("Missing type")
	}
	if _, moved := patch["start_date_local"]; moved || Text(trial, "end_date_local") == "" {
		if _, told := patch["end_date_local"]; !told || patch["end_date_local"] == nil {
			trial["end_date_local"] = movedEnd(e, trial)
		}
	}
	_, told := patch["description"]
	_, retyped := patch["type"]
	if category == "WORKOUT" && (told || retyped) {
		Read(c.Athlete, trial, patch)
	}
	trial["updated"] = c.Stamp()
	clear(e)
	maps.Copy(e, trial)
	return nil
}

// movedEnd returns the end with the same duration after the new start; a new
// event ends at the next midnight.
func movedEnd(old, e Doc) string {
	begin, _ := time.Parse(LocalTime, start(e)) // it was just checked
	was, err1 := time.Parse(LocalTime, start(old))
	end, err2 := time.Parse(LocalTime, Text(old, "end_date_local"))
	if err1 == nil && err2 == nil {
		return begin.Add(end.Sub(was)).Format(LocalTime)
	}
	return time.Date(begin.Year(), begin.Month(), begin.Day()+1, 0, 0, 0, 0, time.UTC).Format(LocalTime)
}

// NewEvent creates an event.
func NewEvent(c *Call, patch Doc) (Doc, error) {
	if err := Unpack(patch); err != nil {
		return nil, err
	}
	e := Doc{"athlete_id": c.Athlete.ID, "created_by_id": c.Athletes[0].ID}
	if err := setEvent(c, e, patch); err != nil {
		return nil, err
	}
	e["id"] = float64(c.Next())
	if Text(e, "uid") == "" {
		e["uid"] = "emulated-" + IDOf(e)
	}
	c.Athlete.Events.Add(e)
	return e, nil
}

// same returns the event that a new one should replace if the request asks for
// that, nil otherwise.
func same(c *Call, patch Doc) Doc {
	byUID, byExternal := c.Flag("upsertOnUid", false), c.Flag("upsert", false)
	for _, e := range c.Athlete.Events.Rows {
		if byUID && Text(patch, "uid") != "" && Text(e, "uid") == Text(patch, "uid") ||
			byExternal && Text(patch, "external_id") != "" && Text(e, "external_id") == Text(patch, "external_id") {
			return e
		}
		if c.Op.ID == "createMultipleEvents" && byExternal && Text(patch, "category") == "TARGET" &&
			Text(e, "category") == "TARGET" &&
			start(e) == start(patch) && Text(e, "type") == Text(patch, "type") {
			return e
		}
	}
	return nil
}

func upserted(c *Call, patch Doc) (Doc, error) {
	e := same(c, patch)
	if e == nil {
		return NewEvent(c, patch)
	}
	return e, setEvent(c, e, patch)
}

func createEvent(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	e, err := upserted(c, patch)
	if err != nil {
		return nil, err
	}
	return c.Whole("Event", e), nil
}

func createEvents(c *Call) (any, error) {
	list, err := c.Objects()
	if err != nil {
		return nil, err
	}
	for _, patch := range list { // all or none
		if err := setEvent(c, Doc{}, maps.Clone(patch)); err != nil && same(c, patch) == nil {
			return nil, err
		}
	}
	out := []Doc{}
	for _, patch := range list {
		e, err := upserted(c, patch)
		if err != nil {
			return nil, err
		}
		if c.Flag("updatePlanApplied", false) {
			e["plan_applied"] = c.Stamp()
		}
		out = append(out, c.Whole("Event", e))
	}
	return out, nil
}

func updateEvent(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	e, err := eventOf(c)
	if err != nil {
		return nil, err
	}
	if err := Unpack(patch); err != nil {
		return nil, err
	}
	if err := setEvent(c, e, patch); err != nil {
		return nil, err
	}
	return c.Whole("Event", e), nil
}

// dropEvents deletes events and their pairings.
func dropEvents(a *Athlete, gone func(Doc) bool) int {
	n := a.Events.Remove(gone)
	for _, v := range a.Activities {
		if id := v.Doc["paired_event_id"]; id != nil && a.Events.Find(NumberText(id)) == nil {
			delete(v.Doc, "paired_event_id")
		}
	}
	return n
}

func deleteEvent(c *Call) (any, error) {
	e, err := eventOf(c)
	if err != nil {
		return nil, err
	}
	dropEvents(c.Athlete, func(v Doc) bool { return IDOf(v) == IDOf(e) })
	return Doc{}, nil
}

func deleteEventsBulk(c *Call) (any, error) {
	list, err := c.Objects()
	if err != nil {
		return nil, err
	}
	n := dropEvents(c.Athlete, func(e Doc) bool {
		return slices.ContainsFunc(list, func(d Doc) bool {
			if external := Text(d, "external_id"); external != "" {
				return Text(e, "external_id") == external
			}
			return d["id"] != nil && d["id"] == e["id"]
		})
	})
	return Doc{"eventsDeleted": n}, nil
}
