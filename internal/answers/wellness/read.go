package wellness

import (
	"context"
	"maps"
	"slices"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Reader reads days of wellness and the athlete's settings.
type Reader interface {
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
}

// best are the sources of one day's value, best first: what measured it
// before a service that passes it on. The athlete's own words come before all.
var best = []string{"garmin", "polar", "apple", "intervals", "igpsport", "strava"}

// Days reads what is known of the days of a range, by day.
func Days(ctx context.Context, r Reader, s training.Scope, days training.DayRange) ([]training.WellnessDay, error) {
	docs, err := r.Documents(ctx, s, document.Wellness, document.Filter{Days: &days})
	if err != nil {
		return nil, err
	}
	out := make([]training.WellnessDay, 0, len(docs))
	for _, d := range docs {
		w, err := Shown(d)
		if err != nil {
			return nil, err
		}
		if !w.Empty() {
			out = append(out, w)
		}
	}
	return out, nil
}

// Shown is a day as its layers show it.
func Shown(d document.Document) (training.WellnessDay, error) {
	w, err := document.Show[training.WellnessDay](d, best...)
	w.Day = d.Days.From
	maps.DeleteFunc(w.Numbers, func(f training.WellnessField, _ training.WellnessNumber) bool { return !plain(f) })
	maps.DeleteFunc(w.Words, func(f training.WellnessField, _ training.WellnessWords) bool { return !plain(f) })
	return w, err
}

// customCode matches the names that a service allows for a field of the athlete's own.
var customCode = textclean.LazyRegexp(`^custom:[A-Za-z][A-Za-z0-9_]{0,31}$`)

// plain reports whether the name of a field is a name: others wrote those
// that are not ours, and a sentence is none.
func plain(f training.WellnessField) bool {
	if !f.Custom() {
		_, _, number := f.Range()
		return number || slices.Contains(training.WellnessFields(), f)
	}
	return customCode.Get().MatchString(string(f))
}

// athlete is the source of what the athlete entered.
const athlete = "athlete"

// ID names the document of a day.
func ID(d training.Day) string { return d.String() }
