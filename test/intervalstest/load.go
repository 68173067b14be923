package intervalstest

import (
	"math"
	"slices"
	"strings"
	"time"

	"lapkeep/test/intervalstest/signaltest"
)

// loads sets an activity's loads by its own thresholds, and chooses one by the
// sport's order.
func loads(a *Activity, settings Doc) {
	d, t := a.Doc, a.Tally
	for _, f := range []string{"power_load", "hr_load", "hr_load_type", "pace_load", "pace_load_type", "icu_intensity", "trimp"} {
		delete(d, f)
	}
	if t != nil {
		powerLoad(d, t)
		heartLoad(d, t)
		paceLoad(d, settings)
	}
	if own, ok := d[OwnLoad].(float64); ok {
		d["icu_training_load"] = own
		return
	}
	delete(d, "icu_training_load")
	order := Text(settings, "load_order")
	if order == "" {
		order = "POWER_HR_PACE"
	}
	for word := range strings.SplitSeq(order, "_") {
		if load := Number(d, strings.ToLower(word)+"_load"); load > 0 {
			d["icu_training_load"] = load
			return
		}
	}
}

// powerLoad sets the load by power, which is 100 for an hour at the FTP of the
// day.
func powerLoad(d Doc, t *signaltest.Tally) {
	ftp := Number(d, "icu_ftp")
	above := 0.0
	for watts, seconds := range t.Watts {
		above += max(float64(watts)-ftp, 0) * float64(seconds)
	}
	if len(t.Watts) > 0 && ftp > 0 {
		d["icu_joules_above_ftp"] = above
	}
	if len(t.Watts) == 0 || ftp == 0 || Truth(d, "icu_ignore_power") {
		return
	}
	intensity := math.Round(t.Weighted) / ftp
	d["icu_intensity"] = Round(100*intensity, 4)
	d["power_load"] = math.Round(100 * intensity * intensity * Number(d, "moving_time") / 3600)
}

// impulse returns Banister's impulse for one minute at a share of the heart
// rate reserve. His factors are 0.64 and 1.92 for men, 0.86 and 1.67 for women.
func impulse(share float64) float64 { return share * 0.86 * math.Exp(1.67*share) }

// heartLoad sets the load by heart rate, 100 for an hour at the threshold heart
// rate of the day.
func heartLoad(d Doc, t *signaltest.Tally) {
	low, high, threshold := Number(d, "icu_resting_hr"), Number(d, "athlete_max_hr"), Number(d, "lthr")
	if len(t.Beats) == 0 || threshold <= low || high <= low || Truth(d, "icu_ignore_hr") {
		return
	}
	sum := 0.0
	for bpm, seconds := range t.Beats {
		sum += impulse(max(float64(bpm)-low, 0)/(high-low)) * float64(seconds) / 60
	}
	d["trimp"] = Round(sum, 3)
	d["hr_load"] = math.Round(100 * sum / (60 * impulse((threshold-low)/(high-low))))
	d["hr_load_type"] = "HRSS"
}

// paceLoad sets the load by pace, 100 for an hour at the threshold pace of the
// day. Resistance grows faster in water, hence the third power.
func paceLoad(d, settings Doc) {
	kind, threshold, seconds := Text(settings, "pace_load_type"), Number(d, "threshold_pace"), Number(d, "moving_time")
	if kind == "" || threshold == 0 || seconds == 0 || Truth(d, "ignore_pace") {
		return
	}
	power := 2.0
	if kind == "SWIM" {
		power = 3
	}
	d["pace_load"] = math.Round(100 * math.Pow(Number(d, "distance")/seconds/threshold, power) * seconds / 3600)
	d["pace_load_type"] = kind
}

// zoneTimes sets the seconds in each zone, by the zones of the day.
func zoneTimes(a *Activity) {
	d, t := a.Doc, a.Tally
	if t == nil {
		return
	}
	if bounds := Numbers(d["icu_power_zones"]); bounds != nil && len(t.Watts) > 0 {
		ftp, list := Number(d, "icu_ftp"), []any{}
		for i, secs := range spread(t.Watts, bounds, 100/ftp) {
			list = append(list, Doc{"id": "Z" + NumberText(float64(i+1)), "secs": secs})
		}
		low, high := Number(d, "icu_sweet_spot_min"), Number(d, "icu_sweet_spot_max")
		sweet := spread(t.Watts, []float64{low, high}, 100/ftp)
		d["icu_zone_times"] = append(list, Doc{"id": "SS", "secs": sweet[1]}) // overlaps the others
		polarization(d, list)
	}
	if bounds := Numbers(d["icu_hr_zones"]); bounds != nil && len(t.Beats) > 0 {
		d["icu_hr_zone_times"] = Plain(spread(t.Beats, bounds, 1))
	}
	if bounds, pace := Numbers(d["pace_zones"]), Number(d, "threshold_pace"); bounds != nil && pace > 0 && len(t.Speed) > 0 {
		d["pace_zone_times"] = Plain(spread(t.Speed, bounds, 1/pace)) // cm/s per m/s is percent
	}
}

