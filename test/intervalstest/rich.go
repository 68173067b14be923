package intervalstest

import (
	"maps"
	"math"
	"strconv"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/intervalstest/signaltest"
)

// richDays is how long ago the rich athlete's first activity was.
const richDays = 420

// outing is one of the rich athlete's kinds of activity, in turn.
type outing struct {
	kind, name, sport string
	sub               byte // FIT's number of the sub-sport
	gear              string
	fields            Doc
	withheld          bool
}

// richOutings returns outings with everything that the document has for an
// activity: source, category, ignored data, the athlete's settings.
func richOutings() []outing {
	indoor := Doc{
		"trainer": true, "source": "ZWIFT", "device_name": "Zwift", "power_meter": "Wahoo KICKR",
		"power_meter_serial": "3110", "feel": 3, "icu_rpe": 6,
	}
	return []outing{
		{
			kind: "Ride", name: "Über die Dörfer", sport: "cycling", sub: 7, gear: "Road bike",
			fields: Doc{"icu_rpe": 4, "feel": 2, "carbs_ingested": 60},
		},
		{kind: "TrailRun", name: "Forest loops", sport: "running", sub: 3, gear: "Trail shoes", fields: Doc{"icu_rpe": 5, "feel": 2}},
		{kind: "Ride", name: "Club ride", sport: "cycling", gear: "Road bike", withheld: true},
		{kind: "VirtualRide", name: "Alpe", sport: "cycling", sub: 58, gear: "Turbo bike", fields: indoor},
		{
			kind: "Run", name: "Track 10 × 400", sport: "running", sub: 4, gear: "Road shoes",
			fields: Doc{"tags": []string{"key-session"}, "icu_rpe": 8, "feel": 3},
		},
		{
			kind: "GravelRide", name: "Canal path", sport: "cycling", sub: 46, gear: "Gravel bike",
			fields: Doc{"icu_ignore_power": true, "description": "Power meter not zeroed"},
		},
		{
			kind: "Ride", name: "To work", sport: "cycling", gear: "Gravel bike",
			fields: Doc{"commute": true, "sub_type": "COMMUTE", "icu_rpe": 2},
		},
		{kind: "OpenWaterSwim", name: "Lake", sport: "swimming", sub: 18, fields: Doc{"icu_ignore_hr": true}},
		{kind: "Ride", name: "Alpine day", sport: "cycling", gear: "Road bike", withheld: true},
		{
			kind: "EBikeRide", name: "With the children", sport: "cycling", sub: 28, gear: "Cargo bike",
			fields: Doc{"icu_rpe": 1, "icu_ignore_power": true},
		},
		{kind: "Ride", name: "Regional championship", sport: "cycling", sub: 7, gear: "Road bike", fields: Doc{
			"race": true, "sub_type": "RACE", "icu_rpe": 9, "feel": 1, OwnLoad: 187, "icu_color": "#cc0000",
		}},
		{kind: "WeightTraining", name: "Gym", fields: Doc{"source": "MANUAL", "kg_lifted": 3450.0, "icu_rpe": 7, OwnLoad: 33}},
		{
			kind: "VirtualRun", name: "Treadmill", sport: "running", sub: 1, gear: "Road shoes",
			fields: Doc{"trainer": true, "device_name": "Zwift", "source": "ZWIFT"},
		},
	}
}

