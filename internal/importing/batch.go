package importing

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// batch is one transaction of a run, with the recordings that it has placed so
// far. Reads of the store do not show these yet.
type batch struct {
	run    *run
	im     *Importer
	tx     *store.Tx
	pool   pool
	placed []*member
	// files holds the results in this batch, by hash of the original.
	files      map[string]FileResult
	became     Status // status of the last file, part of which may still have to be stored
	activities map[training.ActivityID]training.Activity
	library    *Attempt       // nil if no file contains a workout
	own        []ledger.Thing // the athlete's own edits that exports restored
}

func (b *batch) scope() training.Scope { return everything(b.run.athlete.ID) }

// mostStored is the maximum number of sessions of a file that are stored in one
// transaction, so that other processes do not have to wait long.
const mostStored = 32

// part returns the sessions of a file that are stored in the current transaction.
func (w *work) part() []*session {
	return w.sessions[w.stored:min(w.stored+mostStored, len(w.sessions))]
}

// entire reports whether all recordings of a file are stored. An interrupted
// import may have stored only some of them.
func entire(known []store.RecordingRow) bool {
	return len(known) > 0 && len(known) >= known[0].Recording.Sessions
}

// file stores a file with the statements on it, or finds that it is already
// stored. If the result has no status, a part of the file still has to be stored.
func (b *batch) file(ctx context.Context, w *work) (FileResult, error) {
	res := w.result
	res.Warnings, res.Activities = slices.Clone(res.Warnings), slices.Clone(res.Activities) // the transaction may be run again
	switch {
	case res.Status != "":
		return res, nil
	case w.says != nil:
		return b.stated(ctx, w.says, res)
	case w.workout != nil:
		return b.planned(w.workout, res)
	}
	res, err := b.recorded(ctx, w, res)
	if err == nil && w.said != nil && res.Status != "" {
		err = b.said(ctx, w, &res)
	}
	return res, err
}

// recorded stores a file with recordings.
func (b *batch) recorded(ctx context.Context, w *work, res FileResult) (FileResult, error) {
	if w.stored > 0 {
		return b.sessions(ctx, w, res)
	}
	if twin, ok := b.files[w.hash]; ok {
		res.Status, res.Activities = Duplicate, twin.Activities
		res.Reason = sameBytes(res.Activities)
		return res, nil
	}
	known, err := b.im.db.RecordingsByOriginal(ctx, b.scope(), w.hash)
	if err != nil {
		return res, err
	}
	again := b.run.outdated(known) && len(w.sessions) > 0
	if entire(known) && !again {
		return duplicate(res, known), nil
	}
	w.known, w.renewed = known, again
	if len(known) == 0 {
		if known, err = b.before(ctx, w); err != nil || len(known) > 0 {
			return duplicate(res, known), err
		}
	}
	if len(w.sessions) == 0 { // it was already stored when a worker looked
		res.Status, res.Reason = Failed, "Its recording was removed while this import ran; import it again."
		return res, nil
	}
	res, err = b.sessions(ctx, w, res)
	if err == nil && res.Status != "" {
		b.files[w.hash] = res
	}
	return res, err
}

// before returns recordings of the same activity that the same source provided
// earlier with different bytes: the athlete has edited texts since, or an
// earlier version of Lapkeep wrote the file.
func (b *batch) before(ctx context.Context, w *work) ([]store.RecordingRow, error) {
	if w.item.Statement == nil || len(w.sessions) == 0 {
		return nil, nil
	}
	rows, err := b.im.db.RecordingsOfRef(ctx, b.scope(), w.item.Statement.Ref)
	for len(rows) > 0 && err == nil {
		n := 1
		for n < len(rows) && rows[n].Original == rows[0].Original {
			n++
		}
		same := n == len(w.sessions)
		for i := 0; i < n && same && err == nil; i++ {
			same, err = b.same(ctx, w.sessions[i].rec, &rows[i])
		}
		if same {
			return rows[:n], err
		}
		rows = rows[n:]
	}
	return nil, err
}

// same reports whether a stored recording has the same content as r. For a
// deleted recording, it compares only start, duration and number of rows.
func (b *batch) same(ctx context.Context, r *training.Recording, row *store.RecordingRow) (bool, error) {
	if row.Deleted {
		return r.Start.Equal(row.Recording.Start) && r.ElapsedS == row.Recording.ElapsedS && r.Columns.Len() == row.Rows, nil
	}
	columns, err := b.im.db.RecordingColumns(ctx, b.scope(), row.ID, match.Channels())
	return err == nil && match.SameRows(r, &r.Columns, &row.Recording, columns), err
}

