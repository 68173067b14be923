package diarytest

import (
	"fmt"
	"math"
	"strings"
	"time"
)

const pound = 0.45359237

func round(x float64, decimals int) float64 {
	p := math.Pow10(decimals)
	return math.Round(x*p) / p
}

// Withings writes the archive of Withings: weights in kg or lb, and names of stages in English or German.
func Withings(days []Day, pounds, german bool) Form {
	unit, per := "kg", 1.0
	if pounds {
		unit, per = "lb", pound
	}
	var weights, nights, steps, energy, pressure [][]string
	for i := range days {
		d := days[len(days)-1-i]
		date := d.Date.Format(time.DateOnly)
		if !worn(d) {
			steps = append(steps, []string{date, "0"})
			continue
		}
		fat := d.Weight * d.Fat / 100
		weights = append(weights, []string{date + " 08:11:51", fmt.Sprintf("%.2f", d.Weight/per), fmt.Sprintf("%.2f", fat/per), "3.22", "", "43.9", ""},
			[]string{date + " 06:01:00", "99.00", "", "", "", "", "with the dog, and a bag"})
		n := d.Night
		nights = append(nights, []string{
			n.Start.Format(time.RFC3339), n.End.Format(time.RFC3339), num(60 * n.Light), num(60 * n.Deep), num(60 * n.Rem), num(60 * n.Wake), "2", "600", "60",
			"0", "0", num(n.AvgHR), "44", "80", "",
		})
		steps = append(steps, []string{date, num(d.Steps)})
		energy = append(energy, []string{date, num(d.Active)})
		pressure = append(pressure, []string{date + " 07:00:00", "55", num(d.High), num(d.Low), ""})
	}
	names := split("from|to|light (s)|deep (s)|rem (s)|awake (s)|wake up|Duration to sleep (s)|Duration to wake up (s)|Snoring (s)|Snoring episodes|" +
		"Average heart rate|Heart rate (min)|Heart rate (max)|Night events")
	if german {
		names = split("von|bis|leicht (s)|tief (s)|rem (s)|wach (s)|Aufwachen|Dauer bis zum Einschlafen (s)|Dauer bis zum Aufstehen (s)|Schnarchen (s)|" +
			"Schnarchepisoden|Durchschnittliche Herzfrequenz|Herzfrequenz (min)|Herzfrequenz (max)|Nachtereignisse")
	}
	of := func(name string) string { return name + " (" + unit + ")" }
	return Form{
		Name: "Withings", Source: "withings",
		Files: []File{
			{"weight.csv", table(',', []string{"Date", of("Weight"), of("Fat mass"), of("Bone mass"), of("Muscle mass"), of("Hydration"), "Comments"}, weights)},
			{"sleep.csv", table(',', names, nights)},
			{"aggregates_steps.csv", table(',', split("date|value"), steps)},
			{"aggregates_calories_earned.csv", table(',', split("date|value"), energy)},
			{"bp.csv", table(',', split("Date|Heart rate|Systolic|Diastolic|Comments"), pressure)},
			{"aggregates_distance.csv", table(',', split("date|value"), [][]string{{"2026-03-20", "5000.5"}})},
		},
		Want: measured(func(d Day) map[string]float64 {
			return with(night(d, true), map[string]float64{
				"sleeping_hr_bpm": float64(d.Night.AvgHR), "weight_kg": d.Weight, "body_fat_pct": d.Fat, "steps": float64(d.Steps),
				"active_energy_kcal": float64(d.Active), "systolic_mmhg": float64(d.High), "diastolic_mmhg": float64(d.Low),
			})
		}),
	}
}

// HRV4Training writes the table of HRV4Training, whose dates have the given layout.
func HRV4Training(days []Day, layout string) Form {
	var b strings.Builder
	b.WriteString("date, timestamp_measurement, HR, AVNN, SDNN, rMSSD, pNN50, LF, HF, HRV4T_Recovery_Points, sleep_quality, sleep_time, advice\n")
	for _, d := range days {
		if !worn(d) {
			fmt.Fprintf(&b, "%s, -, -, -, -, -, -, -, -, -, 7, -, -\n", d.Date.Format(layout))
			continue
		}
		fmt.Fprintf(&b, "%s, %s, %d, 1241, %d, %d, 41, 0.02, 0.05, 8.4, 7, 8, -\n", d.Date.Format(layout),
			d.Date.Add(6*time.Hour).Format("2006-01-02 15:04:05 +0000"), d.Resting, d.SDNN, d.RMSSD)
	}
	return Form{
		Name: "HRV4Training", Source: "hrv4training", Files: []File{{"MyMeasurements_Android.csv", []byte(b.String())}},
		Want: measured(func(d Day) map[string]float64 {
			return map[string]float64{"hrv_rmssd_ms": float64(d.RMSSD), "resting_hr_bpm": float64(d.Resting)}
		}),
	}
}

