package intervalsicu

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// ride is an activity with all that we read.
const ride = `{"id":"i501","icu_athlete_id":"i12345","start_date_local":"2026-09-19T07:15:00","start_date":"2026-09-19T05:15:00Z","timezone":"Europe/Berlin",
"type":"GravelRide","sub_type":"RACE","name":"Morning ride","description":"wet","tags":["key"],"trainer":false,"race":false,"commute":false,
"icu_rpe":7,"feel":2,"carbs_ingested":45,"icu_ignore_hr":true,"perceived_exertion":3,"session_rpe":420,"gear":{"id":"g9","name":"Bike","distance":1000.5,"primary":true},
"moving_time":3600,"elapsed_time":3900,"icu_recording_time":3700,"distance":30001.0,"icu_distance":30000.5,"total_elevation_gain":0,"average_heartrate":140,
"max_heartrate":170,"average_cadence":88.5,"average_speed":8.33,"icu_average_watts":201,"icu_weighted_avg_watts":222,"icu_intensity":88.8,"icu_training_load":70,
"icu_joules":720000,"calories":800,"average_temp":0,"source":"GARMIN_CONNECT","strava_id":"998877","created":"2026-09-19T06:30:00.000+00:00","file_type":"fit",
"stream_types":["time","watts"],"device_name":"Garmin Edge 840","has_weather":true,"average_weather_temp":17.9,"min_weather_temp":17.2,"max_weather_temp":18.3,"average_feels_like":17,
"average_wind_speed":1.5,"average_wind_gust":5,"prevailing_wind_deg":67,"headwind_percent":22.6,"tailwind_percent":20.2,"average_clouds":0,"max_rain":0.0,"max_snow":0}`

const stubbed = `{"id":"14001","icu_athlete_id":"i12345","start_date_local":"2026-09-18T18:00:00","source":"STRAVA","_note":"STRAVA activities are not available via the API"}`

const intervalsicuWorkout = `{"id":71,"uid":"u","athlete_id":"i12345","external_id":"lk-1","category":"WORKOUT","type":"Ride","name":"Threshold","description":"- 10m 95%",
"start_date_local":"2026-09-21T00:00:00","end_date_local":"2026-09-22T00:00:00","moving_time":600,"distance":5000,"icu_training_load":15,"icu_intensity":95,
"joules":142000,"joules_above_ftp":9500,"target":"AUTO","workout_doc":{"duration":600},"icu_ctl":55.5,"icu_atl":60.1,"icu_ftp":250,"tags":null,"plan_folder_id":9,"plan_workout_id":3,
"plan_applied":"2026-09-01T10:00:00.000+00:00","push_errors":[{"service":"GARMIN","message":"token expired","date":"2026-09-20T01:00:00.000+00:00"}],
"created_by_id":"i12345","updated":"2026-09-20T01:02:03.000+00:00"}`

