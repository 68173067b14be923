package ingest

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"time"

	"lapkeep/internal/ingest/match"
	"lapkeep/internal/ingest/normalise"
	"lapkeep/internal/ingest/pair"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/statements"
	"lapkeep/internal/training"
)

// pairs finds the recordings of activities that were entered, by hand or by
// an archive, whichever came first, and settles all that is known of pairs.
// It looks at all entries, so that a run that was cut short is made good by
// the next. What it finds is taken back with the run, if there is one.
func (im *Importer) pairs(ctx context.Context, athlete training.AthleteID, runID string, crowds []ledger.Span) error {
	if err := im.gather(ctx, athlete, crowds); err != nil {
		return err
	}
	book, err := pair.Read(ctx, im.db, athlete)
	if err != nil {
		return err
	}
	page, err := im.db.Activities(ctx, everything(athlete), store.ActivityFilter{Source: "manual"})
	if err != nil {
		return err
	}
	var found []pair.Pair
	for i := range page.Rows {
		p, ok, err := im.recordingOf(ctx, athlete, book, &page.Rows[i])
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
				if err := pair.Propose(tx, athlete, p, runID); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if book, err = pair.Read(ctx, im.db, athlete); err != nil {
			return err
		}
	}
	return im.settle(ctx, athlete, book)
}

// recordingOf is the recording that an entry is of, if one proves to be.
func (im *Importer) recordingOf(
	ctx context.Context, athlete training.AthleteID, book pair.Book, entry *store.ActivityRow,
) (p pair.Pair, ok bool, err error) {
	e := EnteredOf(entry)
	if e.ElapsedS <= 0 {
		return p, false, nil
	}
	end := e.Start.Add(time.Duration(e.ElapsedS * float64(time.Second)))
	near, err := im.db.Candidates(ctx, everything(athlete), e.Start, end)
	if err != nil {
		return p, false, err
	}
	best := 0.0
	for i := range near {
		row := &near[i]
		if row.Activity == "" || book.Between(pair.Entered(entry.ID), pair.Recorded(row.ID)) == pair.Apart {
			continue
		}
		act, err := im.db.Activity(ctx, everything(athlete), row.Activity)
		if err != nil {
			return p, false, err
		}
		rel, candidate := match.OfEntry(e, &row.Recording, act.Summary.Values[training.MetricDistanceKM])
		as := training.Recording{Start: e.Start, ElapsedS: e.ElapsedS}
		if o := match.Overlap(&as, &row.Recording); candidate && rel == match.Same && o > best {
			p, ok, best = pair.Pair{Moved: pair.Entered(entry.ID), Kept: pair.Recorded(row.ID)}, true, o
		}
	}
	return p, ok, nil
}

// EnteredOf is an activity that nothing recorded, to be compared.
func EnteredOf(row *store.ActivityRow) match.Entered {
	v := row.Summary.Values
	return match.Entered{
		Sport: row.Sport, Start: row.Start, DistanceKm: v[training.MetricDistanceKM],
		ElapsedS: cmp.Or(v[training.MetricElapsedTimeS], v[training.MetricDurationS]),
	}
}

// settleEntry makes an entry lead to the activity of its recording, or stand
// for itself again.
func (im *Importer) settleEntry(ctx context.Context, athlete training.AthleteID, k pair.Known, entry training.ActivityID) error {
	into, err := im.holder(ctx, athlete, k.Kept.Recording())
	if err != nil {
		return err
	}
	want := k.Verdict == pair.Same && into != ""
	switch {
	case want && k.Done == nil:
		return im.absorb(ctx, athlete, k, entry, into)
	case !want && k.Done != nil:
		return im.release(ctx, athlete, k, entry, into)
	}
	return nil
}

// enteredRef names the words of an entry among those of its activity, and, as
// if it were an import run, what takes them back.
func enteredRef(entry training.ActivityID) string { return "entered:" + string(entry) }

// absorb gives names, notes and words of an entry to the activity of its
// recording, and lets its id lead there.
func (im *Importer) absorb(ctx context.Context, athlete training.AthleteID, k pair.Known, entry, into training.ActivityID) error {
	row, err := im.db.Activity(ctx, everything(athlete), entry)
	if training.KindOf(err) == training.KindNotFound { // deleted, or undone, or it leads elsewhere already
		return nil
	}
	if err != nil {
		return err
	}
	done := &pair.Done{Joined: true, Former: entry, Refs: row.ExternalIDs}
	if done.Notes, err = im.db.Notes(ctx, everything(athlete), entry); err != nil {
		return err
	}
	standing, err := im.db.Said(ctx, everything(athlete), entry)
	if err != nil {
		return err
	}
	archived := slices.ContainsFunc(standing, func(s statements.Standing) bool { return s.Said.Entry != nil })
	return im.db.Write(ctx, func(tx *store.Tx) error {
		for _, ref := range done.Refs {
			if err := tx.PutExternalID(athlete, into, ref); err != nil {
				return err
			}
		}
		if err := moveNotes(tx, athlete, done.Notes, into); err != nil {
			return err
		}
		if words := wordsOf(&row, archived); !reflect.DeepEqual(words, training.Statement{Ref: words.Ref}) {
			if _, err := tx.PutSaid(athlete, into, words, statements.By{RunID: words.Ref, At: row.Start}); err != nil {
				return err
			}
		}
		if err := tx.Redirect(athlete, entry, into); err != nil {
			return err
		}
		return pair.Note(tx, athlete, k.Pair, done)
	})
}

// release takes back what absorb did. Of an activity that is not there any
// more all goes back, of one that is what it still has.
func (im *Importer) release(ctx context.Context, athlete training.AthleteID, k pair.Known, entry, from training.ActivityID) error {
	notes, err := k.Done.Notes, error(nil)
	if from != "" {
		if notes, err = im.stillThere(ctx, athlete, from, notes); err != nil {
			return err
		}
	}
	return im.db.Write(ctx, func(tx *store.Tx) error {
		if err := tx.Redirect(athlete, entry, entry); err != nil {
			return err
		}
		for _, ref := range k.Done.Refs {
			if err := tx.PutExternalID(athlete, entry, ref); err != nil {
				return err
			}
		}
		if err := moveNotes(tx, athlete, notes, entry); err != nil {
			return err
		}
		if err := tx.SetSaidRemoved(athlete, enteredRef(entry), true); err != nil {
			return err
		}
		return pair.Note(tx, athlete, k.Pair, nil)
	})
}

// wordsOf takes an entry's words on the activity. An archive's words go with
// its own reference, so that only the athlete's edits are left.
func wordsOf(row *store.ActivityRow, archived bool) training.Statement {
	words := training.Statement{Ref: enteredRef(row.ID)}
	says := func(field string) bool { return !archived || slices.Contains(row.Edited, field) }
	local := row.Start.In(row.Location())
	if row.Name != normalise.Name(row.Sport, row.SubSport, local.Hour()) && says("name") {
		words.Name = row.Name
	}
	if says("description") {
		words.Description = row.Description
	}
	if says("tags") {
		words.Tags = row.Tags
	}
	if says("gear_id") {
		words.GearID = row.GearID
	}
	if says("more_gear") {
		words.MoreGear = row.MoreGear
	}
	if says("perceived_exertion") {
		words.PerceivedExertion = row.PerceivedExertion
	}
	if says("feel") {
		words.Feel = row.Feel
	}
	if says("carbs_g") {
		words.CarbsG = row.CarbsG
	}
	if says("fluid_ml") {
		words.FluidML = row.FluidML
	}
	words.Race, words.Commute = row.Race && says("race"), row.Commute && says("commute")
	return words
}
