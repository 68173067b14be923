package store

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"lapkeep/internal/store/layer"
	"lapkeep/internal/store/listing"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// ActivityRow is an activity as lists show it.
type ActivityRow struct {
	training.Activity
	Summary Summary
	Sources []string // distinct sources of its recordings
	// Deleted is set for rows that were deleted and can still be restored;
	// reads leave them out unless the filter asks.
	Deleted bool
}

func noActivity(id training.ActivityID) error {
	return training.Errorf(training.KindNotFound, "There is no activity %q.", id).
		WithFix("list_activities shows what there is.")
}

// Activity reads one activity by its own id ([DB.Resolve] knows the others).
func (db *DB) Activity(ctx context.Context, s training.Scope, id training.ActivityID) (ActivityRow, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return ActivityRow{}, err
	}
	row, ok, err := sqlitedb.One(ctx, db.sql, "SELECT "+activityColumns()+" FROM activities a WHERE a.athlete=? AND a.id=? AND a.seen&?<>0",
		[]any{s.Athlete, id, v.bit}, v.readActivity)
	if err == nil && !ok {
		err = noActivity(id)
	}
	return row, err
}

func activityColumns() string {
	return `a.id, a.sport, a.sub_sport, a.start_ms, a.offset_s, a.zone, a.zone_source, a.day, a.name, a.description,
		a.tags, a.race, a.commute, a.gear, a.exertion, a.manual_load, a.parent, a.external_ids, a.hidden, a.edited, a.sources,
		a.channels_model, a.channels_page, a.channels_export, a.seen, a.whole,
		a.summary_channels, a.np_windows, a.hr_seconds, a.version, a.more, ` + listing.MetricList("a.")
}

func (v view) readActivity(r sqlitedb.Row) (ActivityRow, error) {
	var row ActivityRow
	var startMS, seen, whole int64
	var tags, refs, edited, sources, more string
	var channels [layer.NumAudiences]ChannelSet
	var summaryChannels ChannelSet
	a, m := &row.Activity, &row.Summary
	metrics, dest := metricCells()
	dest = append([]any{
		&a.ID, &a.Sport, &a.SubSport, &startMS, &a.OffsetS, &a.Zone, &a.ZoneSource, &a.LocalDay, &a.Name, &a.Description,
		&tags, &a.Race, &a.Commute, &a.GearID, &a.PerceivedExertion, &a.ManualLoad, &a.ParentID, &refs, &a.HiddenFromModels, &edited, &sources,
		&channels[0], &channels[1], &channels[2], &seen, &whole,
		&summaryChannels, &m.NPWindows, &m.HRSeconds, &m.Version, &more,
	}, dest...)
	if err := r.Scan(dest...); err != nil {
		return row, err
	}
	a.Start = time.UnixMilli(startMS).UTC()
	row.Deleted = seen&v.bit == 0
	var err [4]error
	a.Tags, err[0] = parseList(tags)
	a.ExternalIDs, err[1] = parseList(refs)
	a.Edited, err[2] = parseList(edited)
	row.Sources, err[3] = sourcesFor(sources, v.audience)
	for _, e := range err {
		if e != nil {
			return row, e
		}
	}
	if !v.sharing.Notes {
		a.Description = ""
	}
	if whole&v.bit == 0 { // derived from what this audience may not see
		row.Summary = Summary{Channels: channels[v.audience]}
		return row, nil
	}
	m.Channels = channels[v.audience]
	if len(row.Sources) == 0 {
		m.Channels |= summaryChannels
	}
	m.Values = values(metrics)
	return row, addMore(m, more)
}

// sourcesFor lists the sources that an audience may know of.
func sourcesFor(text string, a training.Audience) ([]string, error) {
	masks, err := sqlitedb.Parse[[]layer.SourceMask](text)
	var out []string
	for _, m := range masks {
		if m.Mask.May(a) {
			out = append(out, m.Source)
		}
	}
	return out, err
}

func parseList(text string) ([]string, error) {
	if text == "[]" {
		return nil, nil
	}
	return sqlitedb.Parse[[]string](text)
}

