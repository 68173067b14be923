package activity

import (
	"cmp"
	"maps"
	"slices"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// valuesAt is everything scalar that is known of an activity: what is stored,
// and what follows from the thresholds of its own day (load, intensity). The
// method says how the load was computed; it is empty if there is none, and
// noLoad says why. Values are not rounded, and the row stays as it is.
func valuesAt(row *store.ActivityRow, by fitness.Loads) (v training.Values, method string, noLoad i18n.Sentence) {
	t := by.Timeline.At(row.Sport, row.LocalDay).In(row.Indoor())
	v = make(training.Values, len(row.Summary.Values)+6)
	maps.Copy(v, row.Summary.Values)
	// A load that a device or a person gave stands elsewhere; ours is
	// computed from the day's thresholds or not at all.
	delete(v, training.MetricTSS)
	delete(v, training.MetricIntensityFactor)
	if row.PerceivedExertion > 0 {
		v[training.MetricPerceivedExertion] = row.PerceivedExertion
	}
	if row.Feel > 0 {
		v[training.MetricFeel] = float64(row.Feel)
	}
	if row.CarbsG > 0 {
		v[training.MetricCarbsG] = row.CarbsG
	}
	if row.FluidML > 0 {
		v[training.MetricFluidML] = row.FluidML
	}
	if saidCalories(row) != "" {
		v[training.MetricCaloriesKcal] = row.Burnt.Kcal
	}
	l, noLoad := by.Rules.Of(loadInput(row), t)
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
	const metresPerKM, kmhPerMPS = 1000, 3.6
	v := row.Summary.Values
	in := load.Input{
		Sport: row.Sport, TimerS: v[training.MetricDurationS], DistanceM: v[training.MetricDistanceKM] * metresPerKM,
		AvgMPS: v[training.MetricAvgSpeedKMH] / kmhPerMPS,
		NPW:    v[training.MetricNormalizedPowerW], NPWindows: row.Summary.NPWindows,
		AvgHRBpm: v[training.MetricAvgHRBpm], HRSeconds: row.Summary.HRSeconds,
		Exertion: row.PerceivedExertion, Manual: row.ManualLoad,
	}
	if in.AvgMPS == 0 && in.TimerS > 0 {
		in.AvgMPS = in.DistanceM / in.TimerS
	}
	if pace := v[training.MetricNGPSPerKM]; pace > 0 {
		in.GradedMPS = metresPerKM / pace
	}
	return in
}

func sorted(words []string) []string {
	slices.Sort(words)
	return words
}

// caloriesFrom names the service that says the calories of a row.
const caloriesFrom = "calories_from"

// saidCalories is the service whose word the calories of an activity are,
// because none of its recordings has any; empty is none.
func saidCalories(row *store.ActivityRow) string {
	if _, device := row.Summary.Values[training.MetricCaloriesKcal]; device || row.Burnt.Kcal <= 0 {
		return ""
	}
	return cmp.Or(row.Burnt.By, "service")
}
