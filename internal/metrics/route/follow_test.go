package route_test

import (
	"math"
	"slices"
	"testing"

	"lapkeep/internal/metrics/route"
)

// leg is a line from one place to another, in steps, with a point every 20 m.
func leg(from, to route.Point) (out []route.Point) {
	n := int(math.Hypot(float64(to.Lat-from.Lat), float64(to.Lon-from.Lon)) / 20)
	for i := range n + 1 {
		share := float64(i) / float64(max(1, n))
		out = append(out, route.Point{
			Lat: from.Lat + int32(share*float64(to.Lat-from.Lat)), Lon: from.Lon + int32(share*float64(to.Lon-from.Lon)),
		})
	}
	return out
}

func TestFollowing(t *testing.T) {
	t.Parallel()
	a, b, c := route.Point{Lat: 4_700_000, Lon: 800_000}, route.Point{Lat: 4_705_000, Lon: 800_000}, route.Point{Lat: 4_705_000, Lon: 808_000}
	home := route.Point{Lat: 4_690_000, Lon: 790_000}
	way := append(leg(a, b), leg(b, c)...)
	back := slices.Clone(way)
	slices.Reverse(back)
	beside := func(steps int32) (out []route.Point) {
		for _, p := range way {
			out = append(out, route.Point{Lat: p.Lat + steps, Lon: p.Lon + steps})
		}
		return out
	}
	for name, tt := range map[string]struct {
		line              []route.Point
		follows, reversed bool
	}{
		"the same":            {way, true, false},
		"from home and back":  {slices.Concat(leg(home, a), way, leg(c, home)), true, false},
		"the other way round": {back, true, true},
		"beside, within 30 m": {beside(20), true, false},
		"a parallel street":   {beside(150), false, false},
		"half of it":          {leg(a, b), false, false},
		"elsewhere":           {leg(home, a), false, false},
	} {
		own := route.Simplified(way)
		line := route.Simplified(tt.line)
		m, ok := route.NewMatcher(own).Along(line)
		near := route.ExtentOf(line).Covers(route.ExtentOf(own))
		if ok != tt.follows || ok && (m.Reversed != tt.reversed || m.Share < route.SameShare || !near) {
			t.Errorf("%s: %+v %v, near %v", name, m, ok, near)
		}
	}
	if route.ExtentOf(route.Simplified(leg(home, a))).Covers(route.ExtentOf(route.Simplified(way))) {
		t.Error("what lies elsewhere is near")
	}
}

func TestFollowingAcrossThe180thMeridian(t *testing.T) {
	t.Parallel()
	east := leg(route.Point{Lat: -1_780_000, Lon: 17_997_000}, route.Point{Lat: -1_780_000, Lon: 18_003_000})
	var wrapped []route.Point // as files have it
	for _, p := range east {
		if p.Lon > 18_000_000 {
			p.Lon -= 36_000_000
		}
		wrapped = append(wrapped, p)
	}
	line := route.Simplified(wrapped)
	if _, ok := route.NewMatcher(line).Along(route.Simplified(east)); !ok || !route.ExtentOf(east).Covers(route.ExtentOf(line)) {
		t.Error("it is another way")
	}
}

func TestNothingToFollow(t *testing.T) {
	t.Parallel()
	p := route.Point{Lat: 4_700_000, Lon: 800_000}
	if route.Simplified(nil) != nil || route.Simplified([]route.Point{p}) != nil ||
		route.Simplified(leg(p, route.Point{Lat: 4_700_100, Lon: 800_000})) != nil {
		t.Error("there is a way")
	}
	m := route.NewMatcher([]route.Point{p, {Lat: 4_800_000, Lon: 800_000}})
	if _, ok := m.Along(nil); ok {
		t.Error("nothing follows it")
	}
	if (route.Extent{}).Covers(route.Extent{}) {
		t.Error("nothing covers nothing")
	}
}
