package archive

import (
	"cmp"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// strongRow reads a row of Strong's table. Rows about a rest belong to the set before. The
// unit is in the name of a column, in a column of its own, or nowhere.
func strongRow(t *lifts, r listing.Row) bool {
	s := t.session(r.Text("Workout Name"), r.Text("Date"))
	if s == nil {
		return false
	}
	if e := s.Entry; e.ElapsedS == 0 {
		e.ElapsedS = strongDuration(r)
		e.TimerS = e.ElapsedS
		s.Description = textclean.Text(r.Text("Workout Notes"), textclean.TextRunes)
	}
	order := strings.TrimSpace(r.Text("Set Order"))
	switch order {
	case "Note":
		return true
	case "Rest Timer":
		if n := len(s.Sets); n > 0 {
			s.Sets[n-1].RestS = min(r.Positive("Seconds"), time.Hour.Seconds())
		}
		return true
	}
	set := training.StrengthSet{
		Exercise: textclean.Line(r.Text("Exercise Name"), textclean.NameRunes), Reps: int(r.Positive("Reps")),
		DurationS: r.Positive("Seconds"), RPE: r.Positive("RPE"),
		Kind: map[string]training.SetKind{"W": training.SetWarmup, "F": training.SetFailure, "D": training.SetDrop}[order],
	}
	set.LoadKg = cmp.Or(r.Positive("Weight (kg)"), r.Positive("Weight (lbs)")*i18n.KgPerLb)
	set.DistanceM = cmp.Or(r.Positive("Distance (meters)"), r.Positive("Distance")*1000)
	switch unit := r.Text("Weight Unit"); {
	case strings.HasPrefix(unit, "lb"):
		set.LoadKg = r.Positive("Weight") * i18n.KgPerLb
	case unit != "":
		set.LoadKg = r.Positive("Weight")
	case r.Has("Weight"):
		set.LoadKg = r.Positive("Weight")
		t.unitless = t.unitless || set.LoadKg > 0
	}
	switch r.Text("Distance Unit") {
	case "mi", "miles":
		set.DistanceM *= mile
	case "m":
		set.DistanceM /= 1000
	}
	return s.AddSet(set)
}

// strongDuration returns the length of a session in s: "1h 5m", or seconds.
func strongDuration(r listing.Row) float64 {
	if s := r.Positive("Duration (sec)"); s > 0 {
		return s
	}
	text := strings.ReplaceAll(cmp.Or(r.Text("Duration"), r.Text("Workout Duration")), " ", "")
	d, err := time.ParseDuration(strings.NewReplacer("min", "m", "sec", "s").Replace(text))
	if err != nil || d < 0 || d > 24*time.Hour {
		return 0
	}
	return d.Seconds()
}

// strongNames are the names of columns in other languages.
var strongNames = map[string]string{
	"Datum": "Date", "Workout-Name": "Workout Name", "Dauer": "Duration", "Name der Übung": "Exercise Name",
	"Reihenfolge festlegen": "Set Order", "Gewicht": "Weight", "Wiederh.": "Reps", "Entfernung": "Distance", "Sekunden": "Seconds",
	"Notizen": "Notes", "Workout-Notizen": "Workout Notes",
}
