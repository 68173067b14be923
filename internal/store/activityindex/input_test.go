package activityindex_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/training"
)

const all = 0b111

var sample = activityindex.Input{
	ID: "a1", Sport: training.Running, Day: 20_000, Hour: 23, TimerS: 3600, MovingS: 3500, ElapsedS: 4000, DistanceM: 12_000.5, NP: 250.25,
	NPWindows: 3571, AvgHR: 150, HRSeconds: 3400, AvgSpeed: 3.3, GainM: 120, WorkJ: 7e5, ManualLoad: 80, RPE: 7, GradedMPS: 3.5, Kcal: 640,
	Indoor: true, KcalSaid: true,
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	sports := map[string]training.Sport{}
	rapid.Check(t, func(t *rapid.T) {
		want := sample
		want.ID = training.ActivityID(rapid.String().Draw(t, "id"))
		want.Sport = training.Sport(rapid.String().Draw(t, "sport"))
		want.Indoor = rapid.Bool().Draw(t, "indoor")
		want.Day = training.Day(rapid.Int32().Draw(t, "day"))
		want.NPWindows = int(rapid.Int32().Draw(t, "windows"))
		want.WorkJ = rapid.Float64().Draw(t, "work")
		var got activityindex.Input
		if err := got.Unpack(want.Pack(all), 1, sports); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	})
}

// TestPartOfIt is for an audience that may not see all that went into it: it
// gets what the athlete said and nothing that was derived.
func TestPartOfIt(t *testing.T) {
	t.Parallel()
	want := activityindex.Input{
		ID: "a1", Sport: training.Running, Day: 20_000, Hour: 23, ManualLoad: 80, RPE: 7, Indoor: true,
	}
	var got activityindex.Input
	if err := got.Unpack(sample.Pack(0b110), 1, map[string]training.Sport{}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestFormerRow: what an earlier version packed lacks the last numbers and where it was.
func TestFormerRow(t *testing.T) {
	t.Parallel()
	for lacking, marks := range map[int]byte{1: 0x80, 2: 0} {
		want, b := sample, sample.Pack(all)
		want.Kcal, want.Indoor = 0, false
		if lacking == 2 {
			want.GradedMPS = 0
		}
		b = b[:len(b)-8*lacking]
		b[0] = all | marks
		var got activityindex.Input
		if err := got.Unpack(b, 1, map[string]training.Sport{}); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("without %d: %s", lacking, d)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add(sample.Pack(all))
	f.Add([]byte{})
	f.Add(sample.Pack(all)[:20])
	f.Fuzz(func(t *testing.T, b []byte) {
		var got, again activityindex.Input
		if err := got.Unpack(b, all, map[string]training.Sport{}); err != nil {
			if training.KindOf(err) != training.KindCorrupt {
				t.Fatalf("an error of another kind: %v", err)
			}
			return
		}
		if err := again.Unpack(got.Pack(all), all, map[string]training.Sport{}); err != nil {
			t.Fatalf("what was unpacked does not survive: %v", err)
		}
	})
}

func TestEveryCutIsCorrupt(t *testing.T) {
	t.Parallel()
	whole := sample.Pack(all)
	for n := range whole {
		var in activityindex.Input
		if err := in.Unpack(whole[:n], 1, map[string]training.Sport{}); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("cut after %d bytes: %v", n, err)
		}
	}
}
