package workouts_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/test/golden"
	"lapkeep/test/realdata"
)

// TestStepsOfAFileCount checks that the steps of a file take precedence over
// those parsed from its text as long as the text is unchanged, and that no
// service counts as reading them differently.
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
		return &document.Document{Statements: []document.SourceLayer{{Source: source, Body: body}}}
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

// able is a library whose athlete has thresholds for rides, runs and swims.
type able struct{ list }

func (able) History(context.Context, training.Scope) (training.History, error) {
	return training.History{
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), Values: []float64{250}},
		{Key: training.KeyThresholdPace, Sport: training.Running.Plain(), Values: []float64{1000.0 / 270}},
		{Key: training.KeyThresholdPace, Sport: training.Swimming.Plain(), Values: []float64{1}},
		{Key: training.KeyLTHR, Values: []float64{170}},
	}, nil
}

// unable is a library whose athlete has none.
type unable struct{ list }

func (unable) History(context.Context, training.Scope) (training.History, error) { return nil, nil }

func show(t *testing.T, r store.Reader, q workouts.Query) *workouts.WorkoutList {
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

// keep compares an answer with a golden file.
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
	v := show(t, able{newList()}, workouts.Query{})
	if v.Total != len(workout.AllSession()) || len(v.Workouts) != v.Total || v.Truncated || len(v.Folders) != 1 {
		t.Errorf("%+v", v)
	}
	keep(t, "sessions", v)
	keep(t, "sessions-without-thresholds", show(t, unable{newList()}, workouts.Query{Limit: 8}))
}

func TestEverySessionSaysWhatItIs(t *testing.T) {
	t.Parallel()
	for _, s := range workout.AllSession() {
		d, err := workouts.GetWorkout(t.Context(), able{newList()}, scope, frame, "session:"+s.ID)
		if err != nil {
			t.Fatal(err)
		}
		w := &d.Workout
		if w.Purpose != s.Purpose || w.About != s.About || w.Literature != s.Source || w.FolderKind != "built_in" || w.FolderID != "sessions" ||
			w.Steps == nil || w.DurationS == 0 || w.Description != s.Text || (w.Load == 0) != (d.Missing["load"] != "") {
			t.Errorf("%+v", d)
		}
		picked, err := workouts.Pick(t.Context(), able{newList()}, scope, w.ID)
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
		d, err := workouts.GetWorkout(t.Context(), able{newList()}, scope, frame, "session:"+name)
		if err != nil {
			t.Fatal(err)
		}
		keep(t, name, d)
	}
}

