package intervalsicu

import (
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Summary is what the service counts of a week of one athlete: with a key also
// of those whom the athlete follows or coaches.
type Summary struct {
	Athlete  ID             `json:"athlete_id"`
	Date     string         `json:"date"` // of the week's first day
	Count    *client.Number `json:"count"`
	TimeS    *client.Number `json:"time"`
	Distance *client.Number `json:"distance"` // m
	AscentM  *client.Number `json:"total_elevation_gain"`
	Calories *client.Number `json:"calories"`
	Load     *client.Number `json:"training_load"`
}

// ReadSummaries adds up the weeks of one athlete until a day.
func ReadSummaries(weeks []Summary, athlete string, until training.Day) source.Statistics {
	var out source.Statistics
	first := until
	add := func(to **float64, x *client.Number, unit float64) {
		if x == nil {
			return
		}
		if *to == nil {
			*to = new(float64)
		}
		**to += float64(*x) / unit
	}
	for i := range weeks {
		w := &weeks[i]
		day, err := training.ParseDay(w.Date)
		if string(w.Athlete) != athlete || err != nil || day > until {
			continue
		}
		first = min(first, day)
		t := &out.Totals
		add(&t.Activities, w.Count, 1)
		add(&t.DurationS, w.TimeS, 1)
		add(&t.DistanceKm, w.Distance, 1000)
		add(&t.ElevationGainM, w.AscentM, 1)
		add(&t.CaloriesKcal, w.Calories, 1)
		add(&t.TSS, w.Load, 1)
	}
	out.Period = first.String() + " to " + until.String()
	return out
}
