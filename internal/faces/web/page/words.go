package page

import (
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/metrics/glossary"
)

// State is a state of an answer in words, with the class of its colour and the
// mark that says the same as a shape.
func (p *Page) State(name string) (word, class, mark string) {
	switch name {
	case "as_usual", "within":
		return p.Say("as usual"), "good", "●"
	case "mixed":
		return p.Say("mixed"), "warn", "◐"
	case "strained":
		return p.Say("strained"), "bad", "▲"
	case "above":
		return p.Say("above usual"), "warn", "▲"
	case "below":
		return p.Say("below usual"), "warn", "▼"
	case "done", "completed":
		return p.Say("done"), "good", "✓"
	case "reached":
		return p.Say("reached"), "good", "✓"
	case "on_pace":
		return p.Say("on pace"), "good", "●"
	case "behind":
		return p.Say("behind"), "warn", "▼"
	case "missed":
		return p.Say("missed"), "bad", "✕"
	case "upcoming":
		return p.Say("planned"), "plain", "○"
	case "partly":
		return p.Say("partly done"), "warn", "◐"
	case "moved":
		return p.Say("moved"), "plain", "→"
	case "unpaired", "extra":
		return p.Say("not planned"), "plain", "+"
	case "":
		return p.Say("not known"), "plain", "–"
	}
	return strings.ReplaceAll(name, "_", " "), "plain", "·"
}

// Compliance is the band of a session's compliance as colour and shape.
func (p *Page) Compliance(band string) (word, class, mark string) {
	switch band {
	case "green":
		return p.Say("as planned"), "good", "✓"
	case "yellow":
		return p.Say("somewhat off"), "warn", "◐"
	case "red":
		return p.Say("far off"), "bad", "✕"
	}
	return "", "plain", ""
}

// Label is what a number of an answer is called: in the words of the pages, else
// in those of the glossary.
func (p *Page) Label(key string) string {
	if section, part, ok := strings.Cut(key, "."); ok { // a part of a section of an answer
		return p.Say("%s: %s", p.Label(section), p.Label(part))
	}
	if words, ok := p.labelsAll()[key]; ok {
		return words
	}
	if e, ok := glossary.Find(key); ok {
		return p.Glossed(e.Title)
	}
	key = strings.TrimSuffix(key, unitOf(key).suffix)
	if key == "" {
		return ""
	}
	return strings.ToUpper(key[:1]) + strings.ReplaceAll(key[1:], "_", " ")
}

// labelsAll are the words of the pages, which are made once for a page that speaks:
// parts of it may ask at once.
func (p *Page) labelsAll() map[string]string {
	if p.labelled != nil {
		return p.labelled()
	}
	all := p.labels()
	maps.Copy(all, p.daysLabels())
	maps.Copy(all, p.shapeLabels())
	return all
}

func (p *Page) splitsLabel() string {
	if p.Miles {
		return p.Say("Splits by mile")
	}
	return p.Say("Splits by kilometre")
}

func (p *Page) labels() map[string]string {
	return map[string]string{
		"avg_power_w": p.Say("Average power"), "normalized_power_w": p.Say("Normalized power"), "max_power_w": p.Say("Highest power"),
		"avg_hr_bpm": p.Say("Average heart rate"), "max_hr_bpm": p.Say("Highest heart rate"), "avg_cadence_rpm": p.Say("Average cadence"),
		"avg_cadence_spm": p.Say("Steps a minute"), "avg_speed_kmh": p.Say("Average speed"), "max_speed_kmh": p.Say("Highest speed"),
		"distance_km": p.Say("Distance"), "duration_s": p.Say("Time"), "moving_time_s": p.Say("Moving time"),
		"elapsed_time_s": p.Say("Elapsed time"), "elevation_gain_m": p.Say("Climb"), "elevation_loss_m": p.Say("Descent"),
		"tss": p.Say("Load"), "load": p.Say("Load"), "intensity_factor": p.Say("Intensity"), "work_kj": p.Say("Work"),
		"calories_kcal": p.Say("Calories"), "pace_s_per_km": p.Say("Pace"), "gap_s_per_km": p.Say("Graded pace"),
		"decoupling_pct": p.Say("Decoupling"), "variability_index": p.Say("Variability"), "efficiency_factor": p.Say("Efficiency"),
		"avg_power_w_per_kg": p.Say("Power to weight"), "avg_temp_c": p.Say("Temperature"), "perceived_exertion": p.Say("Perceived exertion"),
		"ctl": p.Say("Fitness"), "atl": p.Say("Fatigue"), "tsb": p.Say("Form"), "ramp_per_week": p.Say("Ramp"), "ftp_w": p.Say("FTP"),
		"lthr_bpm": p.Say("Threshold heart rate"), "weight_kg": p.Say("Weight"), "resting_hr_bpm": p.Say("Resting heart rate"),
		"hrv_rmssd_ms": p.Say("HRV (rMSSD)"), "sleep_s": p.Say("Sleep"), "steps": p.Say("Steps"), "mood": p.Say("Mood"),
		"fatigue": p.Say("Tiredness"), "soreness": p.Say("Soreness"), "sleep_deep_s": p.Say("Deep sleep"), "sleep_rem_s": p.Say("REM sleep"),
		"sleep_light_s": p.Say("Light sleep"), "sleep_awake_s": p.Say("Awake"), "max_cadence_rpm": p.Say("Highest cadence"),
		"threshold_pace_s_per_km": p.Say("Threshold pace"), "css_s_per_100m": p.Say("CSS"), "pace_s_per_100m": p.Say("Pace"),
		"css_pace_s_per_100m": p.Say("CSS"), "carbs_g": p.Say("Carbohydrate eaten"), "fluid_ml": p.Say("Fluid drunk"),
		"estimated_calories_kcal": p.Say("Calories, estimated"), "ngp_s_per_km": p.Say("Normalized graded pace"),
		"gap_decoupling_pct": p.Say("Decoupling of graded pace"), "pace_decoupling_pct": p.Say("Decoupling of pace"),
		"graded_efficiency_factor": p.Say("Efficiency, graded"), "start_offset_s": p.Say("Begins at"), "splits": p.splitsLabel(),
		"avg_ground_contact_ms": p.Say("Ground contact time"), "avg_vertical_oscillation_mm": p.Say("Vertical oscillation"),
		"avg_strokes_per_min": p.Say("Strokes a minute"),
		"hr_recovery_60s_bpm": p.Say("Heart rate recovery"), "stress": p.Say("Stress"), "lap": p.Say("Lap"), "split": p.Say("Split"),
		"critical_power_w": p.Say("Critical power"), "w_prime_j": p.Say("Work above critical power (W′)"),
	}
}

// AllTime is every day that there is, as a tool reads it.
const AllTime = "all"

// Ranges are the stretches that charts offer, as a tool reads them and as the page says them.
func (p *Page) Ranges() [][2]string {
	return [][2]string{
		{"last 42 days", p.Say("6 weeks")},
		{"last 90 days", p.Say("3 months")},
		{"last 182 days", p.Say("6 months")},
		{"last 365 days", p.Say("1 year")},
		{AllTime, p.Say("All time")},
	}
}

// ZoneKind is what zones are by.
func (p *Page) ZoneKind(kind string) string {
	switch kind {
	case "power":
		return p.Say("Power")
	case "hr":
		return p.Say("Heart rate")
	case "pace":
		return p.Say("Pace")
	}
	return Clean(kind)
}

// Names are those of what is counted, in order.
func Names(counted map[string]Num) []string { return slices.Sorted(maps.Keys(counted)) }
