package activity

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// ranking is activities in order of day, with the load of each.
type ranking struct {
	inputs []store.LoadInput
	tss    []float64 // NaN where there is none
	// rising are the places of all by load and id, those without a load at the
	// end; nil until somebody asks for the order.
	rising []int32
	known  int // how many have a load
}

func rank(inputs []store.LoadInput, by fitness.Loads) *ranking {
	x := &ranking{inputs: inputs, tss: make([]float64, len(inputs))}
	for i := range inputs {
		l, missing := by.Of(&inputs[i])
		x.tss[i] = math.NaN()
		if missing == "" {
			x.tss[i] = l.TSS
			x.known++
		}
	}
	return x
}

func (x *ranking) sort() {
	x.rising = make([]int32, len(x.inputs))
	for i := range x.rising {
		x.rising[i] = int32(i) //nolint:gosec // as many as there are activities
	}
	slices.SortFunc(x.rising, func(i, j int32) int {
		a, b := x.tss[i], x.tss[j]
		if lacks := math.IsNaN(a); lacks != math.IsNaN(b) {
			if lacks {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(a, b), cmp.Compare(x.inputs[i].ID, x.inputs[j].ID))
	})
}

// selected are the activities of a filter's days and sports within the bounds,
// in the order of the bounds or else of days. Without bounds those without a
// load are among them, and come last in either order. They are counted by sport.
func (x *ranking) selected(f *store.ActivityFilter, b Bounds) (ids []training.ActivityID, sports map[training.Sport]int) {
	ids, sports = []training.ActivityID{}, map[training.Sport]int{} // no ids select nothing, where nil would select all
	add := func(i int) {
		in, tss := &x.inputs[i], x.tss[i]
		if f.Days != nil && !f.Days.Contains(in.Day) || len(f.Sports) > 0 && !slices.Contains(f.Sports, in.Sport) {
			return
		}
		if b.Least != nil && !(tss >= *b.Least) || b.Most != nil && !(tss <= *b.Most) { //nolint:staticcheck // NaN is in no bounds
			return
		}
		ids = append(ids, in.ID)
		sports[in.Sport]++
	}
	switch {
	case !b.Sorted:
		for i := range x.inputs {
			add(i)
		}
	case f.Ascending:
		for _, i := range x.rising {
			add(int(i))
		}
	default:
		for _, part := range [][]int32{x.rising[:x.known], x.rising[x.known:]} {
			for _, i := range slices.Backward(part) {
				add(int(i))
			}
		}
	}
	return ids, sports
}
