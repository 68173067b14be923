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
