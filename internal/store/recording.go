package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Origin describes where a recording came from.
type Origin struct {
	// Source is file, archive, manual, demo or the name of a service.
	Source string `json:"source"`
	// ExternalID is the source's own id, empty if it has none.
	ExternalID string `json:"external_id,omitempty"`
	// FileName is the base name of the file, for people.
	FileName string `json:"file_name,omitempty"`
}

// RecordingRow is a stored recording without its columns.
type RecordingRow struct {
	ID training.RecordingID
	// Activity is the activity it is linked to, empty if it is not linked yet.
	Activity training.ActivityID
	Origin   Origin
	// Original is the hex SHA-256 of the file's bytes, empty if the recording was
	// entered by hand.
	Original string
	Channels ChannelSet // channels in the recording
	Chosen   ChannelSet // channels that the activity takes from it
	Rank     int        // 0 is the activity's primary recording, whose clock is the activity's
	Audience Audiences
	RunID    string // the import run that added it
	Rows     int    // number of rows of its columns
	// Deleted is set if its activity was deleted. Only [DB.RecordingsByOriginal],
	// [DB.Recording], [DB.RecordingsOfRef] and [DB.RecordingByExternal] return such
	// rows, so that a file of a deleted activity is recognised.
	Deleted bool
	// Recording has everything except Columns and RR, which are read separately.
	Recording training.Recording
}

// NewRecording is a recording to store.
type NewRecording struct {
	ID        training.RecordingID
	Origin    Origin
	Original  string // hex SHA-256 of bytes that [DB.KeepOriginals] has already stored
	Audience  Audiences
	RunID     string
	Recording *training.Recording
}

const recordingColumns = ` r.id, coalesce(l.activity,''), r.source, r.external_id, r.file_name, r.original, r.channels,
	coalesce(l.chosen,0), coalesce(l.rank,0), r.audience, r.run, r.rows, coalesce(a.seen,0), r.body
	FROM recordings r LEFT JOIN links l ON l.athlete=r.athlete AND l.Recording=r.id
	LEFT JOIN activities a ON a.athlete=l.athlete AND a.id=l.activity
	WHERE r.removed=0 AND r.athlete=?1 AND r.audience&?2<>0 AND (a.id IS NULL OR a.seen&?3<>0)`

// recordings reads the rows that cond selects and the view may see. Parameters
// of cond start at ?4.
func (db *DB) recordings(ctx context.Context, v view, deleted bool, cond string, args ...any) ([]RecordingRow, error) {
	bits := v.bit
	if deleted {
		bits = v.withDeleted
	}
	rows, err := sqlitedb.All(ctx, db.sql, "SELECT"+recordingColumns+" AND "+cond, append([]any{v.athlete, v.bit, bits}, args...),
		v.readRecording)
	if err != nil || v.audience != training.AudienceModel {
		return rows, err
	}
	return rows, db.hideEfforts(ctx, v, rows)
}

// hideEfforts hides from models the positions of efforts that a device timed,
// unless the athlete shares them, and efforts with a gate in a privacy zone.
func (db *DB) hideEfforts(ctx context.Context, v view, rows []RecordingRow) error {
	timed := func(r RecordingRow) bool { return len(r.Recording.DeviceEfforts) > 0 }
	if !slices.ContainsFunc(rows, timed) {
		return nil
	}
	zones, err := document.Zones(ctx, db.sql, training.Scope{Athlete: v.athlete, Audience: v.audience})
	if err != nil {
		return err
	}
	hidden := func(p *training.RoutePoint) bool {
		return len(zones) > 0 && (p == nil || zones.Hold(p.LatDeg, p.LonDeg))
	}
	for i := range rows {
		r := &rows[i].Recording
		r.DeviceEfforts = slices.DeleteFunc(r.DeviceEfforts, func(e training.DeviceEffort) bool { return hidden(e.Start) || hidden(e.End) })
		for k := range r.DeviceEfforts {
			if !v.sharing.Position {
				r.DeviceEfforts[k].Start, r.DeviceEfforts[k].End = nil, nil
			}
		}
	}
	return nil
}

