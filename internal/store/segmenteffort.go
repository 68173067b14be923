package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// EffortFilter selects efforts on the athlete's own segments; its zero value
// selects all.
type EffortFilter struct {
	Segment  string
	Segments []string // any of these, if there are any
	Activity training.ActivityID
}

// effortBody holds what is stored for an effort in addition to its key.
type effortBody struct {
	TimerS float64                `json:"timer_s"`
	Values training.Values        `json:"values,omitempty"`
	Doubts []training.EffortDoubt `json:"doubts,omitempty"`
}

// SegmentEfforts reads efforts on the athlete's own segments by time. It leaves
// out efforts of activities, or between gates, that the audience may not see:
// the time of an effort reveals where the athlete was.
func (db *DB) SegmentEfforts(ctx context.Context, s training.Scope, f EffortFilter) ([]training.SegmentEffort, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	hidden, err := db.hiddenGates(ctx, s)
	if err != nil {
		return nil, err
	}
	query := `SELECT e.segment, e.activity, e.from_ms, e.to_ms, e.body, e.day, e.sport, e.sub_sport FROM segment_efforts e
		JOIN documents d ON d.athlete=e.athlete AND d.collection='segment' AND d.id=e.segment AND d.deleted=0 WHERE `
	which, args := f.conds(v)
	all, err := sqlitedb.All(ctx, db.sql, query+which+" ORDER BY e.start_ms, e.activity, e.from_ms, e.to_ms, e.segment", args, readEffort)
	if len(hidden) > 0 {
		all = slices.DeleteFunc(all, func(e training.SegmentEffort) bool { return hidden[e.Segment] })
	}
	return all, err
}

// conds returns the conditions on a row e of segment_efforts.
func (f EffortFilter) conds(v view) (which string, args []any) {
	which, args = "e.athlete=? AND e.seen&?<>0", []any{v.athlete, v.bit}
	if f.Segment != "" {
		which, args = which+" AND e.segment=?", append(args, f.Segment)
	}
	if len(f.Segments) > 0 {
		list, _ := json.Marshal(f.Segments) // of texts, which cannot fail
		which, args = which+" AND e.segment IN (SELECT value FROM json_each(?))", append(args, string(list))
	}
	if f.Activity != "" {
		which, args = which+" AND e.activity=?", append(args, f.Activity)
	}
	return which, args
}

// EffortTime is the time of an effort on one of the athlete's own segments.
type EffortTime struct {
	Activity training.ActivityID
	Start    int64 // of the activity, in ms since 1970
	Day      training.Day
	training.Discipline
	FromS, ToS float64 // on the activity's clock
}

// TimeS returns the time from gate to gate in seconds, including stops.
func (t *EffortTime) TimeS() float64 { return t.ToS - t.FromS }

