package efforts

import (
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// TestTwoMakeASetIfTheyAreLong: of short ones it takes three.
func TestTwoMakeASetIfTheyAreLong(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		count, seconds int
		want           bool
	}{{2, 419, false}, {2, 420, true}, {1, 900, false}, {2, 60, false}, {3, 60, true}} {
		d := &detector{s: NewSegment(metricstest.Repeat(250, 4000)), rules: rules{basis: ByPower}}
		var found []stretch
		for i := range c.count {
			from := 300 + i*2*c.seconds
			found = append(found, d.stretch(from, from+c.seconds, Work))
		}
		if got := d.patterned(found); got != c.want {
			t.Errorf("%d of %d s: %v", c.count, c.seconds, got)
		}
	}
}

// TestAValueIsLookedForNearby: within half a minute of rows and no further.
func TestAValueIsLookedForNearby(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 200)
	metricstest.Put(r, training.Altitude, metricstest.Repeat(450, 200))
	for i := range 200 {
		if i != 100 {
			r.Columns.Data[training.Altitude].Valid.Clear(i)
		}
	}
	f := newFiller(stream.Of(r, stream.Limits{}))
	for at, want := range map[int32]bool{70: false, 71: true, 100: true, 129: true, 130: false} {
		if _, ok := f.at(training.Altitude, at); ok != want {
			t.Errorf("at %d s: %v", at, ok)
		}
	}
}
