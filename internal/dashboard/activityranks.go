package dashboard

import "slices"

// inParts reports whether there is a table of laps, intervals or the like.
func (v *activityParts) inParts() bool {
	m := v.more
	return v.laps != nil || v.splits != nil || m.sets.Err != nil || m.intervals != nil || len(m.drawn) > 0 || m.lengths != nil || m.climbs != nil
}

// leastRanked is how many rows have a best and a worst.
const leastRanked = 3

// rank marks the best and the worst of each column in which there is such: power
// and speed are better when they are higher, pace and strokes when they are lower.
func (p *page) rank(t *table) {
	if t == nil {
		return
	}
	kind := slices.IndexFunc(t.Columns, func(c column) bool { return c.Key == "kind" })
	for i, c := range t.Columns {
		higher, lower := slices.Contains([]string{"avg_power_w", "normalized_power_w", "avg_speed_kmh"}, c.Key),
			slices.Contains([]string{"pace_s_per_km", "pace_s_per_100m", "swolf"}, c.Key)
		if !higher && !lower {
			continue
		}
		low, high, n := -1, -1, 0
		for k := range t.Rows {
			if cells := t.Rows[k].Cells; cells[i].Value == "" || kind >= 0 && cells[kind].Value == "rest" {
				continue
			}
			n++
			if x := float(num(t.Rows[k].Cells[i].Value)); low < 0 || x < float(num(t.Rows[low].Cells[i].Value)) {
				low = k
			}
			if x := float(num(t.Rows[k].Cells[i].Value)); high < 0 || x > float(num(t.Rows[high].Cells[i].Value)) {
				high = k
			}
		}
		if n < leastRanked || t.Rows[low].Cells[i].Value == t.Rows[high].Cells[i].Value {
			continue
		}
		best, worst := t.Rows[high].Cells[i].Value, t.Rows[low].Cells[i].Value
		if lower {
			best, worst = worst, best
		}
		for k := range t.Rows {
			switch x := &t.Rows[k].Cells[i]; {
			case kind >= 0 && t.Rows[k].Cells[kind].Value == "rest":
			case x.Value == best:
				x.Class, x.Rank, x.Ranked = "best", "▲", p.say("the best")
			case x.Value == worst:
				x.Class, x.Rank, x.Ranked = "worst", "▼", p.say("the worst")
			}
		}
	}
}
