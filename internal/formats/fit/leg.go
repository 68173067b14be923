package fit

import (
	"slices"

	"lapkeep/internal/training"
)

// legs are how the counter of distance, in cm, runs through the sessions.
type legs struct {
	written []Leg
	former  *training.Recording // that of the last of them
	base    int32               // what the counter says as the present one begins
	covered int32               // in the present one
}

// begin begins a recording: the counter goes on where a reader cuts it off
// again. Where the totals leave it no such place, it just goes on, and one that
// is full begins anew.
func (c *legs) begin(r *training.Recording, until int64) {
	l, full := c.leg(r, until), Most-furthest(r)
	// Where the distances so far end, where the readings do, at the beginning,
	// and where a reader would have it then.
	bases := []int32{c.base + c.covered, l.Before, 0, c.cut(l, 0)[len(c.written)].From}
	bases = slices.DeleteFunc(bases, func(base int32) bool { return base < 0 || base > full })
	if len(bases) == 0 {
		bases = []int32{0}
	}
	at := slices.IndexFunc(bases, func(base int32) bool { return c.cutsAt(l, base) })
	c.base, c.covered, c.former = bases[max(0, at)], endDistance(r), r
	c.written = append(c.written, from(l, c.base))
}

// from is a leg whose readings count on from base.
func from(l Leg, base int32) Leg {
	if l.Read {
		l.First, l.Last = l.First+base, l.Last+base
	}
	return l
}

// cut parts the legs so far, and one written from base on, as a reader does.
func (c *legs) cut(l Leg, base int32) []Part {
	return Cut(append(c.written, from(l, base)))
}

// cutsAt says that a reader finds a leg to begin at base, and the one before it
// to be as long as it is.
func (c *legs) cutsAt(l Leg, base int32) bool {
	all, last := c.cut(l, base), len(c.written)
	if l.Read && all[last].From != base {
		return false
	}
	return last == 0 || !all[last-1].Ends || !c.written[last-1].Read || all[last-1].To-all[last-1].From <= c.covered
}

// leg describes a recording as a reader finds it; its readings begin at 0.
func (c *legs) leg(r *training.Recording, until int64) (l Leg) {
	km, said := r.DeviceValues[training.MetricDistanceKM]
	l.Total, l.Said = Total(km, said)
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
		if l.Last = v; !l.Read {
			l.First, l.Read = v, true
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
	total, _ := Total(km, said)
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
