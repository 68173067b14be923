package glossary

import "lapkeep/internal/metrics/stream"

func qualityEntries() []Entry {
	return []Entry{
		{
			Key: "coverage", Title: "Coverage of a channel", Formula: "seconds with a value / timer time", Inputs: "any channel", Unit: "1",
			Needs:  "the channel",
			Source: "definition", Version: stream.Version, Proof: tableTested,
			Limits: "Under 80 % of heart rate there is no efficiency factor and no decoupling; under half of the recorded rows a channel has no mean; " +
				"under 95 % a note says so. A stale value counts as one; a heart rate that stays the same for 5 minutes is named.",
		},
		{
			Key: "energy_gap_pct", Title: "Energy gap", Formula: "(Σ power rows − the device's total work) / total work · 100",
			Needs:  "a power meter and a device that stores its total work",
			Inputs: "power, the device's total work", Unit: "%", Source: "measured on devices' files", Version: stream.Version,
			Limits: "Beyond ±0.4 % the rows are not what the device computed from, and its NP cannot be expected.", Proof: deviceChecked,
		},
	}
}

// given is an entry for a value that Lapkeep does not compute.
func given(key, title, unit, source, limits string) Entry {
	return Entry{
		Key: key, Title: title, Formula: "as given", Inputs: "none",
		Needs: "a value from " + source, Unit: unit, Source: source, Limits: limits, Proof: notProven,
	}
}

func givenEntries() []Entry {
	return []Entry{
		given("calories_kcal", "Calories", "kcal", "the device", "Each maker estimates differently."),
		given("threshold_power_w", "Threshold power in the device", "W", "the device", "The setting at the time, often stale."),
		given("training_effect", "Aerobic training effect", "0 to 5", "the device (Firstbeat)", "The formula is not published."),
		given("anaerobic_training_effect", "Anaerobic training effect", "0 to 5", "the device (Firstbeat)", "The formula is not published."),
		given("perceived_exertion", "Perceived exertion", "1 to 10", "the athlete", "A feeling; compare within one athlete."),
	}
}
