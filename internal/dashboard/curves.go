package dashboard

import (
	"context"

	"github.com/a-h/templ"
)

// curve is the best of each duration of a stretch.
type curve struct {
	Range      dayRange `json:"range"`
	Activities num      `json:"activities"`
	Duration   []num    `json:"duration_s"`
	Power      []num    `json:"power_w"`
	HR         []num    `json:"hr_bpm"`
	Pace       []num    `json:"pace_s_per_km"`
	Speed      []num    `json:"avg_speed_kmh"`
	IDs        []string `json:"activity_ids"`
	Dates      []string `json:"local_dates"`
}

type curvesAnswer struct {
	Kind    string   `json:"kind"`
	Sports  []string `json:"sports"`
	Curve   curve    `json:"curve"`
	Compare curve    `json:"compare"`
	Words   []string `json:"words"`
	Notes   []string `json:"notes"`
	Missing missing  `json:"missing"`
}

type curvesView struct {
	answer answer[curvesAnswer]
	kind   string
	days   string
	table  *table
}

func (p *page) curveKinds() [][2]string {
	return [][2]string{{"power", p.say("Power, ride")}, {"hr", p.say("Heart rate, ride")}, {"pace", p.say("Pace, run")}}
}

func curves(ctx context.Context, p *page) (templ.Component, error) {
	v := &curvesView{kind: p.query("kind"), days: p.query("range")}
	if v.kind == "" {
		v.kind = "power"
	}
	if v.days == "" {
		v.days = "last 90 days"
	}
	in := args{"kind": v.kind, "range": v.days, "compare": "last 365 days"}
	if v.kind == "pace" {
		in["sport"] = "run"
	}
	v.answer = ask[curvesAnswer](ctx, p, "get_curves", in)
	v.table = p.show(p.curveTable(v))
	return curvesBody(p, v), nil
}

func (c curve) values(kind string) (string, []num) {
	switch kind {
	case "hr":
		return "hr_bpm", c.HR
	case "pace":
		if len(c.Pace) == 0 {
			return "avg_speed_kmh", c.Speed
		}
		return "pace_s_per_km", c.Pace
	}
	return "power_w", c.Power
}

func (p *page) curveTable(v *curvesView) *table {
	key, now := v.answer.V.Curve.values(v.kind)
	_, year := v.answer.V.Compare.values(v.kind)
	t := &table{ID: "curve", Caption: p.say("Best of each duration"), Chart: "curve", Said: v.answer.V.Words, Columns: []column{
		{Key: "duration_s", Title: p.say("Duration")},
		{Key: key, Title: p.say("Best"), Line: "line", Color: "ctl", Scale: "value"},
		{Key: "best_of_365d_" + key, Title: p.say("Best of 365 days"), Line: "dashed", Color: "atl", Scale: "value"},
		{Key: "local_date", Title: p.say("Date"), Text: true},
	}}
	at := map[string]num{}
	for i, d := range v.answer.V.Compare.Duration {
		if i < len(year) {
			at[d.String()] = year[i]
		}
	}
	for i, d := range v.answer.V.Curve.Duration {
		if i >= len(now) {
			break
		}
		r := row{Cells: []cell{p.cell("duration_s", d), p.cell(key, now[i]), p.cell(key, at[d.String()]), words("")}}
		if i < len(v.answer.V.Curve.Dates) && i < len(v.answer.V.Curve.IDs) && v.answer.V.Curve.Dates[i] != "" {
			r.Cells[3] = p.dateCell(v.answer.V.Curve.Dates[i]).to(link("/activities/", v.answer.V.Curve.IDs[i]))
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}
