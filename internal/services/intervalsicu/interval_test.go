package intervalsicu

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/testdata"
	"lapkeep/internal/training"
)

// TestAnIntervalIsKeptWithAllItsNumbers: what was never measured is left out,
// and a group keeps its word, count and length.
func TestAnIntervalIsKeptWithAllItsNumbers(t *testing.T) {
	t.Parallel()
	var all Intervals
	if err := json.Unmarshal([]byte(`{"icu_intervals":[{"id":4,"label":"Hill","type":"WORK","group_id":"300s@250w","start_time":600,
	"end_time":900,
		"moving_time":298,"average_watts":250,"joules":74500,"joules_above_ftp":1200,"wbal_start":19000,"wbal_end":0,"average_dfa_a1":0.72,
		"average_smo2":null,"max_speed":10,"gap":3.5,"average_temp":0}],
		"icu_groups":[{"id":"300s@250w","count":4,"elapsed_time":1200,"moving_time":1190,"average_watts":249,"min_cadence":70}]}`),
		&all); err != nil {
		t.Fatal(err)
	}
	want := training.Drawn{
		Intervals: []training.DrawnInterval{{
			Name: "Hill", Group: "300s@250w", StartS: 600, EndS: 900, MovingS: 298, AvgPowerW: 250, More: map[string]float64{
				"work_kj": 74.5, "work_above_ftp_kj": 1.2, "w_prime_balance_start_j": 19000, "w_prime_balance_end_j": 0, "dfa_alpha1": 0.72,
				"max_speed_kmh": 36, "graded_speed_kmh": 12.6, "avg_temp_c": 0,
			},
		}},
		Groups: []training.DrawnGroup{{Count: 4, DrawnInterval: training.DrawnInterval{
			Group: "300s@250w", EndS: 1200, MovingS: 1190, AvgPowerW: 249, More: map[string]float64{"min_cadence_rpm": 70},
		}}},
	}
	if d := cmp.Diff(want, all.Read()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for _, broken := range []string{`{"icu_intervals":[{"joules":"many"}]}`, `{"icu_groups":[{"id":7}]}`, `{"icu_intervals":[5]}`} {
		if err := json.Unmarshal([]byte(broken), new(Intervals)); err == nil {
			t.Errorf("%s was read", broken)
		}
	}
}

// TestWhoMadeTheIntervals: those that the athlete edited are drawn, others are
// found once the service has analysed what was recorded.
func TestWhoMadeTheIntervals(t *testing.T) {
	t.Parallel()
	read := func(text string) (drawn, found string) {
		var a Activity
		head := `{"id":"i1","type":"Ride","name":"x","start_date":"2026-09-01T08:00:00Z","start_date_local":"2026-09-01T10:00:00"`
		if err := json.Unmarshal([]byte(head+text+`}`), &a); err != nil {
			t.Fatal(err)
		}
		got := a.Read(time.UTC)
		return got.Drawn, got.Found
	}
	analysed := `,"analyzed":"2026-09-01T11:00:00Z"`
	if drawn, found := read(analysed + `,"icu_intervals_edited":true,"stream_types":["watts"]`); drawn == "" || found != "" {
		t.Errorf("edited: %q %q", drawn, found)
	}
	if drawn, found := read(analysed + `,"stream_types":["watts"]`); drawn != "" || found == "" {
		t.Errorf("unedited: %q %q", drawn, found)
	}
	for _, none := range []string{analysed, `,"stream_types":["watts"]`} {
		if drawn, found := read(none); drawn != "" || found != "" {
			t.Errorf("%s: %q %q", none, drawn, found)
		}
	}
}

// TestTheNumbersOfAnIntervalAreInTheDocument by the names that are read.
func TestTheNumbersOfAnIntervalAreInTheDocument(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(testdata.Dir(t), "specs", "intervals-openapi.json"))
	if err != nil {
		t.Skip("the service's document is not with the test data")
	}
	var d struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]any `json:"properties"`
			} `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	known, names := d.Components.Schemas["Interval"].Properties, map[string]bool{}
	for _, there := range slices.Sorted(maps.Keys(moreOfInterval)) {
		here := moreOfInterval[there].name
		if known[there] == nil || names[here] || here != strings.ToLower(here) {
			t.Errorf("%s as %s", there, here)
		}
		names[here] = true
	}
}
