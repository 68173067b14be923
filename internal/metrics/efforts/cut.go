package efforts

import (
	"math"
	"slices"
)

// Piece is a stretch [From, To) of a series in which the values vary around one level.
type Piece struct {
	From, To int
	Mean     float64
}

// Seconds returns the running time of the piece in s.
func (p Piece) Seconds() int { return p.To - p.From }

const (
	binS = 5
	// strictness scales the penalty of a change point, which is 2σ²·ln n in the
	// information criterion for independent noise.
	strictness = 2.5
	// quiet is the least noise that is assumed, as a fraction of the mean level,
	// because even a trainer that holds its target exactly has some noise.
	quiet = 0.02
)

// Cut divides a series into pieces. It merges bins of five seconds from the bottom up, as
// long as a merge adds less squared error than the penalty, which depends on the noise of
// the series (a sum-of-squares cost with the penalty of change point detection). Then it
// moves every bound to the second at which it fits best. Pauses and gaps always separate
// pieces. The returned penalty is the squared error that one change point has to save.
func Cut(s *Series) (pieces []Piece, penalty float64) {
	bins := binsOf(s)
	if len(bins) == 0 {
		return nil, 0
	}
	sigma := noise(s, bins)
	m := &merger{s: s, pieces: bins, penalty: 2 * strictness * sigma * sigma * math.Log(float64(len(bins)+1))}
	m.merge()
	m.absorb()
	m.pieces = Refine(s, m.pieces)
	m.merge()
	return m.pieces, m.penalty
}

// binsOf returns the initial pieces. A short remainder before a pause or the
// end is joined to the bin before it.
func binsOf(s *Series) []Piece {
	bins := make([]Piece, 0, s.Len()/binS+1)
	from := 0
	for i := 1; i <= s.Len(); i++ {
		atEnd := i == s.Len() || s.Jumps(i)
		if i-from < binS && !atEnd {
			continue
		}
		if n := len(bins); atEnd && i-from <= binS/2 && n > 0 && bins[n-1].To == from && !s.Jumps(from) {
			bins[n-1].To = i
			bins[n-1].Mean = s.Mean(bins[n-1].From, i)
		} else {
			bins = append(bins, Piece{from, i, s.Mean(from, i)})
		}
		from = i
	}
	return bins
}

// noise returns the standard deviation of single-second values. It is computed from the
// median difference between neighbouring bins, as if the noise were independent; there
// are too few steps between levels to matter.
func noise(s *Series, bins []Piece) float64 {
	d := make([]float64, 0, len(bins))
	for i := 1; i < len(bins); i++ {
		if !s.Jumps(bins[i].From) {
			d = append(d, math.Abs(bins[i].Mean-bins[i-1].Mean))
		}
	}
	level := math.Abs(s.Mean(0, s.Len()))
	if len(d) == 0 {
		return quiet * level
	}
	slices.Sort(d)
	sigma := 1.4826 * d[len(d)/2] / math.Sqrt2 * math.Sqrt(binS)
	return max(sigma, quiet*level)
}

type merger struct {
	s       *Series
	pieces  []Piece
	penalty float64
}

// cost returns the squared error that joining two neighbours adds. It is
// infinite across a pause.
func (m *merger) cost(a, b Piece) float64 {
	if m.s.Jumps(b.From) {
		return math.Inf(1)
	}
	na, nb, d := float64(a.Seconds()), float64(b.Seconds()), a.Mean-b.Mean
	return na * nb / (na + nb) * d * d
}

// merge joins neighbours. In each round, it joins the pairs that are cheaper than the pairs
// next to them. Before the first round, it joins all neighbours that hardly differ.
func (m *merger) merge() {
	m.joinAlike()
	c := m.chain()
	due := make([]int, 0, len(m.pieces))
	for i := range m.pieces {
		due = append(due, i)
	}
	for len(due) > 0 {
		due = c.round(due)
	}
	out := m.pieces[:0]
	for i := 0; i < len(c.next); i = c.next[i] {
		out = append(out, c.m.pieces[i])
	}
	m.pieces = out
}

// joinAlike joins neighbours that hardly differ, each at most once.
func (m *merger) joinAlike() {
	out := m.pieces[:0]
	for i := 0; i < len(m.pieces); i++ {
		p := m.pieces[i]
		if i+1 < len(m.pieces) && m.cost(p, m.pieces[i+1]) <= m.penalty/64 {
			p.To = m.pieces[i+1].To
			p.Mean = m.s.Mean(p.From, p.To)
			i++
		}
		out = append(out, p)
	}
	m.pieces = out
}

// chain links the pieces while they are joined. A joined piece has the number of its
// first part, and the number of the second part is skipped.
type chain struct {
	m          *merger
	prev, next []int     // -1 before the first, and the number of pieces after the last
	costs      []float64 // cost of joining piece i with the next one
	seen       []int     // the round in which a piece was last looked at
	rounds     int
}

func (m *merger) chain() *chain {
	n := len(m.pieces)
	c := &chain{m: m, prev: make([]int, n), next: make([]int, n), costs: make([]float64, n), seen: make([]int, n)}
	for i := range n {
		c.prev[i], c.next[i] = i-1, i+1
	}
	for i := range n {
		c.price(i)
	}
	return c
}

