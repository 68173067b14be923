package answerstest

import (
	"lapkeep/internal/derive"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Record stores a recording with everything that is derived from it.
func (s *FitnessStore) Record(id training.ActivityID, sport training.Sport, day training.Day, rec *training.Recording) {
	sum, ps := derive.Single(training.Activity{ID: id, Sport: sport, SubSport: rec.SubSport, LocalDay: day}, training.RecordingID(id), rec)
	prims := map[string][]byte{}
	for _, p := range ps {
		prims[p.Kind] = p.Data
	}
	v := sum.Values
	s.AddRecording(id, *rec)
	s.Add(store.LoadInput{
		ID: id, Sport: sport, Day: day, TimerS: v[training.MetricDurationS], MovingS: v[training.MetricMovingTimeS],
		ElapsedS: v[training.MetricElapsedTimeS], DistanceM: v[training.MetricDistanceKM] * 1000, NP: v[training.MetricNormalizedPowerW],
		NPWindows: sum.NPWindows, AvgHR: v[training.MetricAvgHRBpm], HRSeconds: sum.HRSeconds,
		Indoor: training.IndoorSub(rec.SubSport), GainM: v[training.MetricElevationGainM], WorkJ: v[training.MetricWorkKJ] * 1000,
	}, prims)
}
