package cycle

import (
	"lapkeep/internal/metrics/cycle"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// sums adds up by phase.
type sums struct {
	of map[training.Day]cycle.Phase
	by map[cycle.Phase]*sum
}

type sum struct {
	days              int
	tss               float64
	hrv, resting, rpe measured
}

// measured adds up what some days have.
type measured struct {
	sum float64
	n   int
}

func (m *measured) add(v float64) {
	m.sum += v
	m.n++
}

func newSums(cycles []cycle.Cycle) *sums {
	s := &sums{map[training.Day]cycle.Phase{}, map[cycle.Phase]*sum{}}
	for _, c := range cycles {
		for i, p := range c.Phases {
			if p == "" {
				continue
			}
			s.of[c.Days.From+training.Day(i)] = p
			if s.by[p] == nil {
				s.by[p] = &sum{}
			}
			s.by[p].days++
		}
	}
	return s
}

// feel counts what was measured of a day.
func (s *sums) feel(w *training.WellnessDay) {
	of := s.by[s.of[w.Day]]
	if of == nil {
		return
	}
	if v, ok := w.Numbers[training.WellnessHRVRmssdMs]; ok {
		of.hrv.add(v.Value)
	}
	if v, ok := w.Numbers[training.WellnessRestingHRBpm]; ok {
		of.resting.add(v.Value)
	}
}

// train counts an activity.
func (s *sums) train(in *store.LoadInput, tss float64) {
	of := s.by[s.of[in.Day]]
	if of == nil {
		return
	}
	of.tss += tss
	if in.RPE > 0 {
		of.rpe.add(in.RPE)
	}
}
