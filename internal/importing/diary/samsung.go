package diary

import (
	"encoding/json"
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
			part: "oxygen", need: []string{"start_time", "time_offset", "spo2"}, day: "start_time",
			each: func(d *days, r row) bool {
				at, ok := r.placed("start_time", "time_offset")
				if ok {
					d.put(training.DayOf(at), training.WellnessSpO2Pct, "", mean, r.value("spo2"), at)
				}
				return ok
			},
		},
		{
			part: "hrv", beside: "sleep", need: []string{"start_time", "end_time", "time_offset", "binning_data"}, day: "start_time",
			file: pattern(`(^|/)com\.samsung\.health\.hrv\.[^/]*$`), each: samsungHRV,
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

// samsungHRV reads the windows of a session, which are in a file of their own. Those of the night
// count, and without nights all of them.
func samsungHRV(d *days, r row) bool {
	name := strings.TrimSpace(r.Text("binning_data"))
	loc, ok := offset(r.Text("time_offset"))
	if name == "" || !ok {
		return false
	}
	var windows []struct {
		Start int64   `json:"start_time"` // ms
		RMSSD float64 `json:"rmssd"`
	}
	data, ok := r.beside("jsons/com.samsung.health.hrv/" + name[:1] + "/" + name)
	if !ok || json.Unmarshal(data, &windows) != nil {
		return false
	}
	for _, w := range windows {
		at := time.UnixMilli(w.Start).In(loc)
		day, asleep := d.asleepAt(at)
		if len(d.nights) == 0 {
			day, asleep = training.DayOf(at), true
		}
		if asleep {
			d.put(day, rmssdF, "", mean, w.RMSSD, at)
		}
	}
	return true
}

// beside returns a file of the export, by its path below the folder of the table.
func (r row) beside(name string) ([]byte, bool) {
	e, ok := r.x.Use(name)
	if !ok || !e.Readable() {
		return nil, false
	}
	data, err := r.x.Table(&e)
	return data, err == nil
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
