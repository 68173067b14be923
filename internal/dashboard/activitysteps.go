package dashboard

import (
	"encoding/json"
	"strconv"
)

// stepsView are the targets of a plan's steps as numbers, and which interval each
// was done in, counted from 1.
type stepsView struct {
	Interval []num `json:"interval"`
	FromW    []num `json:"target_from_w"`
	ToW      []num `json:"target_to_w"`
	FromBpm  []num `json:"target_from_bpm"`
	ToBpm    []num `json:"target_to_bpm"`
	FromKMH  []num `json:"target_from_kmh"`
	ToKMH    []num `json:"target_to_kmh"`
}

// aiming says of each step's row in which seconds it was done and what it aimed at,
// for the chart to draw.
func (p *page) aiming(t *table, given map[string]json.RawMessage, done *table) {
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
func (v *stepsView) band(i int) targetBand {
	for _, b := range []targetBand{
		{"power", at(v.FromW, i), at(v.ToW, i)},
		{"hr", at(v.FromBpm, i), at(v.ToBpm, i)},
		{"speed", at(v.FromKMH, i), at(v.ToKMH, i)},
	} {
		if b.low != "" || b.high != "" {
			return b
		}
	}
	return targetBand{}
}

func (p *page) stepColumns() []column {
	return []column{
		{Key: "step", Title: p.say("Planned"), Text: true},
		{Key: "target", Title: p.say("Target"), Text: true},
		{Key: "done_pct", Title: p.say("Done")},
		{Key: "side", Title: p.say("Against the target"), Text: true},
		{Key: "interval", Title: p.say("Interval")},
	}
}
