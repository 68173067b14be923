//go:build e2e

package outwardtest_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// trial is a call of a tool that writes.
type trial struct {
	tool, what string
	args       string // {names} stand for the ids of things of the service, {What was prepared} for that of the call before
	list       string // what changes at the service, as its state calls it
	has, lacks string // words that are there more often after the call than before, or less often
	local      string // or why nothing is sent
	before     string // a call before it, as "tool {…}"
	asks       bool   // a person must agree first, though it deletes nothing
}

// trials returns calls of every tool that writes: each tool has one.
func trials() []trial {
	return slices.Concat(planned(), entered(), set(), recorded(), own())
}

// planned returns the trials of the calendar.
func planned() []trial {
	return []trial{
		{
			tool: "create_events", what: "workout", list: "events", has: "Proof intervals",
			args: `{"events":[{"date":"2026-08-25","time":"07:30","name":"Proof intervals","sport":"ride","duration_s":3600,"load":70,"description":"- 10m 55%\n\n3x\n- 8m 100%\n- 4m 50%","tags":["proof"],"external_id":"proof-1"}]}`,
		},
		{
			tool: "create_events", what: "several kinds", list: "events", has: "Proof race",
			args: `{"events":[{"date":"2026-09-06","name":"Proof race","category":"race_b","sport":"run","duration_s":5400,"distance_km":21.1},{"date":"2026-09-01","end_date":"2026-09-03","name":"Proof holiday","category":"holiday"},{"date":"2026-08-28","name":"Proof note","category":"note","description":"Sleep early"}]}`,
		},
		{
			tool: "create_events", what: "a refined sport", list: "events", has: "OpenWaterSwim",
			args: `{"events":[{"date":"2026-08-26","name":"Proof lake","sport":"open water swim","duration_s":2400}]}`,
		},
		{
			tool: "update_event", what: "a refined sport", list: "events", has: `"type":"TrailRun"`,
			args: `{"id":"{Easy run}","sport":"trail run"}`,
		},
		{
			tool: "create_events", what: "known key", list: "events", has: "Proof second",
			before: `create_events {"events":[{"date":"2026-08-25","name":"Proof first","sport":"ride","duration_s":3600,"external_id":"proof-2"}]}`,
			args:   `{"events":[{"date":"2026-08-26","name":"Proof second","sport":"ride","duration_s":5400,"external_id":"proof-2"}]}`,
		},
		{
			tool: "update_event", what: "words", list: "events", has: "Proof threshold",
			args: `{"id":"{Threshold}","name":"Proof threshold","description":"- 20m 60%\n- 20m 95%","load":55,"tags":["proof"]}`,
		},
		{
			tool: "update_event", what: "moved", list: "events", has: `"start_date_local":"2026-08-24T00:00:00"`,
			args: `{"id":"{Easy run}","date":"2026-08-24"}`,
		},
		{
			tool: "update_event", what: "what to eat", list: "events", has: `"carbs_per_hour":70`,
			args: `{"id":"{Easy run}","more":{"carbs_g_per_h":70,"fluid_ml_per_h":500}}`,
		},
		{
			tool: "update_event", what: "time off", list: "events", has: "Train to Kiel",
			args: `{"id":"{Travel}","description":"Train to Kiel","end_date":"2026-08-23"}`,
		},
		{
			tool: "update_event", what: "paired", list: "activities", has: `"paired_event_id"`,
			args: `{"id":"{Endurance}","done_by":"{Long ride}"}`,
		},
		{
			tool: "update_event", what: "paired otherwise", list: "activities", has: `"name":"Morning ride","paired_event_id"`,
			before: `update_event {"id":"{Endurance}","done_by":"{Long ride}"}`, args: `{"id":"{Endurance}","done_by":"{Morning ride}"}`,
		},
		{
			tool: "update_event", what: "unpaired", list: "activities", lacks: `"paired_event_id"`,
			before: `update_event {"id":"{Endurance}","done_by":"{Long ride}"}`, args: `{"id":"{Endurance}","done_by":"none"}`,
		},
		{tool: "delete_events", what: "one to come", list: "events", lacks: "Easy run", args: `{"ids":["{Easy run}"]}`},
		{tool: "delete_events", what: "one that is past", list: "events", lacks: "Endurance", args: `{"ids":["{Endurance}"]}`},
		{tool: "duplicate_events", what: "a race", list: "events", has: "2026-09-16T00:00:00", args: `{"ids":["{Autumn race}"],"copies":2}`},
		{
			tool: "apply_training_plan", what: "of the service", list: "events", has: "Base weeks 4",
			args: `{"plan_id":"{Base weeks}","start_date":"2026-09-07"}`,
		},
	}
}

