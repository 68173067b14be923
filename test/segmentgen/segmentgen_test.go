package segmentgen_test

import (
	"math"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/test/segmentgen"
)

const seeds = 6

func made(t *testing.T, shape string, seed uint64, c segmentgen.Conditions) segmentgen.Ride {
	t.Helper()
	ride, ok := segmentgen.Make(shape, seed, c)
	if !ok {
		t.Fatalf("no shape %s", shape)
	}
	return ride
}

// each calls f with some rides of every shape.
func each(t *testing.T, conditions func(seed uint64) segmentgen.Conditions, f func(t *testing.T, ride segmentgen.Ride)) {
	t.Helper()
	for _, shape := range segmentgen.Shapes() {
		t.Run(shape, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(seeds) {
				f(t, made(t, shape, seed, conditions(seed)))
			}
		})
	}
}

func clean(seed uint64) segmentgen.Conditions {
	return segmentgen.Clean(segmentgen.Places()[seed%uint64(len(segmentgen.Places()))])
}

func TestSeedDecides(t *testing.T) {
	t.Parallel()
	for _, shape := range segmentgen.Shapes() {
		rough := segmentgen.Rough(3)
		one, same, other := made(t, shape, 7, rough), made(t, shape, 7, rough), made(t, shape, 8, rough)
		if diff := cmp.Diff(one, same, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%s: two of one seed differ: %s", shape, diff)
		}
		if cmp.Equal(one.Rows, other.Rows, cmpopts.EquateNaNs()) {
			t.Errorf("%s: the seed changes nothing", shape)
		}
	}
	if _, ok := segmentgen.Make("no such shape", 1, segmentgen.Clean(segmentgen.Oslo)); ok {
		t.Error("made an unknown shape")
	}
}

// TestConditionsLeaveTheTruth: how a ride is recorded, and where on Earth it
// is, changes neither when nor what was ridden.
func TestConditionsLeaveTheTruth(t *testing.T) {
	t.Parallel()
	each(t, segmentgen.Rough, func(t *testing.T, ride segmentgen.Ride) {
		t.Helper()
		plain := made(t, ride.Shape, ride.Seed, segmentgen.Clean(segmentgen.Svalbard))
		opts := cmpopts.IgnoreFields(segmentgen.Effort{}, "TunnelM")
		if diff := cmp.Diff(plain.Efforts, ride.Efforts, opts); diff != "" {
			t.Errorf("%d: efforts (-clean +rough):\n%s", ride.Seed, diff)
		}
		if diff := cmp.Diff(plain.Misses, ride.Misses); diff != "" {
			t.Errorf("%d: misses (-clean +rough):\n%s", ride.Seed, diff)
		}
	})
}

func TestRowsAreWhatADeviceWrites(t *testing.T) {
	t.Parallel()
	each(t, segmentgen.Rough, func(t *testing.T, ride segmentgen.Ride) {
		t.Helper()
		dark := 0
		for i, row := range ride.Rows {
			if row.TimeS != math.Trunc(row.TimeS) || i > 0 && row.TimeS <= ride.Rows[i-1].TimeS {
				t.Fatalf("%d: row %d is at %v", ride.Seed, i, row.TimeS)
			}
			if math.IsNaN(row.LatDeg) != math.IsNaN(row.LonDeg) || math.Abs(row.LatDeg) > 90 || row.LonDeg < -180 || row.LonDeg >= 180 {
				t.Fatalf("%d: row %d is at %v, %v", ride.Seed, i, row.LatDeg, row.LonDeg)
			}
			if math.IsNaN(row.LatDeg) {
				dark++
			}
			if math.IsNaN(row.DistanceM) != ride.Conditions.NoDistance {
				t.Fatalf("%d: row %d has distance %v", ride.Seed, i, row.DistanceM)
			}
			for _, p := range ride.Pauses {
				if row.TimeS > p.FromS+2 && row.TimeS < p.ToS {
					t.Fatalf("%d: row %d lies in a pause", ride.Seed, i)
				}
			}
		}
		if (dark > 0) != (len(ride.Tunnels) > 0) || dark > len(ride.Rows)/2 {
			t.Errorf("%d: %d rows without position in %d tunnels", ride.Seed, dark, len(ride.Tunnels))
		}
	})
}

