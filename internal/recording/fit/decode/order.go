package decode

import (
	"cmp"
	"fmt"
	"slices"

	"lapkeep/internal/training"
)

// farSeconds is how far from the middle row a row may lie: longer than any
// event, shorter than what a clock is off that was never set.
const farSeconds = 30 * 24 * 3600

// settle brings the rows into order of time: it drops those that are far from
// the time that the middle row has or, if there are rows near it, from near;
// sorts the rest, and merges rows of one second.
func (r *rows) settle(near uint32) (warnings []string) {
	if r.timeless > 0 {
		warnings = append(warnings, fmt.Sprintf("%d records have no time and were dropped.", r.timeless))
	}
	if r.absurd > 0 {
		warnings = append(warnings, fmt.Sprintf("%d values are outside of what is possible and were dropped.", r.absurd))
	}
	r.pad()
	if len(r.at) == 0 {
		return warnings
	}
	middle := r.middle(near)
	if !r.unsorted && !isFar(r.at[0], middle) && !isFar(r.at[len(r.at)-1], middle) {
		return warnings
	}
	order, dropped := r.order(middle)
	if r.unsorted {
		warnings = append(warnings, "The clock goes backwards in the recording; the records were put in order of time.")
	}
	if dropped > 0 {
		warnings = append(warnings, fmt.Sprintf("%d records are weeks away from the others and were dropped.", dropped))
	}
	r.permute(order)
	return warnings
}

func (c *developerColumn) pad(n int) {
	for c.values != nil && len(c.values) < n {
		c.values = append(c.values, nan32)
	}
}

// middle is the time that the others are measured by: near, where a tenth of
// the rows are, else that of the middle row. A clock that was wrong at first
// has found its time by then.
func (r *rows) middle(near uint32) uint32 {
	at := 0
	for _, t := range r.at {
		if near != 0 && !isFar(t, near) {
			at++
		}
	}
	if at > 0 && at*10 >= len(r.at) {
		return near
	}
	return r.at[len(r.at)/2]
}

func isFar(a, b uint32) bool {
	d := int64(a) - int64(b)
	return d > farSeconds || d < -farSeconds
}

func (r *rows) order(middle uint32) (order []int, dropped int) {
	order = make([]int, 0, len(r.at))
	for i, t := range r.at {
		if isFar(t, middle) {
			dropped++
			continue
		}
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.at[a], r.at[b]) })
	return order, dropped
}

// permute rebuilds the columns from rows in the given order, merging rows of
// one second; later ones win.
func (r *rows) permute(order []int) {
	old := *r
	r.at, r.capacity = make([]uint32, 0, len(order)), len(order)
	r.data = [training.NumChannels]training.Column{}
	r.dev = slices.Clone(old.dev)
	for i := range r.dev {
		r.dev[i].values = nil
	}
	r.unsorted = false
	for _, from := range order {
		row := r.row(old.at[from])
		for ch := range training.NumChannels {
			if col := &old.data[ch]; col.Valid.Get(from) {
				r.put(ch, row, col.Values[from])
			}
		}
		for i := range r.dev {
			if v := old.dev[i].values; v != nil {
				r.dev[i].pad(row)
				r.dev[i].set(row, v[from])
			}
		}
	}
	r.pad()
}

func (c *developerColumn) set(row int, v float32) {
	if c.values == nil {
		c.values = []float32{}
		c.pad(row)
	}
	switch {
	case row == len(c.values):
		c.values = append(c.values, v)
	case v == v: // not NaN
		c.values[row] = v
	}
}
