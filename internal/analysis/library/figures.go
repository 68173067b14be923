package library

import (
	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/structured"
	"lapkeep/internal/training"
	"lapkeep/internal/workout"
)

// Steps are those of the workout, repeats not written out; nil for none.
func (w *Workout) Steps() []training.WorkoutStep {
	return structured.Steps(&w.Document, w.Description, w.Structure, w.Sport)
}

// figures are what the workout takes: as it is stated, else what its steps
// take on a day; of a text that is the athlete's own only what the athlete
// states comes first.
func (w *Workout) figures(days *structured.Days, today training.Day) (structured.Figures, *workout.Takes) {
	stated := structured.Stated(w.MovingTimeS, w.DistanceKm, w.Load, w.Intensity, w.WorkKJ)
	if first := stated.First(&w.Document); first.Whole() {
		return first, nil
	}
	steps := w.Steps()
	if len(steps) == 0 {
		return stated, nil
	}
	t := days.Takes(steps, days.On(today, w.Sport, w.Indoor))
	return stated.Take(&w.Document, w.Description, &t), &t
}

// lacks says by the names of the figures why there is none.
func (w *Workout) lacks(f *structured.Figures, t *workout.Takes) analysis.Missing {
	var out analysis.Missing
	why := func(field string, value float64, stated string) {
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
