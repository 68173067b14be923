package records

import (
	"lapkeep/internal/analysis"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// biggest is how many activities of a sport there are, and which has the most
// distance, time, climbing and work of those that a person can do.
func biggest(all []store.LoadInput, sport training.Sport) (n int, out []Biggest) {
	const metresPerKM, joulesPerKJ = 1000, 1000
	metrics := [...]training.Metric{training.MetricDistanceKM, training.MetricMovingTimeS, training.MetricElevationGainM, training.MetricWorkKJ}
	var most [len(metrics)]float64
	var whose [len(metrics)]*store.LoadInput
	for i := range all {
		in := &all[i]
		if in.Sport != sport {
			continue
		}
		n++
		if analysis.LoadInput(in).Session().Speed() != "" {
			continue
		}
		for m, v := range [len(metrics)]float64{in.DistanceM / metresPerKM, in.MovingS, in.GainM, in.WorkJ / joulesPerKJ} {
			if v > most[m] {
				most[m], whose[m] = v, in
			}
		}
	}
	for m, in := range whose {
		if in != nil {
			out = append(out, Biggest{metrics[m], analysis.Round(most[m], analysis.Decimals(metrics[m])), in.ID, in.Day})
		}
	}
	return n, out
}
