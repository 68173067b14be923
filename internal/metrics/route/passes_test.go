package route_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/naive/segments"
	"lapkeep/test/segmentgen"
	"lapkeep/test/segmenttest"
)

func wayOf(t testing.TB, points []training.RoutePoint) *route.Way {
	t.Helper()
	kept, err := route.SegmentPoints(points)
	if err != nil {
		t.Fatal(err)
	}
	w, err := route.NewWay(kept)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func trackOf(ride *segmentgen.Ride) *route.Track {
	return route.TrackOf(stream.Of(segmenttest.Recording(ride), stream.Limits{}))
}

// moderate is a receiver under open sky.
func moderate(seed uint64) segmentgen.Conditions {
	c := segmentgen.Clean(segmentgen.Places()[seed%6])
	c.WhiteM, c.DriftM = 0.5, 2
	return c
}

func clean(seed uint64) segmentgen.Conditions { return segmentgen.Clean(segmentgen.Places()[seed%6]) }

// held is how the efforts that are found compare with the true ones.
type held struct {
	efforts, missed, extra, off, doubted int
	worst                                float64
}

func (h *held) add(o held) {
	h.efforts, h.missed, h.extra = h.efforts+o.efforts, h.missed+o.missed, h.extra+o.extra
	h.off, h.doubted, h.worst = h.off+o.off, h.doubted+o.doubted, math.Max(h.worst, o.worst)
}

// hold compares what is found on a segment of a ride with the truth. A time is
// off if it is so by more than half a second, and half a percent, without a doubt.
func hold(t testing.TB, ride *segmentgen.Ride, track *route.Track, segment int) (h held) {
	t.Helper()
	found := wayOf(t, segmenttest.Points(&ride.Segments[segment])).Passes(track)
	begin, used := ride.Rows[0].TimeS, make([]bool, len(found))
	for _, e := range ride.Efforts {
		if e.Segment != segment {
			continue
		}
		h.efforts++
		slack := e.EntrySlackS + e.ExitSlackS
		k := slices.IndexFunc(found, func(p route.Pass) bool {
			return math.Abs(p.FromS+begin-e.EntryS) < 8+e.EntrySlackS && math.Abs(p.ToS+begin-e.ExitS) < 8+e.ExitSlackS
		})
		if k < 0 || used[k] {
			h.missed++
			continue
		}
		used[k] = true
		p := found[k]
		if len(p.Doubts) > 0 {
			h.doubted++
		}
		off := math.Abs(p.ToS-p.FromS-(e.ExitS-e.EntryS)) - slack
		h.worst = math.Max(h.worst, off)
		if len(p.Doubts) == 0 && off > math.Max(0.5, 0.005*(p.ToS-p.FromS)) {
			h.off++
		}
	}
	for _, u := range used {
		if !u {
			h.extra++
		}
	}
	return h
}

// TestEffortsAreTheTrueOnes, on every shape of course: all of them and nothing
// else. Without errors their times are right to a tenth of a second, under open
// sky nearly all to half of one; of rough ones most are told to be
// approximate, and one in twenty is off that is not.
func TestEffortsAreTheTrueOnes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		conditions func(uint64) segmentgen.Conditions
		allowed    func(h held) bool
	}{
		"clean": {clean, func(h held) bool { return h.missed+h.extra+h.off+h.doubted == 0 && h.worst < 0.1 }},
		"moderate": {moderate, func(h held) bool {
			return h.missed+h.extra == 0 && h.off*100 <= h.efforts && h.worst < 1 && h.doubted*30 <= h.efforts
		}},
		"rough": {segmentgen.Rough, func(h held) bool {
			return h.missed*100 <= h.efforts && h.extra*200 <= h.efforts && h.off*20 <= h.efforts
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var all held
			for _, shape := range segmentgen.Shapes() {
				for seed := range uint64(12) {
					ride, _ := segmentgen.Make(shape, seed, c.conditions(seed))
					if shape == "parallel_25m" && ride.Conditions.DriftM > 6 {
						continue // it cannot be told from the road itself
					}
					track := trackOf(&ride)
					for k := range ride.Segments {
						h := hold(t, &ride, track, k)
						all.add(h)
						if name != "rough" && h.missed+h.extra > 0 {
							t.Errorf("%s %d, %s: %+v", shape, seed, ride.Segments[k].Name, h)
						}
					}
				}
			}
			t.Logf("%+v", all)
			if !c.allowed(all) {
				t.Errorf("%+v", all)
			}
		})
	}
}

