package store

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// EffortFilter selects efforts on own segments; its zero value selects all.
type EffortFilter struct {
	Segment  string
	Activity training.ActivityID
	Sport    training.Sport
	Days     *training.DayRange
}

// effortBody is what is kept of an effort beside its key.
type effortBody struct {
	TimerS float64                `json:"timer_s"`
	Values training.Values        `json:"values,omitempty"`
	Doubts []training.EffortDoubt `json:"doubts,omitempty"`
}

// SegmentEfforts reads efforts on own segments in order of time. Those of
// activities that the audience may not see, and those between gates that it
// may not see, are left out: when somebody was where says where that is.
func (db *DB) SegmentEfforts(ctx context.Context, s training.Scope, f EffortFilter) ([]training.SegmentEffort, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	hidden, err := db.hiddenGates(ctx, s)
	if err != nil {
		return nil, err
	}
	query, args := f.query(v)
	all, err := sqlitedb.All(ctx, db.sql, query, args, readEffort)
	if len(hidden) > 0 {
		all = slices.DeleteFunc(all, func(e training.SegmentEffort) bool { return hidden[e.Segment] })
	}
	return all, err
}

func (f EffortFilter) query(v view) (string, []any) {
	query := `SELECT e.segment, e.activity, e.from_ms, e.to_ms, e.body, a.day, a.sport, a.sub_sport FROM segment_efforts e
		JOIN activities a ON a.athlete=e.athlete AND a.id=e.activity
		JOIN documents d ON d.athlete=e.athlete AND d.collection='segment' AND d.id=e.segment AND d.deleted=0
		WHERE e.athlete=? AND a.seen&a.whole&?<>0`
	args := []any{v.athlete, v.bit}
	add := func(cond string, arg ...any) { query, args = query+" AND "+cond, append(args, arg...) }
	if f.Segment != "" {
		add("e.segment=?", f.Segment)
	}
	if f.Activity != "" {
		add("e.activity=?", f.Activity)
	}
	if f.Sport != "" {
		add("a.sport=?", f.Sport)
	}
	if f.Days != nil {
		add("a.day BETWEEN ? AND ?", f.Days.From, f.Days.To)
	}
	return query + " ORDER BY a.start_ms, e.activity, e.from_ms, e.to_ms, e.segment", args
}

func readEffort(r sqlitedb.Row) (e training.SegmentEffort, err error) {
	var from, to int64
	var body, sub string
	if err := r.Scan(&e.Segment, &e.Activity, &from, &to, &body, &e.Day, &e.Sport, &sub); err != nil {
		return e, err
	}
	of := training.Activity{SubSport: sub}
	e.Indoor, e.FromS, e.ToS = of.Indoor(), float64(from)/msPerS, float64(to)/msPerS
	b, err := sqlitedb.Parse[effortBody](body)
	e.TimerS, e.Values, e.Doubts = b.TimerS, b.Values, b.Doubts
	return e, err
}

const msPerS = 1000

// hiddenGates are the segments of which the audience may not see a gate.
func (db *DB) hiddenGates(ctx context.Context, s training.Scope) (map[string]bool, error) {
	zones, err := db.HiddenPlaces(ctx, s)
	if err != nil || len(zones) == 0 {
		return nil, err
	}
	ways, err := db.SegmentWays(ctx, training.Scope{Athlete: s.Athlete, Audience: training.AudienceExport})
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

// PutSegmentEfforts replaces the efforts of an activity on some segments, with
// none named on all. The efforts are of that activity and those segments;
// their day, sport and place follow the activity.
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
		err = tx.noteEfforts(a, e.Segment, "INSERT INTO segment_efforts (athlete, segment, activity, from_ms, to_ms, body) VALUES (?,?,?,?,?,?)",
			a, e.Segment, id, int64(math.Round(e.FromS*msPerS)), int64(math.Round(e.ToS*msPerS)), body)
		if err != nil {
			return err
		}
	}
	return nil
}
