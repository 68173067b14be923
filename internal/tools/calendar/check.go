package calendar

import (
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

const (
	maxDurationS  = 14 * 86400
	maxDistanceKm = 5000
	maxLoad       = 2000
	maxIntensity  = 2
)

// check says what is wrong with an event as it would be. What was wrong before,
// as a service can have it, is no reason to refuse another change.
func check(after, before *training.CalendarEvent) error {
	var had []string
	if before != nil {
		for _, p := range problems(before) {
			had = append(had, p.Error())
		}
	}
	for _, p := range problems(after) {
		if !slices.Contains(had, p.Error()) {
			return p
		}
	}
	return nil
}

// problems lists what is wrong with an event.
func problems(e *training.CalendarEvent) []error {
	var out []error
	about := ""
	wrong := func(bad bool, fix i18n.Sentence, format string, args ...any) {
		if bad {
			out = append(out, training.Errorf(training.KindInvalid, format, args...).WithFix("%s", fix).Of(about, string(fix)))
		}
	}
	about = "name"
	wrong(strings.TrimSpace(e.Name) == "", "Give name.", "The event has no name.")
	about = "date"
	wrong(e.Start == "", "Give date.", "The event has no date.")
	about = ""
	if e.Start != "" && e.End != "" {
		wrong(e.End <= e.Start, "Give an end_date on or after date, or clear it.",
			"The event would end on %s, before it begins on %s.", e.End.Day(), e.Start.Day())
	}
	about = "sport"
	wrong(e.Category.Race() && e.Sport == "", "Give sport; use other for several.", "A race needs a sport.")
	about = ""
	wrong(!slices.Contains([]string{"", "power", "hr", "pace"}, strings.ToLower(e.Target)),
		"Give power, hr or pace, or leave it out for automatic.", "%q is not a target.", e.Target)
	wrong(!slices.Contains([]training.Availability{
		"", training.AvailableAsUsual, training.AvailableLimited,
		training.Unavailable,
	}, e.Availability),
		"Give normal, limited or unavailable.", "%q is not a training_availability.", e.Availability)
	for _, v := range numbers(e) {
		about = v.name
		wrong(!(v.value >= 0 && v.value <= v.most), i18n.Sentencef("Give a number from 0 to %g.", v.most), "%s cannot be %g.", v.name, v.value)
	}
	return out
}

// number is a value of an event with the greatest that it may be.
type number struct {
	name        string
	value, most float64
}

func numbers(e *training.CalendarEvent) []number {
	most := valueKeys()
	return []number{
		{"duration_s", e.MovingTimeS, maxDurationS},
		{"distance_km", e.DistanceKm, maxDistanceKm},
		{"load", e.Load, maxLoad},
		{"intensity_factor", e.Intensity, maxIntensity},
		{"load_target", e.LoadTarget, most["load_target"]},
		{"time_target_s", e.TimeTargetS, most["time_target_s"]},
		{"distance_target_km", e.DistanceTargetKm, most["distance_target_km"]},
		{"max_training_time_s", e.MaxTimeS, most["max_training_time_s"]},
		{"work_kj", e.WorkKJ, most["work_kj"]},
		{"carbs_g_per_h", e.CarbsGPerH, most["carbs_g_per_h"]},
		{"fluid_ml_per_h", e.FluidMLPerH, most["fluid_ml_per_h"]},
		{"ftp_w", e.FTPW, most["ftp_w"]},
		{"ctl", e.CTL, most["ctl"]},
		{"atl", e.ATL, most["atl"]},
		{"ctl_days", e.CTLDays, most["ctl_days"]},
		{"atl_days", e.ATLDays, most["atl_days"]},
	}
}
