package workout_test

import (
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
	"lapkeep/test/naive/planned"
	"lapkeep/test/workoutgen"
	"lapkeep/test/workouttest"
)

func TestTotal(t *testing.T) {
	t.Parallel()
	each := training.WorkoutStep{Kind: training.StepRepeat, Count: 3, Steps: []training.WorkoutStep{
		{DurationS: 60, RestS: 5},
		{DurationS: 900, DistanceM: 400},
		{CaloriesKcal: 10},
		{DurationS: 30, RestS: 10, Exercise: &training.StepExercise{Sets: 4}},
	}}
	want := workout.Total{DurationS: 3 * (65 + 4*40), DistanceM: 1200, CaloriesKcal: 30}
	if got := workout.TotalOf([]training.WorkoutStep{each}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, open := range []training.WorkoutStep{{Open: true, DurationS: 60}, {}, {Exercise: &training.StepExercise{Sets: 2, Reps: 10}}} {
		each.Steps = []training.WorkoutStep{{DurationS: 60}, open}
		if got := workout.TotalOf([]training.WorkoutStep{each}); got != (workout.Total{DurationS: 180, Open: true}) {
			t.Errorf("%+v: %+v", open, got)
		}
	}
}

func TestLossesAndFaultsAreSentences(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"Step 2: the ramp: the range is written.": workout.Loss{Step: 2, What: "the ramp", Instead: "the range is written"}.Sentence().String(),
		"the name: it is cut.":                    workout.Loss{What: "the name", Instead: "it is cut"}.Sentence().String(),
		"steps[1].power: No unit. Write w.":       workout.Fault{Path: "steps[1].power", What: "No unit.", Fix: "Write w."}.Sentence().String(),
		"Line 3, column 4: No unit. Write w.":     workout.Fault{Line: 3, Column: 4, What: "No unit.", Fix: "Write w."}.Sentence().String(),
		"No unit. Write w.":                       workout.Fault{What: "No unit.", Fix: "Write w."}.Sentence().String(),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestLimits: every unit has some, and what people do lies within.
func TestLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of     training.TargetOf
		unit   training.TargetUnit
		within []float64
		beyond []float64
	}{
		{training.TargetPower, training.TargetW, []float64{50, 2500}, []float64{0, 2501}},
		{training.TargetPower, training.TargetFTP, []float64{40, 300}, []float64{0.95, 1001}},
		{training.TargetPower, training.TargetBest, []float64{50, 110}, []float64{0.6}},
		{training.TargetPower, training.TargetZone, []float64{1, 7}, []float64{0, 8}},
		{training.TargetPower, training.TargetOwnZone, []float64{1, 10}, []float64{0, 11}},
		{training.TargetHR, training.TargetBpm, []float64{40, 230}, []float64{20, 231}},
		{training.TargetHR, training.TargetLTHR, []float64{50, 120}, []float64{0.9, 160}},
		{training.TargetHR, training.TargetMaxHR, []float64{50, 105}, []float64{0.9, 111}},
		{training.TargetPace, training.TargetMPS, []float64{0.5, 10.4}, []float64{0, 13}},
		{training.TargetPace, training.TargetPacePct, []float64{50, 150}, []float64{0.9, 401}},
		{training.TargetSpeed, training.TargetMPS, []float64{1, 30}, []float64{0, 41}},
		{training.TargetRPE, training.TargetOf10, []float64{1, 10}, []float64{0, 11}},
		{training.TargetCadence, training.TargetRPM, []float64{40, 200}, []float64{1, 300}},
	} {
		least, most := workout.Limits(c.of, c.unit)
		for _, x := range c.within {
			if x < least || x > most {
				t.Errorf("%s: %g is not from %g to %g", c.unit, x, least, most)
			}
		}
		for _, x := range c.beyond {
			if x >= least && x <= most {
				t.Errorf("%s: %g is from %g to %g", c.unit, x, least, most)
			}
		}
	}
}

