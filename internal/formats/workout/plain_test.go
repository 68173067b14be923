package workout_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
	"lapkeep/test/workouttest"
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
		"Total: 21 min":       {step("", 600), repeat(3, minute, repeat(2, minute)), {DurationS: 60, RestS: 60}},
		"Total: 5 min + 5 km": {step("", 300), {DistanceM: 5000}},
		"Total: 600 kcal":     {repeat(2, training.WorkoutStep{CaloriesKcal: 300})},
		"Total: 1 min, not counting steps without a length": {minute, {Open: true, DurationS: 600}},
		"Total: 4 min 30 s":      {{DurationS: 30, RestS: 60, Exercise: &training.StepExercise{Sets: 3}}},
		"- until the lap button": {{Open: true}},
		"":                       nil,
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

func aim(of training.TargetOf, unit training.TargetUnit, low, high float64) training.StepTarget {
	return training.StepTarget{Of: of, Unit: unit, Low: low, High: high}
}

func TestTargetsInWords(t *testing.T) {
	t.Parallel()
	best := aim(training.TargetPower, training.TargetBest, 60, 65)
	best.OverS = 300
	swim := aim(training.TargetPace, training.TargetMPS, 100.0/110, 100.0/105)
	swim.Per = training.Per100M
	for want, target := range map[string]training.StepTarget{
		"95–105 % FTP":             aim(training.TargetPower, training.TargetFTP, 95, 105),
		"105–95 % FTP":             {Of: training.TargetPower, Unit: training.TargetFTP, Low: 95, High: 105, Ramp: training.RampDown},
		"up to 50 % FTP":           {Of: training.TargetPower, Unit: training.TargetFTP, High: 50, Ramp: training.RampDown},
		"62.5 % FTP":               aim(training.TargetPower, training.TargetFTP, 62.5, 62.5),
		"60–65 % of the best 5:00": best,
		"200 W":                    aim(training.TargetPower, training.TargetW, 200, 200),
		"from 200 W":               aim(training.TargetPower, training.TargetW, 200, 0),
		"zone 2 power":             aim(training.TargetPower, training.TargetZone, 2, 2),
		"own zone 1–2":             aim(training.TargetPower, training.TargetOwnZone, 1, 2),
		"from zone 2 hr":           aim(training.TargetHR, training.TargetZone, 2, 0),
		"up to own zone 2":         aim(training.TargetPower, training.TargetOwnZone, 0, 2),
		"up to 140 bpm":            aim(training.TargetHR, training.TargetBpm, 0, 140),
		"90 % LTHR":                aim(training.TargetHR, training.TargetLTHR, 90, 90),
		"80–85 % max HR":           aim(training.TargetHR, training.TargetMaxHR, 80, 85),
		"zone 2–3 hr":              aim(training.TargetHR, training.TargetZone, 2, 3),
		"4:10–3:58/km":             aim(training.TargetPace, training.TargetMPS, 4, 4.2),
		"1:50–1:45/100m":           swim,
		"up to 10:00:00/km":        aim(training.TargetPace, training.TargetMPS, 0, 1e-9),
		"78 % threshold pace":      aim(training.TargetPace, training.TargetPacePct, 78, 78),
		"30.5–32 km/h":             aim(training.TargetSpeed, training.TargetMPS, 30.5/3.6, 32/3.6),
		"6.5–7 of 10":              aim(training.TargetRPE, training.TargetOf10, 6.5, 7),
		"85–95 rpm":                aim(training.TargetCadence, training.TargetRPM, 85, 95),
		"":                         {},
	} {
		if got := workout.TargetText(target); got.String() != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	ramp := aim(training.TargetPower, training.TargetW, 100, 200)
	ramp.Ramp = training.RampUp
	if got := workout.RampedText(ramp); got.String() != "ramp 100–200 W" {
		t.Error(got)
	}
	if got := workout.BoundsText(training.TargetPower, 0, 0, ""); got != "" {
		t.Error(got)
	}
}

// TestAbsolute: what hangs on a threshold is resolved by it, and what lacks is
// named with what to do.
func TestAbsolute(t *testing.T) {
	t.Parallel()
	aim := workouttest.Aim
	const power, hr, pace = training.TargetPower, training.TargetHR, training.TargetPace
	for name, c := range map[string]struct{ target, want training.StepTarget }{
		"percent": {workouttest.FTP(90, 100), aim(power, training.TargetW, 225, 250)},
		"watts":   {aim(power, training.TargetW, 200, 0), aim(power, training.TargetW, 200, 0)},
		"LTHR":    {aim(hr, training.TargetLTHR, 90, 100), aim(hr, training.TargetBpm, 153, 170)},
		"maximum": {aim(hr, training.TargetMaxHR, 80, 90), aim(hr, training.TargetBpm, 152, 171)},
		"pace":    {aim(pace, training.TargetPacePct, 95, 100), aim(pace, training.TargetMPS, 3.8, 4)},
		"a ramp":  {workouttest.Ramp(workouttest.FTP(0, 0), 50, 100), workouttest.Ramp(aim(power, training.TargetW, 0, 0), 125, 250)},
		"cadence": {workouttest.RPM(90, 95), workouttest.RPM(90, 95)},
	} {
		got, err := workout.Absolute(workouttest.Day(training.Cycling), 1, c.target)
		if d := cmp.Diff(c.want, got, cmpopts.EquateApprox(0, 1e-9)); d != "" || err != nil {
			t.Errorf("%s: %v\n%s", name, err, d)
		}
	}
	for fix, target := range map[string]training.StepTarget{
		"Set ftp_w, or give the target in W.":                               workouttest.FTP(90, 100),
		"Set lthr_bpm, or give the target in bpm.":                          aim(hr, training.TargetLTHR, 90, 100),
		"Set max_hr_bpm, or give the target in bpm.":                        aim(hr, training.TargetMaxHR, 90, 100),
		"Set threshold_speed_mps, or give the target in time per distance.": aim(pace, training.TargetPacePct, 90, 100),
		"Give a percentage of FTP, or give the target in W.":                {Of: power, Unit: training.TargetBest, Low: 60, OverS: 60},
		"Give a zone, or give the target in W.":                             aim(power, training.TargetOwnZone, 2, 2),
		"Give at most 1000 % FTP.":                                          workouttest.FTP(90, 1001),
		"Give at most 230 bpm.":                                             aim(hr, training.TargetBpm, 300, 300),
		"Give at most 10 of 10.":                                            aim(training.TargetRPE, training.TargetOf10, 11, 11),
		"Give at most 250 rpm.":                                             workouttest.RPM(900, 900),
		"Give at most 144 km/h.":                                            aim(training.TargetSpeed, training.TargetMPS, 50, 50),
		"Give at most zone 7 power.":                                        aim(power, training.TargetZone, 50, 50),
	} {
		_, err := workout.Absolute(efforts.Day{}, 7, target)
		var e *training.Error
		if !errors.As(err, &e) || e.Fix != fix || e.What[:7] != "Step 7 " {
			t.Errorf("%s: %v, not %q", workout.RampedText(target), err, fix)
		}
	}
}

// TestWhatIsNoWorkout checks that what is no workout is refused before any
// format is asked.
func TestWhatIsNoWorkout(t *testing.T) {
	t.Parallel()
	nan := workouttest.FTP(math.NaN(), 90)
	deep := workouttest.Timed("", 60)
	for range 4 {
		deep = workouttest.Times(2, deep)
	}
	for name, steps := range map[string][]training.WorkoutStep{
		"nothing": nil, "NaN": {workouttest.Timed("", 60, nan)}, "NaN seconds": {workouttest.Timed("", math.NaN())},
		"four deep": {deep}, "501 steps": make([]training.WorkoutStep, 501),
	} {
		if workout.CheckWrite(&workout.Workout{Steps: steps}) == nil || workout.CheckRead(steps) == nil {
			t.Errorf("%s is a workout", name)
		}
	}
}

// TestLosses: what is lost is told once, also where steps are written several
// times, and what was tried in vain is not.
func TestLosses(t *testing.T) {
	t.Parallel()
	var l workout.Losses
	calls := 0
	err := l.Times(3, func() error {
		calls++
		l.Add(1, "a", "b")
		l.Add(2, "a", "b")
		return nil
	})
	l.Add(2, "a", "b")
	mark := l.Mark()
	l.Add(3, "c", "d")
	l.Forget(mark)
	l.Add(0, "e", "f")
	want := []workout.Loss{{Step: 1, What: "a", Instead: "b"}, {Step: 2, What: "a", Instead: "b"}, {What: "e", Instead: "f"}}
	if d := cmp.Diff(want, l.All()); d != "" || err != nil || calls != 3 {
		t.Errorf("%v %d\n%s", err, calls, d)
	}
	for i := range 1000 {
		l.Read(i%3, "x", "y")
		l.Read(i, "z", "y")
	}
	if n := len(l.All()); n != 200 {
		t.Errorf("%d losses of reading", n)
	}
}
