package causetest

import (
	"math"

	"lapkeep/test/rawfit"
)

// The channels that a jump may be in.
const (
	JumpDistance = "distance"
	JumpPosition = "position"
	JumpAltitude = "altitude"
	JumpSpeed    = "speed"
)

// Jump is a ride due north at a steady speed up a steady slope, with jumps
// of one row, or one that lasts.
type Jump struct {
	Seconds int
	MPS     float64
	Channel string
	Rows    []int   // those that jump; under Lasting the first begins it
	By      float64 // m, or m/s
	Lasting bool
	// NoDistance leaves distance out, so that it has to come from positions.
	NoDistance bool
}

const climbEachS = 0.1 // m

// File writes it.
func (c Jump) File() Case {
	f := activity(garmin, 3122)
	f.TimerStart(Start())
	for t := range c.Seconds {
		by := map[string]float64{}
		for i, row := range c.Rows {
			if t == row || c.Lasting && i == 0 && t > row {
				by[c.Channel] = c.By
			}
		}
		metres := c.MPS * float64(t)
		m := rawfit.Fields{
			"timestamp": at(t), "heart_rate": 140, "speed": c.MPS + by[JumpSpeed],
			"altitude":     400 + climbEachS*float64(t) + by[JumpAltitude],
			"position_lat": north(47, metres+by[JumpPosition]), "position_long": north(9, 0),
		}
		if !c.NoDistance {
			m["distance"] = metres + by[JumpDistance]
		}
		f.Record(m)
	}
	return whole(f, c.Seconds, rawfit.Fields{"sport": cycling}, Truth{
		DistanceM: c.MPS * float64(c.Seconds-1), MovingS: float64(c.Seconds), AscentM: climbEachS * float64(c.Seconds-1),
		MaxSpeedMPS: c.MPS, HRBpm: 140,
	})
}

// north is so many metres north of a degree, in semicircles, on a sphere.
func north(degrees, metres float64) int {
	const radius = 6_371_000
	return int(math.Round((degrees + metres/radius*180/math.Pi) / 180 * (1 << 31)))
}
