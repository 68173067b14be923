package sampletest

import (
	"maps"
	"strconv"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/intervalstest/apitest"
)

// richDays is how long ago the rich athlete's first activity was.
const richDays = 420

// outing is a kind of activity that the rich athlete goes through in turn.
type outing struct {
	kind, name, sport string
	sub               byte // FIT's number of the sub-sport
	gear              string
	fields            apitest.Doc
	withheld          bool
}

// richOutings have each what the document knows of an activity: where it
// comes from, what it counts as, what is ignored, what the athlete set.
func richOutings() []outing {
	indoor := apitest.Doc{
		"trainer": true, "source": "ZWIFT", "device_name": "Zwift", "power_meter": "Wahoo KICKR",
		"power_meter_serial": "3110", "feel": 3, "icu_rpe": 6,
	}
	return []outing{
		{
			kind: "Ride", name: "Über die Dörfer", sport: "cycling", sub: 7, gear: "Road bike",
			fields: apitest.Doc{"icu_rpe": 4, "feel": 2, "carbs_ingested": 60},
		},
		{kind: "TrailRun", name: "Forest loops", sport: "running", sub: 3, gear: "Trail shoes", fields: apitest.Doc{"icu_rpe": 5, "feel": 2}},
		{kind: "Ride", name: "Club ride", sport: "cycling", gear: "Road bike", withheld: true},
		{kind: "VirtualRide", name: "Alpe", sport: "cycling", sub: 58, gear: "Turbo bike", fields: indoor},
		{
			kind: "Run", name: "Track 10 × 400", sport: "running", sub: 4, gear: "Road shoes",
			fields: apitest.Doc{"tags": []string{"key-session"}, "icu_rpe": 8, "feel": 3},
		},
		{
			kind: "GravelRide", name: "Canal path", sport: "cycling", sub: 46, gear: "Gravel bike",
			fields: apitest.Doc{"icu_ignore_power": true, "description": "Power meter not zeroed"},
		},
		{
			kind: "Ride", name: "To work", sport: "cycling", gear: "Gravel bike",
			fields: apitest.Doc{"commute": true, "sub_type": "COMMUTE", "icu_rpe": 2},
		},
		{kind: "OpenWaterSwim", name: "Lake", sport: "swimming", sub: 18, fields: apitest.Doc{"icu_ignore_hr": true}},
		{kind: "Ride", name: "Alpine day", sport: "cycling", gear: "Road bike", withheld: true},
		{
			kind: "EBikeRide", name: "With the children", sport: "cycling", sub: 28, gear: "Cargo bike",
			fields: apitest.Doc{"icu_rpe": 1, "icu_ignore_power": true},
		},
		{kind: "Ride", name: "Regional championship", sport: "cycling", sub: 7, gear: "Road bike", fields: apitest.Doc{
			"race": true, "sub_type": "RACE", "icu_rpe": 9, "feel": 1, apitest.OwnLoad: 187, "icu_color": "#cc0000",
		}},
		{kind: "WeightTraining", name: "Gym", fields: apitest.Doc{"source": "MANUAL", "kg_lifted": 3450.0, "icu_rpe": 7, apitest.OwnLoad: 33}},
		{
			kind: "VirtualRun", name: "Treadmill", sport: "running", sub: 1, gear: "Road shoes",
			fields: apitest.Doc{"trainer": true, "device_name": "Zwift", "source": "ZWIFT"},
		},
	}
}

// Rich gives an athlete 14 months as the service's document has them. What
// follows from them is left to reckontest.
func Rich(w *apitest.World, a *apitest.Athlete, seconds int) {
	s := maker{w, a, Size{Seconds: seconds}}
	a.Reckoned, a.Before = true, apitest.Fitness{}
	e := eras()[0]
	maps.Copy(a.Profile, apitest.PlainDoc(apitest.Doc{"icu_weight": e.weight, "weight": e.weight, "icu_resting_hr": e.resting}))
	richSettings(s)
	gear := s.richGear()
	today := w.Clock().In(a.Zone)
	list := richOutings()
	for i := 0; ; i++ { // two in three days, and a week of rest each eighth
		ago := richDays - 3*i/2 - i/37*7
		if ago < 1 {
			break
		}
		day := today.AddDate(0, 0, -ago)
		s.richActivity(i, list[i%len(list)], ago, time.Date(day.Year(), day.Month(), day.Day(), 6+i%12, 5, 0, 0, a.Zone), gear)
	}
	s.richWellness(today)
	s.richItems()
	s.richIntervals()
	s.seedEvents(today)
	s.richEvents(today)
	s.seedLibrary()
}

// richActivity makes one that was recorded, withheld or written down.
func (s maker) richActivity(i int, o outing, ago int, at time.Time, gear map[string]string) {
	id := strconv.Itoa(s.Next())
	if !o.withheld {
		id = "i" + id
	}
	v := &apitest.Activity{Stub: o.withheld, Title: o.name}
	d := apitest.Doc{
		"id": id, "icu_athlete_id": s.ID, "name": o.name, "type": o.kind, "source": "GARMIN_CONNECT",
		"external_id": "garmin-" + id, "sub_type": "NONE",
		"start_date": at.UTC().Format(time.RFC3339), "start_date_local": at.Format(apitest.LocalTime), "timezone": s.Zone.String(),
		"created": at.UTC().Format(time.RFC3339), "analyzed": s.Stamp(), "icu_sync_date": s.Stamp(), "trainer": false,
		"commute": false, "race": false, "tags": []string{},
		"icu_ignore_power": false, "icu_ignore_hr": false, "icu_ignore_time": false, "ignore_pace": false,
		"ignore_velocity": false, "lock_intervals": false,
	}
	if g := gear[o.gear]; g != "" {
		d[apitest.Worn] = g
	}
	length := s.size.Seconds + 60*(i%7)
	d["moving_time"], d["elapsed_time"] = length, length+95
	if o.sport != "" {
		_, offset := at.Zone()
		v.Body = &bodytest.Body{
			Start: at.UTC(), Seed: uint64(i + 1), Seconds: length, Sport: o.sport, SubSport: o.sub, Serial: uint32(4711 + i%3), OffsetS: offset,
			NoPower: o.sport != "cycling", NoGPS: o.sub == 58 || o.sub == 1,
			StandFrom: length / 2, StandTo: length/2 + length/20,
		}
		s.recorded(d, v, i)
		s.thresholds(d, o, ago)
	}
	maps.Copy(d, o.fields)
	if rpe, ok := d["icu_rpe"].(int); ok {
		d["session_rpe"] = rpe * d["moving_time"].(int) / 60
	}
	if o.withheld { // the service knows of it, and says only that there was something
		d["source"], d[apitest.OwnLoad] = "STRAVA", 70+11*(i%9)
	}
	v.Doc = apitest.PlainDoc(d)
	s.Activities[id] = v
}
