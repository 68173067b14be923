package diarytest

import (
	"encoding/json"
	"fmt"
	"time"
)

// AutoExport writes files of Health Auto Export, one for each week, which overlap by a day.
// Nights are summarised, or their stages are listed. In pounds, energy is in kJ. Steps are
// those of a watch each hour, and fewer of a phone.
func AutoExport(days []Day, stagesListed, pounds bool) Form {
	type datum = map[string]any
	const clock = "2006-01-02 15:04:05 -0700"
	f := Form{
		Name: "Health Auto Export", Source: "apple",
		Want: measured(func(d Day) map[string]float64 {
			w := with(night(d, true), map[string]float64{
				"resting_hr_bpm": float64(d.Resting), "hrv_sdnn_ms": float64(d.SDNN), "spo2_pct": d.SpO2, "respiration_per_min": d.Breath,
				"steps": float64(d.Steps), "active_energy_kcal": float64(d.Active), "vo2max_ml_kg_min": d.VO2max, "weight_kg": d.Weight, "body_fat_pct": d.Fat,
				"systolic_mmhg": float64(d.High), "diastolic_mmhg": float64(d.Low),
			})
			return with(with(w, eaten(d)), glucose(d))
		}),
	}
	for from := 0; from < len(days); from += 6 {
		metrics := map[string][]datum{}
		units := map[string]string{
			"step_count": "count", "active_energy": "kcal", "resting_heart_rate": "count/min", "heart_rate_variability": "ms", "respiratory_rate": "count/min",
			"blood_oxygen_saturation": "%", "vo2_max": "ml/(kg·min)", "weight_body_mass": "kg", "body_fat_percentage": "%", "blood_glucose": "mg/dL",
			"dietary_energy": "kcal", "carbohydrates": "g", "protein": "g", "total_fat": "g", "blood_pressure": "mmHg", "sleep_analysis": "hr",
			"heart_rate": "count/min", "mindful_minutes": "min",
		}
		joule, kg := 1.0, 1.0
		if pounds {
			units["active_energy"], units["dietary_energy"], units["weight_body_mass"], joule, kg = "kJ", "kJ", "lb", 4.184, 1/pound
		}
		for _, d := range days[from:min(len(days), from+7)] {
			if !worn(d) {
				continue
			}
			zone := d.Night.End.Location()
			at := func(hour, minute int) string {
				return time.Date(d.Date.Year(), d.Date.Month(), d.Date.Day(), hour, minute, 0, 0, zone).Format(clock)
			}
			add := func(name, source string, qty float64, hour, minute int) {
				metrics[name] = append(metrics[name], datum{"qty": qty, "date": at(hour, minute), "source": source})
			}
			for h := range 24 {
				add("step_count", "Ann's Watch", float64(d.Steps)/24, h, 0)
				add("step_count", "iPhone", float64(d.Steps)/30, h, 0)
				add("active_energy", "Ann's Watch", joule*float64(d.Active)/24, h, 0)
			}
			add("resting_heart_rate", "Ann's Watch", float64(d.Resting), 0, 0)
			add("heart_rate_variability", "Ann's Watch", float64(d.SDNN-4), 2, 0)
			add("heart_rate_variability", "Ann's Watch", float64(d.SDNN+4), 4, 0)
			add("respiratory_rate", "Ann's Watch", d.Breath, 3, 0)
			add("blood_oxygen_saturation", "Ann's Watch", d.SpO2, 3, 0)
			add("vo2_max", "Ann's Watch", d.VO2max, 12, 0)
			add("weight_body_mass", "Scale", d.Weight*kg, 7, 0)
			add("body_fat_percentage", "Scale", d.Fat, 7, 0)
			for i, m := range d.Meals {
				add("dietary_energy", "Food", m.Kcal*joule, 8+5*i, 0)
				add("carbohydrates", "Food", m.Carbs, 8+5*i, 0)
				add("protein", "Food", m.Protein, 8+5*i, 0)
				add("total_fat", "Food", m.Ft, 8+5*i, 0)
			}
			for i, v := range d.Glucose {
				add("blood_glucose", "Sensor", v, i/4, i%4*15)
			}
			metrics["blood_pressure"] = append(metrics["blood_pressure"], datum{"systolic": d.High, "diastolic": d.Low, "date": at(7, 0), "source": "Cuff"})
			metrics["heart_rate"] = append(metrics["heart_rate"], datum{"Min": 40, "Avg": 60, "Max": 150, "date": at(0, 0)})
			add("mindful_minutes", "iPhone", 5, 9, 0)
			metrics["sleep_analysis"] = append(metrics["sleep_analysis"], autoNights(d, stagesListed, clock)...)
		}
		var list []any
		for name, data := range metrics {
			list = append(list, map[string]any{"name": name, "units": units[name], "data": data})
		}
		text, err := json.MarshalIndent(map[string]any{"data": map[string]any{"metrics": list, "workouts": []any{}}}, "", "  ")
		if err != nil {
			panic(err)
		}
		f.Files = append(f.Files, File{fmt.Sprintf("HealthAutoExport-%s.json", days[from].Date.Format(time.DateOnly)), text})
	}
	return f
}

// autoNights returns the night of a day, and its nap if stages are listed.
func autoNights(d Day, stagesListed bool, clock string) (out []map[string]any) {
	n := d.Night
	if !stagesListed {
		return []map[string]any{{
			"date": n.End.Format("2006-01-02 00:00:00 -0700"), "sleepStart": n.Start.Format(clock), "sleepEnd": n.End.Format(clock),
			"inBedStart": n.Start.Format(clock), "inBedEnd": n.End.Format(clock), "asleep": 0, "core": float64(n.Light) / 60, "deep": float64(n.Deep) / 60,
			"rem": float64(n.Rem) / 60, "awake": float64(n.Wake) / 60, "inBed": 0, "source": "Ann's Watch",
		}}
	}
	for _, n := range []Night{n, d.Nap} {
		if n.Start.IsZero() {
			continue
		}
		for _, s := range stages(n) {
			out = append(out, map[string]any{
				"startDate": s.from.Format(clock), "endDate": s.to.Format(clock), "value": []string{"Awake", "Core", "Deep", "REM"}[s.kind],
				"qty": s.to.Sub(s.from).Hours(), "source": "Ann's Watch",
			})
		}
	}
	return out
}
