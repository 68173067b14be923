package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// ActivityRow is an activity as lists show it.
type ActivityRow struct {
	training.Activity
	Summary Summary
	Sources []string // distinct sources of its recordings
	// Deleted is set for rows that were deleted and can still be restored; reads
	// leave them out unless the filter asks for them.
	Deleted bool
	// AsSaid is set for an activity that exists only on a service, and nil for every stored
	// activity.
	AsSaid *AsSaid
}

// AsSaid marks an activity from a service whose terms allow showing only the
// service's own values. No value may be computed from such an activity.
type AsSaid struct {
	Service string // its display name
	Device  string
	// Kudos and Comments count those from other people; they are nil if the service
	// does not report them.
	Kudos, Comments *int
}

func noActivity(id training.ActivityID) error {
	return training.Errorf(training.KindNotFound, "There is no activity %q.", id).
		WithFix("list_activities shows your activities.")
}

// Activity reads one activity by its own id; [DB.Resolve] resolves other ids.
func (db *DB) Activity(ctx context.Context, s training.Scope, id training.ActivityID) (ActivityRow, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return ActivityRow{}, err
	}
	metrics := activityindex.MetricColumns()
	row, ok, err := sqlitedb.One(ctx, db.sql, "SELECT "+activityColumns(metrics)+
		" FROM activities a WHERE a.athlete=? AND a.id=? AND a.seen&?<>0",
		[]any{s.Athlete, id, v.bit}, v.reader(metrics).read)
	if err == nil && !ok {
		err = noActivity(id)
	}
	return row, err
}

// activityColumns lists the columns that an [activityReader] reads for metrics.
func activityColumns(metrics []training.Metric) string {
	return `a.id, a.sport, a.sub_sport, a.start_ms, a.offset_s, a.zone, a.zone_source, a.day, a.name, a.description,
		a.tags, a.race, a.commute, a.gear, a.exertion, a.manual_load, a.parent, a.external_ids, a.hidden, a.edited, a.sources,
		a.channels_model, a.channels_page, a.channels_export, a.seen, a.whole,
		a.summary_channels, a.np_windows, a.hr_seconds, a.version, a.more, a.words` + activityindex.MetricList(metrics, ", a.")
}

// activityReader reads rows one after another, reusing the same fields.
type activityReader struct {
	view
	metrics                                  []training.Metric
	cells                                    []sql.NullFloat64 // of the metrics
	dest                                     []any
	row                                      ActivityRow
	startMS, seen, whole                     int64
	tags, refs, edited, sources, more, words string
	channels                                 [ledger.NumAudiences]ChannelSet
	summaryChannels                          ChannelSet
}

// reader returns a reader of rows with activityColumns. The rows begin with columns
// that are scanned into before.
func (v view) reader(metrics []training.Metric, before ...any) *activityReader {
	x := &activityReader{view: v, metrics: metrics, cells: make([]sql.NullFloat64, len(metrics))}
	a, m := &x.row.Activity, &x.row.Summary
	x.dest = append(before,
		&a.ID, &a.Sport, &a.SubSport, &x.startMS, &a.OffsetS, &a.Zone, &a.ZoneSource, &a.LocalDay, &a.Name, &a.Description,
		&x.tags, &a.Race, &a.Commute, &a.GearID, &a.PerceivedExertion, &a.ManualLoad, &a.ParentID, &x.refs,
		&a.HiddenFromModels, &x.edited, &x.sources,
		&x.channels[0], &x.channels[1], &x.channels[2], &x.seen, &x.whole,
		&x.summaryChannels, &m.NPWindows, &m.HRSeconds, &m.Version, &x.more, &x.words)
	for i := range x.cells {
		x.dest = append(x.dest, &x.cells[i])
	}
	return x
}

func (x *activityReader) read(r sqlitedb.Row) (ActivityRow, error) {
	if err := r.Scan(x.dest...); err != nil {
		return ActivityRow{}, err
	}
	row := x.row
	a, m := &row.Activity, &row.Summary
	a.Start = time.UnixMilli(x.startMS).UTC()
	row.Deleted = x.seen&x.bit == 0
	var err [4]error
	a.Tags, err[0] = sqlitedb.List(x.tags)
	a.ExternalIDs, err[1] = sqlitedb.List(x.refs)
	a.Edited, err[2] = sqlitedb.List(x.edited)
	row.Sources, err[3] = ledger.SourcesFor(x.sources, x.audience)
	for _, e := range err {
		if e != nil {
			return row, e
		}
	}
	if !x.sharing.Notes {
		a.Description = ""
		a.Edited = slices.DeleteFunc(a.Edited, func(field string) bool { return field == "description" })
	}
	if err := document.PutWords(a, x.words); err != nil {
		return row, err
	}
	if !x.sharing.Sets {
		a.Sets = nil
		a.Edited = slices.DeleteFunc(a.Edited, func(field string) bool { return field == "sets" })
	}
	if x.whole&x.bit == 0 { // derived from something that this audience may not see
		row.Summary = Summary{Channels: x.channels[x.audience]}
		return row, nil
	}
	m.Channels = x.channels[x.audience]
	if len(row.Sources) == 0 {
		m.Channels |= x.summaryChannels
	}
	return row, x.values(m)
}

