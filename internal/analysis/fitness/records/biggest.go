package records

import (
	"lapkeep/internal/analysis"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// biggest is the activity with the most distance, time, climbing and work.
func biggest(all []store.LoadInput, sport training.Sport, days training.DayRange) []Biggest {
	const metresPerKM, joulesPerKJ = 1000, 1000
	var out []Biggest
	for _, m := range []struct {
		metric training.Metric
		of     func(in *store.LoadInput) float64
	}{
		{training.MetricDistanceKM, func(in *store.LoadInput) float64 { return in.DistanceM / metresPerKM }},
		{training.MetricMovingTimeS, func(in *store.LoadInput) float64 { return in.MovingS }},
		{training.MetricElevationGainM, func(in *store.LoadInput) float64 { return in.GainM }},
		{training.MetricWorkKJ, func(in *store.LoadInput) float64 { return in.WorkJ / joulesPerKJ }},
	} {
		var best *store.LoadInput
		for i := range all {
			in := &all[i]
			if in.Sport == sport && days.Contains(in.Day) && (best == nil || m.of(in) > m.of(best)) {
				best = in
			}
		}
		if best != nil && m.of(best) > 0 {
			out = append(out, Biggest{m.metric, analysis.Round(m.of(best), analysis.Decimals(m.metric)), best.ID, best.Day})
		}
	}
	return out
}
