package tools

import (
	"slices"
	"strings"
)

// OldNameName is one tool of an older server.
type OldNameName struct {
	Old  string
	Tool string // what answers the same question here
	Args string // an example of its arguments, as JSON
}

// ExampleID is the id of an activity in the examples.
const ExampleID = "xu5dfeps4c"

// ExampleAnswer is where a browser ends after agreeing, in the examples.
const ExampleAnswer = "http://localhost/callback?state=STATE&code=CODE"

// FormerNames lists every old name that a tool of today replaces. Several servers
// have some names in common; each name is here once.
func FormerNames() []OldNameName {
	var out []OldNameName
	for _, names := range [][]OldNameName{
		stravaActivity(), intervals(), intervalsICU(), calendar(), things(), iGPSport(),
		mcpacer(), segments(),
	} {
		out = append(out, names...)
	}
	return out
}

// Hints returns the replacement of each old name, as a sentence continues after
// "Use".
func Hints() map[string]string {
	out := map[string]string{}
	for _, n := range FormerNames() {
		out[n.Old] = n.Tool
		if n.Args != "{}" {
			out[n.Old] += " with arguments such as " + strings.ReplaceAll(n.Args, ExampleID, "ID")
		}
	}
	return out
}

// Calls that answer several old names.
const (
	lately     = `{"range": "last 30 days", "limit": 30}`
	between    = `{"from": "2026-05-01", "to": "2026-05-31"}`
	one        = `{"id": "` + ExampleID + `"}`
	laps       = `{"id": "` + ExampleID + `", "sections": ["laps"]}`
	customItem = `{"id": "caffeine"}`
	segment    = `{"id": "igpsport:5100"}`
	ownSegment = `{"id": "river-bend"}`
	noteCall   = `{"id": "` + ExampleID + `", "text": "Legs were heavy."}`
)

// stravaActivity returns the tools of strava-activity-mcp-server, which all
// have two names.
func stravaActivity() []OldNameName {
	trimp := `{"range": "last 90 days", "sections": ["trimp"]}`
	var out []OldNameName
	for _, n := range []OldNameName{
		{"session.start", "connect_source", `{"source": "strava"}`},
		{"auth.url", "connect_source", `{"source": "strava"}`},
		{"auth.refresh", "get_status", "{}"},
		{"auth.save", "connect_source", `{"source": "strava"}`},
		{"auth.load", "get_status", "{}"},
		{"athlete.stats", "connect_source", `{"source": "strava", "answer": "` + ExampleAnswer + `"}`},
		{"athlete.stats-with-token", "list_activities", lately},
		{"athlete.refresh-and-stats", "list_activities", lately},
		{"athlete.fetch-all", "list_activities", `{"range": "this year", "limit": 100}`},
	} {
		out = append(out, OldNameName{"strava." + n.Old, n.Tool, n.Args})
		group, what, _ := strings.Cut(n.Old, ".")
		out = append(out, OldNameName{"strava://" + group + "/" + what, n.Tool, n.Args})
	}
	return append(out, OldNameName{"strava.debug.test-connection", "get_status", "{}"}, OldNameName{
		"strava.trimp.banister",
		"get_training_summary", trimp,
	},
		OldNameName{"strava://trimp/account-report", "get_training_summary", trimp})
}

// intervals returns the tools of intervals-mcp-server.
func intervals() []OldNameName {
	return []OldNameName{
		{"get_activities", "list_activities", lately},
		{"get_activity_details", "get_activity", one},
		{"get_activity_intervals", "get_activity", laps},
		{"get_activity_messages", "get_activity_notes", one},
		{"add_activity_message", "add_activity_note", noteCall},
		{"get_athlete_power_curves", "get_curves", `{"kind": "power", "sport": "ride", "range": "this year"}`},
		{"get_custom_item_by_id", "get_custom_item", customItem},
	}
}

