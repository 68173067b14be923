package causetest

import (
	"math"
	"math/rand/v2"

	"lapkeep/test/rawfit"
)

// Flat is a run at a steady pace on level ground whose altitude errs: by
// noise as a satellite receiver has it, or by the drift of a barometer.
type Flat struct {
	Seconds int
	MPS     float64
	Seed    uint64
	// SigmaM is the noise's standard deviation; it holds for about MemoryS.
	SigmaM, MemoryS float64
	// DriftM is how far a barometer drifts away and back over an hour.
	DriftM float64
}

// File writes it. Nothing was climbed.
func (c Flat) File() Case {
	f := activity(garmin, 3122)
	f.TimerStart(Start())
	random := rand.New(rand.NewPCG(c.Seed, 1))
	off, keep := c.SigmaM*random.NormFloat64(), 0.0
	if c.MemoryS > 0 {
		keep = math.Exp(-1 / c.MemoryS)
	}
	for t := range c.Seconds {
		drift := c.DriftM * math.Sin(math.Pi*float64(t)/3600)
		f.Record(rawfit.Fields{
			"timestamp": at(t), "heart_rate": 150, "speed": c.MPS, "distance": c.MPS * float64(t), "enhanced_altitude": 120 + off + drift,
			"position_lat": north(52, c.MPS*float64(t)), "position_long": north(13, 0),
		})
		off = keep*off + math.Sqrt(1-keep*keep)*c.SigmaM*random.NormFloat64()
	}
	return whole(f, c.Seconds, rawfit.Fields{"sport": running}, Truth{
		DistanceM: c.MPS * float64(c.Seconds-1), MovingS: float64(c.Seconds), MaxSpeedMPS: c.MPS, HRBpm: 150,
	})
}
