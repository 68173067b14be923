package workouts_test

import (
	"encoding/json"
	"testing"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestStepsOfAFileCount over those that are read in its text, as long as that
// is the text, and no service is said to read it otherwise.
func TestStepsOfAFileCount(t *testing.T) {
	t.Parallel()
	const text = "2x\n- 30s 90%\n"
	steps := []training.WorkoutStep{{DurationS: 30.5}, {DurationS: 30.5}}
	kept := training.StructureOf(text, steps)
	body, err := json.Marshal(training.LibraryWorkout{Description: text, Structure: kept})
	if err != nil {
		t.Fatal(err)
	}
	said := func(source string) *document.Document {
		return &document.Document{Said: []document.Said{{Source: source, Body: body}}}
	}
	for name, c := range map[string]struct {
		d    *document.Document
		text string
		want float64
	}{
		"a file's":                   {said(document.OfFiles), text, 30.5},
		"a service's":                {said("intervals"), text, 30},
		"a file's under other words": {said(document.OfFiles), "- 1m 90%", 60},
	} {
		got := workouts.StructuredSteps(c.d, c.text, kept, training.Cycling)
		if out := training.WrittenOut(got); len(out) == 0 || out[0].DurationS != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
	other := []training.WorkoutStep{{DurationS: 60}}
	if diff := workouts.Differences(said(document.OfFiles), text, other); len(diff) > 0 {
		t.Errorf("a file reads nothing: %q", diff)
	}
	if diff := workouts.Differences(said("intervals"), text, other); len(diff) == 0 {
		t.Error("a service that reads it otherwise is not told")
	}
}
