package dashboard

import (
	"encoding/json"
	"net/url"

	"github.com/a-h/templ"

	"lapkeep/internal/training"
)

// What a form or the pointer does with an event.
const (
	toMove = "move"
	toCopy = "copy"
)

// editEvent reads the forms of an event.
func editEvent(p *page, fields url.Values) (deed, error) {
	id := p.request.PathValue("id")
	switch do := fields.Get("do"); do {
	case toMove, toCopy:
		return moveEvent(id, do, trimmed(fields, "date"))
	case toPair:
		return pairEvent(id, fields)
	case opSave:
		return changeEvent(id, fields)
	case opRemove:
		return deed{tool: "delete_events", in: args{"ids": []string{id}}, then: same("/calendar")}, nil
	default:
		return deed{}, training.Errorf(training.KindInvalid, "%q is nothing that can be done with an entry of the calendar.", do).
			WithFix("Use the buttons of the page.")
	}
}

// moveEvent moves or copies an event to a day. A copy is shown after it, and the
// event itself after a move.
func moveEvent(id, do, date string) (deed, error) {
	if _, err := training.ParseDay(date); err != nil {
		return deed{}, training.Errorf(training.KindInvalid, "%q is not a date.", date).WithFix("Write it as 2026-05-17.")
	}
	o := deed{tool: "update_event", in: args{"id": id, "date": date}, then: same(link("/calendar/", id))}
	if do == toCopy {
		o.tool, o.in = "duplicate_events", args{"ids": []string{id}, "date": date}
		o.then = func(answer json.RawMessage) string { return link("/calendar/", madeBy(answer, id)) }
	}
	return o, nil
}

// handle is what the script moves an event by, or a session of the plan alone.
func (e eventView) handle() templ.Attributes {
	if e.plan != "" {
		return templ.Attributes{"data-session": e.ID, "data-date": e.Date}
	}
	return templ.Attributes{"data-id": e.ID, "data-date": e.Date}
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
