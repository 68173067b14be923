package ingest

import (
	"context"

	"lapkeep/internal/ingest/workouts"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/recording"
	"lapkeep/internal/store/document"
)

// workoutReader reads a file if it is one of a workout; nil if it is none.
type workoutReader func(ctx context.Context, o workouts.Origin, data []byte, limits recording.Limits) (*workouts.File, error)

// planned reads a file that holds a workout to be done, and says whether it
// is one. A service lists its workouts by itself, so that they are looked for
// in files alone.
func (r *run) planned(ctx context.Context, w *work, read workoutReader) bool {
	if r.o.Source != "file" || r.renew || w.made != nil {
		return false
	}
	it := &w.item
	f, err := read(ctx, workouts.Origin{Name: it.Name(), Lies: it.Lies, Folder: it.Folder, Hash: w.hash, AsOf: it.ModTime}, w.data,
		recording.Limits{MaxBytes: w.room})
	if err != nil {
		w.refuse(Failed, reasonOf(err))
		return true
	}
	if f == nil {
		return false
	}
	w.workout, w.data = f, nil
	return true
}

// openLibrary learns what files said of the library before, at the first
// workout of a run.
func (r *run) openLibrary(ctx context.Context, group []*work) error {
	if r.library != nil {
		return nil
	}
	for _, w := range group {
		if w.workout == nil {
			continue
		}
		all, err := r.im.db.DocumentLayers(ctx, everything(r.athlete.ID), document.Workouts)
		if err == nil {
			r.library, err = workouts.NewIndex(all, workouts.MostOfRun)
		}
		return err
	}
	return nil
}

// planned keeps a workout in the library.
func (b *batch) planned(f *workouts.File, res FileResult) (FileResult, error) {
	out, err := f.Store(b.tx, workouts.Run{Athlete: b.run.athlete.ID, ID: b.run.o.RunID}, b.library)
	if err != nil {
		return res, err
	}
	switch res.Reason = out.Reason; out.News {
	case workouts.Nothing:
		res.Status = Duplicate
	case workouts.Changed:
		res.Status = Updated
	case workouts.New:
		res.Status = Imported
	case workouts.Refused:
		res.Status = Failed
	}
	if out.News == workouts.New || out.News == workouts.Changed { // what is known was told before
		res.warn(f.Warnings...)
	}
	if out.ID != "" {
		res.Workouts = []string{out.ID}
	}
	if out.Folder != "" {
		res.Folders = []string{out.Folder}
	}
	return res, nil
}

// Library counts what a run brought to the library of workouts.
type Library struct {
	Workouts int `json:"workouts"` // new ones
	Updated  int `json:"updated"`
	Folders  int `json:"folders"` // new ones
}

// Count adds a file.
func (l *Library) Count(r FileResult) {
	switch l.Folders += len(r.Folders); r.Status {
	case Imported:
		l.Workouts += len(r.Workouts)
	case Updated:
		l.Updated += len(r.Workouts)
	}
}

// Sentence says it in words; empty for nothing.
func (l Library) Sentence() phrase.Sentence {
	if l == (Library{}) {
		return ""
	}
	said := phrase.Sentencef("%s", phrase.Numbered(l.Workouts, "new workout", "new workouts"))
	if l.Updated > 0 {
		said = phrase.Joined("%s, %s", said, phrase.Sentencef("%d updated", l.Updated))
	}
	if l.Folders > 0 {
		said = phrase.Joined("%s, %s", said, phrase.Sentencef("%s", phrase.Numbered(l.Folders, "new folder", "new folders")))
	}
	return said
}
