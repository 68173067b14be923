package store

import (
	"context"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// SegmentWay is an own segment as activities are matched against it. Its gates
// are in steps of 1e-6 degrees.
type SegmentWay struct {
	Segment            string
	Sport              training.Sport
	StartLat, StartLon int32
	EndLat, EndLon     int32
	// Hash names what it was made of, empty until every activity was matched.
	Hash string
	// Data is the way in the encoding of the rule that matches.
	Data []byte
}

// SegmentWays reads the ways of an athlete's segments. They are the matcher's alone: it works for every audience.
func (db *DB) SegmentWays(ctx context.Context, s training.Scope) ([]SegmentWay, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	if s.Audience != training.AudienceExport {
		return nil, training.Errorf(training.KindForbidden, "The ways of segments are read by the matcher only.")
	}
	return sqlitedb.All(ctx, db.sql, `SELECT segment, sport, start_lat, start_lon, end_lat, end_lon, hash, data
		FROM segment_ways WHERE athlete=? ORDER BY segment`, []any{s.Athlete}, func(r sqlitedb.Row) (w SegmentWay, err error) {
		err = r.Scan(&w.Segment, &w.Sport, &w.StartLat, &w.StartLon, &w.EndLat, &w.EndLon,
			&w.Hash, &w.Data)
		return w, err
	})
}

// PutSegmentWay keeps the way of a segment in place of the former one.
func (tx *Tx) PutSegmentWay(a training.AthleteID, w SegmentWay) error {
	_, err := tx.sql.Exec(`INSERT OR REPLACE INTO segment_ways (athlete, segment, sport, start_lat, start_lon, end_lat, end_lon, hash, data) VALUES (?,?,?,?,?,?,?,?,?)`,
		a, w.Segment, w.Sport, w.StartLat, w.StartLon, w.EndLat, w.EndLon, w.Hash, notNil(w.Data))
	return err
}

// DropSegment removes what was derived of a segment: its way and its efforts.
func (tx *Tx) DropSegment(a training.AthleteID, segment string) error {
	if _, err := tx.sql.Exec("DELETE FROM segment_ways WHERE athlete=? AND segment=?", a, segment); err != nil {
		return err
	}
	return tx.noteEfforts(a, segment, "DELETE FROM segment_efforts WHERE athlete=? AND segment=?", a, segment)
}

// DropSegments removes what was derived of all segments of an athlete, and what
// is damaged so that it is of none.
func (tx *Tx) DropSegments(a training.AthleteID) error {
	if _, err := tx.sql.Exec("DELETE FROM segment_ways WHERE athlete=?", a); err != nil {
		return err
	}
	return tx.noteEfforts(a, "", "DELETE FROM segment_efforts WHERE athlete=?", a)
}

// noteEfforts runs a statement and logs the segment if it changed an effort.
func (tx *Tx) noteEfforts(a training.AthleteID, segment, query string, args ...any) error {
	n, err := tx.sql.Exec(query, args...)
	if n > 0 {
		tx.changed(a, ChangeEfforts, segment)
	}
	return err
}
