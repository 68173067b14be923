package workoutfile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/training"
	"lapkeep/test/golden"
	"lapkeep/test/workouttest"
)

// lines returns the losses, one a line.
func lines(losses []workout.Loss) string {
	var b strings.Builder
	for _, l := range losses {
		fmt.Fprintln(&b, l)
	}
	return b.String()
}

// TestShapesAreWritten: every shape becomes the file that is kept, with the
// losses beside it, or an error that says why not; what was written reads back
// as what is kept.
func TestShapesAreWritten(t *testing.T) {
	t.Parallel()
	for name, w := range workouttest.Shapes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, losses, err := workoutfile.WriteZWO(&w, workouttest.Day(w.Sport))
			kept := "testdata/zwo/golden/" + name
			if err != nil {
				golden.Check(t, kept+".error", err.Error()+"\n")
				return
			}
			golden.Check(t, kept+".zwo", string(data))
			golden.Check(t, kept+".losses", lines(losses))
			valid(t, data)
			back, unread, err := workoutfile.ReadZWO(data)
			if err != nil || len(unread) > 0 && w.Sport != training.Running {
				t.Fatalf("%v %v", err, unread)
			}
			again, _, err := workoutfile.WriteZWO(&back, workouttest.Day(w.Sport))
			if d := cmp.Diff(string(data), string(again)); d != "" || err != nil {
				t.Errorf("written again: %v\n%s", err, d)
			}
		})
	}
}

// TestReadsBack: what loses nothing reads back as it was.
func TestReadsBack(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sweet-spot", "micro-bursts"} {
		w := workouttest.Shapes()[name]
		data, losses, err := workoutfile.WriteZWO(&w, workouttest.Day(w.Sport))
		if err != nil || len(losses) > 0 {
			t.Errorf("%s: %v %v", name, losses, err)
		}
		got, unread, err := workoutfile.ReadZWO(data)
		if d := cmp.Diff(w, got); d != "" || err != nil || len(unread) > 0 {
			t.Errorf("%s: %v %v\n%s", name, unread, err, d)
		}
	}
}

func document(blocks string) string {
	return "<workout_file><name>X</name><workout>" + blocks + "</workout></workout_file>"
}