// TestEffortsAreThoseOfTheNaiveOne: on any ride, the slow matcher, which tries
// everything that its definition allows, finds the same within half a second.
func TestEffortsAreThoseOfTheNaiveOne(t *testing.T) {
	t.Parallel()
	for _, shape := range segmentgen.Shapes() {
		t.Run(shape, func(t *testing.T) {
			t.Parallel()
			for seed := uint64(200); seed < 203; seed++ {
				c := moderate(seed)
				c.Rate = []segmentgen.Rate{segmentgen.EverySecond, segmentgen.Smart, segmentgen.Every5S}[seed%3]
				ride, _ := segmentgen.Make(shape, seed, c)
				track := trackOf(&ride)
				for k := range ride.Segments {
					got, want := wayOf(t, segmenttest.Points(&ride.Segments[k])).Passes(track), naive(&ride, k)
					if len(got) != len(want) {
						t.Errorf("%d %s: %d efforts, %d by trying", seed, ride.Segments[k].Name, len(got), len(want))
						continue
					}
					for i, p := range got {
						off := p.ToS - p.FromS - (want[i].ExitS - want[i].EntryS)
						if math.Abs(off) > 0.5 && shape != "pauses" { // where somebody stood at a gate, either is right
							t.Errorf("%d %s: %d is %.2f s off", seed, ride.Segments[k].Name, i, off)
						}
					}
				}
			}
		})
	}
}

func naive(ride *segmentgen.Ride, segment int) []segments.Effort {
	var line []segments.Point
	for _, p := range ride.Segments[segment].Points {
		line = append(line, segments.Point{LatDeg: p.LatDeg, LonDeg: p.LonDeg})
	}
	var rows []segments.Row
	for _, r := range ride.Rows {
		rows = append(rows, segments.Row{TimeS: r.TimeS, LatDeg: r.LatDeg, LonDeg: r.LonDeg, DistanceM: r.DistanceM})
	}
	return segments.Find(line, rows, segments.Default())
}

// TestDoubtsAreTold: a recording of a row each 5 s, one with a tunnel and one
// whose positions wander say so, whatever is found.
func TestDoubtsAreTold(t *testing.T) {
	t.Parallel()
	sparse, tunnel, drift := clean(1), clean(1), clean(1)
	sparse.Rate, tunnel.TunnelM, drift.DriftM = segmentgen.Every5S, 300, 14
	for doubt, c := range map[training.EffortDoubt]segmentgen.Conditions{
		training.DoubtSparse: sparse, training.DoubtGap: tunnel, training.DoubtDrift: drift,
	} {
		told, efforts := 0, 0
		for seed := range uint64(20) {
			ride, _ := segmentgen.Make("parallel_60m", seed, c)
			for _, p := range wayOf(t, segmenttest.Points(&ride.Segments[0])).Passes(trackOf(&ride)) {
				efforts++
				if slices.Contains(p.Doubts, doubt) {
					told++
				}
				for _, d := range p.Doubts {
					if d != doubt {
						t.Errorf("%d: %s of one with %s", seed, d, doubt)
					}
				}
			}
		}
		if efforts != 20 || told < 15 {
			t.Errorf("%s: told of %d of %d efforts", doubt, told, efforts)
		}
	}
}

// line is a way or a ride on the plane about a place, in metres east and north.
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

// ridden is a track with a row each second at these places.
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

// TestWhatIsNoSegment is refused with a sentence and what may be one.
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

// moved is a way some degrees to the south.
func moved(points []training.RoutePoint, degrees float64) []training.RoutePoint {
	out := slices.Clone(points)
	for i := range out {
		out[i].LatDeg -= degrees
	}
	return out
}
