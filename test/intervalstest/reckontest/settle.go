package reckontest

import (
	"math"

	"lapkeep/test/intervalstest/apitest"
	"lapkeep/test/intervalstest/signaltest"
)

// Settle works out all that follows from what an athlete has. It does nothing
// for one whose figures were written down.
func Settle(a *apitest.Athlete, today string) {
	if !a.Reckoned {
		return
	}
	for _, v := range a.Activities {
		settings := a.SettingsFor(apitest.Text(v.Doc, "type"))
		if v.Tally == nil && (v.Body != nil || len(v.Written) > 0) {
			v.Tally = signaltest.TallyOf(v.Channels())
			adopt(a, v, settings)
		}
		loads(v, settings)
		zoneTimes(v)
	}
	form := a.Form(today, today)
	for _, v := range a.Activities {
		if f, ok := form[apitest.Text(v.Doc, "start_date_local")[:10]]; ok {
			v.Doc["icu_ctl"], v.Doc["icu_atl"] = apitest.Round(f.CTL, 4), apitest.Round(f.ATL, 4)
		}
	}
	for _, g := range a.Gear.Rows {
		wear(a, g, today)
	}
	nameGear(a)
}

// adopt gives a new recording the thresholds of today. One that has any keeps
// them when its streams change.
func adopt(a *apitest.Athlete, v *apitest.Activity, settings apitest.Doc) {
	d := v.Doc
	if len(v.Tally.Watts) > 0 {
		d["icu_weighted_avg_watts"], d["icu_joules"] = math.Round(v.Tally.Weighted), math.Round(v.Tally.WorkJ)
	}
	if d["lthr"] != nil || d["icu_ftp"] != nil {
		return
	}
	for field, from := range map[string]string{
		"lthr": "lthr", "athlete_max_hr": "max_hr", "icu_hr_zones": "hr_zones", "icu_ftp": "ftp",
		"icu_power_zones": "power_zones", "icu_w_prime": "w_prime",
		"icu_sweet_spot_min": "sweet_spot_min", "icu_sweet_spot_max": "sweet_spot_max", "threshold_pace": "threshold_pace",
		"pace_zones": "pace_zones",
	} {
		if settings[from] != nil {
			d[field] = settings[from]
		}
	}
	if apitest.Truth(d, "trainer") && settings["indoor_ftp"] != nil {
		d["icu_ftp"] = settings["indoor_ftp"]
	}
	d["icu_resting_hr"], d["icu_weight"] = a.Profile["icu_resting_hr"], a.Profile["icu_weight"]
}
