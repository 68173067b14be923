package workouts

import (
	"math"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Repeats counts the steps of work that were done of those that are asked for,
// and says what share of their time or way was: three of ten minutes are the
// work of six of five. All are 0 where less than two of them are apart by rest:
// what is steady throughout has no intervals to be found.
func Repeats(s *efforts.Session, steps []training.WorkoutStep, day efforts.Day) (done, asked int, work float64) {
	resolved, _ := efforts.Resolve(steps, s.Basis, day)
	if !again(resolved) {
		return 0, 0, 0
	}
	outcomes, _ := efforts.Match(s, resolved, nil)
	for i := range outcomes {
		if outcomes[i].Interval >= 0 && !cutShort(&outcomes[i]) {
			done++
		}
	}
	return done, len(outcomes), workShare(s, resolved)
}

// workShare is how much of the time, or of the way, of all work was done at no
// less than the lowest level that any of it asks for; 0 where some is measured
// by the one and some by the other.
func workShare(s *efforts.Session, steps []efforts.Step) float64 {
	var askedS, askedM, doneS, doneM float64
	lowest := math.Inf(1)
	for i := range steps {
		if step := &steps[i]; step.Work {
			if step.DurationS > 0 == (step.DistanceM > 0) {
				return 0
			}
			askedS, askedM = askedS+step.DurationS, askedM+step.DistanceM
			if step.Of != "" {
				step.Low = 0 // it is not measured by the level
			}
			lowest = min(lowest, step.Low)
		}
	}
	for i := range s.Intervals {
		if iv := &s.Intervals[i]; iv.Level >= lowest*(1-efforts.Tolerance) {
			doneS, doneM = doneS+iv.Seconds(), doneM+iv.DistanceM
		}
	}
	switch {
	case askedS > 0 && askedM > 0:
		return 0
	case askedS > 0:
		return doneS / askedS
	}
	return doneM / askedM
}

// again reports work after a rest after work.
func again(steps []efforts.Step) bool {
	parts, before := 0, false
	for i := range steps {
		if steps[i].Work && !before {
			parts++
		}
		before = steps[i].Work
	}
	return parts > 1
}
