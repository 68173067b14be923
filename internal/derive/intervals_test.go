package derive_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/training"
	"lapkeep/test/recordingtest"
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

func TestRouteRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := &route.Sketch{DistanceDM: rapid.Int64Range(0, 1<<40).Draw(t, "dm"), TimerDS: rapid.Int64Range(0, 1<<40).Draw(t, "ds")}
		i32 := rapid.Int32()
		want.Extent = route.Extent{
			South: i32.Draw(t, "south"), North: i32.Draw(t, "north"), West: i32.Draw(t, "west"), East: i32.Draw(t, "east"),
			LengthDM: rapid.Int64Range(0, 1<<40).Draw(t, "length"),
		}
		for range rapid.IntRange(0, 9).Draw(t, "points") {
			p := route.Point{Lat: rapid.Int32().Draw(t, "lat"), Lon: rapid.Int32().Draw(t, "lon")}
			if n := len(want.Line); n > 0 && rapid.Bool().Draw(t, "near") {
				p.Lat, p.Lon = want.Line[n-1].Lat/2+p.Lat%9000, want.Line[n-1].Lon/2+p.Lon%9000
				want.Line[n-1] = route.Point{Lat: want.Line[n-1].Lat / 2, Lon: want.Line[n-1].Lon / 2}
			}
			want.Line = append(want.Line, p)
		}
		for range rapid.IntRange(0, 9).Draw(t, "parts") {
			want.ProfileDM = append(want.ProfileDM, rapid.Int32().Draw(t, "altitude"))
		}
		got, err := derive.DecodeRoute(derive.EncodeRoute(want))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
		head, rest, err := derive.DecodeRouteHead(derive.EncodeRoute(want))
		if err != nil {
			t.Fatalf("the head: %v", err)
		}
		line, err := derive.DecodeRouteLine(rest, make([]route.Point, 3))
		if diff := cmp.Diff(want.Line, line, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Fatalf("the line: %v %s", err, diff)
		}
		want.Line = nil
		if diff := cmp.Diff(want, head); diff != "" {
			t.Fatalf("the head: %s", diff)
		}
	})
}

// hourlyRide returns a way of a hundred corners with its profile.
func hourlyRide() *route.Sketch {
	s := &route.Sketch{
		DistanceDM: 300_000, TimerDS: 36_000,
		Extent: route.Extent{South: 4_500_000, North: 4_519_800, West: 700_000, East: 709_801, LengthDM: 250_000},
	}
	for i := range int32(100) {
		s.Line = append(s.Line, route.Point{Lat: 4_500_000 + 200*i, Lon: 700_000 + i*i})
	}
	for i := range int32(route.ProfilePoints) {
		s.ProfileDM = append(s.ProfileDM, 3000+30*i)
	}
	return s
}

func TestDamagedRoutesAreCorrupt(t *testing.T) {
	t.Parallel()
	b := derive.EncodeRoute(hourlyRide())
	if len(b) > 600 {
		t.Errorf("an hour takes %d bytes", len(b))
	}
	for cut := range b {
		if _, err := derive.DecodeRoute(b[:cut]); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("cut at %d: %v", cut, err)
		}
		if _, line, err := derive.DecodeRouteHead(b[:cut]); err == nil {
			if _, err := derive.DecodeRouteLine(line, nil); training.KindOf(err) != training.KindCorrupt {
				t.Errorf("the line cut at %d: %v", cut, err)
			}
		}
	}
	for _, bad := range []*route.Sketch{{DistanceDM: -1}, {TimerDS: math.MinInt64}} {
		if _, err := derive.DecodeRoute(derive.EncodeRoute(bad)); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	for cut := range 20 {
		if _, _, err := derive.DecodeRouteHead(b[:cut]); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("the head cut at %d: %v", cut, err)
		}
	}
	// A difference that leads beyond what a position can be.
	far := []byte{1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0}
	if _, err := derive.DecodeRoute(far); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("too far: %v", err)
	}
	edge := derive.EncodeRoute(&route.Sketch{Line: []route.Point{{Lat: math.MaxInt32}}})
	edge[9] = 2 // points: the second one lies beyond
	if _, line, err := derive.DecodeRouteHead(append(edge, 0x80, 1, 0x80, 1)); err != nil {
		t.Error(err)
	} else if _, err := derive.DecodeRouteLine(line, nil); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("too far by one step: %v", err)
	}
}

func FuzzDecodeRoute(f *testing.F) {
	f.Add(derive.EncodeRoute(hourlyRide()))
	f.Fuzz(func(t *testing.T, b []byte) {
		if s, err := derive.DecodeRoute(b); err == nil {
			again, err := derive.DecodeRoute(derive.EncodeRoute(s))
			if diff := cmp.Diff(s, again); err != nil || diff != "" {
				t.Fatal(err, diff)
			}
		}
	})
}

// TestAveragePowerIsOfTheChosenMeter: of a ride whose power was chosen from
// another recording, the work that the primary one's device summed up is of a
// meter that the rows do not come from.
func TestAveragePowerIsOfTheChosenMeter(t *testing.T) {
	t.Parallel()
	ride := *recordingtest.Hour()
	ride.DeviceValues = nil
	act := activity("a", training.Cycling, 0)
	alone, _ := derive.Single(act, "r", &ride)
	rows := alone.Values[training.MetricAvgPowerW]
	timer := alone.Values[training.MetricDurationS]
	work := func(times float64) training.Values {
		return training.Values{training.MetricWorkKJ: rows * timer * times / 1000}
	}
	ride.DeviceValues, ride.TimerS = work(1.05), timer
	short := &training.Recording{TimerS: timer / 2, DeviceValues: work(0.97)}
	for name, c := range map[string]struct {
		from *training.Recording
		want float64
	}{
		"the primary one's own":  {nil, 1.05},
		"another's":              {&training.Recording{TimerS: timer, DeviceValues: work(0.97)}, 0.97},
		"another's without work": {&training.Recording{TimerS: timer}, 1},
		"another time's":         {short, 1},
	} {
		sum, _ := derive.Compute(derive.Inputs{Activity: act, Recording: &ride, PowerFrom: c.from, Hash: "h"})
		if got := sum.Values[training.MetricAvgPowerW] / rows; math.Abs(got-c.want) > 0.002 {
			t.Errorf("%s: %.3f of the rows' mean, want %v", name, got, c.want)
		}
	}
	if ride.DeviceValues[training.MetricWorkKJ] != work(1.05)[training.MetricWorkKJ] {
		t.Error("the recording was changed")
	}
}
