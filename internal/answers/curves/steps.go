package curves

import (
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// StandardDurations are the durations in s that a curve shows unless others
// are asked for.
func StandardDurations() []float64 {
	return []float64{1, 5, 10, 15, 30, 60, 120, 180, 300, 480, 600, 720, 1200, 1800, 2700, 3600, 5400, 7200, 10800, 14400, 18000}
}

// MaxSteps is how many durations or distances one answer has.
const MaxSteps = 60

// limits are the shortest and the longest step of a kind.
func (q Query) limits() (least, most float64) {
	switch q.Kind {
	case Distance:
		all := curve.Distances(q.Sports[0])
		return all[0], all[len(all)-1]
	case NP:
		return curve.LeastNormalizedS, dayS
	case Pace:
		return curve.LeastPaceS, dayS
	}
	return 1, dayS
}

const dayS = 24 * 3600

// steps gives the steps of an answer, ascending, and notes about them.
func (q Query) steps() (steps []float64, notes []i18n.Sentence) {
	least, most := q.limits()
	if len(q.Steps) == 0 {
		steps = StandardDurations()
		if q.Kind == Distance {
			steps = curve.Distances(q.Sports[0])
		}
		return slices.DeleteFunc(steps, func(at float64) bool { return at < least || at > most }), nil
	}
	for _, want := range q.Steps {
		at := min(max(want, least), most)
		if q.Kind != Distance {
			at = math.Round(at)
		}
		if at != want {
			notes = append(notes, i18n.Sentencef("%g is answered at %g, the nearest there is.", want, at))
		}
		steps = append(steps, at)
	}
	slices.Sort(steps)
	return slices.Compact(steps), notes
}

// sports fills in whose bests are mixed.
func (q Query) sports() []training.Sport {
	switch {
	case len(q.Sports) > 0:
		return q.Sports
	case q.Kind == Power || q.Kind == NP:
		return []training.Sport{training.Cycling}
	case q.Kind == Distance || q.Kind == Pace:
		return []training.Sport{training.Running}
	}
	return []training.Sport{}
}
