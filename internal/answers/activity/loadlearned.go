package activity

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/zones"
)

// learnedLoad is the load from heart rate by what the athlete's other
// activities of the sport with power say that each zone is worth.
func (d *Detail) learnedLoad(ctx context.Context, sub *subject, beats zones.Histogram, noBeats i18n.Sentence) (beatMethod, error) {
	m := beatMethod{key: heart.MethodLearned, score: true}
	if noBeats != "" {
		return m, nil
	}
	hours, why := heart.HoursOf(beats, sub.row.Sport, sub.thresholds.LTHRBpm)
	if why != "" {
		m.compute = func(zones.Histogram) (float64, i18n.Sentence) { return 0, why }
		return m, nil
	}
	examples, err := Examples(ctx, sub.reader, sub.scope, sub.loads,
		Subject{ID: sub.row.ID, Sport: sub.row.Sport, Day: sub.row.LocalDay})
	if err != nil {
		return m, err
	}
	points, why := heart.Learn(examples)
	if why == "" {
		d.Load["learned_from_activities"] = len(examples)
	}
	m.compute = func(zones.Histogram) (float64, i18n.Sentence) { return points.Of(hours), why }
	return m, nil
}
