package workoutfile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
	"lapkeep/test/golden"
	"lapkeep/test/workouttest"
)

// formats returns the two by their ending.
func formats() map[string]func(*workout.Workout, efforts.Day) ([]byte, []workout.Loss, error) {
	return map[string]func(*workout.Workout, efforts.Day) ([]byte, []workout.Loss, error){
		".erg": workoutfile.WriteERG,
		".mrc": workoutfile.WriteMRC,
	}
}

// TestShapesAreWritten: every shape becomes the file that is kept, with the
// losses beside it, or an error that says why not.
func TestERGShapesAreWritten(t *testing.T) {
	t.Parallel()
	for name, w := range workouttest.Shapes() {
		for ending, write := range formats() {
			data, losses, err := write(&w, workouttest.Day(w.Sport))
			kept := "testdata/golden/" + name + ending
			if err != nil {
				golden.Check(t, kept+".error", err.Error()+"\n")
				continue
			}
			if strings.Count(string(data), "\n") != strings.Count(string(data), "\r\n") {
				t.Errorf("%s%s: lines end otherwise than in CRLF", name, ending)
			}
			golden.Check(t, kept, strings.ReplaceAll(string(data), "\r\n", "\n"))
			golden.Check(t, kept+".losses", lines(losses))
			back, unread, err := workoutfile.ReadERG(data)
			if err != nil || len(unread) > 1 {
				t.Fatalf("%v %v", err, unread)
			}
			again, _, err := write(&back, workouttest.Day(w.Sport))
			if d := cmp.Diff(noFTP(data), noFTP(again)); d != "" || err != nil {
				t.Errorf("written again: %v\n%s", err, d)
			}
		}
	}
}

// noFTP returns a file without the line that says that all came of percentages.
func noFTP(data []byte) string { return strings.Replace(string(data), "FTP = 250\r\n", "", 1) }

const head = "[COURSE HEADER]\nVERSION = 2\nUNITS = ENGLISH\n" +
	"DESCRIPTION = Two of them\nFILE NAME = Test.erg\nMINUTES WATTS\n[END COURSE HEADER]\n"

func course(points string) string {
	return head + "[COURSE DATA]\n" + points + "\n[END COURSE DATA]\n"
}