// TestRatesAndSpikes: what the conditions ask for is there.
func TestRatesAndSpikes(t *testing.T) {
	t.Parallel()
	for rate, want := range map[segmentgen.Rate][2]float64{
		segmentgen.EverySecond: {1, 1}, segmentgen.Smart: {2, 8}, segmentgen.Every5S: {5, 5},
	} {
		c := segmentgen.Conditions{Place: segmentgen.Oslo, Rate: rate, Spike: true, WhiteM: 2, DriftM: 8}
		ride := made(t, "loop", 5, c)
		for i := 1; i < len(ride.Rows)-1; i++ {
			if d := ride.Rows[i].TimeS - ride.Rows[i-1].TimeS; d < want[0] || d > want[1] {
				t.Errorf("%s: %v s between rows", rate, d)
			}
		}
		c.Spike = false
		still, far := made(t, "loop", 5, c), 0
		for i, row := range ride.Rows {
			d := segmentgen.HaversineM(place(row), place(still.Rows[i]))
			if d > 149 && i == ride.Spike {
				far++
			} else if d > 0.001 {
				t.Errorf("%s: row %d is %.0f m off", rate, i, d)
			}
		}
		if far != 1 {
			t.Errorf("%s: no spike", rate)
		}
	}
}

// TestErrorsAreAsLargeAsAsked compares a rough recording with the clean one.
func TestErrorsAreAsLargeAsAsked(t *testing.T) {
	t.Parallel()
	truth := made(t, "loop", 2, segmentgen.Clean(segmentgen.Oslo))
	for _, c := range []struct{ white, drift, low, high float64 }{{3, 0, 3, 14}, {0, 12, 3, 12.01}, {0, 0, -1, 0.001}} {
		ride := made(t, "loop", 2, segmentgen.Conditions{Place: segmentgen.Oslo, Rate: segmentgen.EverySecond, WhiteM: c.white, DriftM: c.drift})
		largest, sum := 0.0, 0.0
		for i, row := range ride.Rows {
			d := segmentgen.HaversineM(place(row), place(truth.Rows[i]))
			largest, sum = math.Max(largest, d), sum+d
		}
		if mean := sum / float64(len(ride.Rows)); mean < c.low || largest > c.high {
			t.Errorf("%+v: errors are %.1f m in the mean, %.1f at most", c, mean, largest)
		}
	}
}

func place(r segmentgen.Row) segmentgen.Point {
	return segmentgen.Point{LatDeg: r.LatDeg, LonDeg: r.LonDeg}
}

// at returns the rider's position in the rows at a time, interpolated.
func at(rows []segmentgen.Row, t float64) segmentgen.Row {
	i := max(1, min(len(rows)-1, sort.Search(len(rows), func(i int) bool { return rows[i].TimeS >= t })))
	a, b := rows[i-1], rows[i]
	share := (t - a.TimeS) / (b.TimeS - a.TimeS)
	dLon := math.Mod(b.LonDeg-a.LonDeg+540, 360) - 180
	return segmentgen.Row{
		LatDeg: a.LatDeg + share*(b.LatDeg-a.LatDeg), LonDeg: a.LonDeg + share*dLon, DistanceM: a.DistanceM + share*(b.DistanceM-a.DistanceM),
	}
}

// ahead returns how far b lies from a in the direction from one point to
// another, and how far to its left, in metres of the plane there.
func ahead(a, b, from, to segmentgen.Point) (along, left float64) {
	flat := func(a, b segmentgen.Point) (e, n float64) {
		d := math.Mod(b.LonDeg-a.LonDeg+540, 360) - 180
		return d * math.Cos(a.LatDeg*math.Pi/180), b.LatDeg - a.LatDeg
	}
	metre := math.Pi / 180 * segmentgen.EarthM
	e, n := flat(from, to)
	x, y := flat(a, b)
	long := math.Hypot(e, n)
	return metre * (x*e + y*n) / long, metre * (y*e - x*n) / long
}

// TestTruthIsInTheRows holds each effort against a clean recording: at its
// times the rider is on the gates' lines, between them the way is as long as
// the segment, and on it.
func TestTruthIsInTheRows(t *testing.T) {
	t.Parallel()
	each(t, clean, func(t *testing.T, ride segmentgen.Ride) {
		t.Helper()
		for _, e := range ride.Efforts {
			s := ride.Segments[e.Segment]
			n := len(s.Points)
			entry, exit := at(ride.Rows, e.EntryS), at(ride.Rows, e.ExitS)
			along, left := ahead(s.Points[0], place(entry), s.Points[0], s.Points[1])
			if math.Abs(along) > 0.5+e.EntrySlackS || math.Abs(left) > 4 {
				t.Errorf("%d %s: enters %.2f m past the gate, %.1f m beside", ride.Seed, s.Name, along, left)
			}
			along, left = ahead(s.Points[n-1], place(exit), s.Points[n-2], s.Points[n-1])
			if math.Abs(along) > 0.5+e.ExitSlackS || math.Abs(left) > 4 {
				t.Errorf("%d %s: leaves %.2f m past the gate, %.1f m beside", ride.Seed, s.Name, along, left)
			}
			if d := exit.DistanceM - entry.DistanceM; math.Abs(d/s.LengthM-1) > 0.03 {
				t.Errorf("%d %s: %.0f m ridden of %.0f", ride.Seed, s.Name, d, s.LengthM)
			}
			for share := 0.1; share < 1; share += 0.1 {
				p := at(ride.Rows, e.EntryS+share*(e.ExitS-e.EntryS))
				if d := fromSegment(s, place(p)); d > 6 {
					t.Errorf("%d %s: %.0f m off the segment", ride.Seed, s.Name, d)
				}
			}
		}
	})
}

