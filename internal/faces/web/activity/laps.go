package activity

import (
	"slices"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// shareLapTable has the laps of which something is shown, by what is told of the whole.
func shareLapTable(p *page.Page, a *Activity, c *Choice, columns *training.Columns, left *remains) *laps {
	keys := []string{"lap", "duration_s", "distance_km"}
	if k := paceKey(training.Sport(a.Sport)); k != "" {
		keys = append(keys, k)
	} else {
		keys = append(keys, "avg_speed_kmh")
	}
	for _, k := range []string{"elevation_gain_m", "avg_power_w", "avg_hr_bpm"} {
		if slices.Contains(c.Numbers, k) {
			keys = append(keys, k)
		}
	}
	keys = slices.DeleteFunc(keys, func(k string) bool {
		return !slices.ContainsFunc(a.Laps, func(l lap) bool { return shareFigure(l[k]) != "" })
	})
	t := &laps{}
	for _, k := range keys {
		t.titles = append(t.titles, p.Label(k))
	}
	for _, l := range a.Laps {
		if !left.shows(columns, page.Float(shareFigure(l["start_offset_s"])), page.Float(shareFigure(l["elapsed_time_s"]))) {
			continue
		}
		var row []number
		for _, k := range keys {
			decimals := places(k)
			if k == "distance_km" {
				decimals = 2
			}
			row = append(row, shareSaid(p, k, shareFigure(l[k]), decimals))
		}
		t.rows = append(t.rows, row)
	}
	if len(t.rows) < 2 {
		return nil
	}
	return t
}

// shows reports whether anything is shown of some seconds.
func (r *remains) shows(c *training.Columns, fromS, tookS float64) bool {
	if !r.cut {
		return true
	}
	return slices.ContainsFunc(r.stretches, func(s stretch) bool {
		return float64(c.TimeS[s.from]) < fromS+tookS && float64(c.TimeS[s.to-1]) > fromS
	})
}
