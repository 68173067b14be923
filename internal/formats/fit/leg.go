package fit

import (
	"math"
	"slices"
	"strconv"

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

// endDistance is the last distance of a recording in cm: that of its rows, or
// the device's total if they have none and a counter could have it twice.
func endDistance(r *training.Recording) int32 {
	if c := &r.Columns; c.Has(training.Distance) {
		return lastBefore(&c.Data[training.Distance], c.Len())
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

// Total is the distance of a session as a leg has it. One that no counter could
// have says nothing.
func Total(km float64, said bool) (cm int32, ok bool) {
	total := math.Round(km * 100_000)
	if !said || total >= Most {
		return 0, false
	}
	return int32(total), true
}

// Cut cuts the counter between sessions: where the device's total says that
// one ends, if that lies between the last reading before the next one and the
// first within it, else at the former. Devices differ in which of the two has
// the way between.
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

// begins says that the counter began with the leg, before which cm were made
// that it does not hold: the device's total is the whole reading within a
// twentieth, and within half of what they would make of a difference.
func (l *Leg) begins(cm int32) bool {
	off := l.Last - l.Total
	return l.Said && max(off, -off) < min(cm/2, l.Total/20)
}

// legs cut the counter of distance between the sessions of a file.
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

// joined says that session i begins where the one before ends. FIT has
// whole seconds for a start and thousandths for a duration.
func (f *file) joined(i int) bool {
	s := &f.sessions[i-1]
	return float64(f.sessions[i].start)-float64(s.start)-s.elapsed < 2
}

// around is the last reading before session i, 0 if there is none, and the
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

// count makes the distances of a session's columns those of its leg: from 0,
// and to its end, which a row of its own says if it lies behind the last one.
func count(c *training.Columns, l Part, p part, elapsed float64) {
	rebase(c, l.From)
	n := c.Len()
	if !l.Ends || n == 0 || !c.Has(training.Distance) {
		return
	}
	total := l.To - l.From
	if total <= lastBefore(&c.Data[training.Distance], n) {
		return
	}
	last, next := c.TimeS[n-1], int32(p.until-p.start)
	c.TimeS = append(c.TimeS, min(next, max(last+1, int32(math.Round(elapsed)))))
	c.Put(training.Distance, n, total)
	c.Pad()
	for i := range c.Developer {
		c.Developer[i].Values = append(c.Developer[i].Values, float32(math.NaN()))
	}
}

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