// fixtures are answers of each operation in the document's form.
var fixtures = map[string]string{
	"getAthlete": `{"id":"i12345","name":"A. Thlete","timezone":"Europe/Berlin","email":"a@example.org","icu_api_key":"` + canary +
		`","sportSettings":[],"custom_items":[]}`,
	"updateAthlete": `{"id":"i12345","name":"A. Thlete","timezone":"Europe/Berlin"}`,
	"listAthletes": `[{"id":"i12345","name":"A. Thlete","timezone":"Europe/Berlin"},{"id":"i222","name":"B. Coached","timezone":"Asia/Kolkata",
		"icu_permission":"WRITE","icu_tags":["juniors"],"icu_notes":"Knee.","icu_api_key":"` + canary + `"}]`,
	"getAthleteConnections": `{"id":"i12345","garmin_training_connected":true,"strava_connected":false}`,

	"listActivities":                 `[` + ride + `,` + stubbed + `]`,
	"getActivities":                  `[` + ride + `,` + stubbed + `]`,
	"searchForActivitiesFull":        `[` + ride + `]`,
	"searchForIntervals":             `[` + ride + `]`,
	"getActivity":                    ride,
	"updateActivity":                 ride,
	"deleteActivity":                 `{"icu_athlete_id":"i12345","id":"i501"}`,
	"uploadActivity":                 `{"icu_athlete_id":"i12345","id":"i501","activities":[{"icu_athlete_id":"i12345","id":"i501"},{"icu_athlete_id":"i12345","id":"i502"}]}`,
	"createMultipleManualActivities": `[` + ride + `]`,
	"downloadActivityFile":           "file",
	"downloadActivityFitFile":        "fit",
	"downloadActivityGpxFile":        "<gpx/>",
	"getActivityStreams": `[{"type":"time","data":[0,1,2,4],"data2":null},{"type":"watts","data":[100,200,300,400]},{"type":"raw_watts","data":[100,null,1300,400]},
		{"type":"latlng","data":[52.5,null,52.6,52.7],"data2":[13.1,null,13.2,13.3]},{"type":"temp","data":[0,-1.5,2,3]},{"type":"smo2","data":[null,61.5,60,59]}]`,
	"updateActivityStreams": `{"updated":["watts","latlng"],"deleted":[]}`,
	"listActivityMessages": `[{"id":12,"athlete_id":"i999","name":"Coach","created":"2026-09-19T08:00:00.000+00:00","type":"TEXT","content":"well done","seen":false,"attachment_url":"https://intervals.icu/a/1.png","attachment_mime_type":"image/png"},
		{"id":11,"athlete_id":"i12345","name":"A. Thlete","created":"2026-09-19T07:00:00.000+00:00","type":"NOTE","content":"hard","seen":true},
		{"id":13,"athlete_id":"i999","name":"Coach","created":"2026-09-19T09:00:00.000+00:00","type":"TEXT","content":"","deleted":"2026-09-19T09:30:00.000+00:00"}]`,
	"sendActivityMessage": `{"id":14,"new_chat":null}`,
	"listChats":           `[{"id":80,"type":"GROUP"},{"id":81,"type":"ACTIVITY","activity_id":"i501"}]`, "deleteMessage": `{}`,

	"getIntervals": `{"id":"i501","icu_intervals":[],"icu_groups":[]}`, "findBestEfforts": `{"efforts":[]}`,
	"getPowerHistogram": `[{"min":0,"max":25,"secs":10}]`,
	"getHRHistogram":    `[{"start":0,"secs":10}]`, "getPaceHistogram": `[]`, "getGapHistogram": `[]`,
	"getActivityPowerCurve": `{"secs":[1],"values":[900]}`,
	"getActivityHRCurve":    `{"secs":[1],"values":[190]}`, "getActivityPaceCurve": `{"distance":[400],"values":[80]}`,
	"getPowerVsHR": `{"bucketSize":10}`,
	"getTimeAtHR":  `{}`, "getActivityWeatherSummary": `{}`, "getActivityMap": `{}`, "getActivitySegments": `[]`,
	"listAthletePowerCurves": `{"list":[]}`, "listAthleteHRCurves": `{"list":[]}`, "listAthletePaceCurves": `{"list":[]}`,

	"listWellnessRecords": `[{"id":"2026-09-19","ctl":50.5,"atl":60,"rampRate":1.5,"ctlLoad":70,"atlLoad":70,"weight":62.5,"tempWeight":true,"restingHR":48,
		"tempRestingHR":false,"hrv":65.5,"sleepSecs":27000,"sleepQuality":1,"fatigue":0,"mood":0,"stress":-1,"menstrualPhase":"FOLLICULAR","comments":"ok","locked":false,
		"sportInfo":[{"type":"Ride","eftp":250,"wPrime":15800,"pMax":830}],"updated":"2026-09-19T06:00:00.000+00:00","Caffeine":120,"Shoes":"red","Empty":null},
		{"id":"2026-09-25","ctl":48,"atl":40,"rampRate":-1}]`,
	"updateWellness":     `{"id":"2026-09-19","weight":62,"locked":null}`,
	"updateWellnessBulk": ``,

	"listEvents": `[` + intervalsicuWorkout + `]`, "showEvent": intervalsicuWorkout, "createMultipleEvents": `[` +
		intervalsicuWorkout + `]`, "updateEvent": intervalsicuWorkout,
	"deleteEventsBulk": `{"eventsDeleted":2}`, "duplicateEvents": `[` + intervalsicuWorkout + `]`, "markEventAsDone": ride,
	"downloadWorkout_1": "<workout_file/>",
	"applyPlan":         `{}`,

	"listFolders": `[{"id":9,"type":"PLAN","name":"Base","start_date_local":"2026-01-05","duration_weeks":4,"hours_per_week_min":6,"canEdit":true,
		"owner":{"id":"i7","name":"Coach"},"children":[` + libraryWorkout + `]},{"id":10,"type":"FOLDER","name":"Mine","children":null}]`,
	"createFolder": `{"id":11,"type":"FOLDER","name":"New"}`, "updateFolder": `{"id":9,"type":"PLAN","name":"Base"}`, "deleteFolder": `{}`,
	"listWorkouts": `[` + libraryWorkout + `]`, "showWorkout": libraryWorkout, "createWorkout": libraryWorkout,
	"updateWorkout": libraryWorkout, "deleteWorkout": `[3]`,

	"listGear": `[` + bike +
		`,{"id":"g10","type":"Chain","name":"Chain","distance":1500,"component":true,"retired":null,"component_ids":null,"reminders":null}]`,
	"createGear": bike, "updateGear": bike, "deleteGear": ``, "createReminder": bike, "updateReminder": bike, "deleteReminder": bike,
	"listSettings": `[` + runSettings + `]`, "createSettings": runSettings, "updateSettings": runSettings,
	"deleteSettings": `{}`, "applyToActivities": `{}`,

	"getAthleteSummary": `[{"athlete_id":"i12345","date":"2026-09-14","count":3,"distance":81000}]`,
	"listCustomItems":   `[` + item + `]`, "getCustomItem": item, "createCustomItem": item, "updateCustomItem": item, "deleteCustomItem": ``,
	"listAthleteRoutes": `[{"athlete_id":"i12345","route_id":5,"name":"Lake","commute":false,"tags":["flat"],"activity_count":7,"most_recent_type":"Ride"},
		{"athlete_id":"i12345","route_id":6,"name":"Old","replaced_by_route_id":5}]`,
	"getAthleteRoute": `{"athlete_id":"i12345","route_id":5,"name":"Lake","latlngs":[[52.5,13.1],[null,null],[52.6,13.2]]}`,
	"getForecast":     `{"forecasts":[]}`,
}

