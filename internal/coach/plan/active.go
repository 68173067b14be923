package plan

import "lapkeep/internal/training"

// Status is where a plan stands by its dates.
type Status string

// The states of a plan.
const (
	Current  Status = "current"
	Upcoming Status = "upcoming"
	Past     Status = "past"
	Undated  Status = "undated"
)

// Status is where the plan stands on a day. It is current from its first day
// to the last of its weeks, whether it has a race or not.
func (p *Plan) Status(today training.Day) Status {
	days := p.Days()
	switch {
	case days.From == 0:
		return Undated
	case today < days.From:
		return Upcoming
	case today > days.To:
		return Past
	}
	return Current
}

// Active is the plan that is meant where none is named, -1 for none: the
// current one that began last, else the next to come, else the one that ended
// last, which stays there to be looked back at, else one without dates.
func Active(all []Plan, today training.Day) int {
	best := -1
	for i := range all {
		if best < 0 || before(&all[i], &all[best], today) {
			best = i
		}
	}
	return best
}

// before reports that a is rather meant than b.
func before(a, b *Plan, today training.Day) bool {
	rank := map[Status]int{Current: 0, Upcoming: 1, Past: 2, Undated: 3}
	x, y := a.Status(today), b.Status(today)
	if x != y {
		return rank[x] < rank[y]
	}
	switch x {
	case Current:
		return a.Days().From > b.Days().From
	case Upcoming:
		return a.Days().From < b.Days().From
	case Past:
		return a.Days().To > b.Days().To
	}
	return false
}