func TestSearches(t *testing.T) {
	t.Parallel()
	own := newList()
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
		"a duration":              {workouts.Query{Sport: training.Cycling.Plain(), MinDurationS: 3000, MaxDurationS: 3001}, "named"},
		"its bounds belong to it": {workouts.Query{Sport: training.Cycling.Plain(), MinDurationS: 4260, MaxDurationS: 4260}, "four-by-eight"},
		"a load":                  {workouts.Query{MinLoad: 79.9, MaxLoad: 80.1}, "tagged"},
		"the greatest":            {workouts.Query{MinLoad: 200}, "latest"},
		"all of it": {
			workouts.Query{
				Folder: "sessions", Purpose: workout.VO2max, Sport: training.Cycling.Plain(), MaxDurationS: 5000, MaxLoad: 60,
				Text: "LITTLE",
			},
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

// TestWhatCannotBeCompared checks that nothing is left out without a note.
// TestTextsAreShownWithTheirTimes shows the texts of a step in one cell.
func TestTextsAreShownWithTheirTimes(t *testing.T) {
	t.Parallel()
	w, _ := steptext.Read("- Settle in 33^2nd at 33s 120^30 Stand up <!> 10m 60%\n- 5^Go <!> 1m", training.Cycling)
	got := workouts.StepsOn(w.Steps, efforts.Day{}).Text
	if d := cmp.Diff([]string{"Settle in; 0:33 2nd at 33s; 2:00 Stand up", "0:05 Go"}, got); d != "" {
		t.Error(d)
	}
}

func TestWhatCannotBeCompared(t *testing.T) {
	t.Parallel()
	own, many := newList(), newList()
	own.put(t, document.Workouts, "bare", training.LibraryWorkout{Name: "Bare"})
	for i := range 150 { // these are read all at once
		many.put(t, document.Workouts, fmt.Sprint("many", i), training.LibraryWorkout{Sport: training.Cycling, Description: "- 2km 90%"})
	}
	many.put(t, document.Workouts, "heart", training.LibraryWorkout{Sport: training.Cycling, Description: "- 10m 90% HR"})
	many.put(t, document.Workouts, "free", training.LibraryWorkout{Sport: training.Cycling, Description: "- 10m freeride"})
	many.put(t, document.Workouts, "bare", training.LibraryWorkout{Sport: training.Cycling})
	for name, c := range map[string]struct {
		r              store.Reader
		q              workouts.Query
		duration, load string
	}{
		"thresholds": {
			unable{newList()},
			workouts.Query{Sport: training.Running.Plain(), MaxLoad: 100},
			"",
			"not known for 18 workouts, left out: a step needs threshold pace, which is not set (12); " +
				"a step needs lthr_bpm, which is not set (4); " +
				"a step has a distance, but threshold pace is not set (2). Set thresholds with update_athlete_settings",
		},
		"distances": {
			unable{newList()},
			workouts.Query{Sport: training.Swimming.Plain(), MinDurationS: 60},
			"not known for 6 workouts, left out: a step has a distance, but threshold pace is not set. " +
				"Set thresholds with update_athlete_settings", "",
		},
		"strength": {
			able{own},
			workouts.Query{MinLoad: 1},
			"",
			"not known for 9 workouts, left out: none of its steps has a target (5); " +
				"a step is all out, so its power is known only afterwards (3); it has no load and no duration with an intensity_factor (1)",
		},
		"many reasons": {
			able{many},
			workouts.Query{MinLoad: 1, Sport: training.Cycling.Plain()},
			"",
			"not known for 156 workouts, left out: a step has a distance but no pace (150); " +
				"a step is all out, so its power is known only afterwards (3); " +
				"a step needs max_hr_bpm, which is not set (1); other reasons. Set thresholds with update_athlete_settings",
		},
		"those of a page": {
			unable{newList()},
			workouts.Query{Sport: training.Running.Plain(), Limit: 3},
			"",
			"not known for 3 workouts of this page: a step needs lthr_bpm, which is not set (2); " +
				"a step needs threshold pace, which is not set (1). Set thresholds with update_athlete_settings",
		},
	} {
		v := show(t, c.r, c.q)
		if v.Missing["duration_s"].String() != c.duration || v.Missing["load"].String() != c.load {
			t.Errorf("%s: %q", name, v.Missing)
		}
	}
	known := show(t, able{own}, workouts.Query{MinLoad: 1, Limit: 100})
	if i := slices.IndexFunc(known.Workouts, func(w workouts.WorkoutRow) bool { return w.Load == 0 }); i >= 0 || known.Total != 41 {
		t.Errorf("%+v", known)
	}
}

// TestAWorkoutThatWasGivenUp checks a ride of two times ten short efforts that
// was abandoned after the third, with the watts that the device showed.
func TestAWorkoutThatWasGivenUp(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(filepath.Join(realdata.Dir(t), "fit", "fitparse-rs__hrv-activity__0abea8.fit"))
	if err != nil {
		t.Skip(err)
	}
	res, err := fit.Read(t.Context(), b, reading.Limits{})
	if err != nil || len(res.Recordings) != 1 {
		t.Fatal(err)
	}
	r := res.Recordings[0]
	s, why := efforts.Of(stream.Of(r, stream.Limits{}))
	if why != "" {
		t.Fatal(why)
	}
	v, why := workouts.ComplianceOf(&s, workouts.CompliancePlan{Steps: r.Workout}, efforts.Day{Sport: r.Sport})
	if why != "" || v.Words.String() != "3 of 20 done, all on target, 1 interval more than planned" ||
		v.Steps.Target[0].String() != "372–516 W" ||
		*v.Steps.Interval[2] != 3 {
		t.Errorf("%+v %s", v, why)
	}
}

// settings is a store with settings read from services.
type settings struct {
	store.Reader
	docs []document.Document
}

func (s settings) Documents(ctx context.Context, _ training.Scope, _ document.Collection, _ document.Filter) ([]document.Document, error) {
	return s.docs, ctx.Err()
}

func said(t *testing.T, id, source string, x training.SportSettings) document.Document {
	t.Helper()
	b, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return document.Document{ID: id, Statements: []document.SourceLayer{{Source: source, Body: b}}}
}

// TestThere checks that the settings with the fewest sports count, only of the
// requested service, with the indoor FTP if there is one.
func TestThere(t *testing.T) {
	t.Parallel()
	both := []training.Discipline{training.Cycling.Plain(), training.Running.Plain()}
	all := settings{docs: []document.Document{
		said(t, "a", "tri", training.SportSettings{Sports: both, FTPW: 100}),
		said(t, "b", "tri", training.SportSettings{Sports: both[:1], FTPW: 250, IndoorFTPW: 240, LTHRBpm: 168, MaxHRBpm: 190, ThresholdMPS: 9}),
		said(t, "c", "tri", training.SportSettings{Sports: both[:1], FTPW: 300}),
		said(t, "d", "duo", training.SportSettings{Sports: both[:1], FTPW: 400}),
		{ID: "e", Statements: []document.SourceLayer{{Source: "tri", Body: []byte(`{`)}}},
	}}
	for _, tt := range []struct {
		source string
		sport  training.Sport
		indoor bool
		ftp    float64
	}{
		{"tri", training.Cycling, false, 250},
		{"tri", training.Cycling, true, 240},
		{"tri", training.Running, true, 100},
		{"duo", training.Cycling, true, 400},
		{"duo", training.Running, false, 0},
		{"uno", training.Cycling, false, 0},
	} {
		day, ok, err := workouts.There(t.Context(), all, training.Scope{}, tt.source, tt.sport.Plain().In(tt.indoor))
		if err != nil || ok != (tt.ftp > 0) || day.Thresholds.FTPW != tt.ftp || day.Sport != tt.sport {
			t.Errorf("%+v: %+v %v %v", tt, day, ok, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := workouts.There(ctx, all, training.Scope{}, "tri", training.Cycling.Plain()); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
}

// TestResolved checks that a differing threshold is named once, with the most
// demanding step, and that a difference in rounding is ignored.
func TestResolved(t *testing.T) {
	t.Parallel()
	day := func(sport training.Sport, ftp, lthr, maxHR, mps float64) efforts.Day {
		return efforts.Day{Sport: sport, Thresholds: training.Thresholds{FTPW: ftp, LTHRBpm: lthr, MaxHRBpm: maxHR, ThresholdMPS: mps}}
	}
	ride, run := training.Cycling, training.Running
	for _, tt := range []struct {
		text        string
		here, there efforts.Day
		want        []string
	}{
		{"- 10m 50%\n- 10m 90-100%\n- 10m 60%", day(ride, 250, 0, 0, 0), day(ride, 260, 0, 0, 0), []string{
			"step 2: the power target is 90–100 % FTP, 234–260 W at an FTP of 260 W there, 90–100 % FTP, 225–250 W at an FTP of 250 W here",
		}},
		{"- 10m 50%", day(ride, 250, 0, 0, 0), day(ride, 250.5, 0, 0, 0), nil},
		{"- 10m 50%", day(ride, 0, 0, 0, 0), day(ride, 250, 0, 0, 0), nil},
		{"- 10m 50%", day(ride, 250, 0, 0, 0), day(ride, 0, 0, 0, 0), []string{
			"step 1: the power target is 50 % FTP, for which no threshold is set there, 50 % FTP, 125 W at an FTP of 250 W here",
		}},
		{"- 10m 90% LTHR\n- 10m 80% HR", day(ride, 250, 160, 190, 0), day(ride, 200, 170, 180, 0), []string{
			"step 1: the hr target is 90 % LTHR, 153 bpm at an LTHR of 170 bpm there, 90 % LTHR, 144 bpm at an LTHR of 160 bpm here",
			"step 2: the hr target is 80 % max HR, 144 bpm at a maximum heart rate of 180 bpm there, " +
				"80 % max HR, 152 bpm at a maximum heart rate of 190 bpm here",
		}},
		{"- 1km 100% Pace", day(run, 0, 0, 0, 4), day(run, 0, 0, 0, 5), []string{
			"step 1: the pace target is 100 % threshold pace, 3:20/km at a threshold pace of 3:20/km there, " +
				"100 % threshold pace, 4:10/km at a threshold pace of 4:10/km here",
		}},
		{"- 10m 200w\n- 5m 150bpm\n- 10m Z2 HR", day(ride, 250, 160, 190, 0), day(ride, 200, 170, 180, 0), nil},
	} {
		w, _ := steptext.Read(tt.text, tt.here.Sport)
		var got []string
		for _, d := range workouts.Resolved(w.Steps, tt.here, tt.there) {
			got = append(got, d.Sentence().String())
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%q: %s", tt.text, d)
		}
	}
}

// TestInWatts checks that each target is listed once, and none that depends on FTP.
func TestInWatts(t *testing.T) {
	t.Parallel()
	w, _ := steptext.Read("- 10m 140w\n\n2x\n- 20m 220-235w\n- 5m 50%\n\n- 10m 140w 90rpm", training.Cycling)
	if d := cmp.Diff([]string{"140 W", "220–235 W"}, phrasetest.Texts(workouts.InWatts(w.Steps))); d != "" {
		t.Error(d)
	}
}

func TestProseIsWhatIsNoStep(t *testing.T) {
	t.Parallel()
	const text = "Keep it smooth.\n\nMain set 3x\n- 4m 95-100%\n- 2m 50%"
	steps := func(text string) []training.WorkoutStep {
		w, faults := steptext.Read(text, training.Cycling)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		return w.Steps
	}
	got, ok := workouts.Prose(text, training.Cycling, steps(text))
	if !ok || !strings.Contains(got, "Keep it smooth.") || strings.Contains(got, "95") {
		t.Errorf("%q %v", got, ok)
	}
	if got, ok := workouts.Prose(text, training.Cycling, steps("- 10m 60%")); ok {
		t.Errorf("steps that the text does not have are said by it: %q", got)
	}
}
