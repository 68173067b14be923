package heart

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
