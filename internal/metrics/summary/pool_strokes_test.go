package summary_test

import (
	"testing"

	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

func pool() *training.Recording {
	return &training.Recording{
		Sport: training.Swimming, DeviceValues: training.Values{training.MetricPoolLengthM: 25},
		Lengths: []training.Length{
			{TimerS: 30, Strokes: 12, Active: true},
			{TimerS: 60},                                     // at the wall
			{TimerS: 40, Active: true, Stroke: "drill"},      // not counted
			{ElapsedS: 30, Strokes: 8, Active: true, Lap: 1}, // a device that has no timer
		},
	}
}

func TestStrokesCountOnlyLengthsThatHaveThem(t *testing.T) {
	t.Parallel()
	every := func(training.Length) bool { return true }
	v := training.Values{training.MetricPaceSPerKM: 1200}
	summary.PutStrokes(v, pool(), every)
	metricstest.Close(t, "rate", v[training.MetricAvgStrokesPerMin], 20, 1e-12)
	metricstest.Close(t, "distance of a stroke", v[training.MetricDistancePerStrokeCM], 250, 1e-12)
	metricstest.Close(t, "pace", v[training.MetricPaceSPer100M], 120, 1e-12)
	lap := training.Values{}
	summary.PutStrokes(lap, pool(), func(l training.Length) bool { return l.Lap == 1 })
	metricstest.Close(t, "the second lap's rate", lap[training.MetricAvgStrokesPerMin], 16, 1e-12)
	unknown := pool()
	unknown.DeviceValues = nil
	v = training.Values{}
	summary.PutStrokes(v, unknown, every)
	if _, ok := v[training.MetricDistancePerStrokeCM]; ok || v[training.MetricAvgStrokesPerMin] == 0 || len(v) != 1 {
		t.Errorf("without the pool's length: %v", v)
	}
	v = training.Values{}
	summary.PutStrokes(v, &training.Recording{Sport: training.Swimming}, every)
	if len(v) != 0 {
		t.Errorf("without lengths: %v", v)
	}
}
