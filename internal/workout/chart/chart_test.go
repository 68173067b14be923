package chart_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/metrics/efforts/planned"
	"lapkeep/internal/picture/profile"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
	"lapkeep/internal/workout"
	"lapkeep/internal/workout/chart"
	"lapkeep/internal/workout/steptext"
	"lapkeep/test/golden"
	"lapkeep/test/workouttest"
)

func read(t testing.TB, sport training.Sport, text string) *workout.Workout {
	t.Helper()
	w, faults := steptext.Read(text, sport)
	for _, f := range faults {
		t.Fatal(f)
	}
	w.Name = "A session"
	return &w
}

func set(width float64, start, end profile.Level, zone int, label string) profile.Bar {
	return profile.Bar{Width: width, Start: start, End: end, Zone: zone, Label: label}
}

func steady(width, share float64, zone int, label string) profile.Bar {
	return set(width, profile.At(share), profile.At(share), zone, label)
}

func band(width, low, high float64, zone int, label string) profile.Bar {
	l := profile.Level{Low: low, High: high}
	return set(width, l, l, zone, label)
}

func free(width float64, zone int, label string) profile.Bar {
	return profile.Bar{Width: width, Target: profile.Free, Zone: zone, Label: label}
}

func TestCharts(t *testing.T) {
	t.Parallel()
	ride := training.Thresholds{FTPW: 250, LTHRBpm: 170}
	run := training.Thresholds{ThresholdMPS: 4, LTHRBpm: 170}
	for name, c := range map[string]struct {
		sport     training.Sport
		th        training.Thresholds
		text      string
		bars      []profile.Bar
		note      string
		threshold string
		up        profile.Scale
		across    profile.Axis
	}{
		"a ramp down": {
			training.Cycling, ride, "- 10m ramp 80-40%",
			[]profile.Bar{set(600, profile.At(0.8), profile.At(0.4), 2, "10 min\n200–100 W")},
			"10 min", "FTP 250 W", profile.Values(250, "W"),
			profile.Axis{},
		},
		"a repeat of bands": {
			training.Cycling, ride, "2x\n- 20m 88-94%\n- 5m 50%",
			[]profile.Bar{
				band(1200, 0.88, 0.94, 4, "20 min\n220–235 W"), steady(300, 0.5, 1, "5 min\n125 W"),
				band(1200, 0.88, 0.94, 4, "20 min\n220–235 W"), steady(300, 0.5, 1, "5 min\n125 W"),
			},
			"50 min", "FTP 250 W", profile.Values(250, "W"),
			profile.Axis{},
		},
		"shares of an FTP that is not set": {
			training.Cycling,
			training.Thresholds{},
			"- 10m 100-110%\n- 5m 250w\n- 5m z2",
			[]profile.Bar{
				band(600, 1, 1.1, 5, "10 min\n100–110 % FTP"), free(300, 0, "5 min\n250 W"), free(300, 2, "5 min\nzone 2 power"),
			},
			"the FTP is not known · 20 min", "FTP",
			profile.Scale{},
			profile.Axis{},
		},
		"watts without an FTP": {
			training.Cycling,
			training.Thresholds{},
			"- 10m 200w\n- 5m 100w",
			[]profile.Bar{steady(600, 1, 0, "10 min\n200 W"), steady(300, 0.5, 0, "5 min\n100 W")},
			"15 min", "", profile.Values(200, "W"),
			profile.Axis{},
		},
		"until the lap button": {
			training.Cycling, ride, "- 10m 60%\n- Press lap 5m 40%\n- 20m 90%",
			[]profile.Bar{
				steady(600, 0.6, 2, "10 min\n150 W"), steady(300, 0.4, 1, "until the lap button, about 5 min\n100 W"),
				steady(1200, 0.9, 4, "20 min\n225 W"),
			},
			"30 min, without what has no length", "FTP 250 W", profile.Values(250, "W"), profile.NoAxis(),
		},
		"distances without a pace among times": {
			training.Running,
			training.Thresholds{},
			"- 10m 90% Pace\n- 1km 100% Pace",
			[]profile.Bar{steady(600, 0.9, 3, "10 min\n90 % threshold pace"), steady(600, 1, 5, "1 km\n100 % threshold pace")},
			"10 min + 1 km", "threshold",
			profile.Scale{},
			profile.NoAxis(),
		},
		"a swim of distances alone": {
			training.Swimming,
			training.Thresholds{},
			"- 400mtr\n- 2500mtr",
			[]profile.Bar{free(400, 0, "400 m"), free(2500, 0, "2.5 km")},
			"2.9 km", "",
			profile.Scale{},
			profile.Distance("m", 1),
		},
		"kilometres by pace": {
			training.Running, run, "- 2km 80% Pace\n- 1km 4:10/km Pace",
			[]profile.Bar{steady(2000, 0.8, 2, "2 km\n5:13/km"), steady(1000, 1, 5, "1 km\n4:10/km")},
			"3 km", "threshold 4:10/km", profile.Pace(250, "/km"), profile.Distance("km", 1000),
		},
		"several measures": {
			training.Running, run, "- 10m 90% Pace\n- 5m 100% LTHR\n- 5m RPE 7\n- 5m 153bpm",
			[]profile.Bar{
				steady(600, 0.9, 3, "10 min\n4:38/km"), steady(300, 1, 5, "5 min\n170 bpm"), free(300, 0, "5 min\nRPE 7"),
				steady(300, 0.9, 3, "5 min\n153 bpm"),
			},
			"25 min", "threshold",
			profile.Scale{},
			profile.Axis{},
		},
		"exertion": {
			training.Running, run, "- 10m RPE 4-6",
			[]profile.Bar{band(600, 0.4, 0.6, 0, "10 min\nRPE 4–6")},
			"10 min", "", profile.Values(10, "of 10"),
			profile.Axis{},
		},
	} {
		w := read(t, c.sport, c.text)
		got, why := chart.Of(english(), w, planned.Day{Sport: c.sport, Thresholds: c.th})
		got.Description = ""
		want := profile.Chart{Title: w.Name, Note: c.note, Bars: c.bars, Threshold: c.threshold, Up: c.up, Across: c.across}
		if d := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9), cmp.AllowUnexported(profile.Scale{}, profile.Axis{})); d != "" || why != "" {
			t.Errorf("%s (-want +got): %s\n%s", name, why, d)
		}
	}
}

