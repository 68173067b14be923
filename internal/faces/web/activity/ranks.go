package activity

import (
	"cmp"
	"slices"

	"lapkeep/internal/faces/web/page"
)

// inParts reports whether there is a table of laps, intervals or the like.
func (v *activityParts) inParts() bool {
	m := v.more
	return v.laps != nil || v.splits != nil || m.sets.Err != nil || m.intervals != nil || len(m.drawn) > 0 ||
		m.lengths != nil || m.climbs != nil
}

// leastRanked is how many rows have a best and a worst.
const leastRanked = 3

// rank marks the best and the worst of each column in which there is such: power
// and speed are better when they are higher, pace and strokes when they are lower.
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
				x.Class, x.Rank, x.Ranked = "best", "▲", p.Say("the best")
			case x.Value == worst:
				x.Class, x.Rank, x.Ranked = "worst", "▼", p.Say("the worst")
			}
		}
	}
}

// rankable are the cells of a column that have a value and are of no rest.
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
