package workouts

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// batch is workouts that one write adds to the library.
type batch struct {
	words   []tools.OwnWords
	changes []journal.Change
	targets map[string]string
	folders folders
}

// add takes a workout, unless its folder is not there.
func (b *batch) add(ctx context.Context, id string, w *training.LibraryWorkout) error {
	e, err := newEdit(workouts.WorkoutView{})
	if err != nil {
		return err
	}
	e.fill(w)
	if err := placed(ctx, b.folders, e); err != nil {
		return err
	}
	fields, err := e.own()
	if err != nil {
		return err
	}
	b.words = append(b.words, tools.OwnOf(document.Workouts, "workout", id, &document.Document{}, document.Own{Fields: fields}))
	b.changes = append(b.changes, journal.Change{Of: ofWorkout, Target: w.Name, Field: "workout", After: "created"})
	b.targets["workout:"+id] = ""
	return nil
}

// put writes them all.
func (b *batch) put(a training.AthleteID) func(tx *store.Tx) (journal.Effect, error) {
	return func(tx *store.Tx) (journal.Effect, error) {
		e := journal.Effect{Changes: b.changes}
		for i := range b.words {
			if err := b.words[i].Put(tx, a, &e); err != nil {
				return e, err
			}
		}
		return e, nil
	}
}

// figure adds what a workout takes by the thresholds of today.
func (m *made) figure(days *workouts.Days, today training.Day, l *training.LibraryWorkout) {
	w := workouts.WorkoutView{LibraryWorkout: *l}
	t := days.Takes(w.Steps(), days.On(today, w.Sport, w.Indoor))
	f := workouts.Stated(w.MovingTimeS, w.DistanceKm, w.Load, w.Intensity, w.WorkKJ).Or(&t)
	m.DurationS, m.Load, m.LoadRule = answers.Round(f.DurationS, 0), answers.Round(f.Load, 1), f.Rule
	if m.Load == 0 {
		m.Missing = m.Missing.Add("load", t.Missing["load"])
	}
}
