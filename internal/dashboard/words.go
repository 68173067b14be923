package dashboard

import (
	"maps"
	"slices"
	"strings"
)

// sport is a sport as the page calls it.
func (p *page) sport(name string) string {
	switch name {
	case "cycling":
		return p.say("Ride")
	case "running":
		return p.say("Run")
	case "swimming":
		return p.say("Swim")
	case "strength":
		return p.say("Strength")
	case "transition":
		return p.say("Transition")
	case "walking":
		return p.say("Walk")
	case "hiking":
		return p.say("Hike")
	case "rowing":
		return p.say("Row")
	case "":
		return ""
	}
	return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "_", " ")
}

// state is a state of an answer in words, with the class of its colour and the
// mark that says the same as a shape.
func (p *page) state(name string) (word, class, mark string) {
	switch name {
	case "as_usual", "within":
		return p.say("as usual"), "good", "●"
	case "mixed":
		return p.say("mixed"), "warn", "◐"
	case "strained":
		return p.say("strained"), "bad", "▲"
	case "above":
		return p.say("above usual"), "warn", "▲"
	case "below":
		return p.say("below usual"), "warn", "▼"
	case "done", "completed":
		return p.say("done"), "good", "✓"
	case "reached":
		return p.say("reached"), "good", "✓"
	case "on_pace":
		return p.say("on pace"), "good", "●"
	case "behind":
		return p.say("behind"), "warn", "▼"
	case "missed":
		return p.say("missed"), "bad", "✕"
	case "upcoming":
		return p.say("planned"), "plain", "○"
	case "partly":
		return p.say("partly done"), "warn", "◐"
	case "moved":
		return p.say("moved"), "plain", "→"
	case "unpaired", "extra":
		return p.say("not planned"), "plain", "+"
	case "":
		return p.say("not known"), "plain", "–"
	}
	return strings.ReplaceAll(name, "_", " "), "plain", "·"
}

// compliance is the band of a session's compliance as colour and shape.
func (p *page) compliance(band string) (word, class, mark string) {
	switch band {
	case "green":
		return p.say("as planned"), "good", "✓"
	case "yellow":
		return p.say("somewhat off"), "warn", "◐"
	case "red":
		return p.say("far off"), "bad", "✕"
	}
	return "", "plain", ""
}

// label is what a number of an answer is called.
func (p *page) label(key string) string {
	if p.labelled == nil {
		p.labelled = p.labels()
	}
	if words, ok := p.labelled[key]; ok {
		return words
	}
	key = strings.TrimSuffix(key, unitOf(key).suffix)
	if key == "" {
		return ""
	}
	return strings.ToUpper(key[:1]) + strings.ReplaceAll(key[1:], "_", " ")
}

func (p *page) labels() map[string]string {
	return map[string]string{
		"avg_power_w": p.say("Average power"), "normalized_power_w": p.say("Normalized power"), "max_power_w": p.say("Highest power"),
		"avg_hr_bpm": p.say("Average heart rate"), "max_hr_bpm": p.say("Highest heart rate"), "avg_cadence_rpm": p.say("Average cadence"),
		"avg_cadence_spm": p.say("Steps a minute"), "avg_speed_kmh": p.say("Average speed"), "max_speed_kmh": p.say("Highest speed"),
		"distance_km": p.say("Distance"), "duration_s": p.say("Time"), "moving_time_s": p.say("Moving time"),
		"elapsed_time_s": p.say("Elapsed time"), "elevation_gain_m": p.say("Climb"), "elevation_loss_m": p.say("Descent"),
		"tss": p.say("Load"), "load": p.say("Load"), "intensity_factor": p.say("Intensity"), "work_kj": p.say("Work"),
		"calories_kcal": p.say("Calories"), "pace_s_per_km": p.say("Pace"), "gap_s_per_km": p.say("Graded pace"),
		"decoupling_pct": p.say("Decoupling"), "variability_index": p.say("Variability"), "efficiency_factor": p.say("Efficiency"),
		"avg_power_w_per_kg": p.say("Power to weight"), "avg_temp_c": p.say("Temperature"), "perceived_exertion": p.say("Perceived exertion"),
		"ctl": p.say("Fitness"), "atl": p.say("Fatigue"), "tsb": p.say("Form"), "ramp_per_week": p.say("Ramp"), "ftp_w": p.say("FTP"),
		"lthr_bpm": p.say("Threshold heart rate"), "weight_kg": p.say("Weight"), "resting_hr_bpm": p.say("Resting heart rate"),
		"hrv_rmssd_ms": p.say("HRV (rMSSD)"), "sleep_s": p.say("Sleep"), "steps": p.say("Steps"), "mood": p.say("Mood"),
		"fatigue": p.say("Tiredness"), "soreness": p.say("Soreness"), "sleep_deep_s": p.say("Deep sleep"), "sleep_rem_s": p.say("REM sleep"),
		"sleep_light_s": p.say("Light sleep"), "sleep_awake_s": p.say("Awake"), "max_cadence_rpm": p.say("Highest cadence"),
		"threshold_pace_s_per_km": p.say("Threshold pace"), "css_s_per_100m": p.say("CSS"), "pace_s_per_100m": p.say("Pace"),
		"css_pace_s_per_100m": p.say("CSS"), "carbs_g": p.say("Carbohydrate eaten"), "fluid_ml": p.say("Fluid drunk"),
		"estimated_calories_kcal": p.say("Calories, estimated"), "ngp_s_per_km": p.say("Normalized graded pace"),
		"gap_decoupling_pct": p.say("Decoupling of graded pace"), "pace_decoupling_pct": p.say("Decoupling of pace"),
		"graded_efficiency_factor": p.say("Efficiency, graded"), "start_offset_s": p.say("Begins at"), "splits": p.say("Splits by kilometre"),
		"hr_recovery_60s_bpm": p.say("Heart rate recovery"), "stress": p.say("Stress"), "lap": p.say("Lap"), "split": p.say("Split"),
		"critical_power_w": p.say("Critical power"), "w_prime_j": p.say("Work above critical power (W′)"),
	}
}

// fitnessSports are those whose load is told apart.
func fitnessSports() []string { return []string{"cycling", "running", "swimming"} }

func (p *page) fitnessRanges() [][2]string {
	return [][2]string{
		{"last 42 days", p.say("6 weeks")},
		{"last 90 days", p.say("3 months")},
		{"last 182 days", p.say("6 months")},
		{"last 365 days", p.say("1 year")},
		{"last 3650 days", p.say("All time")},
	}
}

func (p *page) zoneKind(kind string) string {
	switch kind {
	case "power":
		return p.say("Power")
	case "hr":
		return p.say("Heart rate")
	case "pace":
		return p.say("Pace")
	}
	return clean(kind)
}

// className is a sport as the class of its colour.
func className(sport string) string {
	switch sport {
	case "cycling", "running", "swimming", "strength":
		return sport
	}
	return "other"
}

// names are those of what is counted, in order.
func names(counted map[string]num) []string { return slices.Sorted(maps.Keys(counted)) }
