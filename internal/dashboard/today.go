package dashboard

import (
	"context"
	"encoding/json"

	"github.com/a-h/templ"

	"lapkeep/internal/picture"
)

// todayView is what the first page tells.
type todayView struct {
	wellness answer[wellnessView]
	events   answer[eventsView]
	load     answer[loadView]
	week     answer[summaryView]
	goals    answer[goalsView]
	latest   answer[activitiesView]
	status   answer[statusView]
	now      []eventView // of today
	next     []eventView // of the days after
	picture  *picture.Canvas
}

// recent is the stretch that the first page looks back at.
const recent = "last 42 days"

func today(ctx context.Context, p *page) (templ.Component, error) {
	var v todayView
	together(
		func() {
			v.wellness = ask[wellnessView](ctx, p, "get_wellness", args{"range": "last 28 days"})
		},
		func() {
			v.events = ask[eventsView](ctx, p, "list_events", args{"view": "agenda"})
			v.sort(p.call.Today.String())
			v.draw(ctx, p)
		},
		func() { v.load = ask[loadView](ctx, p, "analyze_training_load", args{"range": recent}) },
		func() {
			v.week = ask[summaryView](ctx, p, "get_training_summary", args{"period": "week", "sections": []string{"by_sport", "previous"}})
		},
		func() { v.goals = ask[goalsView](ctx, p, "list_goals", nil) },
		func() {
			v.latest = ask[activitiesView](ctx, p, "list_activities", args{"limit": 1, "fields": rowFields()})
		},
		func() { v.status = ask[statusView](ctx, p, "get_status", nil) },
	)
	return todayBody(p, &v), nil
}

// sort parts the events of today from those to come.
func (v *todayView) sort(today string) {
	for _, e := range v.events.V.Events {
		switch {
		case e.Date == today || e.Date < today && e.End >= today:
			v.now = append(v.now, e)
		case e.Date > today && len(v.next) < 4:
			v.next = append(v.next, e)
		}
	}
}

// planned is the session to look at: that of today, or else the next one.
func (v *todayView) planned() (e eventView, isToday, ok bool) {
	for _, e := range v.now {
		if e.Planned != nil || len(e.Steps.Length) > 0 {
			return e, true, true
		}
	}
	for _, e := range v.next {
		if e.Planned != nil || len(e.Steps.Length) > 0 {
			return e, false, true
		}
	}
	return e, false, false
}

// draw asks for the picture of the planned session's steps.
func (v *todayView) draw(ctx context.Context, p *page) {
	if e, _, ok := v.planned(); ok {
		v.picture = p.stepPicture(ctx, e)
	}
}

// stepPicture is that of an event's steps, nil where it has none.
func (p *page) stepPicture(ctx context.Context, e eventView) *picture.Canvas {
	if len(e.Steps.Length) == 0 || e.Description == "" || e.Sport == "" {
		return nil
	}
	checked := ask[json.RawMessage](ctx, p, "check_workout", args{"description": e.Description, "sport": e.Sport, "date": e.Date})
	if len(checked.Pictures) == 0 {
		return nil
	}
	named := *checked.Pictures[0]
	if named.Title == "" {
		named.Title = p.say("The steps of %s", clean(e.Name))
	}
	return &named
}

// theWeek is the present week of the calendar.
func (v *todayView) theWeek() weekView {
	for _, w := range v.events.V.Weeks {
		if w.DaysSoFar != "" {
			return w
		}
	}
	return weekView{}
}

// noteworthy says that something stands in the card of what is worth knowing.
func (v *todayView) noteworthy() bool {
	for _, s := range v.status.V.Sources {
		if s.Error != "" {
			return true
		}
	}
	return len(v.load.V.Alerts)+len(v.events.V.Races)+len(v.next)+len(v.status.V.Better) > 0
}
