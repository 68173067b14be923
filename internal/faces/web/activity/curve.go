package activity

import (
	"context"
	"math"
	"slices"
	"strconv"

	views "lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// seasonDays is the number of days before the activity to compare with, as on
// the page of curves.
const seasonDays = 90

// curveView holds an activity's own curve and the curve of its season.
type curveView struct {
	kinds  []string // those present, the sport's first
	kind   string
	perKg  bool
	own    []views.Facts // the best efforts of a kind
	season page.Answer[curves.View]
	table  *page.Table
}

// against compares the curve of an activity with its season's. It returns nil if the
// activity has no curve.
func against(ctx context.Context, p *page.Page, a *Activity, efforts map[string][]views.Facts) *curveView {
	v := &curveView{}
	of := map[string][]views.Facts{"power": efforts["power"], "hr": efforts["hr"]}
	order := []string{"power", "pace", "hr"}
	if page.OnFoot(a.Sport) {
		of["pace"], order = efforts["distance"], []string{"pace", "power", "hr"}
	}
	for _, k := range order {
		if len(of[k]) > 1 {
			v.kinds = append(v.kinds, k)
		}
	}
	if len(v.kinds) == 0 {
		return nil
	}
	v.kind = v.kinds[0]
	if k := p.Query("curve"); slices.Contains(v.kinds, k) {
		v.kind = k
	}
	v.own = of[v.kind]
	v.perKg = v.weighed() && p.Query("per") == "kg"
	if in := v.asks(a); in != nil {
		v.season = page.Ask[curves.View](ctx, p, "get_curves", in)
	}
	return v
}

// asks returns the arguments for the season's curve before the activity's date, or nil if
// the date is invalid.
func (v *curveView) asks(a *Activity) page.Args {
	day, err := training.ParseDay(a.LocalDate)
	if err != nil {
		return nil
	}
	in := page.Args{"kind": v.kind, "from": (day - seasonDays + 1).String(), "to": a.LocalDate, "sport": a.Sport}
	var steps []float64
	for _, e := range v.own {
		steps = append(steps, step(e))
	}
	switch v.kind {
	case "pace":
		in["kind"], in["distances_m"] = "distance", steps
	default:
		in["durations_s"] = steps
	}
	if v.weighed() {
		in["per_kg"] = true
	}
	return in
}

// weighed reports whether the power is also known per kg.
func (v *curveView) weighed() bool {
	return v.kind == "power" && slices.ContainsFunc(v.own, func(e views.Facts) bool { return e["avg_power_w_per_kg"] != nil })
}

// step returns the length of an effort in s or m.
func step(e views.Facts) float64 {
	if e["pace_s_per_km"] != nil {
		return math.Round(1e4*page.Float(figure(e["distance_km"]))) / 10
	}
	return page.Float(figure(e["duration_s"]))
}

// keys returns the columns of a kind of curve: length, value, and the season's
// value.
func (v *curveView) keys() (step, value, season string) {
	switch v.kind {
	case "hr":
		return "duration_s", "avg_hr_bpm", "season_hr_bpm"
	case "pace":
		return "distance_km", "pace_s_per_km", "season_pace_s_per_km"
	}
	return "duration_s", "avg_power_w", "season_power_w"
}

// bests returns the season's lengths and values.
func (v *curveView) bests(c curves.Curve) (steps []float64, values []*float64) {
	switch v.kind {
	case "hr":
		return c.DurationS, c.HRBpm
	case "pace":
		return c.DistanceM, c.PaceKM
	}
	return c.DurationS, c.PowerW
}

// seasonTable returns a table with a row per length: the activity's best, the season's best,
// and the activity with the season's best.
func seasonTable(p *page.Page, v *curveView) *page.Table {
	length, value, season := v.keys()
	caption := p.Say("Best for each duration, compared with the season")
	t := &page.Table{ID: "season", Caption: caption, Chart: "curve", Folded: true, Columns: []page.Column{
		{Key: length, Title: curveStep(p, length)},
		{Key: value, Title: p.Say("This activity")},
		{Key: season, Title: p.Say("Best in %d days", seasonDays)},
	}}
	lines := 1
	withKg := v.weighed()
	if withKg {
		t.Columns = append(t.Columns, page.Column{Key: "avg_power_w_per_kg", Title: p.Say("This activity, per kg")},
			page.Column{Key: "season_power_w_per_kg", Title: p.Say("Best in %d days, per kg", seasonDays)})
		if v.perKg {
			lines = 3
		}
	}
	t.Columns = append(t.Columns, page.Column{Key: "local_date", Title: p.Say("Date of the best"), Text: true})
	t.Columns[lines].Line, t.Columns[lines].Color, t.Columns[lines].Scale = "line", "ctl", "value"
	t.Columns[lines+1].Line, t.Columns[lines+1].Color, t.Columns[lines+1].Scale = "dashed", "atl", "value"
	best := page.Or(v.season.V.Curve)
	steps, values := v.bests(best)
	for _, e := range v.own {
		i := slices.IndexFunc(steps, func(n float64) bool { return math.Abs(n-step(e)) < 0.06 })
		r := page.Row{Cells: []page.Cell{
			{Measure: p.Stretch(length, figure(e[length]))}, p.Cell(value, figure(e[value])), p.Cell(season, page.At(values, i)),
		}}
		if withKg {
			r.Cells = append(r.Cells, p.Cell("avg_power_w_per_kg", figure(e["avg_power_w_per_kg"])),
				p.Cell("season_power_w_per_kg", page.At(best.WPerKg, i)))
		}
		t.Rows = append(t.Rows, page.Row{Cells: append(r.Cells, bestDate(p, best, i))})
	}
	t.Said = seasonSaid(v)
	return p.Show(t)
}

// bestDate returns the date of the season's best, linked to its activity.
func bestDate(p *page.Page, c curves.Curve, i int) page.Cell {
	if i < 0 || i >= len(c.Dates) || i >= len(c.IDs) || c.Dates[i] == nil || c.IDs[i] == nil {
		return page.Words("")
	}
	return p.DateCell(*c.Dates[i]).To(page.Link("/activities/", *c.IDs[i]))
}

// seasonSaid returns what the tool says about the season.
func seasonSaid(v *curveView) []string {
	return page.Texts(slices.Concat(v.season.V.Words, v.season.V.Notes))
}

func curveStep(p *page.Page, key string) string {
	if key == "distance_km" {
		return p.Label(key)
	}
	return p.Say("Duration")
}

// curveChoices returns the kinds of curves that the activity has.
func curveChoices(p *page.Page, v *curveView) (out [][2]string) {
	for _, k := range v.kinds {
		title := p.Say("Power")
		switch k {
		case "hr":
			title = p.Say("Heart rate")
		case "pace":
			title = p.Say("Pace")
		}
		out = append(out, [2]string{k, title})
	}
	return out
}

// charts returns the charts of the channels, in their order.
func charts(p *page.Page, sport training.Sport, names []string, c *training.Columns, a *across) (out []chart) {
	for _, name := range names {
		ch, _ := training.ParseChannel(name)
		x := chartOf(p, sport, ch)
		v := a.curve(c, ch, x.factor, x.shift)
		if v == nil {
			continue
		}
		x.scale(ch, v)
		out = append(out, *x)
	}
	return out
}

// chartOf returns a chart without its curve.
func chartOf(p *page.Page, sport training.Sport, ch training.Channel) *chart {
	all := drawable(p)
	of := all[slices.IndexFunc(all, func(d drawn) bool { return d.name == ch.String() })]
	x := &chart{class: of.name, name: of.title}
	if ch == training.Altitude {
		x.note = p.Say("above the lowest point shown")
	}
	if metres := paceM(p, sport); ch == training.Speed && metres > 0 {
		x.paceM, x.name, x.unit, x.factor = metres, p.Say("Pace"), p.Number(page.FastKey(string(sport)), "60").Unit, 1
		return x
	}
	unit, factor, shift, _ := p.StreamUnit(of.shown, of.base)
	x.unit = unit
	x.factor, _ = strconv.ParseFloat(factor, 64) // the page wrote it, so it is valid
	x.shift, _ = strconv.ParseFloat(shift, 64)
	return x
}

func paceM(p *page.Page, sport training.Sport) float64 {
	metric := map[string]float64{"pace_s_per_km": 1000, "pace_s_per_100m": 100}[page.FastKey(string(sport))]
	switch {
	case !p.Miles:
		return metric
	case sport == training.Swimming:
		return metric * i18n.MPerYard
	}
	return metric * i18n.KmPerMile
}

// scale draws the curve: altitude from its lowest, which hides the height above
// sea level, heart rate from below its lowest, and the rest from 0.
func (x *chart) scale(ch training.Channel, v *curve) {
	low, high := 0.0, v.high
	switch ch {
	case training.Altitude:
		v.lower()
		high = v.high
	case training.HeartRate:
		low = 10 * float64(int(v.low/10)-1)
	}
	high = max(high+(high-low)*0.08, low+1)
	x.line, x.area = v.paths(low, high)
	if x.paceM > 0 {
		x.ups = paces(high, x.paceM)
		return
	}
	x.ups = ups(low, high)
}

// lower shifts the curve so that it begins at 0.
func (v *curve) lower() {
	for _, line := range v.lines {
		for i := range line {
			line[i].y -= v.low
		}
	}
	v.low, v.high = 0, v.high-v.low
}
