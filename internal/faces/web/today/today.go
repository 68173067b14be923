// Package today is the first panel: whatever on the other panels matters today.
//
// # Wellness
//
// The panel of the athlete's state: the nights, the check-in, and the body map.
package today

import (
	"context"
	_ "embed"
	"encoding/json"
	"sync"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/picture"
)

// todayView holds the content of the first page.
type todayView struct {
	wellness page.Answer[wellness.View]
	events   page.Answer[page.Events]
	load     page.Answer[fitness.LoadView]
	week     page.Answer[page.Summary]
	goals    page.Answer[athlete.GoalList]
	latest   page.Answer[page.Activities]
	status   page.Answer[athlete.StatusView]
	planned  []session    // of today, or else the next one
	next     []page.Event // of the days after
}

// session is a planned session with its picture and the devices it can go to.
type session struct {
	page.Event
	picture *picture.Canvas
	devices *page.Devices
}

// recent is the period that the first page looks back on.
const recent = "last 42 days"

// Page shows today.
func Page(ctx context.Context, p *page.Page) (templ.Component, error) {
	var v todayView
	page.Together(
		func() {
			v.wellness = page.Ask[wellness.View](ctx, p, "get_wellness", page.Args{"range": "last 28 days"})
		},
		func() {
			v.events = page.Ask[page.Events](ctx, p, "list_events", page.Args{"view": "agenda"})
			v.sort(p.Call.Today.String())
			v.draw(ctx, p)
		},
		func() {
			v.load = page.Ask[fitness.LoadView](ctx, p, "analyze_training_load", page.Args{"range": recent})
		},
		func() {
			v.week = page.Ask[page.Summary](ctx, p, "get_training_summary", page.Args{
				"period": "week", "sections": []string{"by_sport", "previous"},
			})
		},
		func() { v.goals = page.Ask[athlete.GoalList](ctx, p, "list_goals", nil) },
		func() {
			v.latest = page.Ask[page.Activities](ctx, p, "list_activities", page.Args{"limit": 1, "fields": page.Fields()})
		},
		func() { v.status = page.Ask[athlete.StatusView](ctx, p, "get_status", nil) },
	)
	for i, s := range v.planned {
		v.planned[i].devices = page.Offer(ctx, p, s.Event, v.status.V.Sources)
	}
	return todayBody(p, &v), nil
}

// sort separates the sessions of today, open ones first, from future events.
func (v *todayView) sort(today string) {
	open, later := []session(nil), []session(nil)
	for _, e := range v.events.V.Events {
		now, asks := e.Date == today || e.Date < today && e.End >= today, e.Planned != nil || len(e.Steps.Length) > 0
		switch {
		case now && asks && e.Status == "upcoming":
			open = append(open, session{Event: e})
		case now && asks:
			v.planned = append(v.planned, session{Event: e})
		case e.Date > today && len(v.next) < 4:
			if v.next = append(v.next, e); asks {
				later = append(later, session{Event: e})
			}
		}
	}
	if v.planned = append(open, v.planned...); len(v.planned) == 0 {
		v.planned = later[:min(1, len(later))]
	}
}

// draw asks for the pictures of the planned sessions' steps. A row of the
// calendar does not have the text that they are drawn from.
func (v *todayView) draw(ctx context.Context, p *page.Page) {
	for i, s := range v.planned {
		if len(s.Steps.Length) > 0 {
			whole := page.Ask[struct {
				Event page.Event `json:"event"`
			}](ctx, p, "get_event", page.Args{"id": s.ID})
			v.planned[i].picture = page.StepCard(ctx, p, whole.V.Event)
		}
	}
}

// theWeek returns the current week of the calendar.
func (v *todayView) theWeek() page.Week {
	for _, w := range v.events.V.Weeks {
		if w.DaysSoFar != "" {
			return w
		}
	}
	return page.Week{}
}

// noteworthy reports whether the card of noteworthy things has any content.
func (v *todayView) noteworthy() bool {
	for _, s := range v.status.V.Sources {
		if s.Error != "" {
			return true
		}
	}
	return len(v.load.V.Alerts)+len(v.events.V.Races)+len(v.next)+len(v.status.V.Better) > 0
}

// mendedAt returns the page on which missing data can be added.
func mendedAt(missing string) string {
	if missing == "activities" || missing == "history" {
		return "/sources"
	}
	return "/settings"
}

// The box of one view of the body, in units.
const (
	bodyWidth  = "200"
	bodyHeight = "430"
)

//go:embed body.json
var bodyOutlines []byte

// bodyShapes returns the outlines of the parts of the body in a box of 200 by
// 430 units, by the id of their region without its side. Of a paired part it
// has the one on the right of the picture; the other is mirrored.
var bodyShapes = sync.OnceValue(func() (out map[string]string) {
	if err := json.Unmarshal(bodyOutlines, &out); err != nil {
		panic("today: body.json is damaged: " + err.Error())
	}
	return out
})
