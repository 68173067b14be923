package importing

import (
	"encoding/json"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Tx is the transaction in which workouts are kept.
type Tx interface {
	Say(a training.AthleteID, s document.Statement) (bool, error)
	Layers(a training.AthleteID, c document.Collection, id string) (document.Layers, error)
}

// WorkoutsRun is the import that brings workouts.
type WorkoutsRun struct {
	Athlete training.AthleteID
	ID      string
}

// WorkoutsNews is what a file brought.
type WorkoutsNews uint8

// What a file may bring.
const (
	WorkoutsNothing WorkoutsNews = iota
	Changed
	WorkoutsNew
	Refused // the run has brought too much
)

// WorkoutsOutcome tells the report how a file was taken. Reason is a sentence, empty
// for a workout that is new.
type WorkoutsOutcome struct {
	News   WorkoutsNews
	ID     string // of the workout
	Folder string // the id of a folder that is new
	Reason i18n.Sentence
}

// Store keeps the workout of a file. The same bytes are one workout wherever
// they lie. A file that was changed since it was read changes its workout, if
// it lies where it lay and the workout is called as it was: whoever edits a
// file wants no second workout beside the first. One that is called otherwise
// may be another workout, and becomes one.
func (f *File) Store(tx Tx, run WorkoutsRun, a *Attempt) (WorkoutsOutcome, error) {
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
		return WorkoutsOutcome{Reason: i18n.Sentencef("The workout %s was deleted and stays deleted; undo the deletion to have it back.", id)}, nil
	case known && was.File.Hash == f.Hash:
		return WorkoutsOutcome{ID: id, Reason: i18n.Sentencef("The same bytes are there already, as workout %s of the library.", id)}, nil
	case known && was.File.Place != f.place(): // a copy of what was changed elsewhere
		return WorkoutsOutcome{ID: id, Reason: i18n.Sentencef("It is an earlier version of the workout %s of the library.", id)}, nil
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
	if !known || l.Own.Deleted { // it was deleted while this import ran
		return f.make(tx, run, a, id)
	}
	return f.change(tx, run, a, &l, was.FolderID)
}

// make keeps a workout that is new, in the folder that its file lies in.
func (f *File) make(tx Tx, run WorkoutsRun, a *Attempt, id string) (WorkoutsOutcome, error) {
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

// change has a workout follow its file, which is another than before.
func (f *File) change(tx Tx, run WorkoutsRun, a *Attempt, l *document.Layers, folder string) (WorkoutsOutcome, error) {
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
			Reason: i18n.Sentencef("A later version of the file is there already, as workout %s of the library.", l.ID),
		}, nil
	}
	reason := i18n.Sentencef("The file was changed, and so is its workout %s of the library.", l.ID)
	if len(l.Own.Fields) > 0 {
		reason = i18n.Sentencef("The file was changed, and so is its workout %s of the library, but for what you changed yourself.", l.ID)
	}
	return WorkoutsOutcome{News: Changed, ID: l.ID, Reason: reason}, nil
}

// say keeps what the file says of a workout, unless something later is said
// already.
func (f *File) say(tx Tx, run WorkoutsRun, a *Attempt, id, folder string) (bool, error) {
	body := workoutsKept{f.Says, mark{f.Hash, f.place()}}
	body.FolderID = folder
	changed, err := tx.Say(run.Athlete, document.Statement{
		Collection: document.Workouts, ID: id, Source: document.OfFiles, RunID: run.ID, AsOf: f.AsOf, Body: body,
	})
	if changed {
		a.note(id, f.Hash, f.place())
		a.ours[id] = true
		a.done++
	}
	return changed, err
}

// folder makes the folder that the file lies in, or says that it is this run's
// too: it stays until all runs that put workouts into it are undone.
func (f *File) folder(tx Tx, run WorkoutsRun, a *Attempt) (id string, fresh bool, err error) {
	id = f.folderID()
	if id == "" {
		return "", false, nil
	}
	l, err := tx.Layers(run.Athlete, document.Folders, id)
	if err != nil || l.Own.Deleted { // the athlete wants no such folder
		return "", false, err
	}
	if a.said(id) {
		return id, false, nil
	}
	body := training.WorkoutFolder{Name: f.folderName()}
	for _, s := range l.Said {
		if s.Source != document.OfFiles {
			continue
		}
		if err := json.Unmarshal(s.Body, &body); err != nil {
			return "", false, training.Errorf(training.KindCorrupt, "What is kept of the folder %s cannot be read: %w.", id, err).
				WithFix("Run lapkeep verify to see what is damaged.")
		}
	}
	_, err = tx.Say(run.Athlete, document.Statement{
		Collection: document.Folders, ID: id, Source: document.OfFiles, RunID: run.ID, Body: body, Again: true,
	})
	a.ours[id] = true
	return id, len(l.Said) == 0 && len(l.Own.Fields) == 0, err
}
