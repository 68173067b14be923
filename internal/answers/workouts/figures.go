package workouts

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Steps are those of the workout, repeats not written out; nil for none.
func (w *WorkoutView) Steps() []training.WorkoutStep {
	return StructuredSteps(&w.Document, w.Description, w.Structure, w.Sport)
}

// stated are the figures that need no steps: of a text that is the athlete's
// own, only what the athlete states.
func (w *WorkoutView) stated() Figures {
	return Stated(w.MovingTimeS, w.DistanceKm, w.Load, w.Intensity, w.WorkKJ).First(&w.Document)
}

// figures are what the workout takes: as it is stated, else what its steps
// take on a day.
func (w *WorkoutView) figures(days *Days, today training.Day) (Figures, *workout.Takes) {
	if first := w.stated(); first.Whole() {
		return first, nil
	}
	all := Stated(w.MovingTimeS, w.DistanceKm, w.Load, w.Intensity, w.WorkKJ)
	steps := w.Steps()
	if len(steps) == 0 {
		return all, nil
	}
	t := days.Takes(steps, days.On(today, w.Sport, w.Indoor))
	return all.Take(&w.Document, w.Description, &t), &t
}

// lacks says by the names of the figures why there is none.
func (w *WorkoutView) lacks(f *Figures, t *workout.Takes) answers.Missing {
	var out answers.Missing
	why := func(field string, value float64, stated i18n.Sentence) {
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
