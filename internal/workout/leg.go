package workout

import (
	"lapkeep/internal/metrics/efforts/planned"
	"lapkeep/internal/training"
)

// Leg is one step as it is done: repeats are written out, and targets are in
// W, bpm or m/s by the thresholds of the day. Zero values are unknown.
type Leg struct {
	Step *training.WorkoutStep
	// Number is that of the step as [training.StepNumbers] counts.
	Number int
	// Seconds is how long it is, by its pace where it says a distance; without
	// the rest behind it, which is RestS.
	Seconds, Metres, RestS float64
	// Target is the leading one. From and To are its values at the start and
	// at the end: of a ramp its ends, of a range its middle.
	Target    training.StepTarget
	Low, High float64
	From, To  float64
	// Lacks is what the target needs and the day does not have.
	Lacks string
}

// repetitionS is the time that one repetition of an exercise is counted as:
// two seconds each way, as strength programmes write a controlled tempo.
const repetitionS = 4

// Legs are the steps of a workout in the order in which they are done.
func Legs(w *Workout, day planned.Day) []Leg {
	steps, numbers := training.WrittenOut(w.Steps), training.StepNumbers(w.Steps)
	out := make([]Leg, len(steps))
	for i := range steps {
		out[i] = legOf(&steps[i], day)
		out[i].Number = numbers[i]
	}
	return out
}

func legOf(s *training.WorkoutStep, day planned.Day) Leg {
	l := Leg{Step: s, Metres: s.DistanceM, Seconds: s.DurationS, RestS: s.RestS}
	if t, ok := s.Leading(); ok {
		l.Target = t
		l.Low, l.High, l.From, l.To, l.Lacks = level(t, day)
	}
	if e := s.Exercise; e != nil {
		if s.DurationS == 0 {
			l.Seconds = float64(e.Reps) * repetitionS
		}
		l.Seconds, l.RestS = l.Seconds*float64(e.Sets), s.RestS*float64(e.Sets)
		return l
	}
	if s.Open {
		l.Seconds, l.Metres = 0, 0 // what else it says is about so long
		return l
	}
	if mps := l.speed(); mps > 0 {
		switch {
		case s.DistanceM > 0:
			l.Seconds = s.DistanceM / mps
		case s.DurationS > 0:
			l.Metres = s.DurationS * mps
		}
	} else if s.DistanceM > 0 {
		l.Seconds = 0
	}
	return l
}

// speed is the mean speed that a leg asks for in m/s, 0 if it asks for none.
func (l *Leg) speed() float64 {
	if l.Target.Of != training.TargetPace && l.Target.Of != training.TargetSpeed {
		return 0
	}
	return (l.From + l.To) / 2
}

// zone1Share is the share of its upper bound at which zone 1 is taken to
// begin (facts of Intervals.icu's planned load).
const zone1Share = 0.8

// level resolves a target: its bounds, and its values at the start and the end.
func level(t training.StepTarget, day planned.Day) (low, high, from, to float64, lacks string) {
	low, high, lacks = day.Bounds(t)
	if lacks != "" {
		return 0, 0, 0, 0, lacks
	}
	r := t
	r.Low, r.High = low, high
	if t.Unit == training.TargetZone && low == 0 {
		first := t
		first.Low, first.High = 1, 1
		_, ceiling, _ := day.Bounds(first)
		r.Low = zone1Share * ceiling
	}
	from, to = r.Ends()
	return low, high, from, to, ""
}
