package reading_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// TestPausesThatAFileNames stand for the gaps, within the recording and apart.
func TestPausesThatAFileNames(t *testing.T) {
	t.Parallel()
	start := time.Date(2024, 5, 6, 12, 0, 0, 0, time.UTC)
	at := func(s int) time.Time { return start.Add(time.Duration(s) * time.Second) }
	var b reading.Builder
	for _, s := range []int{0, 1, 2, 300, 301, 400} {
		p := reading.Point{Time: at(s)}
		p.Set(training.HeartRate, 120)
		b.Add(p)
	}
	b.Pause(at(390), at(900))
	b.Pause(at(2), at(300))
	b.Pause(at(200), at(310))
	b.Pause(at(20), at(10))
	b.Pause(at(-50), at(-5))
	var r training.Recording
	b.Build(&r, start)
	if d := cmp.Diff([]training.Span{{FromS: 2, ToS: 300}, {FromS: 300, ToS: 310}, {FromS: 390, ToS: 400}}, r.Pauses); d != "" {
		t.Error(d)
	}
}

func TestTheFilesOwnTimer(t *testing.T) {
	t.Parallel()
	rows := func() *training.Recording {
		r := &training.Recording{ElapsedS: 100, Pauses: []training.Span{{FromS: 10, ToS: 30}}}
		r.Columns.TimeS = []int32{0, 100}
		return r
	}
	for name, tt := range map[string]struct {
		rec      *training.Recording
		says     float64
		timer    float64
		elapsed  float64
		warnings int
	}{
		"not said":                {rows(), 0, 80, 100, 0},
		"said":                    {rows(), 79.5, 79.5, 100, 0},
		"a moment after the last": {rows(), 101.5, 101.5, 101.5, 0},
		"more than there is":      {rows(), 3600, 80, 100, 1},
		"without points":          {&training.Recording{}, 3600, 3600, 3600, 0},
		"nothing at all":          {&training.Recording{}, -1, 0, 0, 0},
	} {
		reading.Timed(tt.rec, tt.says)
		if tt.rec.TimerS != tt.timer || tt.rec.ElapsedS != tt.elapsed || len(tt.rec.Warnings) != tt.warnings {
			t.Errorf("%s: timer %v, elapsed %v, %q", name, tt.rec.TimerS, tt.rec.ElapsedS, tt.rec.Warnings)
		}
	}
}

func TestLapsBetweenMarks(t *testing.T) {
	t.Parallel()
	r := &training.Recording{ElapsedS: 100, Pauses: []training.Span{{FromS: 35, ToS: 45}}}
	want := []training.Lap{
		{StartS: 0, EndS: 40, ElapsedS: 40, TimerS: 35, Trigger: "manual"},
		{StartS: 40, EndS: 60, ElapsedS: 20, TimerS: 15, Trigger: "manual"},
		{StartS: 60, EndS: 100, ElapsedS: 40, TimerS: 40, Trigger: "manual"},
	}
	if d := cmp.Diff(want, reading.Laps(r, []float64{60.9, 40, 40.2, 0, 100, 500, -3}, "manual")); d != "" {
		t.Error(d)
	}
	if laps := reading.Laps(r, []float64{0, 100}, "manual"); laps != nil {
		t.Errorf("%+v", laps)
	}
}
