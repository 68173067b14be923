package fit

import (
	"math"
	"strconv"

	"lapkeep/internal/training"
)

// columns are the rows of a part, with times from its start and the distance
// of its leg.
func (f *file) columns(p part, l Part, elapsed float64) training.Columns {
	r := &f.rows
	if p.lo >= p.hi {
		return training.Columns{}
	}
	c := training.Columns{TimeS: make([]int32, p.hi-p.lo)}
	for i := range c.TimeS {
		c.TimeS[i] = int32(int64(r.At[p.lo+i]) - int64(p.start))
	}
	for ch := range r.Data {
		c.Data[ch] = cutColumn(&r.Data[ch], p.lo, p.hi)
	}
	dropNullIsland(&c)
	names := map[string]int{}
	for i := range r.Developer {
		d := &r.Developer[i]
		if d.Values == nil || !hasValue(d.Values[p.lo:p.hi]) {
			continue
		}
		name := d.Name
		if names[name]++; names[name] > 1 {
			name += " " + strconv.Itoa(names[d.Name])
		}
		c.Developer = append(c.Developer, training.DeveloperColumn{Name: name, Units: d.Units, Values: d.Values[p.lo:p.hi:p.hi]})
	}
	count(&c, l, p, elapsed)
	return c
}

// cutColumn is rows [lo, hi) of a column. Values are shared, the bitmap is
// shared only if nothing moves.
func cutColumn(col *training.Column, lo, hi int) training.Column {
	if !col.Present() {
		return training.Column{}
	}
	out := training.Column{Values: col.Values[lo:hi:hi]}
	if lo == 0 && hi == len(col.Values) {
		out.Valid = col.Valid
	} else {
		out.Valid = training.NewBitmap(hi - lo)
		for i := lo; i < hi; i++ {
			if col.Valid.Get(i) {
				out.Valid.Set(i - lo)
			}
		}
	}
	if out.Valid.Count() == 0 {
		return training.Column{}
	}
	return out
}

// dropNullIsland drops positions at 0,0, which stand for "no fix", and halves
// of a position.
func dropNullIsland(c *training.Columns) {
	lat, lon := &c.Data[training.Latitude], &c.Data[training.Longitude]
	if !lat.Present() && !lon.Present() {
		return
	}
	for i := range c.TimeS {
		y, okY := c.At(training.Latitude, i)
		x, okX := c.At(training.Longitude, i)
		if okX && okY && (x != 0 || y != 0) {
			continue
		}
		if okY {
			lat.Values[i] = 0
			lat.Valid.Clear(i)
		}
		if okX {
			lon.Values[i] = 0
			lon.Valid.Clear(i)
		}
	}
	for _, col := range []*training.Column{lat, lon} {
		if col.Present() && col.Valid.Count() == 0 {
			*col = training.Column{}
		}
	}
}

// lastBefore is the last valid value before a row.
func lastBefore(col *training.Column, row int) int32 {
	for i := min(row, len(col.Values)) - 1; i >= 0; i-- {
		if col.Valid.Get(i) {
			return col.Values[i]
		}
	}
	return 0
}

// rebase takes base off the distances. The values are shared with the other
// sessions, so they are copied first.
func rebase(c *training.Columns, base int32) {
	col := &c.Data[training.Distance]
	if base == 0 || !col.Present() {
		return
	}
	out := make([]int32, len(col.Values))
	for i, v := range col.Values {
		if col.Valid.Get(i) {
			out[i] = max(0, v-base)
		}
	}
	col.Values = out
}

func hasValue(values []float32) bool {
	for _, v := range values {
		if !math.IsNaN(float64(v)) {
			return true
		}
	}
	return false
}
