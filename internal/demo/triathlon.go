package demo

import (
	"time"

	"lapkeep/internal/training"
)

// olympic is a triathlon over the olympic distance, with both transitions,
// as one multisport recording.
type olympic struct{}

// How far its rides and runs go, in m.
const (
	raceRideM = 40_000
	raceRunM  = 10_000
)

func (olympic) record(c conditions) []*training.Recording {
	c.noPower, c.noHR = false, false
	var recs []*training.Recording
	add := func(make func(conditions) *training.Recording) {
		leg := make(c)
		recs = append(recs, leg)
		c.start = c.start.Add(time.Duration(leg.ElapsedS * float64(time.Second)))
		c.seed++
	}
	change := func(seconds int) func(conditions) *training.Recording {
		return func(c conditions) *training.Recording {
			return still(c, training.Transition, seconds, func(int) float64 { return 0.8 })
		}
	}
	add(openWater{lengthM: 1500, share: 0.97}.session)
	add(change(142))
	add(ride{cruise: 0.93, lengthM: raceRideM, hills: 1.2, loop: 31}.session)
	add(change(71))
	add(run{cruise: 0.955, lengthM: raceRunM, hills: 0.4, loop: 32}.session)
	return recs
}
