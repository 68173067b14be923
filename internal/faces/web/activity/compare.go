package activity

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/faces/web/page"
)

// compareView is an activity beside others, which the address gives as with.
type compareView struct {
	Activities  []page.Activity       `json:"activities"`
	Metrics     map[string][]page.Num `json:"metrics"`
	Differences map[string][]page.Num `json:"differences"`
	Notes       []string              `json:"notes"`

	with    []string
	err     *page.Problem
	table   *page.Table
	choices []choiceGroup
}

// choiceGroup is a group of activities to compare with, and the reason for it.
type choiceGroup struct {
	name string
	rows []page.Activity
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
	a := page.Ask[compareView](ctx, p, "compare_activities", page.Args{"ids": append([]string{id}, v.with...)})
	with := v.with
	*v = a.V
	v.with, v.err = with, a.Err
	return v
}

// choose fills in the choices: similar activities, or else the latest of the sport.
func choose(ctx context.Context, p *page.Page, v *compareView, a *activityView) {
	v.choices = []choiceGroup{
		{p.Say("Same route"), a.Similar.Route.Activities},
		{p.Say("Same profile"), a.Similar.Profile.Activities},
		{p.Say("Same intervals"), a.Similar.Structure.Activities},
	}
	seen := map[string]bool{a.ID: true}
	left := 0
	for i := range v.choices {
		g := &v.choices[i]
		g.rows = slices.DeleteFunc(slices.Clone(g.rows), func(r page.Activity) bool {
			was := seen[r.ID]
			seen[r.ID] = true
			return was
		})
		left += len(g.rows)
	}
	if left > 0 || a.Sport == "" {
		return
	}
	latest := page.Ask[page.Activities](ctx, p, "list_activities", page.Args{"sport": a.Sport, "limit": 10}).V.Activities
	latest = slices.DeleteFunc(latest, func(r page.Activity) bool { return r.ID == a.ID })
	v.choices = append(v.choices, choiceGroup{p.Say("Latest of this sport"), latest})
}

// offered reports whether there is anything to choose.
func (v *compareView) offered() bool {
	return slices.ContainsFunc(v.choices, func(g choiceGroup) bool { return len(g.rows) > 0 })
}

// compareTable returns a table with a row per metric and a column per activity,
// with the differences from the first one.
func compareTable(p *page.Page, v *compareView, of *activityView) *page.Table {
	if len(v.Activities) == 0 {
		return nil
	}
	t := &page.Table{ID: "compare", Caption: p.Say("Side by side"), Columns: []page.Column{
		{Key: "metric", Title: p.Say("Metric"), Text: true},
	}}
	for i, a := range v.Activities {
		t.Columns = append(t.Columns, page.Column{Key: "value_" + a.ID, Title: choiceName(p, a)})
		if i > 0 {
			t.Columns = append(t.Columns, page.Column{Key: "difference_" + a.ID, Title: p.Say("Difference")})
		}
	}
	for _, key := range of.read(ordered(v.Metrics)) {
		name := page.Words(key)
		name.Text = p.Label(key)
		r := page.Row{Cells: []page.Cell{name}}
		for i := range v.Activities {
			r.Cells = append(r.Cells, p.Cell(key, page.At(v.Metrics[key], i)))
			if i > 0 {
				r.Cells = append(r.Cells, page.Cell{Measure: difference(p, key, page.At(v.Differences[key], i))})
			}
		}
		t.Rows = append(t.Rows, r)
	}
	return p.Show(t)
}

// ordered returns the metrics in the order of a summary, with others after them.
func ordered(of map[string][]page.Num) []string {
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

// difference returns a difference with its sign, in its metric's unit.
func difference(p *page.Page, key string, v page.Num) page.Measure {
	size, less := strings.CutPrefix(v.String(), "-")
	m := p.Number(key, page.Num(size))
	m.Value = v.String()
	switch {
	case v == "" || page.Float(v) == 0:
	case less:
		m.Text = "−" + m.Text
	default:
		m.Text = "+" + m.Text
	}
	return m
}

// choiceName returns an activity's name and day for a list of choices.
func choiceName(p *page.Page, a page.Activity) string {
	return p.Say("%s, %s", page.NameOf(p, a), p.Day(a.Date))
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

// stepsView has the targets of a plan's steps as numbers, and the interval in
// which each was done, counted from 1.
type stepsView struct {
	Interval []page.Num `json:"interval"`
	FromW    []page.Num `json:"target_from_w"`
	ToW      []page.Num `json:"target_to_w"`
	FromBpm  []page.Num `json:"target_from_bpm"`
	ToBpm    []page.Num `json:"target_to_bpm"`
	FromKMH  []page.Num `json:"target_from_kmh"`
	ToKMH    []page.Num `json:"target_to_kmh"`
}

// aiming adds the seconds and the target of each step to its row, for the chart
// to draw.
func aiming(t *page.Table, given map[string]json.RawMessage, done *page.Table) {
	var v stepsView
	if b, err := json.Marshal(given); err != nil || json.Unmarshal(b, &v) != nil {
		return
	}
	for i := range t.Rows {
		n, err := strconv.Atoi(page.At(v.Interval, i).String())
		if err != nil || n < 1 || n > len(done.Rows) {
			continue
		}
		r := &t.Rows[i]
		r.From, r.To, r.Band = done.Rows[n-1].From, done.Rows[n-1].To, v.band(i)
	}
}

// band returns the target of a step; for the chart, speed is in m/s.
func (v *stepsView) band(i int) page.TargetBand {
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

func stepColumns(p *page.Page) []page.Column {
	return []page.Column{
		{Key: "step", Title: p.Say("Planned"), Text: true},
		{Key: "target", Title: p.Say("Target"), Text: true},
		{Key: "done_pct", Title: p.Say("Done")},
		{Key: "side", Title: p.Say("Compared with target"), Text: true},
		{Key: "interval", Title: p.Say("Interval")},
	}
}
