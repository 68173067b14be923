package rawfit

import "time"

// Base is a FIT base type as its definition byte.
type Base byte

// The base types that the builder writes.
const (
	Enum    Base = 0x00
	Sint8   Base = 0x01
	Uint8   Base = 0x02
	Sint16  Base = 0x83
	Uint16  Base = 0x84
	Sint32  Base = 0x85
	Uint32  Base = 0x86
	String  Base = 0x07
	Float32 Base = 0x88
	Uint8z  Base = 0x0A
	Uint16z Base = 0x8B
	Uint32z Base = 0x8C
	Byte    Base = 0x0D
)

// size returns the bytes of one element.
func (b Base) size() int {
	switch b {
	case Sint16, Uint16, Uint16z:
		return 2
	case Sint32, Uint32, Uint32z, Float32:
		return 4
	default:
		return 1
	}
}

// invalid returns the bit pattern for "no value".
func (b Base) invalid() uint64 {
	switch b {
	case Sint8:
		return 0x7F
	case Sint16:
		return 0x7FFF
	case Sint32:
		return 0x7FFFFFFF
	case Uint16:
		return 0xFFFF
	case Uint32, Float32:
		return 0xFFFFFFFF
	case Uint8z, Uint16z, Uint32z, String:
		return 0
	default:
		return 0xFF
	}
}

// field is one field of the profile: raw = (value + offset) · scale.
type field struct {
	num    byte
	base   Base
	scale  float64
	offset float64
}

type message struct {
	global uint16
	fields map[string]field
}

// profile returns the messages and fields that tests use. It is a function to
// keep the table out of package state.
func profile(name string) (message, bool) {
	switch name {
	case "file_id":
		return message{0, map[string]field{
			"type": {0, Enum, 1, 0}, "manufacturer": {1, Uint16, 1, 0}, "product": {2, Uint16, 1, 0},
			"serial_number": {3, Uint32z, 1, 0}, "time_created": {4, Uint32, 1, 0}, "product_name": {8, String, 1, 0},
		}}, true
	case "record":
		return message{20, recordFields()}, true
	case "session":
		return message{18, sessionFields()}, true
	case "lap":
		return message{19, lapFields()}, true
	case "segment_lap":
		return message{142, segmentLapFields()}, true
	case "length":
		return message{101, map[string]field{
			"message_index": {254, Uint16, 1, 0}, "timestamp": {253, Uint32, 1, 0}, "event": {0, Enum, 1, 0}, "event_type": {1, Enum, 1, 0},
			"start_time": {2, Uint32, 1, 0}, "total_elapsed_time": {3, Uint32, 1000, 0}, "total_timer_time": {4, Uint32, 1000, 0},
			"total_strokes": {5, Uint16, 1, 0}, "avg_speed": {6, Uint16, 1000, 0}, "swim_stroke": {7, Enum, 1, 0}, "length_type": {12, Enum, 1, 0},
		}}, true
	default:
		return smallMessage(name)
	}
}