func (v view) readRecording(r sqlitedb.Row) (row RecordingRow, err error) {
	var text string
	var seen int64
	err = r.Scan(&row.ID, &row.Activity, &row.Origin.Source, &row.Origin.ExternalID, &row.Origin.FileName, &row.Original, &row.Channels,
		&row.Chosen, &row.Rank, &row.Audience, &row.RunID, &row.Rows, &seen, &text)
	if err != nil {
		return row, err
	}
	row.Chosen &= row.Channels
	row.Deleted = seen != 0 && seen&v.bit == 0
	row.Recording, err = sqlitedb.Parse[training.Recording](text)
	if !v.sharing.Notes {
		row.Recording.Description = ""
	}
	if !v.sharing.Sets {
		row.Recording.Sets = nil
	}
	return row, err
}

// Recordings lists an activity's recordings, the primary one first.
func (db *DB) Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]RecordingRow, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	rows, err := db.recordings(ctx, v, false, "l.activity=?4 ORDER BY l.rank, r.id", id)
	if err == nil && len(rows) == 0 {
		_, err = db.Activity(ctx, s, id) // an activity entered by hand has no recordings
	}
	return rows, err
}

// longMS is a length in ms that most recordings do not exceed; an index contains the few longer ones.
const longMS = 48 * 3600 * 1000

// Candidates lists the recordings that overlap [from, to], for matching, ordered by start.
func (db *DB) Candidates(ctx context.Context, s training.Scope, from, to time.Time) ([]RecordingRow, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	return db.recordings(ctx, v, false, candidates, from.UnixMilli(), to.UnixMilli(), int64(longMS))
}

const candidates = `r.id IN (
	SELECT id FROM recordings WHERE athlete=?1 AND start_ms BETWEEN ?4-?6 AND ?5 AND end_ms>=?4
	UNION SELECT id FROM recordings WHERE athlete=?1 AND end_ms>=?4 AND start_ms<=?5 AND end_ms-start_ms>172800000)
	ORDER BY r.start_ms, r.id`

// Shifted lists the recordings that may belong to the same activity as rec but
// whose clock is off by whole quarters of an hour; see [training.ClockShift].
func (db *DB) Shifted(ctx context.Context, s training.Scope, rec *training.Recording) ([]RecordingRow, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	rows, err := db.recordings(ctx, v, false, shifted, rec.Start.UnixMilli())
	return slices.DeleteFunc(rows, func(r RecordingRow) bool { return training.ClockShift(rec, &r.Recording) == 0 }), err
}

// Shifts are multiples of 15 minutes between the least and the greatest one,
// with a tolerance of two minutes. No more rows are read than are compared.
const shifted = `r.id IN (SELECT id FROM recordings WHERE athlete=?1 AND removed=0
	AND start_ms BETWEEN ?4-50520000 AND ?4+50520000 AND abs((start_ms-?4+50850000)%900000-450000)<=120000 AND abs(start_ms-?4)>450000
	ORDER BY abs(start_ms-?4), id LIMIT 32)
	ORDER BY r.start_ms, r.id`

// RecordingsByOriginal finds the recordings of a file by its hash, in the order of its
// sessions. With it, an import recognises a file that is already stored and changes nothing.
// It also returns recordings of deleted activities, with Deleted set.
func (db *DB) RecordingsByOriginal(ctx context.Context, s training.Scope, hash string) ([]RecordingRow, error) {
	v, err := db.look(ctx, s)
	if err != nil || hash == "" {
		return nil, err
	}
	return db.recordings(ctx, v, true, "r.original=?4 AND r.original<>'' ORDER BY r.body->>'SessionIndex', r.id", hash)
}

// RecordingsOfRef finds the activity that a reference identifies, and returns the recordings
// of all its files, file by file in the order of their sessions, including those of deleted
// activities.
func (db *DB) RecordingsOfRef(ctx context.Context, s training.Scope, ref string) ([]RecordingRow, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	id, ok, err := db.byExternalID(ctx, v, ref)
	if err != nil || !ok {
		return nil, err
	}
	if id, err = db.follow(ctx, s.Athlete, id); err != nil {
		return nil, err
	}
	return db.recordings(ctx, v, true, `r.original IN (SELECT m.original FROM links k JOIN recordings m ON m.athlete=k.athlete AND m.id=k.recording
		WHERE k.athlete=?1 AND k.activity=?4 AND m.original<>'') ORDER BY r.original, r.body->>'SessionIndex', r.id`, id)
}

