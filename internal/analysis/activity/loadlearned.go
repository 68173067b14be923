package activity

import (
	"context"

	"lapkeep/internal/analysis"
	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

const (
	// learnDays is how far back activities teach what heart rate is worth.
	learnDays = 180
	// maxLearned is how many of them are read, the latest.
	maxLearned = 100
	// learnCoverage is the share of the time that both sensors have to cover.
	learnCoverage = 0.9
)

// learnedLoad is the load from heart rate by what the athlete's other
// activities of the sport with power say that each zone is worth.
func (d *Detail) learnedLoad(ctx context.Context, sub *subject, beats zones.Histogram, noBeats string) (beatMethod, error) {
	m := beatMethod{key: heart.MethodLearned, score: true}
	if noBeats != "" {
		return m, nil
	}
	hours, why := heart.HoursOf(beats, sub.row.Sport, sub.thresholds.LTHRBpm)
	if why != "" {
		m.compute = func(zones.Histogram) (float64, string) { return 0, why }
		return m, nil
	}
	examples, err := sub.examples(ctx)
	if err != nil {
		return m, err
	}
	points, why := heart.Learn(examples)
	if why == "" {
		d.Load["learned_from_activities"] = len(examples)
	}
	m.compute = func(zones.Histogram) (float64, string) { return points.Of(hours), why }
	return m, nil
}

// examples are the athlete's other activities of the sport, up to the day,
// that have a load by power and heart rate, each by the thresholds of its day.
func (sub *subject) examples(ctx context.Context) ([]heart.Example, error) {
	day := sub.row.LocalDay
	inputs, err := sub.reader.LoadInputs(ctx, sub.scope, training.DayRange{From: day - learnDays + 1, To: day})
	if err != nil {
		return nil, err
	}
	var out []heart.Example
	for i := len(inputs) - 1; i >= 0 && len(out) < maxLearned; i-- {
		row := &inputs[i]
		in := analysis.LoadInput(row)
		if row.ID == sub.row.ID || in.Sport != sub.row.Sport || in.HRSeconds < learnCoverage*in.TimerS || float64(in.NPWindows) < learnCoverage*in.TimerS {
			continue
		}
		t := sub.loads.Timeline.At(in.Sport, row.Day)
		byPower, why := sub.loads.Rules.By(load.MethodPower, in, t)
		if why != "" {
			continue
		}
		p, err := sub.reader.Primitive(ctx, sub.scope, row.ID, primitive.HRHistogram)
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
