package load

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// notByPace is of a sport that no method by pace fits.
const notByPace i18n.Sentence = "pace gives a load to runs and swims alone"

const tooFast = "the speed is beyond what is possible"

// believed reports whether a speed is one that the sport has. A recording of
// a few seconds, or a distance set by hand, can claim any.
func believed(mps float64, sport training.Sport) bool {
	limit := stream.MaxSpeedMMS(sport)
	return limit <= 0 || mps*1000 <= float64(limit)
}

// byPace is rTSS: hours · (speed / threshold speed)² · 100, for running.
func byPace(in *Input, mps float64, t *training.Thresholds, absent i18n.Sentence) (float64, i18n.Sentence) {
	switch {
	case !MethodSpeed.Fits(in.Sport):
		return 0, "it is not a run"
	case mps <= 0 || in.TimerS <= 0:
		return 0, absent
	case !believed(mps, in.Sport):
		return 0, tooFast
	case t.ThresholdMPS <= 0:
		return 0, noPace
	}
	share := mps / t.ThresholdMPS
	return in.TimerS / 3600 * share * share * 100, ""
}

// bySwim is sTSS: hours · (speed / critical swim speed)³ · 100, hours and
// speed both of the time swum, so that rests at the wall neither count nor
// slow the swimmer down.
func bySwim(in *Input, t *training.Thresholds) (float64, i18n.Sentence) {
	switch {
	case !MethodSwim.Fits(in.Sport):
		return 0, "it is not a swim"
	case in.AvgMPS <= 0 || in.DistanceM <= 0:
		return 0, training.NoDistance
	case !believed(in.AvgMPS, in.Sport):
		return 0, tooFast
	case t.ThresholdMPS <= 0:
		return 0, noPace
	}
	share := in.AvgMPS / t.ThresholdMPS
	return in.DistanceM / in.AvgMPS / 3600 * share * share * share * 100, ""
}

// speedOf is a speed that a load could follow from.
func speedOf(in *Input) float64 {
	if !MethodSpeed.Fits(in.Sport) && !MethodSwim.Fits(in.Sport) {
		return 0
	}
	return max(in.AvgMPS, in.GradedMPS)
}
