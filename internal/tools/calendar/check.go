package calendar

import (
	"slices"
	"strings"

	"lapkeep/internal/training"
)

const (
	maxDurationS  = 14 * 86400
	maxDistanceKm = 5000
	maxLoad       = 2000
	maxIntensity  = 2
)

// check says what is wrong with an event as it would stand.
func check(e *training.CalendarEvent) error {
	wrong := func(fix, format string, args ...any) error {
		return training.Errorf(training.KindInvalid, format, args...).WithFix("%s", fix)
	}
	switch {
	case strings.TrimSpace(e.Name) == "":
		return wrong("Give name.", "The event has no name.")
	case e.Start == "":
		return wrong("Give date.", "The event has no date.")
	case e.End != "" && e.End <= e.Start:
		return wrong("Give an end_date on or after date, or clear it.", "The event would end on %s, before it begins on %s.", e.End.Day(), e.Start.Day())
	case e.Category.Race() && e.Sport == "":
		return wrong("Give sport; other stands for several.", "A race needs a sport.")
	case e.Target != "" && !slices.Contains([]string{"power", "hr", "pace"}, e.Target):
		return wrong("Give power, hr or pace, or leave it out for automatic.", "%q is not a target.", e.Target)
	case e.Availability != "" && e.Availability != training.AvailableAsUsual && e.Availability != training.AvailableLimited && e.Availability != training.Unavailable:
		return wrong("Give normal, limited or unavailable.", "%q is not a training_availability.", e.Availability)
	}
	for _, v := range []struct {
		name        string
		value, most float64
	}{
		{"duration_s", e.MovingTimeS, maxDurationS},
		{"distance_km", e.DistanceKm, maxDistanceKm},
		{"load", e.Load, maxLoad},
		{"intensity_factor", e.Intensity, maxIntensity},
		{"load_target", e.LoadTarget, valueKeys()["load_target"]},
		{"time_target_s", e.TimeTargetS, valueKeys()["time_target_s"]},
		{"distance_target_km", e.DistanceTargetKm, valueKeys()["distance_target_km"]},
		{"max_training_time_s", e.MaxTimeS, valueKeys()["max_training_time_s"]},
		{"work_kj", e.WorkKJ, valueKeys()["work_kj"]},
		{"ftp_w", e.FTPW, valueKeys()["ftp_w"]},
		{"ctl", e.CTL, valueKeys()["ctl"]},
		{"atl", e.ATL, valueKeys()["atl"]},
		{"ctl_days", e.CTLDays, valueKeys()["ctl_days"]},
		{"atl_days", e.ATLDays, valueKeys()["atl_days"]},
	} {
		if !(v.value >= 0 && v.value <= v.most) {
			return training.Errorf(training.KindInvalid, "%s cannot be %g.", v.name, v.value).WithFix("Give a number from 0 to %g.", v.most)
		}
	}
	return nil
}
