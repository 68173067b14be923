// Package today is the first panel. It shows the parts of the other panels that matter
// today.
//
// # Wellness
//
// The panel for the athlete's state: sleep, the check-in, and the body map.
package today

import (
	"context"
	_ "embed"
	"encoding/json"
	"strings"
	"sync"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/bodymap"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/coach/briefing"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/training"
)

// todayView holds the content of the first page.
type todayView struct {
	wellness page.Answer[wellness.View]
	events   page.Answer[page.Events]
	load     page.Answer[fitness.LoadView]
	goals    page.Answer[athlete.GoalList]
	latest   page.Answer[page.Activities]
	status   page.Answer[athlete.StatusView]
	alerts   page.Answer[briefing.View]
	planned  []session // of today, or else the next one
	extra    []calendar.Unplanned
	strip    []stripDay
}

// session is a planned session with its picture and the devices it can go to.
type session struct {
	page.Event
	picture *picture.Canvas
	devices *page.Devices
}

// stripDay is one day of the strip: its events, and its activities without a
// planned session.
type stripDay struct {
	day    training.Day
	events []page.Event
	extra  []calendar.Unplanned
}

const (
	// recent is the period that the first page looks back on.
	recent = "last 42 days"
	// The strip begins stripPast days before today.
	stripPast, stripDays = 2, 7
	// latestRead is the number of latest activities that are searched for today's.
	latestRead = 10
)

// Page shows today.
func Page(ctx context.Context, p *page.Page) (templ.Component, error) {
	var v todayView
	first := p.Call.Today - stripPast
	page.Together(
		func() {
			v.wellness = page.Ask[wellness.View](ctx, p, "get_wellness", page.Args{"range": "last 28 days"})
		},
		func() {
			v.events = page.Ask[page.Events](ctx, p, "list_events", page.Args{
				"range": first.String() + " to " + (first + stripDays - 1).String(), "by_sport": true,
			})
			v.sort(p.Call.Today)
			v.draw(ctx, p)
		},
		func() {
			v.load = page.Ask[fitness.LoadView](ctx, p, "analyze_training_load", page.Args{"range": recent})
		},
		func() { v.goals = page.Ask[athlete.GoalList](ctx, p, "list_goals", nil) },
		func() {
			v.latest = page.Ask[page.Activities](ctx, p, "list_activities", page.Args{"limit": latestRead, "fields": page.Fields()})
		},
		func() { v.status = page.Ask[athlete.StatusView](ctx, p, "get_status", nil) },
		func() {
			v.alerts = page.Ask[briefing.View](ctx, p, "get_coach_context", page.Args{"parts": []string{"alerts"}})
		},
	)
	p.Found(v.status)
	for i, s := range v.planned {
		v.planned[i].devices = page.Offer(ctx, p, s.Event, v.status.V.Sources)
	}
	return todayBody(p, &v), nil
}

// sort separates the sessions of today, open ones first, from other days, and
// fills the strip.
func (v *todayView) sort(today training.Day) {
	open, later := []session(nil), []session(nil)
	for i := range stripDays {
		v.strip = append(v.strip, stripDay{day: today - stripPast + training.Day(i)})
	}
	for _, e := range v.events.V.Events {
		to := max(e.Day, page.Or(e.To))
		for i := range v.strip {
			if d := &v.strip[i]; e.Day <= d.day && d.day <= to {
				d.events = append(d.events, e)
			}
		}
		now, asks := e.Day <= today && today <= to, e.Planned != nil || e.Steps != nil
		switch {
		case now && asks && e.Status == calendar.Upcoming:
			open = append(open, session{Event: e})
		case now && asks:
			v.planned = append(v.planned, session{Event: e})
		case e.Day > today && asks:
			later = append(later, session{Event: e})
		}
	}
	for _, u := range v.events.V.Unplanned {
		if i := int(u.Day - v.strip[0].day); i >= 0 && i < len(v.strip) {
			v.strip[i].extra = append(v.strip[i].extra, u)
		}
	}
	v.extra = v.strip[stripPast].extra
	if v.planned = append(open, v.planned...); len(v.planned)+len(v.extra) == 0 {
		v.planned = later[:min(1, len(later))]
	}
}

