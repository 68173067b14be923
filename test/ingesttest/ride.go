// Package ingesttest makes recordings for tests of imports: the same ride as
// recorded by several devices, and its own file format, so that a test can
// state a file's contents without writing FIT. It is for tests only.
package ingesttest

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/training"
)

// Outing is an activity of the athlete. A device's values depend only on the
// time, so that two devices agree.
type Outing struct {
	Sport    training.Sport
	SubSport string
	Start    time.Time
	Seconds  int
	Seed     float64 // another seed is another course and another effort
	LatDeg   float64
	LonDeg   float64
}

// Device records an outing.
type Device struct {
	Maker, Serial string
	Channels      []training.Channel
	// LateS and EarlyS are how much later the device was started and how much
	// earlier it was stopped.
	LateS, EarlyS int
	PauseFrom     int // a pause from this second of the outing …
	PauseTo       int // … to this one; 0 for none
	Noise         float64
	Name          string
	OffsetS       *int
}

// Everything returns the channels of a head unit with all sensors.
func Everything() []training.Channel {
	return []training.Channel{
		training.Power, training.HeartRate, training.Cadence, training.Speed, training.Distance,
		training.Altitude, training.Latitude, training.Longitude, training.Temperature,
	}
}

// Record makes a device's recording of an outing.
func (o Outing) Record(d Device) *training.Recording {
	r := &training.Recording{
		Format: training.FormatFIT, Sport: o.Sport, SubSport: o.SubSport, Name: d.Name, OffsetS: d.OffsetS,
		Start: o.Start.Add(time.Duration(d.LateS) * time.Second), Sessions: 1,
		ElapsedS: float64(o.Seconds - d.LateS - d.EarlyS),
		Device:   training.Device{Manufacturer: d.Maker, Serial: d.Serial},
	}
	r.TimerS = r.ElapsedS
	if d.PauseTo > d.PauseFrom {
		r.Pauses = []training.Span{{FromS: float64(d.PauseFrom - d.LateS), ToS: float64(d.PauseTo - d.LateS)}}
		r.TimerS -= float64(d.PauseTo - d.PauseFrom)
	}
	for t := d.LateS; t < o.Seconds-d.EarlyS; t++ {
		if t >= d.PauseFrom && t < d.PauseTo {
			continue
		}
		row := r.Columns.Len()
		r.Columns.TimeS = append(r.Columns.TimeS, int32(t-d.LateS))
		for _, ch := range d.Channels {
			r.Columns.Put(ch, row, o.value(ch, t, d.Noise))
		}
	}
	r.Columns.Pad()
	r.Laps = []training.Lap{{EndS: r.ElapsedS, ElapsedS: r.ElapsedS, TimerS: r.TimerS, Trigger: "session_end"}}
	return r
}

// value returns the reading of a sensor t seconds into the outing.
func (o Outing) value(ch training.Channel, t int, noise float64) int32 {
	x := float64(t)
	wave := func(period float64) float64 { return math.Sin(2*math.Pi*x/period + o.Seed*1.7) }
	jitter := noise * math.Sin(x*12.9898+noise)
	switch ch {
	case training.Power:
		return int32(max(0, 200+60*wave(600)+40*wave(97+11*o.Seed)+jitter))
	case training.HeartRate:
		return int32(140 + 15*wave(600) + 8*wave(131+17*o.Seed) + jitter/5)
	case training.Cadence:
		return int32(850 + 50*wave(61))
	case training.Speed:
		return int32(8500 + 1500*wave(300))
	case training.Distance:
		return int32(850 * x)
	case training.Altitude:
		return int32(12000 + 3000*wave(1800))
	case training.Temperature:
		return 180
	case training.Latitude:
		return int32((o.LatDeg + 0.00004*x + 0.002*wave(900)) * training.Latitude.Scale())
	case training.Longitude:
		return int32((o.LonDeg + 0.00005*x + 0.002*wave(700+50*o.Seed)) * training.Longitude.Scale())
	}
	return 100
}

// The contents of files that are not recordings.
const (
	Garbage = "garbage"
	Ignored = "ignored"
	Panics  = "panics"
	Hangs   = "hangs"
)

// File returns a file with these sessions.
func File(recs ...*training.Recording) []byte {
	for i, r := range recs {
		r.SessionIndex, r.Sessions = i, len(recs)
	}
	b, err := json.Marshal(recs)
	if err != nil {
		panic(err) // the recording was made by a test
	}
	return b
}

// Read reads such files, like [recording.Read] reads real ones.
func Read(ctx context.Context, name string, data []byte, _ recording.Limits) (recording.Result, error) {
	switch string(data) {
	case Ignored:
		return recording.Result{Kind: "settings", Ignored: "It holds settings, not an activity."}, nil
	case Panics:
		panic("a defect")
	case Hangs:
		<-ctx.Done()
		return recording.Result{}, ctx.Err()
	}
	if !bytes.HasPrefix(data, []byte("[")) {
		return recording.Result{}, training.Errorf(training.KindCorrupt, "%s is damaged.", name).WithFix("Copy it again.")
	}
	var recs []*training.Recording
	if err := json.Unmarshal(data, &recs); err != nil {
		return recording.Result{}, training.Errorf(training.KindCorrupt, "%s is damaged: %w.", name, err)
	}
	return recording.Result{Format: training.FormatFIT, Kind: "activity", Recordings: recs}, nil
}
