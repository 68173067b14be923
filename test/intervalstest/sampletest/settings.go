package sampletest

import (
	"lapkeep/test/intervalstest/apitest"
)

// Settings are the sport settings that every athlete has.
func Settings(w *apitest.World, a *apitest.Athlete) {
	for _, d := range []apitest.Doc{
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
		full := apitest.PlainDoc(d)
		full["id"], full["athlete_id"] = float64(w.Next()), a.ID
		for k, v := range apitest.PlainDoc(apitest.Doc{
			"lthr": 168, "max_hr": 190, "hr_zones": []int{136, 150, 156, 167, 171, 176, 190},
			"warmup_time": 1200, "cooldown_time": 600,
		}) {
			full[k] = v
		}
		a.Settings.Add(full)
	}
}
