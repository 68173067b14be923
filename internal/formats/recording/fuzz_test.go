package recording_test

import (
	"context"
	"testing"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/rawxml"
	"lapkeep/test/recordingtest"
)

// FuzzSniff feeds the front door: whatever comes in, a result or a clear
// error comes out, and results are sane.
func FuzzSniff(f *testing.F) {
	for _, sc := range append(rawfit.Scenarios(), rawxml.Scenarios()...) {
		recordingtest.Seed(f, sc.Bytes)
	}
	f.Add(zip(f, rawfit.PoolSwim().Bytes))
	f.Add(zip(f, zip(f, rawfit.SettingsFile().Bytes)))
	recordingtest.RealSeeds(f, "fit/*.fit", "fit-bad/*.fit", "gpx/*.gpx", "tcx/*.tcx")
	limits := recording.Limits{MaxBytes: 4 << 20, MaxRecords: 50_000, Timeout: 10 * time.Second}
	f.Fuzz(func(t *testing.T, data []byte) {
		res, err := recording.Read(context.Background(), "fuzz", data, limits)
		if err != nil {
			if k := training.KindOf(err); k != training.KindCorrupt && k != training.KindUnsupported && k != training.KindTooLarge {
				t.Fatalf("%v error: %v", k, err)
			}
			return
		}
		if (len(res.Recordings) == 0) == (res.Ignored == "") {
			t.Fatalf("%d recordings, ignored %q", len(res.Recordings), res.Ignored)
		}
		for _, r := range res.Recordings {
			checkSane(t, "fuzz", r)
		}
	})
}