// intervalsICU returns the tools of intervals-icu-mcp: every name has the
// prefix icu_, which its own prompts omit.
func intervalsICU() []OldNameName {
	histogram := `{"id": "` + ExampleID + `", "sections": ["histograms"]}`
	both := []OldNameName{
		{"get_recent_activities", "list_activities", lately},
		{"get_activities_by_date", "list_activities", between},
		{"search_activities", "list_activities", `{"text": "hills", "limit": 30}`},
		{"search_activities_full", "list_activities", `{"text": "hills", "limit": 30}`},
		{"get_activities_around", "list_activities", `{"around": "` + ExampleID + `", "limit": 5}`},
		{
			"bulk_create_manual_activities", "create_activities",
			`{"activities": [{"sport": "strength", "start": "2026-05-21T18:00", "duration_s": 2700}]}`,
		},
		{"download_activity_file", "export_activity", `{"id": "` + ExampleID + `", "format": "original"}`},
		{"download_fit_file", "export_activity", `{"id": "` + ExampleID + `", "format": "fit"}`},
		{"download_gpx_file", "export_activity", `{"id": "` + ExampleID + `", "format": "gpx"}`},
		{"get_best_efforts", "get_activity", `{"id": "` + ExampleID + `", "sections": ["best_efforts"]}`},
		{"get_power_histogram", "get_activity", histogram},
		{"get_hr_histogram", "get_activity", histogram},
		{"get_pace_histogram", "get_activity", histogram},
		{"get_gap_histogram", "get_activity", histogram},
		{"get_fitness_summary", "analyze_training_load", "{}"},
		{"get_fitness_chart", "analyze_training_load", `{"range": "last 90 days", "project_days": 14, "assumed_daily_load": 50}`},
		{"get_power_curves", "get_curves", `{"kind": "power", "range": "last 90 days"}`},
		{"get_hr_curves", "get_curves", `{"kind": "hr", "range": "last 90 days"}`},
		{"get_pace_curves", "get_curves", `{"kind": "distance", "sport": "run", "range": "last 90 days"}`},
		{"get_custom_items", "list_custom_items", "{}"},
		{
			"create_custom_item", "save_custom_item",
			`{"type": "input_field", "name": "Gels", "content": "{\"code\":\"Gels\",\"type\":\"numeric\",\"aggregate\":\"SUM\"}"}`,
		},
		{"update_custom_item", "save_custom_item", `{"id": "caffeine", "description": "mg, all day"}`},
		{"update_sport_settings", "save_sport_settings", `{"sport": "ride", "ftp_w": 256, "effective_from": "2026-05-02"}`},
	}
	out := slices.Clone(both)
	for _, n := range append(both,
		OldNameName{"get_activity_details", "get_activity", one},
		OldNameName{"get_activity_intervals", "get_activity", laps},
		OldNameName{"get_activity_messages", "get_activity_notes", one},
		OldNameName{"add_activity_message", "add_activity_note", noteCall},
		OldNameName{"get_activity_streams", "get_activity_streams", `{"id": "` + ExampleID +
			`", "channels": ["power", "hr"], "resolution": "1min"}`},
		OldNameName{
			"update_activity_streams", "update_activity_streams",
			`{"id": "` + ExampleID + `", "drop": [{"channel": "power", "start_offset_s": 0, "end_offset_s": 60}]}`,
		},
		OldNameName{"get_athlete_profile", "get_athlete_profile", "{}"},
		OldNameName{"update_activity", "update_activity", `{"id": "` + ExampleID + `", "name": "Hills, twice"}`},
		OldNameName{"delete_activity", "delete_activity", one},
		OldNameName{"get_custom_item", "get_custom_item", customItem},
		OldNameName{"delete_custom_item", "delete_custom_item", customItem},
	) {
		out = append(out, OldNameName{"icu_" + n.Old, n.Tool, n.Args})
	}
	return out
}

// iGPSport returns the tools of igpsport-mcp. Half of its names are the same
// here.
func iGPSport() []OldNameName {
	return []OldNameName{
		{"get_activity_summary", "get_activity", one},
		{"get_activity_laps", "get_activity", laps},
		{"get_athlete_stats", "get_training_summary", `{"period": "month"}`},
		{"get_member_statistics", "get_training_summary", `{"period": "year", "services": true}`},
		{"list_segments_collected", "list_segments", `{"kind": "starred"}`},
		{"get_segment_detail", "get_segment", segment},
		{"get_segment_rank", "get_segment_ranking", segment},
		{"get_workout_detail", "get_workout", `{"id": "base-1"}`},
	}
}

