package strava

import (
	"context"
	"strconv"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// stats are what the service counts of the activities that everybody may see:
// of this year, by three sports, and two bests of all time.
type stats struct {
	Ride  totals   `json:"ytd_ride_totals"`
	Run   totals   `json:"ytd_run_totals"`
	Swim  totals   `json:"ytd_swim_totals"`
	Way   *float64 `json:"biggest_ride_distance"`
	Climb *float64 `json:"biggest_climb_elevation_gain"`
}

type totals struct {
	Count     *float64 `json:"count"`
	Distance  *float64 `json:"distance"`
	MovingS   *float64 `json:"moving_time"`
	Elevation *float64 `json:"elevation_gain"`
}

// Statistics gives those of this year: of others the service says none.
func (c *Client) Statistics(ctx context.Context, day training.Day) (source.Statistics, error) {
	year := day.Time(time.UTC).Year()
	if now := training.DayOf(c.clock.Now().UTC()).Time(time.UTC).Year(); year != now {
		return source.Statistics{}, training.Errorf(training.KindUnsupported, "Strava counts this year alone.").
			WithFix("Ask for a day of %d.", now)
	}
	me, err := c.who(ctx)
	if err != nil {
		return source.Statistics{}, err
	}
	return client.One(ctx, c.api, request{Op: opStats, At: []string{string(me.ID)}}, func(s *stats) source.Statistics {
		return s.read(strconv.Itoa(year))
	})
}

func (s *stats) read(period string) source.Statistics {
	const kilo = 1000
	out := source.Statistics{Period: period}
	add := func(sum **float64, x *float64, unit float64) {
		if x == nil {
			return
		}
		value := *x / unit
		if *sum != nil {
			value += **sum
		}
		*sum = &value
	}
	for _, t := range []totals{s.Ride, s.Run, s.Swim} {
		add(&out.Totals.Activities, t.Count, 1)
		add(&out.Totals.DistanceKm, t.Distance, kilo)
		add(&out.Totals.DurationS, t.MovingS, 1)
		add(&out.Totals.ElevationGainM, t.Elevation, 1)
	}
	for _, best := range []struct {
		metric training.Metric
		x      *float64
		unit   float64
	}{{training.MetricDistanceKM, s.Way, kilo}, {training.MetricElevationGainM, s.Climb, 1}} {
		if best.x != nil && *best.x > 0 {
			out.Bests = append(out.Bests, source.StatisticsBest{Metric: string(best.metric), Value: *best.x / best.unit})
		}
	}
	return out
}
