package efforts

import "math"

// Version is the version of the rules that find intervals.
const Version = 2

// Basis is the quantity in which the intervals of a session were found.
type Basis string

// These are the bases. Levels are in W, m/s, bpm, and m/s again for pool lengths.
const (
	ByPower   Basis = "power"
	BySpeed   Basis = "speed"
	ByHR      Basis = "hr"
	ByLengths Basis = "lengths"
)

// Kind is the kind of a work interval.
type Kind string

// These are the kinds. The level of a ramp rises or falls from start to end; over and
// under are the alternating parts of one block.
const (
	Work  Kind = "work"
	Ramp  Kind = "ramp"
	Over  Kind = "over"
	Under Kind = "under"
)

// Interval is a work interval [StartS, EndS), in s from the start of the recording.
type Interval struct {
	StartS, EndS int32
	Kind         Kind
	// Level is the mean of the basis. FirstLevel and LastLevel are the levels at
	// the ends of a ramp, and equal to Level otherwise.
	Level, FirstLevel, LastLevel float64
	// RestLevel is the mean of the basis from the end of the interval to the next
	// one; it is 0 if there is no time between them or nothing was recorded then.
	RestLevel float64
	// Laps is set if both bounds are those of the device's laps.
	Laps bool
	Means
}

// Means holds more values of an interval; 0 means unknown.
type Means struct {
	PowerW, HRBpm, MaxHRBpm, SpeedMPS, CadenceRPM float64
	DistanceM                                     float64
	ClimbM                                        float64 // rise from start to end; 0 if it is a descent
}

// Seconds returns the time from start to end in s.
func (i Interval) Seconds() float64 { return float64(i.EndS - i.StartS) }

// Session is the structure of one recording.
type Session struct {
	Basis     Basis
	Intervals []Interval // in order, disjoint
	// EasyLevel is the mean of the basis outside the intervals.
	EasyLevel float64
	// EndS is the end of the recording in s.
	EndS int32
	// WarmUp and CoolDown hold the values before the first interval and after the
	// last; they are unknown for a pool.
	WarmUp, CoolDown Means
}

// This is the resolution of numbers: levels and speeds are in ten-thousandths, other
// means in tenths. Anything finer is noise, and rounding makes a stored structure equal
// to a newly computed one.
const (
	LevelParts = 10_000
	MeanParts  = 10
)

// settle rounds all numbers to their resolution.
func (s *Session) settle() {
	level := func(xs ...*float64) { settle(LevelParts, xs...) }
	mean := func(xs ...*float64) { settle(MeanParts, xs...) }
	level(&s.EasyLevel)
	means := func(m *Means) {
		level(&m.SpeedMPS)
		mean(&m.PowerW, &m.HRBpm, &m.MaxHRBpm, &m.CadenceRPM, &m.DistanceM, &m.ClimbM)
	}
	means(&s.WarmUp)
	means(&s.CoolDown)
	for i := range s.Intervals {
		iv := &s.Intervals[i]
		level(&iv.Level, &iv.FirstLevel, &iv.LastLevel, &iv.RestLevel)
		means(&iv.Means)
		if iv.Kind != Ramp {
			iv.FirstLevel, iv.LastLevel = iv.Level, iv.Level
		}
	}
}

func settle(parts float64, xs ...*float64) {
	for _, x := range xs {
		*x = math.Round(*x*parts) / parts
	}
}

// Pattern is the structure of the intervals of a set.
type Pattern string

// These are the patterns. A single is one interval on its own. A ladder has different
// intervals with similar rests, and a fartlek has different intervals and rests.
const (
	Repeats    Pattern = "repeats"
	OverUnders Pattern = "over_unders"
	Ladder     Pattern = "ladder"
	Fartlek    Pattern = "fartlek"
	Single     Pattern = "single"
)

