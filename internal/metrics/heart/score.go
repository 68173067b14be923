package heart

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// ScoreVersion is the version of the rules in this file.
const ScoreVersion = 2

// The ids of the training stress scores from heart rate: by the average
// against LTHR, by the average's share of reserve, by TRIMP over samples or
// of the average, and by points an hour in Friel's zones.
const (
	MethodHRTSS   = "hrtss_avg_lthr"
	MethodReserve = "hrtss_reserve"
	MethodHRSS    = "hrss_trimp"
	MethodHRSSAvg = "hrss_avg"
	MethodFriel   = "hrtss_friel"
)

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
func HRSS(trimp float64, t training.Thresholds, s training.Sex) (float64, i18n.Sentence) {
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

// thresholdReserve is the share of heart rate reserve at threshold that
// [ReserveTSS] takes for everybody, so that it needs no threshold.
const thresholdReserve = 0.83

// ReserveTSS is hours · (share of reserve / 0.83)² · 100 from one average
// heart rate over seconds. A rate at or below rest gives nothing.
func ReserveTSS(avgBpm, seconds float64, t training.Thresholds) (float64, i18n.Sentence) {
	r, missing := reserveBy(Banister{}, t)
	switch {
	case avgBpm <= 0 || seconds <= 0:
		return 0, training.NoHeartRate
	case missing != "":
		return 0, missing
	}
	share := max(0, avgBpm-r.rest) / r.span / thresholdReserve
	return seconds / 3600 * share * share * 100, ""
}

// frielPoints are Friel's points an hour in his seven zones. He gives ranges
// for zones 1 and 2 (20 to 40, 50 to 60), of which these are the middle.
var frielPoints = [...]float64{30, 55, 70, 80, 100, 120, 140}

// FrielTSS is Friel's points for the time in his heart rate zones of a sport.
func FrielTSS(h zones.Histogram, sport training.Sport, lthrBpm float64) (float64, i18n.Sentence) {
	hours, missing := HoursOf(h, sport, lthrBpm)
	return Points(frielPoints).Of(hours), missing
}
