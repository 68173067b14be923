package activityindex

import (
	"strings"

	"lapkeep/internal/training"
)

// MetricColumns are the metrics that have a column of their name, in the
// order of the schema. Others are kept beside them and cannot be sorted by.
func MetricColumns() []training.Metric {
	return []training.Metric{
		training.MetricElapsedTimeS, training.MetricDurationS, training.MetricMovingTimeS, training.MetricDistanceKM,
		training.MetricAvgPowerW, training.MetricMaxPowerW, training.MetricNormalizedPowerW, training.MetricXPowerW,
		training.MetricIntensityFactor, training.MetricVariabilityIndex, training.MetricEfficiencyFactor, training.MetricDecouplingPct,
		training.MetricTSS, training.MetricTrimp, training.MetricWorkKJ, training.MetricAvgHRBpm, training.MetricMaxHRBpm,
		training.MetricAvgCadenceRPM, training.MetricMaxCadenceRPM, training.MetricAvgSpeedKMH, training.MetricMaxSpeedKMH,
		training.MetricPaceSPerKM,
		training.MetricElevationGainM, training.MetricElevationLossM, training.MetricAvgTempC, training.MetricCaloriesKcal,
		training.MetricThresholdPowerW,
		training.MetricTrainingEffect, training.MetricAnaerobicEffect, training.MetricPoolLengthM, training.MetricLengths, training.MetricStrokes,
		training.MetricAvgSWOLF, training.MetricPerceivedExertion,
	}
}

// MetricList is the columns of metrics in SQL, each behind a separator.
func MetricList(metrics []training.Metric, separator string) string {
	var b strings.Builder
	for _, m := range metrics {
		b.WriteString(separator)
		b.WriteString(string(m))
	}
	return b.String()
}
