package activity

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	views "lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/faces/web/page"
)

// compareView compares an activity with others, whose ids are in the "with" parameter of the address.
type compareView struct {
	views.Comparison

	with    []string
	err     *page.Problem
	table   *page.Table
	choices []choiceGroup
}

// choiceGroup is a group of activities to compare with, and the reason for it.
type choiceGroup struct {
	name string
	rows []views.Facts
}

// mostBeside is the maximum number of activities with which the tool compares
// one activity.
const mostBeside = 4

// compared asks for the comparison with the activities in the address.
func compared(ctx context.Context, p *page.Page, id string) *compareView {
	v := &compareView{}
	for _, x := range p.Request.URL.Query()["with"] {
		if x = strings.TrimSpace(x); x != "" && x != id && !slices.Contains(v.with, x) && len(v.with) < mostBeside {
			v.with = append(v.with, x)
		}
	}
	if len(v.with) == 0 {
		return v
	}
	a := page.Ask[views.Comparison](ctx, p, "compare_activities", page.Args{"ids": append([]string{id}, v.with...)})
	v.Comparison, v.err = a.V, a.Err
	return v
}

// choose fills in the choices: similar activities, or else the latest of the sport.
func choose(ctx context.Context, p *page.Page, v *compareView, a *Activity) {
	alike := page.Or(a.Similar)
	v.choices = []choiceGroup{
		{p.Say("Same route"), page.Or(alike.Route).Activities},
		{p.Say("Same profile"), page.Or(alike.Profile).Activities},
		{p.Say("Same intervals"), page.Or(alike.Structure).Activities},
	}
	seen := map[string]bool{a.ID: true}
	left := 0
	for i := range v.choices {
		g := &v.choices[i]
		g.rows = slices.DeleteFunc(slices.Clone(g.rows), func(r views.Facts) bool {
			was := seen[text(r["id"])]
			seen[text(r["id"])] = true
			return was
		})
		left += len(g.rows)
	}
	if left > 0 || a.Sport == "" {
		return
	}
	latest := page.Ask[views.List](ctx, p, "list_activities", page.Args{"sport": a.Sport, "limit": 10}).V.Activities
	latest = slices.DeleteFunc(slices.Clone(latest), func(r views.Facts) bool { return r["id"] == a.ID })
	v.choices = append(v.choices, choiceGroup{p.Say("Latest in this sport"), latest})
}

// drawn returns the other activities and their names as JSON, for the charts.
func (v *compareView) drawn(p *page.Page) string {
	out := [][2]string{}
	for _, a := range v.Activities[min(1, len(v.Activities)):] {
		out = append(out, [2]string{text(a["id"]), choiceName(p, a)})
	}
	b, _ := json.Marshal(out) // strings can always be marshalled
	return string(b)
}

// offered reports whether there is anything to choose.
func (v *compareView) offered() bool {
	return slices.ContainsFunc(v.choices, func(g choiceGroup) bool { return len(g.rows) > 0 })
}

// compareTable returns a table with a row per metric and a column per activity,
// with the differences from the first one.
func compareTable(p *page.Page, v *compareView, of *Activity) *page.Table {
	if len(v.Activities) == 0 {
		return nil
	}
	t := &page.Table{ID: "compare", Caption: p.Say("Side by side"), Columns: []page.Column{
		{Key: "metric", Title: p.Say("Metric"), Text: true},
	}}
	for i, a := range v.Activities {
		id := text(a["id"])
		t.Columns = append(t.Columns, page.Column{Key: "value_" + id, Title: choiceName(p, a)})
		if i > 0 {
			t.Columns = append(t.Columns, page.Column{Key: "difference_" + id, Title: p.Say("Difference")})
		}
	}
	for _, key := range of.read(ordered(v.Metrics)) {
		name := page.Words(key)
		name.Text = p.Label(key)
		r := page.Row{Cells: []page.Cell{name}}
		for i := range v.Activities {
			r.Cells = append(r.Cells, p.Cell(key, page.At(v.Metrics[key], i)))
			if i > 0 {
				r.Cells = append(r.Cells, page.Cell{Measure: p.Number(key, page.At(v.Differences[key], i)).Signed()})
			}
		}
		t.Rows = append(t.Rows, r)
	}
	return p.Show(t)
}

