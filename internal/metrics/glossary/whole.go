package glossary

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
)

// Version returns the version of all rules of [Whole] together.
func Version() int {
	versions := []int{summary.Version(), summary.SportVersion()}
	for _, e := range Entries() {
		if e.Of != nil {
			versions = append(versions, e.Version)
		}
	}
	return stream.RulesetVersion(versions...)
}

// Of returns [Whole] of a recording.
func Of(v *stream.View) summary.Result { return Whole(summary.NewStretches(v), summary.SportOf(v)) }

// Whole returns every scalar of a recording that needs no threshold: its
// summary, the values of its sport, those of entries with a function of their
// own, and the reasons for what is missing.
func Whole(s *summary.Stretches, sport summary.Addition) summary.Result {
	r := s.Whole()
	sport.Whole(&r)
	for _, e := range Entries() {
		if e.Of == nil {
			continue
		}
		x, missing := e.Of(s.View())
		switch {
		case missing != "":
			r.Missing[training.Metric(e.Key)] = missing
		case !math.IsNaN(x) && !math.IsInf(x, 0):
			r.Values[training.Metric(e.Key)] = x
		}
	}
	nameMissing(s.View(), &r)
	return r
}

// nameMissing adds a reason for the metrics of a column that have neither value
// nor reason.
func nameMissing(v *stream.View, r *summary.Result) {
	for _, e := range Entries() {
		if e.Column == nil {
			continue
		}
		m := training.Metric(e.Key)
		_, has := r.Values[m]
		if _, named := r.Missing[m]; !has && !named {
			r.Missing[m] = cmp.Or(there(m, r.Values), v.Silent[e.Column.Channel], e.Column.Absent)
		}
	}
}

// there returns why a metric is missing although its column was recorded; "" if
// the column was not.
func there(m training.Metric, have training.Values) i18n.Sentence {
	switch m {
	case training.MetricAvgSpeedKMH, training.MetricPaceSPerKM:
		if _, ok := have[training.MetricDistanceKM]; ok {
			return "no distance was covered"
		}
	case training.MetricMaxSpeedKMH:
		if _, ok := have[training.MetricDistanceKM]; ok {
			return training.NoSpeed
		}
	case training.MetricAvgCadenceRPM:
		if _, ok := have[training.MetricMaxCadenceRPM]; ok {
			return "cadence was always zero"
		}
	}
	return ""
}

// variantEntries returns the entries of the values that other programs and
// devices compute from the same rows: the section variants of get_activity has
// each.
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
