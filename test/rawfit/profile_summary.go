package rawfit

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

// summaryFields are the ones that sessions and laps have under one number.
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

// segmentLapFields are of the message for one effort on a segment that the
// device knows. Its status is 0 for one that was ended, 1 for one that failed.
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
