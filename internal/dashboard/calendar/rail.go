package calendar

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lapkeep/internal/dashboard/answer"
	"lapkeep/internal/dashboard/page"
	"lapkeep/internal/metrics/compliance"
	"lapkeep/internal/training"
)

// Weeks are the weeks of one sport.
type Weeks struct {
	Sport string
	Weeks []answer.Week
}

// week is the one that begins on a day.
func (s Weeks) week(start string) (w answer.Week, ok bool) {
	for _, w := range s.Weeks {
		if w.Start == start {
			return w, true
		}
	}
	return w, false
}

// mostSports are told apart: each is a question of its own.
const mostSports = 6

// WeekSports are those whose weeks are told apart: the athlete's, the most usual
// of all athletes first, then what they do most.
func WeekSports(ctx context.Context, p *page.Page) []string {
	out := append(page.LoadSports(), string(training.Strength))
	done := page.Ask[answer.Status](ctx, p, "get_status", nil).V.Data.BySport
	rest := slices.DeleteFunc(page.Names(done), func(s string) bool {
		return s == string(training.Transition) || slices.Contains(out, s)
	})
	slices.SortStableFunc(rest, func(a, b string) int { return cmp.Compare(page.Float(done[b]), page.Float(done[a])) })
	return append(out, rest[:min(len(rest), mostSports-len(out))]...)
}

// SportWeeks asks for the weeks of a stretch, each sport for itself; one without
// any is left out.
func SportWeeks(ctx context.Context, p *page.Page, rng string) (out []Weeks) {
	sports := WeekSports(ctx, p)
	all := make([]Weeks, len(sports))
	var asks []func()
	for i, sport := range sports {
		asks = append(asks, func() {
			a := page.Ask[answer.Events](ctx, p, "list_events", page.Args{"view": "annual", "range": rng, "sport": sport})
			all[i] = Weeks{sport, a.V.Weeks}
		})
	}
	page.Together(asks...)
	return slices.DeleteFunc(all, func(s Weeks) bool { return len(s.Weeks) == 0 })
}

// askRail asks for what stands beside the weeks; an agenda has none.
func (v *calendarView) askRail(ctx context.Context, p *page.Page) {
	if v.view == "agenda" {
		return
	}
	v.sports = SportWeeks(ctx, p, v.from.String()+" to "+v.to.String())
	if to := min(v.to, p.Call.Today); to >= v.from {
		v.load = page.Ask[answer.Load](ctx, p, "analyze_training_load", page.Args{
			"range": v.from.String() + " to " + to.String(), "resolution": "day", "sections": []string{"series"},
		})
	}
}

// ramp is by how much the fitness changed in the week that begins on a day, or in
// the last seven days of one that runs; empty for one to come.
func (v *calendarView) ramp(start training.Day) (out answer.Num) {
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
func measureBy(e *answer.Event, metric string) {
	if metric == "" || len(e.Compliance.Pct) == 0 {
		return
	}
	e.Compliance.By, e.Compliance.Band = metric, ""
	if pct := e.Compliance.Pct[metric]; pct != "" {
		e.Compliance.Band = string(compliance.BandOf(page.Float(pct)))
	}
}

// Measured is what the numbers of an entry are of.
func Measured(metric string) string {
	switch metric {
	case "distance":
		return "distance_km"
	case "load":
		return "load"
	}
	return "duration_s"
}

// brief is a part of the calendar, done and planned: two words that stay whole
// where a line ends.
func brief(p *page.Page, key string, done, planned *answer.Amounts) []string {
	d, pl := p.Number(key, done.Of(key)), p.Number(key, planned.Of(key))
	switch {
	case d.Value == "" && pl.Value == "":
		return []string{"–"}
	case pl.Value == "":
		return []string{strings.TrimSpace(d.Text + " " + d.Unit)}
	}
	return []string{d.Text, strings.TrimSpace("/ " + pl.Text + " " + pl.Unit)}
}
