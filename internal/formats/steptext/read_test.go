package steptext_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
	"lapkeep/test/workoutgen"
)

func aim(of training.TargetOf, unit training.TargetUnit, low, high float64) training.StepTarget {
	return training.StepTarget{Of: of, Unit: unit, Low: low, High: high}
}

func ftp(low, high float64) training.StepTarget {
	return aim(training.TargetPower, training.TargetFTP, low, high)
}

func pace(per training.PaceDistance, low, high float64) training.StepTarget {
	return training.StepTarget{Of: training.TargetPace, Unit: training.TargetMPS, Per: per, Low: low, High: high}
}

func with(s training.WorkoutStep, targets ...training.StepTarget) training.WorkoutStep {
	s.Targets = targets
	return s
}

func lasting(s float64) training.WorkoutStep { return training.WorkoutStep{DurationS: s} }
func over(m float64) training.WorkoutStep    { return training.WorkoutStep{DistanceM: m} }

func TestLinesOfSteps(t *testing.T) {
	t.Parallel()
	ramp := func(t training.StepTarget, way training.RampWay) training.StepTarget { t.Ramp = way; return t }
	cadence := aim(training.TargetCadence, training.TargetRPM, 85, 95)
	for line, c := range map[string]struct {
		sport training.Sport
		want  training.WorkoutStep
	}{
		"10m":                             {"", lasting(600)},
		"1h2m30s 75%":                     {"", with(lasting(3750), ftp(75, 75))},
		"1m30 95-105%":                    {"", with(lasting(90), ftp(95, 105))},
		`1'30" 50%-75%`:                   {"", with(lasting(90), ftp(50, 75))},
		"5:00 Z2":                         {"", with(lasting(300), aim(training.TargetPower, training.TargetZone, 2, 2))},
		"1:30:00 Z3-Z4 HR":                {"", with(lasting(5400), aim(training.TargetHR, training.TargetZone, 3, 4))},
		"500mtr 60% Pace":                 {"", with(over(500), aim(training.TargetPace, training.TargetPacePct, 60, 60))},
		"0.4km 5:00/km Pace":              {"", with(over(400), pace(training.PerKm, 1000./300, 1000./300))},
		"4.5mi 7:15-7:00/mi pace":         {"", with(over(4.5*1609.344), pace(training.PerMile, 1609.344/435, 1609.344/420))},
		"100yrd 3:00/100m-4:00/100m Pace": {"", with(over(91.44), pace(training.Per100M, 100./240, 100./180))},
		"100mtr 1:45 Pace 30s rest": {
			training.Swimming, training.WorkoutStep{DistanceM: 100, RestS: 30, Targets: []training.StepTarget{pace("", 100./105, 100./105)}},
		},
		"2m 220w 85-95rpm": {"", with(lasting(120), aim(training.TargetPower, training.TargetW, 220, 220), cadence)},
		"2m 160w-256w":     {"", with(lasting(120), aim(training.TargetPower, training.TargetW, 160, 256))},
		"10m ramp 50%-75%": {"", with(lasting(600), ramp(ftp(50, 75), training.RampUp))},
		"10m RAMP 200-100w": {
			"",
			with(lasting(600), ramp(aim(training.TargetPower, training.TargetW, 100, 200), training.RampDown)),
		},
		"10m 60% MMP 5m": {
			"",
			with(lasting(600), training.StepTarget{Of: training.TargetPower, Unit: training.TargetBest, Low: 60, High: 60, OverS: 300}),
		},
		"10m CZ2-CZ3":             {"", with(lasting(600), aim(training.TargetPower, training.TargetOwnZone, 2, 3))},
		"10m 90-95% LTHR":         {"", with(lasting(600), aim(training.TargetHR, training.TargetLTHR, 90, 95))},
		"10m 140-150bpm":          {"", with(lasting(600), aim(training.TargetHR, training.TargetBpm, 140, 150))},
		"10m RPE 6-7":             {"", with(lasting(600), aim(training.TargetRPE, training.TargetOf10, 6, 7))},
		"20m freeride":            {"", training.WorkoutStep{DurationS: 1200, Free: true}},
		"10s maxeffort hidepower": {"", training.WorkoutStep{DurationS: 10, MaxEffort: true, HidePower: true}},
		"Easy spin 10m press lap 50%": {"", training.WorkoutStep{
			Text: "Easy spin", DurationS: 600, Open: true,
			Targets: []training.StepTarget{ftp(50, 50)},
		}},
		"5m 50% intensity=rest power=3s": {"", training.WorkoutStep{
			DurationS: 300, Kind: training.StepRest, PowerShown: training.Show3S,
			Targets: []training.StepTarget{ftp(50, 50)},
		}},
		"en/Hello fr/Bonjour 30m Z2": {"", training.WorkoutStep{
			Text: "en/Hello fr/Bonjour", DurationS: 1800,
			Targets: []training.StepTarget{aim(training.TargetPower, training.TargetZone, 2, 2)},
		}},
		"Set 1 of 3 30s 120%": {"", training.WorkoutStep{
			Text: "Set 1 of 3", DurationS: 30,
			Targets: []training.StepTarget{ftp(120, 120)},
		}},
		"300kcal 30-32.4km/h": {"", training.WorkoutStep{
			CaloriesKcal: 300,
			Targets:      []training.StepTarget{aim(training.TargetSpeed, training.TargetMPS, 30/3.6, 9)},
		}},
		"Back squat 3x5 80% 1RM 3m rest": {
			training.Strength,
			training.WorkoutStep{Text: "Back squat", Exercise: &training.StepExercise{Sets: 3, Reps: 5, Percent1RM: 80}, RestS: 180},
		},
		"Plank 3x45s 30s rest": {
			training.Strength,
			training.WorkoutStep{Text: "Plank", DurationS: 45, Exercise: &training.StepExercise{Sets: 3}, RestS: 30},
		},
		"Over 2x20 20m 95–105%": {training.Cycling, training.WorkoutStep{
			Text: "Over 2x20", DurationS: 1200,
			Targets: []training.StepTarget{ftp(95, 105)},
		}},
		"First 60^30 Second 120^ Third one 10m 65%": {"", training.WorkoutStep{
			Text: "First", DurationS: 600, Targets: []training.StepTarget{ftp(65, 65)},
			Cues: []training.StepCue{{AtS: 60, ForS: 30, Text: "Second"}, {AtS: 120, Text: "Third one"}},
		}},
		"Settle in 33^Find your rhythm <!> 10m ramp 50-75%": {"", training.WorkoutStep{
			Text: "Settle in", DurationS: 600, Targets: []training.StepTarget{{
				Of: training.TargetPower, Unit: training.TargetFTP, Low: 50, High: 75, Ramp: training.RampUp,
			}},
			Cues: []training.StepCue{{AtS: 33, Text: "Find your rhythm"}},
		}},
		"First prompt at 0s    33^2nd prompt at 33s    <!> 10m ramp 25-75%": {"", training.WorkoutStep{
			Text: "First prompt at 0s", DurationS: 600, Targets: []training.StepTarget{ramp(ftp(25, 75), training.RampUp)},
			Cues: []training.StepCue{{AtS: 33, Text: "2nd prompt at 33s"}},
		}},
		"20^Fuel now<!>5m 85%": {"", training.WorkoutStep{
			DurationS: 300, Targets: []training.StepTarget{ftp(85, 85)}, Cues: []training.StepCue{{AtS: 20, Text: "Fuel now"}},
		}},
		"Hold 200w, Z2 for 5m, ramp <!> 10m 65%": {"", training.WorkoutStep{
			Text: "Hold 200w, Z2 for 5m, ramp", DurationS: 600, Targets: []training.StepTarget{ftp(65, 65)},
		}},
		"<!> 10m 65%": {"", with(lasting(600), ftp(65, 65))},
	} {
		w, faults := steptext.Read("- "+line, c.sport)
		if d := cmp.Diff([]training.WorkoutStep{c.want}, w.Steps, cmpopts.EquateApprox(0, 1e-9)); d != "" || len(faults) > 0 {
			t.Errorf("%s: %v (-want +got):\n%s", line, faults, d)
		}
	}
}

