package workout_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/picture"
	"lapkeep/internal/training"
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

func set(width float64, start, end picture.Level, zone int, label string) picture.Bar {
	return picture.Bar{Width: width, Start: start, End: end, Zone: zone, Label: label}
}

func steady(width, share float64, zone int, label string) picture.Bar {
	return set(width, picture.ProfileAt(share), picture.ProfileAt(share), zone, label)
}

func band(width, low, high float64, zone int, label string) picture.Bar {
	l := picture.Level{Low: low, High: high}
	return set(width, l, l, zone, label)
}

func free(width float64, zone int, label string) picture.Bar {
	return picture.Bar{Width: width, Target: picture.Free, Zone: zone, Label: label}
}

func TestCharts(t *testing.T) {
	t.Parallel()
	ride := training.Thresholds{FTPW: 250, LTHRBpm: 170}
	run := training.Thresholds{ThresholdMPS: 4, LTHRBpm: 170}
	for name, c := range map[string]struct {
		sport     training.Sport
		th        training.Thresholds
		text      string
		bars      []picture.Bar
		note      string
		threshold string
		up        picture.Scale
		across    picture.Axis
	}{
		"a ramp down": {
			training.Cycling, ride, "- 10m ramp 80-40%",
			[]picture.Bar{set(600, picture.ProfileAt(0.8), picture.ProfileAt(0.4), 2, "10 min\n200–100 W")},
			"10 min", "FTP 250 W", picture.ProfileValues(250, "W"),
			picture.Axis{},
		},
		"a repeat of bands": {
			training.Cycling, ride, "2x\n- 20m 88-94%\n- 5m 50%",
			[]picture.Bar{
				band(1200, 0.88, 0.94, 4, "20 min\n220–235 W"), steady(300, 0.5, 1, "5 min\n125 W"),
				band(1200, 0.88, 0.94, 4, "20 min\n220–235 W"), steady(300, 0.5, 1, "5 min\n125 W"),
			},
			"50 min", "FTP 250 W", picture.ProfileValues(250, "W"),
			picture.Axis{},
		},
		"shares of an FTP that is not set": {
			training.Cycling,
			training.Thresholds{},
			"- 10m 100-110%\n- 5m 250w\n- 5m z2",
			[]picture.Bar{
				band(600, 1, 1.1, 5, "10 min\n100–110 % FTP"), free(300, 0, "5 min\n250 W"), free(300, 2, "5 min\nzone 2 power"),
			},
			"the FTP is not known · 20 min", "FTP",
			picture.Scale{},
			picture.Axis{},
		},
		"watts without an FTP": {
			training.Cycling,
			training.Thresholds{},
			"- 10m 200w\n- 5m 100w",
			[]picture.Bar{steady(600, 1, 0, "10 min\n200 W"), steady(300, 0.5, 0, "5 min\n100 W")},
			"15 min", "", picture.ProfileValues(200, "W"),
			picture.Axis{},
		},
		"until the lap button": {
			training.Cycling, ride, "- 10m 60%\n- Press lap 5m 40%\n- 20m 90%",
			[]picture.Bar{
				steady(600, 0.6, 2, "10 min\n150 W"), steady(300, 0.4, 1, "until the lap button, about 5 min\n100 W"),
				steady(1200, 0.9, 4, "20 min\n225 W"),
			},
			"30 min, not counting steps without a length", "FTP 250 W", picture.ProfileValues(250, "W"), picture.NoAxis(),
		},
		"distances without a pace among times": {
			training.Running,
			training.Thresholds{},
			"- 10m 90% Pace\n- 1km 100% Pace",
			[]picture.Bar{steady(600, 0.9, 3, "10 min\n90 % threshold pace"), steady(600, 1, 5, "1 km\n100 % threshold pace")},
			"10 min + 1 km", "threshold",
			picture.Scale{},
			picture.NoAxis(),
		},
		"a swim of distances alone": {
			training.Swimming,
			training.Thresholds{},
			"- 400mtr\n- 2500mtr",
			[]picture.Bar{free(400, 0, "400 m"), free(2500, 0, "2.5 km")},
			"2900 m · hatched: no target", "",
			picture.NoScale(),
			picture.Distance("m", 1),
		},
		"kilometres by pace": {
			training.Running, run, "- 2km 80% Pace\n- 1km 4:10/km Pace",
			[]picture.Bar{steady(2000, 0.8, 2, "2 km\n5:13/km"), steady(1000, 1, 5, "1 km\n4:10/km")},
			"3 km", "threshold 4:10/km", picture.Pace(250, "/km"), picture.Distance("km", 1000),
		},
		"several measures": {
			training.Running, run, "- 10m 90% Pace\n- 5m 100% LTHR\n- 5m RPE 7\n- 5m 153bpm",
			[]picture.Bar{
				steady(600, 0.9, 3, "10 min\n4:38/km"), steady(300, 1, 5, "5 min\n170 bpm"), free(300, 0, "5 min\nRPE 7"),
				steady(300, 0.9, 3, "5 min\n153 bpm"),
			},
			"25 min", "threshold",
			picture.Scale{},
			picture.Axis{},
		},
		"exertion": {
			training.Running, run, "- 10m RPE 4-6",
			[]picture.Bar{band(600, 0.4, 0.6, 0, "10 min\nRPE 4–6")},
			"10 min", "", picture.ProfileValues(10, "of 10"),
			picture.Axis{},
		},
	} {
		w := read(t, c.sport, c.text)
		got, why := workout.ChartOf(english(), w, efforts.Day{Sport: c.sport, Thresholds: c.th})
		got.Description = ""
		want := picture.Chart{Title: w.Name, Note: c.note, Bars: c.bars, Threshold: c.threshold, Up: c.up, Across: c.across}
		if d := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9), cmp.AllowUnexported(picture.Scale{}, picture.Axis{})); d != "" || why != "" {
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
	got, _ := workout.ChartOf(english(), w, efforts.Day{Sport: training.Rowing})
	want := []picture.Bar{
		{Width: 60, Target: picture.Maximal, Zone: 7, Label: "1 min\nall out\nthen 30 s rest\nstart"},
		{Width: 30, Zone: 1, Label: "30 s\nrest"},
		free(60, 0, "1 min\n100 W"),
	}
	if d := cmp.Diff(want, got.Bars); d != "" {
		t.Error(d)
	}
	w.Steps = []training.WorkoutStep{{DistanceM: 500, RestS: 30}} // a pause is no way
	if got, _ := workout.ChartOf(english(), w, efforts.Day{}); len(got.Bars) != 1 || got.Bars[0].Width != 500 {
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
		if c, got := workout.ChartOf(english(), w, efforts.Day{}); got.String() != why || len(c.Bars) > 0 {
			t.Errorf("%q, not %q", got, why)
		}
	}
	c, why := workout.ChartOf(english(), &workout.Workout{Steps: []training.WorkoutStep{squats, {DurationS: 600}}}, efforts.Day{})
	if why != "" || len(c.Bars) != 2 || c.Bars[0].Label != "Squats, 3 × 10" || c.Bars[0].Target != picture.Free {
		t.Errorf("%q %+v", why, c.Bars)
	}
}

