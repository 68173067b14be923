package workout_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/workouttest"
)

// The tests of this file are the faults that users report of programs of this
// kind, one each, with the threads that report it.

// given reads what is handed in; a fault fails the test.
func given(t *testing.T, form, data string, sport training.Sport) *workout.Workout {
	t.Helper()
	w, faults, err := reads(form, data, sport)
	if err != nil || len(faults) > 0 {
		t.Fatalf("%s: %v %v", data, faults, err)
	}
	w.Name = "Any"
	return &w
}

func reads(form, data string, sport training.Sport) (workout.Workout, []workout.Fault, error) {
	f, err := workoutfile.Named(form)
	if err != nil {
		return workout.Workout{}, nil, err
	}
	w, faults, _, err := f.Read([]byte(data), sport)
	return w, faults, err
}

// back calls check with the workout read back from each form, where that takes
// it, and with what was lost.
func back(t *testing.T, w *workout.Workout, check func(form string, back *workout.Workout, losses string)) {
	t.Helper()
	n := 0
	for _, f := range workoutfile.AllForms() {
		if f.Read == nil || f.Write == nil {
			continue
		}
		data, losses, err := f.Write(w, workouttest.Day(w.Sport))
		if training.KindOf(err) == training.KindUnsupported {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		got, _, _, err := f.Read(data, w.Sport)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		check(f.Name, &got, fmt.Sprint(losses))
		n++
	}
	if n < 4 {
		t.Errorf("only %d forms take it", n)
	}
}

// TestPaceIsNotZero: a pace that was taken showed as 0:00 on the watch
// (Taxuspt/garmin_mcp#210), or not at all (h3xh0und/intervals.icu-api#6).
func TestPaceIsNotZero(t *testing.T) {
	t.Parallel()
	back(t, given(t, "txt", "- 1km 5:00/km Pace", training.Running), func(form string, got *workout.Workout, _ string) {
		pace, _ := got.Steps[0].Target(training.TargetPace)
		if pace.Unit == training.TargetPacePct {
			pace.Low, pace.High = pace.Low/100*4, pace.High/100*4
		}
		if math.Abs(pace.Low-10.0/3) > 0.11 || math.Abs(pace.High-10.0/3) > 0.11 {
			t.Errorf("%s: %+v", form, got.Steps)
		}
	})
}

// TestPercentOfLTHRAreNotWatts: a workout by LTHR was exported as watts
// (watt-mind/coach#176).
func TestPercentOfLTHRAreNotWatts(t *testing.T) {
	t.Parallel()
	back(t, given(t, "txt", "- 10m 90-95% LTHR", training.Cycling), func(form string, got *workout.Workout, losses string) {
		hr, ok := got.Steps[0].Target(training.TargetHR)
		if _, power := got.Steps[0].Target(training.TargetPower); power || !ok && !strings.Contains(losses, "90–95 % LTHR") {
			t.Errorf("%s: %+v, losses %s", form, got.Steps, losses)
		}
		if hr.Unit == training.TargetBpm && (hr.Low < 153 || hr.High > 162) { // of 170 bpm
			t.Errorf("%s: %+v", form, hr)
		}
	})
}

// TestADistanceIsNoTime: a run by distance became 0.1 miles, or a time
// (JunAkerBuilds/CorosLink#72).
func TestADistanceIsNoTime(t *testing.T) {
	t.Parallel()
	back(t, given(t, "txt", "- 400mtr 90% Pace\n- 2km 80% Pace", training.Running), func(form string, got *workout.Workout, _ string) {
		a, b := got.Steps[0], got.Steps[1]
		if a.DistanceM != 400 || b.DistanceM != 2000 || a.DurationS+b.DurationS > 0 {
			t.Errorf("%s: %+v", form, got.Steps)
		}
	})
}

// TestASingleHeartRateIsARange where a device warns about everything else: one
// heart rate is a target that nobody can hold (watt-mind/coach#150), and a range
// of one's own is what a watch takes (Taxuspt/garmin_mcp#332).
func TestASingleHeartRateIsARange(t *testing.T) {
	t.Parallel()
	back(t, given(t, "txt", "- 10m 150bpm", training.Cycling), func(form string, got *workout.Workout, losses string) {
		hr, ok := got.Steps[0].Target(training.TargetHR)
		device := form == "fit" || form == "igpsport"
		if device && (!(hr.Low < 150 && hr.High > 150) || !strings.Contains(losses, "150 bpm")) {
			t.Errorf("%s: %+v, losses %s", form, hr, losses)
		}
		if !device && ok && (hr.Low != 150 || hr.High != 150) {
			t.Errorf("%s: %+v", form, hr)
		}
	})
}

// TestTheDayIsTheAthletes: a workout stood on another day, by a time zone
// (st3v/garmin-workouts-mcp#3, bakermat/suffersync#1) or by months that are
// counted from 0 (Taxuspt/garmin_mcp#86).
func TestTheDayIsTheAthletes(t *testing.T) {
	t.Parallel()
	stamp := time.Date(2026, 2, 20, 12, 0, 0, 0, time.UTC)
	for _, name := range []string{"Australia/Sydney", "Asia/Kolkata", "America/Los_Angeles", "Europe/Berlin", "UTC"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []string{"00:10", "12:00", "23:30"} {
			start := training.LocalTime("2026-03-29T" + at + ":00") // where clocks change in Berlin
			e := workoutfile.Event{UID: "a", Stamp: stamp, Start: start, Zone: zone, Summary: "Any"}
			file := string(workoutfile.WriteICal([]workoutfile.Event{e}, workoutfile.ICalOptions{}))
			if !strings.Contains(file, ":20260329T"+strings.ReplaceAll(at, ":", "")+"00") {
				t.Errorf("%s %s:\n%s", name, at, file)
			}
			shown, err := calendar.Show(document.Document{
				ID: "a", Days: calendar.DaysOf(&training.CalendarEvent{Start: start}), Own: fmt.Appendf(nil, `{"start_local":%q}`, start),
			})
			if day := training.NewDay(2026, 3, 29); err != nil || shown.Days.From != day || shown.Days.To != day {
				t.Errorf("%s %s: %v %v", name, at, shown.Days, err)
			}
		}
	}
	whole := workoutfile.Event{UID: "a", Stamp: stamp, Day: training.NewDay(2026, 1, 31), Summary: "Any"}
	if file := string(workoutfile.WriteICal([]workoutfile.Event{whole}, workoutfile.ICalOptions{})); !strings.Contains(file,
		"DTSTART;VALUE=DATE:20260131") {
		t.Error(file)
	}
}

// TestMinutesPerMileAreNotPerKilometre (mgifos/quick-plan#19).
func TestMinutesPerMileAreNotPerKilometre(t *testing.T) {
	t.Parallel()
	const mps = 1609.344 / 480
	back(t, given(t, "txt", "- 1mi 8:00/mi Pace", training.Running), func(form string, got *workout.Workout, _ string) {
		pace, _ := got.Steps[0].Target(training.TargetPace)
		if pace.Unit == training.TargetPacePct {
			pace.Low, pace.High = pace.Low/100*4, pace.High/100*4
		}
		if math.Abs(pace.Low/mps-1) > 0.031 || math.Abs(pace.High/mps-1) > 0.031 || math.Abs(got.Steps[0].DistanceM-1609.34) > 0.1 {
			t.Errorf("%s: %+v", form, got.Steps)
		}
	})
}

// TestStepsInATextAreSteps: models hand nested JSON over as a text, which
// failed to parse (JamsusMaximus/trainingpeaks-mcp#164).
func TestStepsInATextAreSteps(t *testing.T) {
	t.Parallel()
	want := workouttest.Times(2, workouttest.Timed("", 60, workouttest.Aim(training.TargetPower, training.TargetW, 100, 100)))
	for _, data := range []string{
		`[{"repeat":2,"steps":[{"duration_s":60,"power":"100w"}]}]`,
		`[{"repeat":2,"steps":"[{\"duration_s\":60,\"power\":\"100w\"}]"}]`,
		`["{\"repeat\":2,\"steps\":[{\"duration_s\":60,\"power\":\"100w\"}]}"]`,
		`"[{\"repeat\":2,\"steps\":\"[{\\\"duration_s\\\":60,\\\"power\\\":\\\"100w\\\"}]\"}]"`,
	} {
		w := given(t, "json", data, training.Cycling)
		if s := w.Steps; len(s) != 1 || s[0].Count != want.Count || fmt.Sprint(s[0].Steps) != fmt.Sprint(want.Steps) {
			t.Errorf("%s: %+v", data, s)
		}
	}
}

// TestNobodyRides186327W: an export asked for 186,327 W, a pace that was taken
// for power (gazpachoking/trainaspower#21). Nothing reads or writes it.
func TestNobodyRides186327W(t *testing.T) {
	t.Parallel()
	for form, data := range map[string]string{
		"txt":  "- 10m 186327w",
		"json": `[{"duration_s":600,"power":"186327w"}]`,
		"erg":  course("0 186327\n10 186327"),
		"zwo":  `<workout_file><workout><SteadyState Duration="600" Power="745.3"/></workout></workout_file>`,
	} {
		_, faults, err := reads(form, data, training.Cycling)
		saysBoth(t, form, faults, err, "", "")
	}
	w := workout.Workout{Name: "Any", Sport: training.Cycling, Steps: []training.WorkoutStep{
		workouttest.Timed("", 600, workouttest.Aim(training.TargetPower, training.TargetW, 0, 186_327)),
	}}
	for _, form := range []string{"fit", "zwo", "erg", "mrc", "igpsport"} {
		f, _ := workoutfile.Named(form)
		_, _, err := f.Write(&w, workouttest.Day(w.Sport))
		if err == nil {
			t.Errorf("it is written as %s", form)
			continue
		}
		saysBoth(t, form, nil, err, "186327 W", "")
	}
}

func course(points string) string {
	return "[COURSE HEADER]\nMINUTES WATTS\n[END COURSE HEADER]\n[COURSE DATA]\n" + points + "\n[END COURSE DATA]\n"
}

// saysBoth holds what was refused to a sentence on what is wrong and one on
// what is right, with these words in them.
func saysBoth(t *testing.T, name string, faults []workout.Fault, err error, what, fix string) {
	t.Helper()
	if err != nil {
		var e *training.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
			return
		}
		faults = []workout.Fault{workout.FaultOf(e)}
	}
	if len(faults) == 0 {
		t.Errorf("%s: nothing is wrong", name)
		return
	}
	f := faults[0]
	for _, said := range []struct{ sentence, want string }{{f.What.String(), what}, {f.Fix.String(), fix}} {
		if !strings.HasSuffix(said.sentence, ".") || !strings.Contains(said.sentence, said.want) {
			t.Errorf("%s: %q, want %q", name, said.sentence, said.want)
		}
	}
}

