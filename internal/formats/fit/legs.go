package fit

import (
	"math"

	"lapkeep/internal/training"
)

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
