package steptext_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/training"
)

func ramp(t training.StepTarget, way training.RampWay) training.StepTarget {
	t.Ramp = way
	return t
}

func paced(per training.PaceDistance, slow, fast float64) training.StepTarget {
	return training.StepTarget{
		Of: training.TargetPace, Unit: training.TargetMPS, Per: per, Low: per.Metres() / slow, High: per.Metres() / fast,
	}
}

// read returns the steps of a form without faults.
func read(t *testing.T, form string, sport training.Sport) []training.WorkoutStep {
	t.Helper()
	steps, _, faults := steptext.ReadForm([]byte(form), sport)
	for _, f := range faults {
		t.Errorf("%s: %s", form, f.Sentence())
	}
	return steps
}

func TestWholeForm(t *testing.T) {
	t.Parallel()
	got := read(t, `[
	 {"section":"Warming up","duration_s":600,"kind":"warmup","power":"50-65% FTP","ramp":true,"cadence":"90-95rpm","text":"easy"},
	 {"repeat":4,"text":"hills","steps":[
	  {"distance_m":400,"kind":"work","hr":"Z4","rpe":7,"cues":[{"at_s":10,"for_s":5,"text":"stand"},"go"]},
	  {"repeat":2,"steps":[{"until_lap":true,"duration_s":"90"}]},
	  {"calories_kcal":20,"rest_s":30,"free":true,"hide_power":true,"power_shown":"3s"}]},
	 {"duration_s":10,"max_effort":true,"speed":null},
	 {"text":"Squats","sets":3,"reps":10,"weight_kg":"62.5","rest_s":60},
	 {"text":"Plank","duration_s":30,"percent_1rm":50}]`, training.Cycling)
	want := []training.WorkoutStep{
		{
			Section: "Warming up", Kind: training.StepWarmup, DurationS: 600, Text: "easy", Targets: []training.StepTarget{
				ramp(aim(training.TargetPower, training.TargetFTP, 50, 65), training.RampUp), aim(training.TargetCadence, training.TargetRPM, 90, 95),
			},
		},
		{Kind: training.StepRepeat, Count: 4, Text: "hills", Steps: []training.WorkoutStep{
			{
				Kind: training.StepWork, DistanceM: 400, Targets: []training.StepTarget{
					aim(training.TargetHR, training.TargetZone, 4, 4), aim(training.TargetRPE, training.TargetOf10, 7, 7),
				},
				Cues: []training.StepCue{{AtS: 10, ForS: 5, Text: "stand"}, {Text: "go"}},
			},
			{Kind: training.StepRepeat, Count: 2, Steps: []training.WorkoutStep{{Open: true, DurationS: 90}}},
			{CaloriesKcal: 20, RestS: 30, Free: true, HidePower: true, PowerShown: training.Show3S},
		}},
		{DurationS: 10, MaxEffort: true},
		{Text: "Squats", RestS: 60, Exercise: &training.StepExercise{Sets: 3, Reps: 10, WeightKg: 62.5}},
		{Text: "Plank", DurationS: 30, Exercise: &training.StepExercise{Sets: 1, Percent1RM: 50}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestTargets(t *testing.T) {
	t.Parallel()
	best := aim(training.TargetPower, training.TargetBest, 60, 60)
	best.OverS = 300
	best20 := aim(training.TargetPower, training.TargetBest, 90, 95)
	best20.OverS = 1200
	w := func(low, high float64) training.StepTarget {
		return aim(training.TargetPower, training.TargetW, low, high)
	}
	ftp := func(low, high float64) training.StepTarget {
		return aim(training.TargetPower, training.TargetFTP, low, high)
	}
	zone := func(of training.TargetOf, low, high float64) training.StepTarget {
		return aim(of, training.TargetZone, low, high)
	}
	cases := map[string]map[string]training.StepTarget{
		"power": {
			`"220-240w"`: w(220, 240), `"220 – 240 W"`: w(220, 240), `"220w-240w"`: w(220, 240), `"220 to 240 watts"`: w(220, 240),
			`"200w"`: w(200, 200), `"from 200w"`: w(200, 0), `">=200w"`: w(200, 0), `"at least 200 W"`: w(200, 0),
			`"up to 200w"`: w(0, 200), `"<200w"`: w(0, 200), `"0-200w"`: w(0, 200),
			`"88-94%"`: ftp(88, 94), `"88-94 % FTP"`: ftp(88, 94), `"62.5% of FTP"`: ftp(62.5, 62.5), `"88%-94%"`: ftp(88, 94), `"from 50 to 65%"`: ftp(50, 65),
			`"ramp 50-65%"`: ramp(ftp(50, 65), training.RampUp), `"ramp from 65 to 50%"`: ramp(ftp(50, 65), training.RampDown),
			`"Z2"`: zone(training.TargetPower, 2, 2), `"Z2-Z3"`: zone(training.TargetPower, 2, 3), `"z2-3"`: zone(training.TargetPower, 2, 3),
			`"zone 2 power"`: zone(training.TargetPower, 2, 2), `"zone 2–3 power"`: zone(training.TargetPower, 2, 3),
			`"CZ1"`: aim(training.TargetPower, training.TargetOwnZone, 1, 1), `"own zone 1–2"`: aim(training.TargetPower, training.TargetOwnZone, 1, 2),
			`"60% of 5m best"`: best, `"60 % of the best 5:00"`: best, `"60% of best 5min"`: best, `"60% MMP 300s"`: best, `"90-95% of 20 min best"`: best20,
		},
		"hr": {
			`"140-150bpm"`: aim(training.TargetHR, training.TargetBpm, 140, 150), `"up to 140 bpm"`: aim(training.TargetHR, training.TargetBpm, 0, 140),
			`"90-95% LTHR"`: aim(training.TargetHR, training.TargetLTHR, 90, 95), `"70-80% max"`: aim(training.TargetHR, training.TargetMaxHR, 70, 80),
			`"70–80 % max HR"`: aim(training.TargetHR, training.TargetMaxHR, 70, 80), `"70% HRmax"`: aim(training.TargetHR, training.TargetMaxHR, 70, 70),
			`"Z2"`: zone(training.TargetHR, 2, 2), `"zone 2–3 hr"`: zone(training.TargetHR, 2, 3),
		},
		"pace": {
			`"5:00-5:10/km"`: paced(training.PerKm, 310, 300), `"5:10-5:00/km"`: paced(training.PerKm, 310, 300), `"5:00 min/km"`: paced(training.PerKm, 300, 300),
			`"8:00/mi"`: paced(training.PerMile, 480, 480), `"1:45/100m"`: paced(training.Per100M, 105, 105), `"1:45.5/100y"`: paced(training.Per100Y, 105.5, 105.5),
			`"2:00/500m"`: paced(training.Per500M, 120, 120), `"1:00:00/km"`: paced(training.PerKm, 3600, 3600),
			`"from 5:00/km"`: {Of: training.TargetPace, Unit: training.TargetMPS, Low: 1000.0 / 300, Per: training.PerKm},
			`"95-100%"`:      aim(training.TargetPace, training.TargetPacePct, 95, 100), `"78 % threshold pace"`: aim(training.TargetPace, training.TargetPacePct, 78, 78),
			`"Z3"`: zone(training.TargetPace, 3, 3), `"ramp 6:00-5:00/km"`: ramp(paced(training.PerKm, 360, 300), training.RampUp),
			`"ramp 5:00-6:00/km"`: ramp(paced(training.PerKm, 360, 300), training.RampDown),
		},
		"speed": {
			`"30-32km/h"`: aim(training.TargetSpeed, training.TargetMPS, 30/3.6, 32/3.6), `"36 kph"`: aim(training.TargetSpeed, training.TargetMPS, 10, 10),
			`"8.3m/s"`: aim(training.TargetSpeed, training.TargetMPS, 8.3, 8.3), `"20mph"`: aim(training.TargetSpeed, training.TargetMPS, 8.9408, 8.9408),
		},
		"rpe": {
			`7`: aim(training.TargetRPE, training.TargetOf10, 7, 7), `"6-7"`: aim(training.TargetRPE, training.TargetOf10, 6, 7),
			`"6.5–7 of 10"`: aim(training.TargetRPE, training.TargetOf10, 6.5, 7), `"RPE 8/10"`: aim(training.TargetRPE, training.TargetOf10, 8, 8),
		},
		"cadence": {
			`"90-95rpm"`: aim(training.TargetCadence, training.TargetRPM, 90, 95), `90`: aim(training.TargetCadence, training.TargetRPM, 90, 90),
			`"90"`: aim(training.TargetCadence, training.TargetRPM, 90, 90),
		},
	}
	for key, texts := range cases {
		for text, want := range texts {
			steps := read(t, `[{"duration_s":60,"`+key+`":`+text+`}]`, training.Cycling)
			if len(steps) != 1 || len(steps[0].Targets) != 1 {
				t.Errorf("%s %s: %+v", key, text, steps)
				continue
			}
			if d := cmp.Diff(want, steps[0].Targets[0], cmpopts.EquateApprox(1e-12, 0)); d != "" {
				t.Errorf("%s %s (-want +got):\n%s", key, text, d)
			}
		}
	}
}

// TestTheSportSaysWhatAPaceIsFor: a pace without a distance is read by the
// sport alone, and that is told.
func TestTheSportSaysWhatAPaceIsFor(t *testing.T) {
	t.Parallel()
	for sport, want := range map[training.Sport]string{
		training.Running: "5:00-5:10/km", training.Swimming: "5:00-5:10/100m", training.Rowing: "5:00-5:10/500m",
		training.Cycling: "", "": "", training.Skating: "",
	} {
		steps, readAs, faults := steptext.ReadForm([]byte(`[{"duration_s":60,"pace":"5:00-5:10"}]`), sport)
		if readAs["steps[0].pace"].String() != want || (len(faults) == 0) != (want != "") {
			t.Errorf("%s: %v %v", sport, readAs, faults)
		}
		if want == "" {
			continue
		}
		if got := steps[0].Targets[0]; got != paced(training.PaceOf(sport), 310, 300) {
			t.Errorf("%s: %+v", sport, got)
		}
	}
}

func TestReadingIsTold(t *testing.T) {
	t.Parallel()
	for form, want := range map[string]map[string]i18n.Sentence{
		`[{"duration_s":60}]`:                                      {},
		`[{"duration_s":"60"}]`:                                    {"steps[0].duration_s": "60"},
		`[{"duration_s":"1h 30 min"}]`:                             {"steps[0].duration_s": "5400"},
		`[{"duration_s":"1m30"}]`:                                  {"steps[0].duration_s": "90"},
		`[{"duration_s":"1'30\""}]`:                                {"steps[0].duration_s": "90"},
		`[{"duration_s":"1.5h"}]`:                                  {"steps[0].duration_s": "5400"},
		`[{"distance_m":"400mtr"}]`:                                {"steps[0].distance_m": "400"},
		`[{"duration_s":"90 sec"}]`:                                {"steps[0].duration_s": "90"},
		`[{"duration_s":1e6}]`:                                     {},
		`[{"distance_m":"1.5 km"}]`:                                {"steps[0].distance_m": "1500"},
		`[{"distance_m":"1mi"}]`:                                   {"steps[0].distance_m": "1609.344"},
		`[{"duration_s":60,"kind":"Warm-up"}]`:                     {"steps[0].kind": "warmup"},
		`[{"duration_s":60,"kind":"recovery"}]`:                    {"steps[0].kind": "rest"},
		`[{"until_lap":"yes"}]`:                                    {"steps[0].until_lap": "true"},
		`[{"until_lap":1}]`:                                        {"steps[0].until_lap": "true"},
		`[{"duration_s":60,"free":0,"cues":"[{\"text\":\"x\"}]"}]`: {"steps[0].free": "false"},
		`[{"duration_s":60,"free":"no"}]`:                          {"steps[0].free": "false"},
		`{"duration_s":60}`:                                        {"steps": "a list of one step"},
		`{"steps":[{"duration_s":60}]}`:                            {},
		`"[{\"duration_s\":60}]"`:                                  {"steps": "JSON as text"},
		`["{\"duration_s\":60}"]`:                                  {},
		`[{"repeat":2,"steps":"[{\"duration_s\":60}]"}]`:           {},
		`[{"duration_s":60,"pace":"up to 5:00/km"}]`:               {"steps[0].pace": "5:00/km or slower"},
		`[{"duration_s":60,"pace":"from 5:00/km"}]`:                {"steps[0].pace": "5:00/km or faster"},
		`[{"duration_s":60,"text":"x","sets":2,"free":false}]`:     {},
	} {
		_, readAs, faults := steptext.ReadForm([]byte(form), training.Running)
		if d := cmp.Diff(want, readAs, phrasetest.SameInEnglish()); d != "" || len(faults) > 0 {
			t.Errorf("%s: %v (-want +got):\n%s", form, faults, d)
		}
	}
}

// TestWhatIsSaidOfATargetIsRead: the words in which answers tell targets are
// those of the form.
func TestWhatIsSaidOfATargetIsRead(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		want := someTarget(random, []training.TargetOf{"power", "hr", "pace", "speed", "rpe", "cadence"}[random.IntN(6)])
		text := workout.RampedText(want).String()
		steps := read(t, `[{"duration_s":60,"`+string(want.Of)+`":"`+text+`"}]`, training.Cycling)
		if got := workout.RampedText(steps[0].Targets[0]); got.String() != text {
			t.Errorf("%+v is %s, then %s", want, text, got)
		}
	}
}

// TestWritingIsReadAsItWas: steps at random are the same after writing and
// reading, and so is what is written.
func TestWritingIsReadAsItWas(t *testing.T) {
	t.Parallel()
	for seed := range uint64(600) {
		random := rand.New(rand.NewPCG(seed, 7))
		steps := someSteps(random, 3)
		if training.CheckSteps(steps) != nil {
			continue
		}
		written := steptext.WriteForm(steps, training.Swimming)
		got, readAs, faults := steptext.ReadForm(written, training.Cycling)
		if d := cmp.Diff(steps, got, cmpopts.EquateApprox(1e-12, 0)); d != "" || len(faults) > 0 {
			t.Fatalf("%s\n%v %v (-want +got):\n%s", written, readAs, faults, d)
		}
		if again := steptext.WriteForm(got, training.Swimming); string(again) != string(written) {
			t.Fatalf("%s\n%s", written, again)
		}
	}
}

func TestWriting(t *testing.T) {
	t.Parallel()
	steps := []training.WorkoutStep{
		{DurationS: 600, Kind: training.StepWarmup, Targets: []training.StepTarget{
			ramp(aim(training.TargetPower, training.TargetFTP, 50, 65), training.RampDown), aim(training.TargetPower, training.TargetW, 1, 2),
		}},
		{Kind: training.StepRepeat, Count: 4, Steps: []training.WorkoutStep{
			{DistanceM: 400, Text: `"fast" <3`, Targets: []training.StepTarget{{Of: training.TargetPace, Unit: training.TargetMPS, Low: 1000.0 / 310, High: 1000.0 / 300}}},
			{Open: true, Targets: []training.StepTarget{aim(training.TargetSpeed, training.TargetMPS, 8, 8.123456)}},
			{Open: true, Targets: []training.StepTarget{aim(training.TargetSpeed, training.TargetMPS, 30/3.6, 32.5/3.6)}},
		}},
	}
	want := `[
 {"kind":"warmup","duration_s":600,"power":"65-50%","ramp":true},
 {"repeat":4,"steps":[
  {"distance_m":400,"pace":"5:00-5:10/km","text":"\"fast\" <3"},
  {"until_lap":true,"speed":"8-8.123456m/s"},
  {"until_lap":true,"speed":"30-32.5km/h"}]}]`
	if d := cmp.Diff(want, string(steptext.WriteForm(steps, training.Running))); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := string(steptext.WriteForm(nil, "")); got != "[]" {
		t.Error(got)
	}
	// A speed that no short time gives is as near as the machine tells.
	odd := training.StepTarget{Of: training.TargetPace, Unit: training.TargetMPS, Low: math.Pi, High: math.Pi, Per: training.PerKm}
	got := read(t, string(steptext.WriteForm([]training.WorkoutStep{{DurationS: 1, Targets: []training.StepTarget{odd}}}, "")), "")
	if math.Abs(got[0].Targets[0].Low-math.Pi) > 1e-14 {
		t.Errorf("%v", got[0].Targets)
	}
}

func someSteps(random *rand.Rand, depth int) []training.WorkoutStep {
	var out []training.WorkoutStep
	for range 1 + random.IntN(4) {
		if depth > 0 && random.IntN(4) == 0 {
			out = append(out, training.WorkoutStep{
				Kind: training.StepRepeat, Count: 1 + random.IntN(6), Text: someText(random), Section: someText(random),
				Steps: someSteps(random, depth-1),
			})
			continue
		}
		out = append(out, someStep(random))
	}
	return out
}

func someStep(random *rand.Rand) training.WorkoutStep {
	s := training.WorkoutStep{
		Kind: []training.StepKind{"", "warmup", "work", "rest", "cooldown"}[random.IntN(5)], Section: someText(random), Text: someText(random),
		Free: random.IntN(9) == 0, MaxEffort: random.IntN(9) == 0, HidePower: random.IntN(9) == 0,
		PowerShown: []training.PowerShown{"", "lap", "1s", "30s"}[random.IntN(4)], RestS: float64(random.IntN(2) * random.IntN(90)),
	}
	switch random.IntN(6) {
	case 0:
		s.DurationS = 1 + 7200*random.Float64()
	case 1:
		s.DistanceM = float64(1 + random.IntN(20_000))
	case 2:
		s.CaloriesKcal = float64(1 + random.IntN(900))
	case 3:
		s.Open, s.DurationS = true, float64(random.IntN(2)*600)
	case 4:
		s.Exercise = &training.StepExercise{Sets: 1 + random.IntN(5), Reps: random.IntN(2) * 12, WeightKg: 80 * random.Float64()}
	default:
		s.DurationS = float64(1 + random.IntN(7200))
	}
	for _, i := range random.Perm(6)[:random.IntN(4)] {
		s.Targets = append(s.Targets, someTarget(random, []training.TargetOf{"power", "hr", "pace", "speed", "rpe", "cadence"}[i]))
	}
	for range random.IntN(3) {
		s.Cues = append(s.Cues, training.StepCue{AtS: float64(random.IntN(60)), ForS: float64(random.IntN(2) * 10), Text: "x" + someText(random)})
	}
	return s
}

func someText(random *rand.Rand) string {
	return []string{"", "", "easy", "ä \"quoted\"\n\\ <b>", "- 10m 50%", "{x"}[random.IntN(6)]
}

// someTarget returns a target that makes sense, in any of its units.
func someTarget(random *rand.Rand, of training.TargetOf) training.StepTarget {
	units := map[training.TargetOf][]training.TargetUnit{
		"power": {"w", "pct_ftp", "pct_best_power", "zone", "own_zone"}, "hr": {"bpm", "pct_lthr", "pct_max_hr", "zone"},
		"pace": {"mps", "pct_threshold_pace", "zone"}, "speed": {"mps"}, "rpe": {"of_10"}, "cadence": {"rpm"},
	}[of]
	t := training.StepTarget{Of: of, Unit: units[random.IntN(len(units))]}
	least, most := workout.Limits(of, t.Unit)
	least, most = max(least, 2), min(most, 900)
	some := func() float64 { return math.Floor(least + (most-least)*random.Float64()) }
	switch t.Unit {
	case training.TargetBest:
		t.OverS = []float64{5, 90, 300, 1200}[random.IntN(4)]
	case training.TargetMPS:
		t.Per = []training.PaceDistance{"km", "mi", "100m", "100y", "250m", "400m", "500m"}[random.IntN(7)]
		some = func() float64 { return t.Per.Metres() / (t.Per.Metres() / 1000 * float64(200+random.IntN(400))) }
		if of == training.TargetSpeed {
			t.Per = ""
			some = func() float64 { return float64(5+random.IntN(60)) / 3.6 }
		}
	}
	x, y := some(), some()
	t.Low, t.High = min(x, y), max(x, y)
	switch random.IntN(6) {
	case 0:
		t.High = t.Low
	case 1:
		t.High = 0
	case 2:
		t.Low = 0
	case 3:
		if t.Low < t.High {
			t.Ramp = []training.RampWay{training.RampUp, training.RampDown}[random.IntN(2)]
		}
	}
	return t
}

// TestSchema: it is short, has an example of each target that is read, and
// takes what the form can say.
func TestSchema(t *testing.T) {
	t.Parallel()
	b, err := json.Marshal(steptext.Schema())
	if err != nil || len(b) > 1000 || !strings.HasPrefix(string(b), `{"type":"array","items":{"type":"object","properties":{"kind":`) {
		t.Errorf("%d bytes: %s %v", len(b), b, err)
	}
	for _, key := range []string{"power", "hr", "pace", "speed", "rpe", "cadence"} {
		p := steptext.Schema().Items.Properties[key]
		if p == nil || p.Description == "" {
			t.Fatalf("%s has no example", key)
		}
		for example := range strings.SplitSeq(p.Description, ", ") {
			read(t, `[{"duration_s":60,"`+key+`":"`+example+`"}]`, "")
		}
	}
	for key := range steptext.Schema().Items.Properties {
		if _, _, faults := steptext.ReadForm([]byte(`[{"`+key+`":null,"duration_s":60}]`), ""); len(faults) > 0 {
			t.Error(faults)
		}
	}
	resolved, err := steptext.Schema().Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var form any
	random := rand.New(rand.NewPCG(3, 4))
	if err := json.Unmarshal(steptext.WriteForm(someSteps(random, 3), ""), &form); err != nil {
		t.Fatal(err)
	}
	if err := resolved.Validate(form); err != nil {
		t.Error(err)
	}
}

func FuzzFormRead(f *testing.F) {
	for _, s := range []string{
		`[{"duration_s":600,"power":"50-65% FTP","ramp":true}]`, `[{"repeat":4,"steps":[{"distance_m":400,"pace":"5:00-5:10/km"}]}]`,
		`"[{\"until_lap\":true,\"hr\":\"Z2\"}]"`, `[{"text":"Squats","sets":3,"reps":10}]`, `[{"duration_s":1,"power":"60% of 5m best"}]`, `[{"a":{"b":[[{}]]}}]`,
	} {
		f.Add([]byte(s), string(training.Running))
	}
	f.Fuzz(func(t *testing.T, data []byte, sport string) {
		steps, _, faults := steptext.ReadForm(data, training.Sport(sport))
		if len(faults) > 0 {
			return
		}
		if err := training.CheckSteps(steps); err != nil {
			t.Fatal(err)
		}
		again, _, faults := steptext.ReadForm(steptext.WriteForm(steps, training.Sport(sport)), training.Sport(sport))
		if d := cmp.Diff(steps, again, cmpopts.EquateApprox(1e-12, 0)); d != "" || len(faults) > 0 {
			t.Fatalf("%q: %v (-want +got):\n%s", data, faults, d)
		}
	})
}
