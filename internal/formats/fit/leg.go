package fit

import (
	"math"
	"slices"

	"lapkeep/internal/training"
)

// legs tracks the distance counter, in cm, through the sessions.
type legs struct {
	written []Leg
	former  *training.Recording // the recording of the last leg
	base    int32               // the counter at the start of the current leg
	covered int32               // distance in the current leg
}

// begin begins a recording. The counter starts where a reader will cut it again. If the
// totals allow no such start, the counter simply continues, and a full counter restarts.
func (c *legs) begin(r *training.Recording, until int64) {
	l, full := c.leg(r, until), Most-furthest(r)
	// The candidates are the end of the distances so far, the last reading, zero,
	// and the point at which a reader would cut if the counter started at zero.
	bases := []int32{c.base + c.covered, l.Before, 0, c.cut(l, 0)[len(c.written)].From}
	bases = slices.DeleteFunc(bases, func(base int32) bool { return base < 0 || base > full })
	if len(bases) == 0 {
		bases = []int32{0}
	}
	at := slices.IndexFunc(bases, func(base int32) bool { return c.cutsAt(l, base) })
	c.base, c.covered, c.former = bases[max(0, at)], endDistance(r), r
	c.written = append(c.written, from(l, c.base))
}

// from returns the leg with its readings starting at base.
func from(l Leg, base int32) Leg {
	if l.Read {
		l.First, l.Last = l.First+base, l.Last+base
	}
	return l
}

// cut divides the counter between the legs so far and a leg written from base, as a
// reader does.
func (c *legs) cut(l Leg, base int32) []Part {
	return Cut(append(c.written, from(l, base)))
}

// cutsAt reports whether a reader would let a leg begin at base, and give the leg
// before it no more than its length.
func (c *legs) cutsAt(l Leg, base int32) bool {
	all, last := c.cut(l, base), len(c.written)
	if l.Read && all[last].From != base {
		return false
	}
	return last == 0 || !all[last-1].Ends || !c.written[last-1].Read || all[last-1].To-all[last-1].From <= c.covered
}

// leg describes a recording as a reader sees it, with readings that begin at 0.
func (c *legs) leg(r *training.Recording, until int64) (l Leg) {
	km, said := r.DeviceValues[training.MetricDistanceKM]
	l.Total, l.Said = Total(km, said)
	if n := len(c.written); n > 0 {
		l.Before = c.written[n-1].Last
		l.Joined = float64(Seconds(r.Start)-Seconds(c.former.Start))-c.former.ElapsedS < 2
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

// endDistance returns the last distance of a recording in cm: that of its rows or, if no row
// has one, the device's total if it is less than [Most].
func endDistance(r *training.Recording) int32 {
	if c := &r.Columns; c.Has(training.Distance) {
		return lastBefore(&c.Data[training.Distance], c.Len())
	}
	km, said := r.DeviceValues[training.MetricDistanceKM]
	total, _ := Total(km, said)
	return total
}

// furthest returns the greatest distance of a recording in cm.
func furthest(r *training.Recording) int32 {
	out := endDistance(r)
	for i := range r.Columns.Len() {
		if v, ok := r.Columns.At(training.Distance, i); ok {
			out = max(out, v)
		}
	}
	return out
}

// Leg holds the counter's and the device's distances of one session, in cm.
type Leg struct {
	Before      int32 // the last reading before the session; 0 if there is none
	First, Last int32 // the first reading within the session, and the last one up to its end
	Read        bool  // the session has a reading
	Total       int32 // the device's own distance for the session
	Said        bool  // the device has such a distance
	Joined      bool  // the session begins where the previous one ends
}

// Part holds the counter's readings at the start and the end of a session.
type Part struct {
	From, To int32
	Ends     bool // To is known; the last session has no end at which the counter could be cut
}

// Most is the highest valid reading of a counter, in cm: two sessions of that
// length fit into an int32, and it is over a quarter of the way around the earth.
const Most = math.MaxInt32 / 2

// Total returns the distance of a session in cm, or false if there is none or
// no counter could hold it.
func Total(km float64, said bool) (cm int32, ok bool) {
	total := math.Round(km * 100_000)
	if !said || total >= Most {
		return 0, false
	}
	return int32(total), true
}

// Cut divides the counter between sessions. A session ends at the device's total if that is
// between the last reading before the next session and the first reading within it, and
// otherwise at the last reading before the next session. Devices differ in which of the two
// sessions includes the distance in between.
func Cut(legs []Leg) []Part {
	out := make([]Part, len(legs))
	for i := 1; i < len(out); i++ {
		l, prev := &legs[i], &legs[i-1]
		if l.Read && l.First < l.Before { // the counter has restarted
			continue
		}
		ended, now := &out[i-1], &out[i]
		if now.From = l.Before; !l.Read || ended.From <= l.First {
			now.From = max(l.Before, ended.From)
		}
		if ended.To = ended.From + prev.Total; !prev.Said || ended.To < l.Before || l.Read && ended.To > l.First {
			continue
		}
		if prev.Read && !l.Read { // no reading confirms the total
			continue
		}
		ended.Ends = l.Read
		if l.Before == 0 && l.begins(ended.To) {
			now.From = 0
			continue
		}
		now.From = ended.To
		if from := l.Last - l.Total; l.Read && !l.Joined && l.Said && from >= ended.To && from <= l.First {
			now.From = from
		}
	}
	return out
}

// begins reports whether the counter restarted with the leg, so it does not include the
// distance cm before the leg. This is the case if the device's total differs from the last
// reading by at most a twentieth, and by at most half of cm.
func (l *Leg) begins(cm int32) bool {
	off := l.Last - l.Total
	return l.Said && max(off, -off) < min(cm/2, l.Total/20)
}

// legs returns the distances of the sessions of a file, cut from its counter.
func (f *file) legs() []Part {
	all := make([]Leg, len(f.sessions))
	for i := range all {
		l := &all[i]
		l.Before, l.First, l.Read = f.around(i)
		l.Last = lastBefore(&f.rows.Data[training.Distance], f.part(i).hi)
		km, said := f.sessions[i].values[training.MetricDistanceKM]
		l.Total, l.Said = Total(km, said)
		l.Joined = i > 0 && f.joined(i)
	}
	return Cut(all)
}

// joined reports whether session i begins where the previous one ends, within 2 s.
// In FIT, a start is in whole seconds and a duration in thousandths.
func (f *file) joined(i int) bool {
	s := &f.sessions[i-1]
	return float64(f.sessions[i].start)-float64(s.start)-s.elapsed < 2
}

// around returns the last reading before session i (0 if there is none) and the
// first reading within it (ok is false if it has none).
func (f *file) around(i int) (before, after int32, ok bool) {
	col, p := &f.rows.Data[training.Distance], f.part(i)
	before = lastBefore(col, p.lo)
	for k := p.lo; k < min(p.hi, len(col.Values)); k++ {
		if col.Valid.Get(k) {
			return before, col.Values[k], true
		}
	}
	return before, 0, false
}