// Set holds consecutive intervals that belong together, or several similar sets.
type Set struct {
	Pattern Pattern
	// First is the index of the first interval, and Count the number of intervals.
	First, Count int
	// Blocks is the number of blocks, and Repeats the number of intervals (or pairs of
	// over-unders) in a block.
	Blocks, Repeats int
	// WorkS and WorkM are the median duration in s and distance in m of the
	// intervals (0 if unknown). Level is their mean level.
	WorkS, WorkM, Level float64
	// FirstLevel and LastLevel are the levels at the ends of ramps, and the range
	// of levels in a fartlek or a ladder.
	FirstLevel, LastLevel float64
	Ramp                  bool
	// RestS and RestLevel are the median duration and level of the rests between
	// intervals, and BetweenS is the rest between blocks.
	RestS, RestLevel, BetweenS float64
	// Parts holds the durations and levels of the two parts of over-unders, in order.
	Parts [2]Part
	// ClimbM is the median climb in m.
	ClimbM float64
}

// Part is one of the two parts of an over-under.
type Part struct{ WorkS, Level float64 }

// Sets groups the intervals: over-unders by block, and the others into runs of
// similar intervals with similar rests. Consecutive similar sets become blocks of
// one set, and the remaining intervals in a row become a ladder or a fartlek.
func (s *Session) Sets() []Set {
	var runs []Set
	for i := 0; i < len(s.Intervals); {
		n := s.run(i)
		runs = append(runs, s.set(i, n))
		i += n
	}
	return s.loose(s.blocks(runs))
}

// run returns the number of intervals from i on that belong to one block.
func (s *Session) run(i int) int {
	iv := s.Intervals
	j := i + 1
	if turns(iv[i].Kind) {
		for j < len(iv) && turns(iv[j].Kind) && iv[j].StartS == iv[j-1].EndS {
			j++
		}
		return j - i
	}
	for j < len(iv) && s.alike(i, j) && s.steadyRest(i, j) {
		j++
	}
	return j - i
}

func turns(k Kind) bool { return k == Over || k == Under }

const (
	// alikeS and alikeShare limit the difference between durations in a set.
	alikeS, alikeShare = 5, 0.13
	// alikeM is the maximum difference between distances, as a fraction.
	alikeM = 0.04
	// alikeLevel is the maximum difference between levels, as a fraction.
	alikeLevel = 0.17
	// restS and restShare limit the difference between rests in a set.
	restS, restShare = 8, 0.4
)

// alike reports whether interval j is a repeat of interval i.
func (s *Session) alike(i, j int) bool {
	a, b := s.Intervals[i], s.Intervals[j]
	if a.Kind != b.Kind || math.Abs(a.Level-b.Level) > alikeLevel*a.Level {
		return false
	}
	m, n := a.DistanceM, b.DistanceM
	if s.Basis == ByLengths {
		return m == n
	}
	if d := math.Abs(a.Seconds() - b.Seconds()); d <= alikeS || d <= alikeShare*a.Seconds() {
		return true
	}
	return s.Basis == BySpeed && m > 0 && math.Abs(m-n) <= alikeM*m
}

// steadyRest reports whether the rest before j is like the first rest of the set.
func (s *Session) steadyRest(i, j int) bool {
	if j == i+1 {
		return true
	}
	first, here := s.restBefore(i+1), s.restBefore(j)
	d := math.Abs(first - here)
	return d <= restS || d <= restShare*first
}

func (s *Session) restBefore(j int) float64 {
	return float64(s.Intervals[j].StartS - s.Intervals[j-1].EndS)
}

// set returns the set of the n intervals from i on.
func (s *Session) set(i, n int) Set {
	iv := s.Intervals[i : i+n]
	out := Set{Pattern: Repeats, First: i, Count: n, Blocks: 1, Repeats: n}
	room := make([]float64, 5*n)
	list := func(k int) []float64 { return room[k*n : k*n : (k+1)*n] }
	seconds, metres, climbs, rests, restLevels := list(0), list(1), list(2), list(3), list(4)
	work, weight := 0.0, 0.0
	for k, x := range iv {
		seconds = append(seconds, x.Seconds())
		metres = append(metres, x.DistanceM)
		climbs = append(climbs, x.ClimbM)
		work, weight = work+x.Level*x.Seconds(), weight+x.Seconds()
		out.FirstLevel, out.LastLevel = out.FirstLevel+x.FirstLevel/float64(n), out.LastLevel+x.LastLevel/float64(n)
		out.Ramp = out.Ramp || x.Kind == Ramp
		if k+1 < n {
			rests = append(rests, s.restBefore(i+k+1))
			restLevels = append(restLevels, x.RestLevel)
		}
	}
	out.WorkS, out.WorkM, out.ClimbM, out.Level = median(seconds), median(metres), median(climbs), work/weight
	out.RestS, out.RestLevel = median(rests), median(restLevels)
	switch {
	case turns(iv[0].Kind):
		out.overUnders(iv)
	case n == 1:
		out.Pattern = Single
	}
	return out
}

