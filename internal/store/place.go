package store

import (
	"context"
	"time"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Place is where, as far as its clock goes, an activity was.
type Place struct {
	ID      training.ActivityID
	Start   time.Time
	Zone    string
	Source  training.ZoneSource
	OffsetS int
}

// Places lists where the activities of a time were, in order of their start.
func (db *DB) Places(ctx context.Context, s training.Scope, from, to time.Time) ([]Place, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	return sqlitedb.All(ctx, db.sql, `SELECT id, start_ms, zone, zone_source, offset_s FROM activities
		WHERE athlete=? AND start_ms BETWEEN ? AND ? AND seen&?<>0 ORDER BY start_ms, id`,
		[]any{v.athlete, from.UnixMilli(), to.UnixMilli(), v.bit}, func(r sqlitedb.Row) (p Place, err error) {
			var ms int64
			err = r.Scan(&p.ID, &ms, &p.Zone, &p.Source, &p.OffsetS)
			p.Start = sqlitedb.Instant(ms)
			return p, err
		})
}

// HiddenPlaces are those within which the audience may see no position.
func (db *DB) HiddenPlaces(ctx context.Context, s training.Scope) (document.HiddenPlaces, error) {
	return document.Zones(ctx, db.sql, s)
}

// OwnRow reads an activity's own row, below the athlete's overrides and what
// services say, with its values.
func (tx *Tx) OwnRow(a training.AthleteID, id training.ActivityID) (act training.Activity, sum Summary, err error) {
	var text string
	ok, err := tx.sql.One("SELECT body FROM activity_base WHERE athlete=? AND id=?", []any{a, id}, &text)
	if err == nil && !ok {
		err = noActivity(id)
	}
	if err != nil {
		return act, sum, err
	}
	metrics := activityindex.MetricColumns()
	x := view{audience: training.AudienceExport}.reader(metrics)
	if ok, err = tx.sql.One("SELECT "+activityColumns(metrics)+" FROM activities a WHERE a.athlete=? AND a.id=?",
		[]any{a, id}, x.dest...); err == nil && ok {
		sum = x.row.Summary
		sum.Channels = x.summaryChannels
		err = x.values(&sum)
	}
	if err != nil {
		return act, sum, err
	}
	act, err = sqlitedb.Parse[training.Activity](text)
	return act, sum, err
}