func smallMessage(name string) (message, bool) {
	switch name {
	case "event":
		return message{21, map[string]field{
			"timestamp": {253, Uint32, 1, 0}, "event": {0, Enum, 1, 0}, "event_type": {1, Enum, 1, 0},
			"data": {3, Uint32, 1, 0}, "event_group": {4, Uint8, 1, 0},
		}}, true
	case "activity":
		return message{34, map[string]field{
			"timestamp": {253, Uint32, 1, 0}, "total_timer_time": {0, Uint32, 1000, 0}, "num_sessions": {1, Uint16, 1, 0}, "type": {2, Enum, 1, 0},
			"event": {3, Enum, 1, 0}, "event_type": {4, Enum, 1, 0}, "local_timestamp": {5, Uint32, 1, 0},
		}}, true
	case "hrv":
		return message{78, map[string]field{"time": {0, Uint16, 1000, 0}}}, true
	case "device_info":
		return message{23, map[string]field{
			"timestamp": {253, Uint32, 1, 0}, "device_index": {0, Uint8, 1, 0}, "device_type": {1, Uint8, 1, 0}, "manufacturer": {2, Uint16, 1, 0},
			"serial_number": {3, Uint32z, 1, 0}, "product": {4, Uint16, 1, 0}, "software_version": {5, Uint16, 100, 0},
			"product_name":      {27, String, 1, 0},
			"ant_device_number": {21, Uint16z, 1, 0}, "source_type": {25, Enum, 1, 0},
		}}, true
	case "field_description":
		return message{206, map[string]field{
			"developer_data_index": {0, Uint8, 1, 0}, "field_definition_number": {1, Uint8, 1, 0}, "fit_base_type_id": {2, Uint8, 1, 0},
			"field_name": {3, String, 1, 0}, "units": {8, String, 1, 0}, "native_mesg_num": {14, Uint16, 1, 0},
			"native_field_num": {15, Uint8, 1, 0},
		}}, true
	case "developer_data_id":
		return message{207, map[string]field{
			"developer_id": {0, Byte, 1, 0}, "application_id": {1, Byte, 1, 0}, "manufacturer_id": {2, Uint16, 1, 0},
			"developer_data_index": {3, Uint8, 1, 0}, "application_version": {4, Uint32, 1, 0},
		}}, true
	default:
		return otherMessage(name)
	}
}

// otherMessage returns the fields of messages in files other than activities,
// as far as they are needed.
func otherMessage(name string) (message, bool) {
	switch name {
	case "device_settings":
		return message{2, map[string]field{"utc_offset": {1, Uint32, 1, 0}}}, true
	case "user_profile":
		return message{3, map[string]field{
			"gender": {1, Enum, 1, 0}, "age": {2, Uint8, 1, 0}, "height": {3, Uint8, 100, 0},
			"weight": {4, Uint16, 10, 0},
		}}, true
	case "monitoring_info":
		return message{103, map[string]field{"timestamp": {253, Uint32, 1, 0}, "local_timestamp": {0, Uint32, 1, 0}}}, true
	case "monitoring":
		return message{55, map[string]field{"timestamp": {253, Uint32, 1, 0}, "cycles": {3, Uint32, 2, 0}, "heart_rate": {27, Uint8, 1, 0}}}, true
	case "course":
		return message{31, map[string]field{"sport": {4, Enum, 1, 0}, "name": {5, String, 1, 0}}}, true
	case "course_point":
		return message{32, map[string]field{
			"timestamp": {1, Uint32, 1, 0}, "position_lat": {2, Sint32, 1, 0}, "position_long": {3, Sint32, 1, 0},
			"distance": {4, Uint32, 100, 0}, "type": {5, Enum, 1, 0},
		}}, true
	case "workout":
		return message{26, map[string]field{
			"sport": {4, Enum, 1, 0}, "num_valid_steps": {6, Uint16, 1, 0}, "wkt_name": {8, String, 1, 0}, "sub_sport": {11, Enum, 1, 0},
			"pool_length": {14, Uint16, 100, 0}, "pool_length_unit": {15, Enum, 1, 0}, "wkt_description": {17, String, 1, 0},
		}}, true
	case "workout_step":
		return message{27, map[string]field{
			"message_index": {254, Uint16, 1, 0}, "duration_type": {1, Enum, 1, 0}, "duration_value": {2, Uint32, 1, 0},
			"target_type": {3, Enum, 1, 0}, "target_value": {4, Uint32, 1, 0}, "custom_target_value_low": {5, Uint32, 1, 0},
			"custom_target_value_high": {6, Uint32, 1, 0},
			"intensity":                {7, Enum, 1, 0}, "notes": {8, String, 1, 0}, "wkt_step_name": {0, String, 1, 0},
			"equipment": {9, Enum, 1, 0}, "exercise_category": {10, Uint16, 1, 0}, "exercise_name": {11, Uint16, 1, 0},
			"exercise_weight":        {12, Uint16, 100, 0},
			"secondary_target_type":  {19, Enum, 1, 0},
			"secondary_target_value": {20, Uint32, 1, 0}, "secondary_custom_target_value_low": {21, Uint32, 1, 0},
			"secondary_custom_target_value_high": {22, Uint32, 1, 0},
		}}, true
	}
	return message{}, false
}