const libraryWorkout = `{"id":3,"athlete_id":"i12345","folder_id":9,"name":"Over-unders","description":"- 10m 95%","type":"VirtualRide","indoor":true,"moving_time":600,
"icu_training_load":15,"icu_intensity":95,"joules":142000,"joules_above_ftp":9500,"target":"POWER","workout_doc":{},"day":0,"tags":["key"]}`

const bike = `{"id":"g9","athlete_id":"i12345","type":"Bike","name":"Road","purchased":"2024-03-01","notes":"n","distance":1234567.8,"time":180000,"activities":42,
"retired":"2026-08-01","component_ids":["g10"],"component":false,"reminders":[{"id":77,"gear_id":"g9","name":"Wax","distance":300000,"time":0,"activities":0,"days":30,
"last_reset":"2026-09-01T00:00:00.000+00:00","snoozed_until":null,"percent_used":41.5,"distance_used":124500,"time_used":7200}]}`

const runSettings = `{"id":31,"athlete_id":"i12345","types":["Run","TrailRun"],"ftp":null,"lthr":168,"max_hr":190,"hr_zones":[136,150,190],"hr_zone_names":["a","b","c"],
"threshold_pace":3.7037,"pace_units":"MINS_KM","pace_zones":[77.5,87.7,999],"pace_zone_names":null,"load_order":"PACE_HR_POWER","sweet_spot_min":84,"sweet_spot_max":97,
"power_zones":null,"hr_load_type":"HRSS","hrrc_min_percent":70,"warmup_time":1200,"cooldown_time":600,"default_gear_id":"g9"}`

const item = `{"id":61,"athlete_id":"i12345","type":"INPUT_FIELD","visibility":"PRIVATE","name":"Caffeine","description":"mg","content":{"code":"Caffeine","type":"numeric"}}`

// quiet are calls whose answers are not read.
var quiet = []string{
	"delete", "delete folder", "delete gear", "delete item", "delete reminder", "delete settings",
	"delete workout", "readmit", "apply settings", "original", "fit", "gpx", "export", "unsay",
}

