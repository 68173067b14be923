// Package detail makes of the columns of a recording as few rows as a picture
// can show, without losing a peak: where there are too many rows, each stretch
// of them is two rows, its lowest and its highest value in the order in which
// they came. It computes no value that was not measured.
package detail

import (
	"math"
	"sort"

	"lapkeep/internal/training"
)

// Columns are rows of a recording, each column as long as OffsetS.
type Columns struct {
	OffsetS  []float32 // seconds since the start
	Channels []training.Channel
	Values   [][]float32 // in the channels' shown units; NaN where nothing was measured
	Of       int         // rows of the recording in the range
	Reduced  bool
}

// Reduce takes the rows from a second on, up to another which is not included,
// as at most so many.
func Reduce(c *training.Columns, channels []training.Channel, from, to int32, rows int) Columns {
	first := sort.Search(len(c.TimeS), func(i int) bool { return c.TimeS[i] >= from })
	last := sort.Search(len(c.TimeS), func(i int) bool { return c.TimeS[i] >= to })
	out := Columns{Of: last - first}
	var present []training.Channel
	for _, ch := range channels {
		if c.Data[ch].Present() {
			present = append(present, ch)
		}
	}
	out.Channels = present
	if out.Reduced = out.Of > rows; !out.Reduced {
		out.whole(c, first, last)
		return out
	}
	out.stretches(c, first, last, rows/2)
	return out
}

func (o *Columns) whole(c *training.Columns, first, last int) {
	for i := first; i < last; i++ {
		o.OffsetS = append(o.OffsetS, float32(c.TimeS[i]))
	}
	for _, ch := range o.Channels {
		col := make([]float32, 0, last-first)
		for i := first; i < last; i++ {
			col = append(col, value(c, ch, i))
		}
		o.Values = append(o.Values, col)
	}
}

// stretches makes n stretches of the rows.
func (o *Columns) stretches(c *training.Columns, first, last, n int) {
	bound := func(k int) int { return first + k*(last-first)/n }
	o.OffsetS = make([]float32, 0, 2*n)
	for k := range n {
		from, to := bound(k), bound(k+1)
		o.OffsetS = append(o.OffsetS, float32(c.TimeS[from]), float32(c.TimeS[(from+to)/2]))
	}
	for _, ch := range o.Channels {
		col := make([]float32, 0, 2*n)
		for k := range n {
			a, b := extremes(c, ch, bound(k), bound(k+1))
			col = append(col, a, b)
		}
		o.Values = append(o.Values, col)
	}
}

// extremes are the lowest and the highest value of some rows, the earlier first.
func extremes(c *training.Columns, ch training.Channel, from, to int) (a, b float32) {
	low, high := -1, -1
	for i := from; i < to; i++ {
		x := value(c, ch, i)
		if math.IsNaN(float64(x)) {
			continue
		}
		if low < 0 || x < value(c, ch, low) {
			low = i
		}
		if high < 0 || x > value(c, ch, high) {
			high = i
		}
	}
	if low < 0 {
		nan := float32(math.NaN())
		return nan, nan
	}
	return value(c, ch, min(low, high)), value(c, ch, max(low, high))
}

func value(c *training.Columns, ch training.Channel, i int) float32 {
	x, ok := c.At(ch, i)
	if !ok {
		return float32(math.NaN())
	}
	return float32(float64(x) / ch.Scale())
}