// EliteHRV writes the table of Elite HRV, with an open reading each evening.
func EliteHRV(days []Day) Form {
	header := split("Member|Type|Position|Breathing Pattern|Date Time Start|Date Time End|Duration|Tags|Notes|Value 1|Value 2|Value 3|HRV|Morning Readiness|" +
		"Balance|HRV CV|HR|lnRmssd|Rmssd|Nn50|Pnn50|Sdnn|Low Frequency Power|High Frequency Power|LF/HF Ratio|Total Power")
	var rows [][]string
	for _, d := range days {
		if !worn(d) {
			continue
		}
		row := func(kind string, at time.Duration, rmssd, hr int) {
			cells := make([]string, len(header))
			start := d.Date.Add(at)
			copy(cells, []string{"a@example.org", kind, "Supine", "None", start.Format(clock), start.Add(3 * time.Minute).Format(clock), "00:03:00"})
			cells[12], cells[13], cells[16], cells[17], cells[18] = "66", "8", num(hr), "4.3", num(rmssd)
			rows = append(rows, cells)
		}
		row("Readiness", 6*time.Hour+40*time.Minute, d.RMSSD, d.Resting)
		row("Open Reading", 21*time.Hour, 15, 80)
	}
	return Form{
		Name: "Elite HRV", Source: "elitehrv", Files: []File{{"export.csv", table(',', header, rows)}},
		Want: measured(func(d Day) map[string]float64 {
			return map[string]float64{"hrv_rmssd_ms": float64(d.RMSSD), "resting_hr_bpm": float64(d.Resting)}
		}),
	}
}

func eaten(d Day) map[string]float64 {
	out := map[string]float64{}
	for _, m := range d.Meals {
		out["energy_consumed_kcal"] += m.Kcal
		out["carbohydrates_g"] += m.Carbs
		out["protein_g"] += m.Protein
		out["fat_g"] += m.Ft
	}
	return out
}

// Cronometer writes the days of Cronometer, or what was eaten.
func Cronometer(days []Day, servings bool) Form {
	var sums, all [][]string
	for _, d := range days {
		date := d.Date.Format(time.DateOnly)
		w := eaten(d)
		if !worn(d) {
			sums = append(sums, []string{date, "0.00", "0.00", "0.00", "0.00", "0.00", "false"})
			continue
		}
		sums = append(sums, []string{date, num(w["energy_consumed_kcal"]), "0.0", num(w["carbohydrates_g"]), num(w["fat_g"]), num(w["protein_g"]), "true"})
		for _, m := range d.Meals {
			all = append(all, []string{date, "", m.Name, "Oats, rolled", "58.00 g", num(m.Kcal), "0.0", num(m.Carbs), num(m.Ft), num(m.Protein), "Cereal"})
		}
	}
	f := Form{Name: "Cronometer", Source: "cronometer", Want: measured(eaten)}
	if servings {
		f.Files = []File{{"servings.csv", table(',', split("Day|Time|Group|Food Name|Amount|Energy (kcal)|Alcohol (g)|Carbs (g)|Fat (g)|Protein (g)|Category"), all)}}
	} else {
		f.Files = []File{{"dailysummary.csv", table(',', split("Date|Energy (kcal)|Alcohol (g)|Carbs (g)|Fat (g)|Protein (g)|Completed"), sums)}}
	}
	f.Files = append(f.Files, File{"biometrics.csv", []byte("Day,Time,Metric,Unit,Amount\n2026-03-20,08:00,Weight,kg,70\n")})
	return f
}

// MyFitnessPal writes the meals of MyFitnessPal, with totals of days. Dates have the given layout.
func MyFitnessPal(days []Day, layout string) Form {
	var rows [][]string
	for _, d := range days {
		for _, m := range d.Meals {
			kcal := fmt.Sprintf("%.1f", m.Kcal)
			if m.Kcal >= 1000 {
				kcal = fmt.Sprintf("1,%05.1f", m.Kcal-1000)
			}
			rows = append(rows, []string{d.Date.Format(layout), m.Name, kcal, num(m.Ft), "3.0", num(m.Carbs), "7.0", "14.0", num(m.Protein), "a, note"})
		}
		if w := eaten(d); len(w) > 0 {
			rows = append(rows, []string{
				d.Date.Format(layout), "Totals", num(w["energy_consumed_kcal"]), num(w["fat_g"]), "9", num(w["carbohydrates_g"]), "7", "7",
				num(w["protein_g"]), "",
			})
		}
	}
	return Form{
		Name: "MyFitnessPal", Source: "myfitnesspal", Want: measured(eaten),
		Files: []File{
			{"Nutrition-Summary-2026-03-20-to-2026-04-20.csv", table(',', split("Date|Meal|Calories|Fat (g)|Saturated Fat|Carbohydrates (g)|Fiber|Sugar|Protein (g)|Note"), rows)},
			{"Measurement-Summary-2026-03-20-to-2026-04-20.csv", []byte("Date,Weight\n2026-03-20,154\n")},
		},
	}
}

