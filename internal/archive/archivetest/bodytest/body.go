// Package bodytest makes the recordings that lie inside generated archives:
// FIT, GPX and TCX of one ride, run or walk, byte by byte and cheap enough for
// thousands. It is for tests only and knows no reader.
package bodytest

import (
	"math"
	"time"
)

// Body is one activity as a device recorded it: a point each second unless
// EveryS says otherwise. Two bodies of different seeds differ in every channel.
type Body struct {
	Start   time.Time
	Seed    uint64
	Seconds int
	EveryS  int    // seconds between points; 0 is 1
	Sport   string // "cycling", "running", "walking"; another word is FIT's generic
	Serial  uint32 // the device's serial number; 0 leaves it out of reach of identity
	NoHR    bool
	NoPower bool
	NoGPS   bool
	OffsetS int // local time minus UTC, for formats that hold it
}

// Point is one row of a body.
type Point struct {
	Second    int
	Lat, Lon  float64 // degrees
	AltitudeM float64
	DistanceM float64
	SpeedMS   float64
	HR        int
	Cadence   int
	PowerW    int
}

func (b Body) every() int { return max(b.EveryS, 1) }

// speeds are cruising speeds in m/s.
var speeds = map[string]float64{"cycling": 8.5, "running": 3.1, "walking": 1.5}

// Points are the rows, the first at second 0 and the last at Seconds.
func (b Body) Points() []Point {
	cruise := speeds[b.Sport]
	if cruise == 0 {
		cruise = 2
	}
	state := b.Seed*0x9E3779B97F4A7C15 + 1
	phase := float64(b.Seed%628) / 100
	lat0 := 46 + float64(b.Seed%97)/100
	lon0 := 8 + float64(b.Seed%89)/100
	out := make([]Point, 0, b.Seconds/b.every()+1)
	dist, last := 0.0, 0
	for s := 0; s <= b.Seconds; s += b.every() {
		state ^= state << 13
		state ^= state >> 7
		state ^= state << 17
		noise := float64(state>>40)/float64(1<<24) - 0.5
		wave := math.Sin(float64(s)/90 + phase)
		v := cruise * (1 + 0.2*wave + 0.1*noise)
		dist += v * float64(s-last)
		last = s
		out = append(out, Point{
			Second: s, Lat: lat0 + dist/111_195, Lon: lon0 + 0.002*wave,
			AltitudeM: math.Round(5*(420+30*wave)) / 5, DistanceM: math.Round(100*dist) / 100,
			SpeedMS: math.Round(1000*v) / 1000, HR: 140 + int(15*wave+8*noise),
			Cadence: 85 + int(6*wave+6*noise), PowerW: 200 + int(60*wave+80*noise),
		})
	}
	return out
}

// DistanceM is the last point's distance.
func (b Body) DistanceM() float64 {
	p := b.Points()
	return p[len(p)-1].DistanceM
}

// At is the instant of a second of the body.
func (b Body) At(second int) time.Time { return b.Start.Add(time.Duration(second) * time.Second) }