// entered returns the trials of wellness and gear.
func entered() []trial {
	return []trial{
		{
			tool: "update_wellness", what: "a day with values", list: "wellness", has: "Proof of sleep",
			args: `{"date":"2026-08-19","values":{"weight_kg":"61.9","hrv_rmssd_ms":"70","soreness":"3","comments":"Proof of sleep"}}`,
		},
		{
			tool: "update_wellness", what: "a field of the athlete's own", list: "wellness", has: `"Coffee":7`,
			before: `update_wellness {"date":"2026-08-19","values":{"custom:Coffee":"3"}}`, args: `{"date":"2026-08-19","values":{"Coffee":"7"}}`,
		},
		{
			tool: "update_wellness", what: "a day without", list: "wellness", has: "66.5",
			args: `{"date":"2026-08-16","values":{"weight_kg":"66.5","mood":"1"}}`,
		},
		{
			tool: "update_wellness", what: "several days", list: "wellness", has: "67.25",
			args: `{"days":[{"date":"2026-08-18","values":{"weight_kg":"67.25"}},{"date":"2026-08-17","values":{"resting_hr_bpm":"41","fatigue":"4"}}]}`,
		},
		{tool: "save_gear", what: "new", list: "gear", has: "Proof shoes", args: `{"kind":"shoes","name":"Proof shoes"}`},
		{tool: "save_gear", what: "changed", list: "gear", has: "Proof bike", args: `{"id":"{Road bike}","name":"Proof bike"}`},
		{tool: "save_gear", what: "retired", list: "gear", has: `"retired"`, args: `{"id":"{Road bike}","retired":true}`},
		{tool: "delete_gear", what: "used", list: "gear", lacks: "Old shoes", args: `{"id":"{Old shoes}"}`},
		{
			tool: "save_gear_reminder", what: "new", list: "reminders", has: "Proof oil",
			args: `{"gear_id":"{Road bike}","text":"Proof oil","every_km":300}`,
		},
	}
}

