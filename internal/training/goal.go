package training

import (
	"math"
	"slices"
)

// Goal is what an athlete wants to have done within a period: a target that
// returns each week, month or year, or one of a season.
type Goal struct {
	Name    string      `json:"name,omitempty"`
	Measure GoalMeasure `json:"measure"`
	// Target is in the unit that the name of the measure ends with.
	Target float64    `json:"target"`
	Period GoalPeriod `json:"period"`
	Sport  Sport      `json:"sport,omitempty"` // empty: all
	// From and To are the first and the last day of a season.
	From Day `json:"from,omitzero"`
	To   Day `json:"to,omitzero"`
}

// GoalMeasure is what a goal adds up.
type GoalMeasure string

// The measures of goals.
const (
	GoalDistanceKm     GoalMeasure = "distance_km"
	GoalDurationH      GoalMeasure = "duration_h" // timer time
	GoalElevationGainM GoalMeasure = "elevation_gain_m"
	GoalTSS            GoalMeasure = "tss"
	GoalActivities     GoalMeasure = "activities"
	GoalActiveDays     GoalMeasure = "active_days"
)

// GoalMeasures lists them all.
func GoalMeasures() []GoalMeasure {
	return []GoalMeasure{GoalDistanceKm, GoalDurationH, GoalElevationGainM, GoalTSS, GoalActivities, GoalActiveDays}
}

// Counts says that the measure is a whole number.
func (m GoalMeasure) Counts() bool { return m == GoalActivities || m == GoalActiveDays }

// GoalPeriod is how long a goal has time.
type GoalPeriod string

// The periods of goals.
const (
	GoalWeek   GoalPeriod = "week"
	GoalMonth  GoalPeriod = "month"
	GoalYear   GoalPeriod = "year"
	GoalSeason GoalPeriod = "season"
)

// GoalPeriods lists them all.
func GoalPeriods() []GoalPeriod { return []GoalPeriod{GoalWeek, GoalMonth, GoalYear, GoalSeason} }

// MaxGoalTarget is beyond what anybody did of any measure in two years, and
// MostSeasonDays is how long a season may be.
const (
	MaxGoalTarget  = 1e7
	MostSeasonDays = 731
)

// Check says what is wrong with a goal.
func (g Goal) Check() error {
	season, days := g.Period == GoalSeason, DayRange{From: g.From, To: g.To}
	switch {
	case !slices.Contains(GoalMeasures(), g.Measure):
		return Errorf(KindInvalid, "A goal needs a measure, and %q is none.", g.Measure).WithFix("Give one of %v.", GoalMeasures())
	case !slices.Contains(GoalPeriods(), g.Period):
		return Errorf(KindInvalid, "A goal needs a period, and %q is none.", g.Period).WithFix("Give one of %v.", GoalPeriods())
	case !(g.Target > 0) || g.Target > MaxGoalTarget:
		return Errorf(KindInvalid, "A goal needs a target above 0.").
			WithFix("Give target in the unit of the measure, such as 200 with distance_km.")
	case g.Measure.Counts() && g.Target != math.Trunc(g.Target):
		return Errorf(KindInvalid, "The target %g is no whole number.", g.Target).WithFix("Give how many %s.", g.Measure)
	case season && (g.From == 0 || g.To == 0):
		return Errorf(KindInvalid, "A season needs its first and its last day.").WithFix("Give from and to.")
	case season && days.Days() == 0:
		return Errorf(KindInvalid, "The season %s ends before it begins.", days).WithFix("Put the earlier date first.")
	case season && days.Days() > MostSeasonDays:
		return Errorf(KindInvalid, "The season %s is longer than %d days.", days, MostSeasonDays).
			WithFix("Give fewer days, or a goal for each year.")
	case !season && (g.From != 0 || g.To != 0):
		return Errorf(KindInvalid, "Only a season has days of its own.").WithFix("Leave from and to out, or give period season.")
	}
	return nil
}
