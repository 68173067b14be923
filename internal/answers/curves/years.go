package curves

import (
	"sync"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/training"
)

const monthsInYear = 12

// years keeps the best of whole years, so that a question about decades does
// not walk through every month of them.
type years struct {
	mu   sync.Mutex
	held map[yearKey]year
}

type yearKey struct {
	scope training.Scope
	kind  string
	sport training.Sport
	first fitness.MonthlyMonth
}

// year is the best of a year, good as long as its months are those that it
// was made of.
type year struct {
	months [monthsInYear]blocks
	Best
}

// of is the best of twelve months of one sport.
func (y *years) of(k yearKey, months []blocks, like *tally) *year {
	y.mu.Lock()
	held, ok := y.held[k]
	y.mu.Unlock()
	if ok && held.madeOf(months) {
		return &held
	}
	t := newTally(len(like.Values))
	for _, bs := range months {
		for i := range bs {
			if bs[i].sport == k.sport {
				t.whole(&bs[i])
			}
		}
	}
	held = year{[monthsInYear]blocks(months), t.Best}
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.held == nil {
		y.held = map[yearKey]year{}
	}
	y.held[k] = held
	return &held
}

// madeOf says that the months are the same ones: a month that changes is
// replaced.
func (y *year) madeOf(months []blocks) bool {
	for i, bs := range months {
		was := y.months[i]
		if len(bs) != len(was) || len(bs) > 0 && &bs[0] != &was[0] {
			return false
		}
	}
	return true
}

// year adds what a year has.
func (t *tally) year(y *year) {
	t.Activities += y.Activities
	for i, v := range y.Values {
		if v > t.Values[i] {
			t.Values[i], t.from[i], t.row[i] = v, y.from[i], y.row[i]
		}
	}
}
