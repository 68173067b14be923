package activity_test

import (
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
)

// TestAStretchIsTheLapOverIt: the numbers of a stretch are those that the lap from
// and to the same seconds has.
func TestAStretchIsTheLapOverIt(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	d, err := activity.Describe(t.Context(), s, answerstest.ActivityModel, activity.DetailQuery{
		ID: string(answerstest.Ride), Sections: []activity.Section{activity.SectionLaps},
	})
	if err != nil || len(d.Laps) < 2 {
		t.Fatalf("%d laps, %v", len(d.Laps), err)
	}
	from, to := d.Laps[0]["start_offset_s"].(float64), d.Laps[1]["start_offset_s"].(float64)
	got := read(t, s, activity.Query{ID: string(answerstest.Ride), Channels: []string{"hr"}, FromS: int(from), ToS: int(to)})
	for _, key := range []string{"avg_power_w", "normalized_power_w", "max_power_w", "avg_hr_bpm", "distance_km", "duration_s"} {
		if want := d.Laps[0][key]; want != nil && got.Stretch[key] != want {
			t.Errorf("%s is %v, the lap's %v", key, got.Stretch[key], want)
		}
	}
	if got.Stretch["avg_power_w"] == nil || got.Stretch["end_offset_s"] != to {
		t.Errorf("%v", got.Stretch)
	}
}

func TestAStretchThatIsMissing(t *testing.T) {
	t.Parallel()
	for id, q := range map[string]activity.Query{
		"after the end": {ID: string(answerstest.Ride), FromS: 1 << 20, ToS: 1<<20 + 10}, "typed in": {ID: string(answerstest.ByHand), ToS: 60},
	} {
		if got := read(t, answerstest.NewActivityStore(), q); got.Stretch != nil || got.Missing["stretch"] == "" {
			t.Errorf("%s: %v %v", id, got.Stretch, got.Missing)
		}
	}
	if got := read(t, answerstest.NewActivityStore(), activity.Query{ID: string(answerstest.Ride), FromS: 60}); got.Stretch != nil {
		t.Errorf("without an end: %v", got.Stretch)
	}
}
