package rawfit

// RunWithDeveloperPower is 15 minutes with power and leg stiffness from an
// app's developer fields, stride cadence and beat-to-beat intervals.
func RunWithDeveloperPower() Scenario {
	f := open(New())
	f.DeveloperDataID(Fields{"application_id": []byte("0123456789abcdef"), "developer_data_index": 0, "manufacturer_id": 95})
	f.Describe(DevField{Index: 0, Num: 0, Base: Uint16, Name: "Power", Units: "Watts", Native: 7, HasNative: true})
	f.Describe(DevField{Index: 0, Num: 8, Base: Float32, Name: "Leg Spring Stiffness", Units: "kN/m"})
	s := &session{Sport: "running", Start: Start(), ElapsedS: 900, TimerS: 900}
	f.TimerStart(s.Start)
	for t := range 900 {
		power := DevValue{"Power", 260 + t%5}
		if t < 3 {
			power.Value = Invalid{} // the pod takes three seconds to wake
		}
		f.record(s, t, Fields{
			"heart_rate": 150, "cadence": 87, "enhanced_speed": 3.5, "distance": 3.5 * float64(t+1),
			"vertical_oscillation": 82.5, "stance_time": 231.0, "step_length": 1204.5,
		}, power, DevValue{"Leg Spring Stiffness", 10.0})
		if t%10 == 0 {
			beats := []int{400, 405, 398, 402, 399, 401}
			f.HRV(beats...)
			s.RR = append(s.RR, beats...)
		}
	}
	f.TimerStop(s.at(900))
	f.laps(s, 0, Span{0, 300}, Span{300, 600}, Span{600, 900})
	f.Session(s.summary(Fields{"sport": 1, "sub_sport": 0, "total_distance": 3150.0, "num_laps": 3}))
	return activity("run with developer power", shut(f, s), s)
}

// poolLength is one length of the swim below; no strokes is a drill or a rest.
type poolLength struct {
	seconds, strokes, stroke int
	rest                     bool
}

func poolLengths() []poolLength {
	var set []poolLength
	for range 8 {
		set = append(set, poolLength{seconds: 28, strokes: 20})
	}
	set = append(set, poolLength{seconds: 45, rest: true})
	for range 4 {
		set = append(set, poolLength{seconds: 32, strokes: 22, stroke: 2})
	}
	set = append(set, poolLength{seconds: 30, rest: true}, poolLength{seconds: 40, stroke: 4}, poolLength{seconds: 42, stroke: 4})
	return set
}

// PoolSwim is fourteen lengths of 25 m: eight freestyle, four breaststroke,
// two of drill that the watch did not count, and two rests at the wall.
func PoolSwim() Scenario {
	f := open(New())
	s := &session{Sport: "swimming", SubSport: "pool", Start: Start()}
	f.TimerStart(s.Start)
	distance := 0
	for i, l := range poolLengths() {
		from := s.ElapsedS
		s.ElapsedS += float64(l.seconds)
		m := Fields{
			"message_index": i, "start_time": s.at(from), "timestamp": s.at(s.ElapsedS), "event": 28, "event_type": 1,
			"total_elapsed_time": l.seconds, "total_timer_time": l.seconds, "length_type": 1, "swim_stroke": l.stroke, "total_strokes": l.strokes,
		}
		s.Lengths++
		switch {
		case l.rest:
			m["length_type"] = 0
			delete(m, "swim_stroke")
			delete(m, "total_strokes")
		default:
			s.Active++
			s.Strokes += l.strokes
			distance += 25
			if l.stroke == 4 {
				s.Drills++
				delete(m, "total_strokes")
			}
		}
		f.Length(m)
		f.record(s, int(s.ElapsedS), Fields{"heart_rate": 128, "distance": float64(distance)})
	}
	s.TimerS = s.ElapsedS
	f.TimerStop(s.at(s.ElapsedS))
	f.poolLaps(s)
	f.Session(s.summary(Fields{
		"sport": 5, "sub_sport": 17, "pool_length": 25.0, "pool_length_unit": 0, "total_distance": distance, "total_cycles": s.Strokes,
		"num_lengths": s.Lengths, "num_active_lengths": s.Active, "num_laps": len(s.Laps),
	}))
	return activity("pool swim", shut(f, s), s)
}

// poolLaps writes a lap for each set and each rest.
func (f *File) poolLaps(s *session) {
	first, from := 0, 0.0
	for _, lap := range []struct {
		lengths int
		seconds float64
	}{{8, 224}, {1, 45}, {4, 128}, {1, 30}, {2, 82}} {
		f.Lap(Fields{
			"message_index": len(s.Laps), "start_time": s.at(from), "timestamp": s.at(from + lap.seconds), "event": 9, "event_type": 1,
			"total_elapsed_time": lap.seconds, "total_timer_time": lap.seconds, "num_lengths": lap.lengths, "first_length_index": first,
		})
		s.Laps = append(s.Laps, Span{from, from + lap.seconds})
		first, from = first+lap.lengths, from+lap.seconds
	}
}