// sessions stores the recordings of a file, each in its activity.
func (b *batch) sessions(ctx context.Context, w *work, res FileResult) (FileResult, error) {
	if b.became = w.became; b.became == "" {
		b.became = Duplicate
	}
	for _, s := range w.part() {
		var parent training.ActivityID
		if len(w.sessions) > 1 && len(res.Activities) > 0 {
			parent = res.Activities[0]
		}
		id, status, err := b.again(ctx, w, s, parent)
		if err == nil && status == "" {
			id, status, err = b.session(ctx, w, s, parent, &res)
		}
		if err != nil {
			return res, err
		}
		if id != "" { // the activity was deleted
			res.Activities = append(res.Activities, id)
		}
		if status == Imported || b.became == Duplicate {
			b.became = status
		}
	}
	if w.stored+mostStored >= len(w.sessions) {
		res.Status = b.became
	}
	return res, nil
}

// sameBytes returns the reason why the file of the given activities is not stored again.
func sameBytes(of []training.ActivityID) i18n.Sentence {
	if len(of) == 0 {
		return "The same file was imported before."
	}
	return i18n.Sentencef("The same file is already here, as %s.", called(of))
}

func called(ids []training.ActivityID) i18n.Sentence {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = string(id)
	}
	if len(ids) == 1 {
		return i18n.Sentencef("activity %s", words[0])
	}
	return i18n.Sentencef("activities %s", strings.Join(words, ", "))
}

// session stores a recording in an existing or a new activity, unless the
// athlete deleted its activity.
func (b *batch) session(
	ctx context.Context, w *work, s *session, parent training.ActivityID, res *FileResult,
) (training.ActivityID, Status, error) {
	d, known, err := b.former(ctx, s, w.hash)
	if err == nil && !known {
		d, err = b.decide(ctx, s, w.hash)
	}
	if err != nil {
		return "", "", err
	}
	if d.join != "" {
		if d.clock != 0 {
			res.warn(i18n.Sentencef("It is a copy of %s whose clock differs by %s, as if set to another time zone; its rows use the clock of the "+
				"more complete copy. To separate it again: lapkeep duplicates split %s", d.join, clock(d.clock), d.join))
		}
		return d.join, Updated, b.join(ctx, w, s, d.join)
	}
	buried, err := b.statements().Buried(ctx, s.act.ID)
	if err != nil {
		return "", "", err
	}
	if buried {
		res.Reason = StillDeleted
		return s.act.ID, Duplicate, nil
	}
	res.warn(d.question...)
	id, err := b.create(ctx, w, s, parent, d.as)
	return id, Imported, err
}

// duplicate returns the result for a file whose bytes are already stored.
func duplicate(res FileResult, known []store.RecordingRow) FileResult {
	res.Status = Duplicate
	slices.SortStableFunc(known, func(x, y store.RecordingRow) int {
		return x.Recording.SessionIndex - y.Recording.SessionIndex
	})
	for _, k := range known {
		if k.Activity != "" && !slices.Contains(res.Activities, k.Activity) {
			res.Activities = append(res.Activities, k.Activity)
		}
		if k.Deleted {
			res.Reason = StillDeleted
		}
	}
	if res.Reason == "" {
		res.Reason = sameBytes(res.Activities)
	}
	return res
}

// create stores a recording as a new activity with the given id, or with a free id if id is empty.
func (b *batch) create(ctx context.Context, w *work, s *session, parent, id training.ActivityID) (_ training.ActivityID, err error) {
	act := s.act
	if id == "" {
		id, err = b.freeID(ctx, s.digest, w.hash)
	}
	if err != nil {
		return "", err
	}
	act.ID, act.ParentID = id, parent
	if parent == "" && len(w.sessions) > 1 {
		act.ParentID = id // the first activity is the parent of all activities, including itself
	}
	m, err := b.keep(w, s, id)
	if err != nil {
		return "", err
	}
	athlete := b.run.athlete.ID
	if err := b.tx.PutActivity(athlete, act); err != nil {
		return "", err
	}
	if err := b.tx.LinkRecording(athlete, id, m.id, 0, m.channels); err != nil {
		return "", err
	}
	if err := b.reclaim(id); err != nil {
		return "", err
	}
	if err := b.lead(ctx, s, id); err != nil {
		return "", err
	}
	b.activities[id] = act
	if err := b.refer(w, s, id); err != nil {
		return "", err
	}
	if !s.derived {
		return id, nil
	}
	if err := b.tx.PutSummary(athlete, id, s.summary); err != nil {
		return "", err
	}
	for _, p := range s.primitives {
		p.Activity = id
		if err := b.tx.PutPrimitive(athlete, p); err != nil {
			return "", err
		}
	}
	return id, nil
}

