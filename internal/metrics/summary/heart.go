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
	if fall, ok := heart.Recovery(v); ok {
		r.Values[training.MetricHRRecoveryBpm] = fall.Bpm
		return
	}
	r.Missing[training.MetricHRRecoveryBpm] = "heart rate never fell within a minute"
}
