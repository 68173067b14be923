package diary

import (
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// samsung returns the tables of Samsung Health. Before the header is a line about the table.
// Times are in UTC, with the offset in a column of their own.
func samsung() []table {
	stages := map[string]training.WellnessField{"40001": awakeF, "40002": lightF, "40003": deepF, "40004": remF}
	return []table{
		{
			joins: "sleep", need: []string{"start_time", "end_time", "sleep_id", "stage"}, day: "start_time",
			each: func(d *days, r row) bool {
				start, ok1 := r.instant("start_time")
				end, ok2 := r.instant("end_time")
				return ok1 && ok2 && d.stage(r.Text("sleep_id"), stages[r.Text("stage")], end.Sub(start))
			},
		},
		{
			part: "sleep", need: []string{"start_time", "end_time", "time_offset", "datauuid"}, day: "start_time",
			file: pattern(`(^|/)com\.samsung\.shealth\.sleep\.[^/]*$`),
			each: func(d *days, r row) bool {
				start, ok1 := r.placed("start_time", "time_offset")
				end, ok2 := r.placed("end_time", "time_offset")
				if ok1 && ok2 {
					d.sleep(night{start: start, end: end, numbers: d.staged(r.Text("datauuid"))})
				}
				return ok1 && ok2
			},
		},
		{
			part: "steps", need: []string{"day_time", "count", "source_type"}, day: "day_time",
			keep: func(r row) bool { return strings.TrimSpace(r.Text("source_type")) == "-2" }, // all devices, without counting twice
			each: func(d *days, r row) bool {
				at, ok := r.instant("day_time") // midnight in UTC of the local date
				if ok {
					d.put(training.DayOf(at), stepsF, "", latest, r.value("count"), at)
				}
				return ok
			},
		},
		{
			part: "weight", need: []string{"start_time", "time_offset", "weight"}, day: "start_time",
			each: func(d *days, r row) bool {
				at, ok := r.placed("start_time", "time_offset")
				if ok {
					d.put(training.DayOf(at), weightF, "", latest, r.value("weight"), at)
					d.put(training.DayOf(at), training.WellnessBodyFatPct, "", latest, r.value("body_fat"), at)
				}
				return ok
			},
		},
	}
}

// instant returns a time in UTC: written out, or in ms in older exports.
func (r row) instant(column string) (time.Time, bool) {
	text := strings.TrimSpace(r.Text(column))
	if ms, err := strconv.ParseInt(text, 10, 64); err == nil {
		const most = 1e13
		return time.UnixMilli(ms).UTC(), ms > 0 && ms < most
	}
	t, _, ok := r.dates.parse(text)
	return t.UTC(), ok
}

// placed returns a time that is written in UTC, with the offset in another column.
func (r row) placed(column, zone string) (time.Time, bool) {
	t, ok1 := r.instant(column)
	loc, ok2 := offset(r.Text(zone))
	if !ok1 || !ok2 {
		return t, false
	}
	return t.In(loc), true
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
			part: "sleep", need: []string{"sleep_id", "sleep_type", "sleep_start", "sleep_end", "start_utc_offset", "end_utc_offset"},
			day: "sleep_start",
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
		daily("resting_hr", `(^|/)daily_resting_heart_rate[^/]*\.csv$`, "beats per minute", restingF),
		daily("hrv", `(^|/)daily heart rate variability summary[^/]*\.csv$`, "rmssd", rmssdF),
		{
			part: "daily_hrv", need: []string{"timestamp", "data source"}, file: pattern(`(^|/)daily_heart_rate_variability[^/]*\.csv$`),
			day: "timestamp", keep: func(r row) bool { return strings.Contains(r.Text("timestamp"), "T00:00:00") },
			from:    func(r row) string { return r.Text("data source") },
			columns: []column{{"rmssd milliseconds|average heart rate variability milliseconds", rmssdF, 1, latest}},
		},
	}
}
