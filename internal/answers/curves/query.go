package curves

import (
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/training"
)

// RecordQuery asks for records.
type RecordQuery struct {
	// Sport is whose; empty is the one with the most activities of late.
	Sport training.Sport
	// Days replaces the standard periods by one.
	Days *training.DayRange
	// Indoor leaves activities outdoors out, or indoors; nil is both.
	Indoor *bool
	// By chooses the parts of the answer; empty chooses all.
	By []string
	// Durations in s and Distances in m are instead of the standard sets.
	Durations, Distances []float64
}

// What records are kept by.
const (
	ByDuration = "duration"
	ByDistance = "distance"
	ByClimb    = "climb"
	BySegment  = "segment"
	ByActivity = "activity"
)

// Bys lists them all.
func Bys() []string { return []string{ByDuration, ByDistance, ByClimb, BySegment, ByActivity} }

func (q RecordQuery) by(what string) bool { return len(q.By) == 0 || slices.Contains(q.By, what) }

// RecordMaxSteps is how many durations or distances one question may name.
const RecordMaxSteps = 20

func (q RecordQuery) check() error {
	switch {
	case q.Days != nil && q.Days.Days() == 0:
		return training.Errorf(training.KindInvalid, "The range %s ends before it begins.", q.Days).WithFix("Put the earlier date first.")
	case len(q.Durations) > RecordMaxSteps || len(q.Distances) > RecordMaxSteps:
		return training.Errorf(training.KindTooLarge, "There are too many durations or distances for one answer.").
			WithFix("Ask for at most %d of each.", RecordMaxSteps)
	}
	return nil
}

// namedDays is a period by its name.
type namedDays struct {
	name string
	days training.DayRange
}

// The names of the periods.
const (
	allTime  = "all_time"
	season   = "season"
	lastYear = "last_365_days"
	oneRange = "range"
)

// daysInYear is how long the last year is.
const daysInYear = 365

// periods are the days that are asked about, of an athlete whose activities span some.
func (q RecordQuery) periods(f answers.Frame, span training.DayRange) []namedDays {
	if q.Days != nil {
		return []namedDays{{oneRange, *q.Days}}
	}
	return []namedDays{
		{allTime, training.DayRange{From: min(span.From, f.Today), To: f.Today}},
		{lastYear, training.DayRange{From: f.Today - daysInYear + 1, To: f.Today}},
		{season, training.DayRange{From: f.Today.YearStart(), To: f.Today}},
	}
}

// steps are the durations or distances of one kind of curve.
func (q RecordQuery) steps(kind string, sport training.Sport) []float64 {
	asked := q.Durations
	if kind == Distance {
		asked = q.Distances
	}
	if len(asked) > 0 {
		return asked
	}
	switch kind {
	case Power:
		return []float64{5, 60, 300, 1200, 3600}
	case Distance:
		return popular(sport)
	}
	return []float64{300, 1200, 3600}
}

// popular are the distances in m that people race over.
func popular(sport training.Sport) []float64 {
	switch sport {
	case training.Cycling:
		return []float64{10_000, 20_000, 40_000, 100_000, 160_934.4}
	case training.Swimming:
		return []float64{100, 400, 1500, 1900, 3800}
	case training.Rowing, training.Paddling:
		return []float64{500, 1000, 2000, 5000}
	}
	return []float64{1000, 1609.344, 5000, 10_000, 21_097.5, 42_195}
}

// table is one kind of curve that a sport has records of.
type table struct {
	kind string
	of   func(*Period) **Columns
}

func (q RecordQuery) tables(sport training.Sport) []table {
	power := table{Power, func(p *Period) **Columns { return &p.Power }}
	np := table{NP, func(p *Period) **Columns { return &p.NP }}
	hr := table{HR, func(p *Period) **Columns { return &p.HR }}
	pace := table{Pace, func(p *Period) **Columns { return &p.Pace }}
	var out []table
	if q.by(ByDuration) {
		switch sport {
		case training.Cycling:
			out = append(out, power, np, hr, pace)
		case training.Swimming:
			out = append(out, hr)
		default:
			out = append(out, power, hr, pace)
		}
	}
	if q.by(ByDistance) {
		out = append(out, table{Distance, func(p *Period) **Columns { return &p.Distance }})
	}
	return out
}
