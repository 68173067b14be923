package importing

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/export"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
)

// open takes note of an export's document: what it says of recordings helps
// while they are stored, the rest is applied when all of them are.
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

// readBack applies the documents and collections of exports.
func (r *run) readBack(ctx context.Context) error {
	for _, w := range r.documents {
		n, err := r.applied(ctx, w)
		if err != nil && n.Added+n.Changed == 0 {
			return err
		}
		res := w.result
		res.Status, res.Reason = Duplicate, "Everything in it is known."
		if n.Added+n.Changed > 0 {
			res.Status, res.Reason = Updated, ""
			if err != nil { // what is kept is told, so that it can be undone
				res.warn("It was not read to its end; import it again.")
			}
			if n.Added > 0 {
				res.Status = Imported
			}
			if w.doc != nil {
				res.warn("Undoing this import removes the recordings, the documents and your words on gear, not the settings, " +
					"edits and manual activities of the export.")
			}
		}
		if n.Missing > 0 {
			res.warn(i18n.Sentencef("%d of the export's recordings are not here.", n.Missing))
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