func recordFields() map[string]field {
	return map[string]field{
		"timestamp": {253, Uint32, 1, 0}, "position_lat": {0, Sint32, 1, 0}, "position_long": {1, Sint32, 1, 0},
		"altitude": {2, Uint16, 5, 500}, "heart_rate": {3, Uint8, 1, 0}, "cadence": {4, Uint8, 1, 0},
		"distance": {5, Uint32, 100, 0}, "speed": {6, Uint16, 1000, 0}, "power": {7, Uint16, 1, 0},
		"temperature": {13, Sint8, 1, 0}, "left_right_balance": {30, Uint8, 1, 0},
		"vertical_oscillation": {39, Uint16, 10, 0}, "stance_time": {41, Uint16, 10, 0}, "fractional_cadence": {53, Uint8, 128, 0},
		"enhanced_speed": {73, Uint32, 1000, 0}, "enhanced_altitude": {78, Uint32, 5, 500}, "step_length": {85, Uint16, 10, 0},
		"enhanced_respiration_rate": {108, Uint16, 100, 0}, "core_temperature": {139, Uint16, 100, 0},
	}
}

// summaryFields returns the fields that have the same number in sessions and
// laps.
func summaryFields() map[string]field {
	return map[string]field{
		"message_index": {254, Uint16, 1, 0}, "timestamp": {253, Uint32, 1, 0}, "event": {0, Enum, 1, 0}, "event_type": {1, Enum, 1, 0},
		"start_time": {2, Uint32, 1, 0},
	}
}

func sessionFields() map[string]field {
	m := summaryFields()
	for name, f := range map[string]field{
		"sport": {5, Enum, 1, 0}, "sub_sport": {6, Enum, 1, 0},
		"total_elapsed_time": {7, Uint32, 1000, 0}, "total_timer_time": {8, Uint32, 1000, 0}, "total_distance": {9, Uint32, 100, 0},
		"total_cycles": {10, Uint32, 1, 0}, "total_calories": {11, Uint16, 1, 0}, "avg_speed": {14, Uint16, 1000, 0},
		"max_speed":      {15, Uint16, 1000, 0},
		"avg_heart_rate": {16, Uint8, 1, 0}, "max_heart_rate": {17, Uint8, 1, 0}, "avg_cadence": {18, Uint8, 1, 0},
		"max_cadence": {19, Uint8, 1, 0},
		"avg_power":   {20, Uint16, 1, 0}, "max_power": {21, Uint16, 1, 0}, "total_ascent": {22, Uint16, 1, 0},
		"total_descent":   {23, Uint16, 1, 0},
		"first_lap_index": {25, Uint16, 1, 0}, "num_laps": {26, Uint16, 1, 0}, "trigger": {28, Enum, 1, 0}, "num_lengths": {33, Uint16, 1, 0},
		"normalized_power": {34, Uint16, 1, 0}, "training_stress_score": {35, Uint16, 10, 0}, "intensity_factor": {36, Uint16, 1000, 0},
		"pool_length": {44, Uint16, 100, 0}, "threshold_power": {45, Uint16, 1, 0}, "pool_length_unit": {46, Enum, 1, 0},
		"num_active_lengths": {47, Uint16, 1, 0}, "total_work": {48, Uint32, 1, 0},
	} {
		m[name] = f
	}
	return m
}