// EffortTimes reads the times of efforts by segment, in no order. It leaves out what
// [DB.SegmentEfforts] leaves out, but includes segments that were deleted.
func (db *DB) EffortTimes(ctx context.Context, s training.Scope, f EffortFilter) (map[string][]EffortTime, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	hidden, err := db.hiddenGates(ctx, s)
	if err != nil {
		return nil, err
	}
	which, args := f.conds(v)
	rows, err := db.sql.Query(ctx,
		"SELECT segment, activity, from_ms, to_ms, start_ms, day, sport, sub_sport FROM segment_efforts e WHERE "+which, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // Err reports what went wrong
	out := map[string][]EffortTime{}
	// There are tens of thousands of rows, so they are scanned without reflection.
	var segment, sport, sub sql.RawBytes
	var from, to, start, day any
	var last, lastSport, lastSub string
	var of training.Discipline
	for rows.Next() {
		var t EffortTime
		if err := rows.Scan(&segment, (*string)(&t.Activity), &from, &to, &start, &day, &sport, &sub); err != nil {
			return nil, sqlitedb.Failed(ctx, err)
		}
		if string(segment) != last {
			last = string(segment)
		}
		if hidden[last] {
			continue
		}
		if lastSport != string(sport) || lastSub != string(sub) {
			lastSport, lastSub = string(sport), string(sub)
			of = training.DisciplineOf(training.Sport(lastSport), lastSub)
		}
		t.Discipline, t.FromS, t.ToS = of, seconds(from), seconds(to)
		t.Start, _ = start.(int64)
		at, _ := day.(int64)
		t.Day = training.Day(at) //nolint:gosec // as stored
		out[last] = append(out[last], t)
	}
	return out, sqlitedb.Failed(ctx, rows.Err())
}

func seconds(ms any) float64 {
	n, _ := ms.(int64)
	return float64(n) / msPerS
}

func readEffort(r sqlitedb.Row) (e training.SegmentEffort, err error) {
	var from, to int64
	var body, sub string
	if err := r.Scan(&e.Segment, &e.Activity, &from, &to, &body, &e.Day, &e.Sport, &sub); err != nil {
		return e, err
	}
	e.SubSport, e.Indoor = sub, training.IndoorSub(sub)
	e.FromS, e.ToS = float64(from)/msPerS, float64(to)/msPerS
	b, err := sqlitedb.Parse[effortBody](body)
	e.TimerS, e.Values, e.Doubts = b.TimerS, b.Values, b.Doubts
	return e, err
}

const msPerS = 1000

// hiddenGates returns the segments with a gate that the audience may not see.
func (db *DB) hiddenGates(ctx context.Context, s training.Scope) (map[string]bool, error) {
	zones, err := db.HiddenPlaces(ctx, s)
	if err != nil || len(zones) == 0 {
		return nil, err
	}
	ways, err := db.SegmentWays(ctx, training.Everything(s.Athlete))
	if err != nil {
		return nil, err
	}
	hidden := map[string]bool{}
	for i := range ways {
		w := &ways[i]
		if zones.Hold(degrees(w.StartLat), degrees(w.StartLon)) || zones.Hold(degrees(w.EndLat), degrees(w.EndLon)) {
			hidden[w.Segment] = true
		}
	}
	return hidden, nil
}

func degrees(steps int32) float64 { return float64(steps) / 1e6 }

// PutSegmentEfforts replaces an activity's efforts on the given segments, or on all segments
// if segments is nil. The efforts must belong to this activity and these segments; their
// day, sport and audience are taken from the activity.
func (tx *Tx) PutSegmentEfforts(a training.AthleteID, id training.ActivityID, segments []string, efforts []training.SegmentEffort) error {
	if segments == nil {
		err := tx.sql.Each("SELECT DISTINCT segment FROM segment_efforts WHERE athlete=? AND activity=?", []any{a, id},
			func(scan func(...any) error) error {
				var segment string
				err := scan(&segment)
				segments = append(segments, segment)
				return err
			})
		if err != nil {
			return err
		}
	}
	for _, segment := range segments {
		const query = "DELETE FROM segment_efforts WHERE athlete=? AND segment=? AND activity=?"
		if err := tx.noteEfforts(a, segment, query, a, segment, id); err != nil {
			return err
		}
	}
	for i := range efforts {
		e := &efforts[i]
		body, err := sqlitedb.Body(effortBody{TimerS: e.TimerS, Values: e.Values, Doubts: e.Doubts})
		if err != nil {
			return err
		}
		err = tx.noteEfforts(a, e.Segment, "INSERT INTO segment_efforts (athlete, segment, activity, from_ms, to_ms, body) VALUES "+
			"(?,?,?,?,?,?)",
			a, e.Segment, id, int64(math.Round(e.FromS*msPerS)), int64(math.Round(e.ToS*msPerS)), body)
		if err != nil {
			return err
		}
	}
	if len(efforts) == 0 {
		return nil
	}
	return tx.placeEfforts(activityKey{a, id})
}

// placeEfforts copies what efforts take from their activity's shown row.
func (tx *Tx) placeEfforts(k activityKey) error {
	_, err := tx.sql.Exec(`UPDATE segment_efforts AS e
		SET start_ms=a.start_ms, day=a.day, sport=a.sport, sub_sport=a.sub_sport, seen=a.seen&a.whole
		FROM activities a WHERE a.athlete=?1 AND a.id=?2 AND e.athlete=?1 AND e.activity=?2
		AND (e.start_ms, e.day, e.sport, e.sub_sport, e.seen)<>(a.start_ms, a.day, a.sport, a.sub_sport, a.seen&a.whole)`, k.athlete, k.id)
	return err
}

// SegmentWay is one of the athlete's own segments in the form that is used to match
// activities. Its gates are in units of 1e-6 degrees.
type SegmentWay struct {
	Segment            string
	Sport              training.Sport
	StartLat, StartLon int32
	EndLat, EndLon     int32
	// Hash identifies the data from which it was made; it is empty until every
	// activity has been matched.
	Hash string
	// Data is the track, in the matching rule's encoding.
	Data []byte
}

// SegmentWays reads an athlete's segments in the form for matching. Only the
// matcher may use them, because it works for every audience.
func (db *DB) SegmentWays(ctx context.Context, s training.Scope) ([]SegmentWay, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	if s.Audience != training.AudienceExport {
		return nil, training.Errorf(training.KindForbidden, "Only the matcher may read the tracks of segments.")
	}
	return sqlitedb.All(ctx, db.sql, `SELECT segment, sport, start_lat, start_lon, end_lat, end_lon, hash, data
		FROM segment_ways WHERE athlete=? ORDER BY segment`, []any{s.Athlete}, func(r sqlitedb.Row) (w SegmentWay, err error) {
		err = r.Scan(&w.Segment, &w.Sport, &w.StartLat, &w.StartLon, &w.EndLat, &w.EndLon,
			&w.Hash, &w.Data)
		return w, err
	})
}

// PutSegmentWay stores a segment in the form for matching, replacing the former one.
func (tx *Tx) PutSegmentWay(a training.AthleteID, w SegmentWay) error {
	_, err := tx.sql.Exec(`INSERT OR REPLACE INTO segment_ways (athlete, segment, sport, start_lat, start_lon, end_lat, end_lon, hash, data) VALUES (?,?,?,?,?,?,?,?,?)`,
		a, w.Segment, w.Sport, w.StartLat, w.StartLon, w.EndLat, w.EndLon, w.Hash, notNil(w.Data))
	return err
}

// DropSegment removes the derived data of a segment: its form for matching and its efforts.
func (tx *Tx) DropSegment(a training.AthleteID, segment string) error {
	if _, err := tx.sql.Exec("DELETE FROM segment_ways WHERE athlete=? AND segment=?", a, segment); err != nil {
		return err
	}
	return tx.noteEfforts(a, segment, "DELETE FROM segment_efforts WHERE athlete=? AND segment=?", a, segment)
}

// DropSegments removes the derived data of all segments of an athlete, and
// damaged rows that belong to no segment.
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

// maxRedirects bounds a chain of merges; a longer chain must be a cycle.
const maxRedirects = 100

// Resolve finds the activity that an id identifies. The id may be the activity's own, that
// of an activity merged into it, source:external of the activity or of one of its
// recordings, or file:hash.
func (db *DB) Resolve(ctx context.Context, s training.Scope, id string) (training.ActivityID, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return "", err
	}
	for _, find := range []func(context.Context, view, string) (training.ActivityID, bool, error){db.byExternalID, db.byRecording} {
		if !strings.Contains(id, ":") {
			break
		}
		act, ok, err := find(ctx, v, id)
		if err != nil {
			return "", err
		}
		if ok {
			id = string(act)
			break
		}
	}
	act, err := db.follow(ctx, s.Athlete, training.ActivityID(id))
	if err != nil {
		return "", err
	}
	if err := db.shows(ctx, v, act, id); err != nil {
		return "", err
	}
	return act, nil
}

