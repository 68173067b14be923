package source

import (
	"context"

	"lapkeep/internal/training"
)

// StatisticsReader reads what a service itself counts of the athlete's
// training, to be shown beside ours.
type StatisticsReader interface {
	// Statistics gives those of the period of a day that the service counts by.
	Statistics(ctx context.Context, day training.Day) (Statistics, error)
}

// Statistics are a service's own, of all sports. What it does not say is nil.
type Statistics struct {
	Period string // "2026"
	Totals StatisticsTotals
	Months []StatisticsMonth
	// Milestones count the activities that were at least so long.
	Milestones []Milestone
	Bests      []StatisticsBest
}

// StatisticsTotals are sums over the period.
type StatisticsTotals struct {
	Activities, DistanceKm, DurationS, ElevationGainM, CaloriesKcal, AvgSpeedKmh, TSS *float64
}

// StatisticsMonth is a month of the period.
type StatisticsMonth struct {
	Month                             string // "2026-01"
	Activities, DistanceKm, DurationS *float64
}

// Milestone is a distance and how many activities reached it.
type Milestone struct {
	DistanceKm float64 `json:"distance_km"`
	Activities int     `json:"activities"`
}

// StatisticsBest is a best of all time.
type StatisticsBest struct {
	// Metric is one of our names, which has the unit, or the service's own
	// word, whose unit is not known.
	Metric     string
	Value      float64
	ActivityID string // the service's own, empty where it does not say
	// Start is when, by the clock of the athlete.
	Start training.LocalTime
}
