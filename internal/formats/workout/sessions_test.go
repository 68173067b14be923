package workout_test

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
	"lapkeep/test/workouttest"
)

func TestTheLibraryIsWhole(t *testing.T) {
	t.Parallel()
	bySport, byPurpose, ids, names := map[training.Sport]int{}, map[workout.Purpose]int{}, map[string]bool{}, map[string]bool{}
	for _, s := range workout.AllSession() {
		bySport[s.Sport]++
		byPurpose[s.Purpose]++
		if ids[s.ID] || names[s.Name] {
			t.Errorf("%s, %q: there is one of that id or name", s.ID, s.Name)
		}
		ids[s.ID], names[s.Name] = true, true
	}
	want := map[training.Sport]int{training.Cycling: 20, training.Running: 18, training.Swimming: 6, training.Strength: 5}
	for sport, n := range want {
		if bySport[sport] != n {
			t.Errorf("%s has %d sessions, not %d", sport, bySport[sport], n)
		}
	}
	if len(ids) != 49 {
		t.Errorf("there are %d sessions", len(ids))
	}
	for _, p := range workout.Purposes() {
		if byPurpose[p] == 0 {
			t.Errorf("no session is for %s", p)
		}
	}
}

var (
	idForm     = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	sentences  = regexp.MustCompile(`^[A-Z][^.!?]{20,140}\. [A-Z][^.!?]{20,140}\.$`)
	sourceForm = regexp.MustCompile(`^\p{Lu}.* \p{Lu}+ \((19|20)[0-9]{2}\)\. \S.+[.?] .*[A-Za-z0-9]\.$`)
	articleIn  = regexp.MustCompile(`[.?] [A-Z][A-Za-z&, -]+ [0-9]+(\([0-9]+\))?:[0-9]+(-[0-9]+)?\.$`)
	publisher  = regexp.MustCompile(`\. (VeloPress|Human Kinetics|International Amateur Athletic Federation)\.$`)
)

// tags are those that doc.go lists.
var tags = []string{
	"all-out", "base", "beginner", "build", "climbing", "fresh", "indoor", "marathon", "outdoor", "race", "race-week",
}

func TestEachSessionSaysWhatItIs(t *testing.T) {
	t.Parallel()
	for _, s := range workout.AllSession() {
		if !idForm.MatchString(s.ID) || len(s.ID) > 40 || s.Name == "" || len(s.Name) > 40 || strings.HasSuffix(s.Name, ".") {
			t.Errorf("%s: id and name %q", s.ID, s.Name)
		}
		if !sentences.MatchString(s.About) {
			t.Errorf("%s: two sentences, not %q", s.ID, s.About)
		}
		if !sourceForm.MatchString(s.Source) || articleIn.MatchString(s.Source) == publisher.MatchString(s.Source) {
			t.Errorf("%s: the source %q", s.ID, s.Source)
		}
		for i, tag := range s.Tags {
			if !slices.Contains(tags, tag) || i > 0 && s.Tags[i-1] >= tag {
				t.Errorf("%s: the tag %s of %q", s.ID, tag, s.Tags)
			}
		}
	}
}

// Paces that turn distances into time: of a runner who holds 4:30 a kilometre
// at threshold, and a swimmer of 1:40 a hundred metres.
const (
	runThresholdMPS = 1000.0 / 270
	swimCriticalMPS = 100.0 / 100
)

// lasts returns how long the steps take, in seconds.
func lasts(sport training.Sport, steps []sessionsStep) (total float64) {
	speed := map[training.Sport]float64{training.Running: runThresholdMPS, training.Swimming: swimCriticalMPS}[sport]
	for _, s := range steps {
		total += s.seconds + s.rest
		if s.metres > 0 {
			total += s.metres / (speed * (s.low + s.high) / 200)
		}
	}
	return total
}

func TestStepsAreSound(t *testing.T) {
	t.Parallel()
	minutes := map[training.Sport][2]float64{
		training.Cycling: {30, 300}, training.Running: {20, 150}, training.Swimming: {20, 90}, training.Strength: {20, 75},
	}
	for _, s := range workout.AllSession() {
		steps, err := readText(s.Sport, s.Text)
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			continue
		}
		if len(steps) > training.MaxWorkoutSteps {
			t.Errorf("%s has %d steps", s.ID, len(steps))
		}
		got := lasts(s.Sport, steps) / 60
		if bounds := minutes[s.Sport]; got < bounds[0] || got > bounds[1] {
			t.Errorf("%s lasts %.0f min", s.ID, got)
		}
		var units []string
		for _, step := range steps {
			if step.max && !slices.Contains(s.Tags, "all-out") {
				t.Errorf("%s is all-out, and no tag says so", s.ID)
			}
			if !step.max && !slices.Contains(units, step.unit) {
				units = append(units, step.unit)
			}
		}
		if len(units) != 1 { // its load is to come of one measure
			t.Errorf("%s is steered by %q", s.ID, units)
		}
	}
}

