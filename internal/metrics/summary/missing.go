package summary

import (
	"cmp"
	"fmt"
	"math"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

const (
	noPower    = "no power was recorded"
	noHeart    = "no heart rate was recorded"
	noCadence  = "no cadence was recorded"
	noDistance = "no distance, position or speed was recorded"
	noAltitude = "no altitude was recorded"
	noTemp     = "no temperature was recorded"
)

func normalizedMetrics() []training.Metric {
	return []training.Metric{
		training.MetricNormalizedPowerW, training.MetricXPowerW, training.MetricVariabilityIndex,
	}
}

// Metrics lists what [Of] gives a value or a reason for.
func Metrics() []training.Metric {
	var out []training.Metric
	for _, g := range groups() {
		out = append(out, g.metrics...)
	}
	return append(out, training.MetricEfficiencyFactor, training.MetricDecouplingPct, training.MetricMovingTimeS,
		training.MetricElapsedTimeS, training.MetricDurationS)
}

// group is metrics that lack for the same reason.
type group struct {
	reason  string
	channel training.Channel // whose silence is a better reason
	metrics []training.Metric
}

func groups() []group {
	return []group{
		{noPower, training.Power, append(normalizedMetrics(), training.MetricAvgPowerW, training.MetricMaxPowerW, training.MetricWorkKJ)},
		{noHeart, training.HeartRate, []training.Metric{training.MetricAvgHRBpm, training.MetricMaxHRBpm}},
		{noCadence, training.Cadence, []training.Metric{training.MetricAvgCadenceRPM, training.MetricMaxCadenceRPM}},
		{noDistance, training.Distance, []training.Metric{
			training.MetricDistanceKM, training.MetricAvgSpeedKMH, training.MetricMaxSpeedKMH, training.MetricPaceSPerKM,
		}},
		{noAltitude, training.Altitude, []training.Metric{training.MetricElevationGainM, training.MetricElevationLossM}},
		{noTemp, training.Temperature, []training.Metric{training.MetricAvgTempC}},
	}
}

// nameMissing gives every metric that has neither value nor reason a reason.
func (r *Result) nameMissing(v *stream.View) {
	for _, g := range groups() {
		reason := cmp.Or(v.Silent[g.channel], g.reason)
		for _, m := range g.metrics {
			_, has := r.Values[m]
			if _, named := r.Missing[m]; !has && !named {
				r.Missing[m] = reasonFor(m, reason, r.Values)
			}
		}
	}
	for _, m := range []training.Metric{training.MetricElapsedTimeS, training.MetricDurationS} {
		if _, has := r.Values[m]; !has {
			r.Missing[m] = "the recording has no duration"
		}
	}
	if v.Recording.SubSport == training.SubPool || len(v.Recording.Lengths) > 0 {
		for _, m := range poolMetrics() {
			if _, has := r.Values[m]; !has {
				r.Missing[m] = "the recording does not say"
			}
		}
	}
}

// reasonFor tells a channel that is there, but says nothing, from one that is
// not.
func reasonFor(m training.Metric, channelMissing string, have training.Values) string {
	switch m {
	case training.MetricAvgSpeedKMH, training.MetricPaceSPerKM:
		if _, ok := have[training.MetricDistanceKM]; ok {
			return "no distance was covered"
		}
	case training.MetricMaxSpeedKMH:
		if _, ok := have[training.MetricDistanceKM]; ok {
			return "no speed was recorded"
		}
	case training.MetricAvgCadenceRPM:
		if _, ok := have[training.MetricMaxCadenceRPM]; ok {
			return "cadence was always zero"
		}
	}
	return channelMissing
}

// oddEnergyPct is the energy gap from which the rows are not what the device
// computed from.
const oddEnergyPct = 0.4

// notes say what was left out, guessed or found odd.
func notes(v *stream.View) []string {
	var out []string
	for ch, n := range v.Masked {
		if n > 0 {
			out = append(out, maskedNote(n, training.Channel(ch)))
		}
	}
	for ch, why := range v.Silent {
		if why != "" {
			out = append(out, fmt.Sprintf("The channel %s is left out: %s.", training.Channel(ch), why))
		}
	}
	for _, ch := range v.Derived {
		out = append(out, fmt.Sprintf("No %s was recorded; it is computed from other channels.", ch))
	}
	if v.Smart {
		out = append(out, "The device did not record every second; values between rows are held.")
	}
	if gap, ok := v.EnergyGapPct(); ok && (gap > oddEnergyPct || gap < -oddEnergyPct) {
		out = append(out, gapNote(gap))
	}
	if power.DropsZeros(v) {
		out = append(out, "The device leaves coasting out of its own power values.")
	}
	return out
}

func maskedNote(n int, ch training.Channel) string {
	if n == 1 {
		return fmt.Sprintf("1 value of %s was beyond what is possible and was left out.", ch)
	}
	return fmt.Sprintf("%d values of %s were beyond what is possible and were left out.", n, ch)
}

func gapNote(gap float64) string {
	word := "more"
	if gap < 0 {
		word = "less"
	}
	return fmt.Sprintf("The power records add up to %.1f %% %s energy than the device's own total work, so its power values were "+
		"not computed from these records and may differ from ours.", math.Abs(gap), word)
}
