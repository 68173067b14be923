package route_test

import (
	"fmt"
	"math"
	"os"
	"testing"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/segmentgen"
)

// generated is a generated ride as a recording; its clock begins at the first row.
func generated(ride *segmentgen.Ride) *training.Recording {
	begin := ride.Rows[0].TimeS
	r := &training.Recording{Sport: training.Cycling}
	for i, row := range ride.Rows {
		r.Columns.TimeS = append(r.Columns.TimeS, int32(row.TimeS-begin))
		put := func(ch training.Channel, v float64) {
			if !math.IsNaN(v) {
				r.Columns.Put(ch, i, int32(int64(math.Round(v*ch.Scale()))))
			}
		}
		put(training.Latitude, row.LatDeg)
		put(training.Longitude, row.LonDeg)
		put(training.Altitude, row.AltitudeM)
		put(training.Distance, row.DistanceM)
	}
	r.Columns.Pad()
	r.ElapsedS = ride.Rows[len(ride.Rows)-1].TimeS - begin
	r.TimerS = r.ElapsedS
	for _, p := range ride.Pauses {
		r.Pauses = append(r.Pauses, training.Span{FromS: p.FromS - begin, ToS: p.ToS - begin})
		r.TimerS -= p.ToS - p.FromS
	}
	return r
}

func wayOf(t testing.TB, s *segmentgen.Segment) *route.Way {
	t.Helper()
	var points []training.RoutePoint
	for _, p := range s.Points {
		points = append(points, training.RoutePoint{LatDeg: p.LatDeg, LonDeg: p.LonDeg, AltitudeM: &p.AltitudeM})
	}
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

func TestStats(t *testing.T) {
	if os.Getenv("STATS") == "" {
		t.Skip()
	}
	for name, cond := range map[string]func(seed uint64) segmentgen.Conditions{
		"clean": func(s uint64) segmentgen.Conditions { return segmentgen.Clean(segmentgen.Places()[s%6]) },
		"moderate": func(s uint64) segmentgen.Conditions {
			c := segmentgen.Clean(segmentgen.Places()[s%6])
			c.WhiteM, c.DriftM = 1, 4
			return c
		},
		"rough": segmentgen.Rough,
	} {
		n, missed, extra, off, doubted, worst := 0, 0, 0, 0, 0, 0.0
		sumsq := 0.0
		misses := map[string]int{}
		extras := map[string]int{}
		for _, shape := range segmentgen.Shapes() {
			for seed := range uint64(20) {
				ride, _ := segmentgen.Make(shape, seed, cond(seed))
				r := generated(&ride)
				track := route.TrackOf(stream.Of(r, stream.Limits{}))
				begin := ride.Rows[0].TimeS
				for k := range ride.Segments {
					found := wayOf(t, &ride.Segments[k]).Passages(track)
					used := make([]bool, len(found))
					for _, e := range ride.Efforts {
						if e.Segment != k {
							continue
						}
						n++
						best, bestD := -1, math.Inf(1)
						for i, f := range found {
							d := math.Abs(f.FromS+begin-e.EntryS) + math.Abs(f.ToS+begin-e.ExitS)
							if d < bestD && d < 30+2*e.EntrySlackS+2*e.ExitSlackS && !used[i] {
								best, bestD = i, d
							}
						}
						if best < 0 {
							missed++
							misses[shape]++
							if os.Getenv("STATS") == name {
								fmt.Printf("missed %s/%d %s %+v found %+v cond %+v\n", shape, seed, ride.Segments[k].Name, e, found, ride.Conditions)
							}
							continue
						}
						used[best] = true
						f := found[best]
						if len(f.Doubts) > 0 {
							doubted++
						}
						d := (f.ToS - f.FromS) - (e.ExitS - e.EntryS)
						slack := e.EntrySlackS + e.ExitSlackS
						if slack == 0 {
							sumsq += d * d
						}
						d = math.Max(0, math.Abs(d)-slack)
						worst = math.Max(worst, d)
						if d > 0.5 && os.Getenv("STATS") == name {
							fmt.Printf("off %s/%d %s %.2f %v\n", shape, seed, ride.Segments[k].Name, d, f)
						}
						if d > math.Max(0.5, 0.005*(f.ToS-f.FromS)) && len(f.Doubts) == 0 {
							off++
						}
					}
					for i, u := range used {
						if !u {
							extra++
							extras[shape]++
							if os.Getenv("STATS") == name {
								fmt.Printf("extra %s/%d %s %+v cond %+v\n", shape, seed, ride.Segments[k].Name, found[i], ride.Conditions)
							}
						}
					}
				}
			}
		}
		fmt.Printf("%s: %d efforts, missed %d %v, extra %d %v, untold off %d, doubted %d, worst %.2f rms %.3f\n", name, n, missed, misses, extra, extras, off, doubted, worst, math.Sqrt(sumsq/float64(n)))
	}
}
