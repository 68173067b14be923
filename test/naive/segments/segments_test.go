package segments_test

import (
	"math"
	"slices"
	"testing"

	"lapkeep/test/naive/segments"
	"lapkeep/test/segmentgen"
)

// metre is one in degrees on the equator, where the rides of these tests lie.
const metre = 180 / math.Pi / 6371008.8

// to is where a rider goes on a straight line: metres east and north.
type to struct{ e, n float64 }

// ride goes from place to place at 5 m/s, with a row each second from 0 on,
// and distances where it has a wheel.
func ride(wheel bool, places ...to) []segments.Row {
	var out []segments.Row
	row := func(e, n, d float64) {
		if !wheel {
			d = math.NaN()
		}
		out = append(out, segments.Row{TimeS: float64(len(out)), LatDeg: n * metre, LonDeg: e * metre, DistanceM: d})
	}
	sum, ahead := 0.0, 0.0 // ahead is how far the next row lies in the leg
	for i := 1; i < len(places); i++ {
		a, b := places[i-1], places[i]
		long := math.Hypot(b.e-a.e, b.n-a.n)
		for ; ahead < long; ahead += 5 {
			row(a.e+(b.e-a.e)*ahead/long, a.n+(b.n-a.n)*ahead/long, sum+ahead)
		}
		sum, ahead = sum+long, ahead-long
	}
	last := places[len(places)-1]
	row(last.e, last.n, sum)
	return out
}

// straight returns a segment of 500 m to the east.
func straight() []segments.Point {
	return []segments.Point{{}, {LonDeg: 200 * metre}, {LonDeg: 200 * metre}, {LonDeg: 500 * metre}}
}

// TestDefinition rides along a straight segment and asks what is an effort.
func TestDefinition(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		rows []segments.Row
		want [][2]float64 // seconds; none
	}{
		"on it":       {ride(true, to{-52, 0}, to{552, 0}), [][2]float64{{10.4, 110.4}}},
		"14 m beside": {ride(true, to{-52, 14}, to{552, 14}), [][2]float64{{10.4, 110.4}}},
		"16 m beside": {ride(true, to{-52, 16}, to{552, 16}), nil},
		"29 m off for a while": {
			ride(true, to{-50, 0}, to{200, 0}, to{230, 29}, to{270, 29}, to{300, 0}, to{550, 0}),
			[][2]float64{{10, 114.69}},
		},
		"32 m off for a while":   {ride(true, to{-50, 0}, to{200, 0}, to{230, 32}, to{270, 32}, to{300, 0}, to{550, 0}), nil},
		"the other way":          {ride(true, to{550, 0}, to{-50, 0}), nil},
		"from inside":            {ride(true, to{5, 0}, to{550, 0}), nil},
		"to the inside":          {ride(true, to{-50, 0}, to{495, 0}), nil},
		"back by 25 m":           {ride(true, to{-50, 0}, to{250, 0}, to{225, 0}, to{550, 0}), [][2]float64{{10, 120}}},
		"back by 35 m":           {ride(true, to{-50, 0}, to{250, 0}, to{215, 0}, to{550, 0}), nil}, // 70 m too long
		"back by 55 m, no wheel": {ride(false, to{-50, 0}, to{250, 0}, to{195, 0}, to{550, 0}), [][2]float64{{10, 132}}},
		"back by 65 m, no wheel": {ride(false, to{-50, 0}, to{250, 0}, to{185, 0}, to{550, 0}), nil},
		"back over the start":    {ride(true, to{-50, 0}, to{250, 0}, to{-50, 0}, to{550, 0}), [][2]float64{{130, 230}}},
		"over the start twice":   {ride(true, to{-50, 0}, to{10, 0}, to{-10, 0}, to{550, 0}), [][2]float64{{10, 118}}},
		"over the end twice":     {ride(true, to{-50, 0}, to{510, 0}, to{490, 0}, to{550, 0}), [][2]float64{{10, 110}}},
		"twice": {
			ride(true, to{-50, 0}, to{550, 0}, to{550, 400}, to{-50, 400}, to{-50, 0}, to{550, 0}),
			[][2]float64{{10, 110}, {410, 510}},
		},
		"off it and back":          {ride(true, to{-50, 0}, to{250, 0}, to{250, 300}, to{250, 0}, to{550, 0}), nil},
		"300 m without positions":  {without(ride(true, to{-50, 0}, to{550, 0}), 30, 90), [][2]float64{{10, 110}}},
		"350 m without positions":  {without(ride(true, to{-50, 0}, to{550, 0}), 25, 95), nil},
		"no position at the start": {without(ride(true, to{-50, 0}, to{550, 0}), 8, 12), nil},
		"around while out of sight": {
			without(ride(true, to{-50, 0}, to{150, 0}, to{150, 90}, to{350, 90}, to{350, 0}, to{550, 0}), 40, 115),
			nil,
		},
		"a pause of an hour on it":    {paused(ride(true, to{-50, 0}, to{550, 0}), 60, 3600), [][2]float64{{10, 3710}}},
		"one row 200 m off":           {stray(ride(true, to{-50, 0}, to{550, 0}), 60), [][2]float64{{10, 110}}},
		"the whole ride out of reach": {ride(true, to{-50, 5000}, to{550, 5000}), nil},
		"no rows":                     {nil, nil},
	} {
		got := segments.Find(straight(), tc.rows, segments.Default())
		if len(got) != len(tc.want) {
			t.Errorf("%s: %+v, want %v", name, got, tc.want)
			continue
		}
		for i, e := range got {
			if math.Abs(e.EntryS-tc.want[i][0]) > 0.01 || math.Abs(e.ExitS-tc.want[i][1]) > 0.01 {
				t.Errorf("%s: from %.3f to %.3f, want %v", name, e.EntryS, e.ExitS, tc.want[i])
			}
		}
	}
}

