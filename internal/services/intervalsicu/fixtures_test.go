package intervalsicu

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
