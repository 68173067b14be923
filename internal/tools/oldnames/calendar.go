package oldnames

// calendar is the calendar of intervals-icu-mcp and intervals-mcp-server.
func calendar() []Name {
	const (
		event  = `{"id": "hill-race"}`
		plan   = `{"events": [{"date": "2026-08-26", "name": "Tempo", "sport": "ride", "duration_s": "1h", "load": 70}]}`
		note   = `{"events": [{"date": "2026-08-27", "category": "note", "name": "Physiotherapist at noon"}]}`
		remove = `{"ids": ["club-ride"]}`
	)
	both := []Name{
		{"get_calendar_events", "list_events", `{"range": "next 7 days"}`},
		{"get_upcoming_workouts", "list_events", `{"view": "upcoming", "categories": ["workout"]}`},
		{"get_annual_training_plan", "list_events", `{"view": "annual"}`},
		{"create_event", "create_events", plan},
		{"bulk_create_events", "create_events", plan},
		{"delete_event", "delete_events", remove},
		{"bulk_delete_events", "delete_events", remove},
	}
	out := append([]Name{}, both...)
	for _, n := range append(both,
		Name{"get_event", "get_event", event},
		Name{"update_event", "update_event", `{"id": "hill-race", "load": 130}`},
		Name{"duplicate_events", "duplicate_events", `{"ids": ["hill-race"], "copies": 1}`},
		Name{"apply_training_plan", "apply_training_plan", `{"plan_id": "base-plan", "start_date": "2026-09-07"}`},
	) {
		out = append(out, Name{"icu_" + n.Old, n.Tool, n.Args})
	}
	return append(out,
		Name{"get_events", "list_events", `{"range": "next 30 days"}`},
		Name{"get_event_by_id", "get_event", event},
		Name{"delete_events_by_date_range", "delete_events", remove},
		Name{"add_or_update_event", "create_events", plan},
		Name{"add_or_update_note", "create_events", note},
	)
}