// Recording reads one recording, even if its activity was deleted.
func (db *DB) Recording(ctx context.Context, s training.Scope, id training.RecordingID) (RecordingRow, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return RecordingRow{}, err
	}
	rows, err := db.recordings(ctx, v, true, "r.id=?4", id)
	if err == nil && len(rows) == 0 {
		err = noRecording(id)
	}
	if err != nil {
		return RecordingRow{}, err
	}
	return rows[0], nil
}

// RecordingByExternal finds a recording by its id on a service.
func (db *DB) RecordingByExternal(ctx context.Context, s training.Scope, source, externalID string) (RecordingRow, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return RecordingRow{}, err
	}
	rows, err := db.recordings(ctx, v, true, "r.source=?4 AND r.external_id=?5 AND r.external_id<>'' ORDER BY r.id", source, externalID)
	if err == nil && len(rows) == 0 {
		err = training.Errorf(training.KindNotFound, "There is no recording %s:%s.", source, externalID)
	}
	if err != nil {
		return RecordingRow{}, err
	}
	return rows[0], nil
}

// view is a scope with what its audience may see.
type view struct {
	athlete  training.AthleteID
	audience training.Audience
	// bit selects rows by their seen mask; withDeleted also selects deleted rows.
	bit, withDeleted int64
	sharing          training.Sharing
}

// look resolves a scope. The athlete's sharing settings restrict only models.
func (db *DB) look(ctx context.Context, s training.Scope) (view, error) {
	if err := ledger.CheckScope(s); err != nil {
		return view{}, err
	}
	bit := int64(1) << s.Audience
	v := view{s.Athlete, s.Audience, bit, bit | bit<<ledger.DeletedShift, training.Athlete{}.Shows(s.Audience)}
	if s.Audience != training.AudienceModel {
		return v, nil
	}
	a, err := db.athlete(ctx, s.Athlete)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return v, err
	}
	v.sharing = a.Sharing
	return v, nil
}

func (v view) list() activityindex.ListingView {
	return activityindex.ListingView{
		Scope: training.Scope{Athlete: v.athlete, Audience: v.audience}, Bit: v.bit, WithDeleted: v.withDeleted, Notes: v.sharing.Notes,
	}
}

// Reference resolves an id ("intervals:i55", "1k3"). It returns the id itself, or the local
// ids of the things that have this id on a service, or none if the audience may see none of
// them.
func (db *DB) Reference(ctx context.Context, s training.Scope, id string) ([]string, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	if ok, err := db.stored(ctx, v, id); ok || err != nil {
		return []string{id}, err
	}
	source, there, ok := strings.Cut(id, ":")
	if !ok {
		return nil, nil
	}
	made, err := sqlitedb.All(ctx, db.sql, "SELECT DISTINCT here FROM outbox WHERE athlete=? AND source=? AND there=? "+
		"AND there<>'' AND action=? AND state=?",
		[]any{v.athlete, source, there, string(ledger.Create), string(ledger.Done)}, sqlitedb.Scalar[string])
	var seen []string
	for _, here := range made {
		ok, err := db.stored(ctx, v, here)
		if err != nil {
			return nil, err
		}
		if ok {
			seen = append(seen, here)
		}
	}
	return seen, err
}

func (db *DB) stored(ctx context.Context, v view, ref string) (bool, error) {
	one := func(query string, args ...any) (bool, error) {
		_, ok, err := sqlitedb.One(ctx, db.sql, query, append([]any{v.athlete, ref}, args...), sqlitedb.Scalar[int])
		return ok, err
	}
	const activity = `SELECT 1 FROM activities a WHERE a.athlete=?1 AND a.seen&?3<>0
		AND (a.id=?2 OR a.id IN (SELECT activity FROM external_ids WHERE athlete=?1 AND ref=?2)) LIMIT 1`
	if ok, err := one(activity, v.bit); ok || err != nil {
		return ok, err
	}
	var referred []any
	for _, a := range document.Described() {
		if a.Referred {
			referred = append(referred, a.Collection)
		}
	}
	return one("SELECT 1 FROM documents WHERE athlete=? AND id=? AND collection IN (?"+strings.Repeat(",?", len(referred)-1)+") LIMIT 1",
		referred...)
}
