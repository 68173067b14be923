package dashboard

import (
	"context"
	"encoding/json"
	"strconv"
)

// drawnView are intervals that the athlete drew: at a service, or here.
type drawnView struct {
	Service string `json:"service"`
	Found   bool   `json:"found_by_service"`
	Origin  string `json:"origin"`

	Columns map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON reads them twice: the columns stand beside what they are of.
func (v *drawnView) UnmarshalJSON(b []byte) error {
	type plain drawnView
	if err := json.Unmarshal(b, (*plain)(v)); err != nil {
		return err
	}
	return json.Unmarshal(b, &v.Columns)
}

// owned is an interval that the athlete marked, as update_activity takes it.
type owned struct {
	Name  string `json:"name,omitempty"`
	Start int    `json:"start_offset_s"`
	End   int    `json:"end_offset_s"`
}

// marks are those of the athlete, as the tool tells them.
func (v *intervalsView) marks() (out []owned) {
	for _, d := range v.Drawn {
		if d.Origin != byAthlete {
			continue
		}
		var names []string
		var starts []int
		var long []float64
		_ = json.Unmarshal(d.Columns["interval"], &names) // none has a name
		if json.Unmarshal(d.Columns["start_offset_s"], &starts) != nil || json.Unmarshal(d.Columns["duration_s"], &long) != nil {
			continue
		}
		for i := range min(len(starts), len(long)) {
			m := owned{Start: starts[i], End: starts[i] + int(long[i])}
			if i < len(names) {
				m.Name = names[i]
			}
			out = append(out, m)
		}
	}
	return out
}

// drawnTables are the intervals that were drawn, by where that was.
func (p *page) drawnTables(all []drawnView) (out []*table) {
	columns := append([]column{{Key: "name", Title: p.say("Name"), Text: true}}, p.intervalColumns()...)
	for i, d := range all {
		id, caption := "drawn-"+strconv.Itoa(i+1), p.say("Intervals at %s", clean(d.Service))
		switch {
		case d.Origin == byAthlete:
			id, caption = "marked", p.say("Your own intervals")
		case d.Found:
			caption = p.say("Intervals that %s found", clean(d.Service))
		}
		if d.Columns != nil {
			d.Columns["name"] = d.Columns["interval"]
		}
		if t := p.columnsTable(id, caption, d.Columns, columns); t != nil {
			p.selecting(t)
			out = append(out, t)
		}
	}
	return out
}

// selecting makes the beginning of each row the way to select it, and says in
// which seconds it lies, for the chart and the map.
func (p *page) selecting(t *table) {
	at := map[string]int{}
	for i, c := range t.Columns {
		at[c.Key] = i + 1
	}
	start, long := at["start_offset_s"]-1, at["duration_s"]-1
	if start < 0 || long < 0 {
		return
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		from, n := r.Cells[start].Value, r.Cells[long].Value
		if from == "" || n == "" {
			continue
		}
		r.From, r.To = second(float(num(from))), second(float(num(from))+float(num(n)))
		r.Cells[start] = r.Cells[start].to(p.with("from", r.From, "to", r.To) + "#selection")
	}
}

// markEdit is the write that adds the selection of a form to the marked intervals,
// or takes the one that it names away.
func (p *page) markEdit(ctx context.Context, id, name, from, to string, add bool) (args, error) {
	a := ask[intervalsView](ctx, p, "get_activity", args{"id": id, "sections": []string{"intervals"}})
	if a.Err != nil {
		return nil, a.failure()
	}
	start, ok := seconds(from)
	end, okEnd := seconds(to)
	if !ok || !okEnd {
		return nil, unreadable()
	}
	one := owned{Name: name, Start: start, End: end}
	all := []owned{}
	for _, m := range a.V.marks() {
		if m != one {
			all = append(all, m)
		}
	}
	if add {
		all = append(all, one)
	}
	return args{"id": id, "intervals": all}, nil
}

// span is from when to when an interval was, in words.
func (p *page) span(m owned) string {
	at := func(s int) string { return p.number("duration_s", num(strconv.Itoa(s))).Text }
	return at(m.Start) + "–" + at(m.End)
}

// markName is what an interval is called; one without a name has its number.
func (p *page) markName(m owned, i int) string {
	if m.Name == "" {
		return p.say("Interval %s", strconv.Itoa(i+1))
	}
	return clean(m.Name)
}

// markHref selects an interval.
func (p *page) markHref(m owned) string {
	return p.with("from", strconv.Itoa(m.Start), "to", strconv.Itoa(m.End)) + "#selection"
}
