package fitness

import (
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/gear"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

const toolset = "fitness"

// Store reads for the toolset.
type Store interface {
	curves.BestReader
	fitness.SummaryReader
	gear.Lister
	fitness.HistogramReader
	curves.EstimateReader
}

// Deps holds what the rows work on.
type Deps struct {
	Store Store
	// Curves is the one index of the process; it follows the change log.
	Curves *curves.Index
	// Kept lets what is asked of many years begin with what a former process
	// read; nil reads it anew.
	Kept fitness.Keeper
	// Calendar has what is planned; nil if nothing is.
	Calendar calendar.Reader
	// Reported has the records that services keep; nil if nobody does.
	Reported curves.Documents
	// Apart has the rows of services that lie apart; zero has none.
	Apart limitedrows.Desk
	// Services count by themselves what the athlete did; Known finds the
	// activities that they name.
	Services serviced.LiveDesk
	Known    serviced.Resolver
	// Timed has the best times over own segments; nil has none.
	Timed curves.Timekeeper
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	histograms := fitness.NewHistograms(d.Store)
	if d.Kept != nil {
		d.Curves.Keep(d.Kept)
		histograms.Keep(d.Kept)
	}
	return []tools.Row{
		loadRow(d.Calendar, d.Store, histograms), summaryRow(d, histograms), curvesRow(d), recordsRow(d), estimateRow(d), predictRow(d),
	}
}

// daysIn is a range of days in either of the forms that callers use.
type daysIn struct {
	Range tools.DateRange `json:"range,omitzero" jsonschema:"e.g. last 90 days, 2026-05"`
	From  tools.Date      `json:"from,omitzero"`
	To    tools.Date      `json:"to,omitzero"`
}

func (in daysIn) given() bool { return in.Range.Set || in.From.Set || in.To.Set }

// days is the range that was given, else other.
func (in daysIn) days(other training.DayRange, today training.Day) (training.DayRange, error) {
	switch {
	case in.Range.Set && (in.From.Set || in.To.Set):
		return other, twice("range", "from or to")
	case in.Range.Set:
		return in.Range.Range(), nil
	case !in.given():
		return other, nil
	}
	r := training.DayRange{From: in.From.Or(firstDay), To: in.To.Or(max(today, in.From.Or(firstDay)))}
	if r.Days() == 0 {
		return r, training.Errorf(training.KindInvalid, "The range %s ends before it begins.", r).WithFix("Put the earlier date first.")
	}
	return r, nil
}

// firstDay is where an open range begins: before anybody recorded anything.
var firstDay = training.NewDay(1900, 1, 1)

func sports(s tools.SportArg) []training.Sport {
	if s == "" {
		return nil
	}
	return []training.Sport{s.Sport()}
}

// lastDays is the n days that end today.
func lastDays(c *tools.Call, n int) training.DayRange {
	return training.DayRange{From: c.Today - training.Day(n) + 1, To: c.Today}
}

func twice(a, b string) error {
	return training.Errorf(training.KindInvalid, "%s and %s contradict each other.", a, b).WithFix("Give one of them.")
}
