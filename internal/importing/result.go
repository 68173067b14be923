package importing

import (
	"context"
	"iter"
	"slices"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Status is the result for one file.
type Status string

// These are the results for a file.
const (
	Imported  Status = "imported"  // it added something, such as an activity or a workout
	Updated   Status = "updated"   // its recordings joined existing activities
	Duplicate Status = "duplicate" // its bytes were already stored
	Ignored   Status = "ignored"   // it was understood, but contains no recording of an activity
	Failed    Status = "failed"    // it is unreadable; Reason says why
)

// FileResult is one line of an import's report. Activities and Warnings are
// never nil, so that they are arrays in JSON. All texts are cleaned, because
// anybody may have chosen the names of files and archive members.
type FileResult struct {
	Path       string                `json:"path"`
	Status     Status                `json:"status"`
	Activities []training.ActivityID `json:"activities"` // in the order of the file
	Warnings   []i18n.Sentence       `json:"warnings"`
	// Workouts lists the library workouts in the file, and Folders the library
	// folders created for it.
	Workouts []string      `json:"workouts,omitempty"`
	Folders  []string      `json:"folders,omitempty"`
	Reason   i18n.Sentence `json:"reason,omitempty"`
	// Aside means that this is one of many similar items, which are only counted.
	Aside bool `json:"-"`
	// Item is the path as the walk returned it, for use in look-ups.
	Item string `json:"-"`
}

// maxReason is the maximum length of a reason in runes. A reason may quote a name.
const maxReason = 1000

// ResultOf begins the report on an item. If the item is not read, the report is complete.
func ResultOf(it listing.Item) FileResult {
	r := FileResult{
		Path: textclean.Line(it.Path, textclean.PathRunes), Item: it.Path, Aside: it.Aside,
		Activities: []training.ActivityID{}, Warnings: []i18n.Sentence{},
	}
	r.warn(i18n.Sentence(it.Warning))
	switch {
	case it.Err != nil:
		r.end(Failed, reasonOf(it.Err))
	case it.Skip != "":
		r.end(Ignored, i18n.Sentence(it.Skip))
	}
	return r
}

// end sets the result of the file and its reason.
func (r *FileResult) end(status Status, reason i18n.Sentence) {
	r.Status, r.Reason = status, reason.Cleaned(maxReason)
}

// reasonOf returns the text of an error for a report. It hides the text of an internal error.
func reasonOf(err error) i18n.Sentence {
	if training.KindOf(err) == training.KindInternal {
		return "It cannot be read."
	}
	return i18n.OfError(err)
}

// warn adds the sentences that are not in the report yet.
func (r *FileResult) warn(sentences ...i18n.Sentence) {
	for _, s := range sentences {
		if s = s.Cleaned(maxReason); s != "" && !slices.Contains(r.Warnings, s) {
			r.Warnings = append(r.Warnings, s)
		}
	}
}

// workoutReader reads a workout file. It returns nil for other files.
type workoutReader func(ctx context.Context, o Origin, data []byte, limits recording.Limits) (*File, error)

// planned reads a file that contains a planned workout, and reports whether it
// does. It applies only to files, because services list workouts separately.
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

// openLibrary reads the earlier statements from workout files, when a run finds its first workout.
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

// planned stores a workout in the library.
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
	if out.News == WorkoutsNew || out.News == Changed { // warnings about a known workout were already reported
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

// Library counts how a run changed the workout library.
type Library struct {
	Workouts int `json:"workouts"` // number of new workouts
	Updated  int `json:"updated"`
	Folders  int `json:"folders"` // number of new folders
}

// Count adds the result for a file.
func (l *Library) Count(r FileResult) {
	switch l.Folders += len(r.Folders); r.Status {
	case Imported:
		l.Workouts += len(r.Workouts)
	case Updated:
		l.Updated += len(r.Workouts)
	}
}

// Sentence describes the changes to the library. It returns "" if there are none.
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

// readConsumer is the name of a watermark. Its version is the version of the
// readers by which all originals have been read.
const readConsumer = "read"

// Renew reads again the originals whose recordings were made by an older reader, and
// replaces their recordings under the same ids. It may be killed at any moment: stored
// recordings are complete, and the next call finds all others. If an original can no longer
// be read, its recordings are kept. It calls report with its progress.
func (im *Importer) Renew(ctx context.Context, log *store.DB, report func(done, total int)) error {
	_, version, err := log.Watermark(ctx, readConsumer)
	if err != nil || version == im.o.ReadVersion {
		return err
	}
	files, err := log.ReadBefore(ctx, im.o.ReadVersion)
	if err != nil {
		return err
	}
	if len(files) > 0 {
		im.o.Log.Info("originals are read again by a newer reader", "files", len(files))
	}
	done := 0
	each := func(res FileResult) {
		done++
		if res.Status == Failed {
			im.o.Log.Warn("an original cannot be read again; its recording is unchanged", "file", res.Path, "reason", res.Reason)
		}
		report(done, len(files))
	}
	for rest := files; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(f ledger.FileRef) bool { return f.Athlete != rest[0].Athlete })
		if n < 0 {
			n = len(rest)
		}
		r, err := im.begin(ctx, rest[0].Athlete, RunOptions{}, each)
		if err != nil {
			return err
		}
		r.renew = true
		if err := r.flow(ctx, kept(log, rest[:n])); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return im.db.Write(ctx, func(tx *store.Tx) error { return tx.SetWatermark(readConsumer, 0, im.o.ReadVersion) })
}

// kept yields originals as items with their former names.
func kept(log *store.DB, files []ledger.FileRef) iter.Seq[listing.Item] {
	return func(yield func(listing.Item) bool) {
		for _, f := range files {
			bytes := func(context.Context) ([]byte, error) { return log.KeptOriginal(f.Athlete, f.Hash) }
			if !yield(listing.Made(f.Name, bytes)) {
				return
			}
		}
	}
}

// outdated reports whether a run must read a file again although its recordings are stored.
func (r *run) outdated(known []store.RecordingRow) bool {
	return r.renew && slices.ContainsFunc(known, func(k store.RecordingRow) bool { return k.Recording.ReadVersion < r.im.o.ReadVersion })
}

// again finds a session among the known recordings of its file. If the file is
// being read again, it replaces the recording. If the returned status is empty,
// the session is new and must be stored as usual.
func (b *batch) again(ctx context.Context, w *work, s *session, parent training.ActivityID) (training.ActivityID, Status, error) {
	i := slices.IndexFunc(w.known, func(k store.RecordingRow) bool { return k.ID == s.digest.Recording() })
	if w.renewed {
		w.kept = &w.known[max(0, i)]
	}
	switch {
	case i < 0:
		return "", "", nil
	case !w.renewed:
		return w.known[i].Activity, Duplicate, nil
	case parent == "" && len(w.sessions) > 1:
		parent = w.known[0].Activity
	}
	return w.known[i].Activity, Updated, b.replace(ctx, w, s, w.known[i].Activity, parent)
}

// replace stores a recording again, and the row of its activity, which depends on the
// recording. If the batch is going to replace other recordings of the activity, their
// former state is used. Afterwards, [Importer.Follow] composes the activity again.
func (b *batch) replace(ctx context.Context, w *work, s *session, id, parent training.ActivityID) error {
	m, err := b.put(w, s, id)
	if err != nil || id == "" {
		return err
	}
	members, err := b.beside(ctx, m)
	if err != nil {
		return err
	}
	act, err := b.activity(ctx, id)
	if err != nil {
		return err
	}
	if act.ParentID == "" {
		act.ParentID = parent
	}
	columns, err := b.im.relink(b.tx, b.run.athlete.ID, id, members, func(of *member) (*training.Columns, error) {
		if of == m {
			return &s.rec.Columns, nil
		}
		return b.columns(ctx, of, store.AllChannels)
	})
	if err != nil {
		return err
	}
	fresh, err := b.im.composed(ctx, b.run.athlete, act, members, columns)
	if err != nil {
		return err
	}
	b.activities[id] = fresh
	if err := b.tx.PutActivity(b.run.athlete.ID, fresh); err != nil {
		return err
	}
	return b.refer(w, s, id)
}

// beside returns a recording, together with the stored recordings of its activity.
func (b *batch) beside(ctx context.Context, m *member) ([]*member, error) {
	members, err := b.members(ctx, m.activity)
	if err != nil {
		return nil, err
	}
	members = slices.DeleteFunc(members, func(of *member) bool { return of.id == m.id })
	return append(members, m), nil
}
