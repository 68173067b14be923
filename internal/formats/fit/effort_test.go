package fit_test

import (
	"math"
	"testing"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/test/segmentgen"
	"lapkeep/test/segmentgen/fitlap"
)

// TestSegmentLapsAreTheDevicesEfforts, whichever way a device writes them.
func TestSegmentLapsAreTheDevicesEfforts(t *testing.T) {
	t.Parallel()
	for _, style := range []fitlap.Style{fitlap.Whole, fitlap.Trimmed} {
		for _, shape := range []string{"loop", "pauses", "leaves", "parallel_60m"} {
			ride, _ := segmentgen.Make(shape, 4, segmentgen.Clean(segmentgen.DateLine))
			data, laps := fitlap.File(ride, style)
			res, err := fit.Read(t.Context(), data, reading.Limits{}.WithDefaults())
			if err != nil || len(res.Recordings) != 1 || len(laps) == 0 {
				t.Fatal(shape, err)
			}
			r := res.Recordings[0]
			if len(r.DeviceEfforts) != len(laps) {
				t.Fatalf("%s %s: %d efforts of %d", shape, style, len(r.DeviceEfforts), len(laps))
			}
			want := map[[2]float64]fitlap.Lap{}
			for _, l := range laps {
				want[[2]float64{l.Start.Sub(r.Start).Seconds(), l.ElapsedS}] = l
			}
			for i, e := range r.DeviceEfforts {
				l, ok := want[[2]float64{e.StartS, math.Round(e.ElapsedS*1000) / 1000}]
				if i > 0 && e.StartS < r.DeviceEfforts[i-1].StartS {
					t.Errorf("%s %s: %d is out of order", shape, style, i)
				}
				if !ok || e.Name != l.Name || e.ID != l.UUID || e.EndS != l.End.Sub(r.Start).Seconds() || math.Abs(e.TimerS-l.TimerS) > 0.001 ||
					e.GivenUp != l.Failed || e.Start == nil || e.End == nil ||
					math.Abs(e.Start.LatDeg*(1<<31)/180-float64(l.StartLat)) > 0.5 || math.Abs(e.End.LonDeg*(1<<31)/180-float64(l.EndLon)) > 0.5 {
					t.Errorf("%s %s: %+v, want %+v", shape, style, e, l)
				}
			}
		}
	}
}
