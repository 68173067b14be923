package rawfit

import "time"

type leg struct {
	sport, subSport   string
	fitSport, fitSub  int
	seconds           int
	metresEverySecond float64
}

func legs() []leg {
	return []leg{
		{"swimming", "open_water", 5, 18, 600, 1.2},
		{"transition", "", 3, 0, 90, 1},
		{"cycling", "road", 2, 7, 1800, 10},
		{"transition", "", 3, 0, 60, 1},
		{"running", "", 1, 0, 900, 4},
	}
}

// Triathlon is one multisport file: swim, T1, bike, T2, run, five sessions
// and laps that follow one another without a gap. Distance counts on over
// the whole file, as watches write it. With summaryFirst all session and lap
// messages stand before the records.
func Triathlon(summaryFirst bool) Scenario {
	f := open(New())
	var sessions []*session
	start, metres := Start(), 0.0
	records := &recorder{}
	for _, l := range legs() {
		s := &session{Sport: l.sport, SubSport: l.subSport, Start: start, ElapsedS: float64(l.seconds), TimerS: float64(l.seconds)}
		for t := range l.seconds {
			metres += l.metresEverySecond
			m := Fields{"timestamp": s.at(float64(t)), "heart_rate": 150, "distance": metres}
			if l.sport == "cycling" {
				m["power"] = 220
			}
			s.take(m)
			records.all = append(records.all, m)
		}
		start = s.at(s.ElapsedS)
		sessions = append(sessions, s)
	}
	summaries := func() {
		for i, s := range sessions {
			l := legs()[i]
			f.laps(s, i, Span{0, s.ElapsedS})
			f.Session(s.summary(Fields{
				"message_index": i, "sport": l.fitSport, "sub_sport": l.fitSub, "first_lap_index": i, "num_laps": 1,
				"total_distance": l.metresEverySecond * float64(l.seconds),
			}))
		}
	}
	name := "triathlon, summary last"
	if summaryFirst {
		name = "triathlon, summary first"
		summaries()
	}
	f.TimerStart(Start())
	records.write(f)
	f.TimerStop(start)
	if !summaryFirst {
		summaries()
	}
	return activity(name, shut(f, sessions...), sessions...)
}

// recorder keeps records until they may be written.
type recorder struct{ all []Fields }

func (r *recorder) write(f *File) {
	for _, m := range r.all {
		f.Record(m)
	}
}

// HugeTimeJump is a ride whose clock leaps eleven years in its middle and
// never comes back: nothing may be allocated by the second. The session
// message knows the true times.
func HugeTimeJump() Scenario {
	f := open(New())
	s := &session{Sport: "cycling", Start: Start(), ElapsedS: 600, TimerS: 600}
	f.TimerStart(s.Start)
	for t := range 600 {
		m := rideRecord(t, 150)
		m["timestamp"] = s.at(float64(t))
		if t >= 300 {
			m["timestamp"] = s.at(float64(t)).Add(11 * 365 * 24 * time.Hour)
		}
		f.Record(m)
		s.take(m)
	}
	f.laps(s, 0, Span{0, 600})
	f.Session(s.summary(Fields{"sport": 2}))
	sc := activity("huge time jump", shut(f, s), s)
	sc.Truth.Damaged = true
	return sc
}
