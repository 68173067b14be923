package workout_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

func ramp(t training.StepTarget, way training.RampWay) training.StepTarget {
	t.Ramp = way
	return t
}

func step(kind training.StepKind, seconds float64, targets ...training.StepTarget) training.WorkoutStep {
	return training.WorkoutStep{Kind: kind, DurationS: seconds, Targets: targets}
}

func repeat(n int, steps ...training.WorkoutStep) training.WorkoutStep {
	return training.WorkoutStep{Kind: training.StepRepeat, Count: n, Steps: steps}
}

var (
	ftp = func(low, high float64) training.StepTarget {
		return aim(training.TargetPower, training.TargetFTP, low, high)
	}
	cadence = aim(training.TargetCadence, training.TargetRPM, 90, 95)
	cycling = efforts.Day{Sport: training.Cycling, Thresholds: training.Thresholds{FTPW: 250, LTHRBpm: 170}}
)

func TestWholeWorkout(t *testing.T) {
	t.Parallel()
	work := step(training.StepWork, 1200, ftp(88, 94), cadence)
	work.Text, work.Cues = "steady\nseated", []training.StepCue{{Text: "drink"}, {AtS: 600, ForS: 10, Text: "stand up"}}
	warm := step(training.StepWarmup, 600, ramp(ftp(50, 65), training.RampUp))
	warm.Section = "Warming up"
	sets := repeat(2, work, step(training.StepRest, 300, aim(training.TargetPower, training.TargetZone, 1, 1)))
	sets.Text, sets.Section = "sweet spot", "Main set"
	w := &workout.Workout{
		Name: "2x20 SST", Notes: "Eat before.\nDrink.", Sport: training.Cycling,
		Steps: []training.WorkoutStep{warm, sets, step(training.StepCooldown, 600, ramp(ftp(40, 60), training.RampDown))},
	}
	want := `2x20 SST

Eat before.
Drink.

Warming up:
- 10 min warm-up, ramp 50–65 % FTP (125–163 W)
Main set:
- 2 times sweet spot:
  - 20 min work, 88–94 % FTP (220–235 W), 90–95 rpm: steady seated; cue: drink; after 10 min: stand up (for 10 s)
  - 5 min rest, zone 1 power (up to 138 W)
- 10 min cool-down, ramp 60–40 % FTP (150–100 W)
Total: 1 h 10 min
`
	if d := cmp.Diff(want, workout.WritePlain(w, cycling)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := workout.WritePlain(w, efforts.Day{}); strings.Contains(got, "(1") || strings.Contains(got, " W)") ||
		!strings.Contains(got, "88–94 % FTP, 90–95 rpm") {
		t.Error(got)
	}
	w.Name, w.Notes = "", ""
	if got := workout.WritePlain(w, cycling); !strings.HasPrefix(got, "Warming up:") {
		t.Error(got)
	}
}

func TestSteps(t *testing.T) {
	t.Parallel()
	ride := cycling
	run := efforts.Day{Sport: training.Running, Thresholds: training.Thresholds{ThresholdMPS: 4}}
	swim := efforts.Day{Sport: training.Swimming, Thresholds: training.Thresholds{ThresholdMPS: 1.25}}
	best := aim(training.TargetPower, training.TargetBest, 60, 60)
	best.OverS = 300
	for want, c := range map[string]struct {
		day  efforts.Day
		step training.WorkoutStep
	}{
		"- 45 s":                 {ride, training.WorkoutStep{DurationS: 45}},
		"- 0.5 s":                {ride, training.WorkoutStep{DurationS: 0.5}},
		"- 1 min 30 s":           {ride, training.WorkoutStep{DurationS: 90}},
		"- 1 h 30 min":           {ride, training.WorkoutStep{DurationS: 5400}},
		"- 1 min":                {ride, training.WorkoutStep{DurationS: 59.6}},
		"- 400 m":                {run, training.WorkoutStep{DistanceM: 400}},
		"- 5 km":                 {run, training.WorkoutStep{DistanceM: 5000}},
		"- 1.609 km":             {run, training.WorkoutStep{DistanceM: 1609.344}},
		"- 2 km, about 10 min":   {run, training.WorkoutStep{DurationS: 600, DistanceM: 2000}},
		"- 300 kcal":             {ride, training.WorkoutStep{CaloriesKcal: 300}},
		"- until the lap button": {ride, training.WorkoutStep{Open: true}},
		"- warm-up until the lap button, about 10 min": {
			ride,
			training.WorkoutStep{Kind: training.StepWarmup, Open: true, DurationS: 600},
		},
		"- 10 s work, all out": {
			ride,
			training.WorkoutStep{Kind: training.StepWork, DurationS: 10, MaxEffort: true},
		},
		"- 10 min, free":                                     {ride, training.WorkoutStep{DurationS: 600, Free: true}},
		"- 10 min, power hidden":                             {ride, training.WorkoutStep{DurationS: 600, HidePower: true}},
		"- 10 min, power shown as the mean of 3s":            {ride, training.WorkoutStep{DurationS: 600, PowerShown: training.Show3S}},
		"- 10 min, power shown as the mean of the lap":       {ride, training.WorkoutStep{DurationS: 600, PowerShown: training.ShowLap}},
		"- 200 m, then 20 s rest":                            {swim, training.WorkoutStep{DistanceM: 200, RestS: 20}},
		"- 10 min, 200–220 W":                                {ride, step("", 600, aim(training.TargetPower, training.TargetW, 200, 220))},
		"- 10 min, 60 % of the best 5:00":                    {ride, step("", 600, best)},
		"- 10 min, own zone 1":                               {ride, step("", 600, aim(training.TargetPower, training.TargetOwnZone, 1, 1))},
		"- 10 min, 90–95 % LTHR (153–162 bpm)":               {ride, step("", 600, aim(training.TargetHR, training.TargetLTHR, 90, 95))},
		"- 10 min, 70–80 % max HR":                           {ride, step("", 600, aim(training.TargetHR, training.TargetMaxHR, 70, 80))},
		"- 10 min, 95–100 % threshold pace (4:23–4:10/km)":   {run, step("", 600, aim(training.TargetPace, training.TargetPacePct, 95, 100))},
		"- 10 min, 95–100 % threshold pace (1:24–1:20/100m)": {swim, step("", 600, aim(training.TargetPace, training.TargetPacePct, 95, 100))},
		"- 10 min, 1:40/100m":                                {swim, step("", 600, aim(training.TargetPace, training.TargetMPS, 1, 1))},
		"- 10 min, 6–7 of 10":                                {ride, step("", 600, aim(training.TargetRPE, training.TargetOf10, 6, 7))},
		"- 10 min, up to 75 % FTP (up to 188 W)":             {ride, step("", 600, ftp(0, 75))},
		"- Squats, 3 × 10, 62.5 kg, 1 min rest after each set": {efforts.Day{}, training.WorkoutStep{
			Text: "Squats", RestS: 60, Exercise: &training.StepExercise{Sets: 3, Reps: 10, WeightKg: 62.5},
		}},
		"- exercise, 2 × 30 s, 80 % 1RM": {efforts.Day{}, training.WorkoutStep{
			DurationS: 30, Exercise: &training.StepExercise{Sets: 2, Percent1RM: 80},
		}},
	} {
		got := workout.Body(i18n.InEnglish, &workout.Workout{Steps: []training.WorkoutStep{c.step}}, c.day)
		if first, _, _ := strings.Cut(got, "\n"); first != want {
			t.Errorf("%s, want %s", first, want)
		}
	}
}

func TestTotals(t *testing.T) {
	t.Parallel()
	minute := training.WorkoutStep{DurationS: 60}
	for want, steps := range map[string][]training.WorkoutStep{
		"Total: 21 min":                            {step("", 600), repeat(3, minute, repeat(2, minute)), {DurationS: 60, RestS: 60}},
		"Total: 5 min + 5 km":                      {step("", 300), {DistanceM: 5000}},
		"Total: 600 kcal":                          {repeat(2, training.WorkoutStep{CaloriesKcal: 300})},
		"Total: 1 min, without what has no length": {minute, {Open: true, DurationS: 600}},
		"Total: 4 min 30 s":                        {{DurationS: 30, RestS: 60, Exercise: &training.StepExercise{Sets: 3}}},
		"- until the lap button":                   {{Open: true}},
		"":                                         nil,
	} {
		got := strings.TrimSuffix(workout.Body(i18n.InEnglish, &workout.Workout{Steps: steps}, cycling), "\n")
		if last := got[strings.LastIndexByte(got, '\n')+1:]; last != want {
			t.Errorf("%q, want %q", last, want)
		}
	}
}

// TestOneLineAStep: whatever texts say, each step has one line and nothing in
// it is hidden.
func TestOneLineAStep(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"a\nb", "a\u2028b", "a\rb", "\u202eevil", "\x00\x1b[31m"}))
		var steps []training.WorkoutStep
		for range rapid.IntRange(1, 5).Draw(t, "n") {
			s := step(training.StepWork, rapid.Float64Range(0, 1e6).Draw(t, "s"), cadence)
			s.Text, s.Cues = text.Draw(t, "text"), []training.StepCue{{Text: text.Draw(t, "cue")}}
			steps = append(steps, s)
		}
		got := workout.WritePlain(&workout.Workout{Name: "x", Steps: []training.WorkoutStep{repeat(2, steps...)}}, cycling)
		total := 0
		if strings.Contains(got, "\nTotal: ") {
			total = 1
		}
		if n := strings.Count(got, "\n"); n != 2+1+len(steps)+total || strings.ContainsAny(got, "\r\x00\x1b\u202e\u2028") {
			t.Fatalf("%q", got)
		}
	})
}

func BenchmarkWrite(b *testing.B) {
	w := plainSixty()
	for b.Loop() {
		workout.WritePlain(w, cycling)
	}
}

func plainSixty() *workout.Workout {
	w := &workout.Workout{Name: "Sixty", Sport: training.Cycling}
	for range 30 {
		w.Steps = append(w.Steps, step(training.StepWork, 240, ftp(105, 110), cadence), step(training.StepRest, 120, ftp(50, 55)))
	}
	return w
}
