package workoutfile_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

func aim(of training.TargetOf, unit training.TargetUnit, low, high float64) training.StepTarget {
	return training.StepTarget{Of: of, Unit: unit, Low: low, High: high}
}

func aimed(targets ...training.StepTarget) training.WorkoutStep {
	return training.WorkoutStep{Kind: training.StepWork, DurationS: 60, Targets: targets}
}

func repeat(n int, steps ...training.WorkoutStep) training.WorkoutStep {
	return training.WorkoutStep{Kind: training.StepRepeat, Count: n, Steps: steps}
}

func named(steps ...training.WorkoutStep) *workout.Workout {
	return &workout.Workout{Name: "t", Sport: training.Cycling, Steps: steps}
}

// sent returns the items of a workout in one line each, and what is lost of it.
func sent(t *testing.T, w *workout.Workout, day efforts.Day) (items, losses []string) {
	t.Helper()
	b, lost, err := workoutfile.WriteIGPSport(w, day, ids())
	if err != nil {
		t.Fatal(err)
	}
	var out struct {
		Data struct{ Structure []json.RawMessage }
	}
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	for _, l := range lost {
		losses = append(losses, l.Sentence().String())
	}
	for _, it := range out.Data.Structure {
		items = append(items, string(it))
	}
	return items, losses
}

var full = efforts.Day{Sport: training.Cycling, Thresholds: training.Thresholds{FTPW: 250, LTHRBpm: 170, MaxHRBpm: 190, ThresholdMPS: 4}}