// thresholds draws those of an athlete, some of them not set.
func thresholds(t *rapid.T) training.Thresholds {
	from := func(name string, low, high float64) float64 {
		if rapid.IntRange(0, 4).Draw(t, "no "+name) == 4 {
			return 0
		}
		return rapid.Float64Range(low, high).Draw(t, name)
	}
	th := training.Thresholds{FTPW: from("ftp", 90, 420), LTHRBpm: from("lthr", 130, 190), ThresholdMPS: from("pace", 0.9, 6)}
	if th.LTHRBpm > 0 {
		th.MaxHRBpm, th.RestHRBpm = th.LTHRBpm+15, 50
		for _, share := range []float64{0.8, 0.9, 0.95, 1.02} {
			th.HRZones = append(th.HRZones, math.Ceil(share*th.LTHRBpm))
		}
	}
	if th.ThresholdMPS > 0 {
		for _, share := range []float64{0.78, 0.88, 0.95, 1.03} {
			th.PaceZones = append(th.PaceZones, share*th.ThresholdMPS)
		}
	}
	if th.FTPW > 0 && rapid.Bool().Draw(t, "own zones") {
		for _, share := range []float64{0.5, 0.7, 0.85, 1, 1.15, 1.4} {
			th.PowerZones = append(th.PowerZones, share*th.FTPW)
		}
	}
	return th
}

// near holds a value against that of the reference, which is NaN where it is
// not known; told is whether the product says why, or that it estimates.
func near(t *rapid.T, name string, got, want, within float64, told bool) {
	switch {
	case math.IsNaN(want) && got != 0 && !told:
		t.Fatalf("%s is %v, which nobody can know", name, got)
	case !math.IsNaN(want) && got == 0 && want > within && !told:
		t.Fatalf("%s is missing without a word, and is %v", name, want)
	case !math.IsNaN(want) && got != 0 && math.Abs(got-want) > within:
		t.Fatalf("%s is %v, by the reference %v", name, got, want)
	}
}

