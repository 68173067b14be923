package gear

import (
	"context"
	"time"

	"lapkeep/internal/store/layer"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Stretch is the activities that name a piece of gear, of some time.
type Stretch struct {
	GearID string
	// After leaves out what began earlier; zero leaves out nothing.
	After time.Time
	// Days leaves out what was done on others; the zero range leaves out nothing.
	Days training.DayRange
}

// Use sums up the activities of a stretch, as far as the audience may see them.
type Use struct {
	Activities  int
	First, Last training.Day // zero without activities
	// Measured is how many activities have a distance.
	Measured   int
	DistanceKm float64
	DurationS  float64
}

// useOf is answered from the index activities_gear alone.
const useOf = `SELECT count(*), coalesce(min(day), 0), coalesce(max(day), 0), count(distance_km), total(distance_km), total(duration_s)
	FROM activities WHERE athlete=? AND gear=? AND gear<>'' AND start_ms>=? AND day BETWEEN ? AND ? AND seen&?<>0`

// always is every day that an activity can have.
var always = training.DayRange{From: training.NewDay(1000, 1, 1), To: training.NewDay(3000, 1, 1)}

// useKey names an answer, which depends on the change log besides.
type useKey struct {
	training.Scope

	gear     string
	afterMS  int64
	from, to training.Day
}

// GearUse sums up a stretch: every activity of a piece of gear, so it is
// kept until something changes.
func (r Reader) GearUse(ctx context.Context, s training.Scope, of Stretch) (u Use, err error) {
	if err := layer.CheckScope(s); err != nil {
		return u, err
	}
	if of.Days == (training.DayRange{}) {
		of.Days = always
	}
	k := useKey{s, of.GearID, -1 << 62, of.Days.From, of.Days.To}
	if !of.After.IsZero() {
		k.afterMS = of.After.UnixMilli()
	}
	seq, err := r.log.LastChange(ctx)
	if err != nil {
		return u, err
	}
	if u, ok := r.uses.At(seq, k); ok {
		return u, nil
	}
	u, _, err = sqlitedb.One(ctx, r.db, useOf, []any{s.Athlete, k.gear, k.afterMS, k.from, k.to, int64(1) << s.Audience},
		func(row sqlitedb.Row) (u Use, err error) {
			err = row.Scan(&u.Activities, &u.First, &u.Last, &u.Measured, &u.DistanceKm, &u.DurationS)
			return u, err
		})
	if err == nil {
		r.uses.Keep(seq, k, u)
	}
	return u, err
}
