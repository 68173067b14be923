package intervalstest

import (
	"slices"
	"time"
)

// World is the whole service behind its door. It has no lock: one call at a
// time may use it.
type World struct {
	Contract *Contract
	Clock    func() time.Time
	Athletes []*Athlete // the first owns the credentials

	// Later lists accepted work that the service does after it has answered.
	Later []func()

	serial int
}

// Next is a new number for an id. All kinds share them, so that an id of one
// is never taken for that of another.
func (w *World) Next() int {
	w.serial++
	return 1000 + w.serial
}

// Stamp is the present moment as the service writes date-times.
func (w *World) Stamp() string {
	return w.Clock().UTC().Format("2006-01-02T15:04:05.000+00:00")
}

// Merge sets in d what a request supplies of a schema's fields: nothing that
// only the service sets, and silently nothing that the schema lacks. A null
// empties a field.
func (w *World) Merge(k Kind, d, patch Doc) {
	fields := w.Contract.Schemas[k]
	for name, v := range patch {
		_, known := fields[name]
		switch {
		case !known, OnlyServer(k, name):
		case v == nil:
			delete(d, name)
		default:
			d[name] = v
		}
	}
}

// Whole is d with a null for every field of its schema that it lacks, as the
// service sends its objects.
func (w *World) Whole(k Kind, d Doc) Doc {
	out, extra := make(Doc, len(w.Contract.Schemas[k])), Beyond(k)
	for name := range w.Contract.Schemas[k] {
		if _, ok := extra[name]; !ok {
			out[name] = nil
		}
	}
	for name, v := range d {
		if _, known := w.Contract.Schemas[k][name]; known || CustomField(k, name) {
			out[name] = v // the rest it keeps to itself
		}
	}
	return out
}

// Wholes is Whole of each.
func (w *World) Wholes(k Kind, list []Doc) []Doc {
	out := make([]Doc, len(list))
	for i, d := range list {
		out[i] = w.Whole(k, d)
	}
	return out
}

// OnlyServer tells whether a schema's field is one that only the service
// sets: what a client sends in it is ignored without a word.
func OnlyServer(k Kind, field string) bool {
	return slices.Contains(servers(k), field)
}

func servers(k Kind) []string {
	switch k {
	case "Wellness":
		return []string{
			"ctl", "atl", "rampRate", "ctlLoad", "atlLoad", "sportInfo", "updated", "id", "tempWeight",
			"tempRestingHR", "menstrualPhasePredicted",
		}
	case "EventEx":
		return []string{
			"id", "athlete_id", "updated", "icu_ftp", "w_prime", "p_max", "workout_doc", "push_errors", "created_by_id", "oauth_client_id",
			"calendar_id", "workout", "file_contents", "file_contents_base64", "filename", "plan_athlete_id", "plan_folder_id", "plan_workout_id",
			"plan_applied", "shared_event_id", "icu_intensity", "joules", "joules_above_ftp", "strain_score", "ss_cp",
			"ss_p_max", "ss_w_prime", "carbs_used",
		}
	case "WorkoutEx":
		return []string{
			"id", "athlete_id", "updated", "workout_doc", "joules", "joules_above_ftp", "icu_intensity", "plan_applied", "targets",
			"file_contents", "file_contents_base64", "filename",
		}
	case "Folder":
		return []string{
			"id", "athlete_id", "children", "num_workouts", "duration_weeks", "hours_per_week_min", "hours_per_week_max", "workout_targets",
			"owner", "sharedWithCount", "shareToken", "canEdit",
		}
	case "Gear":
		return []string{"id", "athlete_id", "reminders"}
	case "GearReminder":
		return []string{
			"id", "gear_id", "last_reset", "snoozed_until", "percent_used", "distance_used", "time_used",
			"activities_used", "days_used",
		}
	case "SportSettings":
		return []string{"id", "athlete_id", "created", "updated", "mmp_model", "iseFTPSupported"}
	case "CustomItem":
		return []string{"id", "athlete_id", "updated", "usage_count", "from_athlete", "from_id", "image", "hidden_by_id"}
	case "AthleteRoute":
		return []string{"athlete_id", "route_id", "latlngs"}
	case "AthleteUpdateDTO":
		return []string{
			"id", "icu_api_key", "icu_admin", "icu_friend_invite_token", "plan", "plan_expires", "trial_end_date", "strava_id", "icu_permission",
			"applyToAll", "icu_coach", "icu_activated", "icu_last_seen", "training_plan_id", "training_plan_start_date", "has_password",
		}
	}
	return nil
}