// shows returns an error about the requested id if the view may not see act.
func (db *DB) shows(ctx context.Context, v view, act training.ActivityID, id string) error {
	_, ok, err := sqlitedb.One(ctx, db.sql, "SELECT 1 FROM activities WHERE athlete=? AND id=? AND seen&?<>0",
		[]any{v.athlete, act, v.bit}, sqlitedb.Scalar[int])
	if err == nil && !ok {
		err = noActivity(training.ActivityID(id))
	}
	return err
}

func (db *DB) byExternalID(ctx context.Context, v view, ref string) (training.ActivityID, bool, error) {
	return sqlitedb.One(ctx, db.sql, "SELECT activity FROM external_ids WHERE athlete=? AND ref=?",
		[]any{v.athlete, ref}, sqlitedb.Scalar[training.ActivityID])
}

func (db *DB) byRecording(ctx context.Context, v view, ref string) (training.ActivityID, bool, error) {
	source, external, _ := strings.Cut(ref, ":")
	column := "r.source=?3 AND r.external_id=?4 AND r.external_id<>''"
	if source == "file" {
		column = "(r.original=?4 AND r.original<>'' OR " + column + ")"
	}
	return sqlitedb.One(ctx, db.sql, `SELECT l.activity FROM recordings r JOIN links l ON l.athlete=r.athlete AND l.recording=r.id
		WHERE r.athlete=?1 AND r.removed=0 AND r.audience&?2<>0 AND `+column+` ORDER BY r.id LIMIT 1`,
		[]any{v.athlete, v.bit, source, external}, sqlitedb.Scalar[training.ActivityID])
}