// reclaim makes an id refer to its own activity again. During an import that has since been
// undone, the activity may have been merged into another one or deleted.
func (b *batch) reclaim(id training.ActivityID) error {
	if err := b.tx.Redirect(b.run.athlete.ID, id, id); err != nil {
		return err
	}
	return b.tx.RestoreActivity(b.run.athlete.ID, id)
}

// join adds a recording to an existing activity and chooses again which recording provides each
// channel. It also redirects the id of an activity with only this recording to the activity.
func (b *batch) join(ctx context.Context, w *work, s *session, id training.ActivityID) error {
	members, err := b.members(ctx, id)
	if err != nil {
		return err
	}
	m, err := b.keep(w, s, id)
	if err != nil {
		return err
	}
	act, err := b.activity(ctx, id)
	if err != nil {
		return err
	}
	members = append(members, m)
	columns, err := b.im.relink(b.tx, b.run.athlete.ID, id, members, func(m *member) (*training.Columns, error) {
		return b.columns(ctx, m, store.AllChannels)
	})
	if err != nil {
		return err
	}
	// The row depends only on the recordings, not on their order or their runs.
	// [Importer.Follow] ensures this after an undo too.
	fresh, err := b.im.composed(ctx, b.run.athlete, act, members, columns)
	if err != nil {
		return err
	}
	if err := b.tx.PutActivity(b.run.athlete.ID, fresh); err != nil {
		return err
	}
	b.activities[id] = fresh
	if err := b.lead(ctx, s, id); err != nil {
		return err
	}
	return b.refer(w, s, id)
}

// keep stores a recording and adds it to those that the batch has placed.
func (b *batch) keep(w *work, s *session, id training.ActivityID) (*member, error) {
	m, err := b.put(w, s, id)
	if err == nil {
		b.placed = append(b.placed, m)
	}
	return m, err
}

// put writes a recording with its origin to the store.
func (b *batch) put(w *work, s *session, id training.ActivityID) (*member, error) {
	origin := store.Origin{Source: b.run.o.Source, FileName: w.item.Name()}
	if w.said != nil && origin.Source == "file" {
		origin.Source = "archive"
	}
	if b.run.o.ExternalID != nil {
		origin.ExternalID = b.run.o.ExternalID(w.item.Path)
	}
	if known, ok := b.run.origins[match.FileRef(w.hash, s.index)]; ok {
		origin = known
	}
	m := &member{id: s.digest.Recording(), activity: id, original: w.hash, runID: b.run.o.RunID, rec: s.rec, file: w}
	m.count(&s.rec.Columns)
	n := store.NewRecording{ID: m.id, Origin: origin, Original: w.hash, Audience: b.run.o.Audience, RunID: m.runID, Recording: s.rec}
	if w.kept != nil {
		n.Origin, n.Audience, n.RunID = w.kept.Origin, w.kept.Audience, w.kept.RunID
		m.runID = n.RunID
	}
	return m, b.tx.PutRecording(b.run.athlete.ID, n)
}

// refer adds ids to the activity: the source's id for it, and one for each session
// of a file. The hash of a file is an id only if the file has a single session.
func (b *batch) refer(w *work, s *session, id training.ActivityID) error {
	athlete := b.run.athlete.ID
	if s.rec.Sessions > 1 {
		if err := b.tx.PutExternalID(athlete, id, match.FileRef(w.hash, s.index)); err != nil {
			return err
		}
	}
	if b.run.o.ExternalID == nil || s.index > 0 {
		return nil
	}
	if ext := b.run.o.ExternalID(w.item.Path); ext != "" {
		return b.tx.PutExternalID(athlete, id, b.run.o.Source+":"+ext)
	}
	return nil
}

// freeID returns the id that the recording's digest determines, extended until it is free.
func (b *batch) freeID(ctx context.Context, digest match.Digest, original string) (training.ActivityID, error) {
	for id := range digest.Activities() {
		if _, taken := b.activities[id]; taken {
			continue
		}
		found, err := b.im.db.Resolve(ctx, b.scope(), string(id))
		if training.KindOf(err) == training.KindNotFound || err == nil && found != id {
			return id, nil
		}
		if err != nil {
			return "", err
		}
		// If the recordings of a file were lost, the activity is created again with its former id.
		recs, err := b.im.db.Recordings(ctx, b.scope(), id)
		if err != nil || len(recs) == 0 {
			return id, err
		}
	}
	return "", training.Errorf(training.KindConflict, "No id is free for the recording %s.", original)
}
