package route_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/testdata"
	"lapkeep/internal/training"
)

// TestDevicesTimedTheSame: a segment cut from a recording where its device saw
// one is found there again, with the device's time within a second.
func TestDevicesTimedTheSame(t *testing.T) {
	t.Parallel()
	efforts := 0
	for _, file := range testdata.Files(t, "fit/*.fit") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		res, err := fit.Read(t.Context(), data, recording.Limits{})
		if err != nil {
			continue
		}
		for _, r := range res.Recordings {
			v := stream.Of(r, stream.Limits{})
			for _, e := range r.DeviceEfforts {
				efforts++
				if why := timedAlike(v, e); why != "" {
					t.Errorf("%s: %s", filepath.Base(file), why)
				}
			}
		}
	}
	if efforts == 0 {
		t.Skip("no device timed an effort")
	}
	t.Logf("%d efforts", efforts)
}

// timedAlike is empty, or how our efforts differ from the device's.
func timedAlike(v *stream.View, e training.DeviceEffort) string {
	points, err := route.SegmentPoints(route.Cut(v, training.Span{FromS: e.StartS, ToS: e.EndS}))
	if err != nil {
		return err.Error()
	}
	way, err := route.NewWay(points)
	if err != nil {
		return err.Error()
	}
	why := "it is not found"
	for _, p := range way.Passes(route.TrackOf(v)) {
		off := p.ToS - p.FromS - e.ElapsedS
		if math.Abs(p.FromS-e.StartS) > 2 {
			continue
		}
		if math.Abs(off) <= 1 {
			return ""
		}
		why = "the times differ"
	}
	return why
}
