package workoutfile_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/training"
	"lapkeep/test/workouttest"
)

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