// set returns the trials of settings and custom items.
func set() []trial {
	return []trial{
		{
			tool: "save_workout", what: "new", list: "workouts", has: "Proof thirties",
			args: `{"name":"Proof thirties","sport":"ride","description":"10x\n- 30s 120%\n- 30s 50%","folder_id":"{Favourites}","tags":["proof"]}`,
		},
		{
			tool: "create_workout", what: "of the library", list: "workouts", has: "Proof steps",
			args: `{"workouts":[{"name":"Proof steps","sport":"ride","folder_id":"{Favourites}","steps":[{"duration_s":600,"power":"60%"}]}]}`,
		},
		{
			tool: "create_workout", what: "on a day", list: "events", has: "Proof day of steps",
			args: `{"workouts":[{"name":"Proof day of steps","sport":"ride","date":"2026-08-27","steps":[{"duration_s":600,"power":"60%"}]}]}`,
		},
		{
			tool: "save_workout", what: "a refined sport", list: "workouts", has: "GravelRide",
			args: `{"name":"Proof gravel","sport":"gravel ride","description":"- 60m 65%","folder_id":"{Favourites}"}`,
		},
		{
			tool: "save_workout", what: "changed", list: "workouts", has: "Proof day",
			args: `{"id":"{Base weeks 2}","name":"Proof day","plan_day":3}`,
		},
		{tool: "delete_workout", what: "of a plan", list: "workouts", lacks: "Base weeks 2", args: `{"id":"{Base weeks 2}"}`},
		{
			tool: "save_workout", what: "a plan", list: "folders", has: "Proof plan",
			args: `{"name":"Proof plan","kind":"plan","description":"Eight weeks"}`,
		},
		{
			tool: "save_workout", what: "a folder's name", list: "folders", has: "Proof list",
			args:   `{"id":"{Proof old}","name":"Proof list","kind":"folder"}`,
			before: `save_workout {"name":"Proof old","kind":"folder"}`,
		},
		{
			tool: "delete_workout", what: "an empty folder", list: "folders", lacks: "Proof empty", args: `{"id":"{Proof empty}"}`,
			before: `save_workout {"name":"Proof empty","kind":"folder"}`,
		},
		{tool: "save_sport_settings", what: "FTP", list: "sport settings", has: "263", args: `{"sport":"ride","ftp_w":263}`},
		{tool: "save_sport_settings", what: "heart rates", list: "sport settings", has: "173", args: `{"sport":"run","lthr_bpm":173}`},
		{
			tool: "save_sport_settings", what: "zones", list: "sport settings", has: "[131,144,157,170,183,185]",
			args: `{"sport":"ride","ftp_w":260,"max_hr_bpm":185,"power_zones_w":[143,195,234,273],"hr_zones_bpm":[132,145,158,171,184],"sweet_spot_pct":[86,96]}`,
		},
		{
			tool: "save_sport_settings", what: "a new sport", list: "sport settings", has: "Rowing",
			args: `{"sport":"rowing","ftp_w":231,"lthr_bpm":171}`,
		},
		{
			tool: "save_sport_settings", what: "of the past", local: "the service has what holds today alone",
			args: `{"sport":"ride","ftp_w":240,"effective_from":"2026-05-01"}`,
		},
		{tool: "delete_sport_settings", what: "of a sport", list: "sport settings", lacks: "OpenWaterSwim", args: `{"sport":"swim"}`},
		{
			tool: "apply_sport_settings", what: "to the past", local: "values follow the settings of their day here, and nobody asked for more",
			before: `save_sport_settings {"sport":"ride","ftp_w":263}`, args: `{"sport":"ride","from":"2026-08-01"}`,
		},
		{
			tool: "save_custom_item", what: "new", list: "custom items", has: "ProofGels",
			args: `{"type":"input_field","name":"Proof gels","content":"{\"code\":\"ProofGels\",\"type\":\"numeric\",\"aggregate\":\"SUM\"}"}`,
		},
		{
			tool: "save_custom_item", what: "changed", list: "custom items", has: "Proof coffee",
			args: `{"id":"{Coffee}","name":"Proof coffee","description":"Cups"}`,
		},
		{
			tool: "save_custom_item", what: "for others", list: "custom items", has: "ProofShared", asks: true,
			args: `{"type":"input_field","name":"Proof shared","visibility":"public","content":"{\"code\":\"ProofShared\",\"type\":\"numeric\",\"aggregate\":\"SUM\"}"}`,
		},
		{
			tool: "save_custom_item", what: "that others see", list: "custom items", has: "Proof chart", asks: true,
			args: `{"id":"{Load by week}","name":"Proof chart"}`,
		},
		{
			tool: "update_activity", what: "an effort", list: "activities", has: `"icu_rpe":9`, args: `{"id":"{Long ride}","perceived_exertion":9}`,
		},
		{tool: "delete_custom_item", what: "a chart", list: "custom items", lacks: "Load by week", args: `{"id":"{Load by week}"}`},
	}
}

