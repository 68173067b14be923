package importing

import (
	"context"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store/document"
)

// workoutReader reads a file if it is one of a workout; nil if it is none.
type workoutReader func(ctx context.Context, o Origin, data []byte, limits recording.Limits) (*File, error)

// planned reads a file that holds a workout to be done, and says whether it
// is one. A service lists its workouts by itself, so that they are looked for
// in files alone.
func (r *run) planned(ctx context.Context, w *work, read workoutReader) bool {
	if r.o.Source != "file" || r.renew || w.made != nil {
		return false
	}
	it := &w.item
	f, err := read(ctx, Origin{Name: it.Name(), Lies: it.Lies, Folder: it.Folder, Hash: w.hash, AsOf: it.ModTime}, w.data,
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
			r.library, err = NewIndex(all, MostOfRun)
		}
		return err
	}
	return nil
}

// planned keeps a workout in the library.
func (b *batch) planned(f *File, res FileResult) (FileResult, error) {
	out, err := f.Store(b.tx, WorkoutsRun{Athlete: b.run.athlete.ID, ID: b.run.o.RunID}, b.library)
	if err != nil {
		return res, err
	}
	switch res.Reason = out.Reason; out.News {
	case WorkoutsNothing:
		res.Status = Duplicate
	case Changed:
		res.Status = Updated
	case WorkoutsNew:
		res.Status = Imported
	case Refused:
		res.Status = Failed
	}
	if out.News == WorkoutsNew || out.News == Changed { // what is known was told before
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
func (l Library) Sentence() i18n.Sentence {
	if l == (Library{}) {
		return ""
	}
	said := i18n.Sentencef("%s", i18n.Numbered(l.Workouts, "new workout", "new workouts"))
	if l.Updated > 0 {
		said = i18n.Joined("%s, %s", said, i18n.Sentencef("%d updated", l.Updated))
	}
	if l.Folders > 0 {
		said = i18n.Joined("%s, %s", said, i18n.Sentencef("%s", i18n.Numbered(l.Folders, "new folder", "new folders")))
	}
	return said
}
