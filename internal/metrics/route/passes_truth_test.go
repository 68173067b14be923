package route_test

import (
	"math"
	"slices"
	"testing"

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

// moderate returns a receiver under open sky.
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
					got, want := wayOf(t, segmenttest.Points(&ride.Segments[k])).Passes(track), routeNaive(&ride, k)
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

func routeNaive(ride *segmentgen.Ride, segment int) []segments.Effort {
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

// BenchmarkPasses matches 3,000 rides of an hour, of which each tenth goes
// over it, with one segment: by their sketches first, and plainly, each track.
// The goal is 2 s.
func BenchmarkPasses(b *testing.B) {
	const rides, rings = 3000, 10
	recs, sketches := make([]*training.Recording, rings), make([]route.Sketch, rings)
	for i := range recs {
		recs[i] = segmenttest.Hour(i, rings)
		sketches[i], _ = route.Of(stream.Of(recs[i], stream.Limits{}))
	}
	way := wayOf(b, segmenttest.Part(recs[4], 900, 1200))
	for name, may := range map[string]func(*route.Sketch) bool{
		"by sketch": way.MayFollow, "plain": func(*route.Sketch) bool { return true },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				found := 0
				for i := range rides {
					if may(&sketches[i%rings]) {
						found += len(way.Passes(route.TrackOf(stream.Of(recs[i%rings], stream.Limits{}))))
					}
				}
				if found != rides/rings {
					b.Fatalf("%d efforts", found)
				}
			}
		})
	}
}

// BenchmarkManySegments matches a ride with 500 segments, of which each tenth
// lies on its road. The goal is 50 ms.
func BenchmarkManySegments(b *testing.B) {
	const rings, each = 10, 50
	var ways []*route.Way
	for ring := range rings {
		of := segmenttest.Hour(ring, rings)
		for k := range each {
			ways = append(ways, wayOf(b, segmenttest.Part(of, 60*k+100, 60*k+300)))
		}
	}
	v := stream.Of(segmenttest.Hour(3, rings), stream.Limits{})
	sketch, _ := route.Of(v)
	for name, may := range map[string]func(*route.Way) bool{
		"by sketch": func(w *route.Way) bool { return w.MayFollow(&sketch) }, "plain": func(*route.Way) bool { return true },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				found := 0
				track := route.TrackOf(v)
				for _, w := range ways {
					if may(w) {
						found += len(w.Passes(track))
					}
				}
				if found != each {
					b.Fatalf("%d efforts", found)
				}
			}
		})
	}
}
