package importing

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/export"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/training"
)

// work is the state of one file during an import.
type work struct {
	item   listing.Item
	weight int64         // reserved part of the memory budget
	room   int64         // maximum size of the unpacked content
	ready  chan struct{} // closed when a worker has finished

	says       Statement             // statement of an item that has no file
	said       []*training.Statement // for each recording of the file; nil elements have none
	data       []byte
	made       []*training.Recording // recordings of an item that has no file; data is their stored form
	hash       string
	sessions   []*session
	workout    *File                // workout in the file
	doc        *export.Document     // document in an export of Lapkeep
	collection *export.Collection   // collection in an export of Lapkeep
	result     FileResult           // final if there are no sessions
	stored     int                  // number of sessions stored so far; see [work.part]
	became     Status               // status of the sessions stored so far
	beside     pool                 // recordings that overlap the sessions
	known      []store.RecordingRow // recordings of the file that were stored earlier
	renewed    bool                 // the sessions replace the known recordings
	kept       *store.RecordingRow  // recording to replace, if the file is read again
}

// session is a recording of a file, with all data that depends only on it.
type session struct {
	index      int
	digest     match.Digest
	rec        *training.Recording
	act        training.Activity
	summary    store.Summary
	primitives []store.Primitive
	derived    bool
}

// spare turns a panic into a failure of one file, so that the run continues. It must be deferred.
func (r *run) spare(w *work) {
	if p := recover(); p != nil {
		r.im.o.Log.Error("reading a file panicked", "path", w.item.Path, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		w.refuse(Failed, "A bug in Lapkeep stopped it from reading the file. The file was not changed.")
	}
}

// prepare does all work on a file that depends neither on the order of files nor on the
// store's lock: decoding, normalising and deriving. A failure does not end the run.
func (r *run) prepare(ctx context.Context, w *work) {
	defer close(w.ready)
	defer r.spare(w)
	if w.result.Status != "" || w.says != nil {
		return
	}
	data := w.data
	w.data = nil
	w.hash = originals.Hash(data)
	known, err := r.im.db.RecordingsByOriginal(context.WithoutCancel(ctx), everything(r.athlete.ID), w.hash)
	if err == nil && entire(known) && !r.outdated(known) {
		slices.SortStableFunc(known, func(a, b store.RecordingRow) int { return a.Recording.SessionIndex - b.Recording.SessionIndex })
		recs := make([]*training.Recording, 0, len(known))
		for i := range known {
			recs = append(recs, &known[i].Recording)
		}
		w.hear(recs)
		return // the committer checks again in its transaction
	}
	if export.Is(data) {
		if w.doc, err = export.Parse(data); err != nil {
			w.refuse(Failed, reasonOf(err))
		}
		return
	}
	if export.IsCollection(data) {
		if w.collection, err = export.ParseCollection(data); err != nil {
			w.refuse(Failed, reasonOf(err))
		}
		return
	}
	w.data = data
	r.decode(ctx, w)
}

// read reads the recordings in a file. Unpacked, the file must fit into the reserved memory.
func (r *run) read(ctx context.Context, w *work) (recording.Result, error) {
	if w.made != nil {
		return recording.Of(w.item.Name(), w.made), nil
	}
	res, err := r.im.o.Read(ctx, w.item.Name(), w.data, recording.Limits{Timeout: r.im.o.FileTime, MaxBytes: w.room})
	if training.KindOf(err) == training.KindTooLarge && recording.IsGzip(w.data) && w.room < mostRoom() {
		return res, training.Errorf(training.KindTooLarge, "The file unpacks to more than its header states.").WithFix("Unpack it " +
			"first, if you " +
			"trust it.")
	}
	return res, err
}

// mostSessions returns the maximum number of recordings in a file. A log of many years may contain
// thousands, but is also larger.
func mostSessions(data []byte) int { return max(1000, len(data)/1000) }

// expects reports whether an item should be a recording: the athlete named the file
// itself, or its name says so. Other files of a folder may be anything.
func (r *run) expects(it listing.Item) bool {
	switch strings.ToLower(path.Ext(strings.TrimSuffix(it.Path, ".gz"))) {
	case ".fit", ".tcx", ".gpx":
		return true
	}
	named := func(p string) bool { return filepath.Clean(p) == filepath.Clean(it.Path) }
	return r.o.Source != "file" || slices.ContainsFunc(r.o.Paths, named)
}

// unread records why a file was not read. A file that nobody named and that is no
// activity is ignored.
func (r *run) unread(ctx context.Context, w *work, err error) {
	if ctx.Err() == nil && training.KindOf(err) == training.KindCanceled {
		err = training.Errorf(training.KindTooLarge, "Reading took longer than %v.", r.im.o.FileTime).
			WithFix("Check what kind of file it is.")
	}
	if training.KindOf(err) == training.KindUnsupported && !r.expects(w.item) {
		w.refuse(Ignored, "It is not an activity.")
		w.result.Aside = true
		return
	}
	w.refuse(Failed, reasonOf(err))
}

func (r *run) decode(ctx context.Context, w *work) {
	limit, cancel := context.WithTimeout(ctx, r.im.o.FileTime)
	defer cancel()
	if r.planned(limit, w, ReadWorkouts) {
		return
	}
	res, err := r.read(limit, w)
	if err != nil {
		r.unread(ctx, w, err)
		return
	}
	if res.Kind == reading.Workout && res.Format == training.FormatFIT && r.planned(limit, w, ReadFIT) {
		return
	}
	w.warn(plain(res.Warnings)...)
	if w.says = Routes(w.item, res, w.hash, r.o.Source); w.says != nil {
		w.data = nil
		return
	}
	if len(res.Recordings) == 0 {
		w.refuse(Ignored, res.Ignored)
		return
	}
	if n := len(res.Recordings); n > mostSessions(w.data) && w.made == nil {
		w.refuse(Failed, i18n.Sentencef("It contains %d recordings, and at most %d are read from a file of its size. Unpack or split it.",
			n, mostSessions(w.data)))
		return
	}
	match.Instants(res.Recordings, r.athlete, r.im.o.Zones)
	w.hear(res.Recordings)
	for i, rec := range res.Recordings {
		word := match.Untyped(rec)
		if len(w.said) == len(res.Recordings) && w.said[i] != nil && w.said[i].Sport != "" {
			continue // the export gives the sport
		}
		if word != "" {
			rec.Warnings = append(rec.Warnings, string(word))
		}
	}
	acts := match.Together(res.Recordings, w.said, r.athlete, r.im.o.Zones)
	for i, rec := range res.Recordings {
		w.warn(plain(rec.Warnings)...)
		var said *training.Statement
		if len(w.said) == len(res.Recordings) {
			said = w.said[i]
		}
		w.sessions = append(w.sessions, r.session(w, i, rec, acts[i], said))
	}
}

// session prepares a recording of a file for storage.
func (r *run) session(w *work, i int, rec *training.Recording, act training.Activity, said *training.Statement) *session {
	s := &session{index: i, rec: rec, digest: match.IdentityOf(w.hash, i), act: act}
	s.act.ID, rec.ReadVersion = s.digest.Activity(), r.im.o.ReadVersion
	if r.im.o.Derive != nil && !r.renew {
		act := s.act
		if said != nil {
			said.Over(&act)
		}
		s.summary, s.primitives = r.im.o.Derive(act, s.digest.Recording(), rec)
		s.derived = true
	}
	return s
}

// siblings returns the other recordings of a file.
func (w *work) siblings(of *training.Recording) (out []*training.Recording) {
	for _, s := range w.sessions {
		if s.rec != of {
			out = append(out, s.rec)
		}
	}
	return out
}

// hear finds the export's statements on a file: one on the file as a whole, or
// one on each recording.
func (w *work) hear(recs []*training.Recording) {
	if w.item.Statement != nil {
		w.said = []*training.Statement{w.item.Statement}
		return
	}
	if w.item.StatementOf == nil {
		return
	}
	for _, r := range recs {
		w.said = append(w.said, w.item.StatementOf(r))
	}
}

// refuse ends the work on a file without storing its recordings.
func (w *work) refuse(status Status, reason i18n.Sentence) {
	w.sessions, w.data = nil, nil
	w.result.end(status, reason)
}

// plain converts texts to sentences without translating them.
func plain(sentences []string) []i18n.Sentence {
	out := make([]i18n.Sentence, len(sentences))
	for i, s := range sentences {
		out[i] = i18n.Sentence(s)
	}
	return out
}

func (w *work) warn(sentences ...i18n.Sentence) { w.result.warn(sentences...) }

// open registers a document from an export. Its data about recordings is used
// while these are stored. All other data is applied after the recordings.
func (r *run) open(w *work) {
	r.memory.Release(w.weight)
	r.documents = append(r.documents, w)
	if w.doc == nil {
		return
	}
	for _, a := range w.doc.Activities {
		for _, rec := range a.Recordings {
			r.origins[match.FileRef(rec.Original, rec.Session)] = store.Origin{
				Source: rec.Source, ExternalID: rec.ExternalID, FileName: rec.FileName,
			}
		}
	}
}

// readBack applies the documents and collections from exports.
func (r *run) readBack(ctx context.Context) error {
	for _, w := range r.documents {
		n, err := r.applied(ctx, w)
		if err != nil && n.Added+n.Changed == 0 {
			return err
		}
		res := w.result
		res.Status, res.Reason = Duplicate, "Everything in it is already here."
		if n.Added+n.Changed > 0 {
			res.Status, res.Reason = Updated, ""
			if err != nil { // report what was stored, so that it can be undone
				res.warn("It was not read completely; import it again.")
			}
			if n.Added > 0 {
				res.Status = Imported
			}
			if w.doc != nil {
				res.warn("Undoing this import removes the recordings, the documents and your gear edits, but not the settings, edits and " +
					"manual activities of the export.")
			}
		}
		if n.Missing > 0 {
			res.warn(i18n.Sentencef("%d of the export's recordings are missing here.", n.Missing))
		}
		r.count(res)
		r.report(res)
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *run) applied(ctx context.Context, w *work) (export.Counts, error) {
	if w.collection != nil {
		return export.Documents(ctx, r.im.db, w.collection, &r.record, r.im.o.GroupFiles)
	}
	return export.Apply(ctx, r.im.db, r.athlete, w.doc, &r.record, r.im.o.GroupFiles)
}

// routes holds the routes in a file.
type routes struct {
	source string
	ids    []string
	all    []training.Route
	asOf   time.Time
}

// Routes returns a statement with the routes of a file, if it contains only a route or if an
// export says that it is a route. It returns nil for other files. hash is the hash of the file.
func Routes(it listing.Item, res recording.Result, hash, source string) Statement {
	r := routes{source: source, all: res.Routes, asOf: it.AsOf}
	if it.Route != nil {
		if len(r.all) == 0 && len(res.Recordings) > 0 { // some programs add times to drawn routes
			if way, ok := recording.CourseOf(res.Recordings[0]); ok {
				r.all = []training.Route{way}
			}
		}
		if len(r.all) > 0 && it.Route.Name != "" {
			r.all[0].Name = it.Route.Name
		}
		r.source, _, _ = strings.Cut(it.Route.Ref, ":")
	}
	if len(r.all) == 0 {
		return nil
	}
	for i := range r.all {
		id := "r" + hash[:9]
		if it.Route != nil {
			id = it.Route.Ref
		}
		if i > 0 {
			id = fmt.Sprintf("%s-%d", id, i+1)
		}
		r.ids = append(r.ids, id)
	}
	return r
}

// Store stores the routes.
func (r routes) Store(_ context.Context, b *Batch) (out StatementOutcome, err error) {
	for i := range r.all {
		changed, err := b.Tx.PutStatement(b.Athlete.ID, document.Statement{
			Collection: document.Routes, ID: r.ids[i], Source: r.source, RunID: b.RunID, AsOf: r.asOf, Body: r.all[i],
		})
		if err != nil {
			return out, err
		}
		if changed {
			out.News = StatementNew
		}
	}
	out.Reason = i18n.Sentencef("It is a course to follow, kept as route %s.", strings.Join(r.ids, ", "))
	if out.News == StatementNothing {
		out.Reason = i18n.Sentencef("It is a course to follow, already kept as route %s.", strings.Join(r.ids, ", "))
	}
	return out, nil
}
