package today

import (
	"net/url"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// checkField is a field of the check-in with its bounds.
type checkField struct{ key, title, low, high, step string }

func checkFields(p *page.Page) []checkField {
	return []checkField{
		{"mood", p.Say("Mood"), "1", "4", "1"},
		{"fatigue", p.Say("Tiredness"), "1", "4", "1"},
		{"soreness", p.Say("Soreness"), "1", "4", "1"},
		{"resting_hr_bpm", p.Say("Resting heart rate"), "25", "150", "1"},
		{"hrv_rmssd_ms", p.Say("HRV (rMSSD)"), "1", "300", "1"},
		{"weight_kg", p.Say("Weight, %s", p.Shown("weight_kg")), p.Typed("weight_kg", "20"), p.Typed("weight_kg", "300"), "0.1"},
	}
}

// Note reads the check-in.
func Note(p *page.Page, fields url.Values) (page.Deed, error) {
	values := page.Args{}
	for _, f := range checkFields(p) {
		if v := page.Trimmed(fields, f.key); v != "" {
			values[f.key] = v
		}
	}
	if len(values) == 0 {
		return page.Deed{}, training.Errorf(training.KindInvalid, "Nothing was filled in.").WithFix("Fill in at least one field.")
	}
	in := page.Args{"date": page.Trimmed(fields, "date"), "values": values}
	return page.Deed{Tool: "update_wellness", In: in, Then: page.Same("/wellness")}, nil
}
