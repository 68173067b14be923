package demo

import (
	"time"

	"lapkeep/internal/training"
)

// Goals are what the athlete wants to have done, by the id of each.
func (p Plan) Goals() map[string]training.Goal {
	year := p.season.born.Time(time.UTC).Year()
	season := training.DayRange{From: training.NewDay(year, time.April, 1), To: training.NewDay(year, time.September, 30)}
	if p.season.born < season.From { // in winter, the one before
		season.From, season.To = training.NewDay(year-1, time.April, 1), training.NewDay(year-1, time.September, 30)
	}
	return map[string]training.Goal{
		"demo-goal-week": {Name: "Weekly hours", Measure: training.GoalDurationH, Target: 6, Period: training.GoalWeek},
		"demo-goal-month": {
			Name: "Monthly running", Measure: training.GoalDistanceKm, Target: 110, Period: training.GoalMonth, Sport: training.Running,
		},
		"demo-goal-year": {
			Name: "Yearly riding", Measure: training.GoalDistanceKm, Target: 4000, Period: training.GoalYear, Sport: training.Cycling,
		},
		"demo-goal-summer": {
			Name: "Summer climbing", Measure: training.GoalElevationGainM, Target: 20_000, Period: training.GoalSeason,
			From: season.From, To: season.To,
		},
	}
}
