package store

import (
	"context"

	"lapkeep/internal/store/document"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// StrengthSession is an activity with sets of strength training.
type StrengthSession struct {
	ID   training.ActivityID
	Day  training.Day
	Name string
	// TimerS is 0 if unknown.
	TimerS, PerceivedExertion float64
	Sets                      []training.StrengthSet
}

// StrengthSessions lists the activities with sets, by day. It lists none for an audience
// with which the athlete does not share sets.
func (db *DB) StrengthSessions(ctx context.Context, s training.Scope, days training.DayRange) ([]StrengthSession, error) {
	v, err := db.look(ctx, s)
	if err != nil || !v.sharing.Sets {
		return nil, err
	}
	return sqlitedb.All(ctx, db.sql, `SELECT a.id, a.day, a.name, coalesce(a.duration_s, 0), a.exertion, a.words FROM activities a
		WHERE a.athlete=? AND a.day BETWEEN ? AND ? AND instr(a.words, '"sets":')>0 AND a.seen&?<>0 ORDER BY a.day, a.start_ms, a.id`,
		[]any{v.athlete, days.From, days.To, v.bit}, func(r sqlitedb.Row) (out StrengthSession, err error) {
			var words string
			if err = r.Scan(&out.ID, &out.Day, &out.Name, &out.TimerS, &out.PerceivedExertion, &words); err != nil {
				return out, err
			}
			var a training.Activity
			err = document.PutWords(&a, words)
			out.Sets = a.Sets
			return out, err
		})
}
