package ask

import "lapkeep/internal/i18n"

// question is an example of what people ask, with the call that answers it.
type question struct {
	text i18n.Sentence
	tool string
	in   args
}

// args are arguments as a form has them.
type args = map[string]string

// questions returns the examples in the order in which the empty box offers them. Each tool that
// the box asks has one, because the search also reads them, in the reader's language.
func questions() []question {
	return []question{
		{"Best 20 minutes last year", "get_curves", args{"durations_s": "20min", "range": "last year"}},
		{"What should I do today, and why is it a rest day?", "get_coach_context", args{"parts": "plan, wellness, alerts"}},
		{"How fit, tired and fresh am I?", "analyze_training_load", nil},
		{"How much did I train last week?", "get_training_summary", args{"range": "last week"}},
		{
			"Hours, kilometres and climbing this year, by month", "get_training_summary",
			args{"range": "this year", "sections": "by_month"},
		},
		{
			"How many minutes was I in each heart rate or power zone?", "get_training_summary",
			args{"range": "last 28 days", "sections": "time_in_zones"},
		},
		{"How was my latest activity?", "get_activity", args{"id": "latest"}},
		{
			"Laps, average power and heart rate of one ride, run or swim", "get_activity",
			args{"id": "latest", "sections": "summary, laps"},
		},
		{
			"Which exercises did I do, and how many sets and repetitions of each?", "get_activity",
			args{"id": "latest", "sections": "sets"},
		},
		{"How warm and windy was it on my ride?", "get_activity", args{"id": "latest", "sections": "weather"}},
		{"My longest rides this year", "list_activities", args{"range": "this year", "sport": "cycling", "sort": "distance"}},
		{"My runs of last month", "list_activities", args{"range": "last month", "sport": "running"}},
		{"Which races have I done?", "list_activities", args{"race": "true"}},
		{"What is planned in the next 14 days?", "list_events", args{"range": "next 14 days"}},
		{"When is my next race?", "list_events", args{"categories": "race", "range": "next 365 days"}},
		{"How did I sleep and recover this month?", "get_wellness", args{"range": "last 30 days"}},
		{"Is my chain due, and what maintenance is next?", "list_gear", args{"due_only": "true"}},
		{"What are my personal records?", "get_records", nil},
		{"What is my fastest 5 km ever?", "get_records", args{"sport": "running", "by": "distance", "distances_m": "5000"}},
		{
			"My heaviest squat and bench press, and my estimated one-rep max (1RM)", "get_records",
			args{"sport": "strength", "by": "exercise"},
		},
		{"How fast could I run 10 km?", "predict_race", args{"sport": "running", "distances_m": "10000"}},
		{"What do my recordings say about my FTP?", "estimate_thresholds", nil},
		{"My thresholds and zones", "get_sport_settings", nil},
		{"What is my FTP, and what was it before?", "get_sport_settings", args{"history": "true"}},
		{"How close am I to my goals?", "list_goals", nil},
		{"Am I following my plan?", "check_training_plan", nil},
		{"This week of my training plan", "get_training_plan", nil},
		{"Which training plans do I have?", "list_training_plans", nil},
		{"Which climbs do I ride?", "list_segments", args{"kind": "climbs"}},
		{"My times on one segment or climb", "get_segment", nil},
		{"Who is ahead of me on a segment?", "get_segment_ranking", nil},
		{"Compare two climbs or rides", "compare_activities", nil},
		{"Where did I ride 4-minute intervals?", "search_intervals", args{"interval_s": "4min", "range": "last 365 days"}},
		{"Threshold workouts in my library", "list_workouts", args{"purpose": "threshold"}},
		{"The steps of one workout", "get_workout", nil},
		{"Check the steps of a workout text", "check_workout", nil},
		{"One session of my calendar", "get_event", nil},
		{"My saved routes", "list_routes", nil},
		{"One route with its climbs", "get_route", nil},
		{"Where does my body hurt?", "get_body_map", nil},
		{"What did we agree in the last coaching sessions?", "get_session_logs", nil},
		{"How does my coach talk to me?", "get_persona", nil},
		{"What does my coach still have to ask me?", "get_onboarding_questions", nil},
		{"What does Lapkeep know about me?", "get_athlete_profile", nil},
		{"Is everything synced?", "get_status", nil},
		{"Find an activity by its name or notes", "search", nil},
		{"The notes on an activity", "get_activity_notes", args{"id": "latest"}},
		{"Power and heart rate second by second", "get_activity_streams", args{"id": "latest", "resolution": "1min"}},
		{"Which activities have no written summary?", "get_pending_digests", nil},
		{"My custom charts and fields", "list_custom_items", nil},
		{"The definition of a custom chart", "get_custom_item", nil},
	}
}

// places maps tools to the page that shows the same; an id, if the page needs one, is added.
func places() map[string]string {
	return map[string]string{
		"get_curves": "/curves", "get_coach_context": "/", "analyze_training_load": "/fitness", "get_training_summary": "/season",
		"get_activity": "/activities/{id}", "list_activities": "/activities", "list_events": "/calendar", "get_wellness": "/wellness",
		"list_gear": "/gear", "get_records": "/records", "predict_race": "/race", "estimate_thresholds": "/start?step=thresholds",
		"get_sport_settings": "/settings", "list_goals": "/goals", "check_training_plan": "/plan", "get_training_plan": "/plan",
		"list_training_plans": "/plan", "list_segments": "/segments", "get_segment": "/segments/{id}",
		"get_segment_ranking": "/segments/{id}", "compare_activities": "/activities/{id}", "search_intervals": "/activities",
		"list_workouts": "/workouts", "get_workout": "/workouts", "check_workout": "/workouts", "get_event": "/calendar/{id}",
		"list_routes": "/routes", "get_route": "/routes/{id}", "get_body_map": "/body", "get_session_logs": "/memory",
		"get_persona": "/memory", "get_onboarding_questions": "/memory", "get_athlete_profile": "/settings", "get_status": "/sources",
		"search": "/activities", "get_activity_notes": "/activities/{id}", "get_activity_streams": "/activities/{id}",
		"get_pending_digests": "/activities",
	}
}
