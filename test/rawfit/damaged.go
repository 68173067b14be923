package rawfit

import "time"

// CRCBroken is the steady ride with a wrong checksum at its end: everything
// in it can still be read.
func CRCBroken() Scenario {
	sc := steadyRide("broken checksum", WrongCRC())
	sc.Truth.Damaged = true
	return sc
}

// Truncated is a ride of 1000 s that ends in the middle of a record, as when
// a battery dies: 700 records are whole and nothing sums them up.
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

// Cut is the first n bytes of a file, for truncation at any point.
func Cut(data []byte, n int) []byte { return data[:min(n, len(data))] }

// Chained is two whole files in one: the steady ride, and a shorter one that
// begins two hours later.
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
