package importing

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// text is a coach's text from another program.
type text struct {
	of *training.CoachText
	at time.Time
}

// Store makes the text the current version if there is none here. If there is a different text, that
// remains the current one, and this text is stored as another version. A known version is not stored
// again, because if another version has been restored since, that was done on purpose.
func (t text) Store(_ context.Context, b *Batch) (out StatementOutcome, err error) {
	c, a := document.Collection(t.of.Of), b.Athlete.ID
	id, err := t.id(b)
	if err != nil {
		return out, err
	}
	here, err := b.Tx.Layers(a, c, id)
	if err != nil {
		return out, err
	}
	n, last, err := document.FindVersions(b.Tx, a, c, id, t.of.Body)
	switch {
	case err != nil:
		return out, err
	case here.Own.Deleted:
		out.Reason = "Its text was deleted and stays deleted; undo the deletion to get it back."
		return out, nil
	case n > 0 && !here.Own.Silent():
		out.Reason = "Everything in it is already here."
		return out, nil
	}
	v := training.TextVersion{Version: last, Body: t.of.Body, Author: training.ByFile, At: t.at}
	v, fields, err := document.AddVersions(b.Tx, a, c, id, v)
	if err != nil {
		return out, err
	}
	if !here.Own.Silent() {
		out.News = Changes
		out.Warnings = append(out.Warnings, i18n.Sentencef(
			"There is another %s here, which stays as it is. The one in this file is kept as version %d.", words(t.of.Of), v.Version))
		return out, nil
	}
	own := document.Own{Fields: fields}
	if day, err := training.ParseDay(id); err == nil && t.of.Of == training.TextSessionLog {
		own.Days = training.DayRange{From: day, To: day}
	}
	if _, err := b.Tx.PutOwn(a, c, id, own); err != nil {
		return out, err
	}
	out.News, out.Own = StatementNew, []ledger.Thing{{Kind: ledger.ChangeKind(c), ID: id}}
	return out, nil
}

// id returns the local id of the text. Persona names that differ only in case
// would be the same file on some systems.
func (t text) id(b *Batch) (string, error) {
	if t.of.Of != training.TextPersona {
		return t.of.ID, nil
	}
	if !training.SafeTextName(t.of.ID) {
		return "", training.Errorf(training.KindInvalid, "%q cannot be the name of a persona.", i18n.Name(t.of.ID)).
			WithFix("Use up to 64 letters, digits, spaces, - and _.")
	}
	all, err := b.Tx.DocumentIDs(b.Athlete.ID, document.Personas)
	for _, id := range all {
		if strings.EqualFold(id, t.of.ID) {
			return id, err
		}
	}
	return t.of.ID, err
}

func words(k training.TextKind) i18n.Sentence {
	switch k {
	case training.TextTrainingPlan:
		return "training plan"
	case training.TextSessionLog:
		return "session log"
	case training.TextPersona:
		return "persona"
	case training.TextPage:
		return "page"
	case training.TextMemory:
	}
	return "memory"
}