func glucose(d Day) map[string]float64 {
	sum := 0.0
	for _, v := range d.Glucose {
		sum += v
	}
	return map[string]float64{"blood_glucose_mmol_l": sum / float64(len(d.Glucose)) / 18.0156}
}

// LibreView writes the readings of LibreView, in mg/dL or mmol/L, with the month first or the
// day first, and the scans of each day.
func LibreView(days []Day, mmol, monthFirst bool) Form {
	unit, per, layout := "mg/dL", 1.0, "02-01-2006 15:04"
	if mmol {
		unit, per = "mmol/L", 18.0156
	}
	if monthFirst {
		layout = "01-02-2006 03:04 PM"
	}
	var b strings.Builder
	b.WriteString("Glucose Data,Generated on,20-04-2026 10:00 UTC,Generated by,Ann Example\n")
	fmt.Fprintf(&b, "Device,Serial Number,Device Timestamp,Record Type,Historic Glucose %[1]s,Scan Glucose %[1]s,Non-numeric Rapid-Acting Insulin,"+
		"Rapid-Acting Insulin (units),Non-numeric Food,Carbohydrates (grams),Carbohydrates (servings),Non-numeric Long-Acting Insulin,"+
		"Long-Acting Insulin (units),Notes,Strip Glucose %[1]s,Ketone mmol/L,Meal Insulin (units),Correction Insulin (units),User Change Insulin (units)\n", unit)
	for _, d := range days {
		for i, v := range d.Glucose {
			at := d.Date.Add(time.Duration(i) * 15 * time.Minute)
			fmt.Fprintf(&b, "FreeStyle LibreLink,ABC-123,%s,0,%s,,,,,,,,,,,,,,\n", at.Format(layout), num(round(v/per, 6)))
			if i%20 == 3 {
				fmt.Fprintf(&b, "FreeStyle LibreLink,ABC-123,%s,1,,%s,,,,,,,,,,,,,\n", at.Format(layout), num(round(200/per, 6)))
			}
		}
	}
	return Form{Name: "LibreView", Source: "libreview", Files: []File{{"Ann_glucose_20-4-2026.csv", []byte(b.String())}}, Want: measured(glucose)}
}

// Dexcom writes the readings of Dexcom Clarity.
func Dexcom(days []Day) Form {
	var b strings.Builder
	b.WriteString("\ufeff\"Index\",\"Timestamp (YYYY-MM-DDThh:mm:ss)\",\"Event Type\",\"Event Subtype\",\"Patient Info\",\"Device Info\",\"Source Device ID\"," +
		"\"Glucose Value (mg/dL)\",\"Insulin Value (u)\",\"Carb Value (grams)\",\"Duration (hh:mm:ss)\",\"Glucose Rate of Change (mg/dL/min)\"," +
		"\"Transmitter Time (Long Integer)\",\"Transmitter ID\"\n")
	b.WriteString("\"1\",\"\",\"FirstName\",\"\",\"Ann\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"\n\"2\",\"\",\"Alert\",\"Fall\",\"\",\"\",\"App\",\"\",\"\",\"\",\"00:15:00\",\"3\",\"\",\"\"\n")
	n := 2
	for _, d := range days {
		for i, v := range d.Glucose {
			n++
			at := d.Date.Add(time.Duration(i) * 15 * time.Minute).Format("2006-01-02T15:04:05")
			fmt.Fprintf(&b, "\"%d\",\"%s\",\"EGV\",\"\",\"\",\"\",\"App\",\"%s\",\"\",\"\",\"\",\"1.2\",\"12345\",\"8XXXXX\"\n", n, at, num(v))
		}
		if len(d.Glucose) > 0 {
			fmt.Fprintf(&b, "\"%d\",\"%s\",\"EGV\",\"\",\"\",\"\",\"App\",\"Low\",\"\",\"\",\"\",\"\",\"12345\",\"8XXXXX\"\n", n, d.Date.Format("2006-01-02T15:04:05"))
		}
	}
	return Form{Name: "Dexcom", Source: "dexcom", Files: []File{{"Clarity_Export_Example_Ann_2026-04-20_100000.csv", []byte(b.String())}}, Want: measured(glucose)}
}
