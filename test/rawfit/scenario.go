package rawfit

import (
	"math"
	"time"
)

// Scenario is a file with its expected contents. It and its types are aliases
// that package rawxml repeats exactly: the files of both packages have the same
// type although neither imports the other.
type Scenario = struct {
	Name  string
	Bytes []byte
	Truth Truth
}

// Truth describes the content of a file.
type Truth = struct {
	// Kind is activity; or settings, monitoring, course, workout or empty, from
	// which nothing is read; or hostile: such a file may be refused, or read
	// without its hostile parts, but must cost neither time nor memory.
	Kind string
	// Sessions are in order of time.
	Sessions []Session
	// Damaged is set if a reader should warn.
	Damaged bool
}

// Session describes one session of a file.
type Session = struct {
	// Sport and SubSport are in Lapkeep's words: cycling, indoor.
	Sport, SubSport  string
	Start            time.Time
	ElapsedS, TimerS float64
	Records          int
	// Channels has a sum for each of Lapkeep's channel names, in the integer
	// units of its columns (W, bpm, 0.1 rpm, mm/s, cm, 0.1 °C, semicircles).
	Channels map[string]Sum
	// Developer has a sum for each developer field by name, in its own units.
	Developer map[string]Sum
	// Pauses are seconds since Start. In TCX and GPX they span from the last
	// point before a pause to the first after it.
	Pauses []Span
	// Laps are the laps' starts and ends, in seconds since Start.
	Laps []Span
	// Lengths is the number of all lengths of a pool, Active that of swum ones.
	Lengths, Active, Drills, Strokes int
	RR                               []int // ms
	// Device holds the values of the session message, by FIT field name.
	Device map[string]float64
}

// Span is a range of seconds, the end excluded.
type Span = struct{ FromS, ToS float64 }

// Sum is the number of valid rows of a column and their sum.
type Sum = struct {
	Count int
	Sum   int64
}

// Scenarios returns every ready-made file.
func Scenarios() []Scenario {
	return []Scenario{
		SteadyRide(), SteadyRideBigEndian(), SteadyRideCompressed(), RideWithPauses(), RunWithDeveloperPower(), PoolSwim(),
		Triathlon(false), Triathlon(true), SmartRecording(), MissingPower(), CRCBroken(), Truncated(), Chained(),
		HugeTimeJump(), SettingsFile(), MonitoringFile(), CourseFile(), WorkoutFile(), Empty(), HeaderOnly(),
	}
}

// Start returns the start of the scenarios.
func Start() time.Time { return time.Date(2025, time.June, 14, 7, 30, 0, 0, time.UTC) }

// columns returns the units of a record's fields in Lapkeep's columns.
func columns() map[string]struct {
	channel string
	scale   float64
} {
	return map[string]struct {
		channel string
		scale   float64
	}{
		"power": {"power", 1}, "heart_rate": {"hr", 1}, "cadence": {"cadence", 10}, "speed": {"speed", 1000}, "enhanced_speed": {"speed", 1000},
		"altitude": {"altitude", 100}, "enhanced_altitude": {"altitude", 100}, "distance": {"distance", 100}, "temperature": {"temp", 10},
		"position_lat": {"latitude", 1}, "position_long": {"longitude", 1},
		"vertical_oscillation": {"vertical_oscillation", 10}, "stance_time": {"ground_contact", 10}, "step_length": {"step_length", 10},
	}
}

// session is a session while its file is being written.
type session Session

// take adds a record to the truth.
func (s *session) take(m Fields, dev ...DevValue) {
	s.Records++
	if s.Channels == nil {
		s.Channels, s.Developer = map[string]Sum{}, map[string]Sum{}
	}
	known := columns()
	for name, v := range m {
		c, ok := known[name]
		x, number := asNumber(v)
		if !ok || !number {
			continue
		}
		sum := s.Channels[c.channel]
		sum.Count++
		sum.Sum += int64(math.Round(x * c.scale))
		s.Channels[c.channel] = sum
	}
	for _, d := range dev {
		if x, number := asNumber(d.Value); number {
			sum := s.Developer[d.Name]
			sum.Count++
			sum.Sum += int64(math.Round(x))
			s.Developer[d.Name] = sum
		}
	}
}

func asNumber(v any) (float64, bool) {
	switch x := v.(type) {
	case int:
		return float64(x), true
	case float64:
		return x, !math.IsNaN(x)
	}
	return 0, false
}

// at returns the moment s seconds after the session's start.
func (s *session) at(seconds float64) time.Time {
	return s.Start.Add(time.Duration(seconds * float64(time.Second)))
}

