package dashboard

import (
	"context"
	"strings"

	"lapkeep/internal/metrics/compliance"
	"lapkeep/internal/training"
)

// sportWeeks are the weeks of one sport.
type sportWeeks struct {
	sport string
	weeks []weekView
}

// week is the one that begins on a day.
func (s sportWeeks) week(start string) (w weekView, ok bool) {
	for _, w := range s.weeks {
		if w.Start == start {
			return w, true
		}
	}
	return w, false
}

// weekSports are those whose weeks are told apart.
func weekSports() []string { return append(fitnessSports(), "strength") }

// sportWeeks asks for the weeks of a stretch, each sport for itself; one without
// any is left out.
func (p *page) sportWeeks(ctx context.Context, rng string) (out []sportWeeks) {
	all := make([]sportWeeks, len(weekSports()))
	var asks []func()
	for i, sport := range weekSports() {
		asks = append(asks, func() {
			a := ask[eventsView](ctx, p, "list_events", args{"view": "annual", "range": rng, "sport": sport})
			all[i] = sportWeeks{sport, a.V.Weeks}
		})
	}
	together(asks...)
	for _, s := range all {
		if len(s.weeks) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// askRail asks for what stands beside the weeks; an agenda has none.
func (v *calendarView) askRail(ctx context.Context, p *page) {
	if v.view == "agenda" {
		return
	}
	v.sports = p.sportWeeks(ctx, v.from.String()+" to "+v.to.String())
	if to := min(v.to, p.call.Today); to >= v.from {
		v.load = ask[loadView](ctx, p, "analyze_training_load", args{
			"range": v.from.String() + " to " + to.String(), "resolution": "day", "sections": []string{"series"},
		})
	}
}

// ramp is by how much the fitness changed in the week that begins on a day, or in
// the last seven days of one that runs; empty for one to come.
func (v *calendarView) ramp(start training.Day) (out num) {
	a := v.load.V.Actual
	for i, date := range a.Dates {
		if start.String() <= date && date <= (start+6).String() && i < len(a.Ramp) {
			out = a.Ramp[i]
		}
	}
	return out
}

// metrics are what compliance can be measured by.
func (p *page) metrics() [][2]string {
	return [][2]string{{"", p.say("Time")}, {"distance", p.say("Distance")}, {"load", p.say("Load")}}
}

// metric is the one of the address; empty is time, as the tools have it.
func (p *page) metric() string {
	if m := p.query("metric"); m == "distance" || m == "load" {
		return m
	}
	return ""
}

// measureBy takes another of the tool's shares for the compliance, with the band
// that the tools' rule gives it. A session without that share has none.
func (e *eventView) measureBy(metric string) {
	if metric == "" || len(e.Compliance.Pct) == 0 {
		return
	}
	e.Compliance.By, e.Compliance.Band = metric, ""
	if pct := e.Compliance.Pct[metric]; pct != "" {
		e.Compliance.Band = string(compliance.BandOf(float(pct)))
	}
}

// measured is what the numbers of an entry are of.
func measured(metric string) string {
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
func brief(p *page, key string, done, planned *amounts) []string {
	d, pl := p.number(key, done.of(key)), p.number(key, planned.of(key))
	switch {
	case d.Value == "" && pl.Value == "":
		return []string{"–"}
	case pl.Value == "":
		return []string{strings.TrimSpace(d.Text + " " + d.Unit)}
	}
	return []string{d.Text, strings.TrimSpace("/ " + pl.Text + " " + pl.Unit)}
}
