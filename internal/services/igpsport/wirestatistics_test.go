package igpsport

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
)

func near(got *float64, want float64, decimals int) bool {
	return got != nil && math.Round(*got*math.Pow10(decimals))/math.Pow10(decimals) == want
}

// TestStatistics are the values that igpsport-mcp holds its own against, in our
// units: hours are seconds.
func TestStatistics(t *testing.T) {
	t.Parallel()
	const said = `{
		"statisticsData":{"avgSpeed":7.4832234,"totalDistance":4340509,"totalTimerTime":580032,"totalCount":138,"totalPwrTSS":"9613.5"},
		"axis":[{"time":"2026/01","totalCount":22,"totalTimerTime":76515,"value":572.5},{"time":"2026/07","value":0.0}],
		"milestoneList":[{"count":135,"distance":"10"}],
		"personalBestList":[
			{"activityId":12345,"keyName":"MaxDistance","keyValue":"178207.23","keyTime":"2026-04-25 08:53:11"},
			{"activityId":null,"keyName":"MaxAvgSpeed","keyValue":"8.685"},{"keyName":"MaxMaxPower","keyValue":"851"},
			{"keyName":"MaxTime","keyValue":"36000"},{"keyName":"MaxClimbinSpeed","keyValue":"1850.5"},
			{"keyName":"MaxLuck","keyValue":"7"},{"keyName":"MaxAvgPower","keyValue":""}]}`
	var w Statistics
	if err := json.Unmarshal([]byte(said), &w); err != nil {
		t.Fatal(err)
	}
	s := w.Read("2026")
	tot := s.Totals
	if !near(tot.Activities, 138, 0) || !near(tot.DistanceKm, 4340.51, 2) || !near(tot.DurationS, 580032, 0) ||
		!near(tot.AvgSpeedKmh, 26.94, 2) || !near(tot.TSS, 9613.5, 1) || tot.ElevationGainM != nil || tot.CaloriesKcal != nil {
		t.Errorf("totals: %+v", tot)
	}
	if h := *tot.DurationS / 3600; math.Round(h*100) != 16112 {
		t.Errorf("%g h", h)
	}
	m := s.Months
	if len(m) != 2 || m[0].Month != "2026-01" || !near(m[0].Activities, 22, 0) || !near(m[0].DistanceKm, 572.5, 1) ||
		!near(m[0].DurationS, 21.25*3600, -2) || m[1].Activities != nil || m[1].DurationS != nil || !near(m[1].DistanceKm, 0, 0) {
		t.Errorf("months: %+v", m)
	}
	if d := cmp.Diff([]source.Milestone{{DistanceKm: 10, Activities: 135}}, s.Milestones); d != "" {
		t.Error(d)
	}
	want := []source.StatisticsBest{
		{Metric: "distance_km", Value: 178.20723, ActivityID: "12345", Start: "2026-04-25T08:53:11"},
		{Metric: "avg_speed_kmh", Value: 31.266},
		{Metric: "max_power_w", Value: 851},
		{Metric: "duration_s", Value: 36000},
		{Metric: "elevation_gain_m", Value: 1850.5},
		{Metric: "MaxLuck", Value: 7},
	}
	close := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9*math.Max(1, math.Abs(a)) })
	if d := cmp.Diff(want, s.Bests, close); d != "" {
		t.Error(d)
	}
}
