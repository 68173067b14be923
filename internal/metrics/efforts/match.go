package efforts

import (
	"cmp"
	"math"

	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// Step is one step of a workout with its repeats written out.
type Step struct {
	// Work is set if the step is work rather than warm-up, rest or cool-down.
	Work bool
	// DurationS or DistanceM is the length of the step. If it has neither, it lasts
	// until the athlete ends it.
	DurationS, DistanceM float64
	// Low and High are the bounds of the target in W, m/s or bpm. 0 means no bound.
	Low, High float64
	// Of is the basis on which the target is measured; empty means the session's
	// basis.
	Of Basis
	// Target is the target as it is written in the workout; the zero value means none.
	Target training.StepTarget
	// Number is the number of the step in the workout, which devices use to
	// identify it; 0 means none. A repeated step keeps its number.
	Number int
}

// Side is the position of the level of an interval relative to the target.
type Side string

// These are the sides of a target. A level within 3 % of a bound, or within what a short interval can
// be measured to, is on target.
const (
	Below    Side = "below"
	OnTarget Side = "on_target"
	Above    Side = "above"
)

// Outcome describes how much of one step of work was done.
type Outcome struct {
	// Step and Interval are indexes; Interval is -1 if the step was not done.
	Step, Interval int
	// Done is the share of the step's duration or distance that was done; 0 if it
	// is unknown.
	Done float64
	// Side is empty if there is no target, or no value to compare with it.
	Side Side
	// Lags is set if the interval is too short for its heart rate to be compared.
	Lags bool
	// Off is the distance of the level from the missed bound, in the unit of the target;
	// it is negative below the target.
	Off float64
}

// These are the costs of matching.
const (
	// skip is the cost of leaving a step or an interval unpaired. No pair is made that
	// costs more than two skips, for example because less than a third of the step was
	// done, or because the level is off by a third.
	skip = 0.6
	// level is the weight of the distance of a level from its target.
	level = 3.0
	// open is the cost of a step without a given length.
	open = 0.2
	// named is the factor by which the cost of a pair is multiplied if, according to the
	// device, the interval belongs to the step.
	named = 0.1
)

// Tolerance is the maximum distance of a level beyond a bound, as a fraction of the bound.
const Tolerance = 0.03

// Match pairs the steps of work with the intervals of a session in their order, so that
// durations, distances and levels differ as little as possible (the alignment of
// Needleman and Wunsch 1970). If some of several similar steps were not done, the later
// ones count as missed. extra lists the intervals without a step. names holds, for each
// interval, the number of the step to which it belongs according to the device, or 0; it
// may be nil. An interval with such a number is not paired with any other step.
func Match(s *Session, steps []Step, names []int) (outcomes []Outcome, extra []int) {
	var work []int
	for i := range steps {
		if steps[i].Work {
			work = append(work, i)
		}
	}
	m := matcher{s.Intervals, steps, work, names, nil}
	m.fill()
	i, k := 0, 0
	for i < len(work) || k < len(s.Intervals) {
		switch m.choice(i, k) {
		case pair:
			outcomes = append(outcomes, outcome(work[i], k, &steps[work[i]], &s.Intervals[k], s.Basis))
			i, k = i+1, k+1
		case missed:
			outcomes = append(outcomes, Outcome{Step: work[i], Interval: -1})
			i++
		default:
			extra = append(extra, k)
			k++
		}
	}
	return outcomes, extra
}

// These are the errors of a mean: the bounds of an interval are found to the second, and a distance by
// GPS is known to some metres (custom).
const secondS, gpsM = 1.0, 5.0

// Heart rate has followed work after three time constants, so it says nothing about shorter intervals,
// and in those up to twelve time constants long the mean is too low by more than a twelfth of the rise.
const lagS, settledS = 3 * riseS, 12 * riseS

func outcome(step, interval int, p *Step, iv *Interval, basis Basis) Outcome {
	o := Outcome{Step: step, Interval: interval}
	o.Done, _ = share(p, iv)
	x, by := p.value(iv), cmp.Or(p.Of, basis)
	o.Lags = by == ByHR && iv.Seconds() < lagS
	if !p.resolved() || x <= 0 || o.Lags {
		return o
	}
	reached, slack := x, max(Tolerance, secondS/iv.Seconds())
	switch {
	case by == ByHR && iv.Seconds() < settledS:
		reached = max(x, iv.MaxHRBpm)
	case by == BySpeed && iv.DistanceM > 0:
		slack = max(Tolerance, secondS/iv.Seconds()+gpsM/iv.DistanceM)
	}
	o.Side = OnTarget
	if p.Low > 0 && reached < p.Low*(1-slack) {
		o.Side, o.Off = Below, reached-p.Low
	} else if p.High > 0 && x > p.High*(1+slack) {
		o.Side, o.Off = Above, x-p.High
	}
	return o
}

// value returns the interval's value of the quantity that the target limits, or 0 if it is unknown.
func (s *Step) value(iv *Interval) float64 {
	switch s.Of {
	case ByPower:
		return iv.PowerW
	case ByHR:
		return iv.HRBpm
	case BySpeed, ByLengths:
		return iv.SpeedMPS
	}
	return iv.Level
}

// share returns the interval's share of a step's length. It returns false if they
// have no measure in common. It also returns false for a step shorter than a second or a
// metre, because the share could be arbitrarily large.
func share(p *Step, iv *Interval) (float64, bool) {
	switch {
	case p.DurationS >= 1:
		return iv.Seconds() / p.DurationS, true
	case p.DistanceM >= 1 && iv.DistanceM > 0:
		return iv.DistanceM / p.DistanceM, true
	}
	return 0, false
}

// cost returns how different a step and an interval are.
func cost(p *Step, iv *Interval) float64 {
	sum := open
	if done, ok := share(p, iv); ok && done > 0 {
		sum = math.Abs(math.Log(done))
	}
	if iv.Level <= 0 || p.Of != "" { // only values of the basis are compared: others, such as heart rate, lag behind
		return sum
	}
	if p.Low > 0 && iv.Level < p.Low {
		sum += level * math.Log(p.Low/iv.Level)
	}
	if p.High > 0 && iv.Level > p.High {
		sum += level * math.Log(iv.Level/p.High)
	}
	return sum
}

// matcher holds, for each step and interval, the least cost of matching everything from there on.
type matcher struct {
	intervals []Interval
	steps     []Step
	work      []int
	names     []int
	rest      [][]float64
}

func (m *matcher) fill() {
	m.rest = make([][]float64, len(m.work)+1)
	for i := len(m.work); i >= 0; i-- {
		m.rest[i] = make([]float64, len(m.intervals)+1)
		for k := len(m.intervals); k >= 0; k-- {
			if i < len(m.work) || k < len(m.intervals) {
				m.rest[i][k] = m.take(m.choice(i, k), i, k)
			}
		}
	}
}

// move pairs the next step and interval, or leaves one of them unpaired.
type move int

const (
	pair move = iota
	missed
	added
)

// take returns the cost of the remainder after a move.
func (m *matcher) take(by move, i, k int) float64 {
	switch by {
	case pair:
		return m.pair(&m.steps[m.work[i]], k) + m.rest[i+1][k+1]
	case missed:
		return skip + m.rest[i+1][k]
	}
	return skip + m.rest[i][k+1]
}

// pair returns the cost of matching a step with an interval.
func (m *matcher) pair(p *Step, k int) float64 {
	x := cost(p, &m.intervals[k])
	switch {
	case k >= len(m.names) || m.names[k] == 0 || p.Number == 0:
		return x
	case m.names[k] == p.Number:
		return named * min(x, skip)
	}
	return math.Inf(1)
}

// choice returns the cheapest move. If costs are equal, it prefers a pair to an added
// interval, and an added interval to a missed step.
func (m *matcher) choice(i, k int) move {
	switch {
	case i == len(m.work):
		return added
	case k == len(m.intervals):
		return missed
	}
	best := pair
	for _, by := range []move{added, missed} {
		if m.take(by, i, k) < m.take(best, i, k)-1e-12 {
			best = by
		}
	}
	return best
}

// Resolve converts the steps of a workout, with repeats written out, to the steps that
// [Match] compares with a session found in the given basis. A step's target is the one
// for that basis, or else one for power, heart rate or pace. unresolved lists the targets
// whose threshold is not set; they have no bounds.
func Resolve(steps []training.WorkoutStep, basis Basis, day Day) (out []Step, unresolved []training.StepTarget) {
	written, numbers := training.WrittenOut(steps), training.StepNumbers(steps)
	for i := range written {
		w := &written[i]
		s := Step{DurationS: w.DurationS, DistanceM: w.DistanceM, Number: numbers[i]}
		if t, ok := leading(w, basis); ok {
			s.Target = t
			low, high, lacks := day.Bounds(t)
			if s.Low, s.High = low, high; lacks != "" {
				unresolved = append(unresolved, t)
			}
			if by := plannedBasisOf(t.Of, basis); by != basis {
				s.Of = by
			}
		}
		out = append(out, s)
	}
	markWork(written, out)
	return out, unresolved
}

// leading returns the target by which a step is compared with a session found in the
// given basis. It returns false if the step has no measurable target.
func leading(w *training.WorkoutStep, basis Basis) (training.StepTarget, bool) {
	for _, t := range w.Targets {
		if measured(t) && plannedBasisOf(t.Of, basis) == basis {
			return t, true
		}
	}
	for _, t := range w.Targets {
		if measured(t) {
			return t, true
		}
	}
	return training.StepTarget{}, false
}

// measured reports whether a session can be compared with the target.
func measured(t training.StepTarget) bool {
	return t.Of != training.TargetCadence && t.Of != training.TargetRPE
}

// plannedBasisOf returns the basis in which a target is measured. For speed in a pool,
// this is the session's own basis.
func plannedBasisOf(of training.TargetOf, basis Basis) Basis {
	switch of {
	case training.TargetPower:
		return ByPower
	case training.TargetHR:
		return ByHR
	}
	if basis == ByLengths {
		return basis
	}
	return BySpeed
}

// Day holds the thresholds of a sport on the day of a session, which resolve
// relative targets.
type Day struct {
	Sport      training.Sport
	Thresholds training.Thresholds
}

// These are the values that a relative target may need and that may be missing on a day.
const (
	LacksFTP           = "ftp_w"
	LacksLTHR          = "lthr_bpm"
	LacksMaxHR         = "max_hr_bpm"
	LacksThresholdPace = "threshold pace"
	LacksBestPower     = "best power"
	LacksOwnZones      = "own zones"
)

// Bounds returns the bounds of a target in W, bpm, m/s or rpm, or from 1 to 10 for
// exertion; 0 means no bound. lacks is the name of the threshold that the target needs,
// if that threshold is not set.
func (d Day) Bounds(t training.StepTarget) (low, high float64, lacks string) {
	const percent = 0.01
	th := &d.Thresholds
	scale := 1.0
	switch t.Unit {
	case training.TargetZone:
		return d.zone(t)
	case training.TargetFTP:
		scale, lacks = th.FTPW*percent, LacksFTP
	case training.TargetLTHR:
		scale, lacks = th.LTHRBpm*percent, LacksLTHR
	case training.TargetMaxHR:
		scale, lacks = th.MaxHRBpm*percent, LacksMaxHR
	case training.TargetPacePct:
		scale, lacks = th.ThresholdMPS*percent, LacksThresholdPace
	case training.TargetBest:
		return 0, 0, LacksBestPower
	case training.TargetOwnZone:
		return 0, 0, LacksOwnZones
	}
	if scale <= 0 {
		return 0, 0, lacks
	}
	return t.Low * scale, t.High * scale, ""
}

// zone returns the bounds of a range of zones: from the lower bound of the first zone (zone
// 1 has none) to the lower bound of the zone above the last one, if there is such a zone.
func (d Day) zone(t training.StepTarget) (low, high float64, lacks string) {
	kind, lacks := training.ZonesPower, LacksFTP
	switch t.Of {
	case training.TargetHR:
		kind, lacks = training.ZonesHR, LacksLTHR
	case training.TargetPace:
		kind, lacks = training.ZonesPace, LacksThresholdPace
	}
	scheme, missing := zones.For(kind, d.Sport, d.Thresholds)
	if missing != "" {
		return 0, 0, lacks
	}
	from, to := int(t.Low), int(t.High)
	if from >= 2 {
		low = scheme.Lower[min(from-2, len(scheme.Lower)-1)]
	}
	if to >= 1 && to <= len(scheme.Lower) {
		high = scheme.Lower[to-1]
	}
	if low <= 0 && high <= 0 {
		return 0, 0, lacks
	}
	return low, high, ""
}
