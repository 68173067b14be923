package activity

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	views "lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/faces/web/page"
)

// stretchView is the selected part of an activity, with its numbers from the tool. Its state
// is stored as "from" and "to" in the address.
type stretchView struct {
	views.Streams

	from, to string // as in the address
	err      *page.Problem
	table    *page.Table
}

// selected requests the numbers of the stretch that the address selects.
func selected(ctx context.Context, p *page.Page, id string) *stretchView {
	v := &stretchView{from: p.Query("from"), to: p.Query("to")}
	if v.from == "" && v.to == "" {
		return v
	}
	from, ok := seconds(v.from)
	to, okTo := seconds(v.to)
	if !ok || !okTo {
		v.err = &page.Problem{
			What: p.Say("The selection has no start or no end."),
			Fix:  p.Say("Enter both as time since the start, such as 10:00 or 1:05:00."),
		}
		return v
	}
	if v.to != "" && to <= from {
		v.err = &page.Problem{What: p.Say("The selection ends before it starts."), Fix: p.Say("Enter an end after the start.")}
		return v
	}
	a := page.Ask[views.Streams](ctx, p, "get_activity_streams", page.Args{
		"id": id, "channels": []string{"hr"}, "resolution": "1min", "start_offset_s": from, "end_offset_s": to,
	})
	v.Streams, v.err = a.V, a.Err
	if why := a.V.Missing["stretch"]; why != "" {
		v.err = &page.Problem{What: why.String()}
	}
	return v
}

// seconds parses a time since the start: 90, 1:30 or 1:05:00; empty means the start.
func seconds(text string) (int, bool) {
	total := 0
	for part := range strings.SplitSeq(text, ":") {
		n, err := strconv.Atoi(part)
		if text != "" && (err != nil || n < 0 || n > 1<<20 || total > 1<<20) {
			return 0, false
		}
		total = 60*total + n
	}
	return total, true
}

// keys returns the numbers of a stretch in their order.
func (v *stretchView) keys() []string {
	of := Activity{Detail: limitedrows.Detail{Detail: &views.Detail{Summary: v.Stretch, Sport: v.Sport}}}
	var out []string
	for _, k := range of.keys() {
		if k != "start_offset_s" && k != "end_offset_s" {
			out = append(out, k)
		}
	}
	return out
}

// whole returns one of the stretch's times in whole seconds.
func (v *stretchView) whole(key string) string { return strconv.Itoa(int(page.Float(v.number(key)))) }

// number returns one of the stretch's numbers.
func (v *stretchView) number(key string) page.Num { return figure(v.Stretch[key]) }

func stretchTable(p *page.Page, v *stretchView) *page.Table {
	if len(v.Stretch) == 0 {
		return nil
	}
	t := &page.Table{ID: "stretch", Caption: p.Say("Values for the selection"), Folded: true}
	var r page.Row
	for _, k := range append([]string{"start_offset_s", "end_offset_s"}, v.keys()...) {
		t.Columns = append(t.Columns, page.Column{Key: k, Title: stretchLabel(p, k)})
		r.Cells = append(r.Cells, p.Cell(k, v.number(k)))
	}
	t.Rows = []page.Row{r}
	return p.Show(t)
}

func stretchLabel(p *page.Page, key string) string {
	switch key {
	case "start_offset_s":
		return p.Say("From")
	case "end_offset_s":
		return p.Say("To")
	}
	return p.Label(key)
}