// TestEveryCallTellsABadAnswer gives each call answers that are none.
func TestEveryCallTellsABadAnswer(t *testing.T) {
	t.Parallel()
	page := "<!DOCTYPE html><html><body>" + canary + "</body></html>"
	for name, x := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"garbage":   {text("{" + canary + "!"), "changed"},
		"truncated": {text(`[{"id":"i501","name":"` + canary), "unavailable"},
		"a page":    {status(200, page, "Content-Type", "text/html"), "unavailable"},
		"nothing":   {text(""), "unavailable"},
		"a number":  {text("7"), "changed"},
		"401":       {status(401, `{"status":401,"error":"`+canary+`"}`), "unauthorised"},
		"403":       {status(403, `{"status":403,"error":"Access denied"}`), "forbidden"},
		"404":       {status(404, `{"timestamp":"2026-09-20","status":404,"error":"Not Found","path":"/x"}`), "not found"},
		"405":       {status(405, ""), "changed"},
		"415":       {status(415, ""), "refused"},
		"422":       {status(422, ""), "refused"},
		"429":       {status(429, ""), "rate limited"},
		"500":       {status(500, page), "unavailable"},
	} {
		d := newFixture(t)
		for _, o := range operations(t) {
			d.says(o.ID, x.answer)
		}
		for _, call := range slices.Sorted(maps.Keys(allCalls())) {
			if slices.Contains(quiet, call) && slices.Contains([]string{"garbage", "truncated", "a page", "a number", "nothing"}, name) {
				continue
			}
			err := allCalls()[call](t.Context(), t, d.client(t))
			got := fault(err)
			if name == "404" && call == "readmit" {
				continue // there is no mark to take away
			}
			if name == "a number" && (call == "forecast" || strings.HasSuffix(call, "curves")) {
				continue // handed on as it is
			}
			if got != x.want || strings.Contains(fmt.Sprint(err), canary) {
				t.Errorf("%s, %s: %s: %v", name, call, got, err)
			}
		}
	}
}

func TestAnAnswerThatIsTooLongIsRefused(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.says("listGear", func(w http.ResponseWriter, _ *http.Request) {
		blank := []byte(strings.Repeat(" ", 1<<20))
		for range 65 {
			if _, err := w.Write(blank); err != nil {
				return
			}
		}
	})
	if _, err := d.client(t).Gear(t.Context()); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("%v", err)
	}
}

