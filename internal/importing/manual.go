package importing

import (
	"context"
	"fmt"
	"slices"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Manual is an activity that was entered by hand.
type Manual = match.Manual

// Former is the previous row of an activity that an entry replaces.
type Former struct {
	Activity training.Activity
	Summary  store.Summary
	Deleted  bool
}

// Create stores a manual activity in tx. If the external id is known, it updates
// the activity with that id and returns the former row. Without an external id,
// an activity with the same sport, start and duration is updated. A deleted
// activity is restored. It returns an error if the activity has recordings.
func (im *Importer) Create(
	ctx context.Context, tx *store.Tx, athlete training.AthleteID, m Manual,
) (id training.ActivityID, former *Former, err error) {
	who, err := im.db.Athlete(ctx, everything(athlete))
	if err != nil {
		return "", nil, err
	}
	if m.Start.IsZero() {
		return "", nil, training.Errorf(training.KindInvalid, "The activity has no start.").WithFix("Give its date and time.")
	}
	id, existed, err := im.manualID(ctx, athlete, m)
	if err != nil {
		return "", nil, err
	}
	lead, _, err := tx.Leads(athlete, id)
	switch {
	case err == nil && lead.ID != id:
		return "", nil, training.Errorf(training.KindConflict, "That entry is a part of %s, which was deleted.", lead.ID).
			WithFix("Undo the deletion first; give another external_id, or another start, for another activity.")
	case err != nil && training.KindOf(err) != training.KindNotFound:
		return "", nil, err
	}
	if existed || err == nil {
		if former, err = im.rewritten(ctx, tx, athlete, id); err != nil {
			return "", nil, err
		}
	}
	act := m.Activity(who)
	act.ID = id
	if err := tx.PutActivity(athlete, act); err != nil {
		return "", nil, err
	}
	if m.ExternalID != "" {
		if err := tx.PutExternalID(athlete, id, m.ExternalID); err != nil {
			return "", nil, err
		}
	}
	return id, former, tx.PutSummary(athlete, id, m.Summary())
}

// manualID returns the id of the activity, and whether it already exists.
func (im *Importer) manualID(ctx context.Context, athlete training.AthleteID, m Manual) (training.ActivityID, bool, error) {
	key := m.ExternalID
	if m.ExternalID != "" {
		id, err := im.db.Resolve(ctx, everything(athlete), m.ExternalID)
		if err == nil {
			return id, true, nil
		}
		if training.KindOf(err) != training.KindNotFound {
			return "", false, err
		}
	} else {
		key += fmt.Sprintf("%s/%d/%g", match.Sport(m.Sport), m.Start.UnixMilli(), m.TimerS)
	}
	id := match.IdentityEntered(key).Activity()
	if now, err := im.db.Resolve(ctx, everything(athlete), string(id)); err == nil && now != id { // its recording has been imported
		return now, true, nil
	}
	page, err := im.db.Activities(ctx, everything(athlete), store.ActivityFilter{IDs: []training.ActivityID{id}, Deleted: true})
	return id, err == nil && len(page.Rows) > 0, err
}

// rewritten returns the former state of a manual activity that is going to be
// written again. It restores a deleted activity, and refuses a recorded one.
func (im *Importer) rewritten(ctx context.Context, tx *store.Tx, athlete training.AthleteID, id training.ActivityID) (*Former, error) {
	recs, err := im.db.Recordings(ctx, everything(athlete), id)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return nil, err
	}
	if len(recs) > 0 {
		return nil, training.Errorf(training.KindConflict, "%s was recorded by a device.", id).
			WithFix("Change its name, sport and notes with update_activity; its numbers come from the recording.")
	}
	page, err := im.db.Activities(ctx, everything(athlete), store.ActivityFilter{IDs: []training.ActivityID{id}, Deleted: true})
	if err != nil {
		return nil, err
	}
	var was Former
	if was.Activity, was.Summary, err = tx.OwnRow(athlete, id); err != nil {
		return nil, err
	}
	if was.Deleted = len(page.Rows) > 0 && page.Rows[0].Deleted; was.Deleted {
		err = tx.RestoreActivity(athlete, id)
	}
	return &was, err
}

