package steptext_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/test/workoutgen"
)

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
