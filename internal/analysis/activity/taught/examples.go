package taught

import (
	"context"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

const (
	// reachDays is how far back activities teach.
	reachDays = 180
	// most is how many of them are read, the latest.
	most = 100
	// leastCoverage is the share of the time that both sensors have to cover.
	leastCoverage = 0.9
)

// Reader is what is asked of a store.
type Reader interface {
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error)
	Primitive(ctx context.Context, s training.Scope, id training.ActivityID, kind string) (store.Primitive, error)
}

// Subject is the activity that is asked about.
type Subject struct {
	ID    training.ActivityID
	Sport training.Sport
	Day   training.Day
}

// Examples are the athlete's other activities of the sport, up to the day,
// that have a load by power and heart rate, each by the thresholds of its day.
func Examples(ctx context.Context, r Reader, s training.Scope, by fitness.Loads, of Subject) ([]heart.Example, error) {
	inputs, err := r.LoadInputs(ctx, s, training.DayRange{From: of.Day - reachDays + 1, To: of.Day})
	if err != nil {
		return nil, err
	}
	var out []heart.Example
	for i := len(inputs) - 1; i >= 0 && len(out) < most; i-- {
		row := &inputs[i]
		in := analysis.LoadInput(row)
		if row.ID == of.ID || in.Sport != of.Sport || in.HRSeconds < leastCoverage*in.TimerS || float64(in.NPWindows) < leastCoverage*in.TimerS {
			continue
		}
		t := by.At(row)
		byPower, why := by.Rules.By(load.MethodPower, in, t)
		if why != "" {
			continue
		}
		p, err := r.Primitive(ctx, s, row.ID, primitive.HRHistogram)
		if training.KindOf(err) == training.KindNotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		h, err := primitive.DecodeHistogram(p.Data)
		if err != nil {
			continue // derive writes it anew
		}
		if hours, why := heart.HoursOf(h, in.Sport, t.LTHRBpm); why == "" {
			out = append(out, heart.Example{Hours: hours, TSS: byPower.TSS})
		}
	}
	return out, ctx.Err()
}
