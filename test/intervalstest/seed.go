package intervalstest

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/intervalstest/signaltest"
)

// outings are the kinds of activity in the sample, in turn.
var outings = []struct{ kind, body, name string }{
	{"Ride", "cycling", "Morning ride"},
	{"Run", "running", "Threshold run"},
	{"VirtualRide", "cycling", "Turbo: 4 x 8 min threshold"},
	{"Ride", "cycling", "Long ride"},
	{"Walk", "walking", "Lunch walk"},
}

// Size is the amount of data to make.
type Size struct {
	Activities, Seconds, StubEvery, Wellness int
}

type maker struct {
	*World
	*Athlete
	size Size
}

// Fill adds a little of everything to an athlete.
func Fill(w *World, a *Athlete, size Size) {
	s := maker{w, a, size}
	today := w.Clock().In(a.Zone)
	for i := range size.Activities {
		day := today.AddDate(0, 0, -1-i)
		s.seedActivity(i, time.Date(day.Year(), day.Month(), day.Day(), 7+i%11, 15, 0, 0, a.Zone))
	}
	for i := range max(size.Wellness, 0) {
		day := today.AddDate(0, 0, -i).Format(time.DateOnly)
		if i == 4 { // a night without the watch
			continue
		}
		a.Wellness[day] = PlainDoc(Doc{
			"restingHR": 48 + i%4, "hrv": 62.5 + 3*math.Sin(float64(i)), "sleepSecs": 27000 + 600*(i%5), "sleepScore": 81.0, "sleepQuality": 2,
			"weight": 62.5 - 0.1*float64(i%3), "fatigue": 2, "soreness": 1, "stress": 2, "mood": 2, "motivation": 1, "updated": s.Stamp(),
		})
	}
	s.seedEvents(today)
	s.seedLibrary()
	s.seedThings()
}

// seedActivity makes a recorded activity, or a stub.
func (s maker) seedActivity(i int, at time.Time) {
	o := outings[i%len(outings)]
	stub := s.size.StubEvery > 0 && i%s.size.StubEvery == s.size.StubEvery-1
	id := strconv.Itoa(s.Next())
	if !stub { // only activities from Strava have a bare number
		id = "i" + id
	}
	b := &bodytest.Body{
		Start: at.UTC(), Seed: uint64(i + 1), Seconds: s.size.Seconds, Sport: o.body, Serial: 4711,
		NoPower: o.body != "cycling", NoGPS: o.kind == "VirtualRide",
	}
	_, offset := at.Zone()
	b.OffsetS = offset
	v := &Activity{Body: b, Stub: stub, Title: o.name}
	d := Doc{
		"id": id, "icu_athlete_id": s.ID, "name": o.name, "type": o.kind, "source": "GARMIN_CONNECT", "external_id": "garmin-" + id,
		"start_date": at.UTC().Format(time.RFC3339), "start_date_local": at.Format(LocalTime), "timezone": s.Zone.String(),
		"elapsed_time": b.ElapsedS(), "moving_time": b.TimerS(), "icu_recording_time": b.TimerS(),
		"distance": b.DistanceM(), "icu_distance": b.DistanceM(),
		"created": s.Stamp(), "analyzed": s.Stamp(), "file_type": "fit", "device_name": "Garmin Edge 840", "trainer": o.kind == "VirtualRide",
		"commute": false, "race": false, "athlete_max_hr": 190, "lthr": 168, "icu_resting_hr": 48, "icu_weight": 62.5,
		"icu_ftp": 250, "icu_training_load": 20 + 7*(i%9), "total_elevation_gain": 120, "calories": 400, "has_heartrate": true,
		"tags": []string{}, "feel": 2, "icu_rpe": 4, "icu_ignore_power": false, "icu_ignore_hr": false,
		"session_rpe": 4 * b.TimerS() / 60, "perceived_exertion": nil,
		"stream_types": []string{"time", "heartrate", "cadence", "distance", "altitude", "velocity_smooth"},
	}
	if i%4 == 3 {
		d["tags"] = []string{"key-session"}
	}
	switch {
	case stub:
		d["source"] = "STRAVA"
		v.Bare = i%(2*s.size.StubEvery) != s.size.StubEvery-1
	case i == 8: // from Strava and yet shown, which exists
		d["source"], d["strava_id"] = "STRAVA", "998877"
	}
	switch { // most were recorded as FIT
	case i%5 == 4:
		d["file_type"] = "gpx"
	case i%10 == 3:
		d["file_type"] = "tcx"
	}
	if !stub && !b.NoGPS && i%7 != 6 { // weather is not always known
		weather(d, i)
	}
	v.Doc = PlainDoc(d)
	summarise(v)
	if i%13 == 10 { // some are manual
		v.Body = nil
		v.Doc["source"] = "MANUAL"
		for _, f := range []string{"file_type", "device_name", "stream_types", "external_id", "icu_recording_time"} {
			delete(v.Doc, f)
		}
	}
	s.Activities[id] = v
}

