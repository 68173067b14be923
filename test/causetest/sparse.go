package causetest

import "lapkeep/test/rawfit"

// Sparse is a recording with a row every StepS seconds at a steady pace.
type Sparse struct {
	Rows, StepS int
	Watts       int     // 0 is no power meter
	MPS         float64 // while moving
	Swim        bool    // in open water
	// RestEvery has every so manyth step be a rest in place; 0 is none.
	RestEvery int
}

// File writes it.
func (c Sparse) File() Case {
	f := activity(garmin, 3122)
	f.TimerStart(Start())
	truth := Truth{HRBpm: 140, PowerW: float64(c.Watts)}
	for i := range c.Rows {
		m := rawfit.Fields{"timestamp": at(i * c.StepS), "heart_rate": 140, "distance": truth.DistanceM}
		if c.Watts > 0 {
			m["power"] = c.Watts
		}
		f.Record(m)
		if i+1 < c.Rows && (c.RestEvery == 0 || (i+1)%c.RestEvery != 0) {
			truth.DistanceM += c.MPS * float64(c.StepS)
			truth.MovingS += float64(c.StepS)
		}
	}
	sport := rawfit.Fields{"sport": cycling}
	if c.Swim {
		sport = rawfit.Fields{"sport": swimming, "sub_sport": openWater}
	}
	return whole(f, (c.Rows-1)*c.StepS, sport, truth)
}
