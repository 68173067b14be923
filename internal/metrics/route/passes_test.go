package route_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/segmentgen"
	"lapkeep/test/segmenttest"
)

// line returns a way or a ride on the plane about a place, in metres east and
// north.
func line(lat, lon float64, places ...[2]float64) (out []training.RoutePoint) {
	const metre = 180 / (math.Pi * 6_371_000)
	for _, p := range places {
		out = append(out, training.RoutePoint{
			LatDeg: lat + p[1]*metre,
			LonDeg: math.Remainder(lon+p[0]*metre/math.Cos(lat*math.Pi/180), 360),
		})
	}
	return out
}

// ridden returns a track with a row each second at these places.
func ridden(way []training.RoutePoint) *route.Track {
	r := &training.Recording{Sport: training.Cycling, ElapsedS: float64(len(way))}
	for i, p := range way {
		r.Columns.TimeS = append(r.Columns.TimeS, int32(i))
		r.Columns.Put(training.Latitude, i, int32(int64(math.Round(p.LatDeg*training.Latitude.Scale()))))
		r.Columns.Put(training.Longitude, i, int32(int64(math.Round(p.LonDeg*training.Latitude.Scale()))))
	}
	return route.TrackOf(stream.Of(r, stream.Limits{}))
}

// north rides so many metres a second from one place to another.
func north(east, from, to, mps float64) (out [][2]float64) {
	for y := from; (to-y)*mps > 0; y += mps {
		out = append(out, [2]float64{east, y})
	}
	return out
}

