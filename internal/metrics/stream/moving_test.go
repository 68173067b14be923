package stream_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/collectiontest"
	"lapkeep/test/metricstest"
)

// movingAt wants the moving time at each row to never fall, to go on no faster than
// the clock, and to be all of the moving time at the last.
func movingAt(t interface{ Fatalf(string, ...any) }, v *stream.View) {
	whole, missing := v.Moving()
	at, why := v.MovingAt()
	if why != missing {
		t.Fatalf("missing for %q and %q", missing, why)
	}
	if n := len(at); n > 0 && (at[n-1] != whole || !slices.IsSorted(at)) {
		t.Fatalf("it ends at %v of %v s, sorted %v", at[n-1], whole, slices.IsSorted(at))
	}
	for i := 1; i+1 < len(at); i++ {
		if took := float64(v.Columns.TimeS[i] - v.Columns.TimeS[0]); at[i]-at[0] > took+1 {
			t.Fatalf("after %v s it is %v s", took, at[i]-at[0])
		}
	}
}

// TestMovingAtEveryRow: a stand leaves the time where it is, a length that is under
// way counts in part.
func TestMovingAtEveryRow(t *testing.T) {
	t.Parallel()
	ride := metricstest.Recording(training.Cycling, 8)
	metricstest.Put(ride, training.Speed, []float64{5, 5, 0, 0, 0, 5, 5, 5})
	swim := metricstest.Recording(training.Swimming, 9)
	swim.Lengths = []training.Length{
		{StartS: 1, ElapsedS: 4, TimerS: 2, Active: true}, {StartS: 5, ElapsedS: 2}, {StartS: 7, ElapsedS: 4, Active: true},
	}
	for name, c := range map[string]struct {
		r    *training.Recording
		want []float64
	}{
		"a stand": {ride, []float64{0, 1, 2, 2, 2, 2, 3, 5}},
		"a pool":  {swim, []float64{0, 0, 0.5, 1, 1.5, 2, 2, 2, 6}},
	} {
		v := stream.Of(c.r, stream.Limits{})
		got, _ := v.MovingAt()
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		movingAt(t, v)
	}
}

func TestMovingAtEveryRowOfTheCollection(t *testing.T) {
	t.Parallel()
	for name, r := range collectiontest.Recordings(t) {
		v := stream.Of(r, stream.Limits{})
		movingAt(failing{t, name}, v)
	}
}

// failing says which recording it is.
type failing struct {
	*testing.T

	name string
}

func (f failing) Fatalf(text string, all ...any) { f.Errorf(f.name+": "+text, all...) }