// TestReadsWhatZwiftAndOthersWrite: the forms that stand in the files of
// Zwift and of its editors.
func TestReadsWhatZwiftAndOthersWrite(t *testing.T) {
	t.Parallel()
	ftp, timed, far, rpm, says := workouttest.FTP, workouttest.Timed, workouttest.Far, workouttest.RPM, workouttest.Says
	const work, rest = training.StepWork, training.StepRest
	pct := func(low, high float64) training.StepTarget {
		return workouttest.Aim(training.TargetPace, training.TargetPacePct, low, high)
	}
	watts := func(low, high float64) training.StepTarget {
		return workouttest.Aim(training.TargetPower, training.TargetW, low, high)
	}
	zone := func(of training.TargetOf, n float64) training.StepTarget {
		return workouttest.Aim(of, training.TargetZone, n, n)
	}
	for name, c := range map[string]struct {
		data   string
		want   []training.WorkoutStep
		losses []string
	}{
		"numbers of the editor": {
			document(`<Warmup Duration="600" PowerLow="0.2545" PowerHigh="0.75449997" pace="8268"/>`),
			[]training.WorkoutStep{timed(training.StepWarmup, 600, workouttest.Ramp(ftp(0, 0), 25.45, 75.45))},
			nil,
		},
		"no power at all": {
			document(`<SteadyState Duration="60" Power="0"/>`),
			[]training.WorkoutStep{timed(training.StepRest, 60)},
			[]string{"Step 1: a power of 0 %: it is read as a rest without a target."},
		},
		"no quotes, other letters, a typo of Zwift": {
			document(`<SolidState Duration=60 Power=.5></SolidState><Freeride Duration="60" FlatRoad=1>` +
				`<TextEvent TimeOffset="10" message="Spin &amp; rest"/></Freeride>`),
			[]training.WorkoutStep{timed("", 60, ftp(50, 50)), says(training.WorkoutStep{DurationS: 60, Free: true}, "",
				training.StepCue{AtS: 10, Text: "Spin & rest"})},
			[]string{"flatroad of Freeride: it is left out."},
		},
		"a cool-down by its names": {
			document(`<Cooldown Duration="60" PowerLow="0.25" PowerHigh="0.75"/><Cooldown Duration="60" PowerLow="0.75" PowerHigh="0.25"/>`),
			[]training.WorkoutStep{
				timed(training.StepCooldown, 60, workouttest.Ramp(ftp(0, 0), 75, 25)),
				timed(training.StepCooldown, 60, workouttest.Ramp(ftp(0, 0), 75, 25)),
			},
			[]string{"Step 1: a cool-down from 25 to 75 %: it is read as going down."},
		},
		"a band without power, zones, both bounds of a cadence": {
			document(`<SteadyState Duration="60" PowerLow="0.9" PowerHigh="0.8" CadenceLow="85" CadenceHigh="95"/><SteadyState Duration="60" Zone="3"/>`),
			[]training.WorkoutStep{timed("", 60, ftp(80, 90), rpm(85, 95)), timed("", 60, zone(training.TargetPower, 3))},
			nil,
		},
		"an FTP of its own": {
			strings.Replace(document(`<SteadyState Duration="60" Power="2.5"/>`), "<workout>", "<ftpOverride>100</ftpOverride><workout>", 1),
			[]training.WorkoutStep{timed("", 60, watts(250, 250))},
			nil,
		},
		"intervals with bands, cadences and zones": {
			document(`<IntervalsT Repeat="5" OnDuration="60" OffDuration="30" PowerOnLow="1.07" PowerOnHigh="1.1" PowerOffLow="0.5" ` +
				`PowerOffHigh="0.6" Cadence="100" CadenceResting="80"/>` +
				`<IntervalsT Repeat="2" OnDuration="60" OffDuration="30" PowerOnZone="5" PowerOffZone="1" OverUnder="1"/>`),
			[]training.WorkoutStep{
				workouttest.Times(5, timed(work, 60, ftp(107, 110), rpm(100, 100)), timed(rest, 30, ftp(50, 60), rpm(80, 80))),
				workouttest.Times(2, timed("", 60, zone(training.TargetPower, 5)), timed("", 30, zone(training.TargetPower, 1))),
			},
			nil,
		},
		"texts of intervals, told from the start of the block": {
			document(`<IntervalsT Repeat="4" OnDuration="60" OffDuration="30" OnPower="1.2" OffPower="0.5">` +
				`<textevent timeoffset="0" message="Go"/><textevent timeoffset="330.00032" message="Last rest"/></IntervalsT>`),
			[]training.WorkoutStep{
				says(timed(work, 60, ftp(120, 120)), "Go"), timed(rest, 30, ftp(50, 50)),
				workouttest.Times(2, timed(work, 60, ftp(120, 120)), timed(rest, 30, ftp(50, 50))),
				timed(work, 60, ftp(120, 120)), says(timed(rest, 30, ftp(50, 50)), "Last rest"),
			},
			nil,
		},
		"a run by distance": {
			`<workout_file><sportType>run</sportType><durationType>distance</durationType><workout>
<SteadyState Duration="1000" Power="0.95" pace="2"><textevent distoffset="0" message="Go"/>
<textevent distoffset="500" message="Half"/></SteadyState>
<SteadyState Duration="400" Power="1" pace="1"/><SteadyState Duration="400" Power="0.8"/><FreeRide Duration="100"/></workout></workout_file>`,
			[]training.WorkoutStep{
				says(far("", 1000, pct(95, 95)), "Go. Half"), says(far("", 400), "100 % of 5 km pace"),
				far("", 400, pct(80, 80)), far("", 100),
			},
			[]string{
				"Step 1: 95 % of 10 km pace: it is read as a percentage of threshold pace.",
				"Step 1: the position of “Half”, 500 m into the step: the text of the step contains it.",
				"Step 2: 100 % of 5 km pace: the text contains it.",
				"Step 3: which pace 80 % refers to: it is read as a percentage of threshold pace.",
			},
		},
		"what a workout has no place for": {
			`<workout_file><author>A B</author><name>X</name><tags><tag name="FTP"/></tags><painIndex>3</painIndex><workout>
<textevent timeoffset="1" message="hi"/><SteadyState Duration="60" Power="0.5" Slope="2"><gameplayevent type="X"/></SteadyState><RestDay/>
<SteadyState Duration="0" Power="0.5"/></workout></workout_file>`,
			[]training.WorkoutStep{timed("", 60, ftp(50, 50))},
			[]string{
				"the author A B: it is left out.", "the tag “FTP”: it is left out.", "painIndex, which is 3: it is left out.",
				"the text “hi”, which belongs to no step: it is left out.", "the element gameplayevent: it is left out.",
				"slope of SteadyState: it is left out.", "the element RestDay: it is left out.", "a SteadyState without a length: it is left out.",
			},
		},
		"a ramp from nothing": {
			document(`<Ramp Duration="60" PowerLow="0" PowerHigh="0.8"/>`),
			[]training.WorkoutStep{timed("", 60, ftp(0, 80))},
			[]string{"Step 1: a ramp that begins or ends at 0, with 80 % at the other end: it is read as an upper bound."},
		},
		"latin letters": {
			"<?xml version=\"1.0\" encoding=\"windows-1252\"?>" + document(`<MaxEffort Duration="10"><textevent timeoffset="0" message="Don`+"\x92"+`t stop"/></MaxEffort>`),
			[]training.WorkoutStep{{DurationS: 10, MaxEffort: true, Text: "Don’t stop"}},
			nil,
		},
	} {
		got, losses, err := workoutfile.ReadZWO([]byte(c.data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := cmp.Diff(c.want, got.Steps); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		if d := cmp.Diff(strings.Join(append(c.losses, ""), "\n"), lines(losses)); d != "" {
			t.Errorf("%s, losses (-want +got):\n%s", name, d)
		}
	}
}

// TestWhatIsWrong: one sentence on what is wrong and one on what is right.
func TestWhatIsWrong(t *testing.T) {
	t.Parallel()
	many := strings.Repeat(`<SteadyState Duration="1" Power="1"/>`, 501)
	for name, c := range map[string]struct {
		data string
		kind training.Kind
		says string
	}{
		"an entity":        {`<!DOCTYPE x [<!ENTITY lol "lol">]>` + document("<FreeRide Duration='1'/>"), training.KindUnsupported, "entities"},
		"a document type":  {`<!doctype x SYSTEM "http://example.invalid/x.dtd">` + document("<FreeRide Duration='1'/>"), training.KindUnsupported, "document type"},
		"nothing":          {"", training.KindUnsupported, "workout_file"},
		"another document": {"<gpx></gpx>", training.KindUnsupported, "workout_file"},
		"half a file":      {document(`<SteadyState Duration="60" Power="1"/>`)[:60], training.KindCorrupt, "ends before"},
		"no workout":       {"<workout_file><name>x</name></workout_file>", training.KindInvalid, "no workout element"},
		"no steps":         {document(""), training.KindInvalid, "no step"},
		"NaN": {document(`<SteadyState Duration="NaN" Power="1"/>`), training.KindInvalid, "Block 1 (SteadyState) has a " +
			"duration of “NaN”"},
		"infinite": {document(`<SteadyState Duration="60" Power="Inf"/>`), training.KindInvalid, "power of “Inf”"},
		"negative": {document(`<FreeRide Duration="60"/><SteadyState Duration="60" Power="-1"/>`), training.KindInvalid, "Block 2"},
		"percent as shares": {document(`<SteadyState Duration="60" Power="88"/>`), training.KindInvalid, "which is 8800 %. Power is " +
			"a fraction"},
		"not a valid duration": {document(`<SteadyState Power="0.5"/>`), training.KindInvalid, "has no duration"},
		"too long":             {document(`<FreeRide Duration="1e9"/>`), training.KindInvalid, "1e+09"},
		"no times":             {document(`<IntervalsT Repeat="0" OnDuration="1" OffDuration="1"/>`), training.KindInvalid, "Repeat of 0"},
		"half a time":          {document(`<IntervalsT Repeat="1.5" OnDuration="1" OffDuration="1"/>`), training.KindInvalid, "whole number"},
		"501 steps":            {document(many), training.KindTooLarge, "more than 500 steps"},
		"600 steps":            {document(`<IntervalsT Repeat="300" OnDuration="1" OffDuration="1" OnPower="1" OffPower=".5"/>`), training.KindTooLarge, "more than 500 steps"},
		"blocks without end": {
			document(strings.Repeat(`<SteadyState Duration="0"/>`, 6000)), training.KindTooLarge, "blocks",
		},
		"elements without end": {
			"<workout_file>" + strings.Repeat("<a>", 100), training.KindTooLarge, "nests more than 16",
		},
		"10 MB":           {strings.Repeat(" ", 10<<20+1), training.KindTooLarge, "10485761 bytes"},
		"a zone of 0":     {document(`<SteadyState Duration="60" Zone="0"/>`), training.KindInvalid, "zone of 0"},
		"a cadence":       {document(`<SteadyState Duration="60" Power="1" Cadence="1200"/>`), training.KindInvalid, "1200 rpm"},
		"another sport":   {"<workout_file><sportType>row</sportType><workout/></workout_file>", training.KindUnsupported, "“row”"},
		"a text too late": {document(`<FreeRide Duration="60"><textevent timeoffset="x" message="a"/></FreeRide>`), training.KindInvalid, "timeoffset of “x”"},
	} {
		_, _, err := workoutfile.ReadZWO([]byte(c.data))
		if err == nil || training.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v, %q", name, err, c.kind, c.says)
		}
	}
}

// TestWhatCannotBeWritten checks that the error of a workout that cannot be
// written names the reason, and the missing threshold.
func TestWhatCannotBeWritten(t *testing.T) {
	t.Parallel()
	none := workouttest.Day(training.Cycling)
	none.Thresholds = training.Thresholds{}
	watts := workouttest.Aim(training.TargetPower, training.TargetW, 200, 220)
	for name, c := range map[string]struct {
		sport training.Sport
		step  training.WorkoutStep
		says  string
	}{
		"watts without FTP": {
			training.Cycling, workouttest.Timed("", 60, watts),
			"Step 1 asks for 200–220 W, and the FTP is not known for the day. Set ftp_w",
		},
		"a zone without FTP": {
			training.Cycling, workouttest.Timed("", 60, workouttest.Aim(training.TargetPower, training.TargetZone, 2, 2)),
			"the FTP is not known",
		},
		"the best power": {
			training.Cycling,
			workouttest.Timed("", 60, training.StepTarget{Of: "power", Unit: training.TargetBest, Low: 60, OverS: 300}),
			"the best power over that time is not known",
		},
		"a pace": {
			training.Running, workouttest.Timed("", 60, training.StepTarget{Of: "pace", Unit: training.TargetMPS, Low: 4, Per: training.PerMile}),
			"Step 1 asks for from 6:42/mi, and the threshold pace is not known",
		},
		"186,327 W": {
			training.Cycling, workouttest.Timed("", 60, workouttest.Aim(training.TargetPower, training.TargetW, 186_327, 186_327)),
			"Step 1 asks for 186327 W. Give at most 2500 W.",
		},
		"a distance":    {training.Cycling, workouttest.Far("", 1000, workouttest.FTP(60, 60)), "a ride in Zwift uses times"},
		"calories":      {training.Cycling, training.WorkoutStep{CaloriesKcal: 100}, "lasts for 100 kcal"},
		"no end":        {training.Cycling, training.WorkoutStep{Open: true}, "ends when the athlete ends it"},
		"a swim":        {training.Swimming, workouttest.Far("", 100), "this one is for swimming"},
		"unsound steps": {training.Cycling, training.WorkoutStep{Kind: "ramp"}, "not a kind of step"},
	} {
		w := workout.Workout{Sport: c.sport, Steps: []training.WorkoutStep{c.step}}
		if _, _, err := workoutfile.WriteZWO(&w, none); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	if _, _, err := workoutfile.WriteZWO(&workout.Workout{}, none); err == nil {
		t.Error("a workout without steps is written")
	}
	mixed := workout.Workout{Sport: training.Running, Steps: []training.WorkoutStep{workouttest.Timed("", 60), workouttest.Far("", 100)}}
	_, _, err := workoutfile.WriteZWO(&mixed, none)
	if err == nil || !strings.Contains(err.Error(), "Step 2 is given as a distance and step 1 as a time") {
		t.Error(err)
	}
}

// TestCuesOfARunByDistanceAreLostByName: the file has the place of a text alone, so texts
// at the start of one step are read as one.
func TestCuesOfARunByDistanceAreLostByName(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		cues []training.StepCue
		lost int
	}{
		"a text":                      {text: "aa"},
		"one cue at the start":        {cues: []training.StepCue{{Text: "aa"}}},
		"a text and a cue":            {text: "aa", cues: []training.StepCue{{Text: "aa"}}, lost: 1},
		"two cues":                    {cues: []training.StepCue{{Text: "aa"}, {Text: "bb"}}, lost: 1},
		"a cue that is shown for 5 s": {cues: []training.StepCue{{Text: "aa", ForS: 5}}, lost: 1},
		"a cue later":                 {cues: []training.StepCue{{Text: "aa", AtS: 20}}, lost: 1},
	} {
		step := workouttest.Far("", 1000)
		step.Text, step.Cues = c.text, c.cues
		w := workout.Workout{Sport: training.Running, Steps: []training.WorkoutStep{step}}
		_, losses, err := workoutfile.WriteZWO(&w, workouttest.Day(training.Running))
		if err != nil || len(losses) != c.lost {
			t.Errorf("%s: %v %v", name, losses, err)
		}
	}
}

// TestAnyWorkoutIsKeptOrSaysWhatIsLost: what is written follows the schema,
// and a step of which no loss is told reads back as it was.
func TestAnyWorkoutIsKeptOrSaysWhatIsLost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		sport := rapid.SampledFrom([]training.Sport{training.Cycling, training.Running}).Draw(rt, "sport")
		w := workouttest.Random(rt, sport)
		data, losses, err := workoutfile.WriteZWO(&w, workouttest.Day(sport))
		if err != nil {
			if training.KindOf(err) != training.KindUnsupported {
				rt.Fatal(err)
			}
			return
		}
		back, _, err := workoutfile.ReadZWO(data)
		if err != nil {
			rt.Fatalf("%v\n%s", err, data)
		}
		valid(t, data)
		same := func(want, got training.WorkoutStep) bool {
			if want.Kind == "" { // of the halves of intervals the file says it
				got.Kind = ""
			}
			if sport == training.Cycling && len(want.Targets) == 0 && !want.MaxEffort {
				want.Free = true
			}
			return cmp.Equal(want, got)
		}
		if d := workouttest.Kept(&w, &back, losses, same); d != "" {
			rt.Fatalf("%s\n%s", d, data)
		}
	})
}

// FuzzRead: whatever is read can be written, and reads back as itself.
func FuzzZWORead(f *testing.F) {
	for _, w := range workouttest.Shapes() {
		if data, _, err := workoutfile.WriteZWO(&w, workouttest.Day(w.Sport)); err == nil {
			f.Add(data)
		}
	}
	f.Add([]byte(document(`<SolidState Duration=60 Power=.5><TextEvent TimeOffset="10" message="a"/></SolidState><Cooldown Duration="1" PowerLow="0" PowerHigh="1"/>`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, _, err := workoutfile.ReadZWO(data)
		if err != nil {
			return
		}
		if err := training.CheckSteps(w.Steps); err != nil {
			t.Fatal(err)
		}
		written, _, err := workoutfile.WriteZWO(&w, workouttest.Day(w.Sport))
		if err != nil {
			return
		}
		back, _, err := workoutfile.ReadZWO(written)
		if err != nil || len(training.WrittenOut(back.Steps)) != len(training.WrittenOut(w.Steps)) {
			t.Fatalf("%v\n%s", err, written)
		}
	})
}