// recorded returns the trials of activities.
func recorded() []trial {
	return []trial{
		{
			tool: "update_activity", what: "words", list: "activities", has: "Proof ride", asks: true,
			args: `{"id":"{Long ride}","name":"Proof ride","description":"As hard as it looks","tags":["proof"],"race":true,"commute":true,"perceived_exertion":8}`,
		},
		{
			tool: "update_activity", what: "how it felt", list: "activities", has: `"carbs_ingested"`, asks: true,
			args: `{"id":"{Long ride}","feel":5,"carbs_g":85,"indoor":true}`,
		},
		{
			tool: "update_activity_streams", what: "a strap that slipped", list: "activities", has: `"icu_ignore_hr":true`,
			args: `{"id":"{Long ride}","drop":[{"channel":"hr"}]}`,
		},
		{
			tool: "update_activity_streams", what: "a stream of the athlete's own", list: "activities", has: "ProofFan",
			before: `save_custom_item {"type":"activity_stream","name":"Proof fan","content":"{\"code\":\"ProofFan\"}"}`,
			args:   `{"id":"{Long ride}","stream":"proof fan","offsets_s":[5,20],"values":[40,55.5]}`,
		},
		{
			tool: "update_activity_streams", what: "a spike", local: "the service leaves out whole channels alone",
			args: `{"id":"{Long ride}","drop":[{"channel":"power","start_offset_s":5,"end_offset_s":9}]}`,
		},
		{
			tool: "update_activity", what: "an interval of the athlete's own", local: "no service takes marked intervals",
			args: `{"id":"{Long ride}","intervals":[{"name":"Proof hill","start_offset_s":5,"end_offset_s":9}]}`,
		},
		{tool: "update_activity", what: "sport", list: "activities", has: "Hike", args: `{"id":"{Long ride}","sport":"hiking"}`, asks: true},
		{
			tool: "update_activity", what: "a refined sport", list: "activities", has: "VirtualRide",
			args: `{"id":"{Long ride}","sport":"virtual ride"}`, asks: true,
		},
		{
			tool: "create_activities", what: "a refined sport", list: "activities", has: "TrailRun", asks: true,
			args: `{"activities":[{"sport":"trail running","start":"2026-08-19T18:00","duration_s":2700,"name":"Proof forest","external_id":"proof-trail"}]}`,
		},
		{
			tool: "create_activities", what: "by hand", list: "activities", has: "Proof core", asks: true,
			args: `{"activities":[{"sport":"strength","start":"2026-08-19T18:00","duration_s":2700,"name":"Proof core","perceived_exertion":5,"external_id":"proof-core"}]}`,
		},
		{
			tool: "delete_activity", what: "entered by hand", list: "activities", lacks: "Proof typed", args: `{"id":"manual:proof-typed"}`,
			before: `create_activities {"activities":[{"sport":"strength","start":"2026-08-18T18:00","duration_s":1500,"distance_km":1.25,"name":"Proof typed","tags":["proof"],"external_id":"proof-typed"}]}`,
		},
		{tool: "delete_activity", what: "a FIT file", list: "activities", lacks: "Turbo", args: `{"id":"{Turbo: 4 x 8 min threshold}"}`},
		{tool: "delete_activity", what: "a TCX file", list: "activities", lacks: "Long ride", args: `{"id":"{Long ride}"}`},
		{tool: "delete_activity", what: "a GPX file", list: "activities", lacks: "Lunch walk", args: `{"id":"{Lunch walk}"}`},
		{
			tool: "add_activity_note", what: "message", list: "activities", has: "Proof of heavy legs", asks: true,
			args: `{"id":"{Long ride}","text":"Proof of heavy legs","target":"message"}`,
		},
		{
			tool: "add_activity_note", what: "description", list: "activities", has: "Proof of wind", asks: true,
			args: `{"id":"{Long ride}","text":"Proof of wind","target":"description"}`,
		},
		{
			tool: "add_activity_note", what: "local", args: `{"id":"{Long ride}","text":"Legs were heavy."}`,
			local: "a note stays on this machine unless its target says otherwise",
		},
	}
}