// TestNothingIsLostSilently: what the service has no word for is told, with
// what is written.
func TestNothingIsLostSilently(t *testing.T) {
	t.Parallel()
	ramp := aim(training.TargetPower, training.TargetW, 100, 200)
	ramp.Ramp = training.RampUp
	best := aim(training.TargetPower, training.TargetBest, 60, 70)
	best.OverS = 300
	power, cadence := aim(training.TargetPower, training.TargetW, 200, 220), aim(training.TargetCadence, training.TargetRPM, 90, 95)
	with := func(change func(*training.WorkoutStep)) training.WorkoutStep {
		s := aimed()
		change(&s)
		return s
	}
	for name, c := range map[string]struct {
		step   training.WorkoutStep
		item   string // a part of what is written
		losses []string
	}{
		"power and cadence": {aimed(power, cadence), `"intensityTarget":{"unit":"PowerCustom","value":0,"minValue":200,"maxValue":220},"cadenceTarget":{"unit":"Cadence","minValue":90,"maxValue":95}`, nil},
		"cadence first":     {aimed(cadence, power), `"cadenceTarget":{"unit":"Cadence","minValue":90,"maxValue":95}`, nil},
		"power and heart rate": {
			aimed(power, aim(training.TargetHR, training.TargetBpm, 140, 150)), `"note":"140–150 bpm"`,
			[]string{"Step 1: 140–150 bpm: the note contains it."},
		},
		"a target without a word": {
			aimed(aim(training.TargetRPE, training.TargetOf10, 6, 7), power), `"intensityTarget":{"unit":"PowerCustom"`,
			[]string{"Step 1: 6–7 of 10: the note contains it."},
		},
		"no room in the note": {
			with(func(s *training.WorkoutStep) {
				s.Targets, s.Cues = []training.StepTarget{best}, []training.StepCue{{Text: "hold it as long as you can"}}
			}), `"note":"hold it as long as you can"`,
			[]string{"Step 1: 60–70 % of the best 5:00: it is left out."},
		},
		"own zones": {aimed(aim(training.TargetPower, training.TargetOwnZone, 1, 1)), `"note":"own zone 1"`, []string{"Step 1: own zone " +
			"1: the note contains it."}},
		"a ramp": {aimed(ramp), `"minValue":100,"maxValue":200`, []string{"Step 1: ramp 100–200 W: the range is written, without a " +
			"direction."}},
		"a single value": {
			aimed(aim(training.TargetHR, training.TargetBpm, 150, 150)), `"minValue":146,"maxValue":154`,
			[]string{"Step 1: 150 bpm is not a range: the bounds 146 and 154 bpm are written."},
		},
		"no upper bound": {
			aimed(aim(training.TargetPower, training.TargetW, 200, 0)), `"minValue":200,"maxValue":2500`,
			[]string{"Step 1: from 200 W has no upper bound: the bound is written as 2500 W."},
		},
		"no lower bound": {aimed(aim(training.TargetHR, training.TargetBpm, 0, 140)), `"minValue":0,"maxValue":140`, nil},
		"LTHR": {
			aimed(aim(training.TargetHR, training.TargetLTHR, 90, 95)), `"minValue":153,"maxValue":162`,
			[]string{"percentages of LTHR are written as bpm at an LTHR of 170 bpm: they do not change with a new one."},
		},
		"the maximum": {
			aimed(aim(training.TargetHR, training.TargetMaxHR, 70, 80)), `"minValue":133,"maxValue":152`,
			[]string{"percentages of the maximum heart rate are written as bpm at a maximum of 190 bpm: they do not change with a new one."},
		},
		"a range of zones": {
			aimed(aim(training.TargetPower, training.TargetZone, 2, 3)), `"unit":"PowerCustom","value":0,"minValue":138,"maxValue":225`,
			[]string{"Step 1: zone 2–3 power, which iGPSport has no name for: today's bounds are written; they do not change with the zones."},
		},
		"a sixth zone of heart rate": {
			aimed(aim(training.TargetHR, training.TargetZone, 6, 6)), `"unit":"HeartRateCustom","value":0,"minValue":176,"maxValue":182`,
			[]string{"Step 1: zone 6 hr, which iGPSport has no name for: today's bounds are written; they do not change with the zones."},
		},
		"the highest zone that there is": {aimed(aim(training.TargetPower, training.TargetZone, 7, 7)), `{"unit":"Power","value":7}`, nil},
		"a pace": {
			aimed(aim(training.TargetPace, training.TargetPacePct, 90, 100)), `"unit":"Speed","value":0,"minValue":3600,"maxValue":4000`,
			[]string{
				"paces are written as speeds: the device shows them as speeds.",
				"percentages of threshold pace are written as speeds at the current threshold pace: they do not change with a new one.",
			},
		},
		"cues": {
			with(func(s *training.WorkoutStep) { s.Cues = []training.StepCue{{AtS: 10, Text: "stand"}, {Text: "sit"}} }), `"note":"stand"`,
			[]string{"Step 1: the time of the cue: it is shown during the whole step.", `Step 1: the cue "sit": it is left out.`},
		},
		"a long cue": {
			with(func(s *training.WorkoutStep) { s.Cues = []training.StepCue{{Text: strings.Repeat("x", 31)}} }),
			`"note":"` + strings.Repeat("x", 29) + `…"`,
			[]string{"Step 1: the cue has more than 30 characters: the rest is left out."},
		},
		"a long name": {
			with(func(s *training.WorkoutStep) { s.Text = strings.Repeat("🚴", 33) }), `"name":"` + strings.Repeat("🚴", 31) + `…"`,
			[]string{"Step 1: the text has more than 64 characters: the rest is left out."},
		},
		"all out": {with(func(s *training.WorkoutStep) { s.MaxEffort = true }), `"note":"all out"`, []string{"Step 1: all out: the " +
			"note contains it."}},
		"free": {with(func(s *training.WorkoutStep) { s.Free = true }), `"Step"`, []string{"Step 1: free resistance: " +
			"it is left out."}},
		"the screen": {with(func(s *training.WorkoutStep) { s.HidePower = true }), `"Step"`, []string{"Step 1: how power is shown: it " +
			"is left out."}},
		"a heading": {with(func(s *training.WorkoutStep) { s.Section = "Main set" }), `"Step"`, []string{`Step 1: the heading "Main set": it is left out.`}},
		"an exercise": {
			with(func(s *training.WorkoutStep) { s.Exercise = &training.StepExercise{Sets: 3} }), `"Step"`,
			[]string{"Step 1: the exercise of 3 sets: it is left out."},
		},
		"about so long": {
			with(func(s *training.WorkoutStep) { s.Open = true }), `"openDuration":"true"`,
			[]string{"Step 1: the approximate length of 60 seconds: it is left out."},
		},
		"two lengths": {
			with(func(s *training.WorkoutStep) { s.DistanceM = 400 }), `"length":{"unit":"Meter","value":400}`,
			[]string{"Step 1: the approximate length of 60 seconds: it is left out."},
		},
		"no length": {
			with(func(s *training.WorkoutStep) { s.DurationS = 0 }), `"openDuration":"true"`,
			[]string{"Step 1: it has no length: it lasts until the lap button."},
		},
	} {
		items, losses := sent(t, named(c.step), full)
		if len(items) != 1 || !strings.Contains(items[0], c.item) {
			t.Errorf("%s: %s", name, items)
		}
		if d := cmp.Diff(c.losses, losses); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func TestTheWorkoutAsAWhole(t *testing.T) {
	t.Parallel()
	w := named(aimed())
	w.Name, w.Notes, w.Sport = strings.Repeat("n", 65), strings.Repeat("ä", 501), ""
	b, losses, err := workoutfile.WriteIGPSport(w, efforts.Day{}, ids())
	if err != nil || len(losses) != 3 || losses[0].Step != 0 {
		t.Fatal(losses, err)
	}
	var out struct {
		Data struct {
			Title, Description string
			SportBigType       int
		}
	}
	if err := json.Unmarshal(b, &out); err != nil || len([]rune(out.Data.Title)) != 64 || len([]rune(out.Data.Description)) != 500 ||
		out.Data.SportBigType != 1 {
		t.Errorf("%+v %v", out, err)
	}
	w = named(aimed(aim(training.TargetPace, training.TargetMPS, 3, 4)))
	w.Sport = training.Running
	if b, _, err := workoutfile.WriteIGPSport(w, efforts.Day{}, ids()); err != nil || !strings.Contains(string(b),
		`"workoutType":"run","sportBigType":2`) {
		t.Errorf("%s %v", b, err)
	}
}

// TestRepeatsWithinRepeatsAreWrittenOut: the service gives them back without
// their steps. A rest behind a step is one more.
func TestRepeatsWithinRepeatsAreWrittenOut(t *testing.T) {
	t.Parallel()
	rested := aimed()
	rested.Text, rested.RestS = "a", 30
	b, losses, err := workoutfile.WriteIGPSport(named(aimed(), repeat(2, repeat(3, rested), aimed())), full, ids())
	if err != nil {
		t.Fatal(err)
	}
	var out struct {
		Data struct {
			TotalTime int
			Structure []struct {
				Type  string
				UUID  string
				Steps []struct{ Type, Name, UUID string }
			}
		}
	}
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	var names, uuids []string
	for _, s := range out.Data.Structure[1].Steps {
		names, uuids = append(names, s.Type+" "+s.Name), append(uuids, s.UUID)
	}
	want := []string{"Step a", "Step Rest", "Step a", "Step Rest", "Step a", "Step Rest", "Step Work"}
	if d := cmp.Diff(want, names); d != "" || out.Data.TotalTime != 60+2*(3*90+60) {
		t.Errorf("%d s (-want +got):\n%s", out.Data.TotalTime, d)
	}
	uuids = append(uuids, out.Data.Structure[0].UUID, out.Data.Structure[1].UUID)
	slices.Sort(uuids)
	if len(slices.Compact(uuids)) != 9 || len(uuids[0]) != 36 {
		t.Errorf("%v", uuids)
	}
	var told []string
	for _, l := range losses {
		told = append(told, l.Sentence().String())
	}
	if d := cmp.Diff([]string{
		"Step 2: the rest of 0:30 after it: it is a separate step.",
		"Step 3: it is a repeat within a repeat, which iGPSport loses: its steps are written out 3 times.",
	}, told); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestWhatCannotBeSent(t *testing.T) {
	t.Parallel()
	swim, noName := named(aimed()), named(aimed())
	swim.Sport, noName.Name = training.Swimming, " "
	deep := repeat(2, repeat(2, repeat(2, repeat(2, aimed()))))
	for want, c := range map[string]struct {
		w    *workout.Workout
		kind training.Kind
	}{
		"not accept workouts for swimming": {swim, training.KindUnsupported},
		"has no name":                      {noName, training.KindInvalid},
		"has no steps":                     {named(), training.KindInvalid},
		"nested more than 3":               {named(deep), training.KindTooLarge},
		"the FTP is not known for the day. Set ftp_w": {
			named(aimed(), repeat(2, aimed(aim(training.TargetPower, training.TargetZone, 2, 3)))), training.KindInvalid,
		},
		"Step 2 asks for 90–95 % LTHR, and the lactate threshold heart rate is not known": {
			named(aimed(), repeat(2, aimed(aim(training.TargetHR, training.TargetLTHR, 90, 95)),
				aimed(aim(training.TargetHR, training.TargetMaxHR, 1, 2)))),
			training.KindInvalid,
		},
		"the maximum heart rate is not known for the day. Set max_hr_bpm": {
			named(aimed(aim(training.TargetHR, training.TargetMaxHR, 70, 80))), training.KindInvalid,
		},
		"the threshold pace is not known": {named(aimed(aim(training.TargetPace, training.TargetZone, 3, 3))), training.KindInvalid},
	} {
		b, _, err := workoutfile.WriteIGPSport(c.w, efforts.Day{Sport: training.Cycling}, ids())
		if err == nil || !strings.Contains(err.Error(), want) || training.KindOf(err) != c.kind || b != nil {
			t.Errorf("%s: %s %v", want, b, err)
		}
	}
}

// TestLossesOfAFileAreBounded: a file may be made to have any number of them.
func TestLossesOfAFileAreBounded(t *testing.T) {
	t.Parallel()
	var items strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&items, `{"type":"x%d"},`, i)
	}
	_, losses, err := workoutfile.ReadIGPSport([]byte(`{"structure":[` + items.String() + `{"type":"Step","length":{"unit":"Second","value":60}}]}`))
	if err != nil || len(losses) == 0 || len(losses) > 200 {
		t.Errorf("%d losses, %v", len(losses), err)
	}
}

func TestReadAsItIsGiven(t *testing.T) {
	t.Parallel()
	item := func(members string) string {
		return `{"code":0,"message":"success","data":{"id":7,"title":"t","workoutType":"bike","totalTime":60,"isOfficial":true,"structure":[` + members + `]}}`
	}
	minute := `"length":{"unit":"Second","value":60}`
	for given, c := range map[string]struct {
		steps  []training.WorkoutStep
		losses []string
	}{
		`{"type":"Step","name":"x","intensityClass":"Rest",` + minute + `}`: {[]training.WorkoutStep{{Kind: training.StepRest, Text: "x", DurationS: 60}}, nil},
		`{"type":"Step","length":{"unit":"meter","value":"400"},"intensityTarget":{"unit":"PercentOfFtp","value":0,"minValue":88,"maxValue":94}}`: {
			[]training.WorkoutStep{{DistanceM: 400, Targets: []training.StepTarget{aim(training.TargetPower, training.TargetFTP, 88, 94)}}}, nil,
		},
		`{"type":"Step","openDuration":true,"intensityTarget":{"unit":"Cadence","value":0,"minValue":85,"maxValue":95},"note":"n"}`: {
			[]training.WorkoutStep{{
				Open: true, Cues: []training.StepCue{{Text: "n"}},
				Targets: []training.StepTarget{aim(training.TargetCadence, training.TargetRPM, 85, 95)},
			}}, nil,
		},
		`{"type":"Step",` + minute + `,"intensityTarget":{"unit":"Active"},"cadenceTarget":null}`: {[]training.WorkoutStep{{DurationS: 60}}, nil},
		`{"type":"Step",` + minute + `,"intensityTarget":{"unit":"Speed","value":0,"minValue":8000,"maxValue":10000}}`: {
			[]training.WorkoutStep{{DurationS: 60, Targets: []training.StepTarget{aim(training.TargetSpeed, training.TargetMPS, 8, 10)}}}, nil,
		},
		`{"type":"Step",` + minute + `,"intensityTarget":{"unit":"HeartRate","value":3}}`: {
			[]training.WorkoutStep{{DurationS: 60, Targets: []training.StepTarget{aim(training.TargetHR, training.TargetZone, 3, 3)}}}, nil,
		},
		`{"type":"Step",` + minute + `,"intensityTarget":{"unit":"PowerCustom","value":0,"minValue":220,"maxValue":200}}`: {
			[]training.WorkoutStep{{DurationS: 60, Targets: []training.StepTarget{aim(training.TargetPower, training.TargetW, 200, 220)}}},
			[]string{"Step 1: the target goes from 220 to 200: it is read as a range, the lower bound first."},
		},
		`{"type":"Step",` + minute + `,"intensityTarget":{"unit":"Lactate","value":3}}`: {
			[]training.WorkoutStep{{DurationS: 60}}, []string{`Step 1: the target of 3, 3, 3 in "Lactate": it is left out.`},
		},
		`{"type":"Step",` + minute + `,"intensityTarget":{"unit":"Cadence","value":90},"cadenceTarget":{"unit":"Cadence","minValue":80,"maxValue":85}}`: {
			[]training.WorkoutStep{{DurationS: 60, Targets: []training.StepTarget{aim(training.TargetCadence, training.TargetRPM, 90, 90)}}},
			[]string{"Step 1: a second cadence target: it is left out."},
		},
		`{"type":"Step","length":{"unit":"Lap","value":3},"intensityClass":"Sprint","gear":"52/11"}`: {
			[]training.WorkoutStep{{Open: true}},
			[]string{
				`the field "gear": it is not read.`, `Step 1: the intensity "Sprint": it is left out.`,
				"Step 1: the length of the step is not known: it lasts until the lap button.",
			},
		},
		`{"type":"Repetition","name":"Hills","length":{"unit":"Repetition","value":3},"steps":[{"type":"Step",` + minute + `}]}`: {
			[]training.WorkoutStep{{Kind: training.StepRepeat, Count: 3, Text: "Hills", Steps: []training.WorkoutStep{{DurationS: 60}}}}, nil,
		},
		`{"type":"Repetition","note":"n","steps":"[{\"type\":\"Step\",\"openDuration\":\"true\"}]"}`: {
			[]training.WorkoutStep{{Kind: training.StepRepeat, Count: 1, Steps: []training.WorkoutStep{{Open: true}}}},
			[]string{"Step 2: the repeat has no valid count: it is done once.", "Step 2: the note of the repeat: it is left out."},
		},
		`{"type":"Repetition","length":{"value":3}},7,{"type":"Pause"},{"type":"Step",` + minute + `}`: {
			[]training.WorkoutStep{{DurationS: 60}},
			[]string{"a repeat has no steps: it is left out.", "an item is not an object: it is left " +
				"out.", `an item of the type "Pause": it is left out.`},
		},
	} {
		w, losses, err := workoutfile.ReadIGPSport([]byte(item(given)))
		var told []string
		for _, l := range losses {
			told = append(told, l.Sentence().String())
		}
		if d := cmp.Diff(workout.Workout{Name: "t", Sport: training.Cycling, Steps: c.steps}, w); d != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", given, err, d)
		}
		if d := cmp.Diff(c.losses, told); d != "" {
			t.Errorf("%s (-want +got):\n%s", given, d)
		}
	}
	var unknown strings.Builder
	for i := range 30 {
		fmt.Fprintf(&unknown, `"x%02d":1,"empty%02d":[],`, i, i)
	}
	one := `{"type":"Step","openDuration":"true",` + unknown.String() + `"none":{},"no":false,"nothing":0,"null":null,"blank":""}`
	if _, losses, err := workoutfile.ReadIGPSport([]byte(item(one + "," + one))); err != nil || len(losses) != 20 ||
		losses[19].What.String() != `the field "x19"` {
		t.Errorf("%v %v", losses, err)
	}
	w, losses, err := workoutfile.ReadIGPSport([]byte(`{"title":"t","tips":"drink","structure":[{"type":"Step","openDuration":"true"}]}`))
	if err != nil || w.Sport != "" || len(losses) != 2 {
		t.Errorf("%+v %v %v", w, losses, err)
	}
	w, _, err = workoutfile.ReadIGPSport([]byte(`{"title":"t","sportBigType":2,"structure":[{"type":"Step","openDuration":"true","intensityTarget":{"unit":"Speed","minValue":3000,"maxValue":4000}}]}`))
	if err != nil || w.Sport != training.Running || w.Steps[0].Targets[0] != aim(training.TargetPace, training.TargetMPS, 3, 4) {
		t.Errorf("%+v %v", w, err)
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"type":"Repetition","length":{"value":2},"steps":[`, 4) + `{"type":"Step"}` + strings.Repeat(`]}`, 4)
	for given, kind := range map[string]training.Kind{
		``: training.KindInvalid, `{`: training.KindInvalid, `[]`: training.KindInvalid, `{}`: training.KindInvalid, `{} {}`: training.KindInvalid,
		`{"code":404,"data":null}`: training.KindInvalid, `{"structure":[{"type":"Pause"}]}`: training.KindInvalid, `{"structure":[` + deep + `]}`: training.KindTooLarge,
		`{"structure":[` + strings.Repeat(`{"type":"Step"},`, 501) + `{"type":"Step"}]}`: training.KindTooLarge,
		strings.Repeat(" ", 2<<20): training.KindTooLarge,
	} {
		if _, _, err := workoutfile.ReadIGPSport([]byte(given)); err == nil || training.KindOf(err) != kind {
			t.Errorf("%.60s: %v", given, err)
		}
	}
}

// TestWrittenAndRead: what the service has words for comes back as it was.
func TestWrittenAndRead(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 5))
		w := named(plainSteps(random, 1)...)
		w.Notes = "notes"
		b, losses, err := workoutfile.WriteIGPSport(w, efforts.Day{}, ids())
		if err != nil || len(losses) > 0 {
			t.Fatal(losses, err)
		}
		got, losses, err := workoutfile.ReadIGPSport(b)
		if d := cmp.Diff(*w, got); d != "" || err != nil || len(losses) > 0 {
			t.Fatalf("%s\n%v %v (-want +got):\n%s", b, losses, err, d)
		}
	}
}

// plainSteps returns steps that the service has words for.
func plainSteps(random *rand.Rand, depth int) []training.WorkoutStep {
	var out []training.WorkoutStep
	for range 1 + random.IntN(5) {
		if depth > 0 && random.IntN(3) == 0 {
			out = append(out, repeat(1+random.IntN(9), plainSteps(random, depth-1)...))
			continue
		}
		s := training.WorkoutStep{
			Kind: []training.StepKind{"warmup", "work", "rest", "cooldown"}[random.IntN(4)],
			Text: []string{"", "SST", "a \"b\" <c>"}[random.IntN(3)],
		}
		*[]*float64{&s.DurationS, &s.DistanceM, &s.CaloriesKcal}[random.IntN(3)] = float64(1 + random.IntN(9000))
		if random.IntN(5) == 0 {
			s.Open, s.DurationS, s.DistanceM, s.CaloriesKcal = true, 0, 0, 0
		}
		low, zone := float64(60+random.IntN(100)), float64(1+random.IntN(5))
		lead := []training.StepTarget{
			aim(training.TargetPower, training.TargetW, low, low+20), aim(training.TargetPower, training.TargetZone, zone, zone),
			aim(training.TargetHR, training.TargetBpm, low, low+10), aim(training.TargetHR, training.TargetZone, zone, zone),
			aim(training.TargetSpeed, training.TargetMPS, low/8, low/4),
		}
		if i := random.IntN(7); i < len(lead) {
			s.Targets = append(s.Targets, lead[i])
		}
		if random.IntN(2) == 0 {
			s.Targets = append(s.Targets, aim(training.TargetCadence, training.TargetRPM, 85, 95))
		}
		if random.IntN(3) == 0 {
			s.Cues = []training.StepCue{{Text: "seated"}}
		}
		out = append(out, s)
	}
	return out
}

func FuzzIGPSportRead(f *testing.F) {
	f.Add([]byte(`{"data":{"title":"t","workoutType":"bike","structure":[{"type":"Repetition","length":{"value":2},"steps":[{"type":"Step","length":{"unit":"Second","value":60},"intensityTarget":{"unit":"PowerCustom","minValue":200,"maxValue":220}}]}]}}`))
	f.Add([]byte(`{"structure":"[{\"type\":\"Step\",\"openDuration\":\"true\"}]"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, _, err := workoutfile.ReadIGPSport(data)
		if err != nil {
			return
		}
		if err := training.CheckSteps(w.Steps); err != nil {
			t.Fatal(err)
		}
		w.Name, w.Sport = "t", training.Cycling
		b, _, err := workoutfile.WriteIGPSport(&w, full, ids())
		if training.KindOf(err) == training.KindInvalid {
			return // it asks for more than anybody can
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := workoutfile.ReadIGPSport(b); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
	})
}

func FuzzReadIR(f *testing.F) {
	f.Add([]byte(sst))
	f.Add([]byte(`"{\"title\":\"t\",\"steps\":[{}]}"`))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, faults := workoutfile.ReadIR(data)
		if len(faults) > 0 {
			return
		}
		if _, _, err := workoutfile.WriteIGPSport(&w, full, ids()); err != nil && training.KindOf(err) != training.KindInvalid {
			t.Fatalf("%s: %v", data, err)
		}
	})
}

func BenchmarkWrite(b *testing.B) {
	w := named()
	for range 30 {
		w.Steps = append(w.Steps,
			aimed(aim(training.TargetPower, training.TargetFTP, 105, 110), aim(training.TargetCadence, training.TargetRPM, 90, 95)),
			aimed(aim(training.TargetPower, training.TargetFTP, 50, 55)))
	}
	id := func() string { return "00000000-0000-4000-8000-000000000000" }
	for b.Loop() {
		if _, _, err := workoutfile.WriteIGPSport(w, full, id); err != nil {
			b.Fatal(err)
		}
	}
}