// Merge merges two activities: the recordings of the activity other join the activity keep,
// and other's ids redirect to it. Only links and the row composed from them are changed, so
// [Importer.Split] can move a recording out again. The athlete's edits to other are kept,
// and are shown where keep has none.
func (im *Importer) Merge(ctx context.Context, tx *store.Tx, athlete training.AthleteID, keep, other training.ActivityID) error {
	if keep == other {
		return training.Errorf(training.KindInvalid, "%s cannot be merged with itself.", keep).WithFix("Name two activities.")
	}
	j, err := im.joint(ctx, athlete, keep)
	if err != nil {
		return err
	}
	o, err := im.joint(ctx, athlete, other)
	if err != nil {
		return err
	}
	if len(j.members) == 0 || len(o.members) == 0 {
		return training.Errorf(training.KindUnsupported, "An activity that was entered by hand has no recording to merge.").
			WithFix("Delete it and keep the recorded one.")
	}
	for _, a := range j.members {
		for _, b := range o.members {
			if a.original != "" && a.original == b.original {
				return training.Errorf(training.KindConflict, "%s and %s are parts of one multisport recording.", keep, other).
					WithFix("They stay separate; their parent links them.")
			}
		}
	}
	if err := im.regroup(ctx, tx, j.athlete, j.act, append(j.members, o.members...)); err != nil {
		return err
	}
	for _, ref := range o.act.ExternalIDs {
		if err := tx.PutExternalID(athlete, keep, ref); err != nil {
			return err
		}
	}
	return tx.Redirect(athlete, other, keep)
}

// Split moves recordings out of their activity. They are linked to the activity was or, if was is
// empty, to an activity with the id that an activity with only the first recording would have.
func (im *Importer) Split(ctx context.Context, tx *store.Tx, athlete training.AthleteID, from training.ActivityID,
	was training.Activity, recs ...training.RecordingID,
) (training.ActivityID, error) {
	j, err := im.joint(ctx, athlete, from)
	if err != nil {
		return "", err
	}
	var out, rest []*member
	for _, m := range j.members {
		if slices.Contains(recs, m.id) {
			out = append(out, m)
		} else {
			rest = append(rest, m)
		}
	}
	switch {
	case len(out) == 0 || len(out) < len(recs):
		return "", training.Errorf(training.KindNotFound, "%s has no recording %s.", from, recs[0]).WithFix("get_activity lists its " +
			"recordings.")
	case len(rest) == 0:
		return "", training.Errorf(training.KindConflict, "%s has only one recording.", from).WithFix("Nothing needs to be split.")
	}
	if was.ID == "" {
		if was.ID, err = im.unusedID(ctx, athlete, match.IdentityOf(out[0].original, out[0].rec.SessionIndex)); err != nil {
			return "", err
		}
		if out[0].rec.Sessions > 1 {
			was.ParentID = j.act.ParentID
		}
	}
	// The activity must exist before recordings can be linked to it.
	alone, err := im.composed(ctx, j.athlete, was, out[:1], nil)
	if err == nil {
		err = tx.PutActivity(athlete, alone)
	}
	if err != nil {
		return "", err
	}
	if err := im.regroup(ctx, tx, j.athlete, was, out); err != nil {
		return "", err
	}
	if err := im.regroup(ctx, tx, j.athlete, j.act, rest); err != nil {
		return "", err
	}
	return was.ID, tx.Redirect(athlete, was.ID, was.ID) // the id may redirect elsewhere because of a merge
}

// regroup links recordings to an activity, and composes its row from them.
func (im *Importer) regroup(ctx context.Context, tx *store.Tx, athlete training.Athlete, act training.Activity, members []*member) error {
	columns, err := im.relink(tx, athlete.ID, act.ID, members, im.loader(ctx, athlete.ID))
	if err != nil {
		return err
	}
	fresh, err := im.composed(ctx, athlete, act, members, columns)
	if err != nil {
		return err
	}
	return tx.PutActivity(athlete.ID, fresh)
}

// joint is an activity with its recordings.
type joint struct {
	athlete training.Athlete
	act     training.Activity
	members []*member
}

func (im *Importer) joint(ctx context.Context, athlete training.AthleteID, id training.ActivityID) (joint, error) {
	who, err := im.db.Athlete(ctx, everything(athlete))
	if err != nil {
		return joint{}, err
	}
	act, err := im.activity(ctx, athlete, id)
	if err != nil {
		return joint{}, err
	}
	rows, err := im.db.Recordings(ctx, everything(athlete), id)
	if err != nil {
		return joint{}, err
	}
	j := joint{athlete: who, act: act}
	for i := range rows {
		j.members = append(j.members, stored(&rows[i]))
	}
	return j, nil
}

// loader returns a function that reads the columns of stored recordings.
func (im *Importer) loader(ctx context.Context, athlete training.AthleteID) func(*member) (*training.Columns, error) {
	return func(m *member) (*training.Columns, error) {
		return im.db.RecordingColumns(ctx, everything(athlete), m.id, store.AllChannels)
	}
}

// unusedID returns the shortest prefix of a digest that is not the id of an activity.
func (im *Importer) unusedID(ctx context.Context, athlete training.AthleteID, digest match.Digest) (training.ActivityID, error) {
	for id := range digest.Activities() {
		found, err := im.db.Resolve(ctx, everything(athlete), string(id))
		if err == nil && found != id || training.KindOf(err) == training.KindNotFound {
			return id, nil
		}
		if err != nil {
			return "", err
		}
	}
	return "", training.Errorf(training.KindConflict, "No id is free for the new activity.")
}
