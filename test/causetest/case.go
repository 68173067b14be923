// Package causetest makes files with recordings of kinds that cause wrong
// values, each with the truth that it was made from: two heart rates in one
// file, developer fields that change their meaning, rows far apart, jumps and
// the like.
//
// It uses only the test writers of files and knows no reader and no rule of the
// product. It is for tests only.
package causetest

import (
	"math"
	"math/rand/v2"
	"time"

	"lapkeep/test/rawfit"
)

// Truth holds the values from which the file was made; a zero field is unknown.
type Truth struct {
	DistanceM, MovingS, TimerS float64
	PowerW, HRBpm              float64
	AscentM                    float64
	MaxSpeedMPS                float64
	// Developer is the number of rows of each developer field without a
	// channel.
	Developer map[string]int
}

// Case is a file and its sessions in order.
type Case struct {
	Bytes    []byte
	Sessions []Truth
}

// Start returns the start of the cases.
func Start() time.Time { return time.Date(2025, time.June, 14, 7, 30, 0, 0, time.UTC) }

func at(seconds int) time.Time { return Start().Add(time.Duration(seconds) * time.Second) }

// The numbers of the FIT profile that the cases need.
const (
	activityFile = 4
	garmin       = 1
	running      = 1
	cycling      = 2
	swimming     = 5
	openWater    = 18
)

// activity begins a file by a watch.
func activity(maker, product int) *rawfit.File {
	return rawfit.New().FileID(rawfit.Fields{
		"type": activityFile, "manufacturer": maker, "product": product, "serial_number": 3912345678, "time_created": Start(),
	})
}

// session ends a session [from, to) and its only lap.
func session(f *rawfit.File, index, from, to int, extra rawfit.Fields) {
	m := rawfit.Fields{
		"timestamp": at(to), "start_time": at(from), "event": 9, "event_type": 1,
		"total_elapsed_time": float64(to - from), "total_timer_time": float64(to - from),
	}
	f.Lap(rawfit.Fields{
		"message_index": index, "timestamp": at(to), "start_time": at(from), "event": 9, "event_type": 1,
		"total_elapsed_time": float64(to - from), "total_timer_time": float64(to - from),
	})
	for k, v := range extra {
		m[k] = v
	}
	f.Session(m)
}

// whole ends a file with one session.
func whole(f *rawfit.File, seconds int, extra rawfit.Fields, truth Truth) Case {
	f.TimerStop(at(seconds))
	session(f, 0, 0, seconds, extra)
	f.Activity(rawfit.Fields{
		"timestamp": at(seconds), "total_timer_time": float64(seconds), "num_sessions": 1,
		"type": 0, "event": 26, "event_type": 1,
	})
	truth.TimerS = float64(seconds)
	return Case{f.Bytes(), []Truth{truth}}
}

// Sparse is a recording with a row every StepS seconds at a steady pace.
type Sparse struct {
	Rows, StepS int
	Watts       int     // 0 is no power meter
	MPS         float64 // while moving
	Swim        bool    // in open water
	// RestEvery makes every nth step a rest in place; 0 is none.
	RestEvery int
}

// File writes the file.
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

// Legs is a triathlon in one file, with or without transitions, whose distance
// continues across the legs.
type Legs struct {
	SwimS, BikeS, RunS int
	// GapS is the number of seconds without rows at the beginning of the bike
	// and the run, in which the athlete moves at the leg's own speed.
	GapS int
	// SwimRows is set if the swim's rows have a distance. Otherwise only the
	// session message has it, and the distance in rows begins with the bike.
	SwimRows bool
	// Places is set for the legs with positions: swim, bike, run.
	Places [3]bool
}

// The legs' steady speeds in m/s.
const (
	swimMPS = 1.2
	bikeMPS = 9.5
	runMPS  = 3.5
)

// File writes the file.
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

// Flat is a run at a steady pace on level ground with an altitude error: noise
// as from a satellite receiver, or the drift of a barometer.
type Flat struct {
	Seconds int
	MPS     float64
	Seed    uint64
	// SigmaM is the noise's standard deviation; an error lasts for about
	// MemoryS.
	SigmaM, MemoryS float64
	// DriftM is how far a barometer drifts away and back over an hour.
	DriftM float64
}

// File writes the file. The true climb is zero.
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

// The channels of a jump.
const (
	JumpDistance = "distance"
	JumpPosition = "position"
	JumpAltitude = "altitude"
	JumpSpeed    = "speed"
)

// Jump is a ride due north at a steady speed up a steady slope, with jumps of
// one row, or with one that lasts.
type Jump struct {
	Seconds int
	MPS     float64
	Channel string
	Rows    []int   // rows with a jump; with Lasting the first one begins it
	By      float64 // m, or m/s
	Lasting bool
	// NoDistance leaves out distance, so that it has to be computed from
	// positions.
	NoDistance bool
}

const climbEachS = 0.1 // m

// File writes the file.
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

// north returns the latitude in semicircles that is some metres north of a
// latitude in degrees, on a sphere.
func north(degrees, metres float64) int {
	const radius = 6_371_000
	return int(math.Round((degrees + metres/radius*180/math.Pi) / 180 * (1 << 31)))
}

// Apps is a run whose power comes from an app, under a developer index that
// another app may take over during the run.
type Apps struct {
	Seconds int
	Watts   int // steady
	// SwapS is when the second app takes over the index; 0 is never. It writes
	// another measure under the same field number.
	SwapS int
	// Beside makes the second app record alongside the first from the start,
	// under its own index.
	Beside bool
	// Silent makes the power app write only zeros.
	Silent bool
}

// The constant value of the second app.
const (
	SkinTemperature = "skin_temperature"
	SkinDegrees     = 33
)

// File writes the file. The true power is that of the first app's seconds.
func (c Apps) File() Case {
	f := activity(garmin, 3122)
	f.DeveloperDataID(rawfit.Fields{"application_id": []byte("0123456789abcdef"), "developer_data_index": 0, "manufacturer_id": 95})
	f.Describe(rawfit.DevField{Index: 0, Num: 0, Base: rawfit.Uint16, Name: "Power", Units: "Watts", Native: 7, HasNative: true})
	second := rawfit.DevField{Index: 0, Num: 0, Base: rawfit.Uint16, Name: SkinTemperature, Units: "C"}
	declare := func() {
		f.DeveloperDataID(rawfit.Fields{"application_id": []byte("fedcba9876543210"), "developer_data_index": int(second.Index)})
		f.Describe(second)
	}
	if c.Beside {
		second.Index = 1
		declare()
	}
	f.TimerStart(Start())
	skin := 0
	watts := c.Watts
	if c.Silent {
		watts = 0
	}
	for t := range c.Seconds {
		if c.SwapS > 0 && t == c.SwapS {
			declare()
		}
		var dev []rawfit.DevValue
		if c.SwapS == 0 || t < c.SwapS {
			dev = append(dev, rawfit.DevValue{Name: "Power", Value: watts})
		}
		if c.Beside || c.SwapS > 0 && t >= c.SwapS {
			dev = append(dev, rawfit.DevValue{Name: second.Name, Value: SkinDegrees})
			skin++
		}
		f.Record(rawfit.Fields{"timestamp": at(t), "heart_rate": 150, "distance": 3.5 * float64(t+1)}, dev...)
	}
	return whole(f, c.Seconds, rawfit.Fields{"sport": running}, Truth{
		PowerW: float64(watts), HRBpm: 150, DistanceM: 3.5 * float64(c.Seconds), MovingS: float64(c.Seconds),
		Developer: map[string]int{SkinTemperature: skin},
	})
}
