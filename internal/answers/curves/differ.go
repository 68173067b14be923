package curves

import (
	"slices"

	"lapkeep/internal/answers/segments"
)

// differing leaves in a period what another activity holds than in the longer
// one before it, which holds all of its days. A cell is null where the period
// has nothing and the longer one has.
func (p *Period) differing(longer Period) {
	for _, t := range []struct {
		mine  **Columns
		other *Columns
	}{{&p.Power, longer.Power}, {&p.NP, longer.NP}, {&p.HR, longer.HR}, {&p.Pace, longer.Pace}, {&p.Distance, longer.Distance}} {
		*t.mine = different(*t.mine, t.other)
	}
	p.Climbs = slices.DeleteFunc(p.Climbs, func(c Climb) bool {
		return slices.ContainsFunc(longer.Climbs, func(o Climb) bool { return c.ID == o.ID && slices.Equal(c.By, o.By) })
	})
	p.Segments = slices.DeleteFunc(p.Segments, func(b segments.Best) bool {
		return slices.ContainsFunc(longer.Segments, func(o segments.Best) bool { return b.SegmentID == o.SegmentID && b.ID == o.ID })
	})
	p.Biggest = slices.DeleteFunc(p.Biggest, func(b Biggest) bool { return slices.Contains(longer.Biggest, b) })
}

// different is the steps of longer at which it is not held by the same.
func different(c, longer *Columns) *Columns {
	if longer == nil {
		return c
	}
	if c == nil {
		c = &Columns{}
	}
	steps, mine := longer.DurationS, c.DurationS
	if len(steps) == 0 {
		steps, mine = longer.DistanceM, c.DistanceM
	}
	var kept []float64
	var from []int // where each is in c, -1 if it is not
	for i, at := range steps {
		j := slices.Index(mine, at)
		if j >= 0 && c.IDs[j] != nil && longer.IDs[i] != nil && *c.IDs[j] == *longer.IDs[i] {
			continue
		}
		kept, from = append(kept, at), append(from, j)
	}
	if len(kept) == 0 {
		return nil
	}
	out := &Columns{
		PowerW: cells(longer.PowerW, c.PowerW, from), WPerKg: cells(longer.WPerKg, c.WPerKg, from), NPW: cells(longer.NPW, c.NPW, from),
		HRBpm: cells(longer.HRBpm, c.HRBpm, from), TimeS: cells(longer.TimeS, c.TimeS, from), SpeedKMH: cells(longer.SpeedKMH, c.SpeedKMH, from),
		PaceKM: cells(longer.PaceKM, c.PaceKM, from), Pace100M: cells(longer.Pace100M, c.Pace100M, from),
		IDs: cells(longer.IDs, c.IDs, from), Dates: cells(longer.Dates, c.Dates, from),
	}
	if len(longer.DurationS) > 0 {
		out.DurationS = kept
	} else {
		out.DistanceM = kept
	}
	return out
}

// cells takes the cells of a column that the longer period has.
func cells[T any](longer, mine []*T, from []int) []*T {
	if longer == nil {
		return nil
	}
	out := make([]*T, len(from))
	for i, j := range from {
		if j >= 0 && j < len(mine) {
			out[i] = mine[j]
		}
	}
	return out
}
