package calendar

import (
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// categoryOf reads a category as people and services write it.
func categoryOf(text string) (training.EventCategory, error) {
	w := training.EventCategory(strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(strings.TrimSpace(text))))
	switch w {
	case "", "session", "training":
		return training.EventWorkout, nil
	case "race":
		return training.EventRaceA, nil
	case "goal":
		return training.EventTarget, nil
	case "vacation":
		return training.EventHoliday, nil
	case "ill":
		return training.EventSick, nil
	case "injury":
		return training.EventInjured, nil
	case "phase":
		return training.EventPlan, nil
	}
	if slices.Contains(training.EventCategories(), w) {
		return w, nil
	}
	return "", training.Errorf(training.KindInvalid, "%q is not a category of events.", text).
		WithFix("The categories are %s; list_events with help categories explains them.", strings.Join(words(training.EventCategories()), ", "))
}

// categories reads a filter; "race" is every race.
func categories(texts []string) ([]training.EventCategory, error) {
	var out []training.EventCategory
	for _, t := range texts {
		if w := strings.ToLower(strings.TrimSpace(t)); w == "race" || w == "races" {
			out = append(out, training.EventRaceA, training.EventRaceB, training.EventRaceC)
			continue
		}
		c, err := categoryOf(t)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func words[T ~string](all []T) []string {
	out := make([]string, len(all))
	for i, v := range all {
		out[i] = string(v)
	}
	return out
}