// Rich gives an athlete 14 months as in the service's document. Settle computes
// derived values.
func Rich(w *World, a *Athlete, seconds int) {
	s := maker{w, a, Size{Seconds: seconds}}
	a.Reckoned, a.Before = true, Fitness{}
	e := eras()[0]
	maps.Copy(a.Profile, PlainDoc(Doc{"icu_weight": e.weight, "weight": e.weight, "icu_resting_hr": e.resting}))
	richSettings(s)
	gear := s.richGear()
	today := w.Clock().In(a.Zone)
	list := richOutings()
	for i := 0; ; i++ { // two in three days, and every eighth week rest
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

// richActivity makes a recorded, withheld or manual activity.
func (s maker) richActivity(i int, o outing, ago int, at time.Time, gear map[string]string) {
	id := strconv.Itoa(s.Next())
	if !o.withheld {
		id = "i" + id
	}
	v := &Activity{Stub: o.withheld, Title: o.name}
	d := Doc{
		"id": id, "icu_athlete_id": s.ID, "name": o.name, "type": o.kind, "source": "GARMIN_CONNECT",
		"external_id": "garmin-" + id, "sub_type": "NONE",
		"start_date": at.UTC().Format(time.RFC3339), "start_date_local": at.Format(LocalTime), "timezone": s.Zone.String(),
		"created": at.UTC().Format(time.RFC3339), "analyzed": s.Stamp(), "icu_sync_date": s.Stamp(), "trainer": false,
		"commute": false, "race": false, "tags": []string{},
		"icu_ignore_power": false, "icu_ignore_hr": false, "icu_ignore_time": false, "ignore_pace": false,
		"ignore_velocity": false, "lock_intervals": false,
	}
	if g := gear[o.gear]; g != "" {
		d[Worn] = g
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
	if o.withheld { // the service knows it, but only shows that it exists
		d["source"], d[OwnLoad] = "STRAVA", 70+11*(i%9)
	}
	v.Doc = PlainDoc(d)
	s.Activities[id] = v
}

// era is a period with the same thresholds and zones. Activities keep those of
// their own era; sport settings have only the last.
type era struct {
	since                    int // days ago
	ftp, indoor, wPrime      int // W, W, J
	lthr, most, resting      int // bpm
	weight, pace, trail, css float64
	power                    []int // zones as percent of FTP
	beats                    []int // zones' upper bpm, the last the maximum
}

// eras returns the athlete's eras, newest first. The FTP changed three times,
// and once the athlete defined their own zones.
func eras() []era {
	own := []int{52, 74, 88, 101, 118, 999}
	usual := []int{55, 75, 90, 105, 120, 150, 999}
	return []era{
		{60, 262, 249, 19400, 171, 187, 47, 63.8, 3.846, 3.125, 1.19, own, []int{131, 146, 158, 171, 179, 187}},
		{180, 248, 236, 18100, 169, 188, 49, 65.1, 3.731, 3.03, 1.16, own, []int{129, 144, 156, 169, 178, 188}},
		{300, 229, 215, 16800, 165, 190, 53, 68.0, 3.571, 2.941, 1.12, usual, []int{134, 147, 153, 164, 168, 175, 190}},
		{430, 211, 200, 15500, 161, 191, 57, 71.4, 3.39, 2.778, 1.05, usual, []int{130, 143, 150, 160, 164, 171, 191}},
	}
}

func eraOf(daysAgo int) era {
	all := eras()
	for _, e := range all {
		if daysAgo <= e.since {
			return e
		}
	}
	return all[len(all)-1]
}

// richSettings adds today's settings, with the athlete's own names.
func richSettings(s maker) {
	e := eras()[0]
	zones := Doc{
		"lthr": e.lthr, "max_hr": e.most, "hr_zones": e.beats,
		"hr_zone_names": []string{"Locker", "Grundlage", "Tempo", "Schwelle", "Über der Schwelle", "Voll"},
		"hr_load_type":  "HRSS", "warmup_time": 900, "cooldown_time": 480,
	}
	power := Doc{
		"ftp": e.ftp, "indoor_ftp": e.indoor, "w_prime": e.wPrime, "p_max": 910, "power_zones": e.power,
		"sweet_spot_min": 83, "sweet_spot_max": 96,
		"power_zone_names":      []string{"Spazieren", "Reise", "Zug", "Schwelle", "VO₂", "Sprint"},
		"power_spike_threshold": 30, "power_field": "watts", "load_order": "POWER_HR_PACE", "tiz_order": "POWER_HR_PACE",
		"workout_order": "POWER_HR_PACE", "pace_units": "MINS_KM",
		"mmp_model": Doc{"type": "FFT_CURVES", "criticalPower": 255, "wPrime": 19100, "pMax": 905, "ftp": 253},
	}
	run := func(pace float64) Doc {
		return Doc{
			"threshold_pace": pace, "pace_units": "MINS_KM", "pace_load_type": "RUN", "pace_zones": []float64{78.5, 88.0, 95.0, 101.5, 999},
			"pace_zone_names": []string{"Trab", "Dauer", "Marathon", "Schwelle", "Bahn"}, "load_order": "PACE_HR_POWER",
			"tiz_order":     "HR_PACE_POWER",
			"workout_order": "PACE_HR_POWER", "gap_model": "STRAVA_RUN",
		}
	}
	for _, d := range []struct {
		types  []string
		fields []Doc
	}{
		{[]string{"Ride", "VirtualRide", "GravelRide", "MountainBikeRide"}, []Doc{zones, power}},
		{[]string{"Run", "VirtualRun"}, []Doc{zones, run(e.pace)}},
		{[]string{"TrailRun"}, []Doc{zones, run(e.trail)}},
		{[]string{"Swim", "OpenWaterSwim"}, []Doc{zones, {
			"threshold_pace": e.css, "pace_units": "SECS_100M", "pace_load_type": "SWIM", "load_order": "PACE_HR_POWER",
			"workout_order": "PACE_HR_POWER",
			"pace_zones":    []float64{88.0, 96.0, 103.0, 999}, "pace_zone_names": []string{"GA", "Technik", "CSS", "Sprint"},
		}}},
		{[]string{"Other"}, []Doc{zones, {"other": true, "load_order": "HR_PACE_POWER"}}},
	} {
		full := Doc{"id": s.Next(), "athlete_id": s.ID, "types": d.types, "created": s.Stamp(), "updated": s.Stamp()}
		for _, part := range d.fields {
			for k, v := range part {
				full[k] = v
			}
		}
		s.Settings.Add(PlainDoc(full))
	}
}

// richWellness begins a month before the first activity. Some days are missing,
// one weight comes from the settings and was not measured, one day is locked,
// and a long past day was changed yesterday.
func (s maker) richWellness(today time.Time) {
	for ago := richDays + 30; ago >= 0; ago-- {
		if ago%5 == 3 {
			continue
		}
		at := today.AddDate(0, 0, -ago)
		e, wave := eraOf(ago), math.Sin(float64(ago)/9)
		d := Doc{
			"restingHR": e.resting + ago%3, "hrv": Round(58+9*wave, 1), "hrvSDNN": Round(71+8*wave, 1),
			"sleepSecs":  25800 + 420*(ago%9),
			"sleepScore": 74.0 + float64(ago%20), "sleepQuality": 1 + ago%4, "avgSleepingHR": float64(e.resting) - 2.5,
			"fatigue": 1 + ago%4, "soreness": ago % 4,
			"stress": 1 + ago/3%4, "mood": 1 + ago/5%4, "motivation": 1 + ago/7%4, "hydration": 1 + ago%2, "injury": 1,
			"steps": 4100 + 310*(ago%17), "respiration": 13.5,
			"readiness": 60.0 + float64(ago%33), "spO2": 96.5, "kcalConsumed": 2150 + 50*(ago%8), "carbohydrates": 281.5,
			"protein": 104.0, "fatTotal": 71.2, "vo2max": Round(47+float64(richDays-ago)/70, 1),
			"updated": at.UTC().Format("2006-01-02T15:04:05.000+00:00"), "Coffee": float64(ago % 4),
			"Knee": []string{"fine", "stiff", "sore"}[ago%3],
		}
		if ago%4 == 0 {
			d["weight"], d["bodyFat"] = Round(e.weight+0.3*wave, 1), Round(19.5-float64(richDays-ago)/150, 1)
		} else {
			d["weight"], d["tempWeight"] = e.weight, true
		}
		switch ago {
		case 200: // long ago, and changed yesterday
			d["updated"], d["comments"], d["restingHR"] = today.AddDate(0, 0,
				-1).UTC().Format("2006-01-02T15:04:05.000+00:00"), "Was ill, written down late", 64
		case 90:
			d["locked"] = true
		case 31, 30, 29:
			d["menstrualPhase"] = "PERIOD"
		case 45:
			d["systolic"], d["diastolic"], d["bloodGlucose"], d["lactate"], d["abdomen"], d["hydrationVolume"],
				d["baevskySI"] = 118, 74, 4.9, 1.1, 76.5, 2.4, 88.5
		}
		s.Wellness[at.Format(time.DateOnly)] = PlainDoc(d)
	}
}

// thresholds gives an activity the thresholds of its day. The indoor FTP is
// lower.
func (s maker) thresholds(d Doc, o outing, ago int) {
	e := eraOf(ago)
	d["lthr"], d["athlete_max_hr"], d["icu_resting_hr"], d["icu_hr_zones"] = e.lthr, e.most, e.resting, e.beats
	d["icu_weight"] = Round(e.weight+float64(ago%5)/10, 1)
	switch o.sport {
	case "cycling":
		ftp := e.ftp
		if o.sub == 58 {
			ftp = e.indoor
		}
		d["icu_ftp"], d["icu_w_prime"], d["p_max"], d["icu_power_zones"] = ftp, e.wPrime, 880, e.power
		d["icu_sweet_spot_min"], d["icu_sweet_spot_max"], d["icu_power_spike_threshold"] = 84, 97, 30
		d["icu_rolling_ftp"], d["icu_rolling_ftp_delta"], d["icu_rolling_w_prime"], d["icu_rolling_p_max"] = e.ftp-6,
			ago%3-1, float64(e.wPrime)+112.5, 871.5
		d["icu_pm_ftp"], d["icu_pm_cp"], d["icu_pm_w_prime"], d["icu_pm_p_max"], d["icu_pm_ftp_secs"],
			d["icu_pm_ftp_watts"] = e.ftp-11, e.ftp-14, e.wPrime-900, 790, 480, e.ftp+19
	case "running":
		d["threshold_pace"], d["pace_zones"], d["gap_model"] = e.pace, []float64{77.5, 87.7, 94.3, 100, 999}, "STRAVA_RUN"
		if o.kind == "TrailRun" {
			d["threshold_pace"] = e.trail
		}
	case "swimming":
		d["threshold_pace"], d["pace_zones"] = e.css, []float64{88, 96, 103, 999}
	}
}

// recorded sets the values from an activity's streams, and its devices.
func (s maker) recorded(d Doc, v *Activity, i int) {
	b := v.Body
	d["file_type"], d["device_name"] = "fit", "Garmin Forerunner 965"
	d["elapsed_time"], d["icu_recording_time"] = b.ElapsedS(), b.TimerS()
	d["moving_time"], d["coasting_time"] = b.ElapsedS()-(b.StandTo-b.StandFrom), 31+i%40
	d["distance"], d["icu_distance"] = b.DistanceM(), Round(b.DistanceM()*1.004, 1) // by the track
	d["total_elevation_gain"], d["total_elevation_loss"] = 118.0+float64(3*(i%40)), 115.5
	d["has_heartrate"], d["device_watts"] = true, !b.NoPower
	d["stream_types"] = []string{"time", "heartrate", "cadence", "distance", "altitude", "velocity_smooth"}
	all := signaltest.Of(b)
	v.Tally = signaltest.TallyOf(all)
	whole := all.Slice(0, len(all["time"].Data))
	for field, from := range map[string]string{
		"average_heartrate": "average_heartrate", "max_heartrate": "max_heartrate", "average_cadence": "average_cadence",
		"min_altitude": "min_altitude", "max_altitude": "max_altitude", "max_speed": "max_speed",
	} {
		if whole[from] != nil {
			d[field] = whole[from]
		}
	}
	d["decoupling"] = v.Tally.Decoupling
	seconds := float64(b.ElapsedS() - (b.StandTo - b.StandFrom))
	d["average_speed"] = Round(b.DistanceM()/seconds, 3)
	d["pace"], d["icu_lap_count"], d["average_temp"], d["min_temp"], d["max_temp"] = d["average_speed"], 1+i%4, 18.0, 17, 19
	d["calories"] = int(math.Round(seconds*0.21)) + 7*(i%5) // the device's, not computed from the work
	if b.Sport == "running" {
		d["gap"], d["average_stride"], d["average_stance_time"],
			d["average_vertical_oscillation"] = Round(b.DistanceM()/seconds*1.03, 3), 1.08, 243.0, 8.4
	}
	if !b.NoGPS && i%4 != 3 {
		weather(d, i)
	}
	if !b.NoPower {
		ridden(d, v.Tally, i)
	}
}

// ridden sets the values that follow from power but not from a threshold.
func ridden(d Doc, t *signaltest.Tally, i int) {
	d["device_name"], d["power_meter"], d["power_meter_serial"], d["power_meter_battery"] = "Garmin Edge 1050",
		"Favero Assioma DUO", "21188", "GOOD"
	d["power_field"], d["power_field_names"], d["crank_length"] = "watts", []string{"watts"}, 172.5
	seconds := 0
	for _, n := range t.Watts {
		seconds += n
	}
	mean := t.WorkJ / float64(max(seconds, 1))
	d["icu_joules"], d["icu_average_watts"], d["icu_weighted_avg_watts"] = math.Round(t.WorkJ), math.Round(mean), math.Round(t.Weighted)
	d["icu_variability_index"] = Round(t.Weighted/mean, 4)
	if beats, ok := d["average_heartrate"].(float64); ok && beats > 0 {
		d["icu_efficiency_factor"], d["icu_power_hr"] = Round(t.Weighted/beats, 4), Round(mean/beats, 4)
	}
	d["icu_power_hr_z2"], d["icu_power_hr_z2_mins"], d["icu_cadence_z2"] = 1.41, 9, 86
	d["avg_lr_balance"], d["icu_max_wbal_depletion"], d["strain_score"], d["carbs_used"] = 50.8, 6200+10*(i%30), 41.5+float64(i%11), 77+i%20
	d["ss_cp"], d["ss_w_prime"], d["ss_p_max"] = 36.5, 4.25, 0.75
	d["stream_types"] = append(d["stream_types"].([]string), "watts") // recorded has set it
}
