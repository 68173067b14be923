package importing

import (
	"cmp"
	"context"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// entry is an activity in an export that has no recording.
type entry struct {
	said *training.Statement
	asOf time.Time
}

// Store writes the activity, or a statement on an existing activity.
func (e entry) Store(ctx context.Context, b *Batch) (out StatementOutcome, err error) {
	words := *e.said
	id, there, err := entered(ctx, b, words.Ref)
	if err != nil {
		return out, err
	}
	if !there {
		same, ok, err := twin(ctx, b, &words)
		if err != nil {
			return out, err
		}
		if ok {
			id, there = same, true
		}
	}
	out.Activities = []training.ActivityID{id}
	if !there {
		buried, err := b.Buried(ctx, id)
		if err != nil || buried {
			out.Reason = StillDeleted
			return out, err
		}
	}
	recs, err := b.DB.Recordings(ctx, b.scope(), id)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return out, err
	}
	better := len(recs) > 0
	if there && !better {
		if better, err = surpassed(ctx, b, id, &words); err != nil {
			return out, err
		}
	}
	if better {
		if words.Entry, err = formerEntry(ctx, b, id, words); err != nil {
			return out, err
		}
	}
	changed, err := b.Tx.PutActivityStatement(b.Athlete.ID, id, words, document.StatementsBy{
		RunID: b.RunID, AsOf: e.asOf,
		At: e.said.Entry.Start,
	})
	switch {
	case err != nil:
		return out, err
	case there && !changed:
		out.Reason = i18n.Sentencef("It is already here, as activity %s.", string(id))
		return out, nil
	case there:
		out.News, out.Reason = Changes, "The details from its source have changed."
	default:
		out.News = StatementNew
	}
	if better { // values from a recording are better than the entry's
		return out, nil
	}
	return out, write(b, id, &words)
}

// surpassed reports whether the values of an activity are better than those of an entry: the
// athlete entered it by hand, in which case no statement on it has an entry, or the entry is
// from an app's table, and its service has a time zone.
func surpassed(ctx context.Context, b *Batch, id training.ActivityID, words *training.Statement) (bool, error) {
	standing, err := b.DB.ActivityStatements(ctx, b.scope(), id)
	byHand := true
	for _, s := range standing {
		if e := s.Said.Entry; e != nil {
			byHand = false
			if words.Entry.Local && !e.Local && sameApp(words.Ref, s.Said.Ref) {
				return true, nil
			}
		}
	}
	return byHand, err
}

// formerEntry returns the entry to store with a statement on a recorded activity: the one in
// words if the stored statement has an entry, or none if the stored statement came with a
// file. Therefore importing either of them again changes nothing.
func formerEntry(ctx context.Context, b *Batch, id training.ActivityID, words training.Statement) (*training.Entry, error) {
	standing, err := b.DB.ActivityStatements(ctx, b.scope(), id)
	if err != nil {
		return nil, err
	}
	for _, s := range standing {
		if s.Said.Ref == words.Ref && s.Said.Entry != nil {
			return words.Entry, nil
		}
	}
	return nil, nil
}

// entered returns the id of the activity that a reference identifies. If there is none, it
// returns the id for a new activity.
func entered(ctx context.Context, b *Batch, ref string) (id training.ActivityID, there bool, err error) {
	id, err = b.DB.Resolve(ctx, b.scope(), ref)
	if err == nil || training.KindOf(err) != training.KindNotFound {
		return id, err == nil, err
	}
	id = match.IdentityEntered(ref).Activity()
	_, there = b.Rows[id]
	return id, there, nil
}

// write writes the row for an activity without a recording.
func write(b *Batch, id training.ActivityID, words *training.Statement) error {
	athlete, e := b.Athlete.ID, words.Entry
	m := match.Manual{
		Sport: words.Sport, SubSport: words.SubSport, Start: match.NormalEntered(e, b.Athlete), TimerS: e.TimerS,
		ElapsedS: e.ElapsedS, Values: e.Values,
	}
	act := m.Activity(b.Athlete)
	act.ID = id
	if e.Local || e.Start.Location() != time.UTC {
		act.ZoneSource = training.ZoneFromFile // this keeps the day of the local clock
	}
	if err := b.Tx.PutActivity(athlete, act); err != nil {
		return err
	}
	if err := b.Tx.Redirect(athlete, id, id); err != nil { // it may have redirected to an activity whose import was undone
		return err
	}
	b.Rows[id] = act
	return b.Tx.PutSummary(athlete, id, m.Summary())
}

