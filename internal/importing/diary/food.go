package diary

import (
	"strings"

	"lapkeep/internal/training"
)

// foods returns the apps for food and glucose.
func foods() []maker {
	food := func(by rule, energy, carbs string) []column {
		return []column{
			{energy, training.WellnessEatenKcal, 1, by},
			{carbs, training.WellnessCarbsG, 1, by},
			{"protein (g)", training.WellnessProteinG, 1, by},
			{"fat (g)", training.WellnessFatG, 1, by},
		}
	}
	return []maker{
		{
			source: "cronometer", name: "Cronometer", other: pattern(`^(exercises|biometrics|notes)\.csv$`),
			tables: []table{
				{need: []string{"date", "protein (g)", "carbs (g)", "completed"}, day: "date", columns: food(latest, "energy (kcal)", "carbs (g)")},
				{
					part: "servings", need: []string{"day", "food name", "amount", "protein (g)", "carbs (g)"}, day: "day",
					columns: food(sum, "energy (kcal)", "carbs (g)"),
				},
			},
		},
		{
			source: "myfitnesspal", name: "MyFitnessPal", other: pattern(`^(exercise|measurement)-summary.*\.csv$`),
			tables: []table{{
				need: []string{"date", "meal", "calories", "fat (g)", "carbohydrates (g)", "protein (g)"}, day: "date",
				keep:    func(r row) bool { return !strings.Contains(strings.ToLower(r.Text("date")+r.Text("meal")), "total") },
				columns: food(sum, "calories", "carbohydrates (g)"),
			}},
		},
		{
			source: "libreview", name: "LibreView",
			tables: []table{glucose(table{
				need: []string{"device", "serial number", "device timestamp", "record type"}, day: "device timestamp",
				keep: func(r row) bool { return strings.TrimSpace(r.Text("record type")) == "0" }, // measured by itself, at equal intervals
			}, "historic glucose mg/dl", "historic glucose mmol/l")},
		},
		{
			source: "dexcom", name: "Dexcom Clarity",
			tables: []table{glucose(table{
				need: []string{"index", "event type", "event subtype", "source device id"}, day: "timestamp (yyyy-mm-ddthh:mm:ss)",
				keep: func(r row) bool { return r.Text("event type") == "EGV" },
			}, "glucose value (mg/dl)", "glucose value (mmol/l)")},
		},
	}
}

// glucose completes a table of the readings of a sensor. A day gets their mean. The
// words for readings beyond the range of the sensor are not numbers.
func glucose(t table, mg, mmol string) table {
	t.columns = []column{{mmol, training.WellnessGlucoseMmolL, 1, mean}, {mg, training.WellnessGlucoseMmolL, training.MmolPerMg, mean}}
	return t
}
