package wellness

import (
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// sums adds up by phase.
type sums struct {
	of map[training.Day]Phase
	by map[Phase]*sum
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

func newSums(cycles []Cycle) *sums {
	s := &sums{map[training.Day]Phase{}, map[Phase]*sum{}}
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
