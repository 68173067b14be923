package oracle

import (
	"math"
	"testing"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/rawxml"
)

// TestEveryClassOfRecordingIsMeasured: a recording of each format and kind of
// device that the project makes itself, held to the laws of [checkView] and to
// the figures that its maker stored.
func TestEveryClassOfRecordingIsMeasured(t *testing.T) {
	t.Parallel()
	compared := map[training.Metric]int{}
	for _, sc := range append(rawfit.Scenarios(), rawxml.Scenarios()...) {
		if sc.Truth.Kind != "activity" {
			continue
		}
		res, err := recording.Read(t.Context(), "test", sc.Bytes, recording.Limits{})
		if err != nil || len(res.Recordings) != len(sc.Truth.Sessions) {
			t.Errorf("%s: %d recordings, %v", sc.Name, len(res.Recordings), err)
			continue
		}
		for i, r := range res.Recordings {
			v := stream.Of(r, stream.Limits{})
			checkView(t, sc.Name, v)
			ours, device := summary.Of(v).Values, sc.Truth.Sessions[i].Device
			for field, c := range map[string]struct {
				metric training.Metric
				scale  float64
				within float64
			}{
				"avg_power": {training.MetricAvgPowerW, 1, 1}, "max_power": {training.MetricMaxPowerW, 1, 0.5},
				"normalized_power": {training.MetricNormalizedPowerW, 1, 1}, "avg_heart_rate": {training.MetricAvgHRBpm, 1, 1},
				"total_distance": {training.MetricDistanceKM, 1000, 20}, "total_timer_time": {training.MetricDurationS, 1, 1},
				"total_work": {training.MetricWorkKJ, 1000, 1000},
			} {
				want, ok := device[field]
				got, have := ours[c.metric]
				if !ok || !have || sc.Truth.Damaged {
					continue
				}
				compared[c.metric]++
				if math.Abs(got*c.scale-want) > c.within {
					t.Errorf("%s: %s is %v, the device's %v", sc.Name, c.metric, got*c.scale, want)
				}
			}
		}
	}
	if len(compared) != 7 {
		t.Errorf("compared were %v", compared)
	}
}
