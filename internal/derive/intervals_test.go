package derive_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// steps draws a number of whole steps, which is stored as it is.
func steps(t *rapid.T, step float64, name string) float64 {
	return float64(rapid.IntRange(0, 3_000_000).Draw(t, name)) / step
}

func drawMeans(t *rapid.T) efforts.Means {
	return efforts.Means{
		PowerW: steps(t, 10, "power"), HRBpm: steps(t, 10, "hr"), SpeedMPS: steps(t, 10_000, "speed"), DistanceM: steps(t, 10, "m"),
		ClimbM: steps(t, 10, "climb"), CadenceRPM: steps(t, 10, "cadence"), MaxHRBpm: steps(t, 10, "max"),
	}
}

func drawInterval(t *rapid.T) efforts.Interval {
	iv := efforts.Interval{
		StartS: int32(rapid.IntRange(0, 1e6).Draw(t, "start")), EndS: int32(rapid.IntRange(0, 1e6).Draw(t, "end")),
		Kind:  rapid.SampledFrom([]efforts.Kind{efforts.Work, efforts.Ramp, efforts.Over, efforts.Under}).Draw(t, "kind"),
		Level: steps(t, 10_000, "level"), RestLevel: steps(t, 10_000, "rest"), Laps: rapid.Bool().Draw(t, "laps"),
		Means: drawMeans(t),
	}
	iv.FirstLevel, iv.LastLevel = iv.Level, iv.Level
	if iv.Kind == efforts.Ramp {
		iv.FirstLevel, iv.LastLevel = steps(t, 10_000, "first"), steps(t, 10_000, "last")
	}
	return iv
}

func TestIntervalsRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := &efforts.Session{
			Basis: rapid.SampledFrom([]efforts.Basis{efforts.ByPower, efforts.BySpeed, efforts.ByHR, efforts.ByLengths}).Draw(t, "basis"),
			EndS:  int32(rapid.IntRange(0, 1e6).Draw(t, "end")), EasyLevel: steps(t, 10_000, "easy"),
			WarmUp: drawMeans(t), CoolDown: drawMeans(t), Intervals: []efforts.Interval{},
		}
		for range rapid.IntRange(0, 9).Draw(t, "intervals") {
			want.Intervals = append(want.Intervals, drawInterval(t))
		}
		got, err := derive.DecodeIntervals(derive.EncodeIntervals(want))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
	})
}

func tenRepeats() *efforts.Session {
	s := &efforts.Session{Basis: efforts.ByPower, EndS: 4000, EasyLevel: 140}
	for i := range int32(10) {
		s.Intervals = append(s.Intervals, efforts.Interval{
			StartS: 600 + 360*i, EndS: 840 + 360*i, Kind: efforts.Work, Level: 287.1, FirstLevel: 287.1, LastLevel: 287.1,
			Means: efforts.Means{PowerW: 287.1, HRBpm: 166, MaxHRBpm: 171, SpeedMPS: 10.2, DistanceM: 2448},
		})
	}
	return s
}

func TestIntervalsAreSmall(t *testing.T) {
	t.Parallel()
	if n := len(derive.EncodeIntervals(tenRepeats())); n > 320 {
		t.Errorf("ten intervals take %d bytes", n)
	}
}

func TestDamagedIntervalsAreCorrupt(t *testing.T) {
	t.Parallel()
	s := tenRepeats()
	s.EasyLevel, s.Intervals[0].Level = math.NaN(), math.Inf(1)
	b := derive.EncodeIntervals(s)
	if got, err := derive.DecodeIntervals(b); err != nil || got.EasyLevel != 0 || got.Intervals[0].Level != 0 {
		t.Errorf("%+v %v", got, err)
	}
	former := len(b) - 2 // the marks of the means before and behind came later
	if got, err := derive.DecodeIntervals(b[:former]); err != nil || len(got.Intervals) != len(s.Intervals) {
		t.Errorf("the form without them: %+v %v", got, err)
	}
	for cut := range b {
		if cut == former {
			continue
		}
		if _, err := derive.DecodeIntervals(b[:cut]); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("cut at %d: %v", cut, err)
		}
	}
	if _, err := derive.DecodeIntervals([]byte{1, 9, 0}); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("an unknown basis: %v", err)
	}
}

func FuzzDecodeIntervals(f *testing.F) {
	f.Add(derive.EncodeIntervals(tenRepeats()))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := derive.DecodeIntervals(b)
		if err != nil {
			return
		}
		if _, err := derive.DecodeIntervals(derive.EncodeIntervals(s)); err != nil {
			t.Fatal(err)
		}
		s.Name(0)
	})
}