// PutActivity writes the activity's own row (not the athlete's overrides).
// External ids that it names are added to those that it has.
func (tx *Tx) PutActivity(a training.AthleteID, act training.Activity) error {
	if err := checkActivity(act); err != nil {
		return err
	}
	refs := act.ExternalIDs
	act.ExternalIDs, act.Edited = nil, nil
	text, err := sqlitedb.Body(act)
	if err != nil {
		return err
	}
	_, err = tx.sql.Exec(`INSERT INTO activity_base (athlete, id, body) VALUES (?,?,?)
		ON CONFLICT DO UPDATE SET body=excluded.body`, a, act.ID, text)
	if err != nil {
		return err
	}
	for _, ref := range refs {
		if err := tx.PutExternalID(a, act.ID, ref); err != nil {
			return err
		}
	}
	tx.changedActivity(a, act.ID)
	return nil
}

func checkActivity(act training.Activity) error {
	day := training.DayOf(act.Start.UTC())
	switch {
	case act.ID == "" || act.Sport == "" || act.Start.IsZero():
		return training.Errorf(training.KindInvalid, "An activity needs an id, a sport and a start.")
	case act.LocalDay < day-1 || act.LocalDay > day+1:
		return training.Errorf(training.KindInvalid, "The local day %s does not fit a start at %s.", act.LocalDay, act.Start.UTC().Format(time.RFC3339)).
			WithFix("Give the day that the start has in the activity's time zone.")
	}
	return nil
}

// SetOverride stores the athlete's own word for a field; a nil value takes it
// back. It returns the former word, nil if there was none. The fields are
// name, description, sport, sub_sport, tags, race, commute, gear_id,
// perceived_exertion, manual_load and hidden_from_models.
func (tx *Tx) SetOverride(a training.AthleteID, id training.ActivityID, field string, value json.RawMessage) (former json.RawMessage, err error) {
	if err := tx.mustHave(a, id); err != nil {
		return nil, err
	}
	key := []any{a, id, field}
	var text string
	if ok, err := tx.sql.One("SELECT value FROM overrides WHERE athlete=? AND activity=? AND field=?", key, &text); err != nil {
		return nil, err
	} else if ok {
		former = json.RawMessage(text)
	}
	if value == nil || string(value) == "null" {
		if !slices.Contains(layer.FieldNames(), field) {
			return nil, layer.Override(&training.Activity{}, field, value)
		}
		_, err = tx.sql.Exec("DELETE FROM overrides WHERE athlete=? AND activity=? AND field=?", key...)
	} else {
		if err := layer.Override(&training.Activity{}, field, value); err != nil {
			return nil, err
		}
		_, err = tx.sql.Exec(`INSERT INTO overrides VALUES (?,?,?,?) ON CONFLICT DO UPDATE SET value=excluded.value`,
			append(slices.Clone(key), string(value))...)
	}
	tx.changedActivity(a, id)
	return former, err
}

func (tx *Tx) mustHave(a training.AthleteID, id training.ActivityID) error {
	var n int
	ok, err := tx.sql.One("SELECT 1 FROM activity_base WHERE athlete=? AND id=?", []any{a, id}, &n)
	if err == nil && !ok {
		err = noActivity(id)
	}
	return err
}

// DeleteActivity hides an activity from every read; [Tx.RestoreActivity]
// brings it back as it was.
func (tx *Tx) DeleteActivity(a training.AthleteID, id training.ActivityID) error {
	return tx.setDeleted(a, id, true)
}

// RestoreActivity undoes DeleteActivity.
func (tx *Tx) RestoreActivity(a training.AthleteID, id training.ActivityID) error {
	return tx.setDeleted(a, id, false)
}

func (tx *Tx) setDeleted(a training.AthleteID, id training.ActivityID, deleted bool) error {
	if err := tx.mustHave(a, id); err != nil {
		return err
	}
	_, err := tx.sql.Exec("UPDATE activity_base SET deleted=? WHERE athlete=? AND id=?", deleted, a, id)
	tx.changedActivity(a, id)
	return err
}
