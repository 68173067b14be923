package fit

import (
	"math"
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

// begin begins a recording: the counter continues where a reader cuts it off
// again. Where the totals allow no such start, it simply continues, and a full
// counter restarts.
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

// from returns the leg with its readings counted from base.
func from(l Leg, base int32) Leg {
	if l.Read {
		l.First, l.Last = l.First+base, l.Last+base
	}
	return l
}

// cut cuts the legs so far, and one written from base on, as a reader does.
func (c *legs) cut(l Leg, base int32) []Part {
	return Cut(append(c.written, from(l, base)))
}

// cutsAt reports whether a reader lets a leg begin at base, and gives the one
// before it no more than its length.
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

// endDistance returns the last distance of a recording in cm: that of its rows,
// or the total of the device if no row has one and a counter could hold it
// twice.
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
	Before      int32 // the last reading before the session, 0 if there is none
	First, Last int32 // the first reading within it, the last one up to its end
	Read        bool  // there is one within it
	Total       int32 // the device's own distance of the session
	Said        bool  // the device has one
	Joined      bool  // the session begins where the one before ends
}

// Part holds the counter's readings as a session begins and as it ends.
type Part struct {
	From, To int32
	Ends     bool // To is known; the last session has no end of its own
}

// Most is the most that a counter says, in cm: what two sessions could have, and
// a quarter around the earth.
const Most = math.MaxInt32 / 2

// Total returns the distance of a session in cm; false for none, and for one
// that no counter could hold.
func Total(km float64, said bool) (cm int32, ok bool) {
	total := math.Round(km * 100_000)
	if !said || total >= Most {
		return 0, false
	}
	return int32(total), true
}

// Cut cuts the counter between sessions: where a session ends by the total of
// the device, if that is between the last reading before the next session and
// the first within it, else at the former. Devices differ in which of the two
// sessions includes the distance in between.
func Cut(legs []Leg) []Part {
	out := make([]Part, len(legs))
	for i := 1; i < len(out); i++ {
		l, prev := &legs[i], &legs[i-1]
		if l.Read && l.First < l.Before { // it begins anew
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

// begins reports whether the counter restarted with the leg, after cm that it
// does not include: the total of the device is the whole reading within a
// twentieth, and within half of the difference that cm would make.
func (l *Leg) begins(cm int32) bool {
	off := l.Last - l.Total
	return l.Said && max(off, -off) < min(cm/2, l.Total/20)
}

// legs returns the distances of the sessions of a file, cut out of its counter.
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

// joined reports whether session i begins where the one before ends, within 2
// s. FIT has whole seconds for a start and thousandths for a duration.
func (f *file) joined(i int) bool {
	s := &f.sessions[i-1]
	return float64(f.sessions[i].start)-float64(s.start)-s.elapsed < 2
}

// around returns the last reading before session i, 0 if there is none, and the
// first within it, false if it has none.
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
