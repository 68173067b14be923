package dashboard

import (
	"strconv"
	"strings"
)

func stepTimes(e eventView, i int) string {
	if i < len(e.Steps.Times) && e.Steps.Times[i] > 1 {
		return strconv.Itoa(e.Steps.Times[i]) + " × "
	}
	return ""
}

func stepTarget(e eventView, i int) string {
	if i < len(e.Steps.Target) {
		return clean(e.Steps.Target[i])
	}
	return ""
}

func stepText(p *page, e eventView, i int) string {
	var all []string
	if i < len(e.Steps.Kind) {
		switch e.Steps.Kind[i] {
		case "warmup":
			all = append(all, p.say("warm-up"))
		case "cooldown":
			all = append(all, p.say("cool-down"))
		case "rest", "recovery":
			all = append(all, p.say("recovery"))
		}
	}
	if i < len(e.Steps.Text) && e.Steps.Text[i] != "" {
		all = append(all, clean(e.Steps.Text[i]))
	}
	return strings.Join(all, ", ")
}

// activityName is what an activity is called, or its sport.
func (p *page) activityName(a activityRow) string {
	if name := clean(a.Name); name != "" {
		return name
	}
	return p.sport(a.Sport)
}

// rowFields are what a row of activities shows.
func rowFields() []string {
	return []string{
		"local_date", "start_local", "sport", "race", "name", "duration_s", "distance_km", "elevation_gain_m",
		"tss", "avg_power_w", "normalized_power_w", "avg_hr_bpm", "avg_speed_kmh",
	}
}

// pageRows is how many rows one page of the list has.
const pageRows = 50