func TestAWholeText(t *testing.T) {
	t.Parallel()
	const text = "A note.\n\nWarm up\n- 10m ramp 40-60%\n\nMain\n- 5m 80%\n\n" +
		"Hard 4x\n- 4m 105%\n- 2m 50% intensity=rest\n\nCooldown:\r\n- 10m 50%\n\nSee you."
	w, faults := steptext.Read(text, training.Cycling)
	up := ftp(40, 60)
	up.Ramp = training.RampUp
	rest := with(lasting(120), ftp(50, 50))
	rest.Kind = training.StepRest
	want := []training.WorkoutStep{
		{Kind: training.StepWarmup, DurationS: 600, Targets: []training.StepTarget{up}},
		{Section: "Main", DurationS: 300, Targets: []training.StepTarget{ftp(80, 80)}},
		{Kind: training.StepRepeat, Text: "Hard", Count: 4, Steps: []training.WorkoutStep{with(lasting(240), ftp(105, 105)), rest}},
		{Kind: training.StepCooldown, DurationS: 600, Targets: []training.StepTarget{ftp(50, 50)}},
	}
	if d := cmp.Diff(want, w.Steps); d != "" || len(faults) > 0 || w.Notes != "A note.\n\nSee you." {
		t.Errorf("%q %v (-want +got):\n%s", w.Notes, faults, d)
	}
	again, losses := steptext.Write(&w)
	if back, faults := steptext.Read(again, training.Cycling); len(losses)+len(faults) > 0 || cmp.Diff(w, back) != "" {
		t.Errorf("%s\n%v %v %s", again, losses, faults, cmp.Diff(w, back))
	}
}

