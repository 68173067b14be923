package causetest

import "lapkeep/test/rawfit"

// Legs is a triathlon in one file, with or without transitions, whose
// distance counts on over the legs.
type Legs struct {
	SwimS, BikeS, RunS int
	// GapS is the seconds without rows at the beginning of the bike and the
	// run, in which the athlete is under way at the leg's own speed.
	GapS int
	// SwimRows says that the swim's rows have a distance; else only the
	// session message has it, and the count of the file begins with the bike.
	SwimRows bool
	// Places says which legs have positions: swim, bike, run.
	Places [3]bool
}

// The legs' steady speeds in m/s.
const (
	swimMPS = 1.2
	bikeMPS = 9.5
	runMPS  = 3.5
)

// File writes it.
func (c Legs) File() Case {
	f := activity(garmin, 3122)
	f.TimerStart(Start())
	legs := []struct {
		sport, seconds, gap int
		mps                 float64
	}{{swimming, c.SwimS, 0, swimMPS}, {cycling, c.BikeS, c.GapS, bikeMPS}, {running, c.RunS, c.GapS, runMPS}}
	made, from, count, way := Case{}, 0, 0.0, 0.0
	for i, leg := range legs {
		counted := i > 0 || c.SwimRows
		for t := leg.gap; t < leg.seconds; t++ {
			m := rawfit.Fields{"timestamp": at(from + t), "heart_rate": 140}
			if counted {
				m["distance"] = count + leg.mps*float64(t+1)
			}
			if c.Places[i] {
				m["position_lat"], m["position_long"] = north(47, way+leg.mps*float64(t+1)), north(9, 0)
			}
			f.Record(m)
		}
		metres := leg.mps * float64(leg.seconds)
		way += metres
		if counted {
			count += metres
		}
		extra := rawfit.Fields{"message_index": i, "sport": leg.sport, "total_distance": metres}
		if leg.sport == swimming {
			extra["sub_sport"] = openWater
		}
		session(f, i, from, from+leg.seconds, extra)
		made.Sessions = append(made.Sessions, Truth{DistanceM: metres, TimerS: float64(leg.seconds), HRBpm: 140})
		from += leg.seconds
	}
	f.TimerStop(at(from))
	f.Activity(rawfit.Fields{
		"timestamp": at(from), "total_timer_time": float64(from), "num_sessions": 3, "type": 1,
		"event": 26, "event_type": 1,
	})
	made.Bytes = f.Bytes()
	return made
}
