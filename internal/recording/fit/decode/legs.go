package decode

import (
	"math"

	"lapkeep/internal/training"
)

// leg is what the counter of distance says, in cm, as a session begins and as
// it ends. The counter runs on over all sessions of a file; the last one has
// no end of its own.
type leg struct {
	from, to int32
	ends     bool // to is known
}

// legs cut the counter between the sessions of a file: where the device's total
// says that a leg ends, if that lies between the last reading before the next
// one and the first within it, else at the former. Devices differ in which of
// the two legs has the way between.
func (f *file) legs() []leg {
	out := make([]leg, len(f.sessions))
	for i := 1; i < len(out); i++ {
		before, after, ok := f.around(i)
		if ok && after < before { // it begins anew
			continue
		}
		prev, now := &out[i-1], &out[i]
		if now.from = before; !ok || prev.from <= after {
			now.from = max(before, prev.from)
		}
		total, said := f.totalOf(i - 1)
		if prev.to = prev.from + total; !said || prev.to < before || ok && prev.to > after {
			continue
		}
		if _, _, counted := f.around(i - 1); counted && !ok { // no reading of the next one confirms the total
			continue
		}
		prev.ends = ok
		if before == 0 && f.beginsWith(i, prev.to) {
			now.from = 0
			continue
		}
		now.from = prev.to
		if ok && !f.contiguous(i) {
			total, said = f.totalOf(i)
			if from := f.lastReading(i) - total; said && from >= prev.to && from <= after {
				now.from = from
			}
		}
	}
	return out
}

// beginsWith says that the counter began with session i, before which cm were
// made that it does not hold: the device's total of i is the whole reading
// within a twentieth, and within half of what they would make of a difference.
func (f *file) beginsWith(i int, cm int32) bool {
	total, said := f.totalOf(i)
	off := f.lastReading(i) - total
	return said && max(off, -off) < min(cm/2, total/20)
}

// contiguous says that session i begins where the one before ends. FIT has
// whole seconds for a start and thousandths for a duration.
func (f *file) contiguous(i int) bool {
	s := &f.sessions[i-1]
	return float64(f.sessions[i].start)-float64(s.start)-s.elapsed < 2
}

// totalOf is the device's own distance of a session in cm. One that two legs
// of a counter could not have says nothing.
func (f *file) totalOf(i int) (cm int32, said bool) {
	km, said := f.sessions[i].values[training.MetricDistanceKM]
	if total := math.Round(km * 100_000); said && total < math.MaxInt32/2 {
		return int32(total), true
	}
	return 0, false
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

// lastReading is the last reading up to the end of session i.
func (f *file) lastReading(i int) int32 {
	return lastBefore(&f.rows.Data[training.Distance], f.part(i).hi)
}

// count makes the distances of a session's columns those of its leg: from 0,
// and to its end, which a row of its own says if it lies behind the last one.
func (l leg) count(c *training.Columns, p part, elapsed float64) {
	rebase(c, l.from)
	n := c.Len()
	if !l.ends || n == 0 || !c.Has(training.Distance) {
		return
	}
	total := l.to - l.from
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