// weather sets the weather of an outing, with wind in m/s and shares in
// percent.
func weather(d Doc, i int) {
	temp, wind := 8+float64(i%17)+0.25, 1.5+float64(i%6)
	maps.Copy(d, Doc{
		"has_weather": true, "average_weather_temp": temp, "min_weather_temp": temp - 1.5, "max_weather_temp": temp + 2,
		"average_feels_like": temp - 0.75,
		"min_feels_like":     temp - 2, "max_feels_like": temp + 1, "average_wind_speed": wind,
		"average_wind_gust": 2 * wind, "prevailing_wind_deg": 15 * (i % 24),
		"headwind_percent": 42.5, "tailwind_percent": 31.25, "average_clouds": 10 * (i % 11), "max_rain": 0.4 * float64(i%3), "max_snow": 0.0,
	})
}

// summarise sets an activity's averages from its streams.
func summarise(a *Activity) {
	all := a.Body.Points()
	power, beats, n, high := 0, 0, len(all), 0
	for _, p := range all {
		power, beats, high = power+p.PowerW, beats+p.HR, max(high, p.HR)
	}
	if n == 0 {
		return
	}
	a.Doc["average_heartrate"], a.Doc["max_heartrate"] = float64(beats/n), float64(high)
	a.Doc["average_speed"] = Round(Number(a.Doc, "distance")/max(Number(a.Doc, "moving_time"), 1), 3)
	if !a.Body.NoPower {
		a.Doc["device_watts"] = true
		a.Doc["icu_average_watts"], a.Doc["icu_weighted_avg_watts"] = float64(power/n), float64(power*102/100/n)
		a.Doc["icu_joules"] = float64(power)
		a.Doc["icu_intensity"] = Round(float64(power)/float64(n)/2.5, 2) // in percent
	}
}

// seedEvents plans the days around today.
func (s maker) seedEvents(today time.Time) {
	at := func(days int) string {
		return today.AddDate(0, 0, days).Format(time.DateOnly) + "T00:00:00"
	}
	c := &Call{World: s.World, Op: &Operation{}, Athlete: s.Athlete}
	for _, e := range []Doc{
		{"category": "WORKOUT", "type": "Ride", "name": "Endurance", "start_date_local": at(-1), "description": "- 60m 65%"},
		{
			"category": "WORKOUT", "type": "Ride", "name": "Threshold", "start_date_local": at(1),
			"description": "Warmup\n- 10m ramp 50-75%\n\nMain set 3x\n- 8m 95-100% 90rpm\n- 4m 55%\n\nCooldown\n- 10m 50%", "tags": []string{"key"},
		},
		{"category": "WORKOUT", "type": "Run", "name": "Easy run", "start_date_local": at(3), "description": "- 40m Z2 HR"},
		{"category": "NOTE", "name": "Travel", "start_date_local": at(2), "description": "Train to Hamburg", "color": "green"},
		{"category": "RACE_A", "type": "Ride", "name": "Autumn race", "start_date_local": at(20), "moving_time": 14400},
		{"category": "TARGET", "type": "Ride", "name": "Weekly target", "start_date_local": at(6), "load_target": 350, "time_target": 28800},
	} {
		if made, err := NewEvent(c, PlainDoc(e)); err != nil || made == nil {
			panic(err) // the sample is fixed
		}
	}
}

