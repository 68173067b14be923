package fitness

import (
	"context"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"

	"github.com/a-h/templ"
)

type curvesView struct {
	answer page.Answer[curves.View]
	of     curveKind
	kinds  []curveKind
	days   string
	with   string // the period to compare with; empty means a year
	perKg  bool
	graded bool
	table  *page.Table
	models *page.Table
	bests  *page.Table
}

// curveKind is a kind of curve, with the tool's arguments for it.
type curveKind struct {
	key, title, kind string
	sport            training.Sport
}

func curveKinds(p *page.Page) []curveKind {
	return []curveKind{
		{"power", p.Say("Power, ride"), curves.Power, training.Cycling},
		{"hr", p.Say("Heart rate, ride"), curves.HR, training.Cycling},
		{"pace", p.Say("Pace, run"), curves.Pace, training.Running},
		{"distance", p.Say("Distances, run"), curves.Distance, training.Running},
		{"run-power", p.Say("Power, run"), curves.Power, training.Running},
		{"run-hr", p.Say("Heart rate, run"), curves.HR, training.Running},
		{"swim", p.Say("Pace, swim"), curves.Pace, training.Swimming},
		{"swim-distance", p.Say("Distances, swim"), curves.Distance, training.Swimming},
	}
}

// offered returns the kinds of curves for the athlete's sports, or all kinds if
// none matches.
func offered(p *page.Page, sports map[training.Sport]int) []curveKind {
	all := curveKinds(p)
	some := slices.DeleteFunc(slices.Clone(all), func(k curveKind) bool { return sports[k.sport] == 0 })
	if len(some) == 0 {
		return all
	}
	return some
}

func (v *curvesView) choices() (out [][2]string) {
	for _, k := range v.kinds {
		out = append(out, [2]string{k.key, k.title})
	}
	return out
}

// curveCompares returns the periods that a curve can be compared with.
func curveCompares(p *page.Page) [][2]string {
	return [][2]string{
		{"", p.Say("1 year")}, {"this year", p.Say("This year")}, {page.AllTime, p.Say("All time")}, {"none", p.Say("nothing")},
	}
}

// compareRange returns the period to compare with; empty means none.
func (v *curvesView) compareRange() string {
	switch v.with {
	case "":
		return "last 365 days"
	case "none":
		return ""
	}
	return v.with
}

// CurvesPage shows the best value for each duration or distance.
func CurvesPage(ctx context.Context, p *page.Page) (templ.Component, error) {
	status := page.Ask[athlete.StatusView](ctx, p, "get_status", nil)
	p.Found(status)
	kinds := offered(p, status.V.Data.BySport)
	v := &curvesView{
		of: kinds[0], kinds: kinds, days: p.Query("range"), with: p.Query("with"),
		perKg: p.Query("per") == "kg", graded: p.Query("graded") == "1",
	}
	v.find(ctx, p)
	v.table = p.Show(curveTable(p, v))
	v.models, v.bests = p.Show(modelTable(p, v)), p.Show(residualTable(p, v))
	return curvesBody(p, v), nil
}

// find asks for the curve that the address names, or else for the first one with a
// value, in the last 90 days or, if there is none, of all time.
func (v *curvesView) find(ctx context.Context, p *page.Page) {
	kinds, days := v.kinds, []string{v.days}
	for _, k := range curveKinds(p) {
		if k.key == p.Query("kind") {
			kinds = []curveKind{k}
		}
	}
	if v.days == "" {
		days = []string{"last 90 days", page.AllTime}
	}
	for _, v.days = range days {
		for _, v.of = range kinds {
			v.answer = page.Ask[curves.View](ctx, p, "get_curves", v.asks())
			_, best := valuesOf(page.Or(v.answer.V.Curve), v.of.kind, v.perKg)
			if v.answer.Err != nil || p.NoData || slices.ContainsFunc(best, func(n *float64) bool { return n != nil }) {
				return
			}
		}
	}
}

func (v *curvesView) asks() page.Args {
	in := page.Args{"kind": v.of.kind, "sport": v.of.sport, "range": v.days}
	if with := v.compareRange(); with != "" {
		in["compare"] = with
	}
	if v.of.kind == "power" {
		in["models"] = true
		if v.perKg {
			in["per_kg"] = true
		}
	}
	if v.graded && v.gradable() {
		in["graded"] = true
	}
	return in
}

// gradable reports whether the curve can be that of gradient-adjusted pace.
func (v *curvesView) gradable() bool {
	return v.of.sport == training.Running && (v.of.kind == curves.Pace || v.of.kind == curves.Distance)
}

// valuesOf returns the values of a curve and their name in the answer.
func valuesOf(c curves.Curve, kind string, perKg bool) (string, []*float64) {
	switch {
	case kind == "hr":
		return "hr_bpm", c.HRBpm
	case kind == "power" && perKg && len(c.WPerKg) > 0:
		return "power_w_per_kg", c.WPerKg
	case kind == "power":
		return "power_w", c.PowerW
	case len(c.Pace100M) > 0:
		return "pace_s_per_100m", c.Pace100M
	case len(c.PaceKM) > 0:
		return "pace_s_per_km", c.PaceKM
	}
	return "avg_speed_kmh", c.SpeedKMH
}

