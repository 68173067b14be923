package workout

import (
	"math"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Leg is a step as it is done: repeats are written out, and targets are in W, bpm
// or m/s, using the thresholds of the day. A zero value means unknown.
type Leg struct {
	Step *training.WorkoutStep
	// Number is the step's number as in [training.StepNumbers].
	Number int
	// Seconds is the duration, computed from the pace if the step has a distance, without
	// the rest after it (RestS). Guessed explains how it was estimated, if it was.
	Seconds, Metres, RestS float64
	Guessed                i18n.Sentence
	// Target is the leading target. From and To are its values at the start and
	// the end: the ends of a ramp, or the middle of a range.
	Target    training.StepTarget
	Low, High float64
	From, To  float64
	// Lacks is the threshold that the target needs and that is not set on the day.
	Lacks string
	// What the step asks for: its first target of each measure.
	watts, mps, beats, exertion aim
}

// aim is the target of a step in one measure, from start to end. asked is set if there is a
// target; its values are unknown if a threshold is missing.
type aim struct {
	from, to     float64
	asked, known bool
	lacks        string
}

func (a aim) mean() float64 { return (a.from + a.to) / 2 }

// repetitionS is the assumed time of one repetition of an exercise: two seconds
// each way, the controlled tempo of strength programmes.
const repetitionS = 4

// Legs returns the steps of a workout in the order in which they are done.
func Legs(w *Workout, day efforts.Day) []Leg {
	steps, numbers := training.WrittenOut(w.Steps), training.StepNumbers(w.Steps)
	out := make([]Leg, len(steps))
	for i := range steps {
		out[i] = legOf(&steps[i], day)
		out[i].Number = numbers[i]
	}
	return out
}

func legOf(s *training.WorkoutStep, day efforts.Day) Leg {
	l := Leg{Step: s, RestS: s.RestS}
	l.aims(day)
	if e := s.Exercise; e != nil {
		l.Seconds = s.DurationS
		if s.DurationS == 0 && e.Reps > 0 {
			l.Seconds, l.Guessed = float64(e.Reps)*repetitionS, i18n.Sentencef("a repetition counts as %d s", repetitionS)
		}
		l.Seconds, l.RestS = l.Seconds*sides(s)*float64(e.Sets), s.RestS*float64(e.Sets)
		return l
	}
	l.length(day.Thresholds.ThresholdMPS)
	return l
}

// length sets the duration in s and the distance in m of a leg. A leg with neither
// a pace nor a time is assumed to be done at threshold pace, as in Intervals.icu.
func (l *Leg) length(thresholdMPS float64) {
	s, mps := l.Step, l.mps.mean()
	l.Seconds, l.Metres = s.DurationS, s.DistanceM
	switch {
	case s.DistanceM > 0 && mps > 0:
		l.Seconds = s.DistanceM / mps
	case s.DistanceM > 0 && s.DurationS > 0:
		l.Guessed = "takes about as long as stated"
	case s.DistanceM > 0 && !l.mps.asked && thresholdMPS > 0:
		l.Seconds, l.Guessed = s.DistanceM/thresholdMPS, "has a distance but no pace; threshold pace is assumed"
	case s.DistanceM > 0:
		l.Seconds = 0
	default:
		l.Metres = s.DurationS * mps
	}
	if s.Open && l.Seconds > 0 {
		l.Guessed = "lasts until the lap button; its stated length is assumed"
	}
}

// aims resolves the targets using the thresholds of the day. A free or all-out step
// has no planned power; a rest without a target is a pause.
func (l *Leg) aims(day efforts.Day) {
	s := l.Step
	if lead, ok := s.Leading(); ok {
		l.Target = lead
		l.Low, l.High, _ = day.Bounds(lead)
	}
	for i := len(s.Targets) - 1; i >= 0; i-- { // backwards, so that the first target of each measure remains
		t := s.Targets[i]
		a := aimOf(t, day)
		if t == l.Target {
			l.From, l.To, l.Lacks = a.from, a.to, a.lacks
		}
		switch t.Of {
		case training.TargetPower:
			if !s.Free && !s.MaxEffort {
				l.watts = a
			}
		case training.TargetPace, training.TargetSpeed:
			l.mps = a
		case training.TargetHR:
			l.beats = a
		case training.TargetRPE:
			l.exertion = a
		}
	}
	if l.pauses() {
		l.watts.known, l.mps.known = true, true
	}
}

// pauses reports whether a step is only a pause: rest for a time, without a target.
func (l *Leg) pauses() bool {
	s := l.Step
	return s.Kind == training.StepRest && l.Target.Of == "" && s.DurationS > 0 && s.DistanceM == 0 && !s.Free && !s.MaxEffort
}

// sides returns how often each set of an exercise is done: twice if its name says
// that it is done on each side, and once otherwise.
func sides(s *training.WorkoutStep) float64 {
	name := strings.ToLower(s.Text)
	for _, word := range []string{"single-leg", "single-arm", "each leg", "each arm", "each side", "per side"} {
		if strings.Contains(name, word) {
			return 2
		}
	}
	return 1
}

// zone1Share is the start of zone 1 as a fraction of its upper bound, as in
// Intervals.icu's planned load.
const zone1Share = 0.8

// aimOf resolves a target. For a range it uses the middle, for a single bound the
// bound itself.
func aimOf(t training.StepTarget, day efforts.Day) aim {
	low, high, lacks := day.Bounds(t)
	if t.Unit == training.TargetZone {
		low, high, lacks = zoneBounds(t, day)
	}
	if lacks != "" {
		return aim{asked: true, lacks: lacks}
	}
	if low <= 0 && high <= 0 { // the target is any zone
		return aim{asked: true}
	}
	t.Low, t.High = low, high
	a := aim{asked: true, known: true}
	a.from, a.to = t.Ends()
	return a
}

// zoneBounds returns the bounds of a target's zones, and the threshold that is missing to
// compute them. A single bound means that zone alone. Bounds of power are whole watts: each
// zone starts one watt above the zone below, as in Intervals.icu. The last zone has no upper
// bound.
func zoneBounds(t training.StepTarget, day efforts.Day) (low, high float64, lacks string) {
	if t.Low == 0 || t.High == 0 {
		t.Low, t.High = max(t.Low, t.High), max(t.Low, t.High)
	}
	first := t
	first.Low, first.High = 1, 1
	_, ceiling, lacks := day.Bounds(first)
	if lacks != "" {
		return 0, 0, lacks
	}
	low, high, _ = day.Bounds(t) // the target of "any zone" has neither bound
	above := 0.0
	if t.Of == training.TargetPower {
		low, high, ceiling, above = math.Floor(low), math.Floor(high), math.Floor(ceiling), 1
	}
	switch {
	case low > 0:
		low += above
	case high > 0:
		low = zone1Share * ceiling
	}
	return low, high, ""
}

// Total holds the stated lengths of a workout's steps, without those that
// [Workout.Takes] computes from the thresholds of a day. An open step adds nothing.
type Total struct {
	DurationS, DistanceM, CaloriesKcal float64
	// Open reports whether part of the workout lasts as long as the athlete
	// wants, or as long as repetitions take.
	Open bool
}

// TotalOf adds up the steps, which must be valid.
func TotalOf(steps []training.WorkoutStep) Total {
	var sum Total
	for i := range steps {
		s := &steps[i]
		if s.Kind == training.StepRepeat {
			inner, n := TotalOf(s.Steps), float64(s.Count)
			sum.DurationS += n * inner.DurationS
			sum.DistanceM += n * inner.DistanceM
			sum.CaloriesKcal += n * inner.CaloriesKcal
			sum.Open = sum.Open || inner.Open
			continue
		}
		sum.add(s)
	}
	return sum
}

func (t *Total) add(s *training.WorkoutStep) {
	sets, each := 1.0, 1.0
	if s.Exercise != nil {
		sets, each = float64(s.Exercise.Sets), sides(s)
	}
	t.DurationS += sets * s.RestS
	switch {
	case s.Open:
		t.Open = true
	case s.DistanceM > 0: // a duration in addition is approximate, as in [Legs]
		t.DistanceM += sets * s.DistanceM
	case s.DurationS > 0:
		t.DurationS += sets * each * s.DurationS
	case s.CaloriesKcal > 0:
		t.CaloriesKcal += sets * s.CaloriesKcal
	default:
		t.Open = true
	}
}

// span is a range of values.
type span struct{ least, most float64 }

// limits holds the possible bounds of targets. They are beyond every record, so a number
// outside must mean something else, such as a fraction of FTP instead of a percentage.
var limits = map[training.TargetUnit]span{
	training.TargetW:       {1, 2500},
	training.TargetFTP:     {3, 1000},
	training.TargetBest:    {3, 300},
	training.TargetBpm:     {30, 230},
	training.TargetLTHR:    {25, 150},
	training.TargetMaxHR:   {20, 110}, // of a maximum that may be set too low
	training.TargetPacePct: {10, 400},
	training.TargetZone:    {1, 7},
	training.TargetOwnZone: {1, 10},
	training.TargetOf10:    {1, 10},
	training.TargetRPM:     {10, 250},
}

// On foot and in water, nobody can hold 12.5 m/s; a rider going downhill can reach 40.
var (
	paceLimits  = span{0.1, 12.5}
	speedLimits = span{0.1, 40}
)

// Limits returns the lowest and the highest possible bound of a target in a unit. A
// value beyond these limits is a mistake.
func Limits(of training.TargetOf, unit training.TargetUnit) (least, most float64) {
	s := limits[unit]
	if unit == training.TargetMPS {
		s = paceLimits
		if of == training.TargetSpeed {
			s = speedLimits
		}
	}
	return s.least, s.most
}