// ordered returns the metrics in the order of a summary, with others after them.
func ordered(of map[string][]*float64) []string {
	var out []string
	for _, k := range order() {
		if len(of[k]) > 0 {
			out = append(out, k)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(of)) {
		if !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

// choiceName returns an activity's name and day for a list of choices.
func choiceName(p *page.Page, a views.Facts) string {
	return p.Say("%s, %s", nameOf(p, a), p.Day(text(a["local_date"])))
}

// without returns the page's address without one of the compared activities.
func without(p *page.Page, id string) string {
	q := p.Request.URL.Query()
	q["with"] = slices.DeleteFunc(q["with"], func(x string) bool { return x == id })
	if len(q["with"]) == 0 {
		q.Del("with")
	}
	if len(q) == 0 {
		return p.Request.URL.Path
	}
	return p.Request.URL.Path + "?" + q.Encode()
}

// aiming adds the seconds and the target of each step to its row, for the chart
// to draw.
func aiming(t *page.Table, steps *workouts.Columns, done *page.Table) {
	for i := range t.Rows {
		if i >= len(steps.Interval) {
			break
		}
		if n := page.Or(steps.Interval[i]); n >= 1 && n <= len(done.Rows) {
			r := &t.Rows[i]
			r.From, r.To, r.Band = done.Rows[n-1].From, done.Rows[n-1].To, band(&steps.Bounds, i)
		}
	}
}

// band returns the target of a step; for the chart, speed is in m/s.
func band(v *workouts.Bounds, i int) page.TargetBand {
	for _, b := range []page.TargetBand{
		{Channel: "power", Low: page.At(v.FromW, i), High: page.At(v.ToW, i)},
		{Channel: "hr", Low: page.At(v.FromBpm, i), High: page.At(v.ToBpm, i)},
		{Channel: "speed", Low: page.At(v.FromKMH, i), High: page.At(v.ToKMH, i)},
	} {
		if b.Low != "" || b.High != "" {
			return b
		}
	}
	return page.TargetBand{}
}

// stepColumns returns the steps of the plan, each with what was done in it.
func stepColumns(p *page.Page, c *workouts.Columns, done *structure.Columns) []column {
	of := func(key string, all []*float64) column { return numbers(p, key, p.Label(key), during(all, c.Interval)) }
	return []column{
		words("step", p.Say("Planned"), c.Step), words("target", p.Say("Target"), c.Target),
		numbers(p, "done_pct", p.Say("Done"), c.DonePct), words("side", p.Say("Compared with target"), c.Side).said(p),
		numbers(p, "in_target_s", p.Label("in_target_s"), c.InS), numbers(p, "above_target_s", p.Label("above_target_s"), c.AboveS),
		numbers(p, "below_target_s", p.Label("below_target_s"), c.BelowS),
		numbers(p, "interval", p.Say("Interval"), c.Interval),
		numbers(p, "duration_s", p.Label("duration_s"), during(done.DurationS, c.Interval)),
		of("distance_km", done.DistanceKM), of("avg_power_w", done.AvgPowerW), of("pace_s_per_km", done.PaceSPerKM),
		of("pace_s_per_100m", done.PaceS100M), of("avg_hr_bpm", done.AvgHRBpm),
	}
}

// during returns the values of the intervals in which steps were done, counted
// from 1; a missed step has none.
func during[T any](all []T, intervals []*int) (out []page.Num) {
	for _, n := range intervals {
		out = append(out, page.At(all, page.Or(n)-1))
	}
	return out
}
