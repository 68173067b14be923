package sampletest

import (
	"maps"
	"math"
	"strconv"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/intervalstest/apitest"
	"lapkeep/test/intervalstest/calendartest"
	"lapkeep/test/intervalstest/contracttest"
)

// outings are the kinds of activity that the sample goes through in turn.
var outings = []struct{ kind, body, name string }{
	{"Ride", "cycling", "Morning ride"},
	{"Run", "running", "Threshold run"},
	{"VirtualRide", "cycling", "Turbo: 4 x 8 min threshold"},
	{"Ride", "cycling", "Long ride"},
	{"Walk", "walking", "Lunch walk"},
}

// Size says how much there is to be.
type Size struct {
	Activities, Seconds, StubEvery, Wellness int
}

type maker struct {
	*apitest.World
	*apitest.Athlete
	size Size
}

// Fill gives an athlete a little of everything.
func Fill(w *apitest.World, a *apitest.Athlete, size Size) {
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
		a.Wellness[day] = apitest.PlainDoc(apitest.Doc{
			"restingHR": 48 + i%4, "hrv": 62.5 + 3*math.Sin(float64(i)), "sleepSecs": 27000 + 600*(i%5), "sleepScore": 81.0, "sleepQuality": 2,
			"weight": 62.5 - 0.1*float64(i%3), "fatigue": 2, "soreness": 1, "stress": 2, "mood": 2, "motivation": 1, "updated": s.Stamp(),
		})
	}
	s.seedEvents(today)
	s.seedLibrary()
	s.seedThings()
}

// seedActivity makes one that was recorded, or the stub of one.
func (s maker) seedActivity(i int, at time.Time) {
	o := outings[i%len(outings)]
	stub := s.size.StubEvery > 0 && i%s.size.StubEvery == s.size.StubEvery-1
	id := strconv.Itoa(s.Next())
	if !stub { // only what came from Strava has a bare number
		id = "i" + id
	}
	b := &bodytest.Body{
		Start: at.UTC(), Seed: uint64(i + 1), Seconds: s.size.Seconds, Sport: o.body, Serial: 4711,
		NoPower: o.body != "cycling", NoGPS: o.kind == "VirtualRide",
	}
	_, offset := at.Zone()
	b.OffsetS = offset
	v := &apitest.Activity{Body: b, Stub: stub, Title: o.name}
	d := apitest.Doc{
		"id": id, "icu_athlete_id": s.ID, "name": o.name, "type": o.kind, "source": "GARMIN_CONNECT", "external_id": "garmin-" + id,
		"start_date": at.UTC().Format(time.RFC3339), "start_date_local": at.Format(apitest.LocalTime), "timezone": s.Zone.String(),
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
	case i == 8: // from Strava, and yet shown: such exist
		d["source"], d["strava_id"] = "STRAVA", "998877"
	}
	switch { // most were recorded as FIT
	case i%5 == 4:
		d["file_type"] = "gpx"
	case i%10 == 3:
		d["file_type"] = "tcx"
	}
	if !stub && !b.NoGPS && i%7 != 6 { // the weather of a place, which is not always known
		weather(d, i)
	}
	v.Doc = apitest.PlainDoc(d)
	summarise(v)
	if i%13 == 10 { // and some were written down
		v.Body = nil
		v.Doc["source"] = "MANUAL"
		for _, f := range []string{"file_type", "device_name", "stream_types", "external_id", "icu_recording_time"} {
			delete(v.Doc, f)
		}
	}
	s.Activities[id] = v
}

// weather is that of an outing: its wind in m/s, its shares in percent.
func weather(d apitest.Doc, i int) {
	temp, wind := 8+float64(i%17)+0.25, 1.5+float64(i%6)
	maps.Copy(d, apitest.Doc{
		"has_weather": true, "average_weather_temp": temp, "min_weather_temp": temp - 1.5, "max_weather_temp": temp + 2,
		"average_feels_like": temp - 0.75,
		"min_feels_like":     temp - 2, "max_feels_like": temp + 1, "average_wind_speed": wind,
		"average_wind_gust": 2 * wind, "prevailing_wind_deg": 15 * (i % 24),
		"headwind_percent": 42.5, "tailwind_percent": 31.25, "average_clouds": 10 * (i % 11), "max_rain": 0.4 * float64(i%3), "max_snow": 0.0,
	})
}

// summarise sets an activity's averages from its streams.
func summarise(a *apitest.Activity) {
	all := a.Body.Points()
	power, beats, n, high := 0, 0, len(all), 0
	for _, p := range all {
		power, beats, high = power+p.PowerW, beats+p.HR, max(high, p.HR)
	}
	if n == 0 {
		return
	}
	a.Doc["average_heartrate"], a.Doc["max_heartrate"] = float64(beats/n), float64(high)
	a.Doc["average_speed"] = apitest.Round(apitest.Number(a.Doc, "distance")/max(apitest.Number(a.Doc, "moving_time"), 1), 3)
	if !a.Body.NoPower {
		a.Doc["device_watts"] = true
		a.Doc["icu_average_watts"], a.Doc["icu_weighted_avg_watts"] = float64(power/n), float64(power*102/100/n)
		a.Doc["icu_joules"] = float64(power)
		a.Doc["icu_intensity"] = apitest.Round(float64(power)/float64(n)/2.5, 2) // in percent
	}
}

// seedEvents plans the days around today.
func (s maker) seedEvents(today time.Time) {
	at := func(days int) string {
		return today.AddDate(0, 0, days).Format(time.DateOnly) + "T00:00:00"
	}
	c := &apitest.Call{World: s.World, Op: &contracttest.Operation{}, Athlete: s.Athlete}
	for _, e := range []apitest.Doc{
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
		if made, err := calendartest.NewEvent(c, apitest.PlainDoc(e)); err != nil || made == nil {
			panic(err) // the sample is ours
		}
	}
}