// TestFaultsHaveAPlaceAndAMend holds what people and models write and the
// service reads otherwise, or not at all.
func TestFaultsHaveAPlaceAndAMend(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"- 400m 95% Pace": "Line 1, column 3: 400m means 400 minutes. Write 400mtr for metres, or 6h40m for the time.",
		"- 5m 5:00/km":    "Line 1, column 6: 5:00/km is not read as a pace without the word \"Pace\". Write 5:00/km Pace.",
		"\n- 5m Z9":       "Line 2, column 6: Z9 is not a zone. Use zones 1 to 7, or a percentage.",
		"- 5m 105-95%": "Line 1, column 6: The range goes down, which only a ramp can do. Write the lower value " +
			"first, or put ramp before it.",
		"- 5m 186327w": "Line 1, column 6: 186327w is more than a step allows. Check the number and its unit: it can be 1–2500 W.",
		"- 10min 60%":  "Line 1, column 3: 10min is not read. Write 10m.",
		"- 10 min 60%": "Line 1, column 1: \"10 min\" is treated as plain text. Write 10m.",
		"- Easy": "Line 1, column 1: The step has neither a duration nor a distance. Give a time such as 10m or " +
			"90s, or a distance such as 400mtr or 2km.",
		"- 4x 100mtr 95% Pace": "Line 1, column 3: 4x inside a step is not a repeat. Write 4x on a line of its own above the " +
			"steps that it repeats.",
		"- 4x100mtr 95% Pace": "Line 1, column 3: 4x100mtr inside a step is not a repeat. Write 4x on a line of its own " +
			"above the steps that it repeats.",
		"4x\n  - 4m 105%": "Line 2, column 1: The step is indented, so Intervals.icu takes it out of its repeat. " +
			"Begin the line with the dash.",
		"4x\n\n- 4m 105%": "Line 1, column 1: The repeat has no steps. Write its steps on the lines below it, " +
			"without a blank line between.",
		"- 5m ramp 50%":           "Line 1, column 6: A ramp needs two values. Give its start and its end: ramp 50-75%.",
		"- 10m 60% nice and easy": "Line 1, column 11: \"nice and easy\" is ignored. Put words for the athlete before the duration.",
		"- 10m 60% MMP":           "Line 1, column 11: MMP has no duration. Add the duration of the best power after it: 60% MMP 5m.",
		"- 5m 60-70% 1RM":         "Line 1, column 13: \"1RM\" is ignored. Put words for the athlete before the duration.",
		"- 1 hr 60%":              "Line 1, column 1: \"1 hr\" is treated as plain text. Write 1h.",
		"- 5m 60% 70%":            "Line 1, column 6: The step has two targets of power; the last one counts. Leave the other out.",
		"- 5m 0:00/km Pace": "Line 1, column 6: 0:00/km is not a pace. Write it as 5:00/km Pace, per km, mi, 100m, 100y, " +
			"250m, 400m or 500m.",
		"501x\n- 5m":       "Line 1, column 1: A workout cannot repeat steps 501 times. Repeat them 1 to 500 times.",
		"251x\n- 5m\n- 5m": "The workout has more than 500 steps. Split it, or repeat less often.",
		"* 10m 60%": "Line 1, column 1: The line begins with * instead of a hyphen; it is read as a step. " +
			"Intervals.icu reads only steps with a hyphen: - 10m 60%.",
		"– 10m 60%": "Line 1, column 1: The line begins with – instead of a hyphen; it is read as a step. " +
			"Intervals.icu reads only steps with a hyphen: - 10m 60%.",
		"- 5m 0w":           "Line 1, column 6: 0w is read as a rest without a target. Give at least 1w if a trainer is to hold it.",
		"- 5m 2%":           "Line 1, column 6: 2% is less than a step allows. Check the number and its unit: it can be 3–1000 % FTP.",
		"- 5m ramp 0-60%":   "Line 1, column 11: A ramp that begins or ends at 0 is read as an upper bound. Give both of its ends.",
		"- A 300^ b 5m 60%": "Line 1, column 5: The text \"b\" comes after the end of the step. Give it a time of less than 300 s.",
		"- A -5^ b 5m 60%": "Line 1, column 5: \"-5^\" is read as text, not as a time. " +
			"Write the whole seconds since the start of the step: 90^ Faster.",
		"- 1:30^Go 5m 60%": "Line 1, column 3: \"1:30^Go\" is read as text, not as a time. " +
			"Write the whole seconds since the start of the step: 90^ Faster.",
		"- A 5^ <!> 5m 60%": "Line 1, column 5: A timed text is empty. Write them after the time: 60^30 Faster.",
		"- Go <!> now 5m":   "Line 1, column 10: \"now\" is ignored. Put words for the athlete before the duration.",
		"- " + strings.Repeat("1^a ", 10_000) + "<!> 5m": "Line 1, column 803: It contains more than 200 cues. Keep only the most important ones.",
		"- a\x00b 5m": "Line 1, column 1: The line contains a control character. Delete it.",
		"\xff":        "The text is not UTF-8. Save it as UTF-8.",
	} {
		_, faults := steptext.Read(text, training.Running)
		if len(faults) == 0 || faults[0].Sentence().String() != want {
			t.Errorf("%q:\n%v\n%s", text, faults, want)
		}
	}
	if _, faults := steptext.Read(strings.Repeat("- 5m 60%\n", 1<<20), ""); len(faults) != 1 ||
		!strings.Contains(faults[0].What.String(), "9437 kB") {
		t.Error(faults)
	}
	if _, faults := steptext.Read("- Swim 50m", training.Swimming); len(faults) == 0 {
		t.Error("50m in the pool are minutes")
	}
	if w, faults := steptext.Read("- 90m Z2\n- 3h", training.Cycling); len(faults) > 0 || len(w.Steps) != 2 {
		t.Error(faults)
	}
}