// TestBadInput checks that bad input is answered with a sentence on what is
// wrong and one on what is right, whatever the form.
func TestBadInput(t *testing.T) {
	t.Parallel()
	minute := rawfit.Fields{"message_index": 0, "duration_type": 0, "duration_value": 60_000}
	itself := rawfit.New().Message("file_id", rawfit.Fields{"type": 5, "manufacturer": 1, "time_created": rawfit.Start()}).
		Message("workout", rawfit.Fields{"sport": 2, "num_valid_steps": 2, "wkt_name": "X"}).Message("workout_step", minute).
		Message("workout_step", rawfit.Fields{"message_index": 1, "duration_type": 6, "duration_value": 1, "target_value": 3})
	deep := strings.Repeat(`{"repeat":2,"steps":[`, 4) + `{"duration_s":60}` + strings.Repeat(`]}`, 4)
	run, ride := training.Running, training.Cycling
	for name, c := range map[string]struct {
		form, data string
		sport      training.Sport
		what, fix  string
	}{
		"metres without tr":       {"txt", "- 400m 90% Pace", run, "400m means 400 minutes", "400mtr"},
		"a pace without the word": {"txt", "- 10m 5:00/km", run, "5:00/km is not read as a pace without the word", "5:00/km Pace"},
		"a zone 9":                {"txt", "- 10m Z9", ride, "Z9 is not a zone", "zones 1 to 7"},
		"a zone 9 in JSON":        {"json", `[{"duration_s":60,"power":"Z9"}]`, ride, `"Z9" is out of bounds`, "Write it like"},
		"NaN":                     {"txt", "- NaN 90%", ride, "neither a duration nor a distance", "10m"},
		"NaN in JSON":             {"json", `[{"duration_s":NaN}]`, ride, "not JSON", "Give a list"},
		"NaN as a target":         {"json", `[{"duration_s":60,"power":"NaN%"}]`, ride, "NaN", "Write it like"},
		"NaN in ZWO":              {"zwo", `<workout_file><workout><SteadyState Duration="60" Power="NaN"/></workout></workout_file>`, ride, "NaN", "number"},
		"a reversed range":        {"txt", "- 10m 95-90%", ride, "goes down, which only a ramp can do", "lower value first"},
		"a reversed range, JSON":  {"json", `[{"duration_s":60,"power":"95-90%"}]`, ride, "runs downwards", "Write it like"},
		"501 steps":               {"txt", strings.Repeat("- 10s 90%\n", 501), ride, "more than 500 steps", "Split it"},
		"501 steps in repeats":    {"txt", "251x\n- 10s 90%\n- 10s 50%", ride, "more than 500 steps", "repeat less often"},
		"repeats four deep":       {"json", `[` + deep + `]`, ride, "nested more than 3 deep", "Write the inner repeats out"},
		"10 MB":                   {"txt", strings.Repeat("- 10s 90%\n", 1<<20), ride, "too much for a workout", "at most 64 kB"},
		"10 MB of JSON":           {"json", strings.Repeat(" ", 10<<20), ride, "larger than 256 KB", "Repeat steps"},
		"ZWO with entities":       {"zwo", `<!DOCTYPE x [<!ENTITY a "b">]><workout_file/>`, ride, "entities", "."},
		"ERG that goes back":      {"erg", course("0 100\n5 100\n4 200"), ride, "the time goes back from 5:00 to 4:00", "order of time"},
		"a repeat onto itself":    {"fit", string(itself.Bytes()), ride, "repeats from itself", "earlier step"},
	} {
		_, faults, err := reads(c.form, c.data, c.sport)
		saysBoth(t, name, faults, err, c.what, c.fix)
	}
}