// summary returns the session or lap message with the sums so far.
func (s *session) summary(extra Fields) Fields {
	m := Fields{
		"timestamp": s.at(s.ElapsedS), "start_time": s.Start, "event": 9, "event_type": 1,
		"total_elapsed_time": s.ElapsedS, "total_timer_time": s.TimerS,
	}
	if p := s.Channels["power"]; p.Count > 0 {
		m["avg_power"] = int(math.Round(float64(p.Sum) / float64(p.Count)))
	}
	if h := s.Channels["hr"]; h.Count > 0 {
		m["avg_heart_rate"] = int(math.Round(float64(h.Sum) / float64(h.Count)))
	}
	for k, v := range extra {
		m[k] = v
	}
	s.Device = map[string]float64{}
	for k, v := range m {
		if x, number := asNumber(v); number {
			s.Device[k] = x
		}
	}
	return m
}

// laps writes one lap message per span and stores the spans.
func (f *File) laps(s *session, firstIndex int, spans ...Span) {
	for i, span := range spans {
		timer := span.ToS - span.FromS
		for _, p := range s.Pauses {
			timer -= max(0, min(p.ToS, span.ToS)-max(p.FromS, span.FromS))
		}
		f.Lap(Fields{
			"message_index": firstIndex + i, "timestamp": s.at(span.ToS), "start_time": s.at(span.FromS), "event": 9, "event_type": 1,
			"total_elapsed_time": span.ToS - span.FromS, "total_timer_time": timer,
		})
	}
	s.Laps = spans
}

// open writes the beginning of every activity.
func open(f *File) *File {
	return f.FileID(Fields{"type": 4, "manufacturer": 1, "product": 3122, "serial_number": 3912345678, "time_created": Start()}).
		DeviceInfo(Fields{
			"timestamp": Start(), "device_index": 0, "manufacturer": 1, "product": 3122,
			"serial_number": 3912345678, "software_version": 9.75,
		})
}

// shut writes the activity message; local time is two hours ahead of UTC.
func shut(f *File, sessions ...*session) []byte {
	timer, end := 0.0, Start()
	for _, s := range sessions {
		timer += s.TimerS
		end = s.at(s.ElapsedS)
	}
	kind := 0
	if len(sessions) > 1 {
		kind = 1
	}
	return f.Activity(Fields{
		"timestamp": end, "total_timer_time": timer, "num_sessions": len(sessions), "type": kind,
		"event": 26, "event_type": 1, "local_timestamp": end.Add(2 * time.Hour),
	}).Bytes()
}

// activity makes a scenario from a file with these sessions.
func activity(name string, data []byte, sessions ...*session) Scenario {
	sc := Scenario{Name: name, Bytes: data, Truth: Truth{Kind: "activity"}}
	for _, s := range sessions {
		sc.Truth.Sessions = append(sc.Truth.Sessions, Session(*s))
	}
	return sc
}

// CRCBroken returns the steady ride with a wrong checksum at its end.
// Everything in it is still readable.
func CRCBroken() Scenario {
	sc := steadyRide("broken checksum", WrongCRC())
	sc.Truth.Damaged = true
	return sc
}

// Truncated returns a ride of 1000 s that ends in the middle of a record, as
// when a battery dies: 700 records are complete and there is no summary.
func Truncated() Scenario {
	f := open(New())
	s := &session{Sport: "", Start: Start(), ElapsedS: 699, TimerS: 699}
	f.TimerStart(s.Start)
	for t := range 700 {
		f.record(s, t, rideRecord(t, 180))
	}
	whole := f.Len()
	for t := 700; t < 1000; t++ {
		m := rideRecord(t, 180)
		m["timestamp"] = s.at(float64(t))
		f.Record(m)
	}
	sc := activity("truncated", f.Bytes()[:whole+7], s)
	sc.Truth.Damaged = true
	return sc
}

// Cut returns the first n bytes of a file, for truncation at any point.
func Cut(data []byte, n int) []byte { return data[:min(n, len(data))] }

// Chained returns two whole files in one: the steady ride, and a shorter one
// that begins two hours later.
func Chained() Scenario {
	first := SteadyRide()
	f := open(New(BigEndian()))
	s := &session{Sport: "cycling", Start: Start().Add(2 * time.Hour), ElapsedS: 300, TimerS: 300}
	f.TimerStart(s.Start)
	for t := range 300 {
		f.record(s, t, rideRecord(t, 240))
	}
	f.TimerStop(s.at(300))
	f.laps(s, 0, Span{0, 300})
	f.Session(s.summary(Fields{"sport": 2}))
	sc := activity("chained", Chain(first.Bytes, shut(f, s)), s)
	sc.Truth.Sessions = append(first.Truth.Sessions, sc.Truth.Sessions...)
	return sc
}

// rideSeconds is the duration of the steady ride.
const rideSeconds = 1200

// SteadyRide returns 20 minutes at 200 W with all common sensors and two laps:
// NP 200 W, 12 km.
func SteadyRide() Scenario { return steadyRide("steady ride") }

// SteadyRideBigEndian returns the same ride in big-endian messages, under the
// old header of 12 bytes.
func SteadyRideBigEndian() Scenario {
	return steadyRide("steady ride, big-endian", BigEndian(), Header12())
}

