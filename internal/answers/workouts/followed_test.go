package workouts_test

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// done returns a session of intervals with the given seconds and levels, in turn.
func done(basis efforts.Basis, pairs ...float64) *efforts.Session {
	s := &efforts.Session{Basis: basis}
	at := int32(600)
	for i := 0; i < len(pairs); i += 2 {
		end := at + int32(pairs[i])
		m := efforts.Means{HRBpm: 150, DistanceM: 8 * pairs[i]}
		if basis != efforts.ByPower {
			m.SpeedMPS, m.DistanceM = pairs[i+1], pairs[i]*pairs[i+1]
		}
		s.Intervals = append(s.Intervals, efforts.Interval{StartS: at, EndS: end, Kind: efforts.Work, Level: pairs[i+1], Means: m})
		at = end + 120
	}
	return s
}

func repeats(n int, seconds, metres float64, target ...training.StepTarget) []training.WorkoutStep {
	return []training.WorkoutStep{
		{Kind: training.StepWarmup, DurationS: 600},
		{Kind: training.StepRepeat, Count: n, Steps: []training.WorkoutStep{
			{DurationS: seconds, DistanceM: metres, Targets: target},
			{Kind: training.StepRest, DurationS: 120},
		}},
	}
}

func aim(of training.TargetOf, unit training.TargetUnit, low, high float64) training.StepTarget {
	return training.StepTarget{Of: of, Unit: unit, Low: low, High: high}
}

var (
	followedFtp = aim(training.TargetPower, training.TargetFTP, 95, 105)
	speed       = aim(training.TargetPace, training.TargetMPS, 4, 4.2)
	beats       = aim(training.TargetHR, training.TargetLTHR, 95, 100)
	day         = efforts.Day{Sport: training.Cycling, Thresholds: training.Thresholds{FTPW: 300, LTHRBpm: 170, ThresholdMPS: 4}}
)

func TestWords(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct {
		s     *efforts.Session
		steps []training.WorkoutStep
	}{
		"5 of 5 done, all on target": {done(efforts.ByPower, 240, 300, 240, 301, 240, 290, 240,
			310, 240, 300), repeats(5, 240, 0, followedFtp)},
		"4 of 5 done, all on target": {done(efforts.ByPower, 240, 300, 240, 301, 240, 290, 240,
			310), repeats(5, 240, 0, followedFtp)},
		"5 of 5 done, the last 12 W under the range": {done(efforts.ByPower, 240, 300, 240, 301, 240, 290, 240,
			310, 240, 273), repeats(5, 240, 0, followedFtp)},
		"3 of 3 done, the first 15 W over the range": {done(efforts.ByPower, 240, 330, 240, 301, 240, 290), repeats(3,
			240, 0, followedFtp)},
		"3 of 3 done, number 2 15 W under the range": {done(efforts.ByPower, 240, 300, 240, 270, 240, 290), repeats(3,
			240, 0, followedFtp)},
		"3 of 3 done, all up to 20 W under the range": {done(efforts.ByPower, 240, 265, 240, 270, 240, 272), repeats(3,
			240, 0, followedFtp)},
		"2 of 3 done, the last cut short at 50 %, all on target": {done(efforts.ByPower, 240, 300, 240, 300, 120, 300), repeats(3,
			240, 0, followedFtp)},
		"1 of 3 done, 2 cut short, all on target": {done(efforts.ByPower, 240, 300, 150, 300, 150, 300), repeats(3,
			240, 0, followedFtp)},
		"2 of 2 done, all on target, 1 interval more than planned": {done(efforts.ByPower, 15, 900, 240, 300, 240, 300), repeats(2, 240,
			0, followedFtp)},
		"2 of 2 done, all on target, 2 intervals more than planned": {done(efforts.ByPower, 15, 900, 240, 300, 240, 300, 15,
			900), repeats(2, 240, 0, followedFtp)},
		"1 of 1 done, on target":                               {done(efforts.ByPower, 240, 300), repeats(1, 240, 0, followedFtp)},
		"1 of 1 done, it was 15 W under the range":             {done(efforts.ByPower, 240, 270), repeats(1, 240, 0, followedFtp)},
		"0 of 2 done, 1 interval more than planned":            {done(efforts.ByPower, 15, 900), repeats(2, 240, 0, followedFtp)},
		"2 of 2 done, the last 10 s/km slower than the range":  {done(efforts.BySpeed, 200, 4.1, 208, 3.846), repeats(2, 0, 800, speed)},
		"2 of 2 done, the first 10 s/km faster than the range": {done(efforts.BySpeed, 182, 4.384, 200, 4.1), repeats(2, 0, 800, speed)},
		"1 of 1 done, it was 5 s/100m slower than the range": {
			done(efforts.ByLengths, 120, 0.833),
			repeats(1, 0, 100, aim(training.TargetPace, training.TargetMPS, 0.87, 0.9)),
		},
		"2 of 2 done, all up to 12 bpm under the range": {done(efforts.ByPower, 600, 250, 600, 250), repeats(2, 600, 0, beats)},
		"2 of 2 done": {done(efforts.ByPower, 600, 250, 600, 250), repeats(2, 600, 0)},
		"3 of 3 done, the first 15 W under the range, the last 15 W over the range": {done(efforts.ByPower, 240, 270, 240,
			300, 240, 330), repeats(3, 240, 0, followedFtp)},
	} {
		v, why := workouts.ComplianceOf(c.s, workouts.CompliancePlan{Steps: c.steps}, day)
		if why != "" || v.Words.String() != want {
			t.Errorf("%+v %s, want %s", v, why, want)
		}
	}
}

