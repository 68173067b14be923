package recordingtest

import (
	"context"
	"testing"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// Sane fuzzes a reader that nothing writes for: whatever comes in, what comes out
// are rows in order of time, laps and pauses within them, or a clear error.
func Sane(f *testing.F, read func(ctx context.Context, data []byte, l reading.Limits) (reading.Result, error), seeds ...[]byte) {
	f.Helper()
	for _, s := range seeds {
		f.Add(s)
		f.Add(s[:len(s)*2/3])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		res, err := read(context.Background(), data, reading.Limits{MaxRecords: 50_000})
		if k := training.KindOf(err); err != nil && k != training.KindCorrupt && k != training.KindTooLarge && k != training.KindUnsupported {
			t.Fatal(err)
		}
		if err == nil && (len(res.Recordings) == 0) == (res.Ignored == "") {
			t.Fatalf("%d recordings, ignored %q", len(res.Recordings), res.Ignored)
		}
		for _, r := range res.Recordings {
			sane(t, r)
		}
	})
}

func sane(t *testing.T, r *training.Recording) {
	t.Helper()
	c := &r.Columns
	for i, s := range c.TimeS {
		if s < 0 || i > 0 && s <= c.TimeS[i-1] {
			t.Fatalf("time %d in row %d", s, i)
		}
	}
	for ch, col := range c.Data {
		if n := len(col.Values); n != 0 && n != c.Len() {
			t.Fatalf("%d values of %s in %d rows", n, training.Channel(ch), c.Len())
		}
	}
	last := 0.0
	for _, p := range r.Pauses {
		if p.FromS < last || p.ToS <= p.FromS || p.ToS > r.ElapsedS {
			t.Fatalf("pauses %v in %v s", r.Pauses, r.ElapsedS)
		}
		last = p.ToS
	}
	for i, l := range r.Laps {
		if l.EndS < l.StartS || i > 0 && l.StartS != r.Laps[i-1].EndS {
			t.Fatalf("laps %v", r.Laps)
		}
	}
	if !(r.ElapsedS >= 0) || !(r.TimerS >= 0) || r.Sport == "" || r.Start.IsZero() {
		t.Fatalf("%s, %v s, timer %v s, from %s", r.Sport, r.ElapsedS, r.TimerS, r.Start)
	}
}
