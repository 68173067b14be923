package jsonfile

import (
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// PolarRecharge is the recovery in the first hours of a night, as Polar's archive and its service
// write it. 0 means that nothing was measured.
type PolarRecharge struct {
	Date     string             `json:"sleepResultDate"` // on which the athlete wakes
	BeatMs   reading.JSONNumber `json:"meanNightlyRecoveryRri"`
	RmssdMs  reading.JSONNumber `json:"meanNightlyRecoveryRmssd"`
	BreathMs reading.JSONNumber `json:"meanNightlyRecoveryRespirationInterval"`
}

// Put adds the values to a day.
func (r *PolarRecharge) Put(w *training.WellnessDay, source string) {
	const minuteMs = 60_000 // divided by none it is infinite, which is out of every range
	w.PutMeasured(training.WellnessHRVRmssdMs, float64(r.RmssdMs), source)
	w.PutMeasured(training.WellnessSleepingHRBpm, minuteMs/float64(r.BeatMs), source)
	w.PutMeasured(training.WellnessRespirationPerM, minuteMs/float64(r.BreathMs), source)
}
