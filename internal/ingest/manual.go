package ingest

import (
	"context"
	"fmt"
	"maps"
	"time"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Manual is an activity that was typed in, without a recording. Zero fields
// are unknown; Values carries what is known of distance, power, heart rate …
type Manual struct {
	Sport    training.Sport
	SubSport string
	Start    time.Time // an instant; its location gives the local day unless Zone is set
	Zone     string    // IANA
	Name     string
	// Description is the athlete's own text.
	Description string
	TimerS      float64
	ElapsedS    float64 // 0: TimerS
	Values      training.Values
	Tags        []string
	Race        bool
	Commute     bool
	GearID      string
	RPE         float64
	ManualLoad  float64
	// ExternalID is "source:id" and makes a second call an update of the first.
	ExternalID string
}

// Create stores a manual activity in tx. With an external id that is known it
// updates that activity and says that it existed; without one, the same
// sport, start and duration are the same activity. One that was deleted comes
// back. An activity that was recorded is a conflict.
func (im *Importer) Create(ctx context.Context, tx *store.Tx, athlete training.AthleteID, m Manual) (id training.ActivityID, existed bool, err error) {
	who, err := im.db.Athlete(ctx, everything(athlete))
	if err != nil {
		return "", false, err
	}
	if m.Start.IsZero() {
		return "", false, training.Errorf(training.KindInvalid, "The activity has no start.").WithFix("Give its date and time.")
	}
	id, existed, err = im.manualID(ctx, athlete, m)
	if err != nil {
		return "", false, err
	}
	if existed {
		if err := im.mayRewrite(ctx, tx, athlete, id); err != nil {
			return "", false, err
		}
	}
	act := m.activity(who)
	act.ID = id
	if err := tx.PutActivity(athlete, act); err != nil {
		return "", false, err
	}
	if m.ExternalID != "" {
		if err := tx.PutExternalID(athlete, id, m.ExternalID); err != nil {
			return "", false, err
		}
	}
	return id, existed, tx.PutSummary(athlete, id, m.summary())
}

// manualID is the id that the activity has or will have.
func (im *Importer) manualID(ctx context.Context, athlete training.AthleteID, m Manual) (training.ActivityID, bool, error) {
	key := "manual/" + m.ExternalID
	if m.ExternalID != "" {
		id, err := im.db.Resolve(ctx, everything(athlete), m.ExternalID)
		if err == nil {
			return id, true, nil
		}
		if training.KindOf(err) != training.KindNotFound {
			return "", false, err
		}
	} else {
		key += fmt.Sprintf("%s/%d/%g", sportOf(m.Sport), m.Start.UnixMilli(), m.TimerS)
	}
	id := activityID(digest(key, 0), idLength)
	page, err := im.db.Activities(ctx, everything(athlete), store.ActivityFilter{IDs: []training.ActivityID{id}, Deleted: true})
	return id, err == nil && len(page.Rows) > 0, err
}

// mayRewrite checks that an activity is a manual one, and restores one that
// was deleted.
func (im *Importer) mayRewrite(ctx context.Context, tx *store.Tx, athlete training.AthleteID, id training.ActivityID) error {
	recs, err := im.db.Recordings(ctx, everything(athlete), id)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return err
	}
	if len(recs) > 0 {
		return training.Errorf(training.KindConflict, "%s was recorded by a device.", id).
			WithFix("Change its words with update_activity; its numbers come from the recording.")
	}
	page, err := im.db.Activities(ctx, everything(athlete), store.ActivityFilter{IDs: []training.ActivityID{id}, Deleted: true})
	if err != nil || len(page.Rows) == 0 || !page.Rows[0].Deleted {
		return err
	}
	return tx.RestoreActivity(athlete, id)
}

// activity is the row of a manual activity.
func (m *Manual) activity(who training.Athlete) training.Activity {
	act := training.Activity{
		Sport: sportOf(m.Sport), SubSport: textclean.Line(m.SubSport, textclean.NameRunes), Start: m.Start.UTC(),
		Name:        textclean.Line(m.Name, textclean.NameRunes),
		Description: textclean.Text(m.Description, textclean.TextRunes),
		Tags:        m.Tags, Race: m.Race, Commute: m.Commute, GearID: m.GearID,
		PerceivedExertion: m.RPE, ManualLoad: m.ManualLoad, ZoneSource: training.ZoneFromAthlete,
	}
	if m.Zone == "" || !setZone(&act, m.Zone) {
		local := m.Start
		if local.Location() == time.UTC || local.Location() == time.Local {
			local = local.In(who.Location())
		}
		_, act.OffsetS = local.Zone()
		if name := local.Location().String(); name == who.TimeZone {
			act.Zone = name
		}
	}
	local := act.Start.In(act.Location())
	act.LocalDay = training.DayOf(local)
	if act.Name == "" {
		act.Name = defaultName(act.Sport, act.SubSport, local.Hour())
	}
	return act
}

// summary is what is known of a manual activity, as if it had been derived.
func (m *Manual) summary() store.Summary {
	v := maps.Clone(m.Values)
	elapsed := m.ElapsedS
	if elapsed <= 0 {
		elapsed = m.TimerS
	}
	if m.TimerS > 0 {
		v = v.Put(training.MetricDurationS, m.TimerS)
	}
	if elapsed > 0 {
		v = v.Put(training.MetricElapsedTimeS, elapsed)
	}
	s := store.Summary{Values: v}
	if _, ok := v[training.MetricAvgHRBpm]; ok {
		s.HRSeconds = m.TimerS
	}
	if _, ok := v[training.MetricNormalizedPowerW]; ok {
		s.NPWindows = max(0, int(m.TimerS)-power.WindowS+1)
	}
	return s
}
