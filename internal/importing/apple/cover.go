package apple

import (
	"context"
	"math"
	"slices"
)

// cover tells which spans have a sample in them. Time is cut where a span
// begins or ends, so that every sample lies in one cell and is looked at once,
// however many spans there are.
type cover struct {
	cuts   []int64 // in order; cell i is from cuts[i] until before cuts[i+1]
	filled []bool
	last   int // the cell of the last sample; the next is mostly in it too
}

func newCover(workouts []*workout) *cover {
	cuts := []int64{math.MinInt64, math.MaxInt64}
	for _, w := range workouts {
		cuts = append(cuts, w.start.unix, w.end.unix+1)
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	return &cover{cuts: cuts, filled: make([]bool, len(cuts))}
}

// cell is where a time lies.
func (c *cover) cell(at int64) int {
	i, found := slices.BinarySearch(c.cuts, at)
	if !found {
		i--
	}
	return i
}

func (c *cover) add(at int64) {
	if at < c.cuts[c.last] || at >= c.cuts[c.last+1] {
		c.last = c.cell(at)
	}
	c.filled[c.last] = true
}

// of tells of each workout whether there is a sample in it.
func (c *cover) of(workouts []*workout) []bool {
	before := make([]int, len(c.cuts)) // how many cells before this one are filled
	for i := 1; i < len(before); i++ {
		before[i] = before[i-1]
		if c.filled[i-1] {
			before[i]++
		}
	}
	out := make([]bool, len(workouts))
	for i, w := range workouts {
		out[i] = before[c.cell(w.end.unix+1)] > before[c.cell(w.start.unix)]
	}
	return out
}

// recorded tells of each workout whether there is a stream of it.
func (h *health) recorded(ctx context.Context) ([]bool, error) {
	c := newCover(h.workouts)
	for _, list := range h.ranked {
		for _, s := range list {
			for i := range s.blocks {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				s.blocks[i].each(func(at, _ int64) bool { c.add(at); return true })
			}
		}
	}
	return c.of(h.workouts), nil
}
