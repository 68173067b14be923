package glossary

import (
	"slices"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
)

// variantEntries describe values that other programs and devices compute of
// the same rows: section variants of get_activity has each.
func variantEntries() []Entry {
	return slices.Concat(variantsOfNP(), variantsOfBalance(), variantsOfGround(), variantsOfSauce())
}

func variantsOfNP() []Entry {
	return []Entry{
		{
			Key: "normalized_power_garmin_w", Title: "NP as Garmin shows it",
			Needs:   "a power meter",
			Formula: "the canonical rule, rounded half up; an Edge 800 with non-zero averaging drops the zeros first",
			Inputs:  "power, the device's average power", Unit: "W", Source: "measured on devices' files", Version: power.VariantsVersion,
			Limits: "The setting is detected from the device's average.", Proof: tableTested + "power.TestDropsZeros",
		},
		{
			Key: "normalized_power_wahoo_w", Title: "NP as Wahoo shows it",
			Needs:   "a power meter",
			Formula: "windows restart at every pause, missing power is 0", Inputs: "power, pauses", Unit: "W",
			Source: "measured on devices' files", Version: power.VariantsVersion,
			Limits: "Rests on six sessions, two of them in the collection.", Proof: deviceChecked + "oracle.TestWahooRestartsItsWindow",
		},
	}
}

func variantsOfBalance() []Entry {
	return []Entry{
		{
			Key: "w_prime_balance_min_" + string(curve.Euler) + "_j", Title: "Lowest W′bal by the Euler step",
			Formula: "the least of W′bal; P < CP: W + (CP − P)·(W′ − W)/W′", Inputs: "as W′bal", Unit: "J",
			Needs: "what W′bal needs", Source: "as GoldenCheetah and sweatpy compute it", Version: curve.WBalVersion,
			Limits: "For comparison only.", Proof: slowTested + "curve.TestFormsAreTheSlowReferences",
		},
		{
			Key: "w_prime_balance_min_" + string(curve.Integral) + "_j", Title: "Lowest W′bal by the integral form",
			Formula: "the least of W′ − Σ max(0, P − CP)·e^(−(t − u)/τ), τ = 546·e^(−0.01·D) + 316, D = CP − mean of the " +
				"power below CP", Inputs: "as W′bal", Unit: "J",
			Needs: "what W′bal needs", Source: "Skiba 2012; in one pass as Waterworth", Version: curve.WBalVersion,
			Limits:  "For comparison only. τ looks at the whole ride, the future included.",
			Differs: "GoldenCheetah cuts τ to whole seconds.",
			Proof:   vectorTested + "curve.TestIntegralVectors; " + slowTested + "curve.TestFormsAreTheSlowReferences",
		},
	}
}

func variantsOfGround() []Entry {
	return []Entry{
		{
			Key: "elevation_gain_step_m", Title: "Elevation gain by steps (GoldenCheetah)",
			Needs:   "altitude",
			Formula: "a reference follows when altitude is more than 3 m away from it; its upward jumps added", Inputs: "altitude", Unit: "m",
			Source: "its published formula", Version: route.ElevationVersion, Limits: "For comparison only.",
			Proof: vectorTested + "route.TestStepRuleVector",
		},
		{
			Key: "gap_runalyze_s_per_km", Title: "Graded pace as Runalyze converts it", Formula: "speed · (C(g)/C(0))^0.83, C as for GAP",
			Inputs: "speed, grade", Needs: "as graded pace", Unit: "s/km", Source: "its published formula", Version: pace.GradedVersion,
			Limits: "For comparison only.", Proof: "vectors of the published cost ratios, damped: pace.TestMinettiVectors",
		},
		{
			Key: "gap_strava2017_s_per_km", Title: "Graded pace by heart rate (Strava 2017)",
			Formula: "speed · a table by grade, straight lines between its readings, flat beyond ±40 %",
			Inputs:  "speed, grade", Needs: "as graded pace", Unit: "s/km",
			Source: "the curve published in 2017, as digitised by others", Version: pace.GradedVersion,
			Limits: "For comparison only; read off a picture, to about 0.02.",
			Proof:  "the published readings as exact test vectors: pace.TestHeartRateBasedVectors",
		},
	}
}

func variantsOfSauce() []Entry {
	return []Entry{
		{
			Key: "active_time_sauce_s", Title: "Active time as Sauce counts it",
			Formula: "Σ steps between rows that last at most four times the median step",
			Inputs:  "the rows' times", Needs: "two rows", Unit: "s", Source: "Sauce for Strava's published tests", Version: stream.ActiveVersion,
			Limits: "For comparison only: it knows gaps, not movement.", Proof: vectorTested + "stream.TestActiveTimeVectors",
		},
		{
			Key: "peak_sauce_w", Title: "Best mean as Sauce counts it",
			Formula: "max of Σ value · (time since the row before) / time, over stretches of at least the duration; a gap " +
				"of up to four usual steps has the value after it, a longer one 0",
			Inputs: "times and values of rows", Needs: "rows that span the duration", Unit: "W", Source: "Sauce for Strava's published tests",
			Version: curve.BackwardVersion, Limits: "For comparison only. The first row stands for nothing.",
			Proof: vectorTested + "curve.TestBackwardVectors; brute force over every stretch: curve.TestBackwardTriesEveryStretch",
		},
	}
}