// TestEveryWorkoutHasAChart: a bar for each step that is done, none of which
// is left out, for whatever workout with whatever thresholds.
func TestEveryWorkoutHasAChart(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sport := rapid.SampledFrom([]training.Sport{training.Cycling, training.Running, training.Swimming, training.Strength}).Draw(t, "sport")
		w, day := workouttest.Random(t, sport), efforts.Day{Sport: sport}
		if rapid.Bool().Draw(t, "thresholds") {
			day = workouttest.Day(sport)
		}
		c, why := workout.ChartOf(english(), &w, day)
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
	c, _ := workout.ChartOf(english(), w, efforts.Day{Sport: training.Cycling, Thresholds: training.Thresholds{FTPW: 265}})
	golden.Check(t, "testdata/over-unders.svg", string(c.Canvas().SVG()))
}

func english() workout.Voice { return workout.Voice{Say: i18n.InEnglish} }

func TestDifferences(t *testing.T) {
	t.Parallel()
	target := func(of training.TargetOf, unit training.TargetUnit, low, high float64) training.StepTarget {
		return training.StepTarget{Of: of, Unit: unit, Low: low, High: high}
	}
	step := func(seconds float64, targets ...training.StepTarget) training.WorkoutStep {
		return training.WorkoutStep{DurationS: seconds, Targets: targets}
	}
	ftp := func(low, high float64) training.StepTarget {
		return target(training.TargetPower, training.TargetFTP, low, high)
	}
	up, best, own := ftp(50, 75), ftp(60, 60), target(training.TargetPower, training.TargetOwnZone, 1, 1)
	up.Ramp, best.Unit, best.OverS = training.RampUp, training.TargetBest, 300
	three := func(s training.WorkoutStep) []training.WorkoutStep {
		return []training.WorkoutStep{{Kind: training.StepRepeat, Count: 3, Steps: []training.WorkoutStep{s}}}
	}
	for name, tt := range map[string]struct {
		ours, theirs []training.WorkoutStep
		want         []string
	}{
		"none":      {},
		"rounded":   {ours: []training.WorkoutStep{step(60, ftp(88, 94))}, theirs: []training.WorkoutStep{step(60.5, ftp(88.1, 94))}},
		"a repeat":  {ours: three(step(60)), theirs: three(step(90)), want: []string{"step 1: 90 s there, 60 s here"}},
		"how many":  {ours: three(step(60)), theirs: []training.WorkoutStep{step(60)}, want: []string{"it has 1 step there and 3 steps here"}},
		"distances": {ours: []training.WorkoutStep{{DistanceM: 400}}, theirs: []training.WorkoutStep{{DistanceM: 400, DurationS: 90}}},
		"minutes": {
			ours: []training.WorkoutStep{{DistanceM: 400}}, theirs: []training.WorkoutStep{step(24000)},
			want: []string{"step 1: 24000 s there, 400 m here"},
		},
		"the lap button": {
			ours: []training.WorkoutStep{{DurationS: 60, Open: true}}, theirs: []training.WorkoutStep{step(60)},
			want: []string{"step 1: 60 s there, 60 s or until the lap button here"},
		},
		"a ramp": {
			ours: []training.WorkoutStep{step(60, up)}, theirs: []training.WorkoutStep{step(60, ftp(50, 75))},
			want: []string{"step 1: the power target is 50–75 % FTP there, ramp 50–75 % FTP here"},
		},
		"no target": {
			ours: []training.WorkoutStep{step(60, ftp(50, 75))}, theirs: []training.WorkoutStep{step(60)},
			want: []string{"step 1: the power target is missing there"},
		},
		"a target more": {
			ours:   []training.WorkoutStep{step(60)},
			theirs: []training.WorkoutStep{step(60, target(training.TargetHR, training.TargetBpm, 140, 150))},
			want:   []string{"step 1: there is a hr target there"},
		},
		"what services have no known word for": {
			ours: []training.WorkoutStep{step(60, best), step(60, own)}, theirs: []training.WorkoutStep{step(60), step(60)},
		},
		"and another for it": {
			ours: []training.WorkoutStep{step(60, best)}, theirs: []training.WorkoutStep{step(60, ftp(60, 60))},
			want: []string{"step 1: the power target is 60 % FTP there, 60 % of the best 5:00 here"},
		},
		"more than are told": {
			ours: slices.Repeat([]training.WorkoutStep{step(60)}, 9), theirs: slices.Repeat([]training.WorkoutStep{step(90)}, 9),
			want: append(eight(), "further steps differ"),
		},
		"as many as are told": {
			ours: slices.Repeat([]training.WorkoutStep{step(60)}, 8), theirs: slices.Repeat([]training.WorkoutStep{step(90)}, 8), want: eight(),
		},
	} {
		if d := cmp.Diff(tt.want, phrasetest.Texts(workout.Differences(tt.ours, tt.theirs))); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func eight() (out []string) {
	for n := range 8 {
		out = append(out, "step "+string(rune('1'+n))+": 90 s there, 60 s here")
	}
	return out
}

// TestAxisOfTimeIsInTheReadersLanguage: the end of the axis has the same words as the note beside the title.
func TestAxisOfTimeIsInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	w := &workout.Workout{Sport: training.Cycling, Steps: []training.WorkoutStep{{DurationS: 1800}}}
	for language, want := range map[string]string{"en": ">30 min<", "zh-CN": ">30 分钟<"} {
		c, why := workout.ChartOf(workout.Voice{Say: i18n.In(language).Sprintf}, w, efforts.Day{})
		if svg := string(c.Canvas().SVG()); why != "" || strings.Count(svg, want) < 2 {
			t.Errorf("%s %s has not %s twice: %s", language, why, want, svg)
		}
	}
}
