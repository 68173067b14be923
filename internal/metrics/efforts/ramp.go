package efforts

import (
	"math"
)

const (
	// rampRise is how much a ramp changes at least, as a share of its level.
	rampRise = 0.15
	// footStep is the share of a ramp's rise that is a step at its beginning.
	footStep = 0.25
	// footReachS is how far before the work of a ramp its foot is looked for.
	footReachS = 1200
)

// ramp is the block as one that rises or falls through itself, if a straight
// line describes it better than steps do: the error it adds is less than what
// the steps' change points cost. A rise is followed back to its foot.
func (d *detector) ramp(from, to int, parts []Piece) (stretch, bool) {
	if to-from < d.rules.rampS || len(parts) < 2 {
		return stretch{}, false
	}
	l := fit(d.s.X, from, to)
	steps := 0.0
	for _, p := range parts {
		steps += d.s.Residual(p.From, p.To)
	}
	rise := l.slope * float64(to-from)
	if math.Abs(rise) < rampRise*l.level || l.residual > steps+float64(len(parts)-1)*d.penalty {
		return stretch{}, false
	}
	if l.slope > 0 {
		from = d.foot(l, from, to)
		l = fit(d.s.X, from, to)
	}
	f := d.stretch(from, to, Ramp)
	f.first, f.last = max(0, l.value(from)), max(0, l.value(to))
	return f, true
}

// foot is where a rise leaves the level that comes before it: the bend of the
// level and the line that fit best together. It is from, if the block begins
// with a step.
func (d *detector) foot(l line, from, to int) int {
	step := l.value(from) - d.s.Mean(max(0, from-blockS), from)
	if from == 0 || d.s.Jumps(from) || step > footStep*l.slope*float64(to-from) {
		return from
	}
	low := from
	for i := len(d.pieces) - 1; i >= 0; i-- {
		p := d.pieces[i]
		if p.To > from || p.To > low {
			continue
		}
		if p.Mean < stopShare*d.easy || d.s.Jumps(p.To) || from-p.To > footReachS || p.Mean > l.value(from) {
			break
		}
		low = p.From
	}
	b := newBend(d.s.X, low, to)
	at, least := from, math.Inf(1)
	for k := low + 1; k < from; k++ {
		if e := b.residual(k); e < least {
			at, least = k, e
		}
	}
	return at
}

// bend fits a level and, from value k on, a straight line that continues it.
type bend struct {
	low, n     int
	sum, timed []float64 // of x and of i·x before each index
	squares    float64
}

func newBend(x []float64, low, to int) *bend {
	b := &bend{low: low, n: to - low, sum: make([]float64, to-low+1), timed: make([]float64, to-low+1)}
	for i := range b.n {
		v := x[low+i]
		b.sum[i+1], b.timed[i+1] = b.sum[i]+v, b.timed[i]+float64(i)*v
		b.squares += v * v
	}
	return b
}

// residual is the least sum of squares of x = c + s·max(0, i−k), in closed form.
func (b *bend) residual(k int) float64 {
	k -= b.low
	n, m := float64(b.n), float64(b.n-k)
	u := m * (m - 1) / 2
	uu := (m - 1) * m * (2*m - 1) / 6
	x := b.sum[b.n]
	ux := b.timed[b.n] - b.timed[k] - float64(k)*(x-b.sum[k])
	det := n*uu - u*u
	if det <= 0 {
		return math.Inf(1)
	}
	slope := (n*ux - u*x) / det
	c := (x - slope*u) / n
	return b.squares - c*x - slope*ux
}

// line is a straight line fitted to values [from, to) by least squares.
type line struct {
	middle, level, slope float64
	residual             float64 // sum of squares around it
}

func (l line) value(i int) float64 { return l.level + l.slope*(float64(i)-l.middle) }

func fit(x []float64, from, to int) line {
	n := float64(to - from)
	l := line{middle: float64(from) + (n-1)/2}
	var sxy, sxx, sum, squares float64
	for i := from; i < to; i++ {
		t := float64(i) - l.middle
		sxy, sxx, sum, squares = sxy+t*x[i], sxx+t*t, sum+x[i], squares+x[i]*x[i]
	}
	l.level = sum / n
	if sxx > 0 {
		l.slope = sxy / sxx
	}
	l.residual = max(0, squares-sum*sum/n-l.slope*sxy)
	return l
}
