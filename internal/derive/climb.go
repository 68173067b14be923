package derive

import (
	"lapkeep/internal/metrics/route"
)

// EncodeClimbs writes the climbs of an activity.
func EncodeClimbs(climbs []route.Climb) []byte {
	w := newWriter(4 + climbBytes*len(climbs))
	w.uint(uint64(len(climbs)))
	for i := range climbs {
		for _, f := range climbFields(&climbs[i]) {
			w.float(orZero(*f))
		}
	}
	return w.b
}

// DecodeClimbs reads what [EncodeClimbs] wrote.
func DecodeClimbs(b []byte) ([]route.Climb, error) {
	r := newReader(b)
	climbs := make([]route.Climb, r.count(climbBytes))
	for i := range climbs {
		for _, f := range climbFields(&climbs[i]) {
			*f = r.float()
		}
	}
	if !r.done() {
		return nil, damaged("list of climbs")
	}
	return climbs, nil
}

const climbBytes = 80

// climbFields are the numbers of a climb in the order of the stored form.
func climbFields(c *route.Climb) [climbBytes / 8]*float64 {
	return [...]*float64{
		&c.Span.FromS, &c.Span.ToS, &c.StartM, &c.LengthM, &c.GainM, &c.FootM, &c.SteepPct, &c.TimerS, &c.AvgPowerW, &c.AvgHRBpm,
	}
}

// EncodeWays writes the way of each climb of an activity, which is empty where
// no positions were recorded.
func EncodeWays(ways [][]route.Point) []byte {
	w := newWriter(4 + 100*len(ways))
	w.uint(uint64(len(ways)))
	for _, line := range ways {
		w.line(line)
	}
	return w.b
}

// DecodeWays reads what [EncodeWays] wrote.
func DecodeWays(b []byte) ([][]route.Point, error) {
	r := newReader(b)
	ways := make([][]route.Point, r.count(1))
	for i := range ways {
		ways[i] = r.line()
	}
	if !r.done() {
		return nil, damaged("list of ways")
	}
	return ways, nil
}
