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

// Status is the outcome of one file.
type Status string

// The outcomes of a file.
const (
	Imported  Status = "imported"  // something new, such as an activity or a workout
	Updated   Status = "updated"   // joined activities that were there
	Duplicate Status = "duplicate" // its bytes were there already
	Ignored   Status = "ignored"   // understood, and not a recording of an activity
	Failed    Status = "failed"    // not readable; Reason says why
)

// FileResult is one line of an import's report. Activities and Warnings are
// never nil, so that they are arrays in JSON. Its words are clean: names of
// files and of members of archives are anybody's.
type FileResult struct {
	Path       string                `json:"path"`
	Status     Status                `json:"status"`
	Activities []training.ActivityID `json:"activities"` // in file order
	Warnings   []i18n.Sentence       `json:"warnings"`
	// Workouts are those of the library that the file is, and Folders those of
	// it that the file brought.
	Workouts []string      `json:"workouts,omitempty"`
	Folders  []string      `json:"folders,omitempty"`
	Reason   i18n.Sentence `json:"reason,omitempty"`
	// Aside is one of very many alike, which are counted and not named.
	Aside bool `json:"-"`
	// Item is the path as the walk gave it, for whoever looks it up.
	Item string `json:"-"`
}

// maxReason is how many runes of a reason are reported: it may quote a name.
const maxReason = 1000

// ResultOf begins the report of an item: of one that is not read it is whole.
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

// reasonOf words an error for a report: our own errors as they are, never those of a defect.
func reasonOf(err error) i18n.Sentence {
	if training.KindOf(err) == training.KindInternal {
		return "It cannot be read."
	}
	return i18n.OfError(err)
}

// warn adds sentences that are not there yet.
func (r *FileResult) warn(sentences ...i18n.Sentence) {
	for _, s := range sentences {
		if s = s.Cleaned(maxReason); s != "" && !slices.Contains(r.Warnings, s) {
			r.Warnings = append(r.Warnings, s)
		}
	}
}

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

// openLibrary learns the earlier statements of files on the library, at the
// first workout of a run.
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

// Sentence describes the changes of the library; empty for none.
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

// readConsumer is the watermark whose version is that of the reader which has
// read every original.
const readConsumer = "read"

// Renew reads again the originals whose recordings were made by an older
// reader, and replaces the recordings under the same ids. It may be killed at
// any moment: what is stored is complete, and the rest is found again.
// Originals that can no longer be read stay as they are. It calls report with
// how many are done.
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
		im.o.Log.Info("originals are read again, because the reader is newer", "files", len(files))
	}
	done := 0
	each := func(res FileResult) {
		done++
		if res.Status == Failed {
			im.o.Log.Warn("an original cannot be read again; its recording stays as it was", "file", res.Path, "reason", res.Reason)
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

// kept yields originals as items of a run, under the names that they came with.
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

// outdated reports whether a run reads a file again whose recordings exist.
func (r *run) outdated(known []store.RecordingRow) bool {
	return r.renew && slices.ContainsFunc(known, func(k store.RecordingRow) bool { return k.Recording.ReadVersion < r.im.o.ReadVersion })
}

// again finds a session among those that are known of its file, and where the
// file is read again puts it in the place of what is known of it. Without a
// status it is to be stored as by an import.
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

// replace stores a recording again, and the row of its activity, which follows
// from it. Of several of which more are replaced in this batch the others are
// seen as they were; [Importer.Follow] composes them once they are stored.
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

// beside returns a recording together with the stored ones of its activity.
func (b *batch) beside(ctx context.Context, m *member) ([]*member, error) {
	members, err := b.members(ctx, m.activity)
	if err != nil {
		return nil, err
	}
	members = slices.DeleteFunc(members, func(of *member) bool { return of.id == m.id })
	return append(members, m), nil
}
