package rawfit

import "time"

func other(name, kind string, f *File) Scenario {
	return Scenario{Name: name, Bytes: f.Bytes(), Truth: Truth{Kind: kind}}
}

func fileOf(kind int) *File {
	return New().FileID(Fields{"type": kind, "manufacturer": 1, "product": 3122, "serial_number": 3912345678, "time_created": Start()})
}

// SettingsFile is a device's settings with the user's profile.
func SettingsFile() Scenario {
	f := fileOf(2).Message("device_settings", Fields{"utc_offset": 0}).
		Message("user_profile", Fields{"gender": 0, "age": 35, "height": 1.7, "weight": 61.5})
	return other("settings", "settings", f)
}

// MonitoringFile is a day of steps and heart rate.
func MonitoringFile() Scenario {
	f := fileOf(32).Message("monitoring_info", Fields{"timestamp": Start(), "local_timestamp": Start().Add(2 * time.Hour)})
	for minute := range 60 {
		f.Message("monitoring", Fields{
			"timestamp": Start().Add(time.Duration(minute) * time.Minute), "cycles": 40 * minute,
			"heart_rate": 60 + minute%10,
		})
	}
	return other("monitoring", "monitoring", f)
}

// CourseFile is a route to follow: it has records and a lap, but nobody has
// ridden it.
func CourseFile() Scenario {
	f := fileOf(6).Message("course", Fields{"sport": 2, "name": "Lake loop"})
	f.Lap(Fields{
		"timestamp": Start(), "start_time": Start(), "total_elapsed_time": 600.0, "total_timer_time": 600.0,
		"total_distance": 6000.0,
	})
	f.TimerStart(Start())
	for t := range 60 {
		f.Record(Fields{
			"timestamp": Start().Add(time.Duration(10*t) * time.Second), "position_lat": 556_000_000 + 4000*t, "position_long": 95_000_000,
			"distance": float64(100 * t), "altitude": 410.0,
		})
	}
	f.Message("course_point", Fields{
		"timestamp": Start().Add(300 * time.Second), "position_lat": 556_120_000,
		"position_long": 95_000_000, "distance": 3000.0, "type": 6,
	})
	f.TimerStop(Start().Add(600 * time.Second))
	return other("course", "course", f)
}

// WorkoutFile is a planned workout of three steps.
func WorkoutFile() Scenario {
	f := fileOf(5).Message("workout", Fields{"sport": 2, "num_valid_steps": 3, "wkt_name": "Openers"})
	for i, ms := range []int{600_000, 60_000, 600_000} {
		f.Message("workout_step", Fields{
			"message_index": i, "duration_type": 0, "duration_value": ms, "target_type": 4,
			"target_value": 0, "intensity": 0,
		})
	}
	return other("workout", "workout", f)
}

// Empty is an activity file in which nothing was recorded.
func Empty() Scenario { return other("empty activity", "empty", fileOf(4)) }

// HeaderOnly is a FIT file without a single message.
func HeaderOnly() Scenario { return other("header only", "empty", New()) }
