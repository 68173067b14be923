package importing

import (
	"context"
	"fmt"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Manual is an activity that was typed in.
type Manual = match.Manual

// Former is the own row of an activity that an entry replaces.
type Former struct {
	Activity training.Activity
	Summary  store.Summary
	Deleted  bool
}

// Create stores a manual activity in tx. With an external id that is known it
// updates that activity and returns what it was; without one, the same sport,
// start and duration are the same activity. One that was deleted comes back.
// An activity that was recorded is a conflict.
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

// manualID is the id that the activity has or will have.
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
	if now, err := im.db.Resolve(ctx, everything(athlete), string(id)); err == nil && now != id { // its recording has come
		return now, true, nil
	}
	page, err := im.db.Activities(ctx, everything(athlete), store.ActivityFilter{IDs: []training.ActivityID{id}, Deleted: true})
	return id, err == nil && len(page.Rows) > 0, err
}

// rewritten is what an activity was, which must be a manual one; one that was
// deleted is restored.
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
