package activity

import (
	"encoding/json"
	"strconv"

	"lapkeep/internal/faces/web/page"
)

// stepsView are the targets of a plan's steps as numbers, and which interval each
// was done in, counted from 1.
type stepsView struct {
	Interval []page.Num `json:"interval"`
	FromW    []page.Num `json:"target_from_w"`
	ToW      []page.Num `json:"target_to_w"`
	FromBpm  []page.Num `json:"target_from_bpm"`
	ToBpm    []page.Num `json:"target_to_bpm"`
	FromKMH  []page.Num `json:"target_from_kmh"`
	ToKMH    []page.Num `json:"target_to_kmh"`
}

// aiming says of each step's row in which seconds it was done and what it aimed at,
// for the chart to draw.
func aiming(t *page.Table, given map[string]json.RawMessage, done *page.Table) {
	var v stepsView
	if b, err := json.Marshal(given); err != nil || json.Unmarshal(b, &v) != nil {
		return
	}
	for i := range t.Rows {
		n, err := strconv.Atoi(at(v.Interval, i).String())
		if err != nil || n < 1 || n > len(done.Rows) {
			continue
		}
		r := &t.Rows[i]
		r.From, r.To, r.Band = done.Rows[n-1].From, done.Rows[n-1].To, v.band(i)
	}
}

// band is what a step aimed at; the chart has speed in metres a second.
func (v *stepsView) band(i int) page.TargetBand {
	for _, b := range []page.TargetBand{
		{Channel: "power", Low: at(v.FromW, i), High: at(v.ToW, i)},
		{Channel: "hr", Low: at(v.FromBpm, i), High: at(v.ToBpm, i)},
		{Channel: "speed", Low: at(v.FromKMH, i), High: at(v.ToKMH, i)},
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
		{Key: "side", Title: p.Say("Against the target"), Text: true},
		{Key: "interval", Title: p.Say("Interval")},
	}
}
