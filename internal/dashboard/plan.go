package dashboard

import (
	"context"

	"github.com/a-h/templ"
)

type planSession struct {
	ID          string `json:"id"`
	Date        string `json:"date"`
	Type        string `json:"type"`
	Sport       string `json:"sport"`
	Name        string `json:"name"`
	Distance    num    `json:"distance_km"`
	Duration    num    `json:"duration_s"`
	Load        num    `json:"load"`
	Structure   string `json:"structure"`
	Description string `json:"description"`
	Workout     string `json:"workout"`
}

type planWeek struct {
	Number  num    `json:"week"`
	Start   string `json:"start_date"`
	Current bool   `json:"current"`
	Phase   string `json:"phase"`
	Focus   string `json:"focus"`
	Total   struct {
		Sessions num `json:"sessions"`
		Distance num `json:"distance_km"`
		Duration num `json:"duration_s"`
		Load     num `json:"load"`
	} `json:"total"`
	Sessions []planSession `json:"sessions"`
}

type trainingPlan struct {
	Plan struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		Title string `json:"title"`
		Goal  string `json:"goal"`
	} `json:"plan"`
	Notes    string     `json:"plan_notes"`
	Weeks    []planWeek `json:"weeks"`
	Problems []string   `json:"problems"`
	Told     []string   `json:"notes"`
}

// followed is how the plan is followed.
type followed struct {
	Sessions []struct {
		ID     string `json:"id"`
		Status string `json:"status"`
	} `json:"sessions"`
	Whole struct {
		Adherence num `json:"adherence_pct"`
	} `json:"whole_plan"`
}

// status is what became of a session; empty for one that is not told.
func (f *followed) status(id string) string {
	for i := range f.Sessions {
		if f.Sessions[i].ID == id {
			return f.Sessions[i].Status
		}
	}
	return ""
}

type planView struct {
	plan   answer[trainingPlan]
	check  answer[followed]
	annual answer[eventsView]
	table  *table
	last   *change
	weeks  string // all, or empty for this and the next
	bars   string // what the bars of weeks are of, empty for time
	sports []sportBars
}

// The weeks that are drawn: a quarter of a year back, and half a year on.
const (
	weeksBack  = 12
	weeksAhead = 26
)

// weekBars are what the bars of weeks can be of.
func (p *page) weekBars() [][2]string {
	return [][2]string{{"", p.say("Time")}, {"load", p.say("Load")}, {"distance", p.say("Distance")}, {barsClimb, p.say("Climb")}}
}

func plan(ctx context.Context, p *page) (templ.Component, error) {
	v := &planView{bars: p.query("bars")}
	week := p.call.Today.WeekStart(p.call.Week)
	drawn := (week - 7*weeksBack).String() + " to " + (week + 7*weeksAhead - 1).String()
	which := "current"
	if p.query("weeks") == "all" {
		v.weeks, which = "all", "all"
	}
	together(
		func() { v.plan = ask[trainingPlan](ctx, p, "get_training_plan", args{"weeks": which}) },
		func() { v.check = ask[followed](ctx, p, "check_training_plan", args{}) },
		func() { v.sports = p.sportBars(ctx, drawn, v.bars) },
		func() { v.annual = ask[eventsView](ctx, p, "list_events", args{"view": "annual", "range": drawn}) },
	)
	v.table = p.show(p.weeksTable(v.annual.V.Weeks, v.bars, v.sports))
	v.last = p.lastOf(ctx, "", "edit_training_plan", "save_training_plan", "apply_training_plan")
	return planBody(p, v), nil
}

func planName(p *page, s planSession) string {
	for _, name := range []string{clean(s.Name), clean(s.Type), p.sport(s.Sport)} {
		if name != "" {
			return name
		}
	}
	return s.ID
}

// planFigures are the length of a session, as far as the plan says it.
func planFigures(p *page, s planSession) []measure {
	var out []measure
	if s.Duration != "" {
		out = append(out, p.number("duration_s", s.Duration))
	}
	if s.Distance != "" {
		out = append(out, p.number("distance_km", s.Distance))
	}
	return out
}
