// Package bodytest makes the recordings that lie inside generated archives:
// FIT, GPX, TCX, PWX, FITLOG, KML and Suunto's forms of one ride, run or walk,
// byte by byte and cheap enough for thousands. It is for tests only and knows no
// reader.
package bodytest

import (
	"math"
	"time"
)

// Body is one activity as a device recorded it: a point each second unless
// EveryS says otherwise. Two bodies of different seeds differ in every channel;
// of the same seed they are the same outing, and the fields below say how this
// device saw it.
type Body struct {
	Start   time.Time // second 0 of the outing, not always of the recording
	Seed    uint64
	Seconds int
	EveryS  int    // seconds between points; 0 is 1
	Sport   string // "cycling", "running", "walking"; another word is FIT's generic
	Serial  uint32 // the device's serial number; 0 leaves it out of reach of identity
	NoHR    bool
	NoPower bool
	NoGPS   bool
	OffsetS int // local time minus UTC, for formats that hold it

	Maker    uint16 // FIT's number of the manufacturer; 0 is Garmin
	Product  uint16 // and of the product; 0 is some watch
	SubSport byte   // FIT's number
	FromS    int    // the device was started at this second of the outing
	UntilS   int    // and stopped at this one; 0 is the end
	// StandFrom and StandTo are the seconds between which the athlete stood;
	// with AutoPause the device recorded nothing then.
	StandFrom, StandTo int
	AutoPause          bool
	Noise              uint64 // the error of this device's sensors; 0 is none
	ClockS             int    // by how much its clock is ahead
	Heart              uint64 // seed of heart rate, cadence and power; 0 is Seed
}

// Point is one row of a body.
type Point struct {
	Second    int // of the outing
	Lat, Lon  float64
	AltitudeM float64
	DistanceM float64
	SpeedMS   float64
	HR        int
	Cadence   int
	PowerW    int
}

func (b Body) every() int { return max(b.EveryS, 1) }

func (b Body) until() int {
	if b.UntilS > 0 {
		return min(b.UntilS, b.Seconds)
	}
	return b.Seconds
}

func (b Body) standing(s int) bool { return s > b.StandFrom && s <= b.StandTo }

func (b Body) heart() uint64 {
	if b.Heart != 0 {
		return b.Heart
	}
	return b.Seed
}

// speeds are cruising speeds in m/s.
var speeds = map[string]float64{"cycling": 8.5, "running": 3.1, "walking": 1.5, "swimming": 1.1}

func (b Body) cruise() float64 {
	if v := speeds[b.Sport]; v > 0 {
		return v
	}
	return 2
}

func phase(seed uint64) float64 { return float64(seed%628) / 100 }

// wavePeriodS divided by 2π is the period of everything that goes up and down.
const wavePeriodS = 90

// ridden is the distance in metres after s seconds of the outing: the integral
// of the speed, so that two devices agree however often they measure.
func (b Body) ridden(s int) float64 {
	if s == 0 {
		return 0
	}
	moving := float64(s - max(0, min(s, b.StandTo)-b.StandFrom))
	p := phase(b.Seed)
	return b.cruise() * (moving - 0.2*wavePeriodS*(math.Cos(moving/wavePeriodS+p)-math.Cos(p)))
}

// shake is evenly spread over [-0.5, 0.5), one value a seed, second and channel.
func shake(seed uint64, second, channel int) float64 {
	x := seed*0x9E3779B97F4A7C15 + uint64(second)*0xBF58476D1CE4E5B9 + uint64(channel)*0x94D049BB133111EB
	x ^= x >> 30
	x *= 0xBF58476D1CE4E5B9
	x ^= x >> 27
	x *= 0x94D049BB133111EB
	x ^= x >> 31
	return float64(x>>40)/float64(1<<24) - 0.5
}

// Points are the rows; the last is the last second recorded.
func (b Body) Points() []Point {
	out := make([]Point, 0, (b.until()-b.FromS)/b.every()+1)
	for s := b.FromS; s <= b.until(); s += b.every() {
		if b.AutoPause && b.standing(s) {
			continue
		}
		out = append(out, b.point(s))
	}
	return out
}

func (b Body) point(s int) Point {
	dist, moving := b.ridden(s), s-max(0, min(s, b.StandTo)-b.StandFrom)
	along := math.Sin(float64(moving)/wavePeriodS + phase(b.Seed))
	wave := math.Sin(float64(s)/wavePeriodS + phase(b.heart()))
	noise := shake(b.heart(), s, 0)
	p := Point{
		Second: s,
		Lat:    46 + float64(b.Seed%97)/100 + dist/111_195, Lon: 8 + float64(b.Seed%89)/100 + 0.002*along,
		AltitudeM: 420 + 30*along, SpeedMS: b.cruise() * (1 + 0.2*along),
		HR: 140 + int(15*wave+8*noise), Cadence: 85 + int(6*wave+6*noise), PowerW: 200 + int(60*wave+80*noise),
	}
	if b.standing(s) {
		p.SpeedMS, p.Cadence, p.PowerW = 0, 0, 0
	}
	if b.Noise != 0 {
		p.HR += int(math.Round(2 * shake(b.Noise, s, 1)))
		p.PowerW = max(0, p.PowerW+int(8*shake(b.Noise, s, 2)))
		p.Lat += 4 * shake(b.Noise, s, 3) / 111_195
		p.Lon += 4 * shake(b.Noise, s, 4) / 77_000
		p.AltitudeM += shake(b.Noise, s, 5)
	}
	p.AltitudeM = math.Round(5*p.AltitudeM) / 5
	p.DistanceM = math.Round(100*(dist-b.ridden(b.FromS))) / 100
	p.SpeedMS = math.Round(1000*p.SpeedMS) / 1000
	return p
}

// DistanceM is the last point's distance.
func (b Body) DistanceM() float64 { return b.point(b.last()).DistanceM }

// last is the second of the last point.
func (b Body) last() int {
	s := b.until() - (b.until()-b.FromS)%b.every()
	for b.AutoPause && b.standing(s) {
		s -= b.every()
	}
	return s
}

// ElapsedS is the time from the first to the last point.
func (b Body) ElapsedS() int { return b.last() - b.FromS }

// TimerS is the elapsed time without the device's pause.
func (b Body) TimerS() int {
	if !b.AutoPause {
		return b.ElapsedS()
	}
	return b.ElapsedS() - max(0, min(b.last(), b.StandTo)-max(b.FromS, b.StandFrom))
}

// At is the instant of a second of the outing by the device's clock.
func (b Body) At(second int) time.Time {
	return b.Start.Add(time.Duration(second+b.ClockS) * time.Second)
}

// Began is the instant of the first point by the device's clock.
func (b Body) Began() time.Time { return b.At(b.FromS) }
