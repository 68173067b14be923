package dashboard

import "net/url"

// checkField is a field of the check-in with its bounds.
type checkField struct{ key, title, low, high, step string }

func (p *page) checkFields() []checkField {
	return []checkField{
		{"mood", p.say("Mood"), "1", "4", "1"},
		{"fatigue", p.say("Tiredness"), "1", "4", "1"},
		{"soreness", p.say("Soreness"), "1", "4", "1"},
		{"resting_hr_bpm", p.say("Resting heart rate"), "25", "150", "1"},
		{"hrv_rmssd_ms", p.say("HRV (rMSSD)"), "1", "300", "1"},
		{"weight_kg", p.say("Weight, kg"), "20", "300", "0.1"},
	}
}

// noteDay reads the check-in, for browsers without the page's script.
func noteDay(p *page, fields url.Values) (deed, error) {
	values := args{}
	for _, f := range p.checkFields() {
		if v := trimmed(fields, f.key); v != "" {
			values[f.key] = v
		}
	}
	in := args{"date": trimmed(fields, "date"), "values": values}
	return deed{tool: "update_wellness", in: in, then: same("/wellness")}, nil
}