func TestPausesAndEffort(t *testing.T) {
	t.Parallel()
	w := &workout.Workout{Sport: training.Rowing, Steps: []training.WorkoutStep{
		{DurationS: 60, MaxEffort: true, RestS: 30, Text: "start"},
		{DurationS: 60, Free: true, Targets: []training.StepTarget{{Of: training.TargetPower, Unit: training.TargetW, Low: 100, High: 100}}},
	}}
	got, _ := chart.Of(english(), w, planned.Day{Sport: training.Rowing})
	want := []profile.Bar{
		{Width: 60, Target: profile.Maximal, Zone: 7, Label: "1 min\nall out\nthen 30 s rest\nstart"},
		{Width: 30, Zone: 1, Label: "30 s\nrest"},
		free(60, 0, "1 min\n100 W"),
	}
	if d := cmp.Diff(want, got.Bars); d != "" {
		t.Error(d)
	}
	w.Steps = []training.WorkoutStep{{DistanceM: 500, RestS: 30}} // a pause is no way
	if got, _ := chart.Of(english(), w, planned.Day{}); len(got.Bars) != 1 || got.Bars[0].Width != 500 {
		t.Errorf("%+v", got.Bars)
	}
}

func TestNothingToDraw(t *testing.T) {
	t.Parallel()
	squats := training.WorkoutStep{Text: "Squats", Exercise: &training.StepExercise{Sets: 3, Reps: 10}}
	for why, steps := range map[string][]training.WorkoutStep{
		"the workout has no steps":                                   nil,
		"the steps are exercises, which have no intensity over time": {squats, squats},
	} {
		w := &workout.Workout{Sport: training.Strength, Steps: steps}
		if c, got := chart.Of(english(), w, planned.Day{}); got.String() != why || len(c.Bars) > 0 {
			t.Errorf("%q, not %q", got, why)
		}
	}
	c, why := chart.Of(english(), &workout.Workout{Steps: []training.WorkoutStep{squats, {DurationS: 600}}}, planned.Day{})
	if why != "" || len(c.Bars) != 2 || c.Bars[0].Label != "Squats, 3 × 10" || c.Bars[0].Target != profile.Free {
		t.Errorf("%q %+v", why, c.Bars)
	}
}

// TestEveryWorkoutHasAChart: a bar for each step that is done, none of which
// is left out, for whatever workout with whatever thresholds.
func TestEveryWorkoutHasAChart(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sport := rapid.SampledFrom([]training.Sport{training.Cycling, training.Running, training.Swimming, training.Strength}).Draw(t, "sport")
		w, day := workouttest.Random(t, sport), planned.Day{Sport: sport}
		if rapid.Bool().Draw(t, "thresholds") {
			day = workouttest.Day(sport)
		}
		c, why := chart.Of(english(), &w, day)
		pauses := 0
		for _, b := range c.Bars {
			if b.Width <= 0 {
				t.Fatalf("a bar without a width: %+v", b)
			}
			if strings.HasSuffix(b.Label, "\nrest") {
				pauses++
			}
		}
		if n := len(training.WrittenOut(w.Steps)); why == "" && len(c.Bars)-pauses != n {
			t.Fatalf("%d bars of %d steps", len(c.Bars)-pauses, n)
		}
	})
}

func TestPicture(t *testing.T) {
	t.Parallel()
	w := read(t, training.Cycling, "Warmup\n- 15m ramp 45-75%\n\n"+
		"3x\n- over 2m 105%\n- under 4m 88-94%\n- 4m 55%\n\n- 10m freeride\n- 1m z7\n- 5m ramp 60-40%")
	c, _ := chart.Of(english(), w, planned.Day{Sport: training.Cycling, Thresholds: training.Thresholds{FTPW: 265}})
	golden.Check(t, "testdata/over-unders.svg", string(c.Canvas().SVG()))
}

func english() chart.Voice { return chart.Voice{Say: phrase.InEnglish} }