// values fills s with the requested metrics.
func (x *activityReader) values(s *Summary) error {
	more, err := sqlitedb.Parse[training.Values](x.more)
	for m, v := range more {
		s.Values = s.Values.Put(m, v)
	}
	for i, m := range x.metrics {
		if x.cells[i].Valid {
			s.Values = s.Values.Put(m, x.cells[i].Float64)
		}
	}
	return err
}

// PutActivity writes the activity's own row (not the athlete's overrides). Its
// external ids are added to the stored ones.
func (tx *Tx) PutActivity(a training.AthleteID, act training.Activity) error {
	if err := ledger.CheckActivity(act); err != nil {
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

// SetOverride stores the athlete's own value of a field; a nil value removes it. It
// returns the former value, or nil if there was none. The fields are name,
// description, sport, sub_sport, tags, race, commute, gear_id, perceived_exertion,
// feel, carbs_g, fluid_ml, manual_load, ignored, intervals, sets and hidden_from_models.
func (tx *Tx) SetOverride(
	a training.AthleteID, id training.ActivityID, field string, value json.RawMessage,
) (former json.RawMessage, err error) {
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
		if !slices.Contains(ledger.FieldNames(), field) {
			return nil, ledger.Override(&training.Activity{}, field, value)
		}
		_, err = tx.sql.Exec("DELETE FROM overrides WHERE athlete=? AND activity=? AND field=?", key...)
	} else {
		if err := ledger.Override(&training.Activity{}, field, value); err != nil {
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
	if err != nil || deleted {
		return err
	}
	links, err := tx.links([]any{a, id}) // some may have been removed since, so the activity is composed again
	for _, l := range links {
		tx.changed(a, ChangeRecording, string(l.Recording))
	}
	return err
}

// ActiveDays returns the days with an activity for each sport, ascending,
// without duplicates. The result may be shared and must not be changed.
func (db *DB) ActiveDays(ctx context.Context, s training.Scope) (map[training.Sport][]training.Day, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	return db.activeDays.Get(ctx, db, spanKey{v.athlete, v.bit}, func() (map[training.Sport][]training.Day, error) {
		rows, err := db.sql.Query(ctx, "SELECT DISTINCT sport, day FROM activities WHERE athlete=? AND seen&?<>0 ORDER "+
			"BY sport, day", v.athlete, v.bit)
		if err != nil {
			return nil, err
		}
		defer rows.Close() //nolint:errcheck // Err reports what went wrong
		out := map[training.Sport][]training.Day{}
		for rows.Next() {
			var sport training.Sport
			var day training.Day
			if err := rows.Scan(&sport, &day); err != nil {
				return nil, sqlitedb.Failed(ctx, err)
			}
			out[sport] = append(out[sport], day)
		}
		return out, sqlitedb.Failed(ctx, rows.Err())
	})
}

// Place holds the start and the time zone of an activity.
type Place struct {
	ID      training.ActivityID
	Start   time.Time
	Zone    string
	Source  training.ZoneSource
	OffsetS int
}

// Places lists the starts and time zones of activities in a time range, ordered by start.
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

// HiddenPlaces returns the zones within which the audience may see no position.
func (db *DB) HiddenPlaces(ctx context.Context, s training.Scope) (document.HiddenPlaces, error) {
	return document.Zones(ctx, db.sql, s)
}

// OwnRow reads an activity's own row with its summary, without the athlete's
// overrides and services' statements.
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

// Summary holds the scalars of an activity that do not depend on thresholds and
// that lists sort and filter by. Values has no entry for a missing metric.
type Summary struct {
	Values training.Values
	// NPWindows is the number of 30 s windows that NP averages; TSS is computed over them.
	NPWindows int
	// HRSeconds is the timer time in s with a valid heart rate.
	HRSeconds float64
	Channels  ChannelSet
	Version   int // version of the rules in package derive that computed it
}

// PutSummary replaces an activity's summary.
func (tx *Tx) PutSummary(a training.AthleteID, id training.ActivityID, s Summary) error {
	more := training.Values{}
	for m, x := range s.Values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return training.Errorf(training.KindInvalid, "%s is not a finite number.", m).WithFix("Leave it out.")
		}
		more[m] = x
	}
	args := []any{s.NPWindows, s.HRSeconds, s.Channels, s.Version}
	for _, m := range activityindex.MetricColumns() {
		var cell any
		if x, ok := more[m]; ok {
			cell = x
			delete(more, m)
		}
		args = append(args, cell)
	}
	text := ""
	if len(more) > 0 {
		var err error
		if text, err = sqlitedb.Body(more); err != nil {
			return err
		}
	}
	// It is stored together with the shown row, which may not exist yet.
	tx.summaries[activityKey{a, id}] = append(args, text, a, id)
	tx.touch(a, id)
	tx.changed(a, ChangeDerived, string(id))
	return nil
}

func putSummary() string {
	var b strings.Builder
	b.WriteString("UPDATE activities SET np_windows=?, hr_seconds=?, summary_channels=?, version=?, ")
	for _, m := range activityindex.MetricColumns() {
		b.WriteString(string(m) + "=?, ")
	}
	b.WriteString("more=? WHERE athlete=? AND id=?")
	return b.String()
}