// TestListMarks checks which lines are steps although they do not begin with a hyphen: not a note that
// only mentions a time or a target.
func TestListMarks(t *testing.T) {
	t.Parallel()
	for _, mark := range []string{"*", "•", "–", "—", "·", "−", "●", "‣"} {
		text := "Main set\n" + mark + " Warm up 10m 60%\n\n2x\n" + mark + " 20m 90%\n" + mark + "\t5m\n"
		w, faults := steptext.Read(text, training.Cycling)
		want, _ := steptext.Read(strings.ReplaceAll(text, mark, "-"), training.Cycling)
		if d := cmp.Diff(want, w); d != "" || len(w.Steps) != 2 || len(faults) != 3 || !workout.Sound(faults) {
			t.Errorf("%s: %v\n%s", mark, faults, d)
		}
		if got := steptext.Hyphens(text, training.Cycling); got != strings.ReplaceAll(text, mark, "-") {
			t.Errorf("%q", got)
		}
	}
	for _, note := range []string{
		"* Drink 500 ml in 10m at 60%", "• Warm up 10m", "– 10min 60%", "**Warm up**", "***", "* Keep it below 90rpm for 10m", "*", "+1",
	} {
		if w, faults := steptext.Read(note, training.Cycling); len(w.Steps)+len(faults) > 0 || w.Notes != note {
			t.Errorf("%q: %v %v", note, w, faults)
		}
	}
	bare, _ := steptext.Read("\ufeffWarmup\r- 10m 60%\r\r2x\r- 5m 90%\r- 5m 50%", training.Cycling)
	if len(bare.Steps) != 2 || bare.Steps[0].Kind != training.StepWarmup {
		t.Errorf("%+v", bare)
	}
}

