package heart

import "lapkeep/internal/training"

// ScoreVersion is the version of the rule of [HRTSS].
const ScoreVersion = 1

// MethodHRTSS is the method id of [HRTSS].
const MethodHRTSS = "hrtss_avg_lthr"

// HRTSS is hours · (average HR / LTHR)² · 100, a training stress score
// estimated from heart rate; false without its inputs.
func HRTSS(avgBpm, lthrBpm, seconds float64) (float64, bool) {
	if avgBpm <= 0 || lthrBpm <= 0 || seconds <= 0 {
		return 0, false
	}
	share := avgBpm / lthrBpm
	return seconds / 3600 * share * share * 100, true
}

// HRSS is a TRIMP as a share of an hour's at threshold heart rate, times 100:
// the variant of Elevate, Sauce and GoldenCheetah. It says what is missing.
func HRSS(trimp float64, t training.Thresholds, s training.Sex) (float64, string) {
	if t.LTHRBpm <= 0 {
		return 0, "no threshold heart rate is set"
	}
	hour, missing := TRIMPFromAverage(t.LTHRBpm, 3600, t, s)
	switch {
	case missing != "":
		return 0, missing
	case hour <= 0:
		return 0, "the threshold heart rate is not above the resting one"
	}
	return trimp / hour * 100, ""
}
