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
