package page

import (
	"encoding/json"
	"testing"
)

// TestUnits is the table of what a number of the tool is shown as, metric and
// in miles and feet.
func TestUnits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ key, told, metric, miles string }{
		{"distance_km", "42.195", "42.195 km", "26.2 mi"},
		{"distance_km", "5", "5 km", "3.11 mi"},
		{"distance_km", "16.09", "16.09 km", "10.00 mi"},
		{"distance_km", "180.25", "180.25 km", "112 mi"},
		{"distance_m", "400", "400 m", "0.25 mi"},
		{"distance_m", "10000", "10000 m", "6.21 mi"},
		{"swum_m", "1500", "1500 m", "1640 yd"},
		{"pool_length_m", "25", "25 m", "25 m"},
		{"pool_length_m", "50", "50 m", "50 m"},
		{"elevation_gain_m", "0", "0 m", "0 ft"},
		{"pool_length_m", "22.86", "22.86 m", "25 yd"},
		{"pace_s_per_km", "300", "5:00 /km", "8:03 /mi"},
		{"threshold_pace_s_per_km", "240.5", "4:01 /km", "6:27 /mi"},
		{"css_s_per_100m", "100", "1:40 /100 m", "1:31 /100 yd"},
		{"avg_speed_kmh", "30", "30 km/h", "18.6 mph"},
		{"threshold_speed_mps", "4", "4 m/s", "8.95 mph"},
		{"elevation_gain_m", "1000", "1000 m", "3281 ft"},
		{"elevation_gain_m", "-0.1", "-0.1 m", "-0.33 ft"},
		{"vam_m_per_h", "1000", "1000 m/h", "3281 ft/h"},
		{"elevation_gain_m_per_km", "10", "10 m/km", "52.8 ft/mi"},
		{"weight_kg", "61.8", "61.8 kg", "136.2 lb"},
		{"change_28d_kg", "-0.5", "-0.5 kg", "-1.1 lb"},
		{"height_cm", "180", "180 cm", "70.9 in"},
		{"avg_temp_c", "0", "0 °C", "32 °F"},
		{"avg_temp_c", "-40", "-40 °C", "-40 °F"},
		{"avg_temp_c", "21.5", "21.5 °C", "70.7 °F"},
		{"avg_power_w_per_kg", "4.162", "4.162 W/kg", "4.162 W/kg"},
		{"avg_leg_stiffness_kn_per_m", "11.4", "11.4 kN/m", "11.4 kN/m"},
		{"carbs_g_per_h", "60", "60 g/h", "60 g/h"},
		{"fluid_ml_per_h", "500", "500 ml/h", "500 ml/h"},
		{"force_n_per_m", "2", "2 ", "2 "}, // a unit that nobody told the page
		{"fatigued_after_kj_per_kg", "30", "30 kJ/kg", "30 kJ/kg"},
		{"eddington_km", "91", "91 ", "91 "},
		{"avg_power_w", "244", "244 W", "244 W"},
		{"avg_cadence_rpm", "88", "88 rpm", "88 rpm"},
		{"duration_s", "3661", "1:01:01 ", "1:01:01 "},
		{"distance_km", "", "– ", "– "},
	} {
		for _, miles := range []bool{false, true} {
			want := c.metric
			if miles {
				want = c.miles
			}
			m := (&Page{Miles: miles}).Number(c.key, json.Number(c.told))
			if got := m.Text + " " + m.Unit; got != want {
				t.Errorf("%s %s, miles %v: %q, want %q", c.key, c.told, miles, got, want)
			}
			if m.Value != c.told {
				t.Errorf("%s: the tool's %s became %s", c.key, c.told, m.Value)
			}
		}
	}
}

// TestChartsDrawInTheReadersUnits: a chart has the numbers of the tool, and what
// makes those of the reader of them.
func TestChartsDrawInTheReadersUnits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ key, factor, shift string }{
		{"pace_s_per_km", "1.609344", "0"}, {"avg_temp_c", "1.8", "32"}, {"power_w", "", ""}, {"load", "", ""},
	} {
		if f, s := (&Page{Miles: true}).axisOf(c.key); f != c.factor || s != c.shift {
			t.Errorf("%s: %q and %q", c.key, f, s)
		}
		if f, s := (&Page{}).axisOf(c.key); f != "" || s != "" {
			t.Errorf("metric %s: %q and %q", c.key, f, s)
		}
	}
	if shown, f, s := (&Page{Miles: true}).StreamUnit("avg_speed_kmh", 3.6); shown != "mph" || f[:6] != "2.2369" || s != "0" {
		t.Errorf("speed: %s %s %s", shown, f, s)
	}
}
