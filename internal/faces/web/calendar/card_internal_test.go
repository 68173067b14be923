package calendar

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
)

// TestStepsAreDrawn in their order with repeats written out, and not at all where
// their lengths are of two kinds.
func TestStepsAreDrawn(t *testing.T) {
	t.Parallel()
	var s workouts.WorkoutSteps
	s.Block, s.Times = []int{1, 2, 2}, []int{1, 2, 2}
	s.Length = []i18n.Sentence{"10:00", "4:00", "1:00"}
	s.Target = []i18n.Sentence{"ramp 45–85 % FTP", "130 % FTP", "easy"}
	want := []bar{
		{"0.00", "6.00", "50.00", "6.00"},
		{"50.00", "0.00", "20.00", "12.00"},
		{"70.00", "7.38", "5.00", "4.62"},
		{"75.00", "0.00", "20.00", "12.00"},
		{"95.00", "7.38", "5.00", "4.62"},
	}
	if d := cmp.Diff(want, stepBars(&s), cmp.AllowUnexported(bar{})); d != "" {
		t.Error(d)
	}
	for _, c := range []struct {
		last i18n.Sentence
		bars int
	}{{"400 m", 0}, {"2 × 8", 0}, {"0:30", 5}} {
		if s.Length[2] = c.last; len(stepBars(&s)) != c.bars {
			t.Errorf("%s: %v", c.last, stepBars(&s))
		}
	}
	s.Length = []i18n.Sentence{"400 m", "50 m", "100 m"}
	if len(stepBars(&s)) != 5 {
		t.Error(stepBars(&s))
	}
}
