package dashboard

import (
	"context"
	"maps"
	"strings"

	"github.com/a-h/templ"

	"lapkeep/internal/training"
)

// curve is the best of each duration, or each distance, of a stretch.
type curve struct {
	Range      dayRange `json:"range"`
	Activities num      `json:"activities"`
	Duration   []num    `json:"duration_s"`
	Distance   []num    `json:"distance_m"`
	Time       []num    `json:"time_s"`
	Power      []num    `json:"power_w"`
	PowerKg    []num    `json:"power_w_per_kg"`
	HR         []num    `json:"hr_bpm"`
	Pace       []num    `json:"pace_s_per_km"`
	Pace100    []num    `json:"pace_s_per_100m"`
	Speed      []num    `json:"avg_speed_kmh"`
	IDs        []string `json:"activity_ids"`
	Dates      []string `json:"local_dates"`
}

type curvesAnswer struct {
	Kind    string      `json:"kind"`
	Sports  []string    `json:"sports"`
	Curve   curve       `json:"curve"`
	Compare curve       `json:"compare"`
	Models  powerModels `json:"models"`
	Words   []string    `json:"words"`
	Notes   []string    `json:"notes"`
	Missing missing     `json:"missing"`
}

type curvesView struct {
	answer answer[curvesAnswer]
	of     curveKind
	days   string
	with   string // what stands beside it; empty is a year
	perKg  bool
	graded bool
	table  *table
	models *table
	bests  *table
}

// curveKind is a curve that can be looked at: how the tool is asked for it.
type curveKind struct {
	key, title  string
	kind, sport string
}

func (p *page) curveKinds() []curveKind {
	return []curveKind{
		{"power", p.say("Power, ride"), "power", ""},
		{"hr", p.say("Heart rate, ride"), "hr", ""},
		{"pace", p.say("Pace, run"), "pace", "run"},
		{"distance", p.say("Distances, run"), "distance", "run"},
		{"run-power", p.say("Power, run"), "power", "run"},
		{"swim", p.say("Pace, swim"), "pace", "swimming"},
		{"swim-distance", p.say("Distances, swim"), "distance", "swimming"},
	}
}

func (p *page) curveKindChoices() (out [][2]string) {
	for _, k := range p.curveKinds() {
		out = append(out, [2]string{k.key, k.title})
	}
	return out
}

// curveCompares are the stretches that a curve is held against.
func (p *page) curveCompares() [][2]string {
	return [][2]string{
		{"", p.say("1 year")}, {"this year", p.say("This year")}, {"last 3650 days", p.say("All time")}, {"none", p.say("nothing")},
	}
}

// compareRange is the stretch beside the curve; empty is none.
func (v *curvesView) compareRange() string {
	switch v.with {
	case "":
		return "last 365 days"
	case "none":
		return ""
	}
	return v.with
}

func curves(ctx context.Context, p *page) (templ.Component, error) {
	v := &curvesView{of: p.curveKinds()[0], days: p.query("range"), with: p.query("with"), perKg: p.query("per") == "kg", graded: p.query("graded") == "1"}
	for _, k := range p.curveKinds() {
		if k.key == p.query("kind") {
			v.of = k
		}
	}
	if v.days == "" {
		v.days = "last 90 days"
	}
	v.answer = ask[curvesAnswer](ctx, p, "get_curves", v.asks())
	v.table = p.show(p.curveTable(v))
	v.models, v.bests = p.show(p.modelTable(v)), p.show(p.residualTable(v))
	return curvesBody(p, v), nil
}

func (v *curvesView) asks() args {
	in := args{"kind": v.of.kind, "range": v.days}
	if with := v.compareRange(); with != "" {
		in["compare"] = with
	}
	if v.of.sport != "" {
		in["sport"] = v.of.sport
	}
	if v.of.kind == "power" {
		in["models"] = true
		if v.perKg {
			in["per_kg"] = true
		}
	}
	if v.graded && v.of.sport == "run" && v.of.kind != "power" {
		in["graded"] = true
	}
	return in
}

// values are what a curve says of each step, and what they are called.
func (c curve) values(kind string, perKg bool) (string, []num) {
	switch {
	case kind == "hr":
		return "hr_bpm", c.HR
	case kind == "power" && perKg && len(c.PowerKg) > 0:
		return "power_w_per_kg", c.PowerKg
	case kind == "power":
		return "power_w", c.Power
	case len(c.Pace100) > 0:
		return "pace_s_per_100m", c.Pace100
	case len(c.Pace) > 0:
		return "pace_s_per_km", c.Pace
	}
	return "avg_speed_kmh", c.Speed
}