// wrong marks the invalid field of the selection.
func (v *stretchView) wrong() templ.Attributes {
	if v.err == nil {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": "selection-why"}
}

// selection returns the selection as a sentence.
func selection(p *page.Page, v *stretchView) string {
	at := func(key string) string { return p.Number(key, v.number(key)).Text }
	return p.Say("Selected: %s to %s (%s).", at("start_offset_s"), at("end_offset_s"), at("duration_s"))
}

// typed returns a time of the address in the form that a person would type.
func typed(p *page.Page, text string) string {
	if n, ok := seconds(text); ok && text != "" {
		return p.Number("duration_s", page.Num(strconv.Itoa(n))).Text
	}
	return text
}

// streamTable returns the streams in steps as a table, for people who prefer tables to
// charts, if the address asks for it; otherwise it returns nil.
func streamTable(ctx context.Context, p *page.Page, a *Activity) (*page.Answer[views.Streams], *page.Table) {
	csv := p.Query("as") == "csv" && p.Query("table") == "streams"
	all := a.channels(p)
	if len(all) == 0 || p.Query("streams") != "table" && !csv {
		return nil, nil
	}
	if strings.HasPrefix(a.derived(), paceName) {
		pace, _ := a.pace(p)
		all = append(all, pace)
	}
	names := []string{"moving_time", "distance"}
	for _, d := range all {
		names = append(names, d.asked)
	}
	got := page.Ask[views.Streams](ctx, p, "get_activity_streams", page.Args{"id": a.ID, "channels": names})
	cols := []column{numbers(p, "offset_s", p.Say("Time"), got.V.OffsetS)}
	for _, k := range []string{"moving_time_s", "distance_km"} {
		cols = append(cols, numbers(p, k, p.Label(k), got.V.Channels[k]))
	}
	for _, d := range all {
		cols = append(cols, numbers(p, d.key, d.title, got.V.Channels[d.key]))
	}
	return &got, tableOf(p, "streams", p.Say("Streams"), cols)
}

// said holds a channel's name, and the keys of its mean and maximum, for a sentence.
type said struct{ name, mean, most string }

// fastest returns the pace if the sport uses it, or else the speed.
func (a *Activity) fastest(p *page.Page) said {
	if key := page.FastKey(a.Sport); key != "avg_speed_kmh" {
		return said{p.Say("Pace"), key, ""}
	}
	return said{p.Say("Speed"), "avg_speed_kmh", "max_speed_kmh"}
}

// streamSummary describes the chart in sentences, from the summary's numbers.
func streamSummary(p *page.Page, a *Activity) (out []string) {
	shown := func(key string) string {
		m := p.Number(key, a.figure(key))
		return strings.TrimSpace(m.Text + " " + m.Unit)
	}
	for _, x := range []said{
		{p.Say("Power"), "avg_power_w", "max_power_w"},
		{p.Say("Heart rate"), "avg_hr_bpm", "max_hr_bpm"},
		a.fastest(p),
		{p.Say("Cadence"), "avg_cadence_rpm", "max_cadence_rpm"},
	} {
		switch {
		case a.figure(x.mean) == "":
		case a.figure(x.most) == "":
			out = append(out, p.Say("%s: average %s.", x.name, shown(x.mean)))
		default:
			out = append(out, p.Say("%s: average %s, maximum %s.", x.name, shown(x.mean), shown(x.most)))
		}
	}
	return out
}

// streamWords returns the texts of the chart and the map as JSON; the script
// has no texts of its own.
func streamWords(p *page.Page) string {
	b, _ := json.Marshal(map[string]string{ // strings can always be marshalled
		"all": p.Say("Show all"), "zoom": p.Say("Zoom to the selection"), "clear": p.Say("Clear the selection"),
		"anchor": p.Say("The selection starts here. Move, and press s again."), "color": p.Say("Track colour"),
		"plain": p.Say("One colour"), "grade": p.Say("Gradient"), "hr": p.Say("Heart rate"),
		"power": p.Say("Power"), "speed": p.Say("Speed"), "pace": p.Say("Pace"),
		"slower": p.Say("slower than"), "faster": p.Say("faster than"),
		"map": p.Say("Map of the track, north up. The arrow keys move along it. + and − zoom, 0 shows the whole track, " +
			"and Shift with the arrow keys moves a zoomed map."),
		"start": p.Say("Track start"), "end": p.Say("End"), "north": p.Say("N"), "height": p.Say("Map height"),
		"below": p.Say("below"), "from": p.Say("from"),
		"streams": p.Say("Channels"), "laps": p.Say("Laps"), "zones": p.Say("Zones"), "distance": p.Say("By distance"),
		"time": p.Say("By time"), "moving": p.Say("By moving time"), "smooth": p.Say("Average over"), "raw": p.Say("not averaged"),
		"overlay": p.Say("All in one chart"), "up": p.Say("Move up"), "selection": p.Say("Selection"),
	})
	return string(b)
}

// trackZone is a zone that colours the track: its name and its lower bound.
type trackZone struct {
	Name string   `json:"name"`
	From page.Num `json:"from"`
}

// trackZones returns the zones of each channel as JSON.
func trackZones(a *Activity) string {
	out := map[string][]trackZone{}
	for _, kind := range []string{"power", "hr", paceName} {
		for i, z := range page.Or(a.Zones[kind]).Zones {
			from, lowest := figure(z["from_w"]), page.Num("0")
			switch kind {
			case "hr":
				from = figure(z["from_bpm"])
			case paceName:
				from, lowest = cmp.Or(figure(z["from_pace_s_per_km"]), figure(z["from_pace_s_per_100m"])), "3600"
			}
			if from == "" && i > 0 {
				delete(out, kind) // their lower bounds are unknown
				break
			}
			if from == "" {
				from = lowest
			}
			out[kind] = append(out[kind], trackZone{Name: page.Clean(text(z["name"])), From: from})
		}
	}
	b, _ := json.Marshal(out) // strings and numbers can always be marshalled
	return string(b)
}

// inParts reports whether there is a table of laps, intervals or similar.
func (v *activityParts) inParts() bool {
	m := v.more
	return v.laps != nil || v.splits != nil || m.sets.Err != nil || m.intervals != nil || len(m.drawn) > 0 ||
		m.lengths != nil || m.lifts != nil || m.climbs != nil
}

// leastRanked is the minimum number of rows in which a best and a worst are marked.
const leastRanked = 3

// rank marks the best and the worst of each column where that makes sense: for
// power and speed higher is better, for pace and strokes lower.
func rank(p *page.Page, t *page.Table) {
	if t == nil {
		return
	}
	for i, c := range t.Columns {
		higher := slices.Contains([]string{"avg_power_w", "normalized_power_w", "avg_speed_kmh"}, c.Key)
		if !higher && !slices.Contains([]string{"pace_s_per_km", "pace_s_per_100m", "swolf"}, c.Key) {
			continue
		}
		cells := rankable(t, i)
		if len(cells) < leastRanked {
			continue
		}
		size := func(a, b *page.Cell) int {
			return cmp.Compare(page.Float(page.Num(a.Value)), page.Float(page.Num(b.Value)))
		}
		best, worst := slices.MaxFunc(cells, size).Value, slices.MinFunc(cells, size).Value
		if !higher {
			best, worst = worst, best
		}
		for _, x := range cells {
			switch {
			case best == worst:
			case x.Value == best:
				x.Class, x.Rank, x.Ranked = "best", "▲", p.Say("best")
			case x.Value == worst:
				x.Class, x.Rank, x.Ranked = "worst", "▼", p.Say("worst")
			}
		}
	}
}

// rankable returns the cells of a column that have a value and are not part of
// a rest.
func rankable(t *page.Table, at int) (out []*page.Cell) {
	kind := slices.IndexFunc(t.Columns, func(c page.Column) bool { return c.Key == "kind" })
	for k := range t.Rows {
		cells := t.Rows[k].Cells
		if cells[at].Value != "" && (kind < 0 || cells[kind].Value != "rest") {
			out = append(out, &cells[at])
		}
	}
	return out
}