// richItems adds fields and a stream of the athlete's own, with values.
func (s maker) richItems() {
	for i, item := range []Doc{
		{"type": "INPUT_FIELD", "name": "Coffee", "content": Doc{"code": "Coffee", "type": "numeric", "aggregate": "SUM"}},
		{
			"type": "INPUT_FIELD", "name": "Knee in the morning",
			"content": Doc{"code": "Knee", "type": "select", "options": []string{"fine", "stiff", "sore"}},
		},
		{"type": "ACTIVITY_FIELD", "name": "Bottles", "content": Doc{"code": "Bottles", "type": "numeric", "aggregate": "SUM"}},
		{"type": "INTERVAL_FIELD", "name": "Effort", "content": Doc{"code": "Effort", "type": "numeric", "aggregate": "AVERAGE"}},
		{"type": "ACTIVITY_STREAM", "name": "Brake pressure", "content": Doc{"code": "BrakePressure"}},
	} {
		d := PlainDoc(item)
		d["id"], d["athlete_id"], d["index"], d["usage_count"], d["visibility"] = float64(s.Next()), s.ID, float64(i), 0.0, "PRIVATE"
		s.Items.Add(d)
	}
	for i, a := range s.ofType("Ride") {
		a.Doc["Bottles"] = float64(i%3) + 0.5
	}
	if a := s.ofType("GravelRide")[0]; a != nil {
		data := make([]any, len(a.Channels()["time"].Data))
		for i := range data {
			if i%17 != 5 { // the sensor drops out
				data[i] = float64(i % 12)
			}
		}
		a.Written, a.Gone = signaltest.Streams{"BrakePressure": {Data: data}}, map[string]bool{}
		a.Doc["stream_types"] = append(a.Doc["stream_types"].([]any), "BrakePressure")
	}
}

// ofType returns the recorded activities of a type, the newest first.
func (s maker) ofType(kind string) []*Activity {
	return slices.DeleteFunc(s.NewestFirst(), func(a *Activity) bool { return a.Stub || a.Body == nil || a.Doc["type"] != kind })
}

// richIntervals adds intervals that the athlete drew and named: two groups on
// the newest ride, one with efforts of unequal length, and a single interval on
// a run.
func (s maker) richIntervals() {
	edit := func(a *Activity, drawn []Doc) {
		all, at := a.Channels(), 0
		n := len(all["time"].Data)
		add := func(from, to int, fields Doc) {
			d := all.Slice(from, to)
			d["id"], d["type"] = float64(len(a.Intervals)+1), "RECOVERY"
			for k, v := range fields {
				d[k] = v
			}
			a.Intervals = append(a.Intervals, d)
		}
		for _, d := range drawn {
			from, to := int(Number(d, "from")*float64(n)), int(Number(d, "to")*float64(n))
			add(at, from, nil)
			add(from, to, Doc{"type": "WORK", "label": d["label"], "group_id": d["group_id"], "Effort": d["effort"]})
			at = to
		}
		add(at, n, nil)
		a.Doc["icu_intervals_edited"], a.Doc["lock_intervals"] = true, true
		a.Doc["interval_summary"] = Plain([]string{"3x climbs", "2x sprints"})
	}
	if rides := s.ofType("Ride"); len(rides) > 0 {
		edit(rides[0], []Doc{
			{"from": 0.1, "to": 0.2, "label": "Kapelle", "group_id": "climbs", "effort": 7.0},
			{"from": 0.25, "to": 0.27, "label": "Ortsschild", "group_id": "sprints", "effort": 10.0},
			{"from": 0.35, "to": 0.47, "label": "Kapelle noch einmal", "group_id": "climbs", "effort": 8.0},
			{"from": 0.6, "to": 0.75, "label": "Sendemast", "group_id": "climbs", "effort": 9.0},
			{"from": 0.8, "to": 0.83, "label": "Ortsschild zurück", "group_id": "sprints", "effort": 10.0},
		})
	}
	if runs := s.ofType("Run"); len(runs) > 0 {
		edit(runs[0], []Doc{{"from": 0.3, "to": 0.5, "label": "Mile, all out", "group_id": "mile"}})
	}
}

