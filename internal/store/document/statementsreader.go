package document

import (
	"context"
	"math"
	"time"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// StatementsReader reads statements; the store embeds it.
type StatementsReader struct {
	db     *sqlitedb.DB
	closed ledger.Closed

	log      ledger.Reader
	weathers *activityindex.Cache[weatherKey, map[training.ActivityID]Weather]
}

// NewStatementsReader reads what a database has. Closed says what an audience may not see.
func NewStatementsReader(db *sqlitedb.DB, closed ledger.Closed) StatementsReader {
	return StatementsReader{db, closed, ledger.NewReader(db), &activityindex.Cache[weatherKey,
		map[training.ActivityID]Weather]{Most: mostWeathers}}
}

// mostWeathers bounds how many answers about some days are kept.
const mostWeathers = 4

const weatherOf = `SELECT s.body, s.run FROM activities a JOIN external_ids e ON e.athlete=a.athlete AND e.activity=a.id
	JOIN said s ON s.n = (SELECT max(n) FROM said WHERE athlete=e.athlete AND ref=e.ref AND removed=0)
	WHERE a.athlete=? AND a.id=? AND a.seen&?<>0 ORDER BY e.ref`

// Weather is the weather of an activity as the first of its references that
// says any has it, and the service whose word it is; nil where none does.
func (r StatementsReader) Weather(ctx context.Context, s training.Scope, id training.ActivityID) (source string,
	v training.Values, err error) {
	if err := ledger.CheckScope(s); err != nil {
		return "", nil, err
	}
	all, err := sqlitedb.All(ctx, r.db, weatherOf, []any{s.Athlete, id, int64(1) << s.Audience},
		func(row sqlitedb.Row) (said training.Statement, err error) {
			var text, run string
			if err := row.Scan(&text, &run); err != nil || r.closed.To(s.Audience, run) {
				return said, err
			}
			return sqlitedb.Parse[training.Statement](text)
		})
	for i := range all {
		if source, v = weatherIn(&all[i]); len(v) > 0 {
			return source, v, err
		}
	}
	return "", nil, err
}

// weatherIn takes the weather out of a statement, with the service that made
// it. Statements also come out of exports, which anyone can have written.
func weatherIn(s *training.Statement) (source string, v training.Values) {
	const most = 1e4
	if source = s.Service(); source == "" {
		return "", nil
	}
	for _, m := range training.WeatherMetrics() {
		if x, ok := s.Weather[m]; ok && math.Abs(x) <= most {
			v = v.Put(m, x)
		}
	}
	return source, v
}

// Standing is something said that counts.
type Standing struct {
	Said training.Statement
	AsOf time.Time // the time that its source is a copy of
	At   time.Time // the activity's start
}

// Said lists the statements on an activity that count, by reference, for an
// export: it holds the athlete's private notes. What the athlete said of
// activities that lead to it follows.
func (r StatementsReader) Said(ctx context.Context, s training.Scope, id training.ActivityID) ([]Standing, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	if s.Audience != training.AudienceExport {
		return nil, training.Errorf(training.KindForbidden, "What services say is read for exports alone.")
	}
	all, err := sqlitedb.All(ctx, r.db, `SELECT s.body, s.as_of_ms, s.at_ms FROM external_ids e JOIN said s ON s.n =
		(SELECT max(n) FROM said WHERE athlete=e.athlete AND ref=e.ref AND removed=0)
		WHERE e.athlete=? AND e.activity=? ORDER BY e.ref`, []any{s.Athlete, id},
		func(row sqlitedb.Row) (st Standing, err error) {
			var text string
			var asOf, at int64
			if err := row.Scan(&text, &asOf, &at); err != nil {
				return st, err
			}
			st.AsOf, st.At = time.UnixMilli(asOf).UTC(), time.UnixMilli(at).UTC()
			st.Said, err = sqlitedb.Parse[training.Statement](text)
			return st, err
		})
	if err != nil {
		return nil, err
	}
	var l led
	_, err = sqlitedb.All(ctx, r.db, ledWords(), []any{s.Athlete, id},
		func(row sqlitedb.Row) (struct{}, error) { return struct{}{}, l.read(row.Scan) })
	return append(all, l.standing()...), err
}