func (o *Set) overUnders(iv []Interval) {
	o.Pattern, o.Repeats = OverUnders, (len(iv)+1)/2
	for k := range o.Parts {
		var seconds []float64
		sum, weight := 0.0, 0.0
		for i := k; i < len(iv); i += 2 {
			seconds = append(seconds, iv[i].Seconds())
			sum, weight = sum+iv[i].Level*iv[i].Seconds(), weight+iv[i].Seconds()
		}
		if weight > 0 {
			o.Parts[k] = Part{median(seconds), sum / weight}
		}
	}
}

// blocks joins consecutive sets that are the same.
func (s *Session) blocks(runs []Set) []Set {
	var out []Set
	for _, r := range runs {
		if n := len(out); n > 0 && r.Pattern != Single && s.same(&out[n-1], &r) {
			last := &out[n-1]
			between := s.restBefore(r.First)
			last.BetweenS = (last.BetweenS*float64(last.Blocks-1) + between) / float64(last.Blocks)
			total := float64(last.Count + r.Count)
			share := float64(r.Count) / total
			last.Level += share * (r.Level - last.Level)
			for k := range last.Parts {
				last.Parts[k].Level += share * (r.Parts[k].Level - last.Parts[k].Level)
			}
			last.Count += r.Count
			last.Blocks++
			continue
		}
		out = append(out, r)
	}
	return out
}

// same reports whether set b is a repetition of set a.
func (s *Session) same(a, b *Set) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) <= max(alikeS, alikeShare*x) }
	if a.Pattern != b.Pattern || a.Repeats != b.Repeats || math.Abs(a.Level-b.Level) > alikeLevel*a.Level {
		return false
	}
	if a.Pattern == OverUnders {
		return near(a.Parts[0].WorkS, b.Parts[0].WorkS) && near(a.Parts[1].WorkS, b.Parts[1].WorkS)
	}
	if s.Basis == ByLengths && a.WorkM != b.WorkM {
		return false
	}
	return a.Repeats > 1 && near(a.WorkS, b.WorkS) && near(a.RestS, b.RestS)
}

// leastLoose is the minimum number of consecutive different intervals in a ladder or a fartlek.
const leastLoose = 3

// loose joins consecutive singles and pairs into ladders and fartleks.
func (s *Session) loose(sets []Set) []Set {
	if s.Basis == ByLengths {
		return sets
	}
	small := func(x *Set) bool {
		return x.Pattern == Single && !x.Ramp || x.Pattern == Repeats && x.Count == 2 && x.Blocks == 1
	}
	var out []Set
	for i := 0; i < len(sets); {
		j, count := i, 0
		for j < len(sets) && small(&sets[j]) {
			count += sets[j].Count
			j++
		}
		if j-i < 2 || count < leastLoose {
			j = max(j, i+1)
			out = append(out, sets[i:j]...)
		} else {
			out = append(out, s.ladder(sets[i].First, count))
		}
		i = j
	}
	return out
}

const (
	// evenRest is the maximum variation of the rests in a ladder, and realRest their
	// minimum length relative to the work.
	evenRest, realRest = 0.15, 0.15
	// mostRungs is the maximum number of intervals in a ladder.
	mostRungs = 15
)

func (s *Session) ladder(first, count int) Set {
	out := s.set(first, count)
	out.Pattern = Fartlek
	var rests []float64
	low, high := math.Inf(1), 0.0
	for k := range count {
		level := s.Intervals[first+k].Level
		low, high = min(low, level), max(high, level)
		if k > 0 {
			rests = append(rests, s.restBefore(first+k))
		}
	}
	out.FirstLevel, out.LastLevel = low, high
	if count <= mostRungs && out.RestS >= realRest*out.WorkS && middleVariation(rests) <= evenRest {
		out.Pattern = Ladder
	}
	return out
}
