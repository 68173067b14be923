package primitive

import "lapkeep/internal/metrics/terrain"

// EncodeClimbs writes the climbs of an activity.
func EncodeClimbs(climbs []terrain.Climb) []byte {
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
func DecodeClimbs(b []byte) ([]terrain.Climb, error) {
	r := newReader(b)
	climbs := make([]terrain.Climb, r.count(climbBytes))
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
func climbFields(c *terrain.Climb) [climbBytes / 8]*float64 {
	return [...]*float64{
		&c.Span.FromS, &c.Span.ToS, &c.StartM, &c.LengthM, &c.GainM, &c.FootM, &c.SteepPct, &c.TimerS, &c.AvgPowerW, &c.AvgHRBpm,
	}
}
