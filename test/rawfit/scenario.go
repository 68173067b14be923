package rawfit

import (
	"math"
	"time"
)

// Scenario is a file and what a reader must find in it. It and the types in
// it are aliases that package rawxml repeats word for word: the files of both
// have one type although neither package imports the other.
type Scenario = struct {
	Name  string
	Bytes []byte
	Truth Truth
}

// Truth describes the content of a file.
type Truth = struct {
	// Kind is activity; or settings, monitoring, course, workout or empty, of
	// which nothing is taken; or hostile: such a file may be refused, or read
	// without what is hostile in it, but must cost neither time nor memory.
	Kind string
	// Sessions are in order of time.
	Sessions []Session
	// Damaged says that a reader should warn.
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
	// Laps are where they begin and end, in seconds since Start.
	Laps []Span
	// Lengths counts all lengths of a pool, Active those that were swum.
	Lengths, Active, Drills, Strokes int
	RR                               []int // ms
	// Device holds the values of the session message, by FIT field name.
	Device map[string]float64
}

// Span is a stretch of seconds, its end not included.
type Span = struct{ FromS, ToS float64 }

// Sum is how many rows of a column are valid and what they add up to.
type Sum = struct {
	Count int
	Sum   int64
}

// Scenarios is every ready-made file.
func Scenarios() []Scenario {
	return []Scenario{
		SteadyRide(), SteadyRideBigEndian(), SteadyRideCompressed(), RideWithPauses(), RunWithDeveloperPower(), PoolSwim(),
		Triathlon(false), Triathlon(true), SmartRecording(), MissingPower(), CRCBroken(), Truncated(), Chained(),
		HugeTimeJump(), SettingsFile(), MonitoringFile(), CourseFile(), WorkoutFile(), Empty(), HeaderOnly(),
	}
}

// Start is when the scenarios begin.
func Start() time.Time { return time.Date(2025, time.June, 14, 7, 30, 0, 0, time.UTC) }

// columns are the units that a record's fields have in Lapkeep's columns.
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

// session is a session while its file is written.
type session Session

// take adds a record to the truth while it is written.
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

// at is the moment s seconds after the session's start.
func (s *session) at(seconds float64) time.Time {
	return s.Start.Add(time.Duration(seconds * float64(time.Second)))
}

// summary is the session or lap message that the sums so far call for.
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

// laps writes one lap message a span and keeps the spans.
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

// open writes what every activity begins with.
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

// activity makes the scenario of a file with these sessions.
func activity(name string, data []byte, sessions ...*session) Scenario {
	sc := Scenario{Name: name, Bytes: data, Truth: Truth{Kind: "activity"}}
	for _, s := range sessions {
		sc.Truth.Sessions = append(sc.Truth.Sessions, Session(*s))
	}
	return sc
}
