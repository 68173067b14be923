package document

import (
	"context"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Weather is what is known of the air in which an activity was done.
type Weather struct {
	// Source is the service whose word Values are, empty for none.
	Source string
	Values training.Values
	// DeviceC is the mean temperature that the device measured, nil for none:
	// in the sun, and near a warm body, it is more than that of the air.
	DeviceC *float64
}

// weatherKey names an answer, which depends on the change log besides.
type weatherKey struct {
	training.Scope

	days training.DayRange
}

// weathersOf joins what services say of the activities of some days with what
// their devices measured. Of a statement that tells of no weather nothing is read.
const weathersOf = `SELECT a.id, CASE WHEN a.whole&?2<>0 THEN a.avg_temp_c END, coalesce(s.body, ''), coalesce(s.run, '')
	FROM activities a LEFT JOIN external_ids e ON e.athlete=a.athlete AND e.activity=a.id
	LEFT JOIN said s ON s.n = (SELECT max(n) FROM said WHERE athlete=e.athlete AND ref=e.ref AND removed=0) AND instr(s.body, '"weather":')>0
	WHERE a.athlete=?1 AND a.seen&?2<>0 AND a.start_ms BETWEEN ?3 AND ?4 AND a.day BETWEEN ?5 AND ?6
	AND (a.avg_temp_c IS NOT NULL OR s.body IS NOT NULL) ORDER BY a.start_ms, a.id, e.ref`

// Weathers is the weather of the activities of some days, of those that have
// any. What it returns may be shared with other callers and must not be changed.
func (r StatementsReader) Weathers(ctx context.Context, s training.Scope, days training.DayRange) (map[training.ActivityID]Weather, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	seq, err := r.log.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	return r.weathers.Get(ctx, seq, weatherKey{s, days}, func() (map[training.ActivityID]Weather, error) {
		first, last := activityindex.Starts(days)
		out := map[training.ActivityID]Weather{}
		_, err := sqlitedb.All(ctx, r.db, weathersOf, []any{s.Athlete, int64(1) << s.Audience, first, last, days.From, days.To},
			func(row sqlitedb.Row) (_ struct{}, err error) {
				var id training.ActivityID
				var body, run string
				var device *float64
				if err := row.Scan(&id, &device, &body, &run); err != nil {
					return struct{}{}, err
				}
				w := out[id]
				w.DeviceC = device
				if len(w.Values) == 0 && body != "" && !r.closed.To(s.Audience, run) {
					said, err := sqlitedb.Parse[training.Statement](body)
					if err != nil {
						return struct{}{}, err
					}
					w.Source, w.Values = weatherIn(&said)
				}
				if w.DeviceC != nil || len(w.Values) > 0 {
					out[id] = w
				}
				return struct{}{}, nil
			})
		return out, err
	})
}
