package curves

import (
	"sync"
	"weak"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// kept selects activities.
type kept struct {
	sport           training.Sport
	indoor, outdoor bool
}

func (k kept) holds(in *store.LoadInput) bool {
	return in.Sport == k.sport && (in.Indoor && k.indoor || !in.Indoor && k.outdoor)
}

// month counts some activities of a calendar month.
type month struct {
	count

	days     training.DayRange
	from, to int // its first activity's place among the inputs, and beyond its last one's
}

// counts counts the activities of any days: months are counted once, as long
// as the inputs are those that they were counted of.
type counts struct {
	mu     sync.Mutex
	of     weak.Pointer[store.LoadInput] // the first input; holds nothing in memory
	n      int
	months map[kept][]month
}

// monthsOf are the months of some inputs, which are in order of day and never
// changed.
func (c *counts) monthsOf(all []store.LoadInput, k kept) []month {
	if len(all) == 0 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if first := weak.Make(&all[0]); c.of != first || c.n != len(all) {
		c.of, c.n, c.months = first, len(all), map[kept][]month{}
	}
	months, ok := c.months[k]
	if !ok {
		months = monthsOf(all, k)
		c.months[k] = months
	}
	return months
}

func monthsOf(all []store.LoadInput, k kept) (out []month) {
	for i := range all {
		in := &all[i]
		if !k.holds(in) {
			continue
		}
		if n := len(out); n == 0 || in.Day > out[n-1].days.To {
			out = append(out, month{days: fitness.MonthlyOf(in.Day).Days(), from: i})
		}
		last := &out[len(out)-1]
		last.add(all, i)
		last.to = i + 1
	}
	return out
}

// within counts the activities of some days.
func within(all []store.LoadInput, k kept, months []month, days training.DayRange) (c count) {
	for i := range months {
		m := &months[i]
		switch {
		case m.days.To < days.From || days.To < m.days.From:
		case days.From <= m.days.From && m.days.To <= days.To:
			c.join(&m.count)
		default:
			for place := m.from; place < m.to; place++ {
				if in := &all[place]; days.Contains(in.Day) && k.holds(in) {
					c.add(all, place)
				}
			}
		}
	}
	return c
}
