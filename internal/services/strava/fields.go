package strava

import (
	"encoding/json"
	"strings"
)

// object is an object in the service's form.
type object = map[string]json.RawMessage

// field maps a field of the service to our name for it.
type field struct {
	from, to string
	read     func(json.RawMessage) (any, bool)
}

// facts returns the fields that an object has, under our names.
func facts(o object, fields []field) map[string]any {
	out := map[string]any{}
	for _, f := range fields {
		if raw := o[f.from]; len(raw) > 0 && string(raw) != "null" {
			if v, ok := f.read(raw); ok {
				out[f.to] = v
			}
		}
	}
	return out
}

func words(raw json.RawMessage) (any, bool) {
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err == nil && s != ""
}

// clock reads a local time and removes the Z, which is wrong.
func clock(raw json.RawMessage) (any, bool) {
	s, ok := words(raw)
	if ok {
		s = strings.TrimSuffix(s.(string), "Z")
	}
	return s, ok
}

func flag(raw json.RawMessage) (any, bool) {
	var b bool
	err := json.Unmarshal(raw, &b)
	return b, err == nil && b
}

// times returns a reader of numbers that multiplies them by factor.
func times(factor float64) func(json.RawMessage) (any, bool) {
	return func(raw json.RawMessage) (any, bool) {
		var x float64
		err := json.Unmarshal(raw, &x)
		return x * factor, err == nil
	}
}

// ref returns a reader of ids, which it writes as "strava:kind123".
func ref(kind string) func(json.RawMessage) (any, bool) {
	return func(raw json.RawMessage) (any, bool) {
		var i id
		err := json.Unmarshal(raw, &i)
		return Name.Ref(kind + string(i)), err == nil && i != ""
	}
}

// inside returns a reader of one field of a nested object.
func inside(name string, read func(json.RawMessage) (any, bool)) func(json.RawMessage) (any, bool) {
	return func(raw json.RawMessage) (any, bool) {
		var o object
		if json.Unmarshal(raw, &o) != nil || len(o[name]) == 0 || string(o[name]) == "null" {
			return nil, false
		}
		return read(o[name])
	}
}

// oneOf returns a reader that translates a number to the name at its index.
func oneOf(names ...string) func(json.RawMessage) (any, bool) {
	return func(raw json.RawMessage) (any, bool) {
		var n int
		if json.Unmarshal(raw, &n) != nil || n < 0 || n >= len(names) || names[n] == "" {
			return nil, false
		}
		return names[n], true
	}
}

const (
	kilo    = 1.0 / 1000
	perHour = 3.6
)

func ofProfile() []field {
	return []field{
		{"id", "id", ref("")},
		{"firstname", "first_name", words},
		{"lastname", "last_name", words},
		{"city", "city", words},
		{"state", "state", words},
		{"country", "country", words},
		{"sex", "sex", words},
		{"weight", "weight_kg", times(1)},
		{"ftp", "ftp_w", times(1)},
		{"measurement_preference", "units", words},
		{"summit", "subscriber", flag},
		{"follower_count", "followers", times(1)},
		{"friend_count", "friends", times(1)},
		{"created_at", "since", words},
	}
}

func ofTotals() []field {
	return []field{
		{"count", "activities", times(1)},
		{"distance", "distance_km", times(kilo)},
		{"moving_time", "moving_time_s", times(1)},
		{"elapsed_time", "elapsed_time_s", times(1)},
		{"elevation_gain", "elevation_gain_m", times(1)},
		{"achievement_count", "achievements", times(1)},
	}
}

func ofLap() []field {
	return []field{
		{"lap_index", "lap", times(1)},
		{"name", "name", words},
		{"start_date_local", "start_local", clock},
		{"elapsed_time", "elapsed_time_s", times(1)},
		{"moving_time", "moving_time_s", times(1)},
		{"distance", "distance_km", times(kilo)},
		{"average_speed", "avg_speed_kmh", times(perHour)},
		{"max_speed", "max_speed_kmh", times(perHour)},
		{"average_cadence", "avg_cadence_rpm", times(1)},
		{"average_watts", "avg_power_w", times(1)},
		{"average_heartrate", "avg_hr_bpm", times(1)},
		{"max_heartrate", "max_hr_bpm", times(1)},
		{"total_elevation_gain", "elevation_gain_m", times(1)},
		{"pace_zone", "pace_zone", times(1)},
	}
}

func ofGear() []field {
	return []field{
		{"id", "id", ref("")},
		{"name", "name", words},
		{"primary", "primary", flag},
		{"retired", "retired", flag},
		{"distance", "distance_km", times(kilo)},
		{"brand_name", "brand", words},
		{"model_name", "model", words},
		{"frame_type", "frame", oneOf("", "mtb", "cross", "road", "time trial")},
		{"description", "description", words},
	}
}

func ofClub() []field {
	return []field{
		{"id", "id", ref("club/")},
		{"name", "name", words},
		{"sport_type", "sport", words},
		{"city", "city", words},
		{"country", "country", words},
		{"member_count", "members", times(1)},
		{"private", "private", flag},
		{"membership", "membership", words},
		{"admin", "admin", flag},
		{"owner", "owner", flag},
	}
}

func ofPerson() []field {
	return []field{{"firstname", "first_name", words}, {"lastname", "last_name", words}}
}

func ofSegment() []field {
	return []field{
		{"id", "id", ref("")},
		{"name", "name", words},
		{"activity_type", "sport", words},
		{"distance", "distance_km", times(kilo)},
		{"average_grade", "avg_grade_pct", times(1)},
		{"avg_grade", "avg_grade_pct", times(1)},
		{"maximum_grade", "max_grade_pct", times(1)},
		{"elevation_high", "max_altitude_m", times(1)},
		{"elevation_low", "min_altitude_m", times(1)},
		{"elev_difference", "elevation_difference_m", times(1)},
		{"climb_category", "category", oneOf("uncategorized", "4", "3", "2", "1", "HC")},
		{"city", "city", words},
		{"country", "country", words},
		{"hazardous", "hazardous", flag},
		{"athlete_pr_effort", "own_best_s", inside("pr_elapsed_time", times(1))},
	}
}

func ofEffort() []field {
	return []field{
		{"id", "id", ref("effort/")},
		{"name", "name", words},
		{"start_date_local", "start_local", clock},
		{"elapsed_time", "elapsed_time_s", times(1)},
		{"moving_time", "moving_time_s", times(1)},
		{"distance", "distance_km", times(kilo)},
		{"average_watts", "avg_power_w", times(1)},
		{"average_heartrate", "avg_hr_bpm", times(1)},
		{"max_heartrate", "max_hr_bpm", times(1)},
		{"average_cadence", "avg_cadence_rpm", times(1)},
		{"pr_rank", "own_rank", times(1)},
		{"kom_rank", "overall_rank", times(1)},
		{"activity", "activity_id", inside("id", ref(""))},
		{"segment", "segment_id", inside("id", ref(""))},
	}
}

func ofRoute() []field {
	return []field{
		{"id", "id", ref("")},
		{"id_str", "id", ref("")},
		{"name", "name", words},
		{"description", "description", words},
		{"distance", "distance_km", times(kilo)},
		{"elevation_gain", "elevation_gain_m", times(1)},
		{"type", "sport", oneOf("", "cycling", "running")},
		{"sub_type", "kind", oneOf("", "road", "mtb", "cross", "trail", "mixed")},
		{"private", "private", flag},
		{"starred", "starred", flag},
		{"estimated_moving_time", "estimated_moving_time_s", times(1)},
	}
}
