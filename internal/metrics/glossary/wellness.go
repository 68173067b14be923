package glossary

import "lapkeep/internal/metrics/heart"

func wellnessEntries() []Entry {
	return []Entry{
		{
			Key: "resting_hr_band", Title: "Resting heart rate band", Unit: "bpm", Inputs: "a day's resting heart rate",
			Version: heart.ReadinessVersion,
			Formula: "mean over 7 days against mean ± 0.5 standard deviations of the 60 days before: below, within, above",
			Needs:   "3 of the last 7 days and 25 of the 60 before", Source: "the rule of the HRV band, used on resting heart rate",
			Limits: "Devices take it by different rules; a day has the value of one source.", Proof: "not proven",
		},
		{
			Key: "readiness_state", Title: "Readiness of the day", Unit: "1",
			Inputs: "the bands of HRV and resting heart rate", Version: heart.ReadinessVersion,
			Formula: "strained: HRV below and resting heart rate above its band; mixed: one of the two; as_usual: neither", Needs: "both bands",
			Source: "our rule over the two bands", Limits: "A description of trends, no medical statement.",
			Differs: "Makers' readiness scores (readiness, 0 to 100) are theirs and stand beside it.", Proof: "not proven",
		},
		{
			Key: "weight_ema_kg", Title: "Smoothed weight", Unit: "kg", Inputs: "weights and their days", Version: 1,
			Formula: "exponential average with a time constant of 7 days: + (1 − e^(−Δ/7)) · (weight − average), Δ the days since the last weight",
			Needs:   "a weight in the range or the 67 days before it", Source: "an exponential average in time",
			Limits: "Begins at the first weight that is read.", Differs: "Others count weighings, not days.",
			Proof: "exact test vectors of a step: wellness.TestWeightIsSmoothed",
		},
		{
			Key: "wellness_means", Title: "Means of 7 and 28 days", Unit: "that of the field", Inputs: "the values of the days", Version: 1,
			Formula: "the mean of the days that have a value; days_of_7 and days_of_28 say how many", Needs: "one value",
			Source: "arithmetic mean", Limits: "A gap is left out, never zero.", Proof: vectorTested + "wellness.TestGapsStayGapsAndOneSourceCounts",
		},
	}
}
