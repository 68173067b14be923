package sampletest

import (
	"math"

	"lapkeep/test/intervalstest/apitest"
	"lapkeep/test/intervalstest/signaltest"
)

// thresholds puts in an activity what held on its day. Indoors the FTP is the
// lower one.
func (s maker) thresholds(d apitest.Doc, o outing, ago int) {
	e := eraOf(ago)
	d["lthr"], d["athlete_max_hr"], d["icu_resting_hr"], d["icu_hr_zones"] = e.lthr, e.most, e.resting, e.beats
	d["icu_weight"] = apitest.Round(e.weight+float64(ago%5)/10, 1)
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

// recorded sets what an activity's streams say, and what its devices were.
func (s maker) recorded(d apitest.Doc, v *apitest.Activity, i int) {
	b := v.Body
	d["file_type"], d["device_name"] = "fit", "Garmin Forerunner 965"
	d["elapsed_time"], d["icu_recording_time"] = b.ElapsedS(), b.TimerS()
	d["moving_time"], d["coasting_time"] = b.ElapsedS()-(b.StandTo-b.StandFrom), 31+i%40
	d["distance"], d["icu_distance"] = b.DistanceM(), apitest.Round(b.DistanceM()*1.004, 1) // by the track
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
	d["average_speed"] = apitest.Round(b.DistanceM()/seconds, 3)
	d["pace"], d["icu_lap_count"], d["average_temp"], d["min_temp"], d["max_temp"] = d["average_speed"], 1+i%4, 18.0, 17, 19
	d["calories"] = int(math.Round(seconds*0.21)) + 7*(i%5) // the device's, which does not follow from the work
	if b.Sport == "running" {
		d["gap"], d["average_stride"], d["average_stance_time"],
			d["average_vertical_oscillation"] = apitest.Round(b.DistanceM()/seconds*1.03, 3), 1.08, 243.0, 8.4
	}
	if !b.NoGPS && i%4 != 3 {
		weather(d, i)
	}
	if !b.NoPower {
		ridden(d, v.Tally, i)
	}
}

// ridden sets what follows from power but not from a threshold.
func ridden(d apitest.Doc, t *signaltest.Tally, i int) {
	d["device_name"], d["power_meter"], d["power_meter_serial"], d["power_meter_battery"] = "Garmin Edge 1050",
		"Favero Assioma DUO", "21188", "GOOD"
	d["power_field"], d["power_field_names"], d["crank_length"] = "watts", []string{"watts"}, 172.5
	seconds := 0
	for _, n := range t.Watts {
		seconds += n
	}
	mean := t.WorkJ / float64(max(seconds, 1))
	d["icu_joules"], d["icu_average_watts"], d["icu_weighted_avg_watts"] = math.Round(t.WorkJ), math.Round(mean), math.Round(t.Weighted)
	d["icu_variability_index"] = apitest.Round(t.Weighted/mean, 4)
	if beats, ok := d["average_heartrate"].(float64); ok && beats > 0 {
		d["icu_efficiency_factor"], d["icu_power_hr"] = apitest.Round(t.Weighted/beats, 4), apitest.Round(mean/beats, 4)
	}
	d["icu_power_hr_z2"], d["icu_power_hr_z2_mins"], d["icu_cadence_z2"] = 1.41, 9, 86
	d["avg_lr_balance"], d["icu_max_wbal_depletion"], d["strain_score"], d["carbs_used"] = 50.8, 6200+10*(i%30), 41.5+float64(i%11), 77+i%20
	d["ss_cp"], d["ss_w_prime"], d["ss_p_max"] = 36.5, 4.25, 0.75
	d["stream_types"] = append(d["stream_types"].([]string), "watts") // recorded has set it
}
