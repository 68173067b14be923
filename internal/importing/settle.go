package importing

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// settle brings the links of an athlete's recordings in line with what was
// decided about pairs. A verdict that was taken back restores what it had
// changed. Each change is one transaction with its note, so that a process
// that is killed between two goes on from there.
func (im *Importer) settle(ctx context.Context, athlete training.AthleteID, book match.PairBook) error {
	for _, k := range book.Pairs {
		var err error
		if entry, ok := k.Moved.Entry(); ok {
			err = im.settleEntry(ctx, athlete, book, k, entry)
		} else {
			err = im.settleRecordings(ctx, athlete, k)
		}
		switch training.KindOf(err) {
		case training.KindConflict: // such as siblings; nothing can be done about it
			im.o.Log.Warn("a pair was left as it is", "pair", k.ID(), "error", err)
			continue
		case training.KindNotFound: // another process has settled it meanwhile
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (im *Importer) settleRecordings(ctx context.Context, athlete training.AthleteID, k match.Known) error {
	moved, deleted, err := im.holder(ctx, athlete, k.Moved.Recording())
	if err != nil || moved == "" || deleted {
		return err
	}
	kept, deleted, err := im.holder(ctx, athlete, k.Kept.Recording())
	if err != nil || kept == "" || deleted {
		return err
	}
	joined := moved == kept
	want := joined
	switch {
	case k.Verdict == match.PairSame:
		want = true
	case k.Verdict == match.Apart:
		want = false
	case k.Done != nil: // taken back
		want = !k.Done.Joined
	}
	switch {
	case want && !joined:
		return im.joinPair(ctx, athlete, k, kept, moved)
	case !want && joined:
		return im.partPair(ctx, athlete, k, kept)
	case k.Verdict == match.Undecided && k.Done != nil:
		return im.db.Write(ctx, func(tx *store.Tx) error { return match.Note(tx, athlete, k.Pair, nil) })
	}
	return nil
}

// joinPair makes the activity of the moved recording a part of the kept one's.
func (im *Importer) joinPair(ctx context.Context, athlete training.AthleteID, k match.Known, kept, moved training.ActivityID) error {
	was, err := im.joint(ctx, athlete, moved)
	if err != nil {
		return err
	}
	done := &match.Done{Joined: true, Former: moved, Parent: was.act.ParentID, Refs: was.act.ExternalIDs}
	for _, m := range was.members {
		done.Members = append(done.Members, m.id)
	}
	return im.db.Write(ctx, func(tx *store.Tx) error {
		if err := im.Merge(ctx, tx, athlete, kept, moved); err != nil {
			return err
		}
		if k.Verdict == match.Undecided {
			done = nil // it is as it was
		}
		return match.Note(tx, athlete, k.Pair, done)
	})
}

// partPair takes the moved recording, or all that came with it, out again.
func (im *Importer) partPair(ctx context.Context, athlete training.AthleteID, k match.Known, from training.ActivityID) error {
	was, recs := training.Activity{}, []training.RecordingID{k.Moved.Recording()}
	var back *match.Done
	if k.Done != nil && k.Done.Joined {
		back = k.Done
		was.ID, was.ParentID = back.Former, back.Parent
		recs = back.Members
	}
	rows, err := im.db.Recordings(ctx, everything(athlete), from)
	if err != nil {
		return err
	}
	recs = slices.DeleteFunc(slices.Clone(recs), func(id training.RecordingID) bool { // of another import that was undone
		return !slices.ContainsFunc(rows, func(r store.RecordingRow) bool { return r.ID == id })
	})
	act, err := im.activity(ctx, athlete, from)
	if err != nil {
		return err
	}
	refs := refsOf(rows, recs[0], act.ExternalIDs)
	if back != nil {
		refs = back.Refs
	}
	return im.db.Write(ctx, func(tx *store.Tx) error {
		id, err := im.Split(ctx, tx, athlete, from, was, recs...)
		if err != nil {
			return err
		}
		for _, ref := range refs {
			if err := tx.PutExternalID(athlete, id, ref); err != nil {
				return err
			}
		}
		if k.Verdict == match.Undecided {
			return match.Note(tx, athlete, k.Pair, nil)
		}
		return match.Note(tx, athlete, k.Pair, &match.Done{})
	})
}

// refsOf are the names of an activity that came with one of its recordings:
// those of its file and its origin, and, if it alone is from an archive,
// those that services gave it.
func refsOf(rows []store.RecordingRow, rec training.RecordingID, refs []string) (own []string) {
	at := slices.IndexFunc(rows, func(r store.RecordingRow) bool { return r.ID == rec })
	others := slices.Delete(slices.Clone(rows), at, at+1)
	row := rows[at]
	archived := func(r store.RecordingRow) bool { return r.Origin.Source == "archive" }
	for _, ref := range refs {
		switch {
		case strings.HasPrefix(ref, match.FileRef("", 0)):
			if row.Original != "" && strings.HasPrefix(ref, match.FileRef(row.Original, 0)) {
				own = append(own, ref)
			}
		case ref == row.Origin.Source+":"+row.Origin.ExternalID:
			own = append(own, ref)
		case archived(row) && !slices.ContainsFunc(others, archived):
			own = append(own, ref)
		}
	}
	return own
}

// holder is the activity that a recording is a part of, empty if either is not
// there; deleted says that the athlete deleted the activity.
func (im *Importer) holder(ctx context.Context, athlete training.AthleteID, rec training.RecordingID) (
	id training.ActivityID, deleted bool, err error,
) {
	row, err := im.db.Recording(ctx, everything(athlete), rec)
	if training.KindOf(err) == training.KindNotFound {
		return "", false, nil
	}
	return row.Activity, row.Deleted, err
}
