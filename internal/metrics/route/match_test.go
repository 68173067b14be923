package route_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

const seeds = 25

// TestSameWays: what was ridden twice is found, whoever's receiver erred how,
// and what was not is not.
func TestSameWays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		other    func(r *rand.Rand, w way) way
		same     bool
		reversed bool
	}{
		"the same":             {func(_ *rand.Rand, w way) way { return w }, true, false},
		"reversed":             {func(_ *rand.Rand, w way) way { return w.reversed() }, true, true},
		"a little shorter":     {func(_ *rand.Rand, w way) way { return w.first(0.93) }, true, false},
		"two thirds":           {func(_ *rand.Rand, w way) way { return w.first(0.66) }, false, false},
		"the next street":      {func(_ *rand.Rand, w way) way { return w.moved(0, 4000) }, false, false},
		"the same size":        {func(r *rand.Rand, w way) way { return loop(r, w.length()) }, false, false},
		"twice":                {func(_ *rand.Rand, w way) way { return append(append(way{}, w...), w...) }, false, false},
		"begun somewhere else": {func(_ *rand.Rand, w way) way { return append(append(way{}, w[300:]...), w[:300]...) }, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(seeds) {
				r := rand.New(rand.NewPCG(seed, 1))
				h := home{-60 + 120*r.Float64(), -180 + 360*r.Float64()}
				w := loop(r, 8000+40000*r.Float64())
				a := sketch(recorded(h, w.at(9).noisy(r, 7), nil))
				b := sketch(recorded(h, c.other(r, w).at(7).noisy(r, 7), nil))
				m, same := compared(a, b)
				back, mirrored := compared(b, a)
				if same != c.same || same && m.Reversed != c.reversed {
					t.Errorf("seed %d: %v %+v", seed, same, m)
				}
				if mirrored != same || math.Abs(back.Share-m.Share) > 0.03 || back.Reversed != m.Reversed {
					t.Errorf("seed %d: it depends on which comes first: %+v %+v", seed, m, back)
				}
			}
		})
	}
}

// TestOtherWays: an out and back has no other way round, laps of a track are
// the track, and streets are followed around every corner.
func TestOtherWays(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func(r *rand.Rand) way{
		"out and back": func(r *rand.Rand) way { return loop(r, 20000).first(0.4).andBack() },
		"streets":      func(r *rand.Rand) way { return streets(r, 12000) },
		"a track":      func(*rand.Rand) way { return oval(20) },
	} {
		for seed := range uint64(seeds) {
			r := rand.New(rand.NewPCG(seed, 2))
			w, h := make(r), home{48, 179.97}
			a := sketch(recorded(h, w.at(3.3).noisy(r, 7), nil))
			b := sketch(recorded(h, w.at(3.1).noisy(r, 7), nil))
			if m, same := compared(a, b); !same || m.Share < 0.95 || m.Reversed {
				t.Errorf("%s, seed %d: %v %+v", name, seed, same, m)
			}
			if _, same := compared(a, sketch(recorded(h, w.moved(170, 170).at(3.2), nil))); same {
				t.Errorf("%s, seed %d: the same as the one 240 m away", name, seed)
			}
		}
	}
}

// TestAgainstEveryPosition compares with the slow way: every recorded place
// of one with every stretch between two of the other.
func TestAgainstEveryPosition(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 3))
		w := streets(r, 6000)
		detour := append(append(way{}, w.first(0.3+0.65*r.Float64())...), w[len(w)-1])
		a, b := w.at(6).noisy(r, 5), detour.at(5).noisy(r, 5)
		want := min(slowShare(a, b), slowShare(b, a))
		sa, sb := sketch(recorded(home{45, 7}, a, nil)), sketch(recorded(home{45, 7}, b, nil))
		m, same := route.NewMatcher(sa.Line).Same(sb.Line)
		if same && math.Abs(m.Share-want) > 0.04 || same != (want >= route.SameShare) && math.Abs(want-route.SameShare) > 0.04 {
			t.Errorf("seed %d: %v %+v, every position says %.3f", seed, same, m, want)
		}
		if _, near := compared(sa, sb); near != same && math.Abs(w.length()-detour.length()) < 0.05*w.length() {
			t.Errorf("seed %d: the extent excludes what is the same", seed)
		}
	}
}

