package efforts

import (
	"math"
	"slices"
)

const (
	// oneEffort is how far the parts of a block may lie apart, as a share of
	// its level, and still be one effort that was paced unevenly.
	oneEffort = 0.18
	// leastPartS is the shortest part of a block, leastTurnS the shortest that
	// alternates.
	leastPartS, leastTurnS = 30, 12
	// betweenS is how long a part between the levels of its neighbours is at
	// least to be one.
	betweenS = 40
	// leastTurns is how many parts make an alternation.
	leastTurns = 4
	// evenTurns is how far the durations of each of the two sorts of parts may
	// vary.
	evenTurns = 0.25
	// mostTurn is how many times the under the over is at most.
	mostTurn = 1.5
)

// block tells the parts of one stretch of work apart.
func (d *detector) block(pieces []Piece) []stretch {
	from, to := pieces[0].From, pieces[len(pieces)-1].To
	if len(pieces) == 1 {
		return []stretch{d.stretch(from, to, Work)}
	}
	parts := d.parts(pieces, leastTurnS)
	if f, ok := d.ramp(from, to, parts); ok {
		return []stretch{f}
	}
	if out, ok := d.alternation(parts); ok {
		return out
	}
	parts = d.parts(parts, leastPartS)
	low, high := math.Inf(1), 0.0
	for _, p := range parts {
		low, high = min(low, p.Mean), max(high, p.Mean)
	}
	if high-low < oneEffort*d.s.Mean(from, to) {
		return []stretch{d.stretch(from, to, Work)}
	}
	out := make([]stretch, 0, len(parts))
	for _, p := range parts {
		out = append(out, d.stretch(p.From, p.To, Work))
	}
	return out
}

// parts joins neighbours that are hardly apart, and gives parts that are too
// short, or short and between their neighbours' levels, to the nearer one.
func (d *detector) parts(pieces []Piece, least int) []Piece {
	out := slices.Clone(pieces)
	for len(out) > 1 {
		at, closest := -1, math.Inf(1)
		for i := 0; i+1 < len(out); i++ {
			a, b := out[i], out[i+1]
			gap := math.Abs(a.Mean-b.Mean) / d.s.Mean(a.From, b.To)
			join := gap < d.rules.apart || min(a.Seconds(), b.Seconds()) < least || between(out, i) || between(out, i+1)
			if join && gap < closest {
				at, closest = i, gap
			}
		}
		if at < 0 {
			break
		}
		out[at].To = out[at+1].To
		out[at].Mean = d.s.Mean(out[at].From, out[at].To)
		out = slices.Delete(out, at+1, at+2)
	}
	return Refine(d.s, out)
}

// between reports a short part on the way from one level to another.
func between(parts []Piece, i int) bool {
	if i == 0 || i+1 >= len(parts) || parts[i].Seconds() >= betweenS {
		return false
	}
	return (parts[i].Mean-parts[i-1].Mean)*(parts[i+1].Mean-parts[i].Mean) > 0
}

// alternation is the block as overs and unders: parts that go up and down in
// turn.
func (d *detector) alternation(parts []Piece) ([]stretch, bool) {
	if len(parts) < leastTurns {
		return nil, false
	}
	for i := 2; i < len(parts); i++ {
		if (parts[i].Mean-parts[i-1].Mean)*(parts[i-1].Mean-parts[i-2].Mean) >= 0 {
			return nil, false
		}
	}
	if high, low := max(parts[0].Mean, parts[1].Mean), min(parts[0].Mean, parts[1].Mean); high > mostTurn*low {
		return nil, false
	}
	if odd, even := durations(parts); middleVariation(odd) > evenTurns || middleVariation(even) > evenTurns {
		return nil, false
	}
	out := make([]stretch, len(parts))
	for i, p := range parts {
		kind := Under
		if (i > 0 && p.Mean > parts[i-1].Mean) || (i == 0 && p.Mean > parts[1].Mean) {
			kind = Over
		}
		out[i] = d.stretch(p.From, p.To, kind)
	}
	return out, true
}

// durations are those of every other part.
func durations(parts []Piece) (odd, even []float64) {
	for i, p := range parts {
		if i%2 == 0 {
			odd = append(odd, float64(p.Seconds()))
		} else {
			even = append(even, float64(p.Seconds()))
		}
	}
	return odd, even
}