// richEvents adds notes, an illness, a plan for a week and a completed planned
// day, far in the past and the future.
func (s maker) richEvents(today time.Time) {
	at := func(days int) string { return today.AddDate(0, 0, days).Format(time.DateOnly) + "T00:00:00" }
	c := &Call{World: s.World, Op: &Operation{}, Athlete: s.Athlete}
	for _, e := range []Doc{
		{"category": "NOTE", "name": "New saddle", "start_date_local": at(-400), "description": "3 mm higher", "color": "blue"},
		{"category": "NOTE", "name": "Week of rest", "start_date_local": at(-97), "for_week": true, "description": "Coach: sleep"},
		{"category": "SICK", "name": "Flu", "start_date_local": at(-204), "end_date_local": at(-198)},
		{"category": "INJURED", "name": "Knee", "start_date_local": at(-120), "end_date_local": at(-113)},
		{"category": "SEASON_START", "name": "Season", "start_date_local": at(-300)},
		{"category": "SET_EFTP", "type": "Ride", "name": "Ramp test", "start_date_local": at(-60), "icu_ftp": 262.0},
		{
			"category": "HOLIDAY", "name": "Mallorca", "start_date_local": at(25), "end_date_local": at(33),
			"training_availability": "LIMITED", "max_training_time": 5400,
		},
		{
			"category": "WORKOUT", "type": "GravelRide", "name": "Gravel tempo", "start_date_local": at(4),
			"description": "- 20m 60%\n- 30m 85%\n- 10m 55%", "sub_type": "NONE",
		},
	} {
		if made, err := NewEvent(c, PlainDoc(e)); err != nil || made == nil {
			panic(err) // the sample is fixed
		}
	}
	done, err := NewEvent(c, PlainDoc(Doc{
		"category": "WORKOUT", "type": "Ride", "name": "Climbs",
		"start_date_local": Text(s.ofType("Ride")[0].Doc, "start_date_local")[:10] + "T00:00:00",
		"description":      "- 15m 60%\n\n3x\n- 8m 95%\n- 4m 50%\n\n- 10m 50%",
	}))
	if err != nil {
		panic(err) // the sample is fixed
	}
	ride := s.ofType("Ride")[0].Doc
	ride["paired_event_id"], ride["compliance"] = done["id"], 91.4
}

