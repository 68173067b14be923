package summary

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

func normalizedMetrics() []training.Metric {
	return []training.Metric{
		training.MetricNormalizedPowerW, training.MetricXPowerW, training.MetricVariabilityIndex,
	}
}

// nameMissing gives metrics that need no column a reason. Those of a column
// get theirs from the table of metrics.
func (r *Result) nameMissing(v *stream.View) {
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
