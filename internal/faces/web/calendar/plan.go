package calendar

import (
	"context"
	"net/url"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"

	"github.com/a-h/templ"
)

// planStretch is what the active plan has of a stretch of days.
type planStretch struct {
	id       string
	weeks    map[string]page.Num // the numbers of its weeks, by their first day
	sessions []page.Event        // that do not stand in the calendar
	cut      bool                // there are more of them
}

// onlyPlanned are the sessions of the active plan that do not stand in the
// calendar, as its events are; without a plan there are none.
func onlyPlanned(ctx context.Context, p *page.Page, rng string) planStretch {
	a := page.Ask[struct {
		Plan     string `json:"plan_id"`
		Sessions []struct {
			page.Event
			EventID string `json:"event_id"`
		} `json:"sessions"`
		Weeks []struct {
			Number page.Num `json:"week"`
			Start  string   `json:"week_start"`
		} `json:"weeks"`
		Truncated bool `json:"truncated"`
	}](ctx, p, "check_training_plan", page.Args{"range": rng})
	out := planStretch{id: a.V.Plan, cut: a.V.Truncated, weeks: map[string]page.Num{}}
	for _, w := range a.V.Weeks {
		out.weeks[w.Start] = w.Number
	}
	for _, s := range a.V.Sessions {
		if s.EventID == "" && s.Status != "rest" {
			s.Plan = "/plan?weeks=all#" + SessionAnchor(s.ID)
			out.sessions = append(out.sessions, s.Event)
		}
	}
	return out
}

// SessionAnchor is where a session stands on the page of the plan.
func SessionAnchor(id string) string { return "session-" + url.PathEscape(id) }

// week is the number of the plan's week that a day is of, empty outside of it.
func (s planStretch) week(d training.Day) page.Num {
	for back := range training.Day(7) {
		if n, ok := s.weeks[(d - back).String()]; ok {
			return n
		}
	}
	return ""
}

// dayHandle is what the script knows a day by: its date, and where the plan has it.
func (v *calendarView) dayHandle(d training.Day) templ.Attributes {
	out := templ.Attributes{"data-day": d.String()}
	if n := v.plan.week(d); n != "" {
		out["data-week"], out["data-weekday"] = n.String(), d.Weekday().String()
	}
	return out
}
