package activity

import (
	"context"
	"encoding/json"
	"math"
	"net/url"
	"slices"
	"strconv"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// The actions of an activity's forms.
const (
	doMark   = "mark"
	doUnmark = "unmark"
	doNote   = "note"
	doWords  = "words"
)

// unreadable returns the error for fields that no form of the page sends.
func unreadable() error {
	return training.Errorf(training.KindInvalid, "The form could not be read.").WithFix("Reload the page, then try again.")
}

// Edit converts a form to an action.
func Edit(p *page.Page, fields url.Values) (page.FormAction, error) {
	id := p.Request.PathValue("id")
	back := page.OwnAddress(fields.Get("back"), page.Link("/activities/", id))
	switch do := fields.Get("do"); do {
	case doMark, doUnmark:
		name := page.Trimmed(fields, "name")
		in, err := markEdit(p.Request.Context(), p, id, name, fields.Get("from"), fields.Get("to"), do == doMark)
		return page.FormAction{Tool: "update_activity", In: in, Then: page.Same(back + "#selection")}, err
	case doNote:
		in := page.Args{"id": id, "text": fields.Get("text")}
		if to := fields.Get("target"); to != "" {
			in["target"] = to
		}
		return page.FormAction{Tool: "add_activity_note", In: in, Then: page.Same(back + "#notes")}, nil
	case doWords:
		in, err := wordsEdit(id, fields)
		return page.FormAction{Tool: "update_activity", In: in, Then: page.Same(back)}, err
	}
	return page.FormAction{}, unreadable()
}

// wordsEdit returns the arguments for the changed fields of the form; an
// emptied field is reset to the recorded value.
func wordsEdit(id string, fields url.Values) (page.Args, error) {
	in, cleared := page.Args{"id": id}, []string{}
	for _, key := range []string{"name", "perceived_exertion", "feel"} {
		now := page.Trimmed(fields, key)
		switch {
		case !fields.Has(key) || now == page.Trimmed(fields, page.Before+key):
		case now == "":
			cleared = append(cleared, key)
		case key == "name":
			in[key] = now
		default:
			in[key] = json.Number(now)
			if _, err := strconv.ParseFloat(now, 64); err != nil {
				return nil, unreadable()
			}
		}
	}
	if len(cleared) > 0 {
		in["clear"] = cleared
	}
	if len(in) == 1 {
		return nil, training.Errorf(training.KindInvalid, "There is nothing to change.").WithFix("Change a field, then save it.")
	}
	return in, nil
}

// second returns a time in an activity as text, in seconds, for addresses and forms.
func second(x float64) string { return strconv.Itoa(int(math.Round(x))) }

// scale returns the integer steps of a scale, with the meaning of its ends.
func scale(from, to int, first, last string) (out [][2]string) {
	for i := from; i <= to; i++ {
		n := strconv.Itoa(i)
		text := n
		switch i {
		case from:
			text = n + ", " + first
		case to:
			text = n + ", " + last
		}
		out = append(out, [2]string{n, text})
	}
	return out
}

// among reports whether a value is one of the choices, or empty.
func among(all [][2]string, value string) bool {
	return value == "" || slices.ContainsFunc(all, func(x [2]string) bool { return x[0] == value })
}

// weatherKeys returns the service's weather values that the activity has, in
// their order.
func (a *activityView) weatherKeys() (out []string) {
	for _, m := range training.WeatherMetrics() {
		if figure(a.Weather[string(m)]) != "" {
			out = append(out, string(m))
		}
	}
	return out
}

// weatherBy returns the service that the weather comes from.
func (a *activityView) weatherBy() string {
	var name string
	_ = json.Unmarshal(a.Weather["source"], &name) // without one, there is no service
	return page.Clean(name)
}

func weatherLabel(p *page.Page, key string) string {
	switch training.Metric(key) {
	case training.MetricWeatherTempC:
		return p.Say("Temperature")
	case training.MetricWeatherMinTempC:
		return p.Say("Minimum temperature")
	case training.MetricWeatherMaxTempC:
		return p.Say("Maximum temperature")
	case training.MetricFeelsLikeC:
		return p.Say("Feels like")
	case training.MetricWindSpeedKMH:
		return p.Say("Wind")
	case training.MetricWindGustKMH:
		return p.Say("Gusts")
	case training.MetricWindFromDeg:
		return p.Say("Wind from")
	case training.MetricHeadwindPct:
		return p.Say("Headwind")
	case training.MetricTailwindPct:
		return p.Say("Tailwind")
	case training.MetricCloudsPct:
		return p.Say("Clouds")
	case training.MetricMaxRainMM:
		return p.Say("Rain")
	case training.MetricMaxSnowMM:
		return p.Say("Snow")
	}
	return p.Label(key)
}

// drawnView holds intervals that the athlete drew at a service or here.
type drawnView struct {
	Service string `json:"service"`
	Found   bool   `json:"found_by_service"`
	Origin  string `json:"origin"`

	Columns map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON reads the object twice: the columns are in the same object as
// the view.
func (v *drawnView) UnmarshalJSON(b []byte) error {
	type plain drawnView
	if err := json.Unmarshal(b, (*plain)(v)); err != nil {
		return err
	}
	return json.Unmarshal(b, &v.Columns)
}

// owned is an interval marked by the athlete, in the form that update_activity
// accepts.
type owned struct {
	Name  string `json:"name,omitempty"`
	Start int    `json:"start_offset_s"`
	End   int    `json:"end_offset_s"`
}

// marks returns the athlete's own intervals.
func (v *intervalsView) marks() (out []owned) {
	for _, d := range v.Drawn {
		if d.Origin != page.ByAthlete {
			continue
		}
		var names []string
		var starts []int
		var long []float64
		_ = json.Unmarshal(d.Columns["interval"], &names) // if missing, no interval has a name
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

// drawnTables returns a table of drawn intervals for each place where they were
// drawn.
func drawnTables(p *page.Page, all []drawnView) (out []*page.Table) {
	columns := append([]page.Column{{Key: "name", Title: p.Say("Name"), Text: true}}, intervalColumns(p)...)
	for i, d := range all {
		id, caption := "drawn-"+strconv.Itoa(i+1), p.Say("Intervals at %s", page.Clean(d.Service))
		switch {
		case d.Origin == page.ByAthlete:
			id, caption = "marked", p.Say("Your own intervals")
		case d.Found:
			caption = p.Say("Intervals detected by %s", page.Clean(d.Service))
		}
		if d.Columns != nil {
			d.Columns["name"] = d.Columns["interval"]
		}
		if t := columnsTable(p, id, caption, d.Columns, columns); t != nil {
			selecting(p, t)
			out = append(out, t)
		}
	}
	return out
}

// selecting makes the start of each row a link that selects it, and adds its
// seconds for the chart and the map.
func selecting(p *page.Page, t *page.Table) {
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
		r.From, r.To = second(page.Float(page.Num(from))), second(page.Float(page.Num(from))+page.Float(page.Num(n)))
		r.Cells[start] = r.Cells[start].To(p.With("from", r.From, "to", r.To) + "#selection")
	}
}

// markEdit returns the write that adds the selection of a form to the marked
// intervals, or removes the one with that name.
func markEdit(ctx context.Context, p *page.Page, id, name, from, to string, add bool) (page.Args, error) {
	a := page.Ask[intervalsView](ctx, p, "get_activity", page.Args{"id": id, "sections": []string{"intervals"}})
	if a.Err != nil {
		return nil, a.Failure()
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
	return page.Args{"id": id, "intervals": all}, nil
}

// span returns the start and end of an interval as text.
func span(p *page.Page, m owned) string {
	at := func(s int) string { return p.Number("duration_s", page.Num(strconv.Itoa(s))).Text }
	return at(m.Start) + "–" + at(m.End)
}

// markName returns the name of an interval, or its number if it has none.
func markName(p *page.Page, m owned, i int) string {
	if m.Name == "" {
		return p.Say("Interval %s", strconv.Itoa(i+1))
	}
	return page.Clean(m.Name)
}

// markHref returns the address that selects an interval.
func markHref(p *page.Page, m owned) string {
	return p.With("from", strconv.Itoa(m.Start), "to", strconv.Itoa(m.End)) + "#selection"
}
