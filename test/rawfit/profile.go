package rawfit

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

// size is the bytes of one element.
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

// invalid is the bit pattern that says "no value".
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

// profile names the messages and fields that tests use. A function keeps the
// table out of package state.
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

// otherMessage knows just enough of the files that are no activities.
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
