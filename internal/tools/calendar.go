package tools

// calendar is the calendar of intervals-icu-mcp and intervals-mcp-server.
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
