package segments_test

import (
	"math"
	"slices"
	"testing"

	"lapkeep/test/naive/segments"
	"lapkeep/test/segmentgen"
)

// found are the efforts on a segment of a generated ride.
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

// slowest is the lowest speed within 3 s of a time.
func slowest(rows []segmentgen.Row, at float64) float64 {
	i, _ := slices.BinarySearchFunc(rows, at, func(r segmentgen.Row, at float64) int { return int(math.Ceil(r.TimeS - at)) })
	low := math.Inf(1)
	for k := max(1, i-3); k < min(len(rows), i+4); k++ {
		low = math.Min(low, math.Max(0.5, (rows[k].DistanceM-rows[k-1].DistanceM)/(rows[k].TimeS-rows[k-1].TimeS)))
	}
	return low
}
