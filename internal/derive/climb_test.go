package derive_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/training"
)

func TestClimbsRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-1e6, 1e6)
		want := make([]route.Climb, rapid.IntRange(0, 9).Draw(t, "climbs"))
		for i := range want {
			want[i] = route.Climb{
				Span: training.Span{FromS: x.Draw(t, "from"), ToS: x.Draw(t, "to")}, StartM: x.Draw(t, "start"), LengthM: x.Draw(t, "length"),
				GainM: x.Draw(t, "gain"), FootM: x.Draw(t, "foot"), SteepPct: x.Draw(t, "steep"), TimerS: x.Draw(t, "timer"),
				AvgPowerW: x.Draw(t, "watts"), AvgHRBpm: x.Draw(t, "bpm"),
			}
		}
		got, err := derive.DecodeClimbs(derive.EncodeClimbs(want))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
	})
}

func TestDamagedClimbsAreCorrupt(t *testing.T) {
	t.Parallel()
	b := derive.EncodeClimbs([]route.Climb{{GainM: math.NaN(), LengthM: 900}, {GainM: 5}})
	got, err := derive.DecodeClimbs(b)
	if err != nil || got[0].GainM != 0 || got[0].LengthM != 900 {
		t.Errorf("%+v %v", got, err)
	}
	for cut := range b {
		if _, err := derive.DecodeClimbs(b[:cut]); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("cut at %d: %v", cut, err)
		}
	}
	if _, err := derive.DecodeClimbs(append([]byte{99}, b[1:]...)); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("another format: %v", err)
	}
}

func FuzzDecodeClimbs(f *testing.F) {
	f.Add(derive.EncodeClimbs([]route.Climb{{LengthM: 900, GainM: 80}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if climbs, err := derive.DecodeClimbs(b); err == nil {
			if again, err := derive.DecodeClimbs(derive.EncodeClimbs(climbs)); err != nil || len(again) != len(climbs) {
				t.Fatal(err, len(again), len(climbs))
			}
		}
	})
}

func TestWaysRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := make([][]route.Point, rapid.IntRange(0, 5).Draw(t, "ways"))
		for i := range want {
			for range rapid.IntRange(0, 9).Draw(t, "points") {
				want[i] = append(want[i], route.Point{Lat: rapid.Int32().Draw(t, "lat"), Lon: rapid.Int32().Draw(t, "lon")})
			}
		}
		b := derive.EncodeWays(want)
		got, err := derive.DecodeWays(b)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
		if _, err := derive.DecodeWays(b[:rapid.IntRange(0, len(b)-1).Draw(t, "cut")]); training.KindOf(err) != training.KindCorrupt {
			t.Fatalf("cut: %v", err)
		}
	})
}
