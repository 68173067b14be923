package activity

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"strings"

	"lapkeep/internal/faces/web/page"
)

// streamsView is the streams in steps, for who reads them as a table.
type streamsView struct {
	OffsetS     json.RawMessage            `json:"offset_s"`
	ResolutionS page.Num                   `json:"resolution_s"`
	Channels    map[string]json.RawMessage `json:"channels"`

	err   *page.Problem
	table *page.Table
}

// streamTable is the streams as a table, where the address asks for it.
func streamTable(ctx context.Context, p *page.Page, a *activityView) *streamsView {
	csv := p.Query("as") == "csv" && p.Query("table") == "streams"
	all := a.channels(p)
	if len(all) == 0 || p.Query("streams") != "table" && !csv {
		return nil
	}
	names := []string{"moving_time", "distance"}
	cols := []page.Column{
		{Key: "offset_s", Title: p.Say("Time")},
		{Key: "moving_time_s", Title: p.Label("moving_time_s")},
		{Key: "distance_km", Title: p.Label("distance_km")},
	}
	if strings.HasPrefix(a.derived(), paceName) {
		pace, _ := a.pace(p)
		all = append(all, pace)
	}
	for _, d := range all {
		names, cols = append(names, d.asked), append(cols, page.Column{Key: d.key, Title: d.title})
	}
	got := page.Ask[streamsView](ctx, p, "get_activity_streams", page.Args{"id": a.ID, "channels": names})
	v := got.V
	v.err = got.Err
	columns := map[string]json.RawMessage{"offset_s": v.OffsetS}
	maps.Copy(columns, v.Channels)
	v.table = columnsTable(p, "streams", p.Say("Streams"), columns, cols)
	return &v
}

// said are the numbers that a sentence on a channel says.
type said struct{ name, mean, most string }

// fastest is the pace where one is read, else the speed.
func (a *activityView) fastest(p *page.Page) said {
	if key := a.fastKey(); key != "avg_speed_kmh" {
		return said{p.Say("Pace"), key, ""}
	}
	return said{p.Say("Speed"), "avg_speed_kmh", "max_speed_kmh"}
}

// streamSummary says what the chart shows, in the summary's own numbers.
func streamSummary(p *page.Page, a *activityView) (out []string) {
	text := func(key string) string {
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
			out = append(out, p.Say("%s: %s on average.", x.name, text(x.mean)))
		default:
			out = append(out, p.Say("%s: %s on average, %s at most.", x.name, text(x.mean), text(x.most)))
		}
	}
	return out
}

// streamWords are what the chart and the map say, as JSON: the script has no words
// of its own.
func streamWords(p *page.Page) string {
	b, _ := json.Marshal(map[string]string{ // texts
		"all": p.Say("Show all"), "zoom": p.Say("Zoom to the selection"), "clear": p.Say("Clear the selection"),
		"anchor": p.Say("The selection begins here. Move, and press s again."), "color": p.Say("Colour of the track"),
		"plain": p.Say("One colour"), "grade": p.Say("Gradient"), "hr": p.Say("Heart rate"),
		"power": p.Say("Power"), "speed": p.Say("Speed"), "pace": p.Say("Pace"),
		"slower": p.Say("slower than"), "faster": p.Say("faster than"),
		"map": p.Say("Map of the track, north up. The arrow keys move along it. + and − zoom, 0 shows the whole track, " +
			"and Shift with the arrow keys moves a zoomed map."),
		"start": p.Say("Start"), "end": p.Say("End"), "north": p.Say("N"), "height": p.Say("Height of the map"),
		"below": p.Say("below"), "from": p.Say("from"),
		"streams": p.Say("What is drawn"), "laps": p.Say("Laps"), "zones": p.Say("Zones"), "distance": p.Say("By distance"),
		"time": p.Say("By time"), "moving": p.Say("By moving time"),
	})
	return string(b)
}

// trackZone is a zone that the track is coloured by: its name and where it begins.
type trackZone struct {
	Name string   `json:"name"`
	From page.Num `json:"from"`
}

// trackZones are the zones of the tool by channel, as JSON.
func trackZones(a *activityView) string {
	out := map[string][]trackZone{}
	for _, kind := range []string{"power", "hr", paceName} {
		for i, z := range a.Zones[kind].Zones {
			from, lowest := z.FromW, page.Num("0")
			switch kind {
			case "hr":
				from = z.FromBpm
			case paceName:
				from, lowest = cmp.Or(z.FromPace, z.From100), "3600"
			}
			if from == "" && i > 0 {
				delete(out, kind) // not told where they begin
				break
			}
			if from == "" {
				from = lowest
			}
			out[kind] = append(out[kind], trackZone{Name: page.Clean(z.Name), From: from})
		}
	}
	b, _ := json.Marshal(out) // texts and numbers
	return string(b)
}