// settle updates the links of an athlete's recordings according to the decisions about
// pairs. If a verdict was withdrawn, it reverts the changes made for it. Each change and its
// record are one transaction, so that the work can continue if the process is killed.
func (im *Importer) settle(ctx context.Context, athlete training.AthleteID, pairs match.PairIndex) error {
	known := slices.Clone(pairs.Pairs)
	slices.SortStableFunc(known, func(a, b match.Known) int { return -cmp.Compare(joined(a), joined(b)) })
	for _, k := range known {
		var err error
		if entry, ok := k.Moved.Entry(); ok {
			err = im.settleEntry(ctx, athlete, pairs, k, entry)
		} else if k, ok := pairs.OfBoth(k); ok {
			err = im.settleRecordings(ctx, athlete, k)
		}
		switch training.KindOf(err) {
		case training.KindConflict: // for example two recordings of one file; nothing can be done about it
			im.o.Log.Warn("a pair was left unchanged", "pair", k.ID(), "error", err)
			continue
		case training.KindNotFound: // another process has already settled it
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// joined ranks a pair. Pairs that joined two activities come first, because undoing one of them
// restores the former state, and no other pair of the same activities has to be undone then.
func joined(k match.Known) int {
	if k.Done != nil && k.Done.Joined {
		return 1
	}
	return 0
}

func (im *Importer) settleRecordings(ctx context.Context, athlete training.AthleteID, k match.Known) error {
	moved, deleted, err := im.holder(ctx, athlete, k.Moved.Recording())
	if err != nil || moved == "" || deleted {
		return err
	}
	kept, deleted, err := im.holder(ctx, athlete, k.Kept.Recording())
	switch {
	case err != nil || deleted:
		return err
	case kept == "" && k.Verdict == match.Undecided && k.Done != nil && k.Done.Former != "":
		return im.goBack(ctx, athlete, k, moved)
	case kept == "":
		return nil
	}
	joined := moved == kept
	want := joined
	switch {
	case k.Verdict == match.PairSame:
		want = true
	case k.Verdict == match.Apart:
		want = false
	case k.Done != nil: // the verdict was undone
		want = k.Done.Naturally()
	}
	switch {
	case want && !joined:
		return im.joinPair(ctx, athlete, k, kept, moved)
	case !want && joined:
		return im.partPair(ctx, athlete, k, kept)
	case k.Verdict == match.Undecided && k.Done != nil:
		return im.db.Write(ctx, func(tx *store.Tx) error { return k.Note(tx, athlete, nil) })
	}
	return nil
}

// joinPair makes the activity of the moved recording a part of the activity of the kept recording.
func (im *Importer) joinPair(ctx context.Context, athlete training.AthleteID, k match.Known, kept, moved training.ActivityID) error {
	was, err := im.joint(ctx, athlete, moved)
	if err != nil {
		return err
	}
	done := &match.Done{Joined: true, Former: moved, Parent: was.act.ParentID, Refs: was.act.ExternalIDs}
	if k.Done != nil && !k.Done.Joined {
		done.Parted, done.Left = true, k.Done.Former
	}
	for _, m := range was.members {
		done.Members = append(done.Members, m.id)
	}
	return im.db.Write(ctx, func(tx *store.Tx) error {
		if err := im.Merge(ctx, tx, athlete, kept, moved); err != nil {
			return err
		}
		if k.Verdict == match.Undecided {
			done = nil // the former state has been restored
		}
		return k.Note(tx, athlete, done)
	})
}

// partPair moves the recording out again, together with all recordings that came with it.
func (im *Importer) partPair(ctx context.Context, athlete training.AthleteID, k match.Known, from training.ActivityID) error {
	rows, err := im.db.Recordings(ctx, everything(athlete), from)
	if err != nil {
		return err
	}
	act, err := im.activity(ctx, athlete, from)
	if err != nil {
		return err
	}
	was, recs := training.Activity{}, []training.RecordingID{k.Moved.Recording()}
	refs, done := refsOf(rows, recs[0], act.ExternalIDs), &match.Done{Former: from}
	if back := k.Done; back != nil && back.Joined {
		done = back.Before()
		if members := within(rows, back.Members); !k.Turned() || len(members) == len(rows)-1 { // all recordings except the moved one came with it
			was.ID, was.ParentID = back.Former, back.Parent
			recs, refs = members, back.Refs
		}
	}
	if k.Verdict == match.Undecided {
		done = nil
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
		return k.Note(tx, athlete, done)
	})
}

// goBack moves the recording back to the activity that it had before the verdict, if the
// kept recording no longer exists. The athlete's edits to the current activity become edits
// to that activity.
func (im *Importer) goBack(ctx context.Context, athlete training.AthleteID, k match.Known, from training.ActivityID) error {
	to := k.Done.Former
	was, err := im.joint(ctx, athlete, from)
	if err != nil {
		return err
	}
	if joined(k) > 0 && slices.ContainsFunc(was.members, func(m *member) bool { return !slices.Contains(k.Done.Members, m.id) }) {
		return im.partPair(ctx, athlete, k, from)
	}
	there, err := im.joint(ctx, athlete, to)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return err
	}
	old, refs, parent := from, was.act.ExternalIDs, was.act.ParentID
	if joined(k) > 0 {
		old, refs, parent = to, k.Done.Refs, k.Done.Parent
	}
	return im.db.Write(ctx, func(tx *store.Tx) error {
		if from != to {
			act := training.Activity{ID: to, ParentID: parent}
			if err := im.regroup(ctx, tx, was.athlete, act, append(there.members, was.members...)); err != nil {
				return err
			}
			for _, ref := range refs {
				if err := tx.PutExternalID(athlete, to, ref); err != nil {
					return err
				}
			}
			if err := tx.Redirect(athlete, old, to); err != nil {
				return err
			}
		}
		return k.Note(tx, athlete, nil)
	})
}

// within returns those recordings in recs that are in rows. Others were removed
// when an import was undone.
func within(rows []store.RecordingRow, recs []training.RecordingID) (there []training.RecordingID) {
	for _, r := range rows {
		if slices.Contains(recs, r.ID) {
			there = append(there, r.ID)
		}
	}
	return there
}

// refsOf returns those references of an activity that came with one of its
// recordings. These are the references of the file and of the origin. If the
// recording is the only one from an archive, references of services belong to it too.
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

// holder returns the activity to which a recording belongs, or "" if either is
// missing. deleted reports whether the athlete deleted the activity.
func (im *Importer) holder(ctx context.Context, athlete training.AthleteID, rec training.RecordingID) (
	id training.ActivityID, deleted bool, err error,
) {
	row, err := im.db.Recording(ctx, everything(athlete), rec)
	if training.KindOf(err) == training.KindNotFound {
		return "", false, nil
	}
	return row.Activity, row.Deleted, err
}

// Words stores an export's statement on the activities in a file, and reports whether
// it was new. For a service, a file with several sessions is one activity, so the
// statement belongs to the first session. start is the start time of the first session.
func Words(
	ctx context.Context, b *Batch, words training.Statement, asOf time.Time, of []training.ActivityID, start time.Time,
) (bool, error) {
	if err := supersede(ctx, b, words.Ref, of[0]); err != nil {
		return false, err
	}
	if len(of) > 1 {
		words.Sport, words.SubSport = "", ""
	}
	return b.Tx.PutActivityStatement(b.Athlete.ID, of[0], words, document.StatementsBy{RunID: b.RunID, AsOf: asOf, At: start})
}

// supersede finds the activity without recordings that has the reference, and redirects it
// to the activity that now has the recording.
func supersede(ctx context.Context, b *Batch, ref string, id training.ActivityID) error {
	former, err := b.DB.Resolve(ctx, b.scope(), ref)
	if training.KindOf(err) == training.KindNotFound && err != nil || err == nil && former == id {
		return nil
	}
	if err != nil {
		return err
	}
	recs, err := b.DB.Recordings(ctx, b.scope(), former)
	if err != nil || len(recs) > 0 {
		return err
	}
	return b.Tx.Redirect(b.Athlete.ID, former, id)
}
