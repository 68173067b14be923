package rawfit

// rideSeconds is how long the steady ride lasts.
const rideSeconds = 1200

// SteadyRide is 20 minutes at 200 W with all common sensors and two laps:
// NP 200 W, 12 km.
func SteadyRide() Scenario { return steadyRide("steady ride") }

// SteadyRideBigEndian is the same ride in big-endian messages, under the old
// header of 12 bytes.
func SteadyRideBigEndian() Scenario {
	return steadyRide("steady ride, big-endian", BigEndian(), Header12())
}

// SteadyRideCompressed has record times in header bytes and a header
// checksum of zero.
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

// rideRecord is a second of riding at 10 m/s: heart rate rises a beat every
// 20 s from 120 to at most 150, the road climbs 0.2 m a second for half of
// every ten minutes and falls in the other half.
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

// RideWithPauses stops twice, for 120 s and for 40 s, and starts each time
// with a surge: NP depends on what a window does at a pause.
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

// SmartRecording has a record every 1 to 7 seconds, as devices write that
// save space; hold-last or a grid by the second must not invent distance.
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

// MissingPower has no power for 100 s in the middle (the invalid pattern) and
// no power field at all for 50 s after it; zeros of coasting are valid.
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
