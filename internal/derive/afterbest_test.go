package derive_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/recordingtest"
)

// TestAfterBestIsAsFromStreams: distances of efforts over a duration are kept to
// the metre, everything else as it was computed.
func TestAfterBestIsAsFromStreams(t *testing.T) {
	t.Parallel()
	rec := recordingtest.Hour()
	rec.Sport = training.Cycling
	v := stream.Of(rec, stream.Limits{})
	power, _ := curve.Power(v)
	hr, _ := curve.HeartRate(v)
	efforts, _ := curve.Efforts(v, curve.Distances(training.Cycling))
	want := curve.AfterBestOf(v, curve.TracksOf(v), power, hr, efforts)
	if len(want.Power) < 10 || len(want.HeartRate) < 5 || len(want.Distance) < 5 || len(want.Power[3].After) != 2 ||
		len(want.Distance[0].After) != 2 {
		t.Fatalf("%+v", want)
	}
	got, err := derive.DecodeAfterBest(derive.EncodeAfterBest(want))
	metres := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".DistanceM" },
		cmp.Comparer(func(a, b float64) bool { return math.Round(a) == math.Round(b) }))
	empty := cmp.Comparer(func(a, b []curve.Ranked) bool { return len(a)+len(b) == 0 || cmp.Equal(a, b, metres) })
	if diff := cmp.Diff(want, got, metres, empty); err != nil || diff != "" {
		t.Fatalf("%v %s", err, diff)
	}
}

func TestAfterBestOfGarbage(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := append([]byte{1}, rapid.SliceOfN(rapid.Byte(), 0, 60).Draw(t, "bytes")...)
		if a, err := derive.DecodeAfterBest(b); err != nil && len(a.Power)+len(a.HeartRate)+len(a.Distance) > 0 {
			t.Fatalf("%+v beside %v", a, err)
		}
	})
}
