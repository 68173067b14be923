package structure

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
)

// TestDrawnIntervalsShowAllThatTheServiceSays checks that all values are shown,
// with gaps for missing ones, and the groups with the service's totals.
func TestDrawnIntervalsShowAllThatTheServiceSays(t *testing.T) {
	t.Parallel()
	drawn := &training.Drawn{
		Source: "intervals",
		Intervals: []training.DrawnInterval{
			{
				Name: "Hill", Group: "a", EndS: 300, MovingS: 298, AvgPowerW: 250, Intensity: 0.954,
				More: map[string]float64{"dfa_alpha1": 0.72345, "avg_temp_c": 0},
			},
			{Rest: true, StartS: 300, EndS: 400, More: map[string]float64{"avg_temp_c": 1}},
		},
		Groups: []training.DrawnGroup{{
			Count: 2, DrawnInterval: training.DrawnInterval{
				Group: "a", EndS: 600, AvgPowerW: 249, SpeedMPS: 10, Intensity: 0.95, More: map[string]float64{"work_kj": 149.4},
			},
		}},
	}
	got := drawnOf(drawn, training.Cycling)
	if got.Values != nil || got.Groups != nil {
		t.Errorf("unasked for: %+v", got)
	}
	got.more(drawn)
	got.PerKg(62.5)
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"service":"intervals","interval":["Hill",""],"group":["a",""],"start_offset_s":[0,300],"duration_s":[300,100],"kind":["work","rest"],` +
		`"avg_power_w":[250,null],"percent_of_threshold":[95.4,null],` +
		`"values":{"avg_power_w_per_kg":[4,null],"avg_temp_c":[0,1],"dfa_alpha1":[0.723,null],"moving_time_s":[298,null]},` +
		`"groups":[{"group":"a","intervals":2,"duration_s":600,"avg_power_w":249,"percent_of_threshold":95,"avg_speed_kmh":36}]}`
	if d := cmp.Diff(want, string(text)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
