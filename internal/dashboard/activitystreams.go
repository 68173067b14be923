package dashboard

import (
	"context"
	"encoding/json"
	"strings"
)

// streamsView is the streams in steps, for who reads them as a table.
type streamsView struct {
	OffsetS     json.RawMessage            `json:"offset_s"`
	ResolutionS num                        `json:"resolution_s"`
	Channels    map[string]json.RawMessage `json:"channels"`

	err   *problem
	table *table
}

// streamTable is the streams as a table, where the address asks for it.
func (p *page) streamTable(ctx context.Context, a *activityView) *streamsView {
	csv := p.query("as") == "csv" && p.query("table") == "streams"
	if a.channels() == "" || p.query("streams") != "table" && !csv {
		return nil
	}
	names := strings.Split(a.channels(), ",")
	got := ask[streamsView](ctx, p, "get_activity_streams", args{"id": a.ID, "channels": names})
	v := got.V
	v.err = got.Err
	columns := map[string]json.RawMessage{"offset_s": v.OffsetS}
	for k, cells := range v.Channels {
		columns[k] = cells
	}
	v.table = p.columnsTable("streams", p.say("Streams"), columns, []column{
		{Key: "offset_s", Title: p.say("Time")},
		{Key: "power_w", Title: p.say("Power")},
		{Key: "hr_bpm", Title: p.say("Heart rate")},
		{Key: "cadence_rpm", Title: p.say("Cadence")},
		{Key: "speed_kmh", Title: p.say("Speed")},
		{Key: "altitude_m", Title: p.say("Altitude")},
		{Key: "temp_c", Title: p.say("Temperature")},
	})
	return &v
}

// streamSummary says what the chart shows, in the summary's own numbers.
func (p *page) streamSummary(a *activityView) (out []string) {
	text := func(key string) string {
		m := p.number(key, a.figure(key))
		return strings.TrimSpace(m.Text + " " + m.Unit)
	}
	for _, x := range []struct{ name, mean, most string }{
		{p.say("Power"), "avg_power_w", "max_power_w"},
		{p.say("Heart rate"), "avg_hr_bpm", "max_hr_bpm"},
		{p.say("Speed"), "avg_speed_kmh", "max_speed_kmh"},
		{p.say("Cadence"), "avg_cadence_rpm", "max_cadence_rpm"},
	} {
		switch {
		case a.figure(x.mean) == "":
		case a.figure(x.most) == "":
			out = append(out, p.say("%s: %s on average.", x.name, text(x.mean)))
		default:
			out = append(out, p.say("%s: %s on average, %s at most.", x.name, text(x.mean), text(x.most)))
		}
	}
	return out
}

// streamWords are what the chart and the map say, as JSON: the script has no words
// of its own.
func (p *page) streamWords() string {
	b, _ := json.Marshal(map[string]string{ // texts
		"all": p.say("Show all"), "zoom": p.say("Zoom to the selection"), "clear": p.say("Clear the selection"),
		"anchor": p.say("The selection begins here. Move, and press s again."), "color": p.say("Colour of the track"),
		"plain": p.say("One colour"), "grade": p.say("Gradient"), "hr": p.say("Heart rate"), "power": p.say("Power"), "speed": p.say("Speed"),
		"map":   p.say("Map of the track, north up. The arrow keys move along it."),
		"start": p.say("Start"), "end": p.say("End"), "north": p.say("N"), "height": p.say("Height of the map"),
		"below": p.say("below"), "from": p.say("from"),
		"streams": p.say("What is drawn"), "laps": p.say("Laps"), "zones": p.say("Zones"), "distance": p.say("By distance"),
	})
	return string(b)
}

// trackZone is a zone that the track is coloured by: its name and where it begins.
type trackZone struct {
	Name string `json:"name"`
	From num    `json:"from"`
}

// trackZones are the zones of the tool by channel, as JSON.
func (p *page) trackZones(a *activityView) string {
	out := map[string][]trackZone{}
	for _, kind := range []string{"power", "hr"} {
		for i, z := range a.Zones[kind].Zones {
			from := z.FromW
			if kind == "hr" {
				from = z.FromBpm
			}
			if from == "" && i > 0 {
				delete(out, kind) // not told where they begin
				break
			}
			if from == "" {
				from = "0"
			}
			out[kind] = append(out[kind], trackZone{Name: clean(z.Name), From: from})
		}
	}
	b, _ := json.Marshal(out) // texts and numbers
	return string(b)
}
