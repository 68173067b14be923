package fit_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/recording/fit"
	"lapkeep/internal/recording/reading"
	"lapkeep/internal/recording/recordingtest"
	"lapkeep/internal/training"
)

// TestWrittenTwiceIsTheSame: times that no device writes, such as sessions
// that overlap and pauses of less than a second or beyond the end, are rounded
// by the first writing; from then on nothing changes.
func TestWrittenTwiceIsTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		recs := sessions(t)
		for i, r := range recs {
			r.Start = recs[0].Start.Add(time.Duration(recordingtest.Millis(t, 150, "start") * 1e9))
			r.ElapsedS = recordingtest.Millis(t, 150, "elapsed to the millisecond")
			r.SessionIndex, r.Pauses = i, nil
			// A total that the rows contradict may be that of a counter that goes
			// on or of none, and the rows that were read from it say another thing.
			delete(r.DeviceValues, training.MetricDistanceKM)
			for range rapid.IntRange(0, 4).Draw(t, "odd pauses") {
				from := recordingtest.Millis(t, 160, "from")
				r.Pauses = append(r.Pauses, training.Span{FromS: from, ToS: from + recordingtest.Millis(t, 3, "for")})
			}
		}
		once := again(t, recs)
		twice := again(t, once)
		if d := cmp.Diff(once, twice, cmpopts.EquateNaNs(), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(training.Recording{}, "Warnings")); d != "" {
			t.Fatalf("(-once +twice):\n%s", d)
		}
	})
}

func again(t *rapid.T, recs []*training.Recording) []*training.Recording {
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