// draw asks for the pictures of the planned sessions' steps. A row of the
// calendar does not have the text that they are drawn from.
func (v *todayView) draw(ctx context.Context, p *page.Page) {
	for i, s := range v.planned {
		if s.Steps != nil {
			whole := page.Ask[calendar.Detail](ctx, p, "get_event", page.Args{"id": s.ID})
			v.planned[i].picture = page.StepCard(ctx, p, whole.V.Event.EventRow)
		}
	}
}

// theWeek returns the current week of the calendar.
func (v *todayView) theWeek(today training.Day) (w calendar.Week) {
	for _, w = range v.events.V.Weeks {
		if w.Start <= today && today < w.Start+7 {
			return w
		}
	}
	return calendar.Week{}
}

// nameOf returns the name of an activity without a planned session, or its
// sport.
func (v *todayView) nameOf(p *page.Page, u calendar.Unplanned) string {
	for _, a := range v.latest.V.Activities {
		if a.ID == string(u.ActivityID) {
			return page.NameOf(p, a)
		}
	}
	return p.Sport(string(u.Sport))
}

// eventAt returns the address of an event's page.
func eventAt(e page.Event) string { return page.Link("/calendar/", e.ID) }

// noteworthy reports whether the card of noteworthy things has any content.
func (v *todayView) noteworthy(p *page.Page) bool {
	for _, s := range v.status.V.Sources {
		if s.Error != "" {
			return true
		}
	}
	return len(v.alerts.V.Alerts)+len(v.better(p)) > 0
}

// better returns what would make answers better. Without data, the page says already that
// there is none.
func (v *todayView) better(p *page.Page) []athlete.Advice {
	if p.NoData {
		return nil
	}
	return v.status.V.Better
}

// alerts are the kinds of a coach's alerts, with the pages about them and CSS classes.
var alerts = map[string]struct {
	title       i18n.Sentence
	href, class string
}{
	"red":       {"Red flag", BodyPath, "bad"},
	"injury":    {"Injury", BodyPath, "warn"},
	"injured":   {"Injury", "/calendar", "warn"},
	"sick":      {"Illness", "/calendar", "warn"},
	"holiday":   {"Time off", "/calendar", "plain"},
	"travel":    {"Time off", "/calendar", "plain"},
	"no":        {"Time off", "/calendar", "plain"},
	"returning": {"Return to training", "/plan", "warn"},
	"strained":  {"Readiness", "/wellness", "warn"},
	"load":      {"Load", "/fitness", "warn"},
	"missed":    {"Missed session", "/plan", "warn"},
	"plan":      {"Plan", "/plan", "warn"},
}

// alertTitle returns the title of a coach's alert, the page about it, and its CSS class.
func alertTitle(p *page.Page, a briefing.Alert) (title, href, class string) {
	kind, _, _ := strings.Cut(a.Name, "_")
	if x, ok := alerts[kind]; ok {
		return x.title.In(p.Say), x.href, x.class
	}
	return p.Say("Coach's memory"), "/coach", "plain"
}

// regionOf returns the part of the body that an alert is about.
func regionOf(p *page.Page, a briefing.Alert) string {
	r, err := bodymap.Find(a.Region)
	if err != nil {
		return page.Clean(a.Region)
	}
	return r.Label.In(p.Say)
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

// bodyShapes returns the outlines of the parts of the body in a box of 200 by 430 units, by
// the id of their region without its side. Of a pair, it has only the part on the right of
// the picture; the other is mirrored.
var bodyShapes = sync.OnceValue(func() (out map[string]string) {
	if err := json.Unmarshal(bodyOutlines, &out); err != nil {
		panic("today: body.json is damaged: " + err.Error())
	}
	return out
})

// amount returns a part of what was done. It is 0 if nothing was done, and unknown if only this
// part is missing.
func amount(done *calendar.Sum, part float64) *float64 {
	if done == nil {
		return &part
	}
	return page.NonZero(part)
}