// The service has been seen to call JSON plain text.
func TestJSONIsReadWhateverItsDeclaredType(t *testing.T) {
	t.Parallel()
	d := newFixture(t).says("listGear", status(200, fixtures["listGear"], "Content-Type", "text/plain"))
	if got := must[[]source.Gear](t)(d.client(t).Gear(t.Context())); len(got) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestNullListsAndFieldsAreNothing(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	c := d.client(t)
	d.says("listGear", text("null")).says("listFolders",
		text(`[{"id":9,"type":"FOLDER","children":null}]`)).says("listSettings", text(`[{"id":1,"types":null,"hr_zones":null}]`))
	d.says("getActivities",
		text(`[{"id":"i1","icu_athlete_id":null,"tags":null,"gear":null,"stream_types":null,"type":"Ride","start_date_local":"2026-09-20T00:30:00","start_date":"2026-09-19T22:30:00Z"}]`))
	if got := must[[]source.Gear](t)(c.Gear(t.Context())); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	must[[]training.WorkoutFolder](t)(c.Folders(t.Context()))
	must[[]training.SportSettings](t)(c.SportSettings(t.Context()))
	if got := must[[]source.Activity](t)(c.Activities(t.Context(), "i1"))[0]; got.HasFile || got.HasStreams ||
		len(got.Statement.Entry.Values) != 0 {
		t.Errorf("%+v", got)
	}
}

// One activity in another form does not take the list with it.
func TestAnActivityInAnotherFormIsCountedAndExplained(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	c := d.client(t)
	odd := strings.Replace(strings.Replace(ride, `"moving_time":3600`, `"moving_time":{"s":3600}`, 1), "i501", "i502", 1)
	d.says("listActivities", text("["+ride+","+odd+"]")).says("getActivity", text(odd))
	p := must[source.ActivityPage](t)(c.ListActivities(t.Context(), source.ActivityQuery{Days: days(t, "2026-09-19")}))
	if len(p.Activities) != 2 || p.Activities[0].Withheld != "" || p.Activities[1].ID != "i502" ||
		!strings.Contains(p.Activities[1].Withheld, "newer") || p.Activities[1].Statement.Entry != nil {
		t.Errorf("%+v", p.Activities)
	}
	if p.Activities[1].Version == p.Activities[0].Version || p.Activities[1].Day != day(t, "2026-09-19") {
		t.Errorf("%+v", p.Activities[1])
	}
	if _, err := c.FetchStreams(t.Context(), "i502"); fault(err) != "changed" {
		t.Errorf("%v", err)
	}
	if err := c.DeleteActivity(t.Context(), "i502"); err != nil {
		t.Errorf("%v", err)
	}
	d.says("listActivities", text(`[{"name":"nobody","moving_time":{}}]`))
	if _, err := c.ListActivities(t.Context(), source.ActivityQuery{Days: days(t, "2026-09-19")}); fault(err) != "changed" {
		t.Errorf("%v", err)
	}
}

func TestACallerThatGivesUpIsNotTheServicesFault(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	gate := make(chan struct{})
	defer close(gate)
	s.Inject(intervalstest.Fault{Operation: "listGear", Gate: gate, Held: cancel})
	_, err := c.Gear(ctx)
	if _, ours := source.FailureOf(err); ours || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	for name, call := range allCalls() {
		if err := call(ctx, t, c); training.KindOf(err) != training.KindCanceled {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheServicesPauseIsKeptToInTheBackgroundAndToldToAPerson(t *testing.T) {
	t.Parallel()
	slept := time.Duration(0)
	s, c := emulated(t, intervalstest.Options{}, func(o *client.Options) {
		o.Clock.Sleep = func(ctx context.Context, d time.Duration) error { slept += d; return ctx.Err() }
	})
	remove := s.Inject(intervalstest.Fault{Operation: "listGear", Status: 429, RetryAfter: "7", Times: 1})
	_, err := c.Gear(t.Context())
	f, _ := source.FailureOf(err)
	if f.Fault != source.RateLimited || !f.RetryAt.Equal(c.now().Add(7*time.Second)) || slept != 0 {
		t.Errorf("%v after %s", err, slept)
	}
	remove()
	s.Inject(intervalstest.Fault{Operation: "listGear", Status: 429, RetryAfter: "7", Times: 2})
	if _, err := c.Gear(source.WithUrgency(t.Context(), source.Background)); err != nil || slept < 14*time.Second {
		t.Errorf("%v after %s", err, slept)
	}
}

func TestFaultsThatPassAreSurvivedByAWholeBackfill(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Activities: 40, Seconds: 60})
	want, _ := all(t, c, source.ActivityQuery{Days: days(t, "2026-01-01", "2026-12-31")})
	s.Inject(intervalstest.Fault{Every: 3, Status: 503})
	s.Inject(intervalstest.Fault{Every: 4, Cut: true})
	got, _ := all(t, c, source.ActivityQuery{Days: days(t, "2026-01-01", "2026-12-31"), Limit: 5})
	if !slices.Equal(ids(want), ids(got)) {
		t.Errorf("%d of %d", len(ids(got)), len(ids(want)))
	}
	for _, a := range want {
		if a.HasFile {
			must[source.File](t)(c.FetchRecording(t.Context(), a.ID))
		}
	}
}

// TestTheKeyIsNowhereButInTheHeader makes every call fail and succeed, and
// looks for the key in all that comes out.
func TestTheKeyIsNowhereButInTheHeader(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s, c := emulated(t, intervalstest.Options{Lenient: true}, func(o *client.Options) { o.Log = log })
	for name, call := range allCalls() {
		fmt.Fprintln(&out, name, call(t.Context(), t, c))
	}
	fmt.Fprintf(&out, "%+v", must[source.Account](t)(c.Check(t.Context())))
	if len(s.Requests()) < 20 || !strings.Contains(out.String(), "/wellness") {
		t.Fatal("nothing was logged")
	}
	if strings.Contains(out.String(), intervalstest.DefaultKey) {
		t.Error("the key comes out")
	}
}

func TestNoMoreThanThePaceTheAuthorAsksFor(t *testing.T) {
	t.Parallel()
	now := noon
	d := newFixture(t)
	c := d.client(t, func(o *client.Options) {
		o.Clock = client.Clock{
			Now:   func() time.Time { return now },
			Sleep: func(_ context.Context, d time.Duration) error { now = now.Add(d); return nil },
		}
	})
	for range 60 {
		must[[]source.Gear](t)(c.Gear(t.Context()))
	}
	if took := now.Sub(noon); took < 6*time.Second { // ten a second
		t.Errorf("60 requests in %s", took)
	}
}
