package sampletest

import "lapkeep/test/intervalstest/apitest"

// era is a time with the same thresholds and zones. Activities keep those of
// their own; sport settings have only the last.
type era struct {
	since                    int // days ago
	ftp, indoor, wPrime      int // W, W, J
	lthr, most, resting      int // bpm
	weight, pace, trail, css float64
	power                    []int // zones as percent of FTP
	beats                    []int // zones' upper bpm, the last the maximum
}

// eras are the athlete's, the newest first. The FTP changed three times, and
// once the athlete made zones of their own.
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

// richSettings are those of today, with the athlete's own names.
func richSettings(s maker) {
	e := eras()[0]
	zones := apitest.Doc{
		"lthr": e.lthr, "max_hr": e.most, "hr_zones": e.beats,
		"hr_zone_names": []string{"Locker", "Grundlage", "Tempo", "Schwelle", "Über der Schwelle", "Voll"},
		"hr_load_type":  "HRSS", "warmup_time": 900, "cooldown_time": 480,
	}
	power := apitest.Doc{
		"ftp": e.ftp, "indoor_ftp": e.indoor, "w_prime": e.wPrime, "p_max": 910, "power_zones": e.power,
		"sweet_spot_min": 83, "sweet_spot_max": 96,
		"power_zone_names":      []string{"Spazieren", "Reise", "Zug", "Schwelle", "VO₂", "Sprint"},
		"power_spike_threshold": 30, "power_field": "watts", "load_order": "POWER_HR_PACE", "tiz_order": "POWER_HR_PACE",
		"workout_order": "POWER_HR_PACE", "pace_units": "MINS_KM",
		"mmp_model": apitest.Doc{"type": "FFT_CURVES", "criticalPower": 255, "wPrime": 19100, "pMax": 905, "ftp": 253},
	}
	run := func(pace float64) apitest.Doc {
		return apitest.Doc{
			"threshold_pace": pace, "pace_units": "MINS_KM", "pace_load_type": "RUN", "pace_zones": []float64{78.5, 88.0, 95.0, 101.5, 999},
			"pace_zone_names": []string{"Trab", "Dauer", "Marathon", "Schwelle", "Bahn"}, "load_order": "PACE_HR_POWER",
			"tiz_order":     "HR_PACE_POWER",
			"workout_order": "PACE_HR_POWER", "gap_model": "STRAVA_RUN",
		}
	}
	for _, d := range []struct {
		types  []string
		fields []apitest.Doc
	}{
		{[]string{"Ride", "VirtualRide", "GravelRide", "MountainBikeRide"}, []apitest.Doc{zones, power}},
		{[]string{"Run", "VirtualRun"}, []apitest.Doc{zones, run(e.pace)}},
		{[]string{"TrailRun"}, []apitest.Doc{zones, run(e.trail)}},
		{[]string{"Swim", "OpenWaterSwim"}, []apitest.Doc{zones, {
			"threshold_pace": e.css, "pace_units": "SECS_100M", "pace_load_type": "SWIM", "load_order": "PACE_HR_POWER",
			"workout_order": "PACE_HR_POWER",
			"pace_zones":    []float64{88.0, 96.0, 103.0, 999}, "pace_zone_names": []string{"GA", "Technik", "CSS", "Sprint"},
		}}},
		{[]string{"Other"}, []apitest.Doc{zones, {"other": true, "load_order": "HR_PACE_POWER"}}},
	} {
		full := apitest.Doc{"id": s.Next(), "athlete_id": s.ID, "types": d.types, "created": s.Stamp(), "updated": s.Stamp()}
		for _, part := range d.fields {
			for k, v := range part {
				full[k] = v
			}
		}
		s.Settings.Add(apitest.PlainDoc(full))
	}
}
