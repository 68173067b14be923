package efforts

import (
	"cmp"
	"math"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// Aim adds up planned work, in s of planned time: all of it that was judged, the part that was
// done on target, and the part that was done near the target.
type Aim struct{ Asked, On, Near float64 }

// Add adds the work of another session.
func (a *Aim) Add(o Aim) { a.Asked, a.On, a.Near = a.Asked+o.Asked, a.On+o.On, a.Near+o.Near }

// Percent returns how much of the work was done on target, or false if nothing was judged.
func (a Aim) Percent() (float64, bool) { return Percent(a.Asked, min(a.On, a.Asked)) }

// Band returns the band of the work: green if at least 80 % was done on target, yellow if at
// least half was done on or near it. It returns "" if nothing was judged.
func (a Aim) Band() Band {
	on, ok := a.Percent()
	near, _ := Percent(a.Asked, min(a.On+a.Near, a.Asked))
	switch {
	case !ok:
		return ""
	case BandOf(on) == Green:
		return Green
	case BandOf(near) != Red:
		return Yellow
	}
	return Red
}

// Worse returns the worse of two bands. An empty band is not known.
func Worse(a, b Band) Band {
	rank := map[Band]int{Green: 1, Yellow: 2, Red: 3}
	if rank[b] > rank[a] {
		return b
	}
	return a
}

// Judged counts steps of work by how the mean of their interval met the target.
type Judged struct {
	Aim
	Steps, Hit, Below, Above, Missed int
	// Unknown is the first step whose interval has no value to compare, or nil.
	Unknown *Outcome
}

// nearTarget is the maximum distance of a mean from a missed bound, as a fraction of the bound,
// at which work was done near its target: about half a zone (custom).
const nearTarget = 0.1

// Judge compares the means of intervals with the targets of their steps. Longer intervals make up
// for missed ones, and recoveries do not count.
func Judge(steps []Step, outcomes []Outcome) (out Judged) {
	for i := range outcomes {
		o := &outcomes[i]
		step := &steps[o.Step]
		done, bound := step.weight()*cmp.Or(o.Done, 1), step.High
		switch {
		case !step.resolved():
			continue
		case o.Interval < 0:
			out.Missed++
		case o.Side == "":
			out.Unknown = cmp.Or(out.Unknown, o)
			continue
		case o.Side == OnTarget:
			out.Hit++
			out.On += done
		case o.Side == Below:
			out.Below++
			bound = step.Low
		default:
			out.Above++
		}
		if o.Off != 0 && math.Abs(o.Off) <= nearTarget*bound {
			out.Near += done
		}
		out.Steps++
		out.Asked += step.weight()
	}
	if out.Unknown != nil && out.Steps == out.Missed { // a sensor is missing, not the work
		return Judged{Unknown: out.Unknown}
	}
	return out
}

// weight returns the planned time of a step in s, which is estimated if it is not planned by time.
func (s *Step) weight() float64 { return cmp.Or(s.DurationS, s.DistanceM*metreS, openS) }

// Demand describes the work of a plan that has a target.
type Demand struct {
	Of    Basis   // the basis of the targets; the first, if there are several
	Asked float64 // planned time in s
	Low   float64 // the lowest bound
	// Ceiling is the highest bound of an easy session, whose work ends in zone 2 or below; otherwise 0.
	Ceiling float64
	// Only is the step of a session that is nearly all one step of work, and so has no intervals; or nil.
	Only *Step
}

// onlyShare is the minimum share of a plan for its only step of work to be the whole session (custom).
const onlyShare = 0.8

// DemandOf returns the demand of a plan. It is zero if no work has a target.
func DemandOf(steps []Step, basis Basis, day Day) (d Demand) {
	all, work, easy := 0.0, 0, true
	for i := range steps {
		s := &steps[i]
		all += s.weight()
		if s.Work {
			work++
		}
		if !s.Work || !s.resolved() {
			continue
		}
		of := cmp.Or(s.Of, basis)
		if d.Asked == 0 {
			d.Of, d.Low, d.Only = of, s.Low, s
		}
		easy = easy && of == d.Of && s.High > 0 && s.High <= day.easy(of)*(1+Tolerance)
		d.Asked, d.Low, d.Ceiling = d.Asked+s.weight(), min(d.Low, s.Low), max(d.Ceiling, s.High)
	}
	if !easy {
		d.Ceiling = 0
	}
	if work != 1 || d.Asked < onlyShare*all {
		d.Only = nil
	}
	return d
}

// easy returns the end of zone 2 of five or more zones, or of zone 1 of three, or 0 if it is not
// known.
func (d Day) easy(by Basis) float64 {
	kind := map[Basis]training.ZoneKind{ByPower: training.ZonesPower, ByHR: training.ZonesHR}[by]
	scheme, missing := zones.For(cmp.Or(kind, training.ZonesPace), d.Sport, d.Thresholds)
	switch n := len(scheme.Lower); {
	case missing != "", n < 2, n == 3:
		return 0
	case n == 2:
		return scheme.Lower[0]
	}
	return scheme.Lower[1]
}

// scatter is the fraction of a bound by which single seconds of power and speed exceed it by chance
// (custom).
const scatter = 2 * Tolerance

// TimeOver returns the seconds of a histogram that are over the ceiling of an easy session, or at or above
// the lowest target of another session.
func (d *Demand) TimeOver(h zones.Histogram) float64 {
	bound := d.Low * (1 - Tolerance)
	switch {
	case d.Ceiling > 0 && d.Of == ByHR:
		bound = d.Ceiling * (1 + Tolerance)
	case d.Ceiling > 0:
		bound = d.Ceiling * (1 + scatter)
	}
	return zones.Custom("", []float64{bound}).TimeIn(h)[1]
}

// PlannedBasis returns the basis in which the targets of a workout are measured, power if it has none.
func PlannedBasis(steps []training.WorkoutStep) Basis {
	for _, s := range training.WrittenOut(steps) {
		if t, ok := leading(&s, ""); ok {
			return plannedBasisOf(t.Of, "")
		}
	}
	return ByPower
}

// WholeOf returns a session whose only interval is the whole activity.
func WholeOf(basis Basis, m Means, seconds float64) *Session {
	end := int32(min(seconds, math.MaxInt32))
	return &Session{Basis: basis, EndS: end, Intervals: []Interval{{EndS: end, Kind: Work, Level: m.Level(basis), Means: m}}}
}

// Level returns the mean of a basis in its unit (W, bpm or m/s), or 0 if it is not known.
func (m Means) Level(basis Basis) float64 {
	return map[Basis]float64{ByPower: m.PowerW, ByHR: m.HRBpm, BySpeed: m.SpeedMPS, ByLengths: m.SpeedMPS}[basis]
}

// smoothS is the number of seconds over which a value is averaged before it is compared with a target.
const smoothS = 5

// TimeIn returns the seconds of running time of an interval in which the mean of five seconds was in the
// target of a step, above it and below it. It returns false if there is no target or no recorded value.
func (s *Step) TimeIn(v *stream.View, basis Basis, iv *Interval) (in, above, below float64, ok bool) {
	by := cmp.Or(s.Of, basis)
	if v == nil || !s.resolved() || by == ByLengths || !v.Has(by.Channel()) {
		return 0, 0, 0, false
	}
	x := SegmentOf(v, by.Channel())
	first, end := x.Index(float64(iv.StartS)), x.Index(float64(iv.EndS))
	for i := first; i < end; i++ {
		switch m := x.Mean(max(first, i-smoothS/2), min(end, i+smoothS/2+1)); {
		case s.Low > 0 && m < s.Low*(1-Tolerance):
			below++
		case s.High > 0 && m > s.High*(1+Tolerance):
			above++
		default:
			in++
		}
	}
	return in, above, below, end > first
}
