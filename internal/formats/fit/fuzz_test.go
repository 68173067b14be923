package fit_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/recordingtest"
)

// FuzzFIT reads anything; what reads as an activity must survive being
// written: the second reading of what was written is the first one's.
func FuzzFIT(f *testing.F) {
	for _, sc := range rawfit.Scenarios() {
		recordingtest.Seed(f, sc.Bytes)
	}
	for seed := range 6 {
		recordingtest.Seed(f, write(f, rapid.Custom(sessions).Example(seed)))
	}
	recordingtest.RealSeeds(f, "fit/*.fit", "fit-bad/*.fit")
	limits := reading.Limits{MaxRecords: 50_000}
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := fit.Read(context.Background(), data, limits)
		if err != nil || len(first.Recordings) == 0 {
			return
		}
		// The first writing may round; from then on nothing changes.
		once := reread(t, first.Recordings)
		if once == nil {
			return
		}
		twice := reread(t, once)
		if diff := cmp.Diff(once, twice, cmpopts.EquateNaNs(), cmpopts.EquateEmpty(),
			cmpopts.IgnoreFields(training.Recording{}, "Warnings")); diff != "" {
			t.Fatalf("written twice (-once +twice):\n%s", diff)
		}
	})
}

func reread(t *testing.T, recs []*training.Recording) []*training.Recording {
	t.Helper()
	var b bytes.Buffer
	if err := fit.Write(&b, recs); err != nil {
		t.Fatal(err)
	}
	res, err := fit.Read(context.Background(), b.Bytes(), reading.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return res.Recordings
}