func TestComplianceStepsInColumns(t *testing.T) {
	t.Parallel()
	steps := append(repeats(2, 240, 0, followedFtp), training.WorkoutStep{
		Kind: training.StepWork, Open: true,
		Targets: []training.StepTarget{aim(training.TargetPower, training.TargetW, 450, 500)},
	},
		training.WorkoutStep{Kind: training.StepWork, DistanceM: 5000})
	v, why := workouts.ComplianceOf(done(efforts.ByPower, 10, 900, 240, 300, 120, 270), workouts.CompliancePlan{
		Name: "Four\u202eby\nfour", Source: workouts.SourceCalendar, EventID: "e1", By: "same_day", Steps: steps,
	}, day)
	if why != "" {
		t.Fatal(why)
	}
	hundred, fifty, two, three := 100.0, 50.0, 2, 3
	low, high, short, hard := 285.0, 315.0, 450.0, 500.0
	want := &workouts.ComplianceView{
		Name: "Fourby four", Source: "calendar", EventID: "e1", PairedBy: "same_day",
		Words: "1 of 4 done, the last cut short at 50 %, the last 15 W under the range, 1 interval more than planned",
		Steps: workouts.Columns{
			Step: []i18n.Sentence{"4:00", "4:00", "open", "5.0 km"}, Target: []i18n.Sentence{"285–315 W", "285–315 W", "450–500 W", ""},
			DonePct: []*float64{&hundred, &fifty, nil, nil}, Side: []string{"on_target", "below", "missed", "missed"},
			Interval: []*int{&two, &three, nil, nil},
			Bounds:   workouts.Bounds{FromW: []*float64{&low, &low, &short, nil}, ToW: []*float64{&high, &high, &hard, nil}},
		},
		Extra: []int{1},
	}
	if d := cmp.Diff(want, v, phrasetest.SameInEnglish()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestLapsSayWhichStepTheyAre checks that the device's laps give the step of
// each interval if a step was skipped or has no length.
func TestLapsSayWhichStepTheyAre(t *testing.T) {
	t.Parallel()
	work := func(s training.WorkoutStep) training.WorkoutStep { s.Kind = training.StepWork; return s }
	steps := []training.WorkoutStep{
		work(training.WorkoutStep{DurationS: 240}),
		work(training.WorkoutStep{DurationS: 240}), work(training.WorkoutStep{Open: true}),
	}
	s := done(efforts.ByPower, 240, 300, 270, 260)
	for name, c := range map[string]struct {
		laps []training.Lap
		want []string
	}{
		"without laps":       {nil, []string{"1", "2", "-"}},
		"the second skipped": {[]training.Lap{{StartS: 600, EndS: 841, Step: 1}, {StartS: 960, EndS: 1230, Step: 3}}, []string{"1", "-", "2"}},
		"laps elsewhere":     {[]training.Lap{{StartS: 600, EndS: 700, Step: 3}, {StartS: 900, EndS: 1230, Step: 1}}, []string{"1", "2", "-"}},
		"laps of a warm-up":  {[]training.Lap{{StartS: 600, EndS: 840, Step: 9}}, []string{"2", "-", "-"}},
	} {
		v, why := workouts.ComplianceOf(s, workouts.CompliancePlan{Steps: steps, Laps: c.laps}, day)
		var got []string
		for _, n := range v.Steps.Interval {
			if n == nil {
				got = append(got, "-")
			} else {
				got = append(got, strconv.Itoa(*n))
			}
		}
		if d := cmp.Diff(c.want, got); d != "" || why != "" {
			t.Errorf("%s: %s (-want +got):\n%s", name, why, d)
		}
	}
}

func TestWithoutThresholds(t *testing.T) {
	t.Parallel()
	for of, target := range map[string]training.StepTarget{
		"FTP": followedFtp, "ftp_w": aim(training.TargetPower, training.TargetZone, 3, 3), "threshold heart rate": beats,
		"max_hr_bpm":                      aim(training.TargetHR, training.TargetMaxHR, 80, 85),
		"threshold is set for this sport": aim(training.TargetPace, training.TargetPacePct, 95, 100),
	} {
		v, why := workouts.ComplianceOf(done(efforts.ByPower, 240, 300), workouts.CompliancePlan{Steps: repeats(1, 240, 0, target)},
			efforts.Day{})
		if why != "" || !strings.Contains(v.Missing["steps.side"].String(), of) || v.Steps.Target[0] != workout.TargetText(target) ||
			v.Steps.Side[0] != "free" {
			t.Errorf("%s: %+v %s", of, v, why)
		}
	}
	if v, why := workouts.ComplianceOf(done(efforts.ByPower, 240, 300),
		workouts.CompliancePlan{Steps: []training.WorkoutStep{{Kind: training.StepWarmup, DurationS: 60}}}, day); v != nil ||
		why != workouts.NoWork {
		t.Errorf("%+v %s", v, why)
	}
}

// TestNoPlanIsTooMuch checks that for any plan and session, the answer is
// short, its columns have equal length, and its numbers are finite.
func TestNoPlanIsTooMuch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Float64Range(0, 1e6), rapid.Float64Range(0, 5), rapid.Just(0.0))
		var pairs []float64
		for range rapid.IntRange(0, 90).Draw(t, "intervals") {
			pairs = append(pairs, math.Round(rapid.Float64Range(1, 900).Draw(t, "s")), number.Draw(t, "level"))
		}
		basis := rapid.SampledFrom([]efforts.Basis{efforts.ByPower, efforts.BySpeed, efforts.ByHR, efforts.ByLengths}).Draw(t, "basis")
		target := rapid.SampledFrom([]training.StepTarget{followedFtp, speed, beats, aim(training.TargetHR, training.TargetZone, 1,
			1)}).Draw(t, "target")
		target.Low, target.High = number.Draw(t, "low"), number.Draw(t, "high")
		if !target.Sound() {
			target = followedFtp
		}
		steps := repeats(rapid.IntRange(1, 200).Draw(t, "n"), number.Draw(t, "seconds"), number.Draw(t, "metres"), target)
		v, why := workouts.ComplianceOf(done(basis, pairs...), workouts.CompliancePlan{Steps: steps}, day)
		if why != "" {
			t.Fatal(why)
		}
		b, err := json.Marshal(v)
		if err != nil || len(b) > 8000 {
			t.Fatalf("%d bytes, %v", len(b), err)
		}
		n := len(v.Steps.Step)
		if n == 0 || len(v.Steps.Target) != n || len(v.Steps.DonePct) != n || len(v.Steps.Side) != n ||
			len(v.Steps.Interval) != n || strings.Contains(string(b), "NaN") || strings.Contains(v.Words.String(), "Inf") {
			t.Fatalf("%s", b)
		}
	})
}