func slowShare(a, b way) float64 {
	in := 0
	for _, p := range a {
		for i := 1; i < len(b); i++ {
			q, s := b[i-1], b[i]
			dx, dy := s.x-q.x, s.y-q.y
			u := 0.0
			if l := dx*dx + dy*dy; l > 0 {
				u = min(1, max(0, ((p.x-q.x)*dx+(p.y-q.y)*dy)/l))
			}
			if math.Hypot(q.x+u*dx-p.x, q.y+u*dy-p.y) <= route.CorridorM {
				in++
				break
			}
		}
	}
	return float64(in) / float64(len(a))
}

// TestRobust: pauses, smart recording, a jump of the receiver and a start
// without satellites leave the way what it is.
func TestRobust(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 9))
	w := loop(r, 15000)
	a := sketch(recorded(home{45, 7}, w.at(8), nil))
	for name, change := range map[string]func(r *training.Recording){
		"a pause":         func(r *training.Recording) { metricstest.Pause(r, 400, 700) },
		"smart recording": func(r *training.Recording) { metricstest.Drop(r, func(s int) bool { return s%6 != 0 }) },
		"a jump":          func(r *training.Recording) { r.Columns.Put(training.Latitude, 500, 1<<28) },
		"a late fix":      func(r *training.Recording) { lose(r, training.Longitude, 0, 90) },
		"begun elsewhere": func(r *training.Recording) { r.Columns.Put(training.Latitude, 0, 0) },
		"null island":     func(r *training.Recording) { r.Columns.Put(training.Latitude, 1, 0) },
	} {
		rec := recorded(home{45, 7}, w.at(8).noisy(r, 5), nil)
		change(rec)
		s := sketch(rec)
		if m, same := compared(a, s); !same || m.Share < 0.85 {
			t.Errorf("%s: %v %+v", name, same, m)
		}
	}
}

func TestNothingToSketch(t *testing.T) {
	t.Parallel()
	still := recorded(home{45, 7}, make(way, 1800).noisy(rand.New(rand.NewPCG(1, 1)), 8), nil)
	for name, r := range map[string]*training.Recording{
		"empty":       {Sport: training.Cycling},
		"no position": metricstest.Recording(training.Cycling, 600),
		"indoors":     still,
	} {
		if s, why := route.Of(stream.Of(r, stream.Limits{})); len(s.Line) > 0 || name != "indoors" && why == "" {
			t.Errorf("%s: %d points, %q", name, len(s.Line), why)
		}
	}
	if _, same := route.NewMatcher([]route.Point{{0, 0}, {0, 9000}}).Same(nil); same {
		t.Error("nothing is the same as something")
	}
	if route.ExtentOf(nil).Near(route.ExtentOf(nil)) {
		t.Error("nothing is near nothing")
	}
}

// TestSketchesAreSmall: what is stored of the longest ride is bounded.
func TestSketchesAreSmall(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 4))
	for metres, most := range map[float64]int{10e3: 200, 100e3: 600, 400e3: 600} {
		if s := sketch(recorded(home{45, 7}, streets(r, metres).at(8).noisy(r, 6), nil)); len(s.Line) > most || len(s.Line) < 20 {
			t.Errorf("%.0f km: %d points", metres/1000, len(s.Line))
		}
	}
}

// BenchmarkOneHour measures how long a sketch holds up an import; 0.2 ms are allowed.
func BenchmarkOneHour(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for name, c := range map[string]struct {
		way way
		mps float64
	}{"ride": {loop(r, 28800), 8}, "run in streets": {streets(r, 11520), 3.2}} {
		v := stream.Of(recorded(home{45, 7}, c.way.at(c.mps).noisy(r, 6),
			func(m float64) float64 { return 100 + 50*math.Sin(m/900) }), stream.Limits{})
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				route.Of(v)
			}
		})
	}
}

// BenchmarkSame measures one comparison of two rides of an hour.
func BenchmarkSame(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	w := loop(r, 28800)
	one, two := sketch(recorded(home{45, 7}, w.at(8).noisy(r, 6), nil)), sketch(recorded(home{45, 7}, w.at(7).noisy(r, 6), nil))
	other := sketch(recorded(home{45, 7}, loop(r, 28800).at(8), nil))
	m := route.NewMatcher(one.Line)
	b.Run("same", func(b *testing.B) {
		b.ReportMetric(float64(len(two.Line)), "points")
		for b.Loop() {
			m.Same(two.Line)
		}
	})
	b.Run("other", func(b *testing.B) {
		for b.Loop() {
			m.Same(other.Line)
		}
	})
}

// leg returns a line from one place to another, in steps, with a point every 20
// m.
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