// TestLoadWithoutFTP: percentages of FTP give the same load at every FTP, known or not.
func TestLoadWithoutFTP(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"- 1h 100%", "- 10m ramp 40-70%\n\n3x\n- 12m 88-94% 85-95rpm\n- 4m 55%", "- 30m Z2\n- 5m Z4\n- 2m intensity=rest"} {
		w, faults := steptext.Read(text, training.Cycling)
		known, unknown := workouttest.Day(training.Cycling), workouttest.Day(training.Cycling)
		known.Thresholds.FTPW, unknown.Thresholds.FTPW = 317, 0
		want, got := w.Takes(known, load.Rules{}), w.Takes(unknown, load.Rules{})
		if math.Abs(got.Load-want.Load) > 0.003*want.Load || math.Abs(got.Intensity-want.Intensity) > 0.002 || got.Load == 0 ||
			got.Method != load.MethodPower || got.WorkKJ+got.NormalizedPowerW != 0 || got.Missing["load"] != "" || len(faults) > 0 {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

// TestTakesAgreesWithTheReference on any workout by any thresholds: the two are
// written by different hands.
func TestTakesAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	var loads atomic.Int32
	workouttest.Check(t, 1000, func(t *rapid.T) {
		can := workoutgen.Everything()
		can.MostSteps, can.MostRepeats = 12, 3
		switch rapid.IntRange(0, 3).Draw(t, "shape") {
		case 0: // by power alone, so that it is known throughout
			can.HR, can.Pace, can.Speed, can.RPE, can.Free, can.MaxEffort = nil, nil, false, false, false, false
			can.Distance, can.Calories = false, false
		case 1:
			can.HR, can.Power, can.RPE, can.Calories, can.OpenAlone = nil, nil, false, false, false
		}
		drawn := workoutgen.Workouts(can).Draw(t, "workout")
		th := thresholds(t)
		w := workout.Workout{Sport: drawn.Sport, Steps: drawn.Steps}
		got := w.Takes(efforts.Day{Sport: w.Sport, Thresholds: th}, load.Rules{})
		ref := planned.Of(w.Steps, th)
		told := func(name string) bool { return got.Missing[name]+got.Estimated[name] != "" }
		near(t, "duration", got.DurationS, math.Round(ref.DurationS), 1, told("duration_s"))
		near(t, "distance", got.DistanceM, ref.DistanceM, 1e-6*ref.DistanceM, told("distance_km") || ref.KnownM == 0)
		if got.DurationS == 0 || math.IsNaN(ref.DurationS) {
			return
		}
		p := ref.Power(th.FTPW, planned.GapsUnknown)
		near(t, "work", got.WorkKJ, p.WorkKJ, 1, told("work_kj"))
		near(t, "normalized power", got.NormalizedPowerW, p.NormalizedW, 0.5, told("normalized_power_w"))
		if (got.Load > 0) == (got.Missing["load"] != "") {
			t.Fatalf("a load of %v, and %q", got.Load, got.Missing["load"])
		}
		if got.Load > 0 && got.Method != load.MethodExertion && got.DurationS >= 300 { // of less, where a second ends weighs
			loads.Add(1)
			if got.Method == load.MethodPower && th.FTPW == 0 { // the reference knows the load at any FTP
				th.FTPW = 300
				ref = planned.Of(w.Steps, th)
			}
			within := 0.3 + (0.002+edges(w.Steps, ref.MPS)+edges(w.Steps, ref.BPM))*got.Load
			near(t, string(got.Method), got.Load, referenceLoad(got.Method, ref, th), within, false)
		}
	})
	t.Cleanup(func() {
		if loads.Load() == 0 && !testing.Short() { // one in twelve has one, and -short draws only twenty
			t.Error("no workout has a load")
		}
	})
}

// edges returns how much samples by the second can miss of a load by speed or
// heart rate: up to half a second at the end of each step, at the greatest
// value.
func edges(steps []training.WorkoutStep, values []float64) float64 {
	most, sum := 0.0, 0.0
	for _, v := range values {
		if !math.IsNaN(v) {
			most, sum = max(most, v), sum+v
		}
	}
	if sum == 0 {
		return 0
	}
	n := float64(len(training.WrittenOut(steps)))
	return 2 * 0.5 * n * most / sum // the load goes by the square
}

// referenceLoad returns the load of a plan as that of an activity that was done
// so: of what is known of it, over all of its time.
func referenceLoad(m load.Method, p planned.Plan, th training.Thresholds) float64 {
	var speeds, beats []float64
	swum, metres := 0.0, 0.0
	for i := range p.Watts {
		if v := p.MPS[i]; !math.IsNaN(v) {
			speeds = append(speeds, v*1000)
			if v > 0 {
				swum, metres = swum+1, metres+v
			}
		}
		if !math.IsNaN(p.BPM[i]) {
			beats = append(beats, p.BPM[i])
		}
	}
	hours := p.DurationS / 3600
	square := func(share float64) float64 { return 100 * share * share * hours }
	switch m {
	case load.MethodPower:
		// A load counts the windows of 30 s, as devices do.
		return p.Power(th.FTPW, planned.GapsUnknown).Load * (p.DurationS - 29) / p.DurationS
	case load.MethodGraded:
		np, _ := naive.NP(speeds, nil)
		return square(np / 1000 / th.ThresholdMPS)
	case load.MethodSpeed:
		return square(mean(speeds) / 1000 / th.ThresholdMPS)
	case load.MethodSwim:
		pauses := float64(len(speeds)) - swum
		return square(metres/swum/th.ThresholdMPS) * metres / swum / th.ThresholdMPS * (p.DurationS - pauses) / p.DurationS
	case load.MethodHeartRate:
		return square(mean(beats) / th.LTHRBpm)
	}
	return math.NaN()
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, x := range values {
		sum += x
	}
	return sum / float64(len(values))
}

// TestWhatNobodyKnowsIsSaid: what does not follow from the steps is missing
// with a reason, and what follows from an assumption says so.
func TestWhatNobodyKnowsIsSaid(t *testing.T) {
	t.Parallel()
	const (
		ride, run = training.Cycling, training.Running
		maximal   = "step 2 is all out, so its power is known only afterwards"
	)
	for _, c := range []struct {
		sport       training.Sport
		text        string
		field, says string // "about" before what is an estimate
	}{
		{ride, "- 10m 80%\n- 30s maxeffort", "load", maximal},
		{ride, "- 10m 80%\n- 30s maxeffort", "work_kj", maximal},
		{ride, "- 30s free\n- 10m 80%", "load", "step 1 is free, so its power is known only afterwards"},
		{ride, "- 10m 80%\n- 1m 90% LTHR", "normalized_power_w", "step 2 has no power target"},
		{ride, "- 10m", "load", "none of its steps has a target"},
		{ride, "- 10m Z1-Z7", "load", "step 1 may be done in any zone of power"},
		{ride, "- 20s 80%", "normalized_power_w", "the workout is shorter than 30 s"},
		{ride, "- 20s 80%", "load", "the workout is shorter than 30 s"},
		{ride, "- 10m 80%\n- 1m intensity=rest", "load", ""},
		{ride, "- 10m 80%\n- press lap", "load", "step 2 lasts until the lap button"},
		{ride, "- 1m 80% press lap", "load", "about step 1 lasts until the lap button; its stated length is assumed"},
		{ride, "8x\n- 24h 80%", "load", "the workout is longer than a week"},
		{ride, "", "duration_s", "the workout has no steps"},
		{ride, "- 45m 90% LTHR\n- 15m maxeffort", "load", "about only 75 % of the time has a heart rate, which is used for the rest too"},
		{run, "- 2km", "duration_s", "about step 1 has a distance but no pace; threshold pace is assumed"},
		{run, "- 45m 90% Pace\n- 15m", "load", "about only 75 % of the time has a pace, which is used for the rest too"},
		{run, "- 15m 90% Pace\n- 45m", "load", "step 2 has no pace target"},
		{run, "- 15m 90% Pace\n- 45m", "distance_km", "step 2 has neither a distance nor a pace"},
		{training.Strength, "- Squat 3x10 60s rest", "duration_s", "about a repetition counts as 4 s"},
		// By an athlete without thresholds.
		{ride, "none - 10m 80%", "load", ""},
		{ride, "none - 10m 80%", "normalized_power_w", "step 1 needs ftp_w, which is not set"},
		{ride, "none 2x\n- 10m RPE 3\n- 10m 80%", "work_kj", "step 1 has no power target"},
		{ride, "none - 10m 80%\n- 10m 200w", "load", "step 1 needs ftp_w, which is not set"},
		{ride, "none - 10m 90% LTHR", "load", "step 1 needs lthr_bpm, which is not set"},
		{ride, "none - 10m 200w", "load", "no FTP is set for the sport"},
		{run, "none - 2km", "duration_s", "step 1 has a distance but no pace"},
		{run, "none - 2km 90% Pace", "duration_s", "step 1 has a distance, but threshold pace is not set"},
	} {
		d := workouttest.Day(c.sport)
		text, without := strings.CutPrefix(c.text, "none ")
		if without {
			d.Thresholds = training.Thresholds{}
		}
		w, faults := steptext.Read(text, c.sport)
		got := w.Takes(d, load.Rules{})
		said := got.Missing[c.field]
		if why := got.Estimated[c.field]; why != "" && got.DurationS > 0 {
			said = i18n.Sentence("about " + why.String())
		}
		if said.String() != c.says || len(faults) > 0 {
			t.Errorf("%s: %q, want %q; %v", c.text, said, c.says, faults)
		}
	}
	w := workout.Workout{Steps: []training.WorkoutStep{{CaloriesKcal: 300}}}
	if got := w.Takes(workouttest.Day(ride), load.Rules{}); got.Missing["load"].String() != "step 1 lasts for 300 kcal" {
		t.Error(got.Missing)
	}
}

// TestEachSideIsDone: what is done on each side takes twice as long, and rests once.
func TestEachSideIsDone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{"Plank": 3 * 50, "Side plank each side": 3 * 80, "Single-leg bridge": 3 * 80} {
		w := workout.Workout{Sport: training.Strength, Steps: []training.WorkoutStep{
			{Text: text, DurationS: 30, RestS: 20, Exercise: &training.StepExercise{Sets: 3}},
		}}
		if got := w.Takes(workouttest.Day(training.Strength), load.Rules{}); got.DurationS != want {
			t.Errorf("%s takes %v s, want %v", text, got.DurationS, want)
		}
		if got := workout.TotalOf(w.Steps); got.DurationS != want {
			t.Errorf("%s says %v s, want %v", text, got.DurationS, want)
		}
	}
}

// TestEveryTargetCounts: what stands behind the leading target counts too.
func TestEveryTargetCounts(t *testing.T) {
	t.Parallel()
	beats := workouttest.Aim(training.TargetHR, training.TargetBpm, 150, 150)
	w := workout.Workout{Sport: training.Cycling, Steps: []training.WorkoutStep{workouttest.Timed("", 3600, beats, workouttest.FTP(80, 80))}}
	got := w.Takes(workouttest.Day(training.Cycling), load.Rules{})
	if got.Method != load.MethodPower || math.Round(got.NormalizedPowerW) != 200 || len(got.Missing)+len(got.Estimated) > 0 {
		t.Errorf("%+v", got)
	}
}
