package calendar

import (
	"encoding/json"
	"net/url"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"

	"github.com/a-h/templ"
)

// What a form or the pointer does with an event.
const (
	toMove = "move"
	toCopy = "copy"
)

// Edit reads the forms of an event.
func Edit(p *page.Page, fields url.Values) (page.Deed, error) {
	id := p.Request.PathValue("id")
	switch do := fields.Get("do"); do {
	case toMove, toCopy:
		return moveEvent(id, do, page.Trimmed(fields, "date"))
	case toPair:
		return pairEvent(id, fields)
	case page.OpSend:
		return sendEvent(id, fields)
	case page.OpSave:
		return changeEvent(id, fields)
	case page.OpRemove:
		return page.Deed{Tool: "delete_events", In: page.Args{"ids": []string{id}}, Then: page.Same("/calendar")}, nil
	default:
		return page.Deed{}, training.Errorf(training.KindInvalid, "%q is nothing that can be done with an entry of the calendar.", do).
			WithFix("Use the buttons of the page.")
	}
}

// moveEvent moves or copies an event to a day. A copy is shown after it, and the
// event itself after a move.
func moveEvent(id, do, date string) (page.Deed, error) {
	if _, err := training.ParseDay(date); err != nil {
		return page.Deed{}, training.Errorf(training.KindInvalid, "%q is not a date.", date).WithFix("Write it as 2026-05-17.").
			Of("date", "Write it as 2026-05-17.")
	}
	o := page.Deed{Tool: "update_event", In: page.Args{"id": id, "date": date}, Then: page.Same(page.Link("/calendar/", id))}
	if do == toCopy {
		o.Tool, o.In = "duplicate_events", page.Args{"ids": []string{id}, "date": date}
		o.Then = func(answer json.RawMessage) string { return page.Link("/calendar/", madeBy(answer, id)) }
	}
	return o, nil
}

// handle is what the script moves an event by, or a session of the plan alone.
func handle(e page.Event) templ.Attributes {
	if e.Plan != "" {
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