// pairs finds the recordings that belong to entries, independently of the order of import,
// and settles all known pairs. It examines all entries, so that the next run completes an
// interrupted one. New pairs are undone together with the run, if there is one.
func (im *Importer) pairs(ctx context.Context, athlete training.AthleteID, runID string, crowds []ledger.Span) error {
	if err := im.regroupOverlaps(ctx, athlete, crowds); err != nil {
		return err
	}
	pairs, err := match.ReadPair(ctx, im.db, athlete)
	if err != nil {
		return err
	}
	page, err := im.db.Activities(ctx, everything(athlete), store.ActivityFilter{Source: "manual"})
	if err != nil {
		return err
	}
	var found []match.Pair
	for i := range page.Rows {
		p, ok, err := im.recordingOf(ctx, athlete, pairs, &page.Rows[i])
		if err != nil {
			return err
		}
		if ok {
			found = append(found, p)
		}
	}
	if len(found) > 0 {
		err := im.db.Write(ctx, func(tx *store.Tx) error {
			for _, p := range found {
				if err := match.Propose(tx, athlete, p, runID); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if pairs, err = match.ReadPair(ctx, im.db, athlete); err != nil {
			return err
		}
	}
	return im.settle(ctx, athlete, pairs)
}

// recordingOf returns the pair of an entry and its recording. ok is false if no
// recording certainly belongs to the entry.
func (im *Importer) recordingOf(
	ctx context.Context, athlete training.AthleteID, pairs match.PairIndex, entry *store.ActivityRow,
) (p match.Pair, ok bool, err error) {
	e := EnteredOf(entry)
	if e.ElapsedS <= 0 || pairs.Alone(match.PairEntered(entry.ID)) {
		return p, false, nil
	}
	for _, k := range pairs.Pairs { // its former recording has priority
		if k.Moved != match.PairEntered(entry.ID) || k.Verdict != match.PairSame {
			continue
		}
		if into, _, err := im.holder(ctx, athlete, k.Kept.Recording()); err != nil || into != "" {
			return p, false, err
		}
	}
	end := e.Start.Add(time.Duration(e.ElapsedS * float64(time.Second)))
	near, err := im.db.Candidates(ctx, everything(athlete), e.Start, end)
	if err != nil {
		return p, false, err
	}
	best := 0.0
	for i := range near {
		row := &near[i]
		if row.Activity == "" {
			continue
		}
		act, err := im.db.Activity(ctx, everything(athlete), row.Activity)
		if err != nil {
			return p, false, err
		}
		rel, candidate := match.OfEntry(e, &row.Recording, act.Summary.Values[training.MetricDistanceKM])
		as := training.Recording{Start: e.Start, ElapsedS: e.ElapsedS}
		if o := match.Overlap(&as, &row.Recording); candidate && rel == match.Same && o > best {
			p, ok, best = match.Pair{Moved: match.PairEntered(entry.ID), Kept: match.Recorded(row.ID)}, true, o
		}
	}
	return p, ok, nil
}

// EnteredOf returns an activity without a recording in the form for comparisons.
func EnteredOf(row *store.ActivityRow) match.Entered {
	v := row.Summary.Values
	return match.Entered{
		Sport: row.Sport, Start: row.Start, DistanceKm: v[training.MetricDistanceKM],
		ElapsedS: cmp.Or(v[training.MetricElapsedTimeS], v[training.MetricDurationS]),
	}
}

// settleEntry redirects an entry to its recording's activity, or makes it a
// separate activity again.
func (im *Importer) settleEntry(
	ctx context.Context, athlete training.AthleteID, pairs match.PairIndex, k match.Known, entry training.ActivityID,
) error {
	into, deleted, err := im.holder(ctx, athlete, k.Kept.Recording())
	if err != nil || deleted && k.Done != nil { // deleted together with the activities merged into it
		return err
	}
	want := k.Verdict == match.PairSame && into != "" && (k.ByHand || !pairs.Alone(k.Moved))
	moved := false
	if want && k.Done != nil { // unless the join was undone, or an undo moved the entry elsewhere
		led, err := im.db.Aliases(ctx, athlete, []string{string(entry)})
		if err != nil {
			return err
		}
		moved = !slices.Contains(led, string(into))
		want = slices.Contains(led, string(entry)) && !moved
	}
	switch {
	case want && k.Done == nil:
		for i := range pairs.Pairs { // pairs found while the recording of this pair did not exist
			if o := &pairs.Pairs[i]; o.Moved == k.Moved && o.Done != nil && !o.ByHand {
				if err := im.release(ctx, athlete, *o, entry, true); err != nil {
					return err
				}
				o.Verdict, o.Done = match.Undecided, nil
			}
		}
		return im.absorb(ctx, athlete, k, entry, into)
	case !want && k.Done != nil:
		return im.release(ctx, athlete, k, entry, moved)
	}
	return nil
}

// absorb moves the references of an entry to the activity of its recording, and
// redirects its id there. The activity then also shows the edits of the entry.
func (im *Importer) absorb(ctx context.Context, athlete training.AthleteID, k match.Known, entry, into training.ActivityID) error {
	row, err := im.db.Activity(ctx, everything(athlete), entry)
	if training.KindOf(err) == training.KindNotFound { // it was deleted or undone, or it already redirects elsewhere
		return nil
	}
	if err != nil {
		return err
	}
	rec, err := im.db.Recording(ctx, everything(athlete), k.Kept.Recording())
	if err != nil {
		return err
	}
	_, candidates := match.OfEntry(EnteredOf(&row), &rec.Recording, 0)
	return im.db.Write(ctx, func(tx *store.Tx) error {
		if !k.ByHand && !candidates { // it has been entered again with a different time
			return match.Withdraw(tx, athlete, k.Pair)
		}
		for _, ref := range row.ExternalIDs {
			if err := tx.PutExternalID(athlete, into, ref); err != nil {
				return err
			}
		}
		if err := tx.Redirect(athlete, entry, into); err != nil {
			return err
		}
		return k.Note(tx, athlete, &match.Done{Joined: true, Former: entry, Refs: row.ExternalIDs})
	})
}

// release undoes absorb. If moved is set, it also withdraws the proposal.
func (im *Importer) release(ctx context.Context, athlete training.AthleteID, k match.Known, entry training.ActivityID, moved bool) error {
	return im.db.Write(ctx, func(tx *store.Tx) error {
		if moved {
			if err := match.Withdraw(tx, athlete, k.Pair); err != nil {
				return err
			}
		}
		if err := tx.Redirect(athlete, entry, entry); err != nil {
			return err
		}
		for _, ref := range k.Done.Refs {
			if err := tx.PutExternalID(athlete, entry, ref); err != nil {
				return err
			}
		}
		return k.Note(tx, athlete, nil)
	})
}
