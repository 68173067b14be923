package derive_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/training"
)

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

// hourlyRide is a way of a hundred corners with its profile.
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
