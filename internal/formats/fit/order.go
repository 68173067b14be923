package fit

import (
	"cmp"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// farSeconds is how far from the middle row a row may lie: longer than any
// event, shorter than what a clock is off that was never set.
const farSeconds = 30 * 24 * 3600

// Settle brings the rows into order of time: it drops those that are far from
// the time that the middle row has or, if there are rows near it, from near;
// sorts the rest, and merges rows of one second.
func (r *Rows) Settle(near uint32) (warnings []string) {
	if r.timeless > 0 {
		warnings = append(warnings, string(i18n.Sentencef("%d records have no time and were dropped.", r.timeless)))
	}
	if r.absurd > 0 {
		warnings = append(warnings, string(i18n.Sentencef("%d values are outside of what is possible and were dropped.", r.absurd)))
	}
	r.Pad()
	if len(r.At) == 0 {
		return warnings
	}
	middle := r.middle(near)
	if !r.unsorted && !isFar(r.At[0], middle) && !isFar(r.At[len(r.At)-1], middle) {
		return warnings
	}
	order, dropped := r.order(middle)
	if r.unsorted {
		warnings = append(warnings, string(i18n.Sentence("The clock goes backwards in the recording; the records were put in order of time.")))
	}
	if dropped > 0 {
		warnings = append(warnings, string(i18n.Sentencef("%d records are weeks away from the others and were dropped.", dropped)))
	}
	r.permute(order)
	return warnings
}

func (c *DeveloperColumn) pad(n int) {
	for c.Values != nil && len(c.Values) < n {
		c.Values = append(c.Values, nan32)
	}
}

// middle is the time that the others are measured by: near, where a tenth of
// the rows are, else that of the middle row. A clock that was wrong at first
// has found its time by then.
func (r *Rows) middle(near uint32) uint32 {
	at := 0
	for _, t := range r.At {
		if near != 0 && !isFar(t, near) {
			at++
		}
	}
	if at > 0 && at*10 >= len(r.At) {
		return near
	}
	return r.At[len(r.At)/2]
}

func isFar(a, b uint32) bool {
	d := int64(a) - int64(b)
	return d > farSeconds || d < -farSeconds
}

func (r *Rows) order(middle uint32) (order []int, dropped int) {
	order = make([]int, 0, len(r.At))
	for i, t := range r.At {
		if isFar(t, middle) {
			dropped++
			continue
		}
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.At[a], r.At[b]) })
	return order, dropped
}

// permute rebuilds the columns from rows in the given order, merging rows of
// one second; later ones win.
func (r *Rows) permute(order []int) {
	old := *r
	r.At, r.capacity = make([]uint32, 0, len(order)), len(order)
	r.Data = [training.NumChannels]training.Column{}
	r.Developer = slices.Clone(old.Developer)
	for i := range r.Developer {
		r.Developer[i].Values = nil
	}
	r.unsorted = false
	for _, from := range order {
		row := r.row(old.At[from])
		for ch := range training.NumChannels {
			if col := &old.Data[ch]; col.Valid.Get(from) {
				r.Put(ch, row, col.Values[from])
			}
		}
		for i := range r.Developer {
			if v := old.Developer[i].Values; v != nil {
				r.Developer[i].pad(row)
				r.Developer[i].set(row, v[from])
			}
		}
	}
	r.Pad()
}

func (c *DeveloperColumn) set(row int, v float32) {
	if c.Values == nil {
		c.Values = []float32{}
		c.pad(row)
	}
	switch {
	case row == len(c.Values):
		c.Values = append(c.Values, v)
	case v == v: // not NaN
		c.Values[row] = v
	}
}