// TestPools reads the length of a pool from a note, and writes it as one.
func TestPools(t *testing.T) {
	t.Parallel()
	for note, want := range map[string]float64{
		"Pool: 25 m": 25, "Pool 50m": 50, "25yd pool": 22.86, "pool length: 33.33 m": 33.33, "泳池：25米": 25, "Pool: 25": 0, "Swimming pool": 0,
		"Pool party at 8:00": 0, "Pool: 2m": 0, "Pool: 9000 m": 0,
	} {
		w, faults := steptext.Read(note+"\n- 100mtr 95% Pace", training.Swimming)
		if w.PoolLengthM != want || len(faults) > 0 || len(w.Steps) != 1 || want > 0 && w.Notes != note {
			t.Errorf("%s: %v %+v", note, faults, w)
		}
		text, losses := steptext.Write(&w)
		if back, _ := steptext.Read(text, training.Swimming); cmp.Diff(w, back) != "" || len(losses) > 0 {
			t.Errorf("%s: %v\n%s", text, losses, cmp.Diff(w, back))
		}
		if w.Notes = ""; want > 0 {
			text, _ = steptext.Write(&w)
			if back, _ := steptext.Read(text, training.Swimming); back.PoolLengthM != want {
				t.Error(text)
			}
		}
	}
}

