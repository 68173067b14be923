package tools

// things are wellness, gear and settings of intervals-icu-mcp and
// intervals-mcp-server, and parts of an activity beside its summary.
func things() []OldNameName {
	const (
		lately  = `{"range": "last 7 days"}`
		workout = `{"workouts": [{"name": "Sweet spot", "sport": "ride", "description": "3x\n- 12m 90%\n- 4m 55%"}]}`
		entry   = `{"values": {"weight_kg": "70.4", "sleep_s": "27000"}}`
	)
	both := []OldNameName{
		{"get_wellness_data", "get_wellness", lately},
		{"get_gear_list", "list_gear", `{}`},
		// From here on the names of one server, which its prompts use.
		{"get_wellness_for_date", "get_wellness", `{"range": "2026-08-19"}`},
		{"create_gear", "save_gear", `{"kind": "bike", "name": "Gravel bike"}`},
		{"update_gear", "save_gear", `{"id": "road-bike", "name": "Greener bike"}`},
		{"create_gear_reminder", "save_gear_reminder", `{"gear_id": "road-bike", "text": "Wax the chain", "every_km": 300}`},
		{"update_gear_reminder", "save_gear_reminder", `{"gear_id": "road-bike", "text": "Service", "due_date": "2026-11-02"}`},
		{"bulk_create_workouts", "create_workout", workout},
		{"create_workout_folder", "save_workout", `{"name": "Build", "kind": "plan"}`},
		{"delete_workout_folder", "delete_workout", `{"id": "base-2"}`},
		{"update_workout", "save_workout", `{"id": "base-1", "name": "Base, longer"}`},
		{"bulk_update_event_access", "update_event", `{"id": "hill-race", "flags": ["hide_from_athlete"]}`},
		{"update_athlete_notes", "update_athlete_settings", `{"athlete_notes": "Knee: no hills until May."}`},
		{"list_athletes", "get_status", `{}`},
		{"create_sport_settings", "save_sport_settings", `{"sport": "rowing", "lthr_bpm": 165}`},
	}
	out := append([]OldNameName{}, both...)
	for _, n := range append(both,
		OldNameName{"update_wellness", "update_wellness", entry},
		OldNameName{"get_workout_library", "list_workouts", "{}"},
		OldNameName{"get_workouts_in_folder", "list_workouts", `{"folder": "base-plan"}`},
		OldNameName{"create_workout", "save_workout", `{"name": "Sweet spot", "sport": "ride", "description": "3x\n- 12m 90%\n- 4m 55%"}`},
		OldNameName{"delete_workout", "delete_workout", `{"id": "base-2"}`},
		OldNameName{"delete_gear", "delete_gear", `{"id": "spare-wheel"}`},
		OldNameName{"search_intervals", "search_intervals", `{"sport": "ride", "min_interval_s": 300}`},
		OldNameName{"get_sport_settings", "get_sport_settings", "{}"},
		OldNameName{"apply_sport_settings", "apply_sport_settings", `{"sport": "ride"}`},
		OldNameName{"delete_sport_settings", "delete_sport_settings", `{"sport": "ride"}`},
	) {
		out = append(out, OldNameName{"icu_" + n.Old, n.Tool, n.Args})
	}
	return out
}
