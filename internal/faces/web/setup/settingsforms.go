package setup

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// settable are the dated settings that the page's form sets, each as the tool calls
// it; sportless is one that holds for every sport.
func settable(p *page.Page) [][2]string {
	return [][2]string{
		{"ftp_w", p.Say("FTP, W")},
		{"lthr_bpm", p.Say("Threshold heart rate, bpm")},
		{"max_hr_bpm", p.Say("Highest heart rate, bpm")},
		{"resting_hr_bpm", p.Say("Resting heart rate, bpm")},
		{"threshold_pace_s_per_km", p.Say("Threshold pace, min:s per %s", p.Shown("threshold_pace_s_per_km"))},
		{"css_pace_s_per_100m", p.Say("CSS, min:s per %s", p.Shown("css_pace_s_per_100m"))},
		{"critical_power_w", p.Say("Critical power, W")},
		{"w_prime_j", p.Say("W′, J")},
		{"weight_kg", p.Say("Weight, %s", p.Shown("weight_kg"))},
	}
}

// settableSports are those that a setting can be of: the athlete's, and the usual
// ones, which somebody may set before they record any.
func settableSports(own []string) []string {
	for _, s := range page.UsualSports() {
		if !slices.Contains(own, s) {
			own = append(own, s)
		}
	}
	return own
}

const sportless = "weight_kg"

// SaveSettings reads the forms of the settings: a value from a day on, or what is
// kept from assistants.
func SaveSettings(p *page.Page, fields url.Values) (page.Deed, error) {
	to := page.Deed{Tool: "update_athlete_settings", Then: page.Same(page.OwnAddress(fields.Get("back"), "/settings"))}
	if keep := page.Trimmed(fields, "keep"); keep != "" {
		rest := slices.DeleteFunc(slices.Clone(fields["share"]), func(x string) bool { return x == keep })
		to.In = page.Args{"share": append([]string{}, rest...)}
		return to, nil
	}
	if page.Trimmed(fields, "units") != "" {
		to.In = page.Args{}
		for _, key := range []string{"units", "week_start", "time_zone"} {
			if text := page.Trimmed(fields, key); text != "" {
				to.In[key] = text
			}
		}
		return to, nil
	}
	name := page.Trimmed(fields, "setting")
	if !slices.ContainsFunc(settable(p), func(s [2]string) bool { return s[0] == name }) {
		return to, training.Errorf(training.KindInvalid, "There is no such setting.").WithFix("Choose one from the list.")
	}
	value, err := settingValue(page.Trimmed(fields, "value"))
	if err != nil {
		return to, err
	}
	to.In, to.Fields = page.Args{name: p.Metric(name, value)}, map[string]string{name: "value"}
	if sport := page.Trimmed(fields, "sport"); sport != "" && name != sportless {
		to.In["sport"] = sport
	}
	if from := page.Trimmed(fields, "effective_from"); from != "" {
		to.In["effective_from"] = from
	}
	return to, nil
}

// settingValue is a number as it was typed; minutes and seconds are seconds.
func settingValue(text string) (float64, error) {
	minutes, seconds, isClock := strings.Cut(text, ":")
	if !isClock {
		minutes, seconds = "0", strings.Replace(text, ",", ".", 1)
	}
	m, err := strconv.Atoi(minutes)
	s, wrong := strconv.ParseFloat(seconds, 64)
	if err != nil || wrong != nil || m < 0 || s < 0 || isClock && s >= 60 {
		return 0, training.Errorf(training.KindInvalid, "The value is no number.").WithFix("Write a number such as 250 or 61.5, a pace as 4:13.").
			Of("value", "Write a number such as 250 or 61.5, a pace as 4:13.")
	}
	return float64(m)*60 + s, nil
}