// without takes the positions of rows strictly between two seconds.
func without(rows []segments.Row, from, to float64) []segments.Row {
	for i, r := range rows {
		if r.TimeS > from && r.TimeS < to {
			rows[i].LatDeg, rows[i].LonDeg = math.NaN(), math.NaN()
		}
	}
	return rows
}

// paused moves all rows after one to a later time.
func paused(rows []segments.Row, after int, seconds float64) []segments.Row {
	for i := range rows[after:] {
		rows[after+i].TimeS += seconds
	}
	return rows
}

func stray(rows []segments.Row, i int) []segments.Row {
	rows[i].LatDeg += 200 * metre
	return rows
}

// TestHairpin leaves out where a road turns round 20 m beside itself: neither a
// wheel nor the time on the way lets that pass.
func TestHairpin(t *testing.T) {
	t.Parallel()
	road := line(to{0, 0}, to{500, 0}, to{500, 20}, to{0, 20})
	for _, wheel := range []bool{true, false} {
		whole := ride(wheel, to{-50, 0}, to{500, 0}, to{500, 20}, to{-50, 20})
		if got := segments.Find(road, without(whole, 60, 160), segments.Default()); len(got) != 1 || math.Abs(got[0].ExitS-214) > 0.01 {
			t.Errorf("all of it, with a wheel %v: %+v", wheel, got)
		}
		short := ride(wheel, to{-50, 0}, to{250, 0}, to{250, 20}, to{-50, 20})
		if got := segments.Find(road, without(short, 58, 66), segments.Default()); len(got) != 0 {
			t.Errorf("half of it, with a wheel %v: %+v", wheel, got)
		}
	}
}

// TestCorner: between rows 75 m apart, the straight line leaves the corridor
// where the rider did not.
func TestCorner(t *testing.T) {
	t.Parallel()
	var rows []segments.Row
	for i, r := range ride(true, to{-47.5, 10}, to{290, 10}, to{290, 390}) {
		if i%15 == 0 {
			rows = append(rows, r)
		}
	}
	got := segments.Find(line(to{0, 0}, to{300, 0}, to{300, 300}), rows, segments.Default())
	if len(got) != 1 || math.Abs(got[0].EntryS-9.5) > 0.01 || math.Abs(got[0].ExitS-125.5) > 0.01 {
		t.Errorf("got %+v", got)
	}
}

func line(places ...to) []segments.Point {
	var out []segments.Point
	for _, p := range places {
		out = append(out, segments.Point{LatDeg: p.n * metre, LonDeg: p.e * metre})
	}
	return out
}