// stepsOf returns the durations or distances of a curve and their name in the answer.
func stepsOf(c curves.Curve) (string, []float64) {
	if len(c.DistanceM) > 0 {
		return "distance_m", c.DistanceM
	}
	return "duration_s", c.DurationS
}

// stepTitle returns the title of the column of steps.
func stepTitle(p *page.Page, step string) string {
	if step == "distance_m" {
		return p.Say("Distance")
	}
	return p.Say("Duration")
}

// stepCell returns the cell of a step, in the unit of the key shown.
func stepCell(p *page.Page, step, shown string, at float64) page.Cell {
	c := page.Cell{Measure: p.Stretch(shown, at)}
	c.Key = step
	return c
}

// compareTitle returns the name of the curve to compare with.
func compareTitle(p *page.Page, v *curvesView) string {
	switch v.with {
	case "":
		return p.Say("Best of the last 365 days")
	case "this year":
		return p.Say("Best of this year")
	case page.AllTime:
		return p.Say("Best of all time")
	}
	return p.Day(page.Clean(v.with))
}

// curveColumns returns the columns of a curve: the step, its best value with, for a
// distance, the time, and the date, then the value to compare with and its date.
func curveColumns(p *page.Page, v *curvesView, step, key string) []page.Column {
	out := []page.Column{
		{Key: step, Title: stepTitle(p, step), Unit: stepUnit(v.of.sport, step)},
		{Key: key, Title: p.Say("Best"), Line: "line", Color: "ctl", Scale: "value"},
	}
	if step == "distance_m" {
		out = append(out, page.Column{Key: "time_s", Title: p.Say("Time")})
	}
	out = append(out, page.Column{Key: "local_date", Title: p.Say("Date"), Text: true})
	if v.compareRange() == "" {
		return out
	}
	name := "compared_"
	if v.with == "" {
		name = "best_of_365d_"
	}
	return append(out,
		page.Column{Key: name + key, Title: compareTitle(p, v), Line: "dashed", Color: "atl", Scale: "value"},
		page.Column{Key: name + "local_date", Title: p.Say("Date"), Text: true})
}

// stepUnit returns the key that determines the unit of a step: swimming distances may be
// in yards.
func stepUnit(sport training.Sport, step string) string {
	if step == "distance_m" && sport == training.Swimming {
		return "swum_m"
	}
	return step
}

func curveTable(p *page.Page, v *curvesView) *page.Table {
	c, beside := page.Or(v.answer.V.Curve), page.Or(v.answer.V.Compare)
	key, now := valuesOf(c, v.of.kind, v.perKg)
	_, other := valuesOf(beside, v.of.kind, v.perKg)
	step, steps := stepsOf(c)
	t := &page.Table{
		ID: "curve", Caption: p.Say("Best for each duration"), Chart: "curve", Said: page.Texts(v.answer.V.Words),
		Columns: curveColumns(p, v, step, key),
	}
	if step == "distance_m" {
		t.Caption = p.Say("Best for each distance")
	}
	_, compared := stepsOf(beside)
	for i, d := range steps {
		if i >= len(now) {
			break
		}
		r := page.Row{Cells: []page.Cell{stepCell(p, step, stepUnit(v.of.sport, step), d), p.Cell(key, now[i])}}
		if step == "distance_m" {
			r.Cells = append(r.Cells, p.Cell("time_s", page.At(c.TimeS, i)))
		}
		effort, stale := effortCell(p, c, i)
		if stale {
			r.Class = "stale"
		}
		r.Cells = append(r.Cells, effort)
		if v.compareRange() != "" {
			at := slices.Index(compared, d)
			r.Cells = append(r.Cells, p.Cell(key, page.At(other, at)), dateCell(p, beside, at))
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

// freshDays is the number of days for which a best value counts as recent.
const freshDays = 90

// effortCell returns the date of a step's best value, linked to its activity; stale
// reports whether it is older than freshDays.
func effortCell(p *page.Page, c curves.Curve, i int) (effort page.Cell, stale bool) {
	effort = dateCell(p, c, i)
	if d, err := training.ParseDay(effort.Value); err == nil && d < p.Call.Today-freshDays {
		effort.Text = p.Say("%s (older)", effort.Text)
		return effort, true
	}
	return effort, false
}

// dateCell returns the date of a step's best value, linked to its activity.
func dateCell(p *page.Page, c curves.Curve, i int) page.Cell {
	if i < 0 || i >= len(c.Dates) || i >= len(c.IDs) || c.Dates[i] == nil || c.IDs[i] == nil {
		return page.Words("")
	}
	return p.DateCell(*c.Dates[i]).To(page.Link("/activities/", *c.IDs[i]))
}

func (v *curvesView) stale() bool {
	for _, r := range v.table.Rows {
		if r.Class == "stale" {
			return true
		}
	}
	return false
}

// modelsMissing returns why parts of the models are missing.
func (v *curvesView) modelsMissing() page.Missing {
	out := maps.Clone(v.answer.V.Missing)
	maps.DeleteFunc(out, func(k string, _ i18n.Sentence) bool { return !strings.HasPrefix(k, "models") })
	return out
}

// oneDay returns the compared period if it is a single day, or "" otherwise.
func (v *curvesView) oneDay() string {
	if _, err := training.ParseDay(v.with); err != nil {
		return ""
	}
	return v.with
}
