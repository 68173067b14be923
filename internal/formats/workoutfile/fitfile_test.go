package workoutfile_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/muktihari/fit/decoder"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
	"lapkeep/test/golden"
	"lapkeep/test/rawfit"
	"lapkeep/test/workouttest"
)

// dump returns the contents of a file, message by message and in their order,
// by the library's own reader, which checks the checksums.
func dump(t testing.TB, data []byte) string {
	t.Helper()
	f, err := decoder.New(bytes.NewReader(data)).Decode()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range f.Messages {
		fmt.Fprintf(&b, "%s", m.Num)
		for _, field := range m.Fields {
			fmt.Fprintf(&b, " %s=%v", field.Name, field.Value.Any())
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestShapesAreWritten: every shape becomes the file that is kept, with the
// losses beside it, and what it reads back as loses no more.
func TestFITShapesAreWritten(t *testing.T) {
	t.Parallel()
	for name, w := range workouttest.Shapes() {
		data, losses, err := workoutfile.WriteFIT(&w, workouttest.Day(w.Sport))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		golden.Check(t, "testdata/golden/"+name+".txt", dump(t, data))
		golden.Check(t, "testdata/golden/"+name+".losses", lines(losses))
		back, unread, err := workoutfile.ReadFIT(data)
		if err != nil || w.Sport != training.Strength && len(unread) > 0 {
			t.Fatalf("%s: %v %v", name, err, unread)
		}
		again, _, err := workoutfile.WriteFIT(&back, workouttest.Day(w.Sport))
		if err != nil {
			t.Fatalf("%s, written again: %v", name, err)
		}
		third, _, err := workoutfile.ReadFIT(again)
		if d := cmp.Diff(back, third); d != "" || err != nil {
			t.Errorf("%s, read again: %v\n%s", name, err, d)
		}
	}
}

// TestReadsBack: what loses nothing reads back as it was.
func TestFITReadsBack(t *testing.T) {
	t.Parallel()
	aim := workouttest.Aim
	const power, hr, pace = training.TargetPower, training.TargetHR, training.TargetPace
	bpm := aim(hr, training.TargetBpm, 140, 150)
	for name, w := range map[string]workout.Workout{
		"units": {Name: "Größer", Notes: "Two\nlines", Sport: training.Cycling, SubSport: training.SubIndoor, Steps: []training.WorkoutStep{
			workouttest.Timed(training.StepWarmup, 600, workouttest.FTP(50, 60), workouttest.RPM(85, 95)),
			workouttest.Times(2, workouttest.Times(3, workouttest.Timed(training.StepWork, 30.5, aim(power, training.TargetW, 300, 300)),
				workouttest.Timed(training.StepRest, 30, aim(power, training.TargetW, 50, 60))),
				workouttest.Says(workouttest.Timed("", 300, bpm), "Easy now")),
			workouttest.Timed("", 60, aim(hr, training.TargetMaxHR, 70, 80)),
			{CaloriesKcal: 250},
			{DurationS: 60, PowerShown: training.Show3S, Targets: []training.StepTarget{aim(power, training.TargetW, 180, 200)}},
			workouttest.Far("", 5000, aim(training.TargetSpeed, training.TargetMPS, 9, 9.5)),
			{Kind: training.StepCooldown, Open: true},
		}},
		"a run": {Sport: training.Running, Steps: []training.WorkoutStep{
			workouttest.Far(training.StepWork, 1000, aim(pace, training.TargetMPS, 3.9, 4.1), bpm),
		}},
		"a swim": {
			Sport: training.Swimming, SubSport: training.SubPool, PoolLengthM: 22.86,
			Steps: []training.WorkoutStep{
				workouttest.Far("", 91.44, aim(pace, training.TargetMPS, 1.2, 1.3)),
				workouttest.Says(workouttest.Far("", 91.44, aim(pace, training.TargetMPS, 1.2, 1.3)), "Breaststroke with a pull-buoy"),
				workouttest.Says(workouttest.Far("", 91.44, aim(pace, training.TargetMPS, 1.2, 1.3), bpm), "自由泳，划水掌"),
			},
		},
		"strength": {Sport: training.Strength, Steps: []training.WorkoutStep{
			{Text: "Barbell back squat", RestS: 90, Exercise: &training.StepExercise{Sets: 3, Reps: 8, WeightKg: 62.5}},
			{Text: "Plank", DurationS: 45, Exercise: &training.StepExercise{Sets: 1}},
			{Text: "Push up", RestS: 30, Exercise: &training.StepExercise{Sets: 2, Reps: 12}},
		}},
	} {
		data, losses, err := workoutfile.WriteFIT(&w, efforts.Day{})
		if err != nil || len(losses) > 0 {
			t.Errorf("%s: %v %v", name, losses, err)
			continue
		}
		got, unread, err := workoutfile.ReadFIT(data)
		if d := cmp.Diff(w, got); d != "" || err != nil || len(unread) > 0 {
			t.Errorf("%s: %v %v\n%s", name, unread, err, d)
		}
	}
}

// TestZonesAreBounds: the device has other zones, so bounds are written if they are known, and it is told if they are not.
func TestZonesAreBounds(t *testing.T) {
	t.Parallel()
	for of, want := range map[training.TargetOf]training.StepTarget{
		training.TargetHR:    workouttest.Aim(training.TargetHR, training.TargetBpm, 138, 153),
		training.TargetPower: workouttest.Aim(training.TargetPower, training.TargetW, 138, 188),
	} {
		zone := workouttest.Aim(of, training.TargetZone, 2, 2)
		w := workout.Workout{Sport: training.Cycling, Steps: []training.WorkoutStep{workouttest.Timed("", 60, zone)}}
		for _, day := range []efforts.Day{workouttest.Day(training.Cycling), {}} {
			data, losses, err := workoutfile.WriteFIT(&w, day)
			if err != nil || len(losses) != 1 {
				t.Fatal(err, losses)
			}
			got, _, err := workoutfile.ReadFIT(data)
			if day.Sport == "" {
				want = zone
			}
			if d := cmp.Diff([]training.StepTarget{want}, got.Steps[0].Targets); d != "" || err != nil {
				t.Errorf("%v %v\n%s", losses, err, d)
			}
		}
	}
}

// TestSwims reads the strokes and equipment that a device wrote, as words of the step.
func TestSwims(t *testing.T) {
	t.Parallel()
	f := rawfit.New().Message("file_id", rawfit.Fields{"type": 5}).
		Message("workout", rawfit.Fields{"sport": 5, "num_valid_steps": 3, "pool_length": 25, "pool_length_unit": 1}).
		Message("workout_step", rawfit.Fields{
			"message_index": 0, "duration_type": 1, "duration_value": 10_000, "target_type": 11, "target_value": 2, "equipment": 4, "notes": "Easy",
		}).
		Message("workout_step", rawfit.Fields{
			"message_index": 1, "duration_type": 1, "duration_value": 5000, "target_type": 11, "target_value": 0, "notes": "Freestyle",
		}).
		Message("workout_step", rawfit.Fields{
			"message_index": 2, "duration_type": 1, "duration_value": 5000, "target_type": 11, "target_value": 9, "equipment": 77,
		})
	got, losses, err := workoutfile.ReadFIT(f.Bytes())
	want := workout.Workout{Sport: training.Swimming, PoolLengthM: 25, Steps: []training.WorkoutStep{
		{Text: "Easy, breaststroke, pull buoy", DistanceM: 100}, {Text: "Freestyle", DistanceM: 50}, {DistanceM: 50},
	}}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
	told := "Step 1: the stroke breaststroke: the text contains it.\nStep 1: the equipment pull buoy: the text contains it.\n" +
		"Step 3: a target of swim stroke, 9: it is left out.\nStep 3: the equipment kind 77: it is left out.\n" +
		"the unit of the pool: it is left out.\n"
	if d := cmp.Diff(told, lines(losses)); d != "" {
		t.Error(d)
	}
	data, _, err := workoutfile.WriteFIT(&got, efforts.Day{})
	back, losses, _ := workoutfile.ReadFIT(data)
	if d := cmp.Diff(got, back); d != "" || err != nil || len(losses) > 0 {
		t.Errorf("%v %v\n%s", losses, err, d)
	}
}

// TestOnlyWithItsThreshold: what has no unit in FIT is resolved by the day, or
// the error names what lacks.
func TestOnlyWithItsThreshold(t *testing.T) {
	t.Parallel()
	aim := workouttest.Aim
	const power, hr, pace = training.TargetPower, training.TargetHR, training.TargetPace
	for name, c := range map[string]struct {
		target      training.StepTarget
		becomes     training.StepTarget
		loss, lacks string
	}{
		"LTHR, never watts": {
			aim(hr, training.TargetLTHR, 88, 94), aim(hr, training.TargetBpm, 150, 160), "at an LTHR of 170 bpm",
			"lactate threshold heart rate",
		},
		"beyond 100 % of maximum": {
			aim(hr, training.TargetMaxHR, 95, 105), aim(hr, training.TargetBpm, 181, 200),
			"at a maximum heart rate of 190 bpm", "maximum heart rate",
		},
		"two zones":   {aim(power, training.TargetZone, 2, 3), aim(power, training.TargetW, 138, 225), "at the zones", "the FTP"},
		"a pace zone": {aim(pace, training.TargetZone, 2, 2), training.StepTarget{}, "at the zones", "threshold pace"},
		"a threshold pace": {
			aim(pace, training.TargetPacePct, 95, 100), aim(pace, training.TargetMPS, 3.8, 4), "at a threshold pace of 4:10/km",
			"threshold pace",
		},
		"above what is read": {workouttest.FTP(350, 400), aim(power, training.TargetW, 875, 1000), "at an FTP of 250 W", "the FTP"},
		"own zones":          {aim(power, training.TargetOwnZone, 2, 2), training.StepTarget{}, "", "own zones"},
	} {
		w := workout.Workout{Sport: training.Running, Steps: []training.WorkoutStep{workouttest.Timed("", 60, c.target)}}
		if _, _, err := workoutfile.WriteFIT(&w, efforts.Day{}); err == nil || !strings.Contains(err.Error(), c.lacks) {
			t.Errorf("%s: %v, want %q", name, err, c.lacks)
		}
		if c.loss == "" {
			continue
		}
		data, losses, err := workoutfile.WriteFIT(&w, workouttest.Day(training.Running))
		if err != nil || !strings.Contains(lines(losses), c.loss) {
			t.Errorf("%s: %v %v, want %q", name, err, losses, c.loss)
			continue
		}
		got, _, err := workoutfile.ReadFIT(data)
		if err != nil || c.becomes.Of != "" && !cmp.Equal(got.Steps[0].Targets, []training.StepTarget{c.becomes}) {
			t.Errorf("%s: %v %v", name, err, got.Steps)
		}
	}
}

// TestBothBounds: a single value of what a device warns about becomes a range,
// a bound that is open gets one, and each is told.
func TestBothBounds(t *testing.T) {
	t.Parallel()
	aim := workouttest.Aim
	const power, hr, pace = training.TargetPower, training.TargetHR, training.TargetPace
	for name, c := range map[string]struct {
		target, becomes training.StepTarget
		loss            string
	}{
		"beats": {
			aim(hr, training.TargetBpm, 150, 150), aim(hr, training.TargetBpm, 147, 153),
			"Step 1: 150 bpm: it is written as 147–153 bpm.",
		},
		"all of it": {
			aim(hr, training.TargetMaxHR, 100, 100), aim(hr, training.TargetMaxHR, 98, 100),
			"100 % max HR: it is written as 98–100 % max HR.",
		},
		"pace": {
			training.StepTarget{Of: pace, Unit: training.TargetMPS, Low: 4, High: 4, Per: training.PerMile},
			aim(pace, training.TargetMPS, 3.9, 4.1), "Step 1: 6:42/mi: it is written as 6:53–6:33/mi.",
		},
		"cadence":  {workouttest.RPM(90, 90), workouttest.RPM(87, 93), "it is written as 87–93 rpm."},
		"at least": {workouttest.FTP(120, 0), workouttest.FTP(120, 300), "from 120 % FTP: it is written as 120–300 % FTP."},
		"at most":  {aim(hr, training.TargetBpm, 0, 130), aim(hr, training.TargetBpm, 1, 130), "up to 130 bpm: it is written as 1–130 bpm."},
		"slow": {
			aim(pace, training.TargetMPS, 0, 3), aim(pace, training.TargetMPS, 0.25, 3),
			"up to 5:33/km: it is written as 1:06:40–5:33/km.",
		},
		"half percents": {workouttest.FTP(88.5, 94.4), workouttest.FTP(89, 94), "88.5–94.4 % FTP: it is written as 89–94 % FTP."},
	} {
		w := workout.Workout{Sport: training.Running, Steps: []training.WorkoutStep{workouttest.Timed("", 60, c.target)}}
		data, losses, err := workoutfile.WriteFIT(&w, efforts.Day{})
		if err != nil || !strings.Contains(lines(losses), c.loss) {
			t.Errorf("%s: %v %v, want %q", name, err, losses, c.loss)
			continue
		}
		if got, _, err := workoutfile.ReadFIT(data); err != nil || !cmp.Equal(got.Steps[0].Targets, []training.StepTarget{c.becomes}) {
			t.Errorf("%s: %v %v", name, err, got.Steps)
		}
	}
}

// TestRampsFillTheWorkoutUp: where their steps are more than there may be, they
// are ranges.
func TestRampsFillTheWorkoutUp(t *testing.T) {
	t.Parallel()
	up := workouttest.Ramp(workouttest.FTP(0, 0), 50, 75)
	for count, want := range map[int]int{100: 500, 101: 101} {
		w := workout.Workout{Sport: training.Cycling, Steps: []training.WorkoutStep{workouttest.Times(count, workouttest.Timed("", 600, up))}}
		data, losses, err := workoutfile.WriteFIT(&w, efforts.Day{})
		if err != nil || len(losses) != 1 {
			t.Fatalf("%v %v", losses, err)
		}
		got, _, err := workoutfile.ReadFIT(data)
		if n := len(training.WrittenOut(got.Steps)); err != nil || n != want {
			t.Errorf("%d: %d steps, %v", count, n, err)
		}
	}
}

func file(steps ...rawfit.Fields) *rawfit.File {
	f := rawfit.New().Message("file_id", rawfit.Fields{"type": 5, "manufacturer": 1, "time_created": rawfit.Start()}).
		Message("workout", rawfit.Fields{"sport": 2, "num_valid_steps": len(steps), "wkt_name": "X"})
	for i, s := range steps {
		if _, ok := s["message_index"]; !ok {
			s["message_index"] = i
		}
		f.Message("workout_step", s)
	}
	return f
}

func minute() rawfit.Fields { return rawfit.Fields{"duration_type": 0, "duration_value": 60_000} }

func again(from, times int) rawfit.Fields {
	return rawfit.Fields{"duration_type": 6, "duration_value": from, "target_value": times}
}

// TestReadsWhatDevicesWrite: and says what a workout has no place for.
func TestReadsWhatDevicesWrite(t *testing.T) {
	t.Parallel()
	one60 := workouttest.Timed("", 60)
	for name, c := range map[string]struct {
		file   *rawfit.File
		want   []training.WorkoutStep
		losses []string
	}{
		"repeats in repeats": {
			file(minute(), minute(), again(1, 3), minute(), again(1, 2)),
			[]training.WorkoutStep{one60, workouttest.Times(2, workouttest.Times(3, one60), one60)},
			nil,
		},
		"until something": {
			file(minute(), rawfit.Fields{
				"duration_type": 3, "duration_value": 250, "target_type": 5, "target_value": 0,
				"custom_target_value_low": 3, "custom_target_value_high": 4,
			}, rawfit.Fields{"duration_type": 7, "duration_value": 0, "target_value": 600_000}),
			[]training.WorkoutStep{workouttest.Times(1, one60, training.WorkoutStep{Open: true})},
			[]string{
				"Step 2: its end (hr greater than 150 bpm): it lasts until the athlete ends it.",
				"Step 2: a target of grade, 0: it is left out.", "Step 3: the repetition until time 600 s: it is read as done once.",
			},
		},
		"a time that is not said, a target of a maker": {
			file(rawfit.Fields{
				"duration_type": 0, "target_type": 245, "target_value": 0, "custom_target_value_low": 1,
				"custom_target_value_high": 2,
			}),
			[]training.WorkoutStep{{Open: true}},
			[]string{
				"Step 1: its length, which the file does not state: it lasts until the athlete ends it.",
				"Step 1: a target of kind 245, 0: it is left out.",
			},
		},
		"watts as they are": {
			file(rawfit.Fields{
				"duration_type": 0, "duration_value": 60_000, "target_type": 4, "target_value": 0,
				"custom_target_value_low": 400, "custom_target_value_high": 420,
			}),
			[]training.WorkoutStep{workouttest.Timed("", 60, workouttest.Aim(training.TargetPower, training.TargetW, 400, 420))},
			[]string{"Step 1: 400–420 as percentages of FTP, which is impossible: they are read as W."},
		},
		"0 W": {
			file(rawfit.Fields{
				"duration_type": 0, "duration_value": 60_000, "target_type": 4, "target_value": 0,
				"custom_target_value_low": 1000, "custom_target_value_high": 1000,
			}),
			[]training.WorkoutStep{workouttest.Timed("", 60)},
			[]string{"Step 1: a target of power, 0: it is left out."},
		},
		"sets, and what comes after them": {
			file(rawfit.Fields{"duration_type": 29, "duration_value": 10, "exercise_category": 28, "exercise_name": 6, "notes": "Slowly"},
				rawfit.Fields{"duration_type": 0, "duration_value": 90_000, "intensity": 1}, again(0, 3),
				rawfit.Fields{"duration_type": 5, "equipment": 3, "wkt_step_name": "A", "notes": "B"}),
			[]training.WorkoutStep{
				{Text: "Barbell back squat", RestS: 90, Exercise: &training.StepExercise{Sets: 3, Reps: 10}},
				{Text: "B", Open: true},
			},
			[]string{
				"Step 1: the note “Slowly”: it is left out.", "Step 2: the name “A” in addition to the note: it is left out.",
				"Step 2: the equipment paddles: it is left out.",
			},
		},
	} {
		got, losses, err := workoutfile.ReadFIT(c.file.Bytes())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := cmp.Diff(workout.Workout{Name: "X", Sport: training.Cycling, Steps: c.want}, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		if d := cmp.Diff(strings.Join(append(c.losses, ""), "\n"), lines(losses)); d != "" {
			t.Errorf("%s, losses (-want +got):\n%s", name, d)
		}
	}
}

// TestWhatIsWrong: one sentence on what is wrong and one on what is right.
func TestFITWhatIsWrong(t *testing.T) {
	t.Parallel()
	var many []rawfit.Fields
	for range 501 {
		many = append(many, minute())
	}
	good := file(minute(), again(0, 2)).Bytes()
	wrong := bytes.Clone(good)
	wrong[len(wrong)-1] ^= 1
	for name, c := range map[string]struct {
		data []byte
		kind training.Kind
		says string
	}{
		"a repeat onto itself": {
			file(minute(), again(1, 3)).Bytes(), training.KindInvalid,
			"The step with index 1 repeats from itself. A repeat must give the index of an earlier step",
		},
		"a repeat forward": {
			file(minute(), again(2, 3), minute()).Bytes(), training.KindInvalid, "repeats from step 2 on, which comes after it",
		},
		"a repeat of nothing": {
			file(rawfit.Fields{"message_index": 3, "duration_type": 0, "duration_value": 1},
				rawfit.Fields{"message_index": 4, "duration_type": 6, "duration_value": 1, "target_value": 2}).Bytes(),
			training.KindInvalid, "repeats from step 1 on, which does not exist",
		},
		"repeats that overlap": {
			file(minute(), minute(), again(0, 2), minute(), again(1, 2)).Bytes(), training.KindInvalid, "within another repeat",
		},
		"a repeat without count": {
			file(minute(), rawfit.Fields{"duration_type": 6, "duration_value": 0}).Bytes(), training.KindInvalid,
			"but does not say how many times. Give a count",
		},
		"two of one index": {
			file(minute(), rawfit.Fields{"message_index": 0, "duration_type": 5}).Bytes(), training.KindInvalid,
			"The step with index 0 appears twice",
		},
		"repeats four deep": {
			file(minute(), again(0, 2), again(0, 2), again(0, 2), again(0, 2)).Bytes(), training.KindTooLarge,
			"nested more than 3 deep",
		},
		"501 steps":        {file(many...).Bytes(), training.KindTooLarge, "more than 500 steps"},
		"600 steps":        {file(minute(), minute(), again(0, 300)).Bytes(), training.KindTooLarge, "more than 500 steps"},
		"half a file":      {good[:len(good)/2], training.KindCorrupt, "The file is cut"},
		"a wrong checksum": {wrong, training.KindCorrupt, "The checksum is wrong"},
		"two files in one": {append(bytes.Clone(good), good...), training.KindUnsupported, "is 2 FIT files in one"},
		"a recording": {
			rawfit.SteadyRide().Bytes, training.KindUnsupported, "The FIT file is not a workout; it is one of another kind: activity",
		},
		"no steps": {file().Bytes(), training.KindInvalid, "no step"},
		"fewer steps than it has": {
			rawfit.New().Message("file_id", rawfit.Fields{"type": 5}).Message("workout", rawfit.Fields{"num_valid_steps": 3}).
				Message("workout_step", minute()).Bytes(),
			training.KindCorrupt, "states 3 steps, but has 1",
		},
		"another file": {[]byte("<workout_file/>"), training.KindUnsupported, "not a FIT file"},
		"nothing":      {nil, training.KindUnsupported, "not a FIT file"},
		"10 MB":        {make([]byte, 10<<20+1), training.KindTooLarge, "10485761 bytes"},
	} {
		_, _, err := workoutfile.ReadFIT(c.data)
		if err == nil || training.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v, %q", name, err, c.kind, c.says)
		}
	}
	watts := workouttest.Aim(training.TargetPower, training.TargetW, 0, 186_327)
	w := workout.Workout{Steps: []training.WorkoutStep{workouttest.Timed("", 60, watts)}}
	if _, _, err := workoutfile.WriteFIT(&w, efforts.Day{}); err == nil || !strings.Contains(err.Error(), "Give at most 2500 W") {
		t.Error(err)
	}
	if _, _, err := workoutfile.WriteFIT(&workout.Workout{}, efforts.Day{}); err == nil {
		t.Error("a workout without steps is written")
	}
}

// FuzzRead: whatever is read can be written, and reads back as so many steps.
func FuzzFITRead(f *testing.F) {
	for _, w := range workouttest.Shapes() {
		if data, _, err := workoutfile.WriteFIT(&w, workouttest.Day(w.Sport)); err == nil {
			f.Add(data)
		}
	}
	f.Add(file(minute(), again(0, 2), minute(), again(1, 3)).Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		w, _, err := workoutfile.ReadFIT(data)
		if err != nil {
			return
		}
		if err := training.CheckSteps(w.Steps); err != nil {
			t.Fatal(err)
		}
		written, _, err := workoutfile.WriteFIT(&w, workouttest.Day(w.Sport))
		if err != nil {
			return
		}
		if _, _, err := workoutfile.ReadFIT(written); err != nil {
			t.Fatal(err)
		}
	})
}
