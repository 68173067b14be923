package fit_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/recordingtest"
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
		if d := cmp.Diff(once, twice, cmpopts.EquateNaNs(), cmpopts.EquateEmpty(),
			cmpopts.IgnoreFields(training.Recording{}, "Warnings")); d != "" {
			t.Fatalf("(-once +twice):\n%s", d)
		}
	})
}

// TestLegsWrittenTwiceAreTheSame: whatever readings and totals of a counter of
// distance say, and whether it counts on, begins anew or began late, it is read
// in one way, which goes through a file and back.
func TestLegsWrittenTwiceAreTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := rawfit.New().FileID(rawfit.Fields{"type": 4, "manufacturer": 1, "product": 3122, "time_created": rawfit.Start()})
		at := func(s int) time.Time { return rawfit.Start().Add(time.Duration(s) * time.Second) }
		metres := rapid.OneOf(rapid.IntRange(0, 12), rapid.IntRange(0, 400))
		from := 0
		for i := range rapid.IntRange(2, 5).Draw(t, "legs") {
			to := from + rapid.IntRange(0, 12).Draw(t, "seconds")
			m := rawfit.Fields{
				"message_index": i, "start_time": at(from), "timestamp": at(to), "sport": 1 + i%2,
				"total_elapsed_time": to - from, "total_timer_time": to - from,
			}
			if rapid.Bool().Draw(t, "a total") {
				m["total_distance"] = metres.Draw(t, "total")
			}
			f.Session(m)
			for _, s := range rapid.SliceOfNDistinct(rapid.IntRange(from, to), 0, min(3, to-from+1), rapid.ID).Draw(t, "rows") {
				row := rawfit.Fields{"timestamp": at(s), "heart_rate": 140}
				if rapid.Bool().Draw(t, "a reading") {
					row["distance"] = metres.Draw(t, "distance")
				}
				f.Record(row)
			}
			from = to + rapid.SampledFrom([]int{0, 0, 3}).Draw(t, "gap")
		}
		first, err := fit.Read(context.Background(), f.Bytes(), reading.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		once := again(t, first.Recordings)
		twice := again(t, once)
		if d := cmp.Diff(once, twice, cmpopts.EquateNaNs(), cmpopts.EquateEmpty(),
			cmpopts.IgnoreFields(training.Recording{}, "Warnings")); d != "" {
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