func lapFields() map[string]field {
	m := summaryFields()
	for name, f := range map[string]field{
		"total_elapsed_time": {7, Uint32, 1000, 0}, "total_timer_time": {8, Uint32, 1000, 0}, "total_distance": {9, Uint32, 100, 0},
		"total_cycles": {10, Uint32, 1, 0}, "total_calories": {11, Uint16, 1, 0}, "avg_speed": {13, Uint16, 1000, 0},
		"max_speed":      {14, Uint16, 1000, 0},
		"avg_heart_rate": {15, Uint8, 1, 0}, "max_heart_rate": {16, Uint8, 1, 0}, "avg_cadence": {17, Uint8, 1, 0},
		"max_cadence": {18, Uint8, 1, 0},
		"avg_power":   {19, Uint16, 1, 0}, "max_power": {20, Uint16, 1, 0}, "total_ascent": {21, Uint16, 1, 0},
		"total_descent": {22, Uint16, 1, 0},
		"intensity":     {23, Enum, 1, 0}, "lap_trigger": {24, Enum, 1, 0}, "sport": {25, Enum, 1, 0}, "num_lengths": {32, Uint16, 1, 0},
		"normalized_power": {33, Uint16, 1, 0}, "first_length_index": {35, Uint16, 1, 0}, "sub_sport": {39, Enum, 1, 0},
		"num_active_lengths": {40, Uint16, 1, 0},
		"total_work":         {41, Uint32, 1, 0},
		"wkt_step_index":     {71, Uint16, 1, 0},
	} {
		m[name] = f
	}
	return m
}

// segmentLapFields returns the fields of the message for an effort on a segment
// that the device knows. Its status is 0 for a completed effort, 1 for a failed
// one.
func segmentLapFields() map[string]field {
	m := summaryFields()
	for name, f := range map[string]field{
		"start_position_lat": {3, Sint32, 1, 0}, "start_position_long": {4, Sint32, 1, 0},
		"end_position_lat": {5, Sint32, 1, 0}, "end_position_long": {6, Sint32, 1, 0},
		"total_elapsed_time": {7, Uint32, 1000, 0}, "total_timer_time": {8, Uint32, 1000, 0}, "total_distance": {9, Uint32, 100, 0},
		"total_calories": {11, Uint16, 1, 0}, "total_fat_calories": {12, Uint16, 1, 0}, "avg_speed": {13, Uint16, 1000, 0},
		"max_speed":      {14, Uint16, 1000, 0},
		"avg_heart_rate": {15, Uint8, 1, 0}, "max_heart_rate": {16, Uint8, 1, 0}, "avg_power": {19, Uint16, 1, 0},
		"max_power": {20, Uint16, 1, 0}, "total_ascent": {21, Uint16, 1, 0}, "total_descent": {22, Uint16, 1, 0}, "sport": {23, Enum, 1, 0},
		"event_group": {24, Uint8, 1, 0},
		"nec_lat":     {25, Sint32, 1, 0}, "nec_long": {26, Sint32, 1, 0}, "swc_lat": {27, Sint32, 1, 0}, "swc_long": {28, Sint32, 1, 0},
		"name": {29, String, 1, 0}, "normalized_power": {30, Uint16, 1, 0}, "left_right_balance": {31, Uint16, 1, 0},
		"sub_sport": {32, Enum, 1, 0}, "total_work": {33, Uint32, 1, 0}, "sport_event": {58, Enum, 1, 0},
		"status": {64, Enum, 1, 0}, "uuid": {65, String, 1, 0}, "time_standing": {71, Uint32, 1000, 0}, "stand_count": {72, Uint16, 1, 0},
		"avg_left_power_phase": {75, Uint8, 1, 0}, "avg_power_position": {79, Uint16, 1, 0}, "manufacturer": {83, Uint16, 1, 0},
	} {
		m[name] = f
	}
	return m
}

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

// Triathlon returns one multisport file: swim, T1, bike, T2, run, five sessions
// and laps that follow one another without a gap. Distance continues through
// the whole file, as watches write it. With summaryFirst, all session and lap
// messages come before the records.
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

// recorder holds records until they can be written.
type recorder struct{ all []Fields }

func (r *recorder) write(f *File) {
	for _, m := range r.all {
		f.Record(m)
	}
}

// HugeTimeJump returns a ride whose clock jumps eleven years in its middle and
// never comes back: a reader must not allocate memory per second. The session
// message has the true times.
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
