package plan

import (
	"context"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/training"
)

// usualDays is how far back it is looked for what an athlete usually does.
const usualDays = 84

// usual is what an athlete has of a sport by the hour and by the kilometre,
// over all that has a load.
type usual struct {
	perHour, perKm map[training.Sport]float64
	// estimated and without count the sessions that were asked for.
	estimated, without int
}

func usually(ctx context.Context, r fitness.LoadReader, s training.Scope, today training.Day) (usual, error) {
	u := usual{perHour: map[training.Sport]float64{}, perKm: map[training.Sport]float64{}}
	inputs, err := r.LoadInputs(ctx, s, training.DayRange{From: today - usualDays, To: today})
	if err != nil || len(inputs) == 0 {
		return u, err
	}
	loads, err := fitness.ReadLoads(ctx, r, s)
	if err != nil {
		return u, err
	}
	hours, km, ofKm := map[training.Sport]float64{}, map[training.Sport]float64{}, map[training.Sport]float64{}
	for i := range inputs {
		in := &inputs[i]
		tss, why := loads.Of(in)
		if why != "" {
			continue
		}
		u.perHour[in.Sport] += tss.TSS
		hours[in.Sport] += in.TimerS / 3600
		if in.DistanceM > 0 {
			ofKm[in.Sport] += tss.TSS
			km[in.Sport] += in.DistanceM / 1000
		}
	}
	for sport, h := range hours {
		u.perHour[sport] = ratio(u.perHour[sport], h)
		u.perKm[sport] = ratio(ofKm[sport], km[sport])
	}
	return u, nil
}

func ratio(a, b float64) float64 {
	if b <= 0 {
		return 0
	}
	return a / b
}

// load is that of a session, estimated where it states none; 0 for one that
// cannot be.
func (u *usual) load(e *calendar.Event) float64 {
	f := e.Figures()
	if f.Load > 0 {
		return f.Load
	}
	tss := u.perHour[e.Sport] * f.DurationS / 3600
	if tss == 0 {
		tss = u.perKm[e.Sport] * f.DistanceKm
	}
	if tss == 0 {
		u.without++
		return 0
	}
	u.estimated++
	return tss
}