// richGear adds gear whose totals come from the activities, with its parts and
// reminders, and returns its ids by name.
func (s maker) richGear() map[string]string {
	today := s.Clock().In(s.Zone)
	day := func(ago int) string { return today.AddDate(0, 0, -ago).Format("2006-01-02") }
	ids := map[string]string{}
	add := func(d Doc, parts ...string) {
		id := "g" + strconv.Itoa(s.Next())
		mounted := []string{}
		for _, p := range parts {
			mounted = append(mounted, ids[p])
		}
		for k, v := range (Doc{
			"id": id, "athlete_id": s.ID, "component": false, "use_elapsed_time": false, "component_ids": mounted,
			"activity_filters": []any{},
		}) {
			if d[k] == nil {
				d[k] = v
			}
		}
		list := []any{}
		for _, r := range asDocs(d["reminders"]) {
			r["id"], r["gear_id"] = s.Next(), id
			if r["last_reset"] == nil {
				r["last_reset"] = day(richDays+10) + "T06:00:00.000+00:00"
			}
			list = append(list, r)
		}
		d["reminders"] = list
		s.Gear.Add(PlainDoc(d))
		ids[d["name"].(string)] = id
	}
	since := day(richDays + 10)
	// The first chain was worn out; its use ends on the day it was taken off.
	add(Doc{
		"type": "Chain", "name": "Chain 1", "component": true, "purchased": since, "retired": day(150),
		"notes": "0.75 % at the gauge",
	})
	add(Doc{"type": "Chain", "name": "Chain 2", "component": true, "purchased": day(149), "reminders": []Doc{
		{"name": "Wax", "distance": 30000.0, "starting_distance": 21000.0, "last_reset": day(70) + "T18:30:00.000+00:00"},
		{"name": "Replace", "distance": 120000.0, "starting_distance": 0.0},
	}})
	add(Doc{
		"type": "Tyre", "name": "Rear tyre", "component": true, "purchased": day(300),
		"use_elapsed_time": true, "reminders": []Doc{
			{"name": "Look at the tread", "days": 90, "last_reset": day(81) + "T18:30:00.000+00:00"},
			{"name": "Change", "time": 32000.0, "starting_time": 0.0},
		},
	})
	add(Doc{"type": "Bike", "name": "Road bike", "purchased": since, "-primary": true, "reminders": []Doc{
		{"name": "Service", "activities": 60, "starting_activities": 10, "snoozed_until": day(-9) + "T00:00:00.000+00:00"},
	}}, "Chain 1", "Chain 2", "Rear tyre")
	add(Doc{"type": "Bike", "name": "Gravel bike", "purchased": since})
	add(Doc{"type": "Bike", "name": "Turbo bike", "purchased": since, "notes": "Stays on the trainer"})
	add(Doc{"type": "Bike", "name": "Cargo bike", "purchased": since, "retired": day(100)})
	add(Doc{
		"type": "Shoes", "name": "Road shoes", "purchased": since,
		"reminders": []Doc{{"name": "New ones", "distance": 160000.0, "starting_distance": 0.0}},
	})
	add(Doc{"type": "Shoes", "name": "Trail shoes", "purchased": since})
	add(Doc{"type": "Shoes", "name": "First shoes", "purchased": day(900), "retired": day(richDays + 5)})
	return ids
}

func asDocs(v any) []Doc {
	list, _ := v.([]Doc)
	return list
}

// Settings adds the sport settings that every athlete has.
func Settings(w *World, a *Athlete) {
	for _, d := range []Doc{
		{
			"types": []string{"Ride", "VirtualRide", "GravelRide", "MountainBikeRide"}, "ftp": 250, "indoor_ftp": 240,
			"w_prime": 16000, "p_max": 850,
			"power_zones":      []int{55, 75, 90, 105, 120, 150, 999},
			"power_zone_names": []string{"Recovery", "Endurance", "Tempo", "Threshold", "VO2 Max", "Anaerobic", "Neuromuscular"},
			"load_order":       "POWER_HR_PACE", "tiz_order": "POWER_HR_PACE", "workout_order": "POWER_HR_PACE", "pace_units": "MINS_KM",
		},
		{
			"types": []string{"Run", "VirtualRun", "TrailRun"}, "threshold_pace": 3.7037, "pace_units": "MINS_KM", "pace_load_type": "RUN", // m/s
			"pace_zones":      []float64{77.5, 87.7, 94.3, 100, 103.4, 111.5, 999},
			"pace_zone_names": []string{"Zone 1", "Zone 2", "Zone 3", "Zone 4", "Zone 5a", "Zone 5b", "Zone 5c"},
			"load_order":      "PACE_HR_POWER", "workout_order": "PACE_HR_POWER",
		},
		{
			"types": []string{"Swim", "OpenWaterSwim"}, "threshold_pace": 1.1111, "pace_units": "SECS_100M",
			"pace_load_type": "SWIM", "load_order": "PACE_HR_POWER",
		},
		{"types": []string{"Other"}, "other": true},
	} {
		full := PlainDoc(d)
		full["id"], full["athlete_id"] = float64(w.Next()), a.ID
		for k, v := range PlainDoc(Doc{
			"lthr": 168, "max_hr": 190, "hr_zones": []int{136, 150, 156, 167, 171, 176, 190},
			"warmup_time": 1200, "cooldown_time": 600,
		}) {
			full[k] = v
		}
		a.Settings.Add(full)
	}
}
