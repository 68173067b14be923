package activity

import (
	"maps"
	"slices"

	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Values is everything scalar that is known of an activity: what is stored,
// and what follows from the thresholds of its own day (load, intensity). The
// method says how the load was computed; it is empty if there is none. Values
// are not rounded.
func Values(row *store.ActivityRow, history training.History) (v training.Values, method string) {
	v, method, _ = valuesAt(row, history.At(row.Sport, row.LocalDay))
	return v, method
}

func valuesAt(row *store.ActivityRow, t training.Thresholds) (v training.Values, method, noLoad string) {
	v = maps.Clone(row.Summary.Values)
	if v == nil {
		v = training.Values{}
	}
	// A load that a device or a person gave stands elsewhere; ours is
	// computed from the day's thresholds or not at all.
	delete(v, training.MetricTSS)
	delete(v, training.MetricIntensityFactor)
	if row.PerceivedExertion > 0 {
		v[training.MetricPerceivedExertion] = row.PerceivedExertion
	}
	l, noLoad := load.Of(loadInput(row), t)
	if noLoad == "" {
		v[training.MetricTSS] = l.TSS
		method = string(l.Method)
	}
	if l.IntensityFactor > 0 {
		v[training.MetricIntensityFactor] = l.IntensityFactor
	} else if f, ok := power.IntensityFactor(v[training.MetricNormalizedPowerW], t.FTPW); ok {
		v[training.MetricIntensityFactor] = f
	}
	return v, method, noLoad
}

func loadInput(row *store.ActivityRow) load.Input {
	v := row.Summary.Values
	return load.Input{
		Sport: row.Sport, TimerS: v[training.MetricDurationS],
		NPW: v[training.MetricNormalizedPowerW], NPWindows: row.Summary.NPWindows,
		AvgHRBpm: v[training.MetricAvgHRBpm], HRSeconds: row.Summary.HRSeconds,
		Manual: row.ManualLoad,
	}
}

func sorted(words []string) []string {
	slices.Sort(words)
	return words
}