// TestReadsWhatTrainersWrite: the forms that stand in files of trainers.
func TestReadsWhatTrainersWrite(t *testing.T) {
	t.Parallel()
	watts := func(seconds, low, high float64) training.WorkoutStep {
		return workouttest.Timed("", seconds, workouttest.Aim(training.TargetPower, training.TargetW, low, high))
	}
	up := func(seconds, from, to float64) training.WorkoutStep {
		return workouttest.Timed("", seconds, workouttest.Ramp(workouttest.Aim(training.TargetPower, training.TargetW, 0, 0), from, to))
	}
	says := workouttest.Says
	percent := strings.NewReplacer("WATTS", "PERCENT", "FILE NAME", "FTP = 250\nSOURCE = ErgDB\nFILE NAME")
	for name, c := range map[string]struct {
		data   string
		want   []training.WorkoutStep
		losses []string
	}{
		"steps and slopes": {
			course("0.00\t100\n5.00\t100\n5.00\t200\n10.00\t250"),
			[]training.WorkoutStep{watts(300, 100, 100), up(300, 200, 250)},
			nil,
		},
		"thirds of minutes": {
			course("0.00\t100\n0.33\t100\n0.33\t200\n0.67\t200"),
			[]training.WorkoutStep{watts(20, 100, 100), watts(20, 200, 200)},
			nil,
		},
		"commas, spaces, remarks and laps": {
			course("0,00 100\n ; rest\n0,50 LAP\n0,50   100\n0,50   200,5\n1,00   200,5"),
			[]training.WorkoutStep{watts(30, 100, 100), watts(30, 200.5, 200.5)},
			[]string{"where laps begin: it is left out."},
		},
		"old ends of lines": {strings.ReplaceAll(course("0 100\n1 100"), "\n", "\r"), []training.WorkoutStep{watts(60, 100, 100)}, nil},
		"points between": {
			course("0 100\n1 100\n2 100\n3 200\n4 200\n4 200\n5 200"),
			[]training.WorkoutStep{watts(120, 100, 100), up(60, 100, 200), watts(60, 200, 200), watts(60, 200, 200)},
			nil,
		},
		"jumps of a hundredth": {
			course("0.00 100\n5.00 100\n5.01 200\n10.00 200\n10.01 100\n12.00 100"),
			[]training.WorkoutStep{watts(300, 100, 100), watts(300, 200, 200), watts(120, 100, 100)},
			nil,
		},
		"not from the start": {
			course("2 100\n3 100"),
			[]training.WorkoutStep{watts(180, 100, 100)},
			[]string{"Step 1: the first point at 2:00: everything before it is treated like that point."},
		},
		"nothing to hold": {
			course("0 0\n1 0\n1 0\n2 100"),
			[]training.WorkoutStep{{DurationS: 60, Free: true}, watts(60, 0, 100)},
			[]string{"Step 2: a ramp that begins or ends at 0, with up to 100 W at the other end: it is read as an upper bound."},
		},
		"percent": {
			percent.Replace(course("0.00\t88.5%\n5.00\t88.5%")),
			[]training.WorkoutStep{workouttest.Timed("", 300, workouttest.FTP(88.5, 88.5))},
			[]string{"SOURCE, which is ErgDB: it is left out.", "the FTP of 250 W: it is left out."},
		},
		"texts": {
			course("0.00\t100\n1.00\t100\n1.00\t200\n2.00\t200") +
				"[COURSE TEXT]\n0\tSpin easy\t10\n30\tReady?\t5\n60 Interval 2\n500\tDone; \"really\"\n[END COURSE TEXT]\n",
			[]training.WorkoutStep{
				says(watts(60, 100, 100), "Spin easy", training.StepCue{AtS: 30, ForS: 5, Text: "Ready?"}),
				says(watts(60, 200, 200), "Interval 2", training.StepCue{AtS: 440, Text: "Done; \"really\""}),
			},
			nil,
		},
		"what belongs nowhere": {
			"x\n" + course("0 100\n1 100") + "[PERFPRO DESCRIPTIONS]\nDesc0=Hello\n[END PERFPRO DESCRIPTIONS]\n[COURSE TEXT]\n0\tA",
			[]training.WorkoutStep{says(watts(60, 100, 100), "A")},
			[]string{
				"line 1, which belongs to no part: it is left out.", "the part [PERFPRO DESCRIPTIONS]: it is left out.",
				"line 14, which belongs to no part: it is left out.", "the part [END PERFPRO DESCRIPTIONS]: it is left out.",
				"any texts after the last one: the file ends too early.",
			},
		},
		"latin letters": {
			course("0 100\n1 100") + "[COURSE TEXT]\n0\tDon\x92t\n[END COURSE TEXT]",
			[]training.WorkoutStep{says(watts(60, 100, 100), "Don’t")},
			nil,
		},
	} {
		got, losses, err := workoutfile.ReadERG([]byte(c.data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := cmp.Diff(workout.Workout{Name: "Test", Notes: "Two of them", Sport: training.Cycling, Steps: c.want}, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		if d := cmp.Diff(strings.Join(append(c.losses, ""), "\n"), lines(losses)); d != "" {
			t.Errorf("%s, losses (-want +got):\n%s", name, d)
		}
	}
}

// TestWhatIsWrong: one sentence on what is wrong, with the line, and one on
// what is right.
func TestERGWhatIsWrong(t *testing.T) {
	t.Parallel()
	var many, points strings.Builder
	for i := range 501 {
		fmt.Fprintf(&many, "%d %d\n%d %d\n", i, 100+i%2, i+1, 100+i%2)
	}
	for i := range 50_000 {
		fmt.Fprintf(&points, "%d 100\n", i)
	}
	for name, c := range map[string]struct {
		data string
		kind training.Kind
		says string
	}{
		"time going back": {
			course("0 100\n5 100\n4 200\n9 200"), training.KindInvalid,
			"Line 11: the time goes back from 5:00 to 4:00. Put the points in the order",
		},
		"NaN":           {course("0 NaN\n5 100"), training.KindInvalid, "Line 9: “0 NaN” is not minutes and power. Write minutes"},
		"infinite":      {course("0 100\nInf 100"), training.KindInvalid, "Line 10"},
		"negative":      {course("0 -100\n5 100"), training.KindInvalid, "Line 9"},
		"186,327 W":     {course("0 186327\n5 100"), training.KindInvalid, "Line 9: 186327 W is not a power"},
		"words":         {course("warm up 5 minutes"), training.KindInvalid, "Line 9: “warm up 5 minutes”"},
		"three numbers": {course("0 1 2"), training.KindInvalid, "“0 1 2”"},
		"half a file":   {course("0 100\n5 100")[:150], training.KindCorrupt, "ends before its points. Export it again"},
		"a course of slopes": {
			strings.Replace(course("0 1 0"), "MINUTES WATTS", "DISTANCE GRADE WIND", 1), training.KindUnsupported,
			"course of slopes",
		},
		"no units": {
			strings.Replace(course("0 1"), "MINUTES WATTS", "", 1), training.KindInvalid, "Line 8: [COURSE DATA] comes before",
		},
		"nothing":             {"", training.KindUnsupported, "not an ERG or MRC file"},
		"another file":        {"<workout_file/>", training.KindUnsupported, "not an ERG or MRC file"},
		"no points":           {course(""), training.KindInvalid, "no step"},
		"one point":           {course("0 100"), training.KindInvalid, "no step"},
		"501 steps":           {course(many.String()), training.KindTooLarge, "more than 500 steps"},
		"points without end":  {course(points.String()), training.KindTooLarge, "more than 43200 points"},
		"10 MB":               {strings.Repeat(" ", 10<<20+1), training.KindTooLarge, "10485761 bytes"},
		"a text without time": {course("0 100\n5 100") + "[COURSE TEXT]\nHello\n", training.KindInvalid, "“Hello” is not seconds and a text"},
	} {
		_, _, err := workoutfile.ReadERG([]byte(c.data))
		if err == nil || training.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v, %q", name, err, c.kind, c.says)
		}
	}
}

// TestERGWhatCannotBeWritten checks that the error of a workout that cannot be
// written names the reason, and the missing threshold.
func TestERGWhatCannotBeWritten(t *testing.T) {
	t.Parallel()
	watts := workouttest.Aim(training.TargetPower, training.TargetW, 200, 220)
	for name, c := range map[string]struct {
		ending, says string
		step         training.WorkoutStep
	}{
		"percent without FTP": {
			".erg", "Step 1 asks for 90–95 % FTP, and the FTP is not known for the day. Set ftp_w",
			workouttest.Timed("", 60, workouttest.FTP(90, 95)),
		},
		"watts without FTP": {".mrc", "Step 1 asks for 200–220 W, and the FTP is not known for the day.", workouttest.Timed("", 60, watts)},
		"too many watts": {
			".erg", "Give at most 2500 W",
			workouttest.Timed("", 60, workouttest.Aim(training.TargetPower, training.TargetW, 0, 186_327)),
		},
		"a distance": {".erg", "Step 1 is 1000 m long", workouttest.Far("", 1000, watts)},
		"calories":   {".erg", "lasts for 100 kcal", training.WorkoutStep{CaloriesKcal: 100}},
		"no end":     {".erg", "no end but the athlete's", training.WorkoutStep{Open: true}},
		"no power": {
			".mrc", "No step has a power target",
			workouttest.Timed("", 60, workouttest.Aim(training.TargetHR, training.TargetLTHR, 80, 90)),
		},
	} {
		w := workout.Workout{Steps: []training.WorkoutStep{c.step}}
		if _, _, err := formats()[c.ending](&w, efforts.Day{}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	if _, _, err := workoutfile.WriteERG(&workout.Workout{}, efforts.Day{}); err == nil {
		t.Error("a workout without steps is written")
	}
}

// FuzzRead: whatever is read can be written, and reads back as long.
func FuzzERGRead(f *testing.F) {
	for _, w := range workouttest.Shapes() {
		for _, write := range formats() {
			if data, _, err := write(&w, workouttest.Day(w.Sport)); err == nil {
				f.Add(data)
			}
		}
	}
	f.Add([]byte(course("0,00 100\n5,01 LAP\n5,01 0\n5.01 20") + "[COURSE TEXT]\n5 A\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, _, err := workoutfile.ReadERG(data)
		if err != nil {
			return
		}
		if err := training.CheckSteps(w.Steps); err != nil {
			t.Fatal(err)
		}
		written, _, err := workoutfile.WriteERG(&w, workouttest.Day(w.Sport))
		if err != nil {
			return
		}
		if back, _, err := workoutfile.ReadERG(written); err != nil || len(back.Steps) == 0 {
			t.Fatalf("%v\n%s", err, written)
		}
	})
}
