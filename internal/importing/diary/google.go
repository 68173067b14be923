package diary

import (
	"path"
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// googleRoot returns the folder of Fitbit or Google Health in an archive of Google Takeout.
func googleRoot(rel string) string {
	for _, whole := range []string{"fitbit/", "google health/"} {
		if at := strings.Index("/"+strings.ToLower(rel), "/"+whole); at >= 0 {
			return rel[:at+len(whole)]
		}
	}
	return rel[:len(rel)-len(path.Base(rel))]
}

// noSleeps is the reason why steps and weights are not read without the table of nights.
const noSleeps = "Its times have no zone. Import it together with the table UserSleeps, which gives the zone."

// googleZone adds the offsets at the start and the end of a night.
func googleZone(d *days, r row) {
	for _, side := range []string{"start", "end"} {
		if at, ok := r.placed("sleep_"+side, side+"_utc_offset"); ok {
			_, offset := at.Zone()
			d.zones = append(d.zones, clockZone{at, offset})
		}
	}
}

// google returns the tables of Fitbit and Google Health in an archive of Google Takeout whose
// rows have a date or a zone. A table of a daily value has midnight in UTC for the local date.
func google() []table {
	daily := func(part, file, name string, f training.WellnessField) table {
		return table{
			part: part, need: []string{"timestamp", name}, file: pattern(file), day: "timestamp", columns: []column{{name, f, 1, latest}},
			keep: func(r row) bool { return strings.Contains(r.Text("timestamp"), "T00:00:00") },
			from: func(r row) string { return r.Text("data source") },
		}
	}
	minutes := func(part, name string, f training.WellnessField, scale float64, by rule) table {
		return table{
			part: part, zonedBy: "sleep", need: []string{"timestamp", name, "data source"}, day: "timestamp",
			each: func(d *days, r row) bool {
				at, ok := r.instant("timestamp")
				v, isNumber := r.number(name)
				if !ok || !isNumber {
					return false
				}
				if at, ok = d.zones.local(at); !ok {
					d.lost++
					return true
				}
				d.put(training.DayOf(at), f, textclean.Line(r.Text("data source"), textclean.NameRunes), by, v*scale, at)
				return true
			},
		}
	}
	list := func(t table, name string) table { // of the layout before 2026
		t.list, t.older, t.file = true, true, pattern(`(^|/)global export data/`+name+`-[^/]*\.json$`)
		return t
	}
	stages := map[string]training.WellnessField{"AWAKE": awakeF, "LIGHT": lightF, "DEEP": deepF, "REM": remF, "ASLEEP": asleepF}
	return []table{
		{
			joins: "sleep", need: []string{"sleep_id", "sleep_stage_type", "sleep_stage_start", "sleep_stage_end"}, day: "sleep_stage_start",
			each: func(d *days, r row) bool {
				start, ok1 := r.instant("sleep_stage_start")
				end, ok2 := r.instant("sleep_stage_end")
				return ok1 && ok2 && d.stage(r.Text("sleep_id"), stages[r.Text("sleep_stage_type")], end.Sub(start))
			},
		},
		{
			part: "sleep", zone: googleZone,
			need: []string{"sleep_id", "sleep_type", "sleep_start", "sleep_end", "start_utc_offset", "end_utc_offset"},
			day:  "sleep_start",
			each: func(d *days, r row) bool {
				start, ok1 := r.placed("sleep_start", "start_utc_offset")
				end, ok2 := r.placed("sleep_end", "end_utc_offset")
				n := night{start: start, end: end, from: r.Text("data_source"), numbers: d.staged(r.Text("sleep_id"))}
				put(n.numbers, asleepF, r.value("minutes_asleep")*minuteS)
				put(n.numbers, awakeF, r.value("minutes_awake")*minuteS)
				if ok1 && ok2 {
					d.sleep(n)
				}
				return ok1 && ok2
			},
		},
		minutes("steps", "steps", stepsF, 1, sum), minutes("weight", "weight grams", weightF, 1e-3, latest),
		daily("resting_hr", `(^|/)daily_resting_heart_rate[^/]*\.csv$`, "beats per minute", restingF),
		daily("hrv", `(^|/)daily heart rate variability summary[^/]*\.csv$`, "rmssd", rmssdF),
		{
			part: "daily_hrv", need: []string{"timestamp", "data source"}, file: pattern(`(^|/)daily_heart_rate_variability[^/]*\.csv$`),
			day: "timestamp", keep: func(r row) bool { return strings.Contains(r.Text("timestamp"), "T00:00:00") },
			from:    func(r row) string { return r.Text("data source") },
			columns: []column{{"rmssd milliseconds|average heart rate variability milliseconds", rmssdF, 1, latest}},
		},
		list(minutes("steps", "value", stepsF, 1, sum), "steps"), list(daily("resting_hr", "", "value", restingF), "resting_heart_rate"),
	}
}
