package intervalsicu

import (
	"encoding/json"
	"slices"
)

// settable are the fields of an activity that an update changes, by their
// names in the service's document.
var settable = []string{
	"name", "description", "type", "sub_type", "tags", "race", "commute", "trainer", "feel", "icu_rpe", "perceived_exertion", "carbs_ingested",
	"kg_lifted", "external_id", "device_name", "power_meter", "paired_event_id", "route_id", "pool_length", "coach_tick", "icu_color",
	"icu_training_load", "icu_ftp", "icu_w_prime", "p_max", "lthr", "athlete_max_hr", "icu_resting_hr", "icu_weight", "threshold_pace",
	"icu_ignore_power", "icu_ignore_hr", "icu_ignore_time", "ignore_pace", "ignore_velocity", "icu_warmup_time", "icu_cooldown_time",
	"lock_intervals", "workout_shift_secs",
}

// Settable picks the fields of an activity that an update can change, null where
// they are absent, and the athlete's own, whose codes begin with a capital letter.
func Settable(a map[string]json.RawMessage) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for _, name := range settable {
		if out[name] = a[name]; len(a[name]) == 0 {
			out[name] = json.RawMessage("null")
		}
	}
	for name, v := range a {
		if own(name) {
			out[name] = v
		}
	}
	return out
}

// CanSet reports whether an update can set a field.
func CanSet(name string) bool { return own(name) || slices.Contains(settable, name) }

func own(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }
