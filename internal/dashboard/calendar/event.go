package calendar

import (
	"context"

	"github.com/a-h/templ"

	"lapkeep/internal/dashboard/answer"
	"lapkeep/internal/dashboard/page"
	"lapkeep/internal/dashboard/session"
	"lapkeep/internal/picture"
)

// eventDetail is what the page of an event tells.
type eventDetail struct {
	answer.Event
	drawn   *picture.Canvas
	near    []answer.Activity // that may have done it
	last    *page.Change
	missing answer.Missing
	devices *session.Devices // that it can go to
	sent    string           // what became of it at a service, just now
}

// Event is one event with its steps and what did it.
func Event(ctx context.Context, p *page.Page) (templ.Component, error) {
	a := page.Ask[struct {
		Event   answer.Event   `json:"event"`
		Missing answer.Missing `json:"missing"`
	}](ctx, p, "get_event", page.Args{"id": p.Request.PathValue("id")})
	if a.Err != nil {
		return nil, a.Failure()
	}
	e := a.V.Event
	p.Title = page.Clean(e.Name)
	v := &eventDetail{Event: e, missing: a.V.Missing, sent: sentWords(p, p.Query("sent")), last: lastOf(ctx, p, e.ID)}
	page.Together(
		func() { v.drawn = session.StepPicture(ctx, p, e) },
		func() { v.near = near(ctx, p, e) },
		func() {
			if len(e.Steps.Length) > 0 {
				v.devices = session.ToDevices(ctx, p, e, page.Ask[answer.Status](ctx, p, "get_status", nil).V.Sources)
			}
		},
	)
	return eventBody(p, v), nil
}

// lastOf is the latest write to an event, or of what was sent of it.
func lastOf(ctx context.Context, p *page.Page, id string) *page.Change {
	last, sent := p.LastOf(ctx, id, page.OfCalendar()...), p.LastOf(ctx, "planned-"+id, "create_workout")
	if last == nil || sent != nil && sent.At.After(last.At) {
		return sent
	}
	return last
}
