package calendar

import (
	"context"

	"github.com/a-h/templ"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/picture"
)

// eventDetail is what the page of an event tells.
type eventDetail struct {
	page.Event
	drawn   *picture.Canvas
	near    []page.Activity // that may have done it
	last    *page.Change
	missing page.Missing
	devices *page.Devices // that it can go to
	sent    string        // what became of it at a service, just now
}

// Event is one event with its steps and what did it.
func Event(ctx context.Context, p *page.Page) (templ.Component, error) {
	a := page.Ask[struct {
		Event   page.Event   `json:"event"`
		Missing page.Missing `json:"missing"`
	}](ctx, p, "get_event", page.Args{"id": p.Request.PathValue("id")})
	if a.Err != nil {
		return nil, a.Failure()
	}
	e := a.V.Event
	p.Title = page.Clean(e.Name)
	v := &eventDetail{Event: e, missing: a.V.Missing, sent: sentWords(p, p.Query("sent")), last: lastOf(ctx, p, e)}
	page.Together(
		func() { v.drawn = page.StepPicture(ctx, p, e) },
		func() { v.near = near(ctx, p, e) },
		func() {
			if len(e.Steps.Length) > 0 {
				v.devices = page.ToDevices(ctx, p, e, page.Ask[page.Status](ctx, p, "get_status", nil).V.Sources)
			}
		},
	)
	return eventBody(p, v), nil
}

// lastOf is the latest write to an event, or of what was sent of it.
func lastOf(ctx context.Context, p *page.Page, e page.Event) *page.Change {
	last, sent := p.LastOf(ctx, e.ID, page.OfCalendar()...), p.LastOf(ctx, "planned-"+e.ID, "create_workout")
	if last == nil || sent != nil && sent.At.After(last.At) {
		return sent
	}
	switch last.Tool {
	case "create_events", "duplicate_events", "apply_training_plan": // which made it, perhaps
		return last.LeaveTo("/calendar?date=" + e.Date)
	}
	return last
}

// when is what an event is of, and its day.
func when(p *page.Page, e page.Event) string {
	if sport := p.Sport(e.Sport); sport != "" {
		return p.Say("%s, %s", sport, p.Day(e.Date))
	}
	return p.Day(e.Date)
}
