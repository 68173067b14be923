package tools

import (
	"math"
	"testing"
)

func TestQuantitiesWithTheirUnit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		argument, text string
		want           float64
		ok             bool
	}{
		{"ftp_w", "260 W", 260, true},
		{"activities[0].distance_km", "40.5km", 40.5, true},
		{"weight_kg", "70 lb", 0, false},
		{"elevation_gain_m", "1 km", 1000, true},
		{"distance_km", "40 mi", 64.37376, true},
		{"min_distance_km", "10 miles", 16.09344, true},
		{"distances_m[0]", "5k", 5000, true},
		{"race_distance_m", "Half Marathon", 21097.5, true},
		{"interval_distance_m", "1 mile", 1609.344, true},
		{"distances_m", "100 yd", 91.44, true},
		{"distance_km", "40 min", 0, false},
		{"durations_s", "5k", 0, false},
		{"distances_m", "100m", 100, true},
		{"min_duration_s", "4h", 14400, true},
		{"durations_s[3]", "20min", 1200, true},
		{"activities[1].laps_s[0]", "5m", 300, true},
		{"duration_s", "1h30min", 5400, true},
		{"duration_s", "1:30:00", 5400, true},
		{"duration_s", "1:30", 0, false},
		{"duration_s", "1:99:00", 0, false},
		{"threshold_pace_s_per_km", "4:15", 255, true},
		{"css_pace_s_per_100m", "1:32", 92, true},
		{"threshold_pace_s_per_km", "4:15:00", 0, false},
		{"threshold_pace_s_per_km", "4:5", 0, false},
		{"max_hr_bpm", "187bpm", 187, true},
		{"limit", "10 W", 0, false},
		{"ftp_w", "w", 0, false},
	} {
		got, ok := quantity(c.argument, c.text)
		if ok != c.ok || ok && math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s %q is %v %v, want %v %v", c.argument, c.text, got, ok, c.want, c.ok)
		}
	}
}
