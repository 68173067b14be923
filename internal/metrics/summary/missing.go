package summary

import (
	"cmp"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

const (
	noPower    = "no power was recorded"
	noHeart    = "no heart rate was recorded"
	noCadence  = "no cadence was recorded"
	noDistance = "no distance, position or speed was recorded"
	noAltitude = "no altitude was recorded"
	noTemp     = "not recorded"
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
