package workouts_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/test/golden"
)

// able is a library of somebody with thresholds for rides, runs and swims.
type able struct{ list }

func (able) History(context.Context, training.Scope) (training.History, error) {
	return training.History{
		{Key: training.KeyFTP, Sport: training.Cycling, Values: []float64{250}},
		{Key: training.KeyThresholdPace, Sport: training.Running, Values: []float64{1000.0 / 270}},
		{Key: training.KeyThresholdPace, Sport: training.Swimming, Values: []float64{1}},
		{Key: training.KeyLTHR, Values: []float64{170}},
	}, nil
}

// unable has none.
type unable struct{ list }

func (unable) History(context.Context, training.Scope) (training.History, error) { return nil, nil }

func show(t *testing.T, r workouts.Store, q workouts.Query) *workouts.WorkoutList {
	t.Helper()
	v, err := workouts.NewLister(r).Show(t.Context(), scope, frame, q)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func ids(v *workouts.WorkoutList) string {
	var out []string
	for i := range v.Workouts {
		out = append(out, strings.TrimPrefix(v.Workouts[i].ID, "session:"))
	}
	return strings.Join(out, " ")
}

// keep holds an answer against a file.
func keep(t *testing.T, name string, v any) {
	t.Helper()
	b, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/"+name+".json", string(b)+"\n")
}

func TestSessionsAreTheLibraryOfWhoHasNone(t *testing.T) {
	t.Parallel()
	v := show(t, able{list{}}, workouts.Query{})
	if v.Total != len(workout.AllSession()) || len(v.Workouts) != v.Total || v.Truncated || len(v.Folders) != 1 {
		t.Errorf("%+v", v)
	}
	keep(t, "sessions", v)
	keep(t, "sessions-without-thresholds", show(t, unable{list{}}, workouts.Query{Limit: 8}))
}

func TestEverySessionSaysWhatItIs(t *testing.T) {
	t.Parallel()
	for _, s := range workout.AllSession() {
		d, err := workouts.GetWorkout(t.Context(), able{list{}}, scope, frame, "session:"+s.ID)
		if err != nil {
			t.Fatal(err)
		}
		w := &d.Workout
		if w.Purpose != s.Purpose || w.About != s.About || w.Literature != s.Source || w.FolderKind != "built_in" || w.FolderID != "sessions" ||
			w.Steps == nil || w.DurationS == 0 || w.Description != s.Text || (w.Load == 0) != (d.Missing["load"] != "") {
			t.Errorf("%+v", d)
		}
		picked, err := workouts.Pick(t.Context(), able{list{}}, scope, w.ID)
		if err != nil || picked.Description != s.Text || picked.FolderID != "" || picked.Session == nil {
			t.Errorf("%+v %v", picked, err)
		}
		own := stocked(t)
		picked.Name = "Monday"
		own.put(t, document.Workouts, "saved", picked.LibraryWorkout)
		if got := ids(show(t, own, workouts.Query{Text: "monday", Purpose: s.Purpose})); got != "saved" {
			t.Errorf("%s: what is saved of it is found as %q", s.ID, got)
		}
	}
	for _, name := range []string{"four-by-eight", "explosive-power", "css-hundreds"} {
		d, err := workouts.GetWorkout(t.Context(), able{list{}}, scope, frame, "session:"+name)
		if err != nil {
			t.Fatal(err)
		}
		keep(t, name, d)
	}
}

func TestSearches(t *testing.T) {
	t.Parallel()
	own := list{}
	own.put(t, document.Workouts, "tagged", training.LibraryWorkout{
		Name: "Endurance", Tags: []string{"Sweet-Spot", "hard"}, Load: 80, MovingTimeS: 3600,
	})
	own.put(t, document.Workouts, "named", training.LibraryWorkout{
		Name: "2x20 sweet spot", Sport: training.Cycling, Description: "2x\n- 20m 90%\n- 5m 55%",
	})
	own.put(t, document.Workouts, "latest", training.LibraryWorkout{Name: "The latest thresholds", Load: 300, MovingTimeS: 36000})
	own.put(t, document.Workouts, "bare", training.LibraryWorkout{Name: "Over/unders"})
	for name, c := range map[string]struct {
		q    workouts.Query
		want string
	}{
		"a tag, then a name":      {workouts.Query{Purpose: workout.SweetSpot}, "named tagged sweet-spot-blocks"},
		"a tag is for the name":   {workouts.Query{Purpose: workout.Endurance, MinLoad: 79, MaxLoad: 81}, ""},
		"whole words":             {workouts.Query{Purpose: workout.Test}, "ftp-test threshold-test css-test"},
		"one of several":          {workouts.Query{Purpose: workout.OverUnders}, "bare over-unders"},
		"a duration":              {workouts.Query{Sport: training.Cycling, MinDurationS: 3000, MaxDurationS: 3001}, "named"},
		"its bounds belong to it": {workouts.Query{Sport: training.Cycling, MinDurationS: 4260, MaxDurationS: 4260}, "four-by-eight"},
		"a load":                  {workouts.Query{MinLoad: 79.9, MaxLoad: 80.1}, "tagged"},
		"the greatest":            {workouts.Query{MinLoad: 200}, "latest"},
		"all of it": {
			workouts.Query{Folder: "sessions", Purpose: workout.VO2max, Sport: training.Cycling, MaxDurationS: 5000, MaxLoad: 60, Text: "LITTLE"},
			"one-minute-repeats",
		},
		"whom it suits": {workouts.Query{Text: "climbers"}, "over-unders"},
	} {
		v := show(t, able{own}, c.q)
		if got := ids(v); got != c.want || v.Total != len(v.Workouts) || (v.Notes != nil) != (c.q.Purpose != "") {
			t.Errorf("%s: %q, %+v", name, got, v)
		}
	}
}

// TestWhatCannotBeCompared: nothing is left out without a word.
func TestWhatCannotBeCompared(t *testing.T) {
	t.Parallel()
	own, many := list{}, list{}
	own.put(t, document.Workouts, "bare", training.LibraryWorkout{Name: "Bare"})
	for i := range 150 { // which are read all at once
		many.put(t, document.Workouts, fmt.Sprint("many", i), training.LibraryWorkout{Sport: training.Cycling, Description: "- 2km 90%"})
	}
	many.put(t, document.Workouts, "heart", training.LibraryWorkout{Sport: training.Cycling, Description: "- 10m 90% HR"})
	many.put(t, document.Workouts, "free", training.LibraryWorkout{Sport: training.Cycling, Description: "- 10m freeride"})
	many.put(t, document.Workouts, "bare", training.LibraryWorkout{Sport: training.Cycling})
	for name, c := range map[string]struct {
		r              workouts.Store
		q              workouts.Query
		duration, load string
	}{
		"thresholds": {
			unable{list{}},
			workouts.Query{Sport: training.Cycling, MaxLoad: 100},
			"",
			"not known for 18 workouts, left out: a step needs ftp_w, which is not set. update_athlete_settings sets thresholds",
		},
		"distances": {
			unable{list{}},
			workouts.Query{Sport: training.Swimming, MinDurationS: 60},
			"not known for 5 workouts, left out: a step has a distance, and threshold pace is not set. " +
				"update_athlete_settings sets thresholds", "",
		},
		"strength": {
			able{own},
			workouts.Query{MinLoad: 1},
			"",
			"not known for 9 workouts, left out: none of its steps has a target (5); " +
				"a step is all out, and its power is known only when it is done (3); it states no load and no duration with an intensity_factor (1)",
		},
		"many reasons": {
			able{many},
			workouts.Query{MinLoad: 1, Sport: training.Cycling},
			"",
			"not known for 156 workouts, left out: a step has a distance and no pace (150); " +
				"a step is all out, and its power is known only when it is done (3); " +
				"a step needs max_hr_bpm, which is not set (1); other reasons. update_athlete_settings sets thresholds",
		},
		"those of a page": {
			unable{list{}},
			workouts.Query{Sport: training.Cycling, Limit: 3},
			"",
			"not known for 3 workouts of this page: a step needs ftp_w, which is not set. update_athlete_settings sets thresholds",
		},
	} {
		v := show(t, c.r, c.q)
		if v.Missing["duration_s"].String() != c.duration || v.Missing["load"].String() != c.load {
			t.Errorf("%s: %q", name, v.Missing)
		}
	}
	known := show(t, able{own}, workouts.Query{MinLoad: 1, Limit: 100})
	if i := slices.IndexFunc(known.Workouts, func(w workouts.WorkoutRow) bool { return w.Load == 0 }); i >= 0 || known.Total != 32 {
		t.Errorf("%+v", known)
	}
}