// TestClosedSegment: the end of one lap is the start of the next.
func TestClosedSegment(t *testing.T) {
	t.Parallel()
	square := line(to{0, 0}, to{100, 0}, to{100, 200}, to{-100, 200}, to{-100, 0}, to{0, 0})
	rows := ride(true, to{-51, 0}, to{100, 0}, to{100, 200}, to{-100, 200}, to{-100, 0},
		to{100, 0}, to{100, 200}, to{-100, 200}, to{-100, 0}, to{51, 0})
	got := segments.Find(square, rows, segments.Default())
	if len(got) != 2 || math.Abs(got[0].EntryS-10.2) > 0.01 || got[0].ExitS != got[1].EntryS || math.Abs(got[1].ExitS-330.2) > 0.01 {
		t.Errorf("got %+v", got)
	}
}

// TestOffAndUnseen: what an effort says of itself.
func TestOffAndUnseen(t *testing.T) {
	t.Parallel()
	got := segments.Find(straight(), without(ride(true, to{-50, 6}, to{550, 6}), 40, 81), segments.Default())
	if len(got) != 1 || math.Abs(got[0].OffM-6) > 0.1 || math.Abs(got[0].UnseenM-205) > 0.1 {
		t.Errorf("got %+v", got)
	}
}

// found returns the efforts on a segment of a generated ride.
func found(ride segmentgen.Ride, segment int) []segments.Effort {
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

// compare finds what is true on every segment of a ride, each time within what
// is allowed of a gate that is passed at a time.
func compare(t *testing.T, ride segmentgen.Ride, allowed func(at float64) float64) {
	t.Helper()
	for k, segment := range ride.Segments {
		var want []segmentgen.Effort
		for _, e := range ride.Efforts {
			if e.Segment == k {
				want = append(want, e)
			}
		}
		got := found(ride, k)
		if len(got) != len(want) {
			t.Errorf("%d %s: %d of %d efforts, %+v", ride.Seed, segment.Name, len(got), len(want), ride.Conditions)
			continue
		}
		for i, e := range want {
			entry, exit := math.Abs(got[i].EntryS-e.EntryS), math.Abs(got[i].ExitS-e.ExitS)
			if entry > allowed(e.EntryS)+e.EntrySlackS || exit > allowed(e.ExitS)+e.ExitSlackS {
				t.Errorf("%d %s: %.2f and %.2f s off, %+v", ride.Seed, segment.Name, entry, exit, ride.Conditions)
			}
		}
	}
}

// TestCleanRides: without errors, every effort is found to a hundredth of a
// second, and nothing else is.
func TestCleanRides(t *testing.T) {
	t.Parallel()
	for _, shape := range segmentgen.Shapes() {
		t.Run(shape, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(6) {
				ride, _ := segmentgen.Make(shape, seed, segmentgen.Clean(segmentgen.Places()[seed]))
				compare(t, ride, func(float64) float64 { return 0.01 })
			}
		})
	}
}

// TestRoughRides: with errors, the same are found, and their times are off by
// what the rider takes for the error of a position, 0.3 s and what speed may
// change between rows. A road 25 m away cannot be told from one that drift may
// move by 12 m towards it: there it is 6 m at most.
func TestRoughRides(t *testing.T) {
	t.Parallel()
	for _, shape := range segmentgen.Shapes() {
		t.Run(shape, func(t *testing.T) {
			t.Parallel()
			for seed := uint64(100); seed < 108; seed++ {
				c := segmentgen.Rough(seed)
				if shape == "parallel_25m" {
					c.DriftM = math.Min(c.DriftM, 6)
				}
				ride, _ := segmentgen.Make(shape, seed, c)
				clean, _ := segmentgen.Make(shape, seed, segmentgen.Clean(c.Place))
				compare(t, ride, func(at float64) float64 {
					allowed := 0.3 + (c.DriftM+3*c.WhiteM)/slowest(clean.Rows, at)
					if c.Rate != segmentgen.EverySecond {
						allowed += 0.5
					}
					return allowed
				})
			}
		})
	}
}

// slowest returns the lowest speed within 3 s of a time.
func slowest(rows []segmentgen.Row, at float64) float64 {
	i, _ := slices.BinarySearchFunc(rows, at, func(r segmentgen.Row, at float64) int { return int(math.Ceil(r.TimeS - at)) })
	low := math.Inf(1)
	for k := max(1, i-3); k < min(len(rows), i+4); k++ {
		low = math.Min(low, math.Max(0.5, (rows[k].DistanceM-rows[k-1].DistanceM)/(rows[k].TimeS-rows[k-1].TimeS)))
	}
	return low
}
