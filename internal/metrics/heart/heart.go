package heart

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// Rate is what a recording says of heart rate.
type Rate struct {
	AvgBpm  float64 // time-weighted
	MaxBpm  float64
	Seconds float64 // timer time with a valid heart rate
}

// Of averages a recording; false if it has no heart rate.
func Of(v *stream.View) (Rate, bool) { return Rate{}, false }

// Banister are the constants of a TRIMP: minutes · x · A · e^(B·x).
type Banister struct{ A, B float64 }

// BanisterFor is the constants for a sex; false if it is not known.
func BanisterFor(s training.Sex) (Banister, bool) { return Banister{}, false }

// TRIMP is Banister's training impulse from the seconds at each heart rate
// (1 bpm bins), or the reason why it is not known. The thresholds give the
// resting and the maximum heart rate.
func TRIMP(h zones.Histogram, t training.Thresholds, s training.Sex) (float64, string) { return 0, "" }

// TRIMPFromAverage is the same from one average heart rate over seconds.
func TRIMPFromAverage(avgBpm, seconds float64, t training.Thresholds, s training.Sex) (float64, string) {
	return 0, ""
}

// MethodHRTSS is the method id of [HRTSS].
const MethodHRTSS = "hrtss_avg_lthr"

// HRTSS is hours · (average HR / LTHR)² · 100; false without its inputs.
func HRTSS(avgBpm, lthrBpm, seconds float64) (float64, bool) { return 0, false }