// SteadyRideCompressed returns the steady ride with record times in header
// bytes and a header checksum of zero.
func SteadyRideCompressed() Scenario {
	return steadyRide("steady ride, compressed timestamps", CompressedTimestamps(), HeaderCRCZero())
}

func steadyRide(name string, options ...Option) Scenario {
	f := open(New(options...))
	s := &session{Sport: "cycling", SubSport: "road", Start: Start(), ElapsedS: rideSeconds, TimerS: rideSeconds}
	f.TimerStart(s.Start)
	for t := range rideSeconds {
		f.record(s, t, rideRecord(t, 200))
	}
	f.TimerStop(s.at(rideSeconds))
	f.laps(s, 0, Span{0, 600}, Span{600, rideSeconds})
	f.Session(s.summary(Fields{
		"sport": 2, "sub_sport": 7, "total_distance": 12000.0, "normalized_power": 200, "max_power": 200, "total_work": 200 * rideSeconds,
		"num_laps": 2, "first_lap_index": 0, "threshold_power": 250, "total_calories": 250,
	}))
	return activity(name, shut(f, s), s)
}

// record writes a record and adds it to the truth.
func (f *File) record(s *session, t int, m Fields, dev ...DevValue) {
	m["timestamp"] = s.at(float64(t))
	f.Record(m, dev...)
	s.take(m, dev...)
}

// rideRecord returns a second of riding at 10 m/s. Heart rate rises by a beat
// every 20 s from 120 to at most 150; the road climbs 0.2 m per second for half
// of every ten minutes and falls in the other half.
func rideRecord(t, watts int) Fields {
	height := t % 600
	if height >= 300 {
		height = 600 - height
	}
	return Fields{
		"power": watts, "heart_rate": min(120+t/20, 150), "cadence": 90, "speed": 10.0, "distance": float64(10 * (t + 1)),
		"altitude": 400 + 0.2*float64(height), "temperature": 18, "position_lat": 556_000_000 + 400*t, "position_long": 95_000_000 + 300*t,
	}
}

// RideWithPauses returns a ride that stops twice, for 120 s and for 40 s, with
// a surge after each: NP depends on how windows treat a pause.
func RideWithPauses() Scenario {
	f := open(New())
	s := &session{Sport: "cycling", Start: Start(), ElapsedS: 1960, TimerS: 1800, Pauses: []Span{{600, 720}, {1320, 1360}}}
	f.TimerStart(s.Start)
	for t := range 1960 {
		switch t {
		case 600, 1320:
			f.TimerStop(s.at(float64(t)))
		case 720, 1360:
			f.TimerStart(s.at(float64(t)))
		}
		if t >= 600 && t < 720 || t >= 1320 && t < 1360 {
			continue
		}
		watts := 180
		if t >= 720 && t < 760 || t >= 1360 && t < 1400 {
			watts = 420
		}
		f.record(s, t, Fields{"power": watts, "heart_rate": 130, "cadence": 85})
	}
	f.TimerStop(s.at(1960))
	f.laps(s, 0, Span{0, 1000}, Span{1000, 1960})
	f.Session(s.summary(Fields{"sport": 2, "sub_sport": 0, "num_laps": 2, "total_work": int(s.Channels["power"].Sum)}))
	return activity("ride with pauses", shut(f, s), s)
}

// SmartRecording returns a ride with a record every 1 to 7 seconds, as written
// by devices that save space; a reader that fills in the seconds must not
// invent distance.
func SmartRecording() Scenario {
	f := open(New())
	s := &session{Sport: "cycling", Start: Start(), ElapsedS: 1200, TimerS: 1200}
	f.TimerStart(s.Start)
	for t, step := 0, 1; t < 1200; t, step = t+step, step%7+1 {
		f.record(s, t, Fields{"heart_rate": 140, "speed": 8.0, "distance": float64(8 * t), "cadence": 80})
	}
	f.TimerStop(s.at(1200))
	f.laps(s, 0, Span{0, 1200})
	f.Session(s.summary(Fields{"sport": 2, "total_distance": 9600.0}))
	return activity("smart recording", shut(f, s), s)
}

// MissingPower returns a ride without power for 100 s in the middle (the
// invalid pattern) and without any power field for 50 s after it; zeros of
// coasting are valid.
func MissingPower() Scenario {
	f := open(New())
	s := &session{Sport: "cycling", SubSport: "indoor", Start: Start(), ElapsedS: 900, TimerS: 900}
	f.TimerStart(s.Start)
	for t := range 900 {
		m := Fields{"heart_rate": 135, "power": 210}
		switch {
		case t >= 300 && t < 400:
			m["power"] = Invalid{}
		case t >= 400 && t < 450:
			delete(m, "power")
		case t >= 600 && t < 630:
			m["power"] = 0
		}
		f.record(s, t, m)
	}
	f.TimerStop(s.at(900))
	f.laps(s, 0, Span{0, 900})
	f.Session(s.summary(Fields{"sport": 2, "sub_sport": 6}))
	return activity("missing power", shut(f, s), s)
}
