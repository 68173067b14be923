package derive_test

import (
	"math"
	"testing"

	"lapkeep/internal/derive"
	"lapkeep/internal/training"
	"lapkeep/test/recordingtest"
)

// TestAveragePowerIsOfTheChosenMeter: of a ride whose power was chosen from
// another recording, the work that the primary one's device summed up is of a
// meter that the rows do not come from.
func TestAveragePowerIsOfTheChosenMeter(t *testing.T) {
	t.Parallel()
	ride := *recordingtest.Hour()
	ride.DeviceValues = nil
	act := activity("a", training.Cycling, 0)
	alone, _ := derive.Single(act, "r", &ride)
	rows := alone.Values[training.MetricAvgPowerW]
	timer := alone.Values[training.MetricDurationS]
	work := func(times float64) training.Values {
		return training.Values{training.MetricWorkKJ: rows * timer * times / 1000}
	}
	ride.DeviceValues, ride.TimerS = work(1.05), timer
	short := &training.Recording{TimerS: timer / 2, DeviceValues: work(0.97)}
	for name, c := range map[string]struct {
		from *training.Recording
		want float64
	}{
		"the primary one's own":  {nil, 1.05},
		"another's":              {&training.Recording{TimerS: timer, DeviceValues: work(0.97)}, 0.97},
		"another's without work": {&training.Recording{TimerS: timer}, 1},
		"another time's":         {short, 1},
	} {
		sum, _ := derive.Compute(derive.Inputs{Activity: act, Recording: &ride, PowerFrom: c.from, Hash: "h"})
		if got := sum.Values[training.MetricAvgPowerW] / rows; math.Abs(got-c.want) > 0.002 {
			t.Errorf("%s: %.3f of the rows' mean, want %v", name, got, c.want)
		}
	}
	if ride.DeviceValues[training.MetricWorkKJ] != work(1.05)[training.MetricWorkKJ] {
		t.Error("the recording was changed")
	}
}