// TestTextsSurvive writes texts that look like numbers, and reads them back.
func TestTextsSurvive(t *testing.T) {
	t.Parallel()
	step := training.WorkoutStep{
		Text: "Hold 200w for 5m, then 3:47/km", DurationS: 600, Targets: []training.StepTarget{ftp(65, 65)},
		Cues: []training.StepCue{{AtS: 60, ForS: 30, Text: "2nd at 60s"}, {AtS: 120, Text: "Third"}, {Text: "RPE 8"}},
	}
	for i, s := range []training.WorkoutStep{
		step, {Text: "10m 60%", DurationS: 60}, {Text: "Ramp", DurationS: 60}, {DurationS: 300, Cues: step.Cues}, {Text: "Easy", DurationS: 60},
	} {
		w := workout.Workout{Sport: training.Cycling, Steps: []training.WorkoutStep{s}}
		text, losses := steptext.Write(&w)
		back, faults := steptext.Read(text, training.Cycling)
		if d := cmp.Diff(w.Steps, back.Steps); d != "" || len(losses)+len(faults) > 0 || strings.Contains(text, "<!>") == (i == 4) {
			t.Errorf("%s\n%v %v %s", text, losses, faults, d)
		}
	}
	w := workout.Workout{Steps: []training.WorkoutStep{{
		Text: "two\nlines", DurationS: 600,
		Cues: []training.StepCue{{AtS: 1.5, Text: "a"}, {AtS: 9, Text: "60^30 b"}, {AtS: 10, Text: "c <!> d"}},
	}}}
	text, losses := steptext.Write(&w)
	if text != "- two lines 2^ a <!> 10m" || len(losses) != 4 {
		t.Errorf("%s\n%v", text, losses)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("* Warm up 10m 60%\n- Hold 200w 33^2nd at 33s <!> 5m ramp 25-75%")
	f.Add("Warmup\n- 10m ramp 50-75%\n\n4x\n- 400mtr 5:00/km Pace 30s rest\n\n- 60^30 go 5m 60% MMP 5m")
	f.Add("- Back squat 3x5 80% 1RM 3m rest\n- 1'30\" CZ1-CZ2 RPE 6-7")
	f.Fuzz(func(t *testing.T, text string) {
		for _, sport := range []training.Sport{training.Cycling, training.Swimming, training.Strength} {
			w, faults := steptext.Read(text, sport)
			if len(faults) > 0 {
				continue
			}
			if err := training.CheckSteps(w.Steps); err != nil {
				t.Fatal(err)
			}
			w.Notes = ""
			written, losses := steptext.Write(&w)
			back, faults := steptext.Read(written, sport)
			if len(losses) == 0 && (len(faults) > 0 || !cmp.Equal(w.Steps, back.Steps, cmpopts.EquateApprox(1e-9, 1e-9), cmpopts.EquateEmpty())) {
				t.Fatalf("%q\n%s\n%v\n%s", text, written, faults, cmp.Diff(w.Steps, back.Steps))
			}
		}
	})
}

func TestFaults(t *testing.T) {
	t.Parallel()
	step := func(members string) string { return `[{"duration_s":60,` + members + `}]` }
	for form, want := range map[string][2]string{ // the path of the fault, and a part of what it says
		``:                                     {"steps", "not JSON"},
		`[{"duration_s":60}`:                   {"steps", "not JSON"},
		`[{"duration_s":60}] x`:                {"steps", "not JSON"},
		`[]`:                                   {"steps", "no steps"},
		`null`:                                 {"steps", "no steps"},
		`7`:                                    {"steps", "no steps"},
		`"- 10m 50%"`:                          {"steps", "no steps"},
		`[7]`:                                  {"steps[0]", "7 is not a step"},
		`[{"duration_s":60},["x"]]`:            {"steps[1]", "A list is not a step"},
		`[{"text":"x"}]`:                       {"steps[0]", "how long"},
		`[{"until_lap":false}]`:                {"steps[0]", "how long"},
		`[{"duration_s":60,"distance_m":100}]`: {"steps[0].distance_m", "one of them"},
		`[{"duration":60,"until_lap":true}]`:   {"steps[0].duration", "Did you mean duration_s?"},
		step(`"watts":"200w"`):                 {"steps[0].watts", "Did you mean power?"},
		step(`"powr":"200w"`):                  {"steps[0].powr", "Did you mean power?"},
		step(`"x_y_z_q":1`):                    {"steps[0].x_y_z_q", "It can have section"},
		step(`"duration_s":30`):                {"steps[0].duration_s", "twice"},
		step(`"kind":"sprint"`):                {"steps[0].kind", "warmup, work, rest or cooldown"},
		step(`"kind":"repeat"`):                {"steps[0].kind", "has no steps"},
		`[{"duration_s":0}]`:                   {"steps[0].duration_s", "length of 0"},
		`[{"duration_s":-5}]`:                  {"steps[0].duration_s", "out of bounds"},
		`[{"duration_s":"NaN"}]`:               {"steps[0].duration_s", "not a number"},
		`[{"duration_s":"Inf"}]`:               {"steps[0].duration_s", "not a number"},
		`[{"duration_s":1e7}]`:                 {"steps[0].duration_s", "out of bounds"},
		`[{"duration_s":1e999}]`:               {"steps[0].duration_s", "not a number"},
		`[{"duration_s":"0x10"}]`:              {"steps[0].duration_s", "not a number"},
		`[{"duration_s":"1:30"}]`:              {"steps[0].duration_s", "not a number"},
		`[{"duration_s":"30ms"}]`:              {"steps[0].duration_s", "not a number"},
		`[{"duration_s":true}]`:                {"steps[0].duration_s", "not a number"},
		`[{"distance_m":"5 furlongs"}]`:        {"steps[0].distance_m", "not a number"},
		step(`"text":7`):                       {"steps[0].text", "not text"},
		step(`"text":"` + strings.Repeat("x", 1001) + `"`): {"steps[0].text", "1000 characters"},
		step(`"free":"maybe"`):                             {"steps[0].free", "neither true nor false"},
		step(`"power_shown":"5s"`):                         {"steps[0].power_shown", "lap, 1s"},
		step(`"cues":[{"at_s":5}]`):                        {"steps[0].cues[0]", "is empty"},
		step(`"cues":[{"text":"x","at":5}]`):               {"steps[0].cues[0].at", "at_s, for_s and text"},
		step(`"cues":7`):                                   {"steps[0].cues[0]", "not a cue"},
		step(`"sets":0`):                                   {"steps[0].sets", "whole number from 1"},
		step(`"reps":2.5`):                                 {"steps[0].reps", "whole number from 1"},
		step(`"ramp":true`):                                {"steps[0].ramp", "no target to ramp"},
		step(`"ramp":true,"cadence":"90-95"`):              {"steps[0].ramp", "no target to ramp"},
		step(`"ramp":true,"power":"60%"`):                  {"steps[0].power", "does not ramp"},
		step(`"ramp":true,"power":"up to 60%"`):            {"steps[0].power", "does not ramp"},

		`[{"repeat":4}]`:                                                 {"steps[0].steps", "not what"},
		`[{"repeat":4,"duration_s":30}]`:                                 {"steps[0].duration_s", "A repeat has no duration_s"},
		`[{"repeat":0,"steps":[{"duration_s":30}]}]`:                     {"steps[0].repeat", "whole number from 1 to 500"},
		`[{"repeat":501,"steps":[{"duration_s":30}]}]`:                   {"steps[0].repeat", "whole number from 1 to 500"},
		`[{"repeat":2,"steps":[]}]`:                                      {"steps[0].steps", "no steps"},
		`[{"reps":2,"steps":[{"duration_s":30}]}]`:                       {"steps[0].reps", "Use repeat for the number of times"},
		`[{"repeat":2,"kind":"work","steps":[{"duration_s":30}]}]`:       {"steps[0].kind", "cannot have a kind"},
		`[{"repeat":2,"steps":[{"duration_s":30,"power":"x"}]}]`:         {"steps[0].steps[0].power", "not a number with a unit"},
		`[{"repeat":400,"steps":[{"duration_s":30},{"duration_s":30}]}]`: {"steps", "more than 500 steps"},
		nest(4):  {"steps[0].steps[0].steps[0].steps[0].steps", "nested more than 3 deep"},
		nest(40): {"steps", "nested too deeply"},
		`[` + strings.Repeat(`{"duration_s":1},`, 500) + `{"duration_s":1}]`: {"steps", "more than 500 steps"},

		step(`"power":"220"`):                {"steps[0].power", "has no unit"},
		step(`"power":220`):                  {"steps[0].power", "has no unit"},
		step(`"power":{"low":220}`):          {"steps[0].power", "not a target"},
		step(`"power":"3000w"`):              {"steps[0].power", "from 1 to 2500"},
		step(`"power":"0w"`):                 {"steps[0].power", "out of bounds"},
		step(`"power":"0.95%"`):              {"steps[0].power", "out of bounds"},
		step(`"power":"240-220w"`):           {"steps[0].power", "runs downwards"},
		step(`"power":"nanw"`):               {"steps[0].power", "not a number"},
		step(`"power":"-200w"`):              {"steps[0].power", "not a number"},
		step(`"power":"1-2-3w"`):             {"steps[0].power", "neither a value nor a range"},
		step(`"power":"220w-94%"`):           {"steps[0].power", "two units"},
		step(`"power":"Z9"`):                 {"steps[0].power", "from 1 to 7"},
		step(`"power":"Z2.5"`):               {"steps[0].power", "is not a zone"},
		step(`"power":"Z2 hr"`):              {"steps[0].power", "not in a unit of power"},
		step(`"power":"5:00/km"`):            {"steps[0].power", "is a time"},
		step(`"power":"140bpm"`):             {"steps[0].power", "not in a unit of power"},
		step(`"power":"60% of best"`):        {"steps[0].power", "not in a unit of power"},
		step(`"hr":"240bpm"`):                {"steps[0].hr", "from 30 to 230"},
		step(`"hr":"90-95%"`):                {"steps[0].hr", "of LTHR or of the maximum"},
		step(`"hr":"90watts"`):               {"steps[0].hr", "not in a unit of hr"},
		step(`"power":"60% of 0m best"`):     {"steps[0].power", "not in a unit of power"},
		step(`"hr":150`):                     {"steps[0].hr", "has no unit"},
		step(`"hr":"115% max"`):              {"steps[0].hr", "from 20 to 110"},
		step(`"hr":"CZ1"`):                   {"steps[0].hr", "power"},
		step(`"pace":"5:00"`):                {"steps[0].pace", "which distance"},
		step(`"pace":"5.5/km"`):              {"steps[0].pace", "minutes and seconds"},
		step(`"pace":"5:60/km"`):             {"steps[0].pace", "not a number"},
		step(`"pace":"0:30/km"`):             {"steps[0].pace", "a bound can be from 166:40/km to 1:20/km"},
		step(`"pace":"12km/h"`):              {"steps[0].pace", "it as speed"},
		step(`"pace":"<5:00/km"`):            {"steps[0].pace", "to the time or the speed"},
		step(`"pace":"5:00-95%"`):            {"steps[0].pace", "two units"},
		step(`"speed":"30"`):                 {"steps[0].speed", "has no unit"},
		step(`"speed":"200km/h"`):            {"steps[0].speed", "to 144"},
		step(`"speed":"Z2"`):                 {"steps[0].speed", "speed has none"},
		step(`"rpe":11`):                     {"steps[0].rpe", "from 1 to 10"},
		step(`"rpe":"hard"`):                 {"steps[0].rpe", "not a number"},
		step(`"cadence":"180spm"`):           {"steps[0].cadence", "180 steps are 90rpm"},
		step(`"cadence":"from 80 up to 90"`): {"steps[0].cadence", "not in a unit of cadence"},
		step(`"cadence":"up to 80-90"`):      {"steps[0].cadence", "neither a value nor a range"},
	} {
		_, _, faults := steptext.ReadForm([]byte(form), training.Cycling)
		found := false
		for _, f := range faults {
			found = found || f.Path == want[0] && strings.Contains(f.Sentence().String(), want[1])
			if f.What == "" || f.Fix == "" {
				t.Errorf("%s: %+v", form, f)
			}
		}
		if !found {
			t.Errorf("%s: %v, want %v", form, faults, want)
		}
	}
}

func nest(deep int) string {
	return `[` + strings.Repeat(`{"repeat":2,"steps":[`, deep) + `{"duration_s":30}` + strings.Repeat(`]}`, deep) + `]`
}

func TestEveryFaultIsTold(t *testing.T) {
	t.Parallel()
	_, _, faults := steptext.ReadForm([]byte(`[{"durations_s":60,"power":"240-220w","hr":"Z9"},{"repeat":2,"steps":[{"kind":"x"}]}]`), training.Cycling)
	var paths []string
	for _, f := range faults {
		paths = append(paths, f.Path)
	}
	want := []string{
		"steps[0].durations_s", "steps[0]", "steps[0].power", "steps[0].hr", "steps[1].steps[0].kind", "steps[1].steps[0]",
	}
	if d := cmp.Diff(want, paths); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	_, _, faults = steptext.ReadForm([]byte(`[`+strings.Repeat(`{},`, 400)+`{}]`), training.Cycling)
	if len(faults) != 51 || !strings.Contains(faults[50].What.String(), "more problems") {
		t.Errorf("%d faults", len(faults))
	}
	if _, _, faults = steptext.ReadForm([]byte(`[{"duration_s":60,"duration_s":0}]`), training.Cycling); len(faults) != 1 {
		t.Errorf("%v", faults)
	}
	if _, _, faults = steptext.ReadForm(make([]byte, 1<<20), training.Cycling); len(faults) != 1 ||
		!strings.Contains(faults[0].What.String(), "256 KB") {
		t.Errorf("%v", faults)
	}
}

var alike = cmp.Options{cmpopts.EquateApprox(1e-9, 1e-6), cmpopts.EquateEmpty()}

// TestNothingIsLostSilently: any workout comes back from its text as it was,
// or what did not was told; and the text of what came back is the same.
func TestNothingIsLostSilently(t *testing.T) {
	t.Parallel()
	whole := 0
	rapid.Check(t, func(t *rapid.T) {
		drawn := workoutgen.Workouts(workoutgen.Everything()).Draw(t, "workout")
		w := workout.Workout{Sport: drawn.Sport, Steps: drawn.Steps}
		text, losses := steptext.Write(&w)
		back, faults := steptext.Read(text, w.Sport)
		if slices.ContainsFunc(faults, func(f workout.Fault) bool { return !f.Warning }) && len(losses) == 0 {
			t.Fatalf("%s\n%v", text, faults)
		}
		if len(losses) > 0 {
			return
		}
		whole++
		if d := cmp.Diff(w.Steps, back.Steps, alike); d != "" {
			t.Fatalf("%s\n(-want +got):\n%s", text, d)
		}
		if again, _ := steptext.Write(&back); again != text {
			t.Fatalf("%s\nbecame\n%s", text, again)
		}
	})
	if whole == 0 {
		t.Error("no workout came back whole")
	}
}
