package curves

import (
	"math"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

const joulesPerKJ = 1000

// work is how much has to be done in an activity before a window counts.
type work struct {
	fixedJ   int64
	perKgJ   float64
	leastJ   int64 // of any day
	mostJ    int64
	timeline *fitness.Timeline
}

// workOf reads what is asked; the reason says why it cannot be known.
func workOf(q Query, h training.History, t *fitness.Timeline) (w work, missing i18n.Sentence) {
	if q.AfterKJPerKg == 0 {
		j := int64(math.Round(q.AfterKJ * joulesPerKJ))
		return work{fixedJ: j, leastJ: j, mostJ: j}, ""
	}
	lightest, heaviest := math.Inf(1), 0.0
	for _, e := range h {
		if e.Key == training.KeyWeight && len(e.Values) > 0 && e.Values[0] > 0 {
			lightest, heaviest = min(lightest, e.Values[0]), max(heaviest, e.Values[0])
		}
	}
	if math.IsInf(lightest, 1) {
		return w, "no weight is set, or the athlete does not share it with assistants"
	}
	perKg := q.AfterKJPerKg * joulesPerKJ
	return work{perKgJ: perKg, leastJ: int64(perKg * lightest), mostJ: int64(math.Ceil(perKg * heaviest)), timeline: t}, ""
}

// none says that windows count from the start.
func (w work) none() bool { return w.fixedJ == 0 && w.perKgJ == 0 }

// of is the work in J that counts for an activity.
func (w work) of(ref Ref) int64 {
	if w.perKgJ == 0 {
		return w.fixedJ
	}
	kg := w.timeline.At(ref.Sport, ref.Day).WeightKg
	if kg <= 0 { // weights are set for other sports alone
		return math.MaxInt64
	}
	return int64(math.Round(w.perKgJ * kg))
}

// levelAt is the highest stored level that is no more than the work, -1
// below the first.
func levelAt(workJ int64) int {
	at := -1
	for i, kj := range curve.FatigueLevelsKJ() {
		if int64(kj)*joulesPerKJ <= workJ {
			at = i
		}
	}
	return at
}

// levelFrom is the lowest stored level that is no less than the work, false
// above the last.
func levelFrom(workJ int64) (int, bool) {
	for i, kj := range curve.FatigueLevelsKJ() {
		if int64(kj)*joulesPerKJ >= workJ {
			return i, true
		}
	}
	return 0, false
}

// stored says whether a curve is kept after exactly this work.
func (w work) stored() bool {
	level, ok := levelFrom(w.mostJ)
	return w.perKgJ == 0 && ok && level == levelAt(w.mostJ)
}
