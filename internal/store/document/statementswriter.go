package document

import (
	"context"
	"math"
	"time"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Hooks are called when a statement changes.
type Hooks struct {
	Refer    func(a training.AthleteID, id training.ActivityID, ref string) error // makes ref one of the activity's names
	Activity func(a training.AthleteID, id training.ActivityID)                   // marks the activity, so that its shown row is rewritten
	Changed  func(a training.AthleteID, kind ledger.ChangeKind, id string)        // logs the change
	// Closed lists the runs whose private notes are left out, because every
	// audience of an activity sees its notes.
	Closed ledger.Closed
}

// StatementsWriter writes statements within a transaction; the store's transaction
// embeds it.
type StatementsWriter struct {
	tx    *sqlitedb.Tx
	hooks Hooks
}

// NewStatementsWriter returns a writer of statements for a transaction.
func NewStatementsWriter(tx *sqlitedb.Tx, h Hooks) StatementsWriter { return StatementsWriter{tx, h} }

// StatementsBy identifies the origin of statements.
type StatementsBy struct {
	RunID string // the import that adds them; undoing it removes them
	// AsOf is the time of the source's state. Statements with a later time are kept.
	AsOf time.Time
	At   time.Time // the activity's start, which dates its note
}

// PutActivityStatement stores a service's statement about an activity, unless
// it is the same as before or older than the stored one; it reports whether
// anything changed. The private note becomes a note on the activity with the
// reference as its id.
func (w StatementsWriter) PutActivityStatement(
	a training.AthleteID, id training.ActivityID, s training.Statement, by StatementsBy) (bool, error,
) {
	if err := w.hooks.Refer(a, id, s.Ref); err != nil {
		return false, err
	}
	if w.hooks.Closed[by.RunID] != 0 {
		s.PrivateNote = ""
	}
	text, err := sqlitedb.Body(s)
	if err != nil {
		return false, err
	}
	former, err := w.standing(a, s.Ref)
	if err != nil || former.text == text || former.asOfMS > sqlitedb.Millis(by.AsOf) {
		return false, err
	}
	_, err = w.tx.Exec("INSERT INTO said (athlete, ref, run, as_of_ms, at_ms, body) VALUES (?,?,?,?,?,?)",
		a, s.Ref, by.RunID, sqlitedb.Millis(by.AsOf), sqlitedb.Millis(by.At), text)
	if err != nil {
		return false, err
	}
	w.hooks.Activity(a, id)
	return true, w.note(a, id, former, statementsStanding{words: s, atMS: sqlitedb.Millis(by.At)})
}

// statementsStanding is the statement that applies to a reference.
type statementsStanding struct {
	text   string // empty if there is none
	words  training.Statement
	asOfMS int64
	atMS   int64
}

func (w StatementsWriter) standing(a training.AthleteID, ref string) (s statementsStanding, err error) {
	ok, err := w.tx.One("SELECT body, as_of_ms, at_ms FROM said WHERE athlete=? AND ref=? AND removed=0 ORDER BY n DESC LIMIT 1",
		[]any{a, ref}, &s.text, &s.asOfMS, &s.atMS)
	if err == nil && ok {
		s.words, err = sqlitedb.Parse[training.Statement](s.text)
	}
	return s, err
}

// note stores the private note among the activity's notes. A note that the athlete
// deleted is stored again only if the service changes it.
func (w StatementsWriter) note(a training.AthleteID, id training.ActivityID, former, now statementsStanding) error {
	ref := now.words.Ref
	if ref == "" {
		ref = former.words.Ref
	}
	text := now.words.PrivateNote
	if text == former.words.PrivateNote {
		return nil
	}
	var err error
	if text == "" {
		_, err = w.tx.Exec("DELETE FROM notes WHERE athlete=? AND id=?", a, ref)
	} else {
		_, err = w.tx.Exec(`INSERT INTO notes (athlete, id, activity, at_ms, target, author, text) VALUES (?,?,?,?,'local','athlete',?)
			ON CONFLICT DO UPDATE SET activity=excluded.activity, at_ms=excluded.at_ms, text=excluded.text`, a, ref, id, now.atMS, text)
	}
	w.hooks.Changed(a, ledger.ChangeNote, ref)
	return err
}

// SetStatementsRemoved removes the statements of an import run, so that earlier
// ones apply again, or restores them.
func (w StatementsWriter) SetStatementsRemoved(a training.AthleteID, runID string, removed bool) error {
	refs, err := w.refs("SELECT DISTINCT ref FROM said WHERE athlete=? AND run=? AND run<>'' AND removed=?", a, runID, !removed)
	if err != nil || len(refs) == 0 {
		return err
	}
	former := make([]statementsStanding, len(refs))
	for i, ref := range refs {
		if former[i], err = w.standing(a, ref); err != nil {
			return err
		}
	}
	if _, err := w.tx.Exec("UPDATE said SET removed=? WHERE athlete=? AND run=? AND run<>''", removed, a, runID); err != nil {
		return err
	}
	for i, ref := range refs {
		now, err := w.standing(a, ref)
		if err != nil {
			return err
		}
		var id training.ActivityID
		ok, err := w.tx.One("SELECT activity FROM external_ids WHERE athlete=? AND ref=?", []any{a, ref}, &id)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		w.hooks.Activity(a, id)
		if err := w.note(a, id, former[i], now); err != nil {
			return err
		}
	}
	return nil
}

func (w StatementsWriter) refs(query string, args ...any) (refs []string, err error) {
	err = w.tx.Each(query, args, func(scan func(...any) error) error {
		var ref string
		defer func() { refs = append(refs, ref) }()
		return scan(&ref)
	})
	return refs, err
}

// StatementsReader reads statements; the store embeds it.
type StatementsReader struct {
	db     *sqlitedb.DB
	closed ledger.Closed

	log      ledger.Reader
	weathers *cache.Cache[weatherKey, map[training.ActivityID]Weather]
}

// NewStatementsReader returns a reader of the statements in a database. closed
// lists the runs that an audience may not see.
func NewStatementsReader(db *sqlitedb.DB, closed ledger.Closed) StatementsReader {
	return StatementsReader{db, closed, ledger.NewReader(db), &cache.Cache[weatherKey,
		map[training.ActivityID]Weather]{Most: mostWeathers, On: ledger.OnActivities(ledger.ChangeNote)}}
}

// mostWeathers bounds the number of cached results of Weathers.
const mostWeathers = 4

const weatherOf = `SELECT s.body, s.run FROM activities a JOIN external_ids e ON e.athlete=a.athlete AND e.activity=a.id
	JOIN said s ON s.n = (SELECT max(n) FROM said WHERE athlete=e.athlete AND ref=e.ref AND removed=0)
	WHERE a.athlete=? AND a.id=? AND a.seen&?<>0 ORDER BY e.ref`

// Weather returns the weather of an activity, from the first of its references that has
// any, and the service from which it comes. The values are nil if there is no weather.
func (r StatementsReader) Weather(ctx context.Context, s training.Scope, id training.ActivityID) (source string,
	v training.Values, err error,
) {
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

// weatherIn returns the weather of a statement, with the service that reported it. Values
// are checked, because statements also come from exports, which anyone may have written.
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

// Standing is a statement that currently applies to an activity.
type Standing struct {
	Said training.Statement
	AsOf time.Time // the time of the source's state
	At   time.Time // the activity's start
}

// ActivityStatements lists the statements that apply to an activity, by reference, followed
// by the athlete's edits to activities that were merged into it. It is for exports, because
// statements contain the athlete's private notes.
func (r StatementsReader) ActivityStatements(ctx context.Context, s training.Scope, id training.ActivityID) ([]Standing, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	if s.Audience != training.AudienceExport {
		return nil, training.Errorf(training.KindForbidden, "Service data is read for exports only.")
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

// Weather holds the weather during an activity.
type Weather struct {
	// Source is the service that reported Values. It is empty if there are none.
	Source string
	Values training.Values
	// DeviceC is the mean temperature that the device measured, nil if there is
	// none. In the sun or near the body, it is above the air temperature.
	DeviceC *float64
}

// weatherKey identifies a cached result, which also depends on the change log.
type weatherKey struct {
	training.Scope

	days training.DayRange
}

// weathersOf joins services' statements about the activities of given days with the
// temperatures that devices measured. It does not read statements without weather.
const weathersOf = `SELECT a.id, CASE WHEN a.whole&?2<>0 THEN a.avg_temp_c END, coalesce(s.body, ''), coalesce(s.run, '')
	FROM activities a LEFT JOIN external_ids e ON e.athlete=a.athlete AND e.activity=a.id
	LEFT JOIN said s ON s.n = (SELECT max(n) FROM said WHERE athlete=e.athlete AND ref=e.ref AND removed=0) AND instr(s.body, '"weather":')>0
	WHERE a.athlete=?1 AND a.seen&?2<>0 AND a.start_ms BETWEEN ?3 AND ?4 AND a.day BETWEEN ?5 AND ?6
	AND (a.avg_temp_c IS NOT NULL OR s.body IS NOT NULL) ORDER BY a.start_ms, a.id, e.ref`

// Weathers returns the weather of those activities in the given days that have any.
// The result may be shared with other callers and must not be changed.
func (r StatementsReader) Weathers(ctx context.Context, s training.Scope, days training.DayRange) (map[training.ActivityID]Weather, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	return r.weathers.Get(ctx, r.log, weatherKey{s, days}, func() (map[training.ActivityID]Weather, error) {
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

// words holds an activity's shown fields that have no column of their own. Queries
// for gear search it for MoreGear.
type words struct {
	Feel    int                `json:"feel,omitempty"`
	CarbsG  float64            `json:"carbs_g,omitempty"`
	FluidML float64            `json:"fluid_ml,omitempty"`
	Ignored []training.Ignored `json:"ignored,omitempty"`
	Burnt   training.Burnt     `json:"burnt,omitzero"`
	// The index activities_more_gear contains the rows with this key.
	MoreGear []string          `json:"more_gear,omitempty"`
	Marked   []training.Marked `json:"intervals,omitempty"`
	// The index activities_sets contains the rows with this key.
	Sets []training.StrengthSet `json:"sets,omitempty"`
}

// Words returns the activity's fields without columns of their own as JSON, or
// "" if none is set.
func Words(a *training.Activity) (string, error) {
	if a.Feel == 0 && a.CarbsG == 0 && a.FluidML == 0 && len(a.Ignored) == 0 && a.Burnt.Kcal == 0 && len(a.MoreGear) == 0 &&
		len(a.Marked) == 0 && len(a.Sets) == 0 {
		return "", nil
	}
	return sqlitedb.Body(words{a.Feel, a.CarbsG, a.FluidML, a.Ignored, a.Burnt, a.MoreGear, a.Marked, a.Sets})
}

// PutWords copies the fields from the JSON of a row into an activity.
func PutWords(a *training.Activity, text string) error {
	w, err := sqlitedb.Parse[words](text)
	a.Feel, a.CarbsG, a.FluidML, a.Ignored, a.Burnt = w.Feel, w.CarbsG, w.FluidML, w.Ignored, w.Burnt
	a.MoreGear, a.Marked, a.Sets = w.MoreGear, w.Marked, w.Sets
	return err
}
