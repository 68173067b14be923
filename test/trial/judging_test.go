package trial

import (
	"encoding/json"
	"testing"
)

// TestJudge: a judge that finds every answer right would be worth nothing.
func TestJudge(t *testing.T) {
	t.Parallel()
	var answer map[string]any
	err := json.Unmarshal([]byte(`{
		"totals": {"duration_s": 7200, "distance_km": 20.04},
		"rows": [{"sport": "run", "km": 5, "day": "2026-08-01"}, {"sport": "ride", "km": 40, "day": "2026-08-02"}],
		"zones": [{"s": [1, 2, 3]}, {"s": [10, 20, 30]}],
		"missing": {"spo2": "never measured"}}`), &answer)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fact  any
		at    string
		right bool
	}{
		{2.0, "totals.duration_s / 3600", true},
		{2.0, "totals.duration_s", false},
		{20.0, "totals.distance_km", true}, // told to a tenth
		{20.2, "totals.distance_km", false},
		{20.2, "totals.distance_km ± 1%", true},
		{20.5, "totals.distance_km ± 0.5", true},
		{20.6, "totals.distance_km ± 0.5", false},
		{40.0, "rows[sport=ride].km", true},
		{5.0, "rows[sport=ride].km", false},
		{[]string{"2026-08-01", "2026-08-02"}, "rows.day", true},
		{[]string{"2026-08-01"}, "rows.day", false},
		{[]string{"2026-08-02", "2026-08-01"}, "reversed rows.day", true},
		{"2026-08-02", "argmax rows.km rows.day", true},
		{5.0, "at 2026-08-01 rows.day rows.km", true},
		{40.0, "max rows.km", true},
		{22.5, "mean rows.km", true},
		{2.0, "count rows", true},
		{0.0, "count rows[sport=swim]", true},
		{0.0, "count nothing", false},
		{35.0, "diff rows[1].km rows[0].km", true},
		{8.0, "ratio rows[1].km rows[0].km", true},
		{[]float64{11, 22, 33}, "add zones.s", true},
		{100 * 11.0 / 66, "share zones.s", true},
		{22.0, "sum zones.s[1]", true},
		{55.0, "sum zones.s[1:]", true},
		{[]float64{2, 3}, "zones[0].s[1:]", true},
		{0.0, "totals.nothing", false}, // what is not told is no zero
		{absent{}, "spo2", true},
		{absent{}, "steps", false}, // without a reason
		{absent{}, "totals.distance_km", false},
		{"never measured", "anywhere", true},
		{"2019", "anywhere", false},
	} {
		wrong, err := judge(answer, c.fact, c.at)
		if err != nil || (wrong == "") != c.right {
			t.Errorf("%v at %q: %q, %v", c.fact, c.at, wrong, err)
		}
	}
	if _, err := judge(answer, 1.0, "guess rows.km"); err == nil {
		t.Error("an unknown way to answer is no error")
	}
}
