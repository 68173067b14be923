package workout_test

import (
	"math"
	"regexp"
	"testing"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// noLoad is why a session has none: what is all out has no target, and nothing
// in a gym has.
var noLoad = regexp.MustCompile(`^(step \d+ is all out, and its (power|pace|heart rate) is known only when it is done|none of its steps has a target)$`)

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
