package diarytest

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the database that Android writes
)

// HealthConnect writes the database of Health Connect. A watch's app and a phone write steps;
// the watch's app writes the rest.
func HealthConnect(days []Day) Form {
	dir, err := os.MkdirTemp("", "lapkeep-connect-")
	must(err)
	defer func() { must(os.RemoveAll(dir)) }()
	p := filepath.Join(dir, "a.db")
	db, err := sql.Open("sqlite", p)
	must(err)
	db.SetMaxOpenConns(1)
	run := func(query string, args ...any) int64 {
		r, err := db.Exec(query, args...)
		must(err)
		id, err := r.LastInsertId()
		must(err)
		return id
	}
	const common = "row_id INTEGER PRIMARY KEY, uuid BLOB, app_info_id INTEGER, device_info_id INTEGER, recording_method INTEGER, local_date INTEGER"
	const instant, interval = ", time INTEGER, zone_offset INTEGER", ", start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, end_zone_offset INTEGER"
	run("PRAGMA user_version=23")
	run("BEGIN")
	run("CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT)")
	run("INSERT INTO application_info_table VALUES (1, 'com.example.watch', 'Watch'), (2, 'com.example.phone', 'Phone')")
	for table, columns := range map[string]string{
		"nutrition_record_table": interval + ", meal_type INTEGER, energy_from_fat REAL, energy REAL, protein REAL, total_carbohydrate REAL, total_fat REAL",
		"steps_record_table":     interval + ", count INTEGER", "active_calories_burned_record_table": interval + ", energy REAL",
		"total_calories_burned_record_table": interval + ", energy REAL", "sleep_session_record_table": interval + ", title TEXT, notes TEXT",
		"resting_heart_rate_record_table":           instant + ", beats_per_minute INTEGER",
		"heart_rate_variability_rmssd_record_table": instant + ", heart_rate_variability_millis REAL",
		"weight_record_table":                       instant + ", weight REAL", "body_fat_record_table": instant + ", percentage REAL",
		"oxygen_saturation_record_table": instant + ", percentage REAL", "respiratory_rate_record_table": instant + ", rate REAL",
		"vo2_max_record_table": instant + ", measurement_method INTEGER, vo2_milliliters_per_minute_kilogram REAL",
	} {
		run("CREATE TABLE " + table + " (" + common + columns + ")")
	}
	run("CREATE TABLE sleep_stages_table (parent_key INTEGER, stage_start_time INTEGER, stage_end_time INTEGER, stage_type INTEGER)")
	for _, d := range days {
		if worn(d) {
			connectDay(d, run)
		}
	}
	run("COMMIT")
	must(db.Close())
	data, err := os.ReadFile(p) //nolint:gosec // its own file
	must(err)
	return Form{
		Name: "Health Connect", Source: "health_connect", Files: []File{{"health_connect_export.db", data}},
		Want: measured(func(d Day) map[string]float64 {
			return with(with(night(d, true), eaten(d)), map[string]float64{
				"resting_hr_bpm": float64(d.Resting), "hrv_rmssd_ms": float64(d.RMSSD), "spo2_pct": d.SpO2, "respiration_per_min": d.Breath,
				"steps": float64(d.Steps), "active_energy_kcal": float64(d.Active), "total_energy_kcal": float64(d.Total), "vo2max_ml_kg_min": d.VO2max,
				"weight_kg": d.Weight, "body_fat_pct": d.Fat,
			})
		}),
	}
}

func connectDay(d Day, run func(string, ...any) int64) {
	_, offset := d.Night.End.Zone()
	zone := d.Night.End.Location()
	at := func(hour int) int64 {
		return time.Date(d.Date.Year(), d.Date.Month(), d.Date.Day(), hour, 30, 0, 0, zone).UnixMilli()
	}
	instant := func(table, column string, hour int, v float64) {
		run(fmt.Sprintf("INSERT INTO %s_record_table (app_info_id, time, zone_offset, %s) VALUES (1, ?, ?, ?)", table, column), at(hour), offset, v)
	}
	interval := func(table, column string, app, hour int, v any) {
		run(fmt.Sprintf("INSERT INTO %s_record_table (app_info_id, start_time, start_zone_offset, end_time, end_zone_offset, %s) VALUES (?, ?, ?, ?, ?, ?)",
			table, column), app, at(hour), offset, at(hour)+60_000, offset, v)
	}
	interval("steps", "count", 1, 0, d.Steps-1000)
	interval("steps", "count", 1, 23, 1000)
	interval("steps", "count", 2, 9, d.Steps-500)
	interval("active_calories_burned", "energy", 1, 10, float64(d.Active)*1000)
	interval("total_calories_burned", "energy", 1, 10, float64(d.Total)*1000)
	for i, m := range d.Meals { // energy in small calories, masses in grams
		run("INSERT INTO nutrition_record_table (app_info_id, start_time, start_zone_offset, end_time, end_zone_offset, meal_type, energy_from_fat, energy, "+
			"protein, total_carbohydrate, total_fat) VALUES (1, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)",
			at(7+6*i), offset, at(7+6*i)+60_000, offset, i+1, m.Kcal*1000, m.Protein, m.Carbs, m.Ft)
	}
	instant("resting_heart_rate", "beats_per_minute", 5, float64(d.Resting))
	instant("heart_rate_variability_rmssd", "heart_rate_variability_millis", 2, float64(d.RMSSD)-3)
	instant("heart_rate_variability_rmssd", "heart_rate_variability_millis", 4, float64(d.RMSSD)+3)
	instant("weight", "weight", 6, 120_000)
	instant("weight", "weight", 7, d.Weight*1000)
	instant("body_fat", "percentage", 7, d.Fat)
	instant("oxygen_saturation", "percentage", 3, d.SpO2)
	instant("respiratory_rate", "rate", 3, d.Breath)
	instant("vo2_max", "vo2_milliliters_per_minute_kilogram", 12, d.VO2max)
	for _, n := range []Night{d.Night, d.Nap} {
		if n.Start.IsZero() {
			continue
		}
		id := run("INSERT INTO sleep_session_record_table (app_info_id, start_time, start_zone_offset, end_time, end_zone_offset) VALUES (1, ?, ?, ?, ?)",
			n.Start.UnixMilli(), offset, n.End.UnixMilli(), offset)
		for _, s := range stages(n) {
			run("INSERT INTO sleep_stages_table VALUES (?, ?, ?, ?)", id, s.from.UnixMilli(), s.to.UnixMilli(), []int{1, 4, 5, 6}[s.kind])
		}
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
