package glossary

import "lapkeep/internal/metrics/stream"

func qualityEntries() []Entry {
	return []Entry{
		{
			Key: "coverage", Title: "Coverage of a channel", Formula: "seconds with a value / timer time", Inputs: "any channel", Unit: "1",
			Needs:  "the channel",
			Source: "definition", Version: stream.Version, Proof: tableTested + "stream.TestMeansAndCoverage",
			Limits: "Under 80 % of heart rate there is no efficiency factor and no decoupling; under half of the recorded " +
				"rows a channel has no mean; " +
				"under 95 % a note says so. A stale value counts as one; a heart rate that stays the same for 5 minutes is named.",
		},
		{
			Key: "energy_gap_pct", Title: "Energy gap", Formula: "(Σ power rows − the device's total work) / total work · 100",
			Needs:  "a power meter and a device that stores its total work",
			Inputs: "power, the device's total work", Unit: "%", Source: "measured on devices' files", Version: stream.Version,
			Limits: "Beyond ±0.4 % the rows are not what the device computed from, and its NP cannot be expected.",
			Proof:  tableTested + "stream.TestEnergyGap",
		},
	}
}

// given is an entry for a value that Lapkeep does not compute.
func given(key, title, unit, source, limits string) Entry {
	return Entry{
		Key: key, Title: title, Formula: "as given", Inputs: "none",
		Needs: "a value from " + source, Unit: unit, Decimals: 1, Source: source, Limits: limits, Proof: notProven,
	}
}

func givenEntries() []Entry {
	calories := given("calories_kcal", "Calories", "kcal",
		"the device, else a connected service, which calories_from names", "Each maker estimates differently.")
	calories.Decimals = 0
	return []Entry{
		calories,
		given("threshold_power_w", "Threshold power in the device", "W", "the device", "The setting at the time, often stale."),
		given("training_effect", "Aerobic training effect", "0 to 5", "the device (Firstbeat)", "The formula is not published."),
		given("anaerobic_training_effect", "Anaerobic training effect", "0 to 5", "the device (Firstbeat)", "The formula is not published."),
		given("training_load_peak", "Training load of the session", "1", "the device (Firstbeat)", "The formula is not published."),
		given("min_hr_bpm", "Lowest heart rate", "bpm", "the device", "A strap that slips reads low."),
		given("max_temp_c", "Highest temperature", "°C", "the device", "In the sun or on a wrist it is not that of the air."),
		given("min_altitude_m", "Lowest altitude", "m", "the device", "A barometer drifts with the weather."),
		given("max_altitude_m", "Highest altitude", "m", "the device", "A barometer drifts with the weather."),
		given("cycles", "Cycles", "1", "the device", "Turns of the crank, pairs of steps or strokes, as the sport has them."),
		given("cadence_rpm", "Cadence of a moment", "rpm", "the recording", "0 where nothing turns."),
		given("speed_kmh", "Speed of a moment", "km/h", "the recording", "The device smooths it."),
		given("altitude_m", "Altitude of a moment", "m", "the recording", "From pressure or from GPS, which the recording need not say."),
		given("temp_c", "Temperature of a moment", "°C", "the recording", "In the sun or on a wrist it is not that of the air."),
		given("weight_kg", "Body weight", "kg", "the athlete", "That of the latest day on or before."),
		given("perceived_exertion", "Perceived exertion", "1 to 10", "the athlete", "A feeling; compare within one athlete."),
		given("feel", "Feel", "1 to 5", "the athlete", "1 is strong, 5 is weak; compare within one athlete."),
	}
}
