package dashboard

import (
	"encoding/json"
	"net/url"

	"lapkeep/internal/training"
)

// What a form or the pointer does with an event.
const (
	toMove = "move"
	toCopy = "copy"
)

// moveEvent reads the form that moves or copies an event to a day. A copy is
// shown after it, and the event itself after a move.
func moveEvent(p *page, fields url.Values) (deed, error) {
	id, date := p.request.PathValue("id"), trimmed(fields, "date")
	if _, err := training.ParseDay(date); err != nil {
		return deed{}, training.Errorf(training.KindInvalid, "%q is not a date.", date).WithFix("Write it as 2026-05-17.")
	}
	o := deed{tool: "update_event", in: args{"id": id, "date": date}, then: same(link("/calendar/", id))}
	if fields.Get("do") == toCopy {
		o.tool, o.in = "duplicate_events", args{"ids": []string{id}, "date": date}
		o.then = func(answer json.RawMessage) string { return link("/calendar/", madeBy(answer, id)) }
	}
	return o, nil
}

// madeBy is the event that a write made, or else another.
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
