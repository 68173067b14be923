package efforts

import (
	"math"
	"slices"
)

// ComplianceVersion is the version of the compliance rules: [Percent], [BandOf], [LoadOfPlan]
// and [Judge].
const ComplianceVersion = 2

// Band is a range of percentages, named after its usual colour.
type Band string

// These are the bands: within a fifth of the plan, within half of it, and everything
// beyond. A missed session is red.
const (
	Green  Band = "green"  // 80 to 120 %
	Yellow Band = "yellow" // 50 to 79 % and 121 to 150 %
	Red    Band = "red"    // under 50 % and over 150 %
)

// Percent returns how much of the plan was done, in whole percent with halves
// rounded away from zero. It returns false if the plan is not above zero or
// either value is not finite.
func Percent(planned, done float64) (float64, bool) {
	if !(planned > 0) || !(done >= 0) || math.IsInf(planned, 0) || math.IsInf(done, 0) {
		return 0, false
	}
	p := math.Round(done / planned * 100)
	return p, !math.IsInf(p, 0)
}

// BandOf returns the band of a number of whole percent.
func BandOf(percent float64) Band {
	switch {
	case percent >= 80 && percent <= 120:
		return Green
	case percent >= 50 && percent <= 150:
		return Yellow
	}
	return Red
}

const (
	// beatS is the step in s to which the durations of alternating parts are rounded.
	beatS = 5
	// offBeatS is the maximum difference in s between the end of a block and the beat.
	offBeatS = 5
	// evenBeat is the maximum variation of the durations for them to count as a beat.
	evenBeat = 0.2
	// beatReachS is the maximum time in s by which a bound is moved to keep a regular
	// rhythm.
	beatReachS = 25
)

// keepTime moves the bounds within alternations to even times, as far as the series allows.
// A step that is small compared with the noise cannot be located to the second, but athletes
// keep the rhythm of a session to the second.
func (d *detector) keepTime(found []stretch) {
	beat := map[Kind]int{}
	for _, k := range []Kind{Over, Under} {
		var s []float64
		for _, f := range found {
			if f.kind == k {
				s = append(s, float64(f.to-f.from))
			}
		}
		if len(s) == 0 || middleVariation(s) > evenBeat {
			return
		}
		beat[k] = beatS * int(math.Round(median(s)/beatS))
	}
	for i := 0; i < len(found); i++ {
		j := i
		for j+1 < len(found) && found[j+1].from == found[j].to && beat[found[j+1].kind] > 0 && beat[found[j].kind] > 0 {
			j++
		}
		if j > i {
			d.keepBlock(found[i:j+1], beat)
		}
		i = j
	}
}

func (d *detector) keepBlock(parts []stretch, beat map[Kind]int) {
	end := parts[0].from
	for _, f := range parts {
		end += beat[f.kind]
	}
	if off := end - parts[len(parts)-1].to; off > offBeatS || off < -offBeatS {
		return
	}
	at := parts[0].from
	for i := range len(parts) - 1 {
		a, b := &parts[i], &parts[i+1]
		at += beat[a.kind]
		if off := at - b.from; off == 0 || off > beatReachS || off < -beatReachS {
			continue
		}
		left, right := Piece{From: a.from, To: a.to}, Piece{From: b.from, To: b.to}
		if d.s.SplitCost(left, right, at)-d.s.SplitCost(left, right, b.from) <= d.penalty {
			*a, *b = d.stretch(a.from, at, a.kind), d.stretch(at, b.to, b.kind)
		}
	}
}

// middleVariation returns the median deviation of values from their median, scaled
// to a standard deviation, as a fraction of the median.
func middleVariation(x []float64) float64 {
	m := median(x)
	if m <= 0 {
		return math.Inf(1)
	}
	d := make([]float64, len(x))
	for i, v := range x {
		d[i] = math.Abs(v - m)
	}
	return 1.4826 * median(d) / m
}

func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	s := slices.Clone(x)
	slices.Sort(s)
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}

const (
	// blockS is the length in s of the blocks whose means are used to judge evenness.
	blockS = 10
	// These are the minimum shares of the variance of such means that intervals and rests
	// must explain. Sets of similar intervals need to explain less than work without a
	// pattern.
	explainedSets, explainedLoose, explainedHR = 0.5, 0.84, 0.6
	// onceShare is the maximum share of a session that a single effort found by heart
	// rate may take up.
	onceShare = 0.7
	// inSets is the minimum share of the work, in sets or in laps that a person marked,
	// for the work to have a pattern.
	inSets = 0.6
	// leastLike is the minimum number of similar intervals in a set, longLikeS the
	// minimum duration in s of each if there are only two, and leastRungs the minimum
	// number of different intervals in a ladder.
	leastLike, longLikeS, leastRungs = 3, 420, 5
)