// spread returns the seconds up to each bound. Values above the last bound
// count in the last zone.
func spread(seconds map[int]int, bounds []float64, scale float64) []float64 {
	out := make([]float64, len(bounds))
	for v, n := range seconds {
		i := slices.IndexFunc(bounds, func(b float64) bool { return float64(v)*scale <= b })
		if i < 0 {
			i = len(bounds) - 1
		}
		out[i] += float64(n)
	}
	return out
}

// polarization sets Treff's index from the shares of three bands: the first two
// zones, the next two, and the rest.
func polarization(d Doc, zones []any) {
	var band [3]float64
	total := 0.0
	for i, z := range zones {
		secs := Number(z.(Doc), "secs") // zoneTimes has just made it
		band[min(i/2, 2)] += secs
		total += secs
	}
	delete(d, "polarization_index")
	if band[0] > 0 && band[1] > 0 && band[2] > 0 {
		d["polarization_index"] = Round(math.Log10(band[0]/band[1]*band[2]/total*100), 2)
	}
}

// Settle computes everything that follows from an athlete's data. It does
// nothing for an athlete with fixed values.
func Settle(a *Athlete, today string) {
	if !a.Reckoned {
		return
	}
	for _, v := range a.Activities {
		settings := a.SettingsFor(Text(v.Doc, "type"))
		if v.Tally == nil && (v.Body != nil || len(v.Written) > 0) {
			v.Tally = signaltest.TallyOf(v.Channels())
			adopt(a, v, settings)
		}
		loads(v, settings)
		zoneTimes(v)
	}
	form := a.Form(today, today)
	for _, v := range a.Activities {
		if f, ok := form[Text(v.Doc, "start_date_local")[:10]]; ok {
			v.Doc["icu_ctl"], v.Doc["icu_atl"] = Round(f.CTL, 4), Round(f.ATL, 4)
		}
	}
	for _, g := range a.Gear.Rows {
		wear(a, g, today)
	}
	nameGear(a)
}

// adopt adds today's thresholds to a new recording. One that has any keeps them
// when its streams change.
func adopt(a *Athlete, v *Activity, settings Doc) {
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
	if Truth(d, "trainer") && settings["indoor_ftp"] != nil {
		d["icu_ftp"] = settings["indoor_ftp"]
	}
	d["icu_resting_hr"], d["icu_weight"] = a.Profile["icu_resting_hr"], a.Profile["icu_weight"]
}

// wear sets the use of gear: all activities with it, or for a component those
// with its gear since it was bought. Withheld activities count too.
func wear(a *Athlete, g Doc, today string) {
	distance, seconds, count := 0.0, 0.0, 0.0
	for _, v := range a.Activities {
		day := Text(v.Doc, "start_date_local")[:10]
		if !usedOn(a, g, v.Doc) || day < Text(g, "purchased") || g["retired"] != nil && day > Text(g, "retired") {
			continue
		}
		length := "moving_time"
		if Truth(g, "use_elapsed_time") {
			length = "elapsed_time"
		}
		distance, seconds, count = distance+Number(v.Doc, "distance"), seconds+Number(v.Doc, length), count+1
	}
	g["distance"], g["time"], g["activities"] = Round(distance, 1), seconds, count
	list, _ := g["reminders"].([]any)
	for _, r := range list {
		if d, ok := r.(Doc); ok {
			remind(g, d, today)
		}
	}
}

// usedOn reports whether an activity was done with gear, or with the gear that
// it is part of.
func usedOn(a *Athlete, g, activity Doc) bool {
	worn := activity[Worn]
	if worn == nil {
		return false
	}
	if worn == g["id"] {
		return true
	}
	whole := a.Gear.Find(Text(activity, Worn))
	parts, _ := whole["component_ids"].([]any)
	return slices.Contains(parts, g["id"])
}

// remind sets the used share of a reminder since its last reset, by the nearest
// of its limits.
func remind(g, r Doc, today string) {
	most := 0.0
	for _, name := range []string{"distance", "time", "activities"} {
		used := max(Number(g, name)-Number(r, "starting_"+name), 0)
		r[name+"_used"] = Round(used, 1)
		if limit := Number(r, name); limit > 0 {
			most = max(most, 100*used/limit)
		}
	}
	reset, _, _ := strings.Cut(Text(r, "last_reset"), "T")
	from, err1 := time.Parse(time.DateOnly, reset)
	to, err2 := time.Parse(time.DateOnly, today)
	if err1 == nil && err2 == nil {
		days := to.Sub(from).Hours() / 24
		r["days_used"] = days
		if limit := Number(r, "days"); limit > 0 {
			most = max(most, 100*days/limit)
		}
	}
	r["percent_used"] = Round(most, 1)
}

// nameGear puts the gear object in each activity.
func nameGear(a *Athlete) {
	for _, v := range a.Activities {
		delete(v.Doc, "gear")
		if g := a.Gear.Find(Text(v.Doc, Worn)); g != nil {
			v.Doc["gear"] = Doc{"id": g["id"], "name": g["name"], "distance": g["distance"], "primary": Truth(g, "-primary")}
		}
	}
}
