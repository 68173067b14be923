package activity

import (
	"encoding/json"
	"math"
	"slices"

	"lapkeep/internal/faces/web/page"
)

// lapBar is a lap in a box of 1000 by 60 units.
type lapBar struct {
	name, x, y, width, height string
	row                       page.Row
}

// lapKey is what the height of laps says; empty where no lap has any of it.
func (a *activityView) lapKey() string {
	keys := present(a.Laps, []string{"avg_power_w", "avg_speed_kmh", "avg_hr_bpm"})
	if len(keys) == 0 {
		return ""
	}
	return keys[0]
}

// lapWord is what lapKey is called where a pace stands for the speed.
func (a *activityView) lapWord(p *page.Page) string {
	if key := a.lapKey(); key != "avg_speed_kmh" {
		return p.Label(key)
	}
	return p.Label(a.fastKey())
}

// lapBars draws laps by power, or else by speed.
func (a *activityView) lapBars() (out []lapBar) {
	key := a.lapKey()
	total, top := 0.0, 0.0
	for _, l := range a.Laps {
		total += page.Float(figure(l["duration_s"]))
		top = math.Max(top, page.Float(figure(l[key])))
	}
	if key == "" || total <= 0 || top <= 0 {
		return nil
	}
	at := 0.0
	for _, l := range a.Laps {
		width := 1000 * page.Float(figure(l["duration_s"])) / total
		height := 56 * page.Float(figure(l[key])) / top
		out = append(out, lapBar{
			name: string(figure(l["lap"])), x: page.Coordinate(at), y: page.Coordinate(60 - height), width: page.Coordinate(math.Max(1, width-2)),
			height: page.Coordinate(height), row: lapRow(l),
		})
		at += width
	}
	return out
}

func lapTable(p *page.Page, a *activityView) *page.Table {
	if len(a.Laps) == 0 {
		return nil
	}
	usual := []string{
		"lap", "duration_s", "distance_km", "avg_power_w", "normalized_power_w", "avg_hr_bpm", "max_hr_bpm", "pace_s_per_km",
		"avg_speed_kmh", "avg_cadence_rpm", "elevation_gain_m", "pace_s_per_100m", "start_offset_s",
	}
	keys := present(a.Laps, a.read(slices.Concat(usual, offered())))
	t := &page.Table{ID: "laps", Caption: p.Say("Laps"), Choosable: true}
	for _, k := range keys {
		t.Columns = append(t.Columns, page.Column{Key: k, Title: p.Label(k), Off: !slices.Contains(usual, k)})
	}
	for _, l := range a.Laps {
		r := lapRow(l)
		for _, k := range keys {
			c := p.Cell(k, figure(l[k]))
			if k == "lap" && r.From != "" {
				c = c.To(p.With("from", r.From, "to", r.To) + "#selection")
			}
			r.Cells = append(r.Cells, c)
		}
		t.Rows = append(t.Rows, r)
	}
	return p.Show(t)
}

// offered are the numbers of laps and splits that are shown to who chose them.
func offered() []string {
	return []string{
		"elapsed_time_s", "max_power_w", "work_kj", "gap_s_per_km", "avg_cadence_spm", "avg_ground_contact_ms", "avg_vertical_oscillation_mm",
		"avg_strokes_per_min",
	}
}

// lapRow is a row in the seconds of a lap; none where it is not told from when to
// when it was.
func lapRow(lap map[string]json.RawMessage) (r page.Row) {
	start, long := figure(lap["start_offset_s"]), figure(lap["elapsed_time_s"])
	if start != "" && page.Float(long) >= 1 {
		r.From, r.To = second(page.Float(start)), second(page.Float(start)+page.Float(long))
	}
	return r
}

func present(rows []map[string]json.RawMessage, keys []string) (out []string) {
	for _, k := range keys {
		if slices.ContainsFunc(rows, func(r map[string]json.RawMessage) bool { return figure(r[k]) != "" }) {
			out = append(out, k)
		}
	}
	return out
}
