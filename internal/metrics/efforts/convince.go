package efforts

import "math"

const (
	// blockS is the seconds over which evenness is judged.
	blockS = 10
	// explained is the share of the variance of such means that intervals and
	// the rest between them have to explain; sets of like intervals need less
	// than work without a pattern.
	explainedSets, explainedLoose, explainedHR = 0.5, 0.84, 0.6
	// onceShare is the share of a session that one effort may take by heart rate.
	onceShare = 0.7
	// inSets is the share of the work that has to be in sets, or between laps
	// that a person cut, to count as a pattern.
	inSets = 0.6
	// leastLike is how many alike intervals make a set here, longLikeS how long
	// each of two has to be, leastRungs how many unlike ones a ladder has.
	leastLike, longLikeS, leastRungs = 3, 420, 5
)

// convincing says whether the intervals are the structure of the session and
// not the terrain's or the traffic's.
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
		// Heart rate falls at every stop: alone it tells of sets only, or of
		// one long effort.
		once := len(found) == 1 && work < onceShare*float64(d.s.Len()) && share >= explainedLoose
		return once || patterned && share >= explainedHR
	case patterned:
		return share >= explainedSets
	}
	return share >= explainedLoose
}

// roughness is the coefficient of variation of means over ten seconds within
// an interval, around its line.
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

// explained is the share of the variance of means over ten seconds that the
// levels of work and rest explain. Stops do not count.
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
			if f.from > a || f.to < a+blockS { // across a bound
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

// patterned reports that most of the work is in sets, or was marked by laps.
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
