package fitlap_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/mesgdef"
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/mesgnum"

	"lapkeep/test/realdata"
	"lapkeep/test/segmentgen"
	"lapkeep/test/segmentgen/fitlap"
)

// segmentLaps reads the messages by others' decoder, with the time of the
// record before each.
func segmentLaps(t *testing.T, data []byte) (laps []*mesgdef.SegmentLap, records []time.Time) {
	t.Helper()
	f, err := decoder.New(bytes.NewReader(data)).Decode()
	if err != nil {
		t.Fatal(err)
	}
	last := time.Time{}
	for i := range f.Messages {
		switch f.Messages[i].Num {
		case mesgnum.Record:
			last = mesgdef.NewRecord(&f.Messages[i]).Timestamp
		case mesgnum.SegmentLap:
			laps, records = append(laps, mesgdef.NewSegmentLap(&f.Messages[i])), append(records, last)
		}
	}
	return laps, records
}

// TestLapsAreInTheFile: another decoder finds what File says is there.
func TestLapsAreInTheFile(t *testing.T) {
	t.Parallel()
	for _, style := range []fitlap.Style{fitlap.Whole, fitlap.Trimmed} {
		for _, shape := range segmentgen.Shapes() {
			for seed := range uint64(3) {
				ride, _ := segmentgen.Make(shape, seed, segmentgen.Rough(seed+40))
				data, want := fitlap.File(ride, style)
				got, records := segmentLaps(t, data)
				if len(got) != len(want) || len(want) < len(ride.Efforts) {
					t.Fatalf("%s %s %d: %d of %d segment laps", style, shape, seed, len(got), len(want))
				}
				for i, l := range got {
					if diff := differs(l, want[i]); diff != "" || int(l.MessageIndex) != i {
						t.Errorf("%s %s %d: lap %d has another %s: %+v, want %+v", style, shape, seed, i, diff, l, want[i])
					}
					if !records[i].Equal(want[i].End) {
						t.Errorf("%s %s %d: lap %d ends at %v, behind the record of %v", style, shape, seed, i, want[i].End, records[i])
					}
				}
			}
		}
	}
}

func differs(l *mesgdef.SegmentLap, want fitlap.Lap) string {
	near := func(a, b float64) bool { return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 0.0051 }
	for what, same := range map[string]bool{
		"name": l.Name == want.Name, "uuid": l.Uuid == want.UUID, "status": (l.Status == typedef.SegmentLapStatusFail) == want.Failed,
		"start": l.StartTime.Equal(want.Start), "end": l.Timestamp.Equal(want.End),
		"start position": int(l.StartPositionLat) == want.StartLat && int(l.StartPositionLong) == want.StartLon,
		"end position":   int(l.EndPositionLat) == want.EndLat && int(l.EndPositionLong) == want.EndLon,
		"elapsed time":   near(l.TotalElapsedTimeScaled(), want.ElapsedS), "timer time": near(l.TotalTimerTimeScaled(), want.TimerS),
		"distance": near(l.TotalDistanceScaled(), want.DistanceM), "speed": near(l.AvgSpeedScaled(), want.AvgSpeedMPS),
		"box":   l.SwcLat < l.NecLat && l.SwcLat != math.MaxInt32,
		"sport": l.Sport == typedef.SportCycling, "event": l.Event == typedef.EventInvalid,
	} {
		if !same {
			return what
		}
	}
	return ""
}

// TestLapsAreTheEfforts: a lap's times are those of the first records past the
// gates, and its pauses those of the ride.
func TestLapsAreTheEfforts(t *testing.T) {
	t.Parallel()
	for _, shape := range segmentgen.Shapes() {
		ride, _ := segmentgen.Make(shape, 5, segmentgen.Clean(segmentgen.DateLine))
		_, laps := fitlap.File(ride, fitlap.Whole)
		for _, e := range ride.Efforts {
			found := false
			for _, l := range laps {
				start, end := float64(l.Start.Unix())-e.EntryS, float64(l.End.Unix())-e.ExitS
				if l.Segment != e.Segment || l.Failed || start < 0 || start > 1+e.EntrySlackS || end < 0 || end > 1+e.ExitSlackS {
					continue
				}
				found = true
				if paused := l.ElapsedS - l.TimerS; math.Abs(paused-e.PausedS) > 1 {
					t.Errorf("%s: paused for %v s of %v", shape, paused, e.PausedS)
				}
				if !(math.Abs(l.DistanceM/ride.Segments[e.Segment].LengthM-1) < 0.06) {
					t.Errorf("%s: %v m of %v", shape, l.DistanceM, ride.Segments[e.Segment].LengthM)
				}
			}
			if !found {
				t.Errorf("%s: no lap for %+v", shape, e)
			}
		}
		failed := 0
		for _, l := range laps {
			if l.Failed {
				failed++
			}
		}
		if gives := shape == "leaves" || shape == "turns_inside"; gives != (failed == 1) || failed > 1 {
			t.Errorf("%s: %d failed", shape, failed)
		}
	}
}

// TestDevicesWriteThemSo holds what the package says of devices against
// recordings of three.
func TestDevicesWriteThemSo(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(realdata.Dir(t), "fit")
	seen := 0
	for _, name := range []string{
		"elevate__pinet__407e64.fit", "fit-parser__file-with-zones__3eaed2.fit", "fit-parser__road-with-power__a6c79d.fit",
	} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		laps, records := segmentLaps(t, data)
		for i, l := range laps {
			seen++
			whole := l.Timestamp.Sub(l.StartTime).Seconds() - l.TotalElapsedTimeScaled()
			if whole < -0.0005 || whole > 0.0065 {
				t.Errorf("%s: its times are %.3f s apart beyond its elapsed time", name, whole)
			}
			if v := l.TotalDistanceScaled() / l.TotalElapsedTimeScaled(); math.Abs(v-l.AvgSpeedScaled()) > 0.002 {
				t.Errorf("%s: %.3f m/s on average, of %.3f", name, l.AvgSpeedScaled(), v)
			}
			if l.Event != typedef.EventInvalid || l.EventType != typedef.EventTypeInvalid || int(l.MessageIndex) != i || len(l.Name) == 0 ||
				len(l.Uuid) < 8 || l.NecLat <= l.SwcLat || l.Status > typedef.SegmentLapStatusFail {
				t.Errorf("%s: %d is otherwise", name, i)
			}
			if d := l.Timestamp.Sub(records[i]).Seconds(); d < 0 || d > 2 {
				t.Errorf("%s: it ends %.0f s after the record before it", name, d)
			}
		}
	}
	if seen != 4 {
		t.Errorf("%d segment laps in three files", seen)
	}
}
