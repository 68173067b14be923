package encode

import (
	"math"

	"lapkeep/internal/recording/fit/counter"
	"lapkeep/internal/training"
)

// legs are how the counter of distance, in cm, runs through the sessions.
type legs struct {
	written []counter.Leg
	former  *training.Recording // that of the last of them
	base    int32               // what the counter says as the present one begins
	covered int32               // in the present one
}

// begin begins a recording: the counter goes on where a reader cuts it off
// again. Where the totals leave it no such place, it just goes on.
func (c *legs) begin(r *training.Recording, until int64) {
	on := c.base + c.covered
	bases := []int32{on, 0}
	if n := len(c.written); n > 0 {
		bases = append(bases, c.written[n-1].Last)
	}
	if int64(on)+int64(furthest(r)) > math.MaxInt32 {
		bases = []int32{0} // a counter that is full begins anew
	}
	chosen := bases[0]
	for _, base := range bases {
		if c.cutAt(base, append(c.written, c.leg(r, until, base))) {
			chosen = base
			break
		}
	}
	c.written = append(c.written, c.leg(r, until, chosen))
	c.base, c.covered, c.former = chosen, endDistance(r), r
}

// cutAt says that a reader finds the last of some legs to begin at base, and
// the one before it to be as long as it is.
func (c *legs) cutAt(base int32, all []counter.Leg) bool {
	cut, last := counter.Cut(all), len(all)-1
	if all[last].Read && cut[last].From != base {
		return false
	}
	return last == 0 || !cut[last-1].Ends || !all[last-1].Read || cut[last-1].To-cut[last-1].From <= c.covered
}

// leg is what a reader learns of a recording that is written from base on.
func (c *legs) leg(r *training.Recording, until int64, base int32) (l counter.Leg) {
	km, said := r.DeviceValues[training.MetricDistanceKM]
	l.Total, l.Said = counter.Total(km, said)
	if n := len(c.written); n > 0 {
		l.Before = c.written[n-1].Last
		l.Joined = float64(stamp(r.Start)-stamp(c.former.Start))-c.former.ElapsedS < 2
	}
	l.Last = l.Before
	for row := range r.Columns.TimeS {
		v, ok := r.Columns.At(training.Distance, row)
		if !ok || ends(r, row, until) {
			continue
		}
		if l.Last = base + v; !l.Read {
			l.First, l.Read = base+v, true
		}
	}
	return l
}

// endDistance is the last distance of a recording in cm: that of its rows, or
// the device's total if they have none and a counter could have it twice.
func endDistance(r *training.Recording) int32 {
	c := &r.Columns
	for i := c.Len() - 1; i >= 0; i-- {
		if v, ok := c.At(training.Distance, i); ok {
			return v
		}
	}
	km, said := r.DeviceValues[training.MetricDistanceKM]
	total, _ := counter.Total(km, said)
	return total
}

// furthest is the greatest distance of a recording in cm.
func furthest(r *training.Recording) int32 {
	out := endDistance(r)
	for i := range r.Columns.Len() {
		if v, ok := r.Columns.At(training.Distance, i); ok {
			out = max(out, v)
		}
	}
	return out
}
