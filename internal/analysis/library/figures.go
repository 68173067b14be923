package library

import (
	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/structured"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
	"lapkeep/internal/workout"
)

// Steps are those of the workout, repeats not written out; nil for none.
func (w *Workout) Steps() []training.WorkoutStep {
	return structured.Steps(&w.Document, w.Description, w.Structure, w.Sport)
}

// stated are the figures that need no steps: of a text that is the athlete's
// own, only what the athlete states.
func (w *Workout) stated() structured.Figures {
	return structured.Stated(w.MovingTimeS, w.DistanceKm, w.Load, w.Intensity, w.WorkKJ).First(&w.Document)
}

// figures are what the workout takes: as it is stated, else what its steps
// take on a day.
func (w *Workout) figures(days *structured.Days, today training.Day) (structured.Figures, *workout.Takes) {
	if first := w.stated(); first.Whole() {
		return first, nil
	}
	all := structured.Stated(w.MovingTimeS, w.DistanceKm, w.Load, w.Intensity, w.WorkKJ)
	steps := w.Steps()
	if len(steps) == 0 {
		return all, nil
	}
	t := days.Takes(steps, days.On(today, w.Sport, w.Indoor))
	return all.Take(&w.Document, w.Description, &t), &t
}

// lacks says by the names of the figures why there is none.
func (w *Workout) lacks(f *structured.Figures, t *workout.Takes) analysis.Missing {
	var out analysis.Missing
	why := func(field string, value float64, stated phrase.Sentence) {
		if value > 0 {
			return
		}
		if t != nil && t.Missing[field] != "" {
			stated = t.Missing[field]
		}
		out = out.Add(field, stated)
	}
	why("duration_s", f.DurationS, noDuration)
	why("load", f.Load, noLoad)
	return out
}
