package activities_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
)

const lifted = `{"activities":[{"sport":"strength","start":"2026-05-01T07:30","duration_s":3000,"perceived_exertion":7,"sets":%q}]}`

// TestSetsByHand are read in the language of workouts, shown, edited, cleared and undone.
func TestSetsByHand(t *testing.T) {
	t.Parallel()
	l := newLives(t)(0)
	l.must(l.tool("create_activities", fmt.Sprintf(lifted,
		"Warmup\nBack squat 2x5 40kg\n\nMain\n- Back squat 3x5 100kg RPE 8 2m rest\nPlank 2x45s")))
	warmup := training.StrengthSet{Exercise: "Back squat", Kind: training.SetWarmup, Reps: 5, LoadKg: 40}
	squat := training.StrengthSet{Exercise: "Back squat", Reps: 5, LoadKg: 100, RPE: 8, RestS: 120}
	plank := training.StrengthSet{Exercise: "Plank", DurationS: 45}
	first := []training.StrengthSet{warmup, warmup, squat, squat, squat, plank, plank}
	same := func(what string, want []training.StrengthSet) {
		t.Helper()
		if diff := cmp.Diff(want, l.only().Sets); diff != "" {
			t.Error(what, diff)
		}
	}
	same("entered", first)
	id := l.ids()[0]
	edit := l.must(l.tool("update_activity", fmt.Sprintf(`{"id":%q,"sets":"Bench press 1x8 60kg"}`, id)))
	second := []training.StrengthSet{{Exercise: "Bench press", Reps: 8, LoadKg: 60}}
	same("edited", second)
	l.must(l.tool("update_activity", fmt.Sprintf(`{"id":%q,"clear":["sets"]}`, id)))
	same("cleared", first)
	l.must(l.tool("update_activity", fmt.Sprintf(`{"id":%q,"sets":"Bench press 1x8 60kg"}`, id)))
	same("edited again", second)
	_ = edit
	l.must(l.tool("update_activity", fmt.Sprintf(`{"id":%q,"sets":"Squat 1x5 100kg; Bench press 1x8 60kg"}`, id)))
	same("in one line", []training.StrengthSet{{Exercise: "Squat", Reps: 5, LoadKg: 100}, second[0]})
	l.must(l.tool("update_activity", fmt.Sprintf(`{"id":%q,"sets":"Bench press 1x8 60kg"}`, id)))
	for text, says := range map[string]string{
		"nothing": "no exercise", "Back squat 3x5 80%": "load in kg", "10m Z2": "was done", "Back squat 3x5 100kg RPE 12": "Exertion",
		"Back squat 501x5 100kg": "", "Squat 3x5 100kg, Bench press 3x8 60kg": "several exercises",
	} {
		_, err := l.tool("update_activity", fmt.Sprintf(`{"id":%q,"sets":%q}`, id, text))
		if training.KindOf(err) != training.KindInvalid && training.KindOf(err) != training.KindTooLarge ||
			!strings.Contains(fmt.Sprint(err), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
	same("refused", second)
}

// TestSetsOfAnEntryStay when the recording of a watch arrives.
func TestSetsOfAnEntryStay(t *testing.T) {
	t.Parallel()
	l := newLives(t)(0)
	l.must(l.tool("create_activities", strings.Replace(fmt.Sprintf(entryOf, ""), `"duration_s"`, `"sets":"Lunge 2x10 20kg","duration_s"`, 1)))
	l.records(0)
	if sets := l.only().Sets; len(sets) != 2 || sets[0].Exercise != "Lunge" {
		t.Error(sets)
	}
}

// TestSetsAreUnshared: a model is told nothing about sets, not even by what it may write.
func TestSetsAreUnshared(t *testing.T) {
	t.Parallel()
	l := newLives(t)(0)
	l.must(l.tool("create_activities", fmt.Sprintf(lifted, "Zercher squat 3x5 117kg")))
	id := l.ids()[0]
	for _, args := range []string{`{"id":%q,"sections":["sets","summary"]}`, `{"id":%q}`} {
		c := call(l, l.scope(training.AudienceModel))
		res, err := l.table.Call(t.Context(), "get_activity", c, fmt.Appendf(nil, args, id))
		if err != nil {
			t.Fatal(err)
		}
		text := string(res.Structured)
		if strings.Contains(text, "ercher") || strings.Contains(text, "117") || !strings.Contains(text, "hidden from assistants") {
			t.Error(text)
		}
	}
	c := call(l, l.scope(training.AudiencePage))
	res, err := l.table.Call(t.Context(), "get_activity", c, fmt.Appendf(nil, `{"id":%q,"sections":["sets"]}`, id))
	var out struct {
		Sets struct {
			Sets     int
			VolumeKg float64 `json:"volume_kg"`
		}
	}
	if err != nil || json.Unmarshal(res.Structured, &out) != nil || out.Sets.Sets != 3 || out.Sets.VolumeKg != 15*117 {
		t.Error(string(res.Structured), err)
	}
}
