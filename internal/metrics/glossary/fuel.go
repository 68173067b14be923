package glossary

import "lapkeep/internal/metrics/load"

// fuelEntries describe what is eaten and drunk on the way.
func fuelEntries() []Entry {
	const proof = tableTested + "load.TestFuelByHand"
	fluid := given("fluid_ml", "Drunk on the way", "ml", "the athlete", "As it was told; nothing checks it, and no service takes it.")
	fluid.Decimals = 0
	return []Entry{
		given("carbs_g", "Carbohydrate eaten on the way", "g", "the athlete", "As it was told; nothing checks it."),
		fluid,
		{
			Key: "carbs_g_per_h", Title: "Carbohydrate by the hour", Formula: "carbs_g / duration_s · 3600, from half an hour on",
			Inputs: "what the athlete said, timer time; of an event what it plans", Needs: "carbs_g of the activity, or of more of its event",
			Unit: "g/h", Source: "the range beside it: " + load.CarbsSource, Version: load.FuelVersion, Proof: proof,
			Limits: "The literature gives 30 to 60 g/h from 75 minutes on, and 60 to 90 of glucose with fructose beyond 2.5 h; under 75 " +
				"minutes no amount. A fact, no advice: what a stomach bears differs. carbs_g_per_h_taken_pct is taken / planned.",
		},
		{
			Key: "fluid_ml_per_h", Title: "Fluid by the hour", Formula: "fluid_ml / duration_s · 3600, from half an hour on",
			Inputs: "what the athlete said, timer time; of an event what it plans", Needs: "fluid_ml of the activity, or of more of its event",
			Unit: "ml/h", Source: "the range beside it: " + load.FluidSource, Version: load.FuelVersion, Proof: proof,
			Limits: "400 to 800 ml/h is the literature's start for marathon runners; heat, pace and size move it, and how much one sweats " +
				"is not known here. fluid_ml_per_h_taken_pct is taken / planned.",
		},
		given("carbs_used_g", "Carbohydrate burnt, by a service", "g", "a connected service (Intervals.icu)", "Its rule is not published."),
	}
}
