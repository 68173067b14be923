package calendar

import "lapkeep/internal/training"

// State is what became of a session, or of an activity beside a plan.
type State string

// The states.
const (
	Upcoming State = "upcoming" // its day is not over
	Done     State = "done"     // on its day, enough of it
	Partly   State = "partly"   // on its day, less than enough of it
	Moved    State = "moved"    // on another day
	Missed   State = "missed"   // its day is over
	Extra    State = "extra"    // done, and no session asked for it
	Rest     State = "rest"     // nothing was to be done
)

// StateOf is what became of a session.
func StateOf(e *Event, p Pairing, paired bool, today training.Day) State {
	switch {
	case !paired && e.Days.To < today:
		return Missed
	case !paired:
		return Upcoming
	case p.Activity == nil:
		return Done
	case p.Activity.Day < e.Days.From || p.Activity.Day > e.Days.To:
		return Moved
	}
	if pct, ok := percent(e, p.Activity); ok && pct < enoughPct {
		return Partly
	}
	if p.Repeats.Asked > 0 && 100*p.Repeats.share() < enoughPct {
		return Partly
	}
	return Done
}