// TestCallersCannotChangeTheLibrary: what one caller does to its sessions,
// another does not see.
func TestCallersCannotChangeTheLibrary(t *testing.T) {
	t.Parallel()
	first := workout.AllSession()
	id, tag := first[0].ID, first[0].Tags[0]
	first[0].ID, first[0].Tags[0] = "changed", "changed"
	if again := workout.AllSession()[0]; again.ID != id || again.Tags[0] != tag {
		t.Errorf("%+v", again)
	}
}

// noLoad is why a session has none: what is all out has no target, and nothing
// in a gym has.
var noLoad = regexp.MustCompile(`^(step \d+ is all out, so its (power|pace|heart rate) is known only afterwards|none of its steps has a target)$`)

// TestTheProductReadsTheLibrary holds what the product makes of each text
// against what this test makes of it.
func TestTheProductReadsTheLibrary(t *testing.T) {
	t.Parallel()
	thresholds := map[training.Sport]training.Thresholds{
		training.Cycling:  {FTPW: 250},
		training.Running:  {ThresholdMPS: runThresholdMPS, LTHRBpm: 170},
		training.Swimming: {ThresholdMPS: swimCriticalMPS},
	}
	table := rides(t)
	for _, s := range workout.AllSession() {
		w, faults := steptext.Read(s.Text, s.Sport)
		for _, f := range faults {
			t.Errorf("%s: %s", s.ID, f.Sentence())
		}
		steps, err := readText(s.Sport, s.Text)
		if err != nil || len(training.WrittenOut(w.Steps)) != len(steps) {
			t.Errorf("%s: %d steps, not %d: %v", s.ID, len(training.WrittenOut(w.Steps)), len(steps), err)
			continue
		}
		takes := w.Takes(efforts.Day{Sport: s.Sport, Thresholds: thresholds[s.Sport]}, load.Rules{})
		if want := lasts(s.Sport, steps); math.Abs(takes.DurationS-want) > 1 {
			t.Errorf("%s takes %g s, not %g: %v", s.ID, takes.DurationS, want, takes.Missing)
		}
		if row := table[s.ID]; row != nil && row[3] != "-" && math.Abs(takes.Load-number(row[3])) > 1 {
			t.Errorf("%s: a load of %.1f, not %s", s.ID, takes.Load, row[3])
		}
		if why := takes.Missing["load"]; (takes.Load == 0) == (why == "") || takes.Load == 0 && !noLoad.MatchString(why.String()) {
			t.Errorf("%s: a load of %.1f, and %q", s.ID, takes.Load, why)
		}
	}
}

// sixty returns a workout of sixty steps, with ramps, texts and a cadence.
func sixty() *workout.Workout {
	w := &workout.Workout{Name: "Sixty", Sport: training.Cycling}
	for i := range 20 {
		pct := float64(60 + i)
		w.Steps = append(w.Steps,
			workouttest.Timed(training.StepWarmup, 120, workouttest.Ramp(workouttest.FTP(0, 0), pct-10, pct)),
			workouttest.Says(workouttest.Timed(training.StepWork, 60, workouttest.FTP(pct, pct+5), workouttest.RPM(85, 95)),
				fmt.Sprintf("Number %d", i+1), training.StepCue{AtS: 30, Text: "Half"}),
			workouttest.Timed(training.StepRest, 60, workouttest.FTP(0, 55)))
	}
	return w
}

// BenchmarkText60Steps reads a text, which checks it, adds up what it takes and
// writes it in every form: the goal is under 1 ms.
func BenchmarkText60Steps(b *testing.B) {
	w, day := sixty(), workouttest.Day(training.Cycling)
	text, losses := steptext.Write(w)
	if len(losses) > 0 {
		b.Fatal(losses)
	}
	all := workoutfile.AllForms()
	b.ReportAllocs()
	for b.Loop() {
		read, faults := steptext.Read(text, training.Cycling)
		if len(faults) > 0 || len(read.Steps) != 60 {
			b.Fatal(faults)
		}
		read.Name = "Sixty"
		if takes := read.Takes(day, load.Rules{}); takes.Load == 0 {
			b.Fatal(takes.Missing)
		}
		for _, f := range all {
			if f.Write == nil {
				continue
			}
			if _, _, err := f.Write(&read, day); err != nil {
				b.Fatal(f.Name, err)
			}
		}
	}
}

func BenchmarkWrite60Steps(b *testing.B) {
	w, day := sixty(), workouttest.Day(training.Cycling)
	all := map[string]func(*workout.Workout, efforts.Day) ([]byte, []workout.Loss, error){
		"zwo": workoutfile.WriteZWO, "erg": workoutfile.WriteERG, "mrc": workoutfile.WriteMRC, "fit": workoutfile.WriteFIT,
	}
	for name, write := range all {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := write(w, day); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			for _, write := range all {
				if _, _, err := write(w, day); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
