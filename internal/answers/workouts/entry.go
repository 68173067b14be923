package workouts

import (
	"context"
	"hash/maphash"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// entry is a workout of an index.
type entry struct {
	WorkoutRow
	words    string // what a text is searched in
	purposes purposeSet
	place    place
	digest   uint64 // of the stored form
	// known has the figures of the row be those of today, stated be those that
	// are stated, whatever the thresholds.
	known, stated bool
	// why there is no duration and no load, where there is none
	noDuration, noLoad i18n.Sentence
}

// entry has the figures of a workout where they need no steps.
func (l *Lister) entry(w *WorkoutView, digest uint64) entry {
	e := entry{WorkoutRow: rowOf(w, &Figures{}), place: place{w.Sport, w.Indoor}, digest: digest}
	about := ""
	if w.Session != nil {
		about = w.Session.About
	}
	e.words = strings.ToLower(strings.Join([]string{
		w.Name, about, textclean.Text(w.Description, textclean.TextRunes), strings.Join(w.Tags, "\n"),
	}, "\n"))
	e.purposes, e.Purpose = l.spelled.of(&w.LibraryWorkout)
	if stated := w.stated(); stated.Whole() {
		e.stated = true
		e.tell(w, &stated, nil)
	}
	return e
}

// tell takes the figures of the workout.
func (e *entry) tell(w *WorkoutView, f *Figures, t *workout.Takes) {
	purpose := e.Purpose
	e.WorkoutRow, e.known = rowOf(w, f), true
	e.Purpose = purpose
	lacks := w.lacks(f, t)
	e.noDuration, e.noLoad = general(lacks["duration_s"]), general(lacks["load"])
}

// figure computes what some workouts take, of those of which it is not known.
func (l *Lister) figure(ctx context.Context, s training.Scope, x *index, of []*entry) error {
	stored, err := l.stored(ctx, s, of)
	if err != nil {
		return err
	}
	for _, e := range of {
		if e.known {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		w, err := stored(e.ID)
		if training.KindOf(err) == training.KindNotFound && err != nil {
			continue // gone since; the change log will say so
		}
		if err != nil {
			return err
		}
		figures, takes := w.figures(x.days, x.today)
		e.tell(&w, &figures, takes)
	}
	return nil
}

// stored reads workouts one by one if few are to be read, else all at once.
func (l *Lister) stored(ctx context.Context, s training.Scope, of []*entry) (func(id string) (WorkoutView, error), error) {
	pick := func(id string) (WorkoutView, error) { return Pick(ctx, l.r, s, id) }
	unknown := 0
	for _, e := range of {
		if !e.known {
			unknown++
		}
	}
	if unknown <= MaxRows {
		return pick, nil
	}
	docs, err := l.r.Documents(ctx, s, document.Workouts, document.Filter{})
	if err != nil {
		return nil, err
	}
	at := make(map[string]int, len(docs))
	for i := range docs {
		at[docs[i].ID] = i
	}
	return func(id string) (WorkoutView, error) {
		if i, ok := at[id]; ok {
			return workoutOf(docs[i])
		}
		return pick(id)
	}, nil
}

// digest tells the stored forms of a workout apart.
func (l *Lister) digest(d *document.Document) uint64 {
	var h maphash.Hash
	h.SetSeed(l.seed)
	maphash.WriteComparable(&h, len(d.Own))
	_, _ = h.Write(d.Own) // never fails
	for i := range d.Said {
		maphash.WriteComparable(&h, d.Said[i].Source)
		maphash.WriteComparable(&h, len(d.Said[i].Body))
		_, _ = h.Write(d.Said[i].Body)
	}
	return h.Sum64()
}
