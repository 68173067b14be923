package igpsporttest

import (
	"math"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/rawfit"
)

// Ride is one activity, of whatever sport.
type Ride struct {
	ID       int64
	Object   string // the other id of a row
	Title    string
	Start    time.Time
	Exercise any // the number of the sport, nil if the row has none
	Laps     int // 0 is one
	Body     bodytest.Body
	File     []byte // as it was uploaded; Body is empty then
	Seconds  int    // of an uploaded one
	Metres   float64
	NoStart  bool // the row has no startTime
	Bare     bool // the row has the fields alone that all rows have

	whole *figures // nothing else is kept: thousands are to fit into memory
}

// Points are its rows, a second each.
func (r *Ride) Points() []bodytest.Point {
	if r.File != nil {
		return nil
	}
	return r.Body.Points()
}

// FIT is the recording as the file host has it.
func (r *Ride) FIT() []byte {
	switch {
	case r.File != nil:
		return r.File
	case r.Laps > 1:
		return r.lapped()
	}
	return r.Body.FIT()
}

// span is a lap: from one row to before another.
type span struct{ from, to int }

func (r *Ride) spans(n int) []span {
	laps := max(r.Laps, 1)
	var out []span
	for i := range laps {
		out = append(out, span{i * n / laps, (i + 1) * n / laps})
	}
	return out
}

const makerIGPSport, productBSC300 = 115, 301

// lapped is a file of several laps.
func (r *Ride) lapped() []byte {
	f, points := rawfit.New(), r.Points()
	at := func(i int) time.Time { return r.Body.At(points[min(i, len(points)-1)].Second) }
	f.FileID(rawfit.Fields{
		"type": 4, "manufacturer": makerIGPSport, "product": productBSC300, "serial_number": int(r.Body.Serial), "time_created": r.Start,
	})
	f.TimerStart(r.Start)
	for i, p := range points {
		f.Record(rawfit.Fields{
			"timestamp": at(i), "power": p.PowerW, "heart_rate": p.HR, "cadence": p.Cadence, "speed": p.SpeedMS, "distance": p.DistanceM,
			"altitude": p.AltitudeM, "position_lat": int(p.Lat * (1 << 31) / 180), "position_long": int(p.Lon * (1 << 31) / 180),
		})
	}
	f.TimerStop(at(len(points)))
	for i, lap := range r.spans(len(points)) {
		m := totals(points, lap, at)
		m["message_index"] = i
		f.Lap(m)
	}
	m := totals(points, span{0, len(points)}, at)
	m["sport"], m["sub_sport"], m["num_laps"], m["first_lap_index"] = 2, 0, r.Laps, 0
	f.Session(m)
	return f.Activity(rawfit.Fields{
		"timestamp": at(len(points)), "total_timer_time": float64(len(points) - 1), "num_sessions": 1, "type": 0, "event": 26, "event_type": 1,
	}).Bytes()
}

func totals(points []bodytest.Point, lap span, at func(int) time.Time) rawfit.Fields {
	v := figuresOf(points, lap)
	return rawfit.Fields{
		"timestamp": at(lap.to), "start_time": at(lap.from), "event": 9, "event_type": 1, "total_elapsed_time": v.seconds,
		"total_timer_time": v.seconds, "total_distance": v.metres, "avg_power": int(math.Round(v.power)), "max_power": v.maxPower,
		"avg_heart_rate": int(math.Round(v.hr)), "max_heart_rate": v.maxHR, "avg_speed": v.speed(), "max_speed": v.maxSpeed,
		"total_ascent": int(math.Round(v.ascent)), "total_descent": int(math.Round(v.descent)),
	}
}

// figures are what a stretch of rows comes to.
type figures struct {
	seconds, metres                     float64
	power, hr, cadence, altitude        float64 // means
	maxPower, minHR, maxHR, maxCadence  int
	maxSpeed, ascent, descent           float64
	minAltitude, maxAltitude, normalize float64
}

func (v figures) speed() float64 {
	if v.seconds == 0 {
		return 0
	}
	return math.Round(1000*v.metres/v.seconds) / 1000
}

func figuresOf(points []bodytest.Point, lap span) figures {
	rows := points[lap.from:lap.to]
	if len(rows) == 0 {
		return figures{}
	}
	last := points[min(lap.to, len(points)-1)]
	v := figures{
		seconds: float64(last.Second - rows[0].Second), metres: math.Round(100*(last.DistanceM-rows[0].DistanceM)) / 100,
		minHR: rows[0].HR, minAltitude: rows[0].AltitudeM, maxAltitude: rows[0].AltitudeM,
	}
	n := float64(len(rows))
	for i, p := range rows {
		v.power += float64(p.PowerW) / n
		v.hr += float64(p.HR) / n
		v.cadence += float64(p.Cadence) / n
		v.altitude += p.AltitudeM / n
		v.maxPower, v.maxHR, v.minHR = max(v.maxPower, p.PowerW), max(v.maxHR, p.HR), min(v.minHR, p.HR)
		v.maxCadence, v.maxSpeed = max(v.maxCadence, p.Cadence), max(v.maxSpeed, p.SpeedMS)
		v.minAltitude, v.maxAltitude = min(v.minAltitude, p.AltitudeM), max(v.maxAltitude, p.AltitudeM)
		if i > 0 {
			climb := p.AltitudeM - rows[i-1].AltitudeM
			v.ascent, v.descent = v.ascent+max(climb, 0), v.descent+max(-climb, 0)
		}
	}
	v.normalize = normalized(rows)
	return v
}

// normalized is the fourth-power mean of means over 30 seconds.
func normalized(rows []bodytest.Point) float64 {
	const window = 30
	sum, fourth, n := 0, 0.0, 0
	for i, p := range rows {
		if sum += p.PowerW; i >= window {
			sum -= rows[i-window].PowerW
		}
		if i >= window-1 {
			fourth += math.Pow(float64(sum)/window, 4)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return math.Pow(fourth/float64(n), 0.25)
}