// TestHowFarBeside: a straight kilometre is ridden at some distance from it.
func TestHowFarBeside(t *testing.T) {
	t.Parallel()
	way := wayOf(t, line(47, 8, [2]float64{0, 0}, [2]float64{0, 1000}))
	for east, want := range map[float64]int{0: 1, 10: 1, -17: 1, 19: 0, -25: 0, 31: 0, 60: 0} {
		if got := way.Passes(ridden(line(47, 8, north(east, -50, 1060, 8)...))); len(got) != want {
			t.Errorf("%v m beside: %v", east, got)
		}
	}
	back := line(47, 8, north(0, 1050, -60, -8)...)
	if got := way.Passes(ridden(back)); len(got) != 0 {
		t.Errorf("the other way round: %v", got)
	}
	for name, ride := range map[string][][2]float64{
		"begins 12 m behind the gate": north(0, 12, 1060, 8), "ends 12 m before the gate": north(0, -50, 988, 8),
		"begins beside the gate": append(north(40, -50, 100, 8), north(0, 100, 1060, 8)...),
		"leaves before the gate": append(north(0, -50, 900, 8), north(40, 900, 1060, 8)...),
	} {
		if got := way.Passes(ridden(line(47, 8, ride...))); len(got) != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
	for name, ride := range map[string][][2]float64{
		"begins 9 m behind the gate": north(0, 9, 1060, 8), "ends 9 m before the gate": north(0, -49, 992, 8),
	} {
		got := way.Passes(ridden(line(47, 8, ride...)))
		if len(got) != 1 || !slices.Equal(got[0].Doubts, []training.EffortDoubt{training.DoubtSparse}) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestShortWaysBeside: the way is left and found again, told if it is far, and
// a gate is 60 m wide.
func TestShortWaysBeside(t *testing.T) {
	t.Parallel()
	way := wayOf(t, line(47, 8, [2]float64{0, 0}, [2]float64{0, 1000}))
	drift := []training.EffortDoubt{training.DoubtDrift}
	for name, c := range map[string]struct {
		fromM, toM, east float64
		want             int
		doubts           []training.EffortDoubt
	}{
		"10 m, for 90 m":             {400, 490, 10, 1, nil},
		"24 m, for 40 m":             {400, 440, 24, 1, drift},
		"33 m, for 40 m":             {400, 440, 33, 1, drift},
		"50 m, for 120 m":            {400, 520, 50, 1, drift},
		"50 m, for 190 m":            {400, 590, 50, 0, nil},
		"27 m at the start":          {-50, 40, 27, 1, drift},
		"33 m at the start":          {-50, 40, 33, 0, nil},
		"27 m at the end":            {960, 1060, 27, 1, drift},
		"33 m at the end":            {960, 1060, 33, 0, nil},
		"60 m, for most of the way":  {30, 970, 60, 0, nil},
		"within 30 m, half of it 25": {0, 480, 25, 1, drift},
		"within 30 m, more of it 25": {0, 560, 25, 0, nil},
	} {
		ride := north(0, -50, 1060, 8)
		for i := range ride {
			if y := ride[i][1]; y >= c.fromM && y <= c.toM {
				ride[i][0] = c.east
			}
		}
		got := way.Passes(ridden(line(47, 8, ride...)))
		if len(got) != c.want || c.want > 0 && !slices.Equal(got[0].Doubts, c.doubts) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestTimesAreBetweenRows: gates are passed between rows, at any speed and
// anywhere, the 180th meridian and the far north included.
func TestTimesAreBetweenRows(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lat := rapid.SampledFrom([]float64{-79, -33.9, 0, 47, 79}).Draw(t, "lat")
		lon := rapid.SampledFrom([]float64{-180, -0.001, 8, 179.999}).Draw(t, "lon")
		mps, before := rapid.Float64Range(2, 20).Draw(t, "speed"), rapid.Float64Range(20, 60).Draw(t, "before")
		turn := rapid.Float64Range(0, 6.28).Draw(t, "direction")
		turned := func(places [][2]float64) [][2]float64 {
			out := make([][2]float64, len(places))
			for i, p := range places {
				out[i] = [2]float64{p[0]*math.Cos(turn) - p[1]*math.Sin(turn), p[0]*math.Sin(turn) + p[1]*math.Cos(turn)}
			}
			return out
		}
		points, err := route.SegmentPoints(line(lat, lon, turned([][2]float64{{0, 0}, {0, 250}, {0, 600}})...))
		if err != nil {
			t.Fatal(err)
		}
		way, err := route.NewWay(points)
		if err != nil {
			t.Fatal(err)
		}
		got := way.Passes(ridden(line(lat, lon, turned(north(3, -before, 640, mps))...)))
		if len(got) != 1 || math.Abs(got[0].FromS-before/mps) > 0.1 || math.Abs(got[0].ToS-got[0].FromS-600/mps) > 0.1 {
			t.Fatalf("%v, want %.2f and %.2f s", got, before/mps, 600/mps)
		}
	})
}

// TestTheLastStartAndTheFirstEndCount: who stands or turns at a gate.
func TestTheLastStartAndTheFirstEndCount(t *testing.T) {
	t.Parallel()
	way := wayOf(t, line(47, 8, [2]float64{0, 0}, [2]float64{0, 1000}))
	ride := slices.Concat(north(0, -50, 40, 8), north(0, 40, -40, -8), north(0, -40, 1040, 8), north(0, 1040, 960, -8), north(0, 960, 1060, 8))
	got := way.Passes(ridden(line(47, 8, ride...)))
	if len(got) != 1 || math.Abs(got[0].ToS-got[0].FromS-125) > 1.1 {
		t.Errorf("%v", got)
	}
	lost := slices.Concat(north(0, -50, 500, 8), north(0, 500, 420, -8), north(0, 420, 1060, 8))
	if got := way.Passes(ridden(line(47, 8, lost...))); len(got) != 1 || math.Abs(got[0].ToS-got[0].FromS-145) > 1.1 {
		t.Errorf("who goes back 80 m: %v", got)
	}
	far := slices.Concat(north(0, -50, 500, 8), north(0, 500, 380, -8), north(0, 380, 1060, 8))
	if got := way.Passes(ridden(line(47, 8, far...))); len(got) != 0 {
		t.Errorf("who goes back 120 m: %v", got)
	}
}

// TestGapsThatWereRiddenElsewhere: between two positions, the distance says
// whether the way was ridden.
func TestGapsThatWereRiddenElsewhere(t *testing.T) {
	t.Parallel()
	way := wayOf(t, line(47, 8, [2]float64{0, 0}, [2]float64{0, 1000}))
	for name, c := range map[string]struct {
		gapM, riddenM float64 // riddenM 0 has no distance
		want          int
	}{
		"a tunnel": {300, 300, 1}, "a longer road": {300, 500, 0}, "a long tunnel": {700, 690, 1},
		"an unknown way": {300, 0, 1}, "hardly known at all": {700, 0, 0}, "a wheel that stood": {700, 0.01, 0},
	} {
		r := &training.Recording{Sport: training.Cycling}
		d := 0.0
		for i, p := range line(47, 8, north(0, -50, 1060, 8)...) {
			y := -50 + 8*float64(i)
			if y > 150 && y < 150+c.gapM {
				d += c.riddenM * 8 / c.gapM
				continue
			}
			n := len(r.Columns.TimeS)
			r.Columns.TimeS = append(r.Columns.TimeS, int32(i))
			r.Columns.Put(training.Latitude, n, int32(math.Round(p.LatDeg*training.Latitude.Scale())))
			r.Columns.Put(training.Longitude, n, int32(math.Round(p.LonDeg*training.Latitude.Scale())))
			if d += 8; c.riddenM > 0 {
				r.Columns.Put(training.Distance, n, int32(math.Round(100*d)))
			}
		}
		got := way.Passes(route.TrackOf(stream.Of(r, stream.Limits{})))
		if len(got) != c.want || c.want > 0 && !slices.Equal(got[0].Doubts, []training.EffortDoubt{training.DoubtGap}) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestWhatIsNoSegment checks that a track that is no segment is refused with a
// sentence and the limits.
func TestWhatIsNoSegment(t *testing.T) {
	t.Parallel()
	two := func(metres float64) []training.RoutePoint {
		return line(47, 8, [2]float64{0, 0}, [2]float64{0, metres})
	}
	for name, c := range map[string]struct {
		way []training.RoutePoint
		ok  bool
	}{
		"nothing": {nil, false}, "a point": {two(1)[:1], false}, "1 m": {two(1), false}, "99 m": {two(99), false}, "101 m": {two(101), true},
		"99 km": {two(99_000), true}, "101 km": {two(101_000), false}, "400 km": {two(400_000), false},
		"over a pole":       {line(89.99, 8, [2]float64{0, -5000}, [2]float64{0, 5000}), false},
		"near a pole":       {line(79.9, 8, [2]float64{0, 0}, [2]float64{0, 5000}), true},
		"nearer":            {line(79.9, 8, [2]float64{0, 0}, [2]float64{0, 20_000}), false},
		"over the meridian": {line(-17, 179.99, [2]float64{0, 0}, [2]float64{5000, 0}), true},
		"no numbers":        {[]training.RoutePoint{{LatDeg: math.NaN()}, {LatDeg: 1}}, false},
	} {
		points, err := route.SegmentPoints(c.way)
		if (err == nil) != c.ok || err != nil && training.KindOf(err) != training.KindInvalid {
			t.Errorf("%s: %v", name, err)
		}
		if _, werr := route.NewWay(c.way); (werr == nil) != c.ok {
			t.Errorf("%s: a way of it: %v", name, werr)
		}
		if m := route.WayLengthM(points); c.ok && math.Abs(m/route.WayLengthM(c.way)-1) > 1e-6 {
			t.Errorf("%s: it is %v m long", name, m)
		}
	}
}

// TestCutIsWhatWasRidden: a segment that is cut from a ride is found there at
// the times at which it was cut.
func TestCutIsWhatWasRidden(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		ride, _ := segmentgen.Make("parallel_60m", seed, moderate(seed))
		v := stream.Of(segmenttest.Recording(&ride), stream.Limits{})
		span := training.Span{FromS: 20.25 + float64(seed), ToS: 80.75 + float64(seed)}
		cut := route.Cut(v, span)
		got := wayOf(t, cut).Passes(route.TrackOf(v))
		if len(got) != 1 || math.Abs(got[0].FromS-span.FromS) > 0.1 || math.Abs(got[0].ToS-span.ToS) > 0.1 {
			t.Errorf("%d: %v", seed, got)
		}
		if cut[0].AltitudeM == nil || cut[len(cut)-1].AltitudeM == nil {
			t.Errorf("%d: no altitude", seed)
		}
	}
	if way := route.Cut(stream.Of(&training.Recording{}, stream.Limits{}), training.Span{ToS: 9}); way != nil {
		t.Errorf("%v of nothing", way)
	}
}

// TestSketchesRejectNothingTrue: a ride with an effort may follow the way, by
// its sketch.
func TestSketchesRejectNothingTrue(t *testing.T) {
	t.Parallel()
	rejected := 0
	for _, shape := range segmentgen.Shapes() {
		for seed := range uint64(6) {
			ride, _ := segmentgen.Make(shape, seed, segmentgen.Rough(seed))
			v := stream.Of(segmenttest.Recording(&ride), stream.Limits{})
			s, why := route.Of(v)
			if why != "" {
				t.Fatal(shape, why)
			}
			for k := range ride.Segments {
				points := segmenttest.Points(&ride.Segments[k])
				way := wayOf(t, points)
				may := way.MayFollow(&s) && s.MayPass(stepsOf(points[0])) && s.MayPass(stepsOf(points[len(points)-1]))
				if n := len(way.Passes(route.TrackOf(v))); n > 0 && !may {
					t.Errorf("%s %d: %d efforts on %s are rejected", shape, seed, n, ride.Segments[k].Name)
				}
				far := wayOf(t, moved(points, 0.02))
				if !far.MayFollow(&s) {
					rejected++
				}
				if s.MayPass(stepsOf(moved(points, 0.5)[0])) {
					t.Errorf("%s %d: it may be 50 km away", shape, seed)
				}
			}
		}
	}
	if rejected == 0 {
		t.Error("nothing is rejected")
	}
}

func stepsOf(p training.RoutePoint) route.Point {
	return route.Point{Lat: int32(math.Round(p.LatDeg * 1e5)), Lon: int32(math.Round(p.LonDeg * 1e5))}
}

// moved returns a way some degrees to the south.
func moved(points []training.RoutePoint, degrees float64) []training.RoutePoint {
	out := slices.Clone(points)
	for i := range out {
		out[i].LatDeg -= degrees
	}
	return out
}

// legs rides straight from place to place at 8 m/s.
func legs(places ...[2]float64) (out [][2]float64) {
	const mps = 8
	for i := 1; i < len(places); i++ {
		a, b := places[i-1], places[i]
		n := max(1, math.Round(math.Hypot(b[0]-a[0], b[1]-a[1])/mps))
		for k := 0.0; k < n; k++ {
			out = append(out, [2]float64{a[0] + k/n*(b[0]-a[0]), a[1] + k/n*(b[1]-a[1])})
		}
	}
	return out
}

// TestWhereTheWayPassesItselfOrIsLeft: who turns well before a turning point
// has not ridden the way, and who goes far off it neither.
func TestWhereTheWayPassesItselfOrIsLeft(t *testing.T) {
	t.Parallel()
	places := [][2]float64{{0, 0}, {0, 500}, {6, 500}, {6, 0}}
	way := wayOf(t, line(47, 8, places...))
	shop := func(east float64) [][2]float64 {
		return legs([2]float64{0, -60}, [2]float64{0, 200}, [2]float64{east, 200}, [2]float64{0, 200},
			[2]float64{0, 500}, [2]float64{6, 500}, [2]float64{6, -60})
	}
	turned := func(north float64) [][2]float64 {
		return legs([2]float64{0, -60}, [2]float64{0, north}, [2]float64{6, north}, [2]float64{6, -60})
	}
	for name, c := range map[string]struct {
		ride [][2]float64
		want int
	}{
		"all of it": {turned(500), 1}, "turned 20 m before": {turned(480), 1}, "turned 44 m before": {turned(456), 0},
		"turned half way": {turned(250), 0}, "over both gates, not all": {turned(40), 0},
		"to a shop 270 m away": {shop(-270), 1}, "to a shop 330 m away": {shop(-330), 0},
	} {
		if got := way.Passes(ridden(line(47, 8, c.ride...))); len(got) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestTheDistanceTellsTheLegAfterATunnel: between legs 12 m apart, the first
// position after a tunnel is nearer to the wrong one.
func TestTheDistanceTellsTheLegAfterATunnel(t *testing.T) {
	t.Parallel()
	places := [][2]float64{{0, 0}, {0, 200}, {12, 200}, {12, 0}, {24, 0}, {24, 200}, {24, 500}}
	way := wayOf(t, line(47, 8, places...))
	ride := legs(append(append([][2]float64{{0, -60}}, places[1:]...), [2]float64{24, 580})...)
	for _, recorded := range []bool{true, false} {
		r := &training.Recording{Sport: training.Cycling}
		row := func(i int, p training.RoutePoint) {
			n := len(r.Columns.TimeS)
			r.Columns.TimeS = append(r.Columns.TimeS, int32(i))
			r.Columns.Put(training.Latitude, n, int32(math.Round(p.LatDeg*training.Latitude.Scale())))
			r.Columns.Put(training.Longitude, n, int32(math.Round(p.LonDeg*training.Latitude.Scale())))
			if recorded {
				r.Columns.Put(training.Distance, n, int32(800*i))
			}
		}
		const enters, leaves = 14, 72 // on the first leg, and on the third
		for i, p := range line(47, 8, ride...) {
			switch {
			case i <= enters || i > leaves:
				row(i, p)
			case i == leaves:
				row(i, line(47, 8, [2]float64{ride[i][0] - 7, ride[i][1]})[0])
			}
		}
		got := way.Passes(route.TrackOf(stream.Of(r, stream.Limits{})))
		if len(got) != 1 || !slices.Equal(got[0].Doubts, []training.EffortDoubt{training.DoubtGap}) {
			t.Errorf("with a distance %v: %v, out at %v", recorded, got, ride[leaves])
		}
	}
}
