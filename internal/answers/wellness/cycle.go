package wellness

import (
	"slices"

	"lapkeep/internal/training"
)

// Phase is a part of a cycle, in the words of wellness.
type Phase string

// The phases.
const (
	Period     Phase = "period"
	Follicular Phase = "follicular"
	Ovulating  Phase = "ovulating"
	Luteal     Phase = "luteal"
)

// Phases lists them in the order of a cycle.
func Phases() []Phase { return []Phase{Period, Follicular, Ovulating, Luteal} }

const (
	// apartDays without a period come before the first day of a cycle: less is
	// a period with a day that nobody entered.
	apartDays = 10
	// A cycle from leastDays to mostDays long counts: 24 to 38 days are normal
	// (FIGO, Munro et al. 2018), and some days beyond still are one; twice as
	// many are two of which nobody entered the second.
	leastDays, cycleMostDays = 18, 50
	// lutealDays is how long the luteal phase is, and ovulatingDays the days
	// before it in which ovulation falls (Lenton et al. 1984: 14.1 ± 1.4 days).
	lutealDays, ovulatingDays = 14, 3
)

// Cycle is one from the first day of a period to the day before the next.
type Cycle struct {
	Days training.DayRange
	// Phases has one of each day of it, "" where somebody said other days of the
	// cycle and not this one.
	Phases []Phase
	// Estimated says that the phases but the period follow from its length.
	Estimated bool
}

// CycleOf finds the whole cycles in what was said of days. Phases that were said
// count; of a cycle of which only the period was said, the others follow from
// its length.
func CycleOf(said map[training.Day]Phase) []Cycle {
	var starts []training.Day
	last := training.Day(-1 << 30)
	days := make([]training.Day, 0, len(said))
	for d, p := range said {
		if p == Period {
			days = append(days, d)
		}
	}
	slices.Sort(days)
	for _, d := range days {
		if d-last > apartDays {
			starts = append(starts, d)
		}
		last = d
	}
	var out []Cycle
	for i := 1; i < len(starts); i++ {
		days := training.DayRange{From: starts[i-1], To: starts[i] - 1}
		if n := days.Days(); n >= leastDays && n <= cycleMostDays {
			out = append(out, cycleOf(days, said))
		}
	}
	return out
}

func cycleOf(days training.DayRange, said map[training.Day]Phase) Cycle {
	c := Cycle{Days: days, Phases: make([]Phase, days.Days()), Estimated: true}
	for d := days.From; d <= days.To; d++ {
		if p := said[d]; p != "" && p != Period {
			c.Estimated = false
		}
	}
	luteal := days.To + 1 - lutealDays
	for i := range c.Phases {
		d := days.From + training.Day(i)
		switch p := said[d]; {
		case p != "":
			c.Phases[i] = p
		case !c.Estimated: // a day that nobody spoke of, among days of which somebody did
		case d >= luteal:
			c.Phases[i] = Luteal
		case d >= luteal-ovulatingDays:
			c.Phases[i] = Ovulating
		default:
			c.Phases[i] = Follicular
		}
	}
	return c
}
