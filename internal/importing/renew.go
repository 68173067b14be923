package importing

import (
	"context"
	"iter"
	"slices"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// readConsumer is the watermark whose version is that of the reader which has
// read every original.
const readConsumer = "read"

// originals reads the files that are to be read again, beyond what an import needs of the store.
type originals interface {
	Watermark(ctx context.Context, consumer string) (seq int64, version int, err error)
	ReadBefore(ctx context.Context, version int) ([]ledger.FileRef, error)
	KeptOriginal(athlete training.AthleteID, hash string) ([]byte, error)
}

// Renew reads the originals of which a recording was made by an older reader
// again and puts what they hold now in its place, under the same ids. It may be
// killed at any moment: what is stored is whole, and the rest is found again.
// What cannot be read any more stays as it is. Report tells how many are done.
func (im *Importer) Renew(ctx context.Context, log originals, report func(done, total int)) error {
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

// kept are originals as items of a run, under the names that they came with.
func kept(log originals, files []ledger.FileRef) iter.Seq[archive.Item] {
	return func(yield func(archive.Item) bool) {
		for _, f := range files {
			bytes := func(context.Context) ([]byte, error) { return log.KeptOriginal(f.Athlete, f.Hash) }
			if !yield(archive.Made(f.Name, bytes)) {
				return
			}
		}
	}
}

// outdated says that a run reads a file again whose recordings are there.
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

// beside is a recording with those that are stored of its activity.
func (b *batch) beside(ctx context.Context, m *member) ([]*member, error) {
	members, err := b.members(ctx, m.activity)
	if err != nil {
		return nil, err
	}
	members = slices.DeleteFunc(members, func(of *member) bool { return of.id == m.id })
	return append(members, m), nil
}