// convincing reports whether the intervals are the structure of the session rather than
// effects of terrain or traffic.
func (d *detector) convincing(found []stretch) bool {
	if len(found) == 0 {
		return false
	}
	work, rough := 0.0, 0.0
	for _, f := range found {
		seconds := float64(f.to - f.from)
		work += seconds
		if d.roughness(f) > d.rules.rough {
			rough += seconds
		}
	}
	if rough > work/2 {
		return false
	}
	patterned, share := d.patterned(found), d.explained(found)
	switch {
	case d.rules.basis == ByHR:
		// Heart rate falls at every stop, so heart rate alone can only show sets or one
		// long effort.
		once := len(found) == 1 && work < onceShare*float64(d.s.Len()) && share >= explainedLoose
		return once || patterned && share >= explainedHR
	case patterned:
		return share >= explainedSets
	}
	return share >= explainedLoose
}

// roughness returns the coefficient of variation of ten-second means around a straight
// line within an interval.
func (d *detector) roughness(f stretch) float64 {
	n := (f.to - f.from) / blockS
	level := d.s.Mean(f.from, f.to)
	if n < 3 || level <= 0 {
		return 0
	}
	sum := 0.0
	for i := range n {
		a := f.from + i*blockS
		want := f.first + (f.last-f.first)*(float64(i)+0.5)/float64(n)
		e := d.s.Mean(a, a+blockS) - want
		sum += e * e
	}
	return math.Sqrt(sum/float64(n)) / level
}

// explained returns the share of the variance of ten-second means that the levels of work
// and rest explain. Stops are left out.
func (d *detector) explained(found []stretch) float64 {
	easy := d.rest(found)
	var around, total, sum, n float64
	k := 0
	for a := 0; a+blockS <= d.s.Len(); a += blockS {
		m := d.s.Mean(a, a+blockS)
		for k < len(found) && found[k].to <= a {
			k++
		}
		want := easy
		if k < len(found) && found[k].from < a+blockS {
			f := found[k]
			if f.from > a || f.to < a+blockS { // the block includes a bound
				continue
			}
			want = f.first + (f.last-f.first)*(float64(a-f.from)+blockS/2)/float64(f.to-f.from)
		} else if m < stopShare*easy {
			continue
		}
		around += (m - want) * (m - want)
		total += m * m
		sum += m
		n++
	}
	variance := total - sum*sum/n
	if n < 3 || variance <= 0 {
		return 0
	}
	return 1 - around/variance
}

// patterned reports whether most of the work is in sets, or was marked by laps.
func (d *detector) patterned(found []stretch) bool {
	session := Session{Basis: d.rules.basis}
	work, marked := 0.0, 0.0
	for _, f := range found {
		iv := Interval{StartS: f.startS, EndS: f.endS, Kind: f.kind, Level: d.s.Mean(f.from, f.to)}
		session.Intervals = append(session.Intervals, iv)
		work += iv.Seconds()
		if f.byLaps == 2 {
			marked += iv.Seconds()
		}
	}
	like := 0.0
	for _, t := range session.Sets() {
		long := t.Count == 2 && t.WorkS >= longLikeS
		ladder := t.Pattern == Ladder && t.Count >= leastRungs
		if ladder || (t.Pattern == Repeats || t.Pattern == OverUnders) && (t.Count >= leastLike || long) {
			for _, iv := range session.Intervals[t.First : t.First+t.Count] {
				like += iv.Seconds()
			}
		}
	}
	return like >= inSets*work || marked >= inSets*work
}

const (
	// rampRise is the minimum rise or fall of a ramp, as a share of its level.
	rampRise = 0.15
	// footStep is the maximum step at the beginning of a ramp, as a share of its rise, for which
	// the search looks for an earlier start.
	footStep = 0.25
	// footReachS is the maximum time in s before the work of a ramp in which its start is
	// searched for.
	footReachS = 1200
)

// ramp returns the block as one steady rise or fall, if a straight line describes
// it better than steps do, that is, if the error that the line adds is less than
// the cost of the change points. If it is a rise, it is followed back to its start.
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

// foot returns the position at which a rise begins to leave the level before it, which is where
// a bend from that level to the line fits best. It returns from if the block begins with a step.
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
	sum, timed []float64 // sums of x and of i·x before each index
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

// residual returns the least sum of squared residuals of x = c + s·max(0, i−k), in closed
// form.
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
	residual             float64 // sum of squared residuals around the line
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
