package dashboard

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
