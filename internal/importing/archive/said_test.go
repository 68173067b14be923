package archive

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/training"
)

func TestWords(t *testing.T) {
	t.Parallel()
	h, err := jsonfile.Head(strings.NewReader(`{"RIDE":{"STARTTIME":"2024\/03\/01 05:30:00 UTC ","TAGS":{"Sport":"Ski ","RPE":"11 ","Workout Title":"a\u202eb ","Notes":"one\ntwo ","Weight":70},` +
		`"OVERRIDES":[{"workout_time":{"value":"3600"}},{"time_riding":{"value":3500}},{"average_power":{"value":"200 "}},{"coggan_np":{"value":"nan"}},{"average_hr":{"value":"none"}},{"total_distance":{"value":30.5}}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := training.Statement{Ref: "goldencheetah:2024_03_01_06_30_00", Sport: training.CrossCountry, Name: "ab", Description: "one\ntwo"}
	if d := cmp.Diff(want, said(h, "2024_03_01_06_30_00")); d != "" || h.Sampled {
		t.Error(d)
	}
	typed := &training.Entry{Start: time.Date(2024, 3, 1, 5, 30, 0, 0, time.UTC), TimerS: 3500, ElapsedS: 3600, Values: training.Values{
		training.MetricAvgPowerW: 200, training.MetricDistanceKM: 30.5, training.MetricMovingTimeS: 3500,
	}}
	if d := cmp.Diff(typed, entry(h)); d != "" {
		t.Error(d)
	}
	for _, name := range []string{"coggan_np", "average_hr"} {
		if v, ok := h.Overrides[name]; ok {
			t.Errorf("what is no number is %s %v", name, v)
		}
	}
}