func fromSegment(s segmentgen.Segment, p segmentgen.Point) float64 {
	best := math.Inf(1)
	for i := 1; i < len(s.Points); i++ {
		along, left := ahead(s.Points[i-1], p, s.Points[i-1], s.Points[i])
		beyond := math.Max(0, math.Max(-along, along-segmentgen.HaversineM(s.Points[i-1], s.Points[i])))
		best = math.Min(best, math.Hypot(beyond, left))
	}
	return best
}

// TestLengths: the projection keeps lengths, wherever the course lies.
func TestLengths(t *testing.T) {
	t.Parallel()
	each(t, clean, func(t *testing.T, ride segmentgen.Ride) {
		t.Helper()
		for _, s := range ride.Segments {
			sum := 0.0
			for i := 1; i < len(s.Points); i++ {
				sum += segmentgen.HaversineM(s.Points[i-1], s.Points[i])
			}
			if math.Abs(sum/s.LengthM-1) > 1e-5 {
				t.Errorf("%d %s: %.3f m on the sphere, %.3f on the plane", ride.Seed, s.Name, sum, s.LengthM)
			}
		}
	})
}

// TestWhatIsAttempted counts the efforts and reasons of each shape.
func TestWhatIsAttempted(t *testing.T) {
	t.Parallel()
	whys := map[string]segmentgen.Why{
		"out_and_back": segmentgen.OtherDirection, "switchbacks": segmentgen.OtherDirection, "other_direction": segmentgen.OtherDirection,
		"parallel_25m": segmentgen.OtherRoad, "parallel_60m": segmentgen.OtherRoad, "leaves": segmentgen.Leaves,
		"other_way": segmentgen.OtherWay, "other_way_equal": segmentgen.OtherWay, "turns_inside": segmentgen.TurnsBack,
	}
	each(t, clean, func(t *testing.T, ride segmentgen.Ride) {
		t.Helper()
		count, reasons := map[string]int{}, map[segmentgen.Why]int{}
		for _, e := range ride.Efforts {
			count[ride.Segments[e.Segment].Name]++
		}
		for _, m := range ride.Misses {
			reasons[m.Why]++
		}
		if why := whys[ride.Shape]; why != "" && reasons[why] == 0 {
			t.Errorf("%d: no %s in %v", ride.Seed, why, reasons)
		}
		switch ride.Shape {
		case "loop":
			if count["lap"] < 1 || count["lap"] > 20 || count["part"] != count["lap"] || count["over the line"] != count["lap"]+1 {
				t.Errorf("%d: %v", ride.Seed, count)
			}
		case "other_direction":
			if len(ride.Efforts) != 0 {
				t.Errorf("%d: %v", ride.Seed, ride.Efforts)
			}
		case "pauses":
			if e := ride.Efforts; len(e) != 4 || e[0].PausedS < 60 || e[1].EntrySlackS < 20 || e[2].EntrySlackS < 60 || e[3].ExitSlackS < 20 {
				t.Errorf("%d: %+v", ride.Seed, e)
			}
		case "starts_inside":
			if reasons[segmentgen.StartsInside] != 1 || reasons[segmentgen.EndsInside] != 1 || count["road"] < 1 {
				t.Errorf("%d: %v %v", ride.Seed, count, reasons)
			}
		case "other_way_equal":
			d := at(ride.Rows, ride.Misses[0].ToS).DistanceM - at(ride.Rows, ride.Misses[0].FromS).DistanceM
			if math.Abs(d/ride.Segments[0].LengthM-1) > 0.02 {
				t.Errorf("%d: the other way is %.0f m of %.0f", ride.Seed, d, ride.Segments[0].LengthM)
			}
		}
	})
}
