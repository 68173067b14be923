package importing

import (
	"encoding/json"
	"maps"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// WorkoutsRun identifies the import that adds workouts.
type WorkoutsRun struct {
	Athlete training.AthleteID
	ID      string
}

// WorkoutsNews shows how much of a workout file was new.
type WorkoutsNews uint8

// These are the results of storing a workout file.
const (
	WorkoutsNothing WorkoutsNews = iota
	Changed
	WorkoutsNew
	Refused // the run has already added too many
)

// WorkoutsOutcome describes the result of storing a file. Reason is a sentence,
// or "" for a new workout.
type WorkoutsOutcome struct {
	News   WorkoutsNews
	ID     string // id of the workout
	Folder string // id of a new folder
	Reason i18n.Sentence
}

// Store stores the workout in a file. Files with the same bytes are one workout, wherever
// they are. If a file has changed, but its location and the name of the workout are the
// same, its workout is updated, because somebody who edits a file does not want a second
// workout. If the name is different, it may be another workout, so a new one is stored.
func (f *File) Store(tx *store.Tx, run WorkoutsRun, a *Attempt) (WorkoutsOutcome, error) {
	id := a.hash(f.Hash)
	if id == "" {
		id = f.id()
	}
	l, err := tx.Layers(run.Athlete, document.Workouts, id)
	if err != nil {
		return WorkoutsOutcome{}, err
	}
	was, known, err := fileOf(&l)
	switch {
	case err != nil:
		return WorkoutsOutcome{}, err
	case l.Own.Deleted:
		why := i18n.Sentencef("The workout %s was deleted and stays deleted; undo the deletion to get it back.", id)
		return WorkoutsOutcome{Reason: why}, nil
	case known && was.File.Hash == f.Hash:
		return WorkoutsOutcome{ID: id, Reason: i18n.Sentencef("The same file is already here, as library workout %s.", id)}, nil
	case known && was.File.Place != f.place(): // a copy of a file that was changed in another place
		return WorkoutsOutcome{ID: id, Reason: i18n.Sentencef("It is an earlier version of the library workout %s.", id)}, nil
	case known:
		return f.change(tx, run, a, &l, was.FolderID)
	}
	at := a.at(f.place())
	if at == "" || a.said(at) {
		return f.make(tx, run, a, id)
	}
	if l, err = tx.Layers(run.Athlete, document.Workouts, at); err != nil {
		return WorkoutsOutcome{}, err
	}
	was, known, err = fileOf(&l)
	if err != nil {
		return WorkoutsOutcome{}, err
	}
	if !known || l.Own.Deleted { // it was deleted during this import
		return f.make(tx, run, a, id)
	}
	return f.change(tx, run, a, &l, was.FolderID)
}

// make stores a new workout, in the library folder that corresponds to its file's folder.
func (f *File) make(tx *store.Tx, run WorkoutsRun, a *Attempt, id string) (WorkoutsOutcome, error) {
	if a.full() {
		return a.refused(), nil
	}
	folder, fresh, err := f.folder(tx, run, a)
	if err != nil {
		return WorkoutsOutcome{}, err
	}
	out := WorkoutsOutcome{News: WorkoutsNew, ID: id}
	if fresh {
		out.Folder = folder
	}
	_, err = f.say(tx, run, a, id, folder)
	return out, err
}

// change updates a workout after its file has changed.
func (f *File) change(tx *store.Tx, run WorkoutsRun, a *Attempt, l *document.Layers, folder string) (WorkoutsOutcome, error) {
	if a.full() {
		return a.refused(), nil
	}
	changed, err := f.say(tx, run, a, l.ID, folder)
	switch {
	case err != nil:
		return WorkoutsOutcome{}, err
	case !changed:
		return WorkoutsOutcome{
			ID:     l.ID,
			Reason: i18n.Sentencef("A later version of the file is already here, as library workout %s.", l.ID),
		}, nil
	}
	reason := i18n.Sentencef("The file was changed, and its library workout %s was updated.", l.ID)
	if len(l.Own.Fields) > 0 {
		reason = i18n.Sentencef("The file was changed, and its library workout %s was updated, except for your own edits.", l.ID)
	}
	return WorkoutsOutcome{News: Changed, ID: l.ID, Reason: reason}, nil
}

// say stores the file's statement on a workout, unless a newer statement is stored.
func (f *File) say(tx *store.Tx, run WorkoutsRun, a *Attempt, id, folder string) (bool, error) {
	body := workoutsKept{f.Says, mark{f.Hash, f.place()}}
	body.FolderID = folder
	changed, err := tx.PutStatement(run.Athlete, document.Statement{
		Collection: document.Workouts, ID: id, Source: document.OfFiles, RunID: run.ID, AsOf: f.AsOf, Body: body,
	})
	if changed {
		a.note(id, f.Hash, f.place())
		a.ours[id] = true
		a.done++
	}
	return changed, err
}

// folder creates the library folder for the file. If it exists, a statement is added for
// this run too, so that the folder stays until all runs with workouts in it are undone.
func (f *File) folder(tx *store.Tx, run WorkoutsRun, a *Attempt) (id string, fresh bool, err error) {
	id = f.folderID()
	if id == "" {
		return "", false, nil
	}
	l, err := tx.Layers(run.Athlete, document.Folders, id)
	if err != nil || l.Own.Deleted { // the athlete deleted the folder
		return "", false, err
	}
	if a.said(id) {
		return id, false, nil
	}
	body := training.WorkoutFolder{Name: f.folderName()}
	for _, s := range l.Statements {
		if s.Source != document.OfFiles {
			continue
		}
		if err := json.Unmarshal(s.Body, &body); err != nil {
			return "", false, training.Errorf(training.KindCorrupt, "The stored data of the folder %s cannot be read: %w.", id, err).
				WithFix("Run lapkeep verify to see what is damaged.")
		}
	}
	_, err = tx.PutStatement(run.Athlete, document.Statement{
		Collection: document.Folders, ID: id, Source: document.OfFiles, RunID: run.ID, Body: body, Again: true,
	})
	a.ours[id] = true
	return id, len(l.Statements) == 0 && len(l.Own.Fields) == 0, err
}

// MostOfRun is the maximum number of workouts that one run may add or change.
const MostOfRun = 5000

// workoutsKept is the stored statement from a file: the workout, and a mark
// that identifies the file.
type workoutsKept struct {
	training.LibraryWorkout
	File mark `json:"file"`
}

// mark identifies a file when it is read again.
type mark struct {
	Hash  string `json:"hash"`            // hash of the file
	Place string `json:"place,omitempty"` // see [File.place]
}

// former is the part of the statement that is read back. It does not contain the steps,
// which are the largest part.
type former struct {
	FolderID string `json:"folder_id"`
	File     mark   `json:"file"`
}

// WorkoutsIndex is an index, for one run, of the library workouts that came from files.
type WorkoutsIndex struct {
	most int
	seen
}

// seen maps marks of files to workouts.
type seen struct {
	hashes map[string]string // workout ids by file hash
	places map[string]string // workout ids by place
	ours   map[string]bool   // workouts and folders for which this run has stored a statement
	done   int               // number of workouts among them
}

// NewIndex returns the index of a library. most is the maximum number of
// workouts that a run may add.
func NewIndex(all []document.Layers, most int) (*WorkoutsIndex, error) {
	x := &WorkoutsIndex{most: most, seen: seen{hashes: map[string]string{}, places: map[string]string{}, ours: map[string]bool{}}}
	for i := range all {
		body, ok, err := fileOf(&all[i])
		if err != nil {
			return nil, err
		}
		if ok && !all[i].Own.Deleted {
			x.note(all[i].ID, body.File.Hash, body.File.Place)
		} else if ok {
			x.hashes[body.File.Hash] = all[i].ID
		}
	}
	return x, nil
}

// fileOf returns the statement from a file on a workout, if there is one.
func fileOf(l *document.Layers) (body former, ok bool, err error) {
	for _, s := range l.Statements {
		if s.Source == document.OfFiles {
			if err := json.Unmarshal(s.Body, &body); err != nil {
				return body, false, training.Errorf(training.KindCorrupt, "The file details of the workout %s cannot be read: %w.", l.ID, err).
					WithFix("Run lapkeep verify to see what is damaged.")
			}
			return body, true, nil
		}
	}
	return body, false, nil
}

func (s *seen) note(id, hash, place string) {
	s.hashes[hash] = id
	if place != "" {
		s.places[place] = id
	}
}

// Attempt is a copy of the index for one transaction, which may be rolled back.
// [Attempt.Keep] saves its changes.
type Attempt struct {
	of *WorkoutsIndex
	seen
}

// Try returns a new attempt.
func (x *WorkoutsIndex) Try() *Attempt {
	return &Attempt{of: x, seen: seen{
		hashes: map[string]string{}, places: map[string]string{}, ours: map[string]bool{}, done: x.done,
	}}
}

// Keep saves the changes made in the attempt.
func (a *Attempt) Keep() {
	maps.Copy(a.of.hashes, a.hashes)
	maps.Copy(a.of.places, a.places)
	maps.Copy(a.of.ours, a.ours)
	a.of.done = a.done
}

func (a *Attempt) hash(h string) string {
	if id, ok := a.hashes[h]; ok {
		return id
	}
	return a.of.hashes[h]
}

func (a *Attempt) at(place string) string {
	if id, ok := a.places[place]; ok {
		return id
	}
	return a.of.places[place]
}

func (a *Attempt) said(id string) bool { return a.ours[id] || a.of.ours[id] }

func (a *Attempt) full() bool { return a.done >= a.of.most }

// refused returns the result for a file that exceeds the limit of a run.
func (a *Attempt) refused() WorkoutsOutcome {
	const reason = "This import has already added %d workouts. Import its folders one by one."
	return WorkoutsOutcome{News: Refused, Reason: i18n.Sentencef(reason, a.of.most)}
}
