package training

import (
	"encoding/json"
	"math"
	"testing"
)

func TestWellnessDay(t *testing.T) {
	t.Parallel()
	var w WellnessDay
	w.Put(WellnessSteps, math.NaN(), "garmin")
	w.Put(WellnessSteps, math.Inf(1), "garmin")
	w.Say(WellnessComments, "", "athlete")
	if !w.Empty() {
		t.Errorf("nothing was said: %+v", w)
	}
	w.Day = NewDay(2026, 3, 1)
	w.Put(WellnessSteps, 0, "garmin")
	w.Say(WellnessComments, "tired", "athlete")
	w.Put(CustomWellness("Knee"), 2, "intervals")
	got, err := json.Marshal(w)
	want := `{"local_date":"2026-03-01","numbers":{"custom:Knee":{"value":2,"source":"intervals"},"steps":{"value":0,"source":"garmin"}},"words":{"comments":{"text":"tired","source":"athlete"}}}`
	if err != nil || string(got) != want || w.Empty() {
		t.Errorf("%s %v", got, err)
	}
}

func TestWellnessRanges(t *testing.T) {
	t.Parallel()
	for f := range wellnessRanges {
		if low, high, ok := f.Range(); !ok || low >= high {
			t.Errorf("%s: %v to %v", f, low, high)
		}
	}
	for _, f := range []WellnessField{WellnessComments, WellnessSleepStart, CustomWellness("Knee")} {
		if _, _, ok := f.Range(); ok {
			t.Errorf("%s is no number we know", f)
		}
	}
}