// mcpacer returns the tools of mcpacer. A third of its names are the same here.
func mcpacer() []OldNameName {
	edit := func(operation string) string { return `{"id": "autumn-10k", "operations": [` + operation + `]}` }
	return []OldNameName{
		{"get_activities_by_date_range", "list_activities", between},
		{"get_activity_by_id", "get_activity", one},
		{"get_activity_description", "get_activity", `{"id": "` + ExampleID + `", "sections": ["summary"]}`},
		{"get_run_detail", "get_activity", `{"id": "` + ExampleID + `", "sections": ["digest", "summary", "laps", "notes"]}`},
		{"add_coaching_feedback", "add_activity_note", noteCall},
		{"add_run_note", "add_activity_note", noteCall},
		{"save_run_digest", "save_digest", `{"id": "` + ExampleID + `", "digest": "1h30 in the hills, 139 bpm [easy]"}`},
		{"get_run_context", "get_coach_context", `{"parts": ["training"]}`},
		{"get_plan_context", "get_coach_context", `{"parts": ["plan"]}`},
		{"read_coach_memory", "get_coach_context", `{"parts": ["memory"]}`},
		{"update_plan_run", "edit_training_plan", edit(`{"op": "set", "session": "w2-sun", "fields": {"distance_km": 14}}`)},
		{"update_plan_week", "edit_training_plan", edit(`{"op": "set", "week": 2, "fields": {"weekly_focus": "Easy"}}`)},
		{
			"add_plan_run", "edit_training_plan",
			edit(`{"op": "add", "week": 2, "day": "Sunday", "fields": {"type": "gym", "duration_minutes": 30}}`),
		},
		{"remove_plan_run", "edit_training_plan", edit(`{"op": "remove", "session": "w2-sun"}`)},
		{"add_plan_comment", "edit_training_plan", edit(`{"op": "comment", "week": 2, "text": "Flight on Tuesday."}`)},
		{"get_coaching_personas", "get_persona", "{}"},
		{"get_coaching_persona", "get_persona", `{"name": "compass"}`},
		{"get_archived_session_log", "get_session_logs", `{"range": "last 12 weeks"}`},
		{"list_body_regions", "get_body_map", `{"regions": true}`},
		{"get_painted_regions", "get_body_map", "{}"},
		{
			"highlight_body_regions", "mark_body_regions",
			`{"by": "coach", "marks": [{"region": "left_achilles", "kind": "watch", "note": "Sore after hills."}]}`,
		},
		{"clear_body_highlights", "mark_body_regions", `{"by": "coach", "clear": ["all"]}`},
	}
}

// segments returns the segment tools of servers for Strava that have another
// name here.
func segments() []OldNameName {
	return []OldNameName{
		{"list_starred_segments", "list_segments", `{"kind": "starred"}`},
		{"query_segments", "list_segments", `{"text": "river"}`},
		{"explore_segments", "list_segments", `{"kind": "proposed"}`},
		{"get_segment_effort", "get_activity", `{"id": "` + ExampleID + `", "sections": ["segments"]}`},
		{"list_segment_efforts", "get_segment", ownSegment},
		{"compare_segment_efforts", "get_segment_ranking", ownSegment},
		{"get_segment_leaderboard", "get_segment_ranking", ownSegment},
		{"match_activity_segments", "get_activity", `{"id": "` + ExampleID + `", "sections": ["segments", "climbs"]}`},
	}
}

// calendar returns the calendar tools of intervals-icu-mcp and
// intervals-mcp-server.
func calendar() []OldNameName {
	const (
		event  = `{"id": "hill-race"}`
		plan   = `{"events": [{"date": "2026-08-26", "name": "Tempo", "sport": "ride", "duration_s": "1h", "load": 70}]}`
		note   = `{"events": [{"date": "2026-08-27", "category": "note", "name": "Physiotherapist at noon"}]}`
		remove = `{"ids": ["club-ride"]}`
	)
	both := []OldNameName{
		{"get_calendar_events", "list_events", `{"range": "next 7 days"}`},
		{"get_upcoming_workouts", "list_events", `{"view": "upcoming", "categories": ["workout"]}`},
		{"get_annual_training_plan", "list_events", `{"view": "annual"}`},
		{"create_event", "create_events", plan},
		{"bulk_create_events", "create_events", plan},
		{"delete_event", "delete_events", remove},
		{"bulk_delete_events", "delete_events", remove},
	}
	out := append([]OldNameName{}, both...)
	for _, n := range append(both,
		OldNameName{"get_event", "get_event", event},
		OldNameName{"update_event", "update_event", `{"id": "hill-race", "load": 130}`},
		OldNameName{"duplicate_events", "duplicate_events", `{"ids": ["hill-race"], "copies": 1}`},
		OldNameName{"apply_training_plan", "apply_training_plan", `{"plan_id": "base-plan", "start_date": "2026-09-07"}`},
	) {
		out = append(out, OldNameName{"icu_" + n.Old, n.Tool, n.Args})
	}
	return append(out,
		OldNameName{"get_events", "list_events", `{"range": "next 30 days"}`},
		OldNameName{"get_event_by_id", "get_event", event},
		OldNameName{"delete_events_by_date_range", "delete_events", remove},
		OldNameName{"add_or_update_event", "create_events", plan},
		OldNameName{"add_or_update_note", "create_events", note},
	)
}

// things returns the tools of intervals-icu-mcp and intervals-mcp-server for
// wellness, gear and settings, and for parts of an activity beside its summary.
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
