package calendar

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/faces/web/page"
)

// TestStepsAreDrawn in their order with repeats written out, and not at all where
// their lengths are of two kinds.
func TestStepsAreDrawn(t *testing.T) {
	t.Parallel()
	var e page.Event
	e.Steps.Block, e.Steps.Times = []int{1, 2, 2}, []int{1, 2, 2}
	e.Steps.Length = []string{"10:00", "4:00", "1:00"}
	e.Steps.Target = []string{"ramp 45–85 % FTP", "130 % FTP", "easy"}
	want := []bar{
		{"0.00", "6.00", "50.00", "6.00"},
		{"50.00", "0.00", "20.00", "12.00"},
		{"70.00", "7.38", "5.00", "4.62"},
		{"75.00", "0.00", "20.00", "12.00"},
		{"95.00", "7.38", "5.00", "4.62"},
	}
	if d := cmp.Diff(want, stepBars(e), cmp.AllowUnexported(bar{})); d != "" {
		t.Error(d)
	}
	for _, c := range []struct {
		last string
		bars int
	}{{"400 m", 0}, {"2 × 8", 0}, {"0:30", 5}} {
		if e.Steps.Length[2] = c.last; len(stepBars(e)) != c.bars {
			t.Errorf("%s: %v", c.last, stepBars(e))
		}
	}
	e.Steps.Length = []string{"400 m", "50 m", "100 m"}
	if len(stepBars(e)) != 5 {
		t.Error(stepBars(e))
	}
}