// steps are the durations or distances of a curve, and what they are called.
func (c curve) steps() (string, []num) {
	if len(c.Distance) > 0 {
		return "distance_m", c.Distance
	}
	return "duration_s", c.Duration
}

// compareTitle names what stands beside the curve.
func (p *page) compareTitle(v *curvesView) string {
	switch v.with {
	case "":
		return p.say("Best of 365 days")
	case "this year":
		return p.say("Best of this year")
	case "last 3650 days":
		return p.say("Best of all time")
	}
	return p.day(clean(v.with))
}

// curveColumns begin with the step and its best; a time stands beside a distance.
func (p *page) curveColumns(v *curvesView, step, key string) []column {
	title := p.say("Duration")
	if step == "distance_m" {
		title = p.say("Distance")
	}
	out := []column{{Key: step, Title: title}, {Key: key, Title: p.say("Best"), Line: "line", Color: "ctl", Scale: "value"}}
	if v.compareRange() != "" {
		name := "compared_"
		if v.with == "" {
			name = "best_of_365d_"
		}
		out = append(out, column{Key: name + key, Title: p.compareTitle(v), Line: "dashed", Color: "atl", Scale: "value"})
	}
	if step == "distance_m" {
		out = append(out, column{Key: "time_s", Title: p.say("Time")})
	}
	return append(out, column{Key: "local_date", Title: p.say("Date"), Text: true})
}

func (p *page) curveTable(v *curvesView) *table {
	c := v.answer.V.Curve
	key, now := c.values(v.of.kind, v.perKg)
	_, other := v.answer.V.Compare.values(v.of.kind, v.perKg)
	step, steps := c.steps()
	t := &table{ID: "curve", Caption: p.say("Best of each duration"), Chart: "curve", Said: v.answer.V.Words, Columns: p.curveColumns(v, step, key)}
	if step == "distance_m" {
		t.Caption = p.say("Best of each distance")
	}
	at := map[string]num{}
	_, compared := v.answer.V.Compare.steps()
	for i, d := range compared {
		if i < len(other) {
			at[d.String()] = other[i]
		}
	}
	for i, d := range steps {
		if i >= len(now) {
			break
		}
		r := row{Cells: []cell{p.cell(step, d), p.cell(key, now[i])}}
		if v.compareRange() != "" {
			r.Cells = append(r.Cells, p.cell(key, at[d.String()]))
		}
		if step == "distance_m" {
			var took num
			if i < len(c.Time) {
				took = c.Time[i]
			}
			r.Cells = append(r.Cells, p.cell("time_s", took))
		}
		effort, stale := p.effort(c, i)
		if stale {
			r.Class = "stale"
		}
		r.Cells = append(r.Cells, effort)
		t.Rows = append(t.Rows, r)
	}
	return t
}

// freshDays is for how long a best says something of today.
const freshDays = 90

// effort is the date of a step's best, which leads to the activity; stale is one
// that is older than freshDays.
func (p *page) effort(c curve, i int) (effort cell, stale bool) {
	if i >= len(c.Dates) || i >= len(c.IDs) || c.Dates[i] == "" {
		return words(""), false
	}
	effort = p.dateCell(c.Dates[i]).to(link("/activities/", c.IDs[i]))
	if d, err := training.ParseDay(c.Dates[i]); err == nil && d < p.call.Today-freshDays {
		effort.Text = p.say("%s, long ago", effort.Text)
		return effort, true
	}
	return effort, false
}

func (v *curvesView) stale() bool {
	for _, r := range v.table.Rows {
		if r.Class == "stale" {
			return true
		}
	}
	return false
}

// modelsMissing are the reasons for what the models lack.
func (v *curvesView) modelsMissing() missing {
	out := maps.Clone(v.answer.V.Missing)
	maps.DeleteFunc(out, func(k, _ string) bool { return !strings.HasPrefix(k, "models") })
	return out
}

// oneDay is the day that the curve is held against, if it is one.
func (v *curvesView) oneDay() string {
	if _, err := training.ParseDay(v.with); err != nil {
		return ""
	}
	return v.with
}
