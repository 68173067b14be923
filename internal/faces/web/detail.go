package web

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
	// Origin is where the values of a channel count from: those of a position from
	// its first, as a float32 of a degree is too coarse for a map.
	Origin map[training.Channel]float64

	base [training.NumChannels]int32
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
	out.count(c, first, last)
	if out.Reduced = out.Of > rows; !out.Reduced {
		out.whole(c, first, last)
		return out
	}
	out.stretches(c, first, last, rows/2)
	return out
}

// count has positions count from the first of the rows.
func (o *Columns) count(c *training.Columns, first, last int) {
	for _, ch := range o.Channels {
		if i := firstOf(c, ch, first, last); position(ch) && i < last {
			if o.Origin == nil {
				o.Origin = map[training.Channel]float64{}
			}
			o.base[ch], _ = c.At(ch, i)
			o.Origin[ch] = float64(o.base[ch]) / ch.Scale()
		}
	}
}

func position(ch training.Channel) bool { return ch == training.Latitude || ch == training.Longitude }

// firstOf is the first row that has a value of the channel, or to.
func firstOf(c *training.Columns, ch training.Channel, from, to int) int {
	i, _ := c.Data[ch].Valid.Run(from, to)
	return i
}

func (o *Columns) whole(c *training.Columns, first, last int) {
	for i := first; i < last; i++ {
		o.OffsetS = append(o.OffsetS, float32(c.TimeS[i]))
	}
	for _, ch := range o.Channels {
		col := make([]float32, 0, last-first)
		for i := first; i < last; i++ {
			col = append(col, o.value(c, ch, i))
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
			from, to := bound(k), bound(k+1)
			if mid := (from + to) / 2; position(ch) {
				col = append(col, o.place(c, ch, from, mid), o.place(c, ch, mid, to))
				continue
			}
			a, b := o.extremes(c, ch, from, to)
			col = append(col, a, b)
		}
		o.Values = append(o.Values, col)
	}
}

// place is the first position of some rows.
func (o *Columns) place(c *training.Columns, ch training.Channel, from, to int) float32 {
	i := firstOf(c, ch, from, to)
	if i == to {
		return float32(math.NaN())
	}
	return o.value(c, ch, i)
}

// extremes are the lowest and the highest value of some rows, the earlier first.
func (o *Columns) extremes(c *training.Columns, ch training.Channel, from, to int) (a, b float32) {
	low, high := -1, -1
	for i := from; i < to; i++ {
		x := o.value(c, ch, i)
		if math.IsNaN(float64(x)) {
			continue
		}
		if low < 0 || x < o.value(c, ch, low) {
			low = i
		}
		if high < 0 || x > o.value(c, ch, high) {
			high = i
		}
	}
	if low < 0 {
		nan := float32(math.NaN())
		return nan, nan
	}
	return o.value(c, ch, min(low, high)), o.value(c, ch, max(low, high))
}

// value is in the channel's shown unit, from its origin. The difference wraps where
// longitudes do.
func (o *Columns) value(c *training.Columns, ch training.Channel, i int) float32 {
	x, ok := c.At(ch, i)
	if !ok {
		return float32(math.NaN())
	}
	return float32(float64(x-o.base[ch]) / ch.Scale())
}