// price computes the cost of joining a piece with the next one.
func (c *chain) price(i int) {
	if i >= 0 && c.next[i] < len(c.next) {
		c.costs[i] = c.m.cost(c.m.pieces[i], c.m.pieces[c.next[i]])
	}
}

// cheap reports whether a piece is to be joined with the next one. If two pairs
// share a piece, only one of the pairs is joined.
func (c *chain) cheap(i int) bool {
	k := c.next[i]
	if k >= len(c.next) {
		return false
	}
	cost := c.costs[i]
	return cost <= c.m.penalty && (c.prev[i] < 0 || cost <= c.costs[c.prev[i]]) && (c.next[k] >= len(c.next) || cost < c.costs[k])
}

// round joins those of the due pieces that are cheap, and returns the pieces that this
// may have made cheap. No other pieces can have become cheap, because whether a pair is
// cheap depends only on its own cost and the costs next to it.
func (c *chain) round(due []int) []int {
	c.rounds++
	var joined []int
	for _, i := range due {
		if c.cheap(i) {
			joined = append(joined, i)
		}
	}
	for _, i := range joined {
		p, k := &c.m.pieces[i], c.next[i]
		p.To = c.m.pieces[k].To
		p.Mean = c.m.s.Mean(p.From, p.To)
		c.next[i] = c.next[k]
		if c.next[i] < len(c.prev) {
			c.prev[c.next[i]] = i
		}
	}
	due = due[:0]
	for _, i := range joined {
		c.price(c.prev[i])
		c.price(i)
	}
	for _, i := range joined {
		before := c.prev[i]
		if before >= 0 {
			due = c.look(due, c.prev[before])
		}
		due = c.look(c.look(c.look(due, before), i), c.next[i])
	}
	return due
}

// look adds a piece to the due pieces, at most once per round.
func (c *chain) look(due []int, i int) []int {
	if i < 0 || i >= len(c.seen) || c.seen[i] == c.rounds {
		return due
	}
	c.seen[i] = c.rounds
	return append(due, i)
}

// absorb joins each piece that consists of one bin with a mean between those of its
// neighbours, such as a bin across a step, to the neighbour with the closer level.
func (m *merger) absorb() {
	out := m.pieces[:min(1, len(m.pieces))]
	for i := 1; i < len(m.pieces); i++ {
		a, p := &out[len(out)-1], m.pieces[i]
		if i+1 == len(m.pieces) || !m.between(*a, p, m.pieces[i+1]) {
			out = append(out, p)
			continue
		}
		if b := &m.pieces[i+1]; math.Abs(p.Mean-a.Mean) < math.Abs(p.Mean-b.Mean) {
			a.To = p.To
		} else {
			b.From = p.From
		}
	}
	m.pieces = out
	for i, p := range m.pieces {
		m.pieces[i].Mean = m.s.Mean(p.From, p.To)
	}
}

// between reports whether p is a bin on the step from a's level to b's.
func (m *merger) between(a, p, b Piece) bool {
	return p.Seconds() <= binS+binS/2 && (p.Mean-a.Mean)*(b.Mean-p.Mean) >= 0 && !m.s.Jumps(p.From) && !m.s.Jumps(b.From)
}

// reachS is the maximum time in s by which a bound is moved to its best position.
const reachS = 10

// Refine moves each bound between adjacent pieces to the second with the least
// squared error around the levels on both sides. It does so twice, because the
// levels change with the bounds. The levels leave out the seconds next to the bounds.
// Refine changes pieces and returns them.
func Refine(s *Series, pieces []Piece) []Piece {
	for range 2 {
		for i := 1; i < len(pieces); i++ {
			a, b := &pieces[i-1], &pieces[i]
			if a.To != b.From || s.Jumps(b.From) {
				continue
			}
			at := s.bestSplit(*a, *b)
			a.To, b.From = at, at
		}
		for i, p := range pieces {
			pieces[i].Mean = s.Mean(p.From, p.To)
		}
	}
	return pieces
}

// bestSplit returns the best position for the step from a to b.
func (s *Series) bestSplit(a, b Piece) int {
	from, to := max(a.From+1, b.From-reachS), min(b.To-1, b.From+reachS)
	at, least := b.From, math.Inf(1)
	for t := from; t <= to; t++ {
		if e := s.SplitCost(a, b, t); e < least {
			at, least = t, e
		}
	}
	return at
}

// SplitCost returns the squared error of a step from a to b at value t, without a
// constant that depends on a and b. With t it changes by 2(b−a)·(Σx − t(a+b)/2), where Σx
// is the sum of the values before t.
func (s *Series) SplitCost(a, b Piece, t int) float64 {
	la, lb := s.core(a), s.core(b)
	return 2 * (lb - la) * (s.sum[t] - float64(t)*(la+lb)/2)
}

// edgeS is the number of seconds left out at both ends of a piece when its
// level is computed.
const edgeS = 3

func (s *Series) core(p Piece) float64 {
	if p.Seconds() > 3*edgeS {
		return s.Mean(p.From+edgeS, p.To-edgeS)
	}
	return s.Mean(p.From, p.To)
}
