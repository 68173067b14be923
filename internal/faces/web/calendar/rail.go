package calendar

import (
	"context"
	"strings"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Weeks are the weeks of one sport.
type Weeks struct {
	Sport string
	Weeks []page.Week
}

// week is the one that begins on a day.
func (s Weeks) week(start string) (w page.Week, ok bool) {
	for _, w := range s.Weeks {
		if w.Start == start {
			return w, true
		}
	}
	return w, false
}

// AskWeeks asks for the weeks of a stretch, each with its parts by sport.
func AskWeeks(ctx context.Context, p *page.Page, rng string) page.Answer[page.Events] {
	return page.Ask[page.Events](ctx, p, "list_events", page.Args{"view": "annual", "range": rng, "by_sport": true})
}

// SportWeeks parts weeks by sport, in the order of the sports.
func SportWeeks(weeks []page.Week) (out []Weeks) {
	for _, sport := range training.Sports() {
		one := Weeks{Sport: string(sport)}
		for _, w := range weeks {
			for _, of := range w.BySport {
				if of.Sport == one.Sport {
					one.Weeks = append(one.Weeks, page.Week{Start: w.Start, Planned: of.Planned, Done: of.Done})
				}
			}
		}
		if len(one.Weeks) > 0 {
			out = append(out, one)
		}
	}
	return out
}

// askRail asks for what stands beside the weeks; an agenda has none.
func (v *calendarView) askRail(ctx context.Context, p *page.Page) {
	if v.view == "agenda" {
		return
	}
	v.sports = SportWeeks(AskWeeks(ctx, p, v.from.String()+" to "+v.to.String()).V.Weeks)
	if to := min(v.to, p.Call.Today); to >= v.from {
		v.load = page.Ask[page.AnswerLoad](ctx, p, "analyze_training_load", page.Args{
			"range": v.from.String() + " to " + to.String(), "resolution": "day", "sections": []string{"series"},
		})
	}
}

// ramp is by how much the fitness changed in the week that begins on a day, or in
// the last seven days of one that runs; empty for one to come.
func (v *calendarView) ramp(start training.Day) (out page.Num) {
	a := v.load.V.Actual
	for i, date := range a.Dates {
		if start.String() <= date && date <= (start+6).String() && i < len(a.Ramp) {
			out = a.Ramp[i]
		}
	}
	return out
}

// metrics are what compliance can be measured by.
func metrics(p *page.Page) [][2]string {
	return [][2]string{{"", p.Say("Time")}, {"distance", p.Say("Distance")}, {"load", p.Say("Load")}}
}

// metric is the one of the address; empty is time, as the tools have it.
func metric(p *page.Page) string {
	if m := p.Query("metric"); m == "distance" || m == "load" {
		return m
	}
	return ""
}

// measureBy takes another of the tool's shares for the compliance, with the band
// that the tools' rule gives it. A session without that share has none.
func measureBy(e *page.Event, metric string) {
	if metric == "" || len(e.Compliance.Pct) == 0 {
		return
	}
	e.Compliance.By, e.Compliance.Band = metric, ""
	if pct := e.Compliance.Pct[metric]; pct != "" {
		e.Compliance.Band = string(efforts.BandOf(page.Float(pct)))
	}
}

// Measured is what the numbers of an entry are of.
func Measured(metric string) string {
	switch metric {
	case "distance":
		return "distance_km"
	case "load":
		return "load"
	case "elevation":
		return "elevation_gain_m"
	}
	return "duration_s"
}

// brief is a part of the calendar, done and planned: two words that stay whole
// where a line ends.
func brief(p *page.Page, key string, done, planned *page.Amounts) []string {
	d, pl := p.Number(key, done.Of(key)), p.Number(key, planned.Of(key))
	switch {
	case d.Value == "" && pl.Value == "":
		return []string{"–"}
	case pl.Value == "":
		return []string{strings.TrimSpace(d.Text + " " + d.Unit)}
	}
	return []string{d.Text, strings.TrimSpace("/ " + pl.Text + " " + pl.Unit)}
}