// own returns the trials of the program itself.
func own() []trial {
	const (
		here = "it is about this program"
		read = "it reads from the service"
		mine = "no service takes segments"
	)
	return []trial{
		{tool: "import_files", what: "a file", local: "a recording goes to a service by its own device", args: `{"paths":["proof.gpx"]}`},
		{tool: "update_athlete_settings", what: "a threshold", local: here, args: `{"ftp_w":251,"effective_from":"2026-08-01"}`},
		{
			tool: "update_athlete_settings", what: "notes", list: "profile", has: "Proof of a knee",
			args: `{"athlete_notes":"Proof of a knee\nNo hills"}`, asks: true,
		},
		{
			tool: "update_athlete_settings", what: "notes that go", list: "profile", lacks: "Proof of a knee",
			args: `{"athlete_notes":""}`, asks: true,
			before: `update_athlete_settings {"athlete_notes":"Proof of a knee"}`,
		},
		{tool: "update_athlete_settings", what: "a threshold of today", list: "sport settings", has: "263", args: `{"ftp_w":263}`},
		{
			tool: "save_segment", what: "of a ride", local: mine,
			args: `{"activity_id":"{Long ride}","from_s":5,"to_s":50,"name":"Proof hill"}`,
		},
		{
			tool: "star_segment", what: "its own", local: mine, args: `{"id":"Proof hill"}`,
			before: `save_segment {"activity_id":"{Long ride}","from_s":5,"to_s":50,"name":"Proof hill"}`,
		},
		{
			tool: "delete_segment", what: "its own", local: mine, args: `{"id":"Proof hill"}`,
			before: `save_segment {"activity_id":"{Long ride}","from_s":5,"to_s":50,"name":"Proof hill"}`,
		},
		{tool: "disconnect_source", what: "keeping data", local: here, args: `{"source":"intervals","keep_data":true}`},
		{
			tool: "undo", what: "of a write that was sent", list: "events", has: "Threshold", lacks: "Proof threshold", args: `{}`,
			before: `update_event {"id":"{Threshold}","name":"Proof threshold"}`,
		},
		{
			tool: "undo", what: "of a write that stayed", local: here, args: `{}`,
			before: `update_athlete_settings {"ftp_w":251,"effective_from":"2026-08-01"}`,
		},
		{tool: "save_digest", what: "of a ride", local: "services keep no digests", args: `{"id":"{Long ride}","digest":"2h 60km [long]"}`},
		{tool: "save_goal", what: "new", local: "services keep no goals", args: `{"measure":"tss","target":400,"period":"week"}`},
		{
			tool: "delete_goal", what: "one of here", local: "services keep no goals", args: `{"id":"{What was prepared}"}`,
			before: `save_goal {"measure":"tss","target":400,"period":"week"}`,
		},
		{
			tool: "create_training_plan", what: "for 5 km", local: "services keep no plans of this kind",
			args: `{"for":"base","sport":"cycling","weeks":4}`,
		},
		{tool: "save_training_plan", what: "a new one", local: "services keep no plans of this kind", args: `{"text":` + tenK + `}`},
		{
			tool: "edit_training_plan", what: "a session", local: "services keep no plans of this kind",
			args:   `{"id":"{What was prepared}","operations":[{"op":"set","session":"w1-tue","fields":{"distance_km":9}}]}`,
			before: `save_training_plan {"text":` + tenK + `}`,
		},
		{tool: "update_coach_memory", what: "a section", local: "services keep no memory", args: `{"section":"goals","content":"A half marathon."}`},
		{
			tool: "mark_body_regions", what: "a knee", local: "services keep no body map",
			args: `{"marks":[{"region":"left_kneecap","pain":3,"kind":"pain"}]}`,
		},
		{
			tool: "save_session_log", what: "of today", local: "services keep no session logs",
			args: `{"summary":"An easy week was agreed.","coach":"calm"}`,
		},
		{tool: "connect_source", what: "one that is connected", local: read, args: `{"source":"intervals"}`},
		{tool: "sync_now", what: "again", local: read, args: `{"source":"intervals","full":true}`},
	}
}

// tenK is a small training plan as an argument.
const tenK = `"plan_name: Autumn 10k\nweeks:\n- week_number: 1\n  week_start_date: 2026-09-07\n` +
	`  sessions:\n  - {day_of_week: Tuesday, type: easy, sport: running, distance_km: 8}\n"`

// looks returns questions that show what each write changes.
func looks() []string {
	return []string{
		`list_events {"range":"2026-08-01..2026-10-31"}`,
		`get_wellness {"range":"2026-08-10..2026-08-20"}`,
		`list_activities {}`,
		`list_gear {"include_retired":true}`,
		`list_workouts {}`,
		`list_custom_items {}`,
		`get_sport_settings {}`,
	}
}

// later matches what only a full reading finds: the time of that reading, the day a
// service notes for gear, and what follows from how all activities were rated.
var later = regexp.MustCompile(`"freshness":"[^"]*"|,"retired_on":"[^"]*"|"sports":\[\{"sport":.*?(,"services":|$)`)

// shows returns the answers to all of these questions.
func (a *athlete) shows(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, look := range looks() {
		tool, args, _ := strings.Cut(look, " ")
		out[tool] = later.ReplaceAllString(a.ok(t, "call", tool, args), "$1")
	}
	return out
}

// TestWritesByAClockThatWentBack: a write shows what the service made of it at
// once, also where the service was last read by a clock that was ahead.
func TestWritesByAClockThatWentBack(t *testing.T) {
	t.Parallel()
	for i, c := range trials() {
		if c.local != "" || testing.Short() && i%4 > 0 {
			continue
		}
		t.Run(c.tool+" "+c.what, func(t *testing.T) {
			t.Parallel()
			a := newTrier(t)
			a.wait(-3 * time.Hour)
			a.prepare(t, c)
			a.call(t, c.tool, a.fill(t, c.args))
			a.settled(t)
			at := a.shows(t)
			a.wait(3 * time.Hour)
			a.read(t)
			if d := cmp.Diff(at, a.shows(t)); d != "" {
				t.Errorf("shown at once (-) and once all was read (+):\n%s", d)
			}
		})
	}
}