func (db *DB) follow(ctx context.Context, a training.AthleteID, id training.ActivityID) (training.ActivityID, error) {
	for range maxRedirects {
		next, ok, err := sqlitedb.One(ctx, db.sql, "SELECT id FROM redirects WHERE athlete=? AND old=?", []any{a, id},
			sqlitedb.Scalar[training.ActivityID])
		if err != nil || !ok {
			return id, err
		}
		id = next
	}
	return "", sqlitedb.Damaged(nil)
}

// Aliases returns all ids that resolve to the same activities as ids.
func (db *DB) Aliases(ctx context.Context, a training.AthleteID, ids []string) (all []string, err error) {
	for _, id := range ids {
		into, err := db.follow(ctx, a, training.ActivityID(id))
		if err != nil {
			return nil, err
		}
		led, err := sqlitedb.All(ctx, db.sql, document.Led("?1", "?2")+" SELECT id FROM led", []any{a, into},
			sqlitedb.Scalar[string])
		if err != nil {
			return nil, err
		}
		all = append(all, led...)
	}
	return all, nil
}

// Redirect makes old an alias of id (after a merge): old is no longer shown,
// and requests for it return id. Redirecting an id to itself removes its
// redirect.
func (tx *Tx) Redirect(a training.AthleteID, old, id training.ActivityID) error {
	if err := tx.mustHave(a, id); err != nil {
		return err
	}
	former := id
	if _, err := tx.sql.One("SELECT id FROM redirects WHERE athlete=? AND old=?", []any{a, old}, &former); err != nil {
		return err
	}
	for _, x := range []training.ActivityID{old, id, former} {
		if ok, err := tx.sql.One("SELECT 1 FROM activity_base WHERE athlete=? AND id=?", []any{a, x}, new(int)); err != nil {
			return err
		} else if ok {
			tx.changedActivity(a, x)
		}
	}
	if old == id {
		_, err := tx.sql.Exec("DELETE FROM redirects WHERE athlete=? AND old=?", a, old)
		return err
	}
	// A request for id must not lead back to old.
	if err := tx.refuseCircle(a, old, id); err != nil {
		return err
	}
	_, err := tx.sql.Exec("INSERT INTO redirects (athlete, old, id) VALUES (?,?,?) ON CONFLICT DO UPDATE SET id=excluded.id", a, old, id)
	return err
}

func (tx *Tx) refuseCircle(a training.AthleteID, old, id training.ActivityID) error {
	at := id
	for range maxRedirects {
		ok, err := tx.sql.One("SELECT id FROM redirects WHERE athlete=? AND old=?", []any{a, at}, &at)
		if err != nil || !ok {
			return err
		}
		if at == old {
			break
		}
	}
	return training.Errorf(training.KindConflict, "%s already redirects to %s.", old, id).
		WithFix("Remove that redirect first.")
}

// PutExternalID makes ref ("strava:123") another name of an activity, taking it
// from any other. The note with that name moves with it.
func (tx *Tx) PutExternalID(a training.AthleteID, id training.ActivityID, ref string) error {
	if !strings.Contains(ref, ":") {
		return training.Errorf(training.KindInvalid, "%q is not an external id.", ref).WithFix("Write it as source:id.")
	}
	var former training.ActivityID
	ok, err := tx.sql.One("SELECT activity FROM external_ids WHERE athlete=? AND ref=?", []any{a, ref}, &former)
	if err != nil || ok && former == id {
		return err
	}
	if ok {
		tx.changedActivity(a, former)
		if _, err := tx.sql.Exec("UPDATE notes SET activity=? WHERE athlete=? AND id=? AND activity=?", id, a, ref, former); err != nil {
			return err
		}
	}
	_, err = tx.sql.Exec("INSERT INTO external_ids (athlete, ref, activity) VALUES (?,?,?) ON CONFLICT DO UPDATE SET "+
		"activity=excluded.activity", a, ref, id)
	tx.changedActivity(a, id)
	return err
}
