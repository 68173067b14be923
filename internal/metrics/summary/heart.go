package summary

import (
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// recovery sets how far heart rate fell within a minute.
func (r *Result) recovery(v *stream.View) {
	if !v.Has(training.HeartRate) {
		return // avg_hr_bpm says so
	}
	fall, missing := heart.Recovery(v)
	if missing != "" {
		r.Missing[training.MetricHRRecoveryBpm] = missing
		return
	}
	r.Values[training.MetricHRRecoveryBpm] = fall.Bpm
}
