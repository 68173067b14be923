package store

import (
	"context"
	"database/sql"
	"slices"
	"sort"
	"sync"
	"time"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// DB and Tx embed the methods of package ledger for the journal, approvals,
// import runs and the change log.
type (
	ledgerReader = ledger.Reader
	ledgerWriter = ledger.Writer
	gearReader   = document.GearReader
	saidReader   = document.StatementsReader
	saidWriter   = document.StatementsWriter
	docReader    = document.Reader
	docWriter    = document.Writer

	// JournalEntry is one completed write with its inverse.
	JournalEntry = ledger.JournalEntry
	// Approval is a request for a person's answer, with the answer if there is one.
	Approval = ledger.Approval
	// ImportRun is one import, which is undone as a whole.
	ImportRun = ledger.ImportRun
	// Change is one row of the change log.
	Change = ledger.Change
	// ChangeKind is the kind of thing that changed.
	ChangeKind = ledger.ChangeKind
)

// The kinds of changes, each with the thing that its ID identifies.
const (
	ChangeRecording = ledger.ChangeRecording // a recording
	ChangeActivity  = ledger.ChangeActivity  // an activity: its links, texts or deletion
	ChangeSettings  = ledger.ChangeSettings  // "athlete", or the key of a dated setting
	ChangeNote      = ledger.ChangeNote      // a note
	ChangeDerived   = ledger.ChangeDerived   // an activity: its summary or primitives
	ChangeAthlete   = ledger.ChangeAthlete   // those settings that are the athlete's own row
	ChangeEfforts   = ledger.ChangeEfforts   // one of the athlete's segments: the efforts on it
)

// DeriveConsumer is the watermark by which [Counts] finds the outdated activities.
const DeriveConsumer = ledger.DeriveConsumer

// Tx is a write transaction; it is durable when [DB.Write] returns nil. It must
// be used by one goroutine only. Later reads see its writes.
type Tx struct {
	ledgerWriter
	saidWriter
	docWriter
	db  *DB
	sql *sqlitedb.Tx
	now time.Time

	changes []Change
	logged  map[changed]bool
	// stale lists the activities whose shown row must be rewritten, in order.
	stale   []activityKey
	isStale map[activityKey]bool
	// summaries holds the arguments of SQL statements that run after the shown rows
	// are written.
	summaries map[activityKey][]any
	derived   map[activityKey][]Primitive // also written after the shown rows
	// unused deletes files that no row names any more. It runs after the transaction.
	unused []func() error
}

type changed struct {
	athlete training.AthleteID
	kind    ChangeKind
	id      string
}

type activityKey struct {
	athlete training.AthleteID
	id      training.ActivityID
}

// Write runs f in one transaction and commits it durably. If f returns an error or
// ctx is cancelled, nothing is written. There is one writer at a time: calling
// Write within f would block forever.
func (db *DB) Write(ctx context.Context, f func(tx *Tx) error) error {
	var unused []func() error
	err := db.sql.Write(ctx, func(t *sqlitedb.Tx) (err error) {
		db.names.Begin()
		defer func() {
			if err != nil {
				db.names.Begin()
			}
		}()
		tx := &Tx{
			ledgerWriter: ledger.NewWriter(t), db: db, sql: t, now: db.now(), logged: map[changed]bool{},
			isStale: map[activityKey]bool{}, summaries: map[activityKey][]any{}, derived: map[activityKey][]Primitive{},
		}
		tx.docWriter = document.NewWriter(t, tx.changed)
		tx.saidWriter = document.NewStatementsWriter(t, document.Hooks{
			Refer: tx.PutExternalID, Activity: tx.changedActivity, Changed: tx.changed, Closed: db.closed,
		})
		if err := f(tx); err != nil {
			return err
		}
		if err := tx.showStale(); err != nil {
			return err
		}
		unused = tx.unused
		return tx.AppendChanges(tx.changes)
	})
	for _, remove := range unused {
		if err == nil {
			err = remove()
		}
	}
	return err
}

// Now returns the time at which the transaction began.
func (tx *Tx) Now() time.Time { return tx.now }

// Outbox returns a writer of the outbox within the transaction.
func (tx *Tx) Outbox() ledger.OutboxWriter { return ledger.NewOutboxWriter(tx.sql) }

// changed records a change, which is logged once per transaction and kind.
func (tx *Tx) changed(a training.AthleteID, kind ChangeKind, id string) {
	c := changed{a, kind, id}
	if !tx.logged[c] {
		tx.logged[c] = true
		tx.changes = append(tx.changes, Change{Athlete: a, Kind: kind, ID: id, At: tx.now})
	}
}

// touch marks an activity whose shown row must be rewritten.
func (tx *Tx) touch(a training.AthleteID, id training.ActivityID) {
	k := activityKey{a, id}
	if !tx.isStale[k] {
		tx.isStale[k] = true
		tx.stale = append(tx.stale, k)
	}
}

// changedActivity marks a change to an activity's fields or links, both for the shown row
// and for the change log.
func (tx *Tx) changedActivity(a training.AthleteID, id training.ActivityID) {
	tx.touch(a, id)
	tx.changed(a, ChangeActivity, string(id))
}

// Withheld decides which fields an audience may not see. Reports of writes leave
// these fields out, as reads do.
type Withheld struct{ sharing training.Sharing }

// Withheld returns the data that the audience of a scope may not see.
func (db *DB) Withheld(ctx context.Context, s training.Scope) (Withheld, error) {
	v, err := db.look(ctx, s)
	return Withheld{v.sharing}, err
}

// Hides reports whether a field of a kind of thing is withheld, whatever its value.
// field is the name of the argument that sets it.
func (w Withheld) Hides(k ChangeKind, field string) bool {
	switch k {
	case ChangeSettings:
		return !w.sharing.Weight && field == string(training.KeyWeight)
	case ChangeActivity:
		return !w.sharing.Notes && field == "description" || !w.sharing.Sets && field == "sets"
	}
	return document.Hides(document.Collection(k), w.sharing, field)
}

// LoadInput holds the values from which the load of one activity is computed.
type LoadInput = activityindex.Input

// LoadInputs lists the activities in the given days, ordered by day. The result may be
// shared with other callers and must not be changed.
func (db *DB) LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]LoadInput, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	rows, err := db.loads.Get(ctx, db, loadViewer{v.athlete, v.bit}, func() (*loadRows, error) { return &loadRows{}, nil })
	if err != nil {
		return nil, err
	}
	return rows.of(days, func(days training.DayRange) ([]LoadInput, error) { return db.readLoad(ctx, v, days) })
}

// loadRows caches the rows of the requested days once more than a few days have been
// requested. This way, a program that answers one question reads only the days that it
// needs, and a server that answers questions about this season caches no more than that.
type loadRows struct {
	mu   sync.Mutex
	read int // days that were read without caching them
	held bool
	days training.DayRange
	rows []LoadInput // of the cached days, in order
}

const (
	// fewLoadDays is the number of days that are read without caching: they take a fraction
	// of the time that twenty years take.
	fewLoadDays = 1500
	// mostAhead limits how many additional days are read before the requested ones.
	mostAhead = 3650
)

func (l *loadRows) of(days training.DayRange, read func(training.DayRange) ([]LoadInput, error)) ([]LoadInput, error) {
	if days.To < days.From {
		return nil, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.held || days.From < l.days.From || days.To > l.days.To {
		if n := days.Days(); n > 0 && n <= fewLoadDays-l.read {
			l.read += n
			return read(days)
		}
		if err := l.widen(days, read); err != nil {
			return nil, err
		}
	}
	from := sort.Search(len(l.rows), func(i int) bool { return l.rows[i].Day >= days.From })
	to := sort.Search(len(l.rows), func(i int) bool { return l.rows[i].Day > days.To })
	return slices.Clip(l.rows[from:max(from, to)]), nil
}

// widen reads the missing rows before and after the cached ones. If it has to go back, it
// also reads about as many additional days, so that questions that go back step by step
// seldom cause a read.
func (l *loadRows) widen(days training.DayRange, read func(training.DayRange) ([]LoadInput, error)) (err error) {
	if !l.held {
		rows, err := read(days)
		if err == nil {
			l.held, l.days, l.rows = true, days, rows
		}
		return err
	}
	var before, after []LoadInput
	wide := training.DayRange{From: l.days.From, To: max(l.days.To, days.To)}
	if days.From < wide.From {
		wide.From = min(days.From, wide.From-training.Day(min(l.days.Days(), mostAhead)))
		if before, err = read(training.DayRange{From: wide.From, To: l.days.From - 1}); err != nil {
			return err
		}
	}
	if wide.To > l.days.To {
		if after, err = read(training.DayRange{From: l.days.To + 1, To: wide.To}); err != nil {
			return err
		}
	}
	l.days, l.rows = wide, slices.Concat(before, l.rows, after)
	return nil
}

// loadViewer identifies a viewer of loads; rows for one viewer are not reused for another.
type loadViewer struct {
	athlete training.AthleteID
	bit     int64 // of the audience
}

// readLoad reads the rows of the given days, in order.
func (db *DB) readLoad(ctx context.Context, v view, days training.DayRange) ([]LoadInput, error) {
	const of = " FROM load_rows WHERE athlete=? AND day BETWEEN ? AND ? AND seen&?<>0"
	args := []any{v.athlete, days.From, days.To, v.bit}
	n, _, err := sqlitedb.One(ctx, db.sql, "SELECT count(*)"+of, args, sqlitedb.Scalar[int])
	if err != nil {
		return nil, err
	}
	rows, err := db.sql.Query(ctx, "SELECT data"+of+" ORDER BY day, activity", args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // Err reports what went wrong
	out := make([]LoadInput, 0, n)
	var data sql.RawBytes
	sports := activityindex.Sports{}
	for rows.Next() {
		if err := rows.Scan(&data); err != nil {
			return nil, sqlitedb.Failed(ctx, err)
		}
		out = append(out, LoadInput{})
		if err := out[len(out)-1].Unpack(data, v.bit, sports); err != nil {
			return nil, err
		}
	}
	return out, sqlitedb.Failed(ctx, rows.Err())
}

// showLoad rewrites the packed load row of an activity from its shown row.
func (tx *Tx) showLoad(k activityKey, s ledger.Shown) error {
	var in LoadInput
	var startMS, offsetS int64
	var timer, moving, elapsed, distance, np, hr, speed, gain, work, kcal, said, ngp sql.NullFloat64
	_, err := tx.sql.One(`SELECT sport, sub_sport, day, start_ms, offset_s, duration_s, moving_time_s, elapsed_time_s, distance_km,
		normalized_power_w, np_windows, avg_hr_bpm, hr_seconds, avg_speed_kmh, elevation_gain_m, work_kj, manual_load, exertion,
		calories_kcal, json_extract(nullif(words, ''), '$.burnt.kcal'), json_extract(nullif(more, ''), '$.ngp_s_per_km')
		FROM activities WHERE athlete=? AND id=?`, []any{k.athlete, k.id},
		&in.Sport, &in.SubSport, &in.Day, &startMS, &offsetS, &timer, &moving, &elapsed, &distance,
		&np, &in.NPWindows, &hr, &in.HRSeconds, &speed, &gain, &work, &in.ManualLoad, &in.RPE, &kcal, &said, &ngp)
	if err != nil {
		return err
	}
	const hourMS, metresPerKM, joulesPerKJ, kmhPerMS = 3_600_000, 1000, 1000, 3.6
	in.ID, in.Indoor = k.id, training.IndoorSub(in.SubSport)
	in.Hour = int(((startMS+offsetS*1000)/hourMS%24 + 24) % 24)
	in.TimerS, in.MovingS, in.ElapsedS, in.DistanceM = timer.Float64, moving.Float64, elapsed.Float64, distance.Float64*metresPerKM
	in.NP, in.AvgHR, in.GainM, in.WorkJ, in.Kcal = np.Float64, hr.Float64, gain.Float64, work.Float64*joulesPerKJ, kcal.Float64
	if !kcal.Valid && said.Float64 > 0 {
		in.Kcal, in.KcalSaid = said.Float64, true
	}
	in.AvgSpeed = speed.Float64 / kmhPerMS
	if !speed.Valid && in.TimerS > 0 {
		in.AvgSpeed = in.DistanceM / in.TimerS
	}
	if ngp.Float64 > 0 {
		in.GradedMPS = metresPerKM / ngp.Float64
	}
	_, err = tx.sql.Exec(`INSERT INTO load_rows VALUES (?,?,?,?,?)
		ON CONFLICT DO UPDATE SET seen=excluded.seen, data=excluded.data`, k.athlete, in.Day, k.id, s.Seen, in.Pack(s.Whole))
	return err
}

// Athletes lists every athlete of the store. It takes no scope, because callers
// choose a scope from its result.
func (db *DB) Athletes(ctx context.Context) ([]training.Athlete, error) {
	return sqlitedb.All(ctx, db.sql, "SELECT body FROM athletes ORDER BY athlete", nil, readAthlete)
}

// Athlete returns the scope's athlete.
func (db *DB) Athlete(ctx context.Context, s training.Scope) (training.Athlete, error) {
	if _, err := db.look(ctx, s); err != nil {
		return training.Athlete{}, err
	}
	return db.athlete(ctx, s.Athlete)
}

// athlete returns an athlete from the cache. Every read for a model calls it to
// find out which data the athlete shares.
func (db *DB) athlete(ctx context.Context, id training.AthleteID) (training.Athlete, error) {
	return db.athletes.Get(ctx, db, id, func() (training.Athlete, error) {
		a, ok, err := sqlitedb.One(ctx, db.sql, "SELECT body FROM athletes WHERE athlete=?", []any{id}, readAthlete)
		if err == nil && !ok {
			err = training.Errorf(training.KindNotFound, "There is no athlete %q.", id).
				WithFix("get_status lists the athletes.")
		}
		return a, err
	})
}

func readAthlete(r sqlitedb.Row) (training.Athlete, error) {
	text, err := sqlitedb.Scalar[string](r)
	if err != nil {
		return training.Athlete{}, err
	}
	return sqlitedb.Parse[training.Athlete](text)
}

// WellnessOrder returns the athlete's order of sources of wellness.
func (tx *Tx) WellnessOrder(a training.AthleteID) (training.WellnessOrder, error) {
	var text string
	if ok, err := tx.sql.One("SELECT body FROM athletes WHERE athlete=?", []any{a}, &text); err != nil || !ok {
		return "", err
	}
	who, err := sqlitedb.Parse[training.Athlete](text)
	return who.WellnessOrder, err
}

// PutAthlete writes the athlete's row, with values that somebody entered.
func (tx *Tx) PutAthlete(a training.Athlete) error {
	a.Unsaid = false
	return tx.putAthlete(a)
}

// GuessAthlete writes the row of an athlete about whom nothing has been entered.
func (tx *Tx) GuessAthlete(a training.Athlete) error {
	a.Unsaid = true
	return tx.putAthlete(a)
}

func (tx *Tx) putAthlete(a training.Athlete) error {
	if err := ledger.CheckAthlete(a.ID); err != nil {
		return err
	}
	text, err := sqlitedb.Body(a)
	if err != nil {
		return err
	}
	_, err = tx.sql.Exec("INSERT INTO athletes VALUES (?,?) ON CONFLICT DO UPDATE SET body=excluded.body", a.ID, text)
	tx.changed(a.ID, ChangeSettings, "athlete")
	return err
}

// History returns the athlete's dated settings by day. Models see weight only
// if the athlete shares it.
func (db *DB) History(ctx context.Context, s training.Scope) (training.History, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	held, err := db.history(ctx, s.Athlete)
	all := slices.Clone(held) // a copy that the caller may change
	if !v.sharing.Weight {
		all = slices.DeleteFunc(all, func(e training.ThresholdEntry) bool { return e.Key == training.KeyWeight })
	}
	return all, err
}

// history returns the athlete's dated settings from the cache. Nearly every
// question needs them.
func (db *DB) history(ctx context.Context, a training.AthleteID) (training.History, error) {
	return db.histories.Get(ctx, db, a, func() (training.History, error) {
		return sqlitedb.All(ctx, db.sql, "SELECT body FROM thresholds WHERE athlete=? ORDER BY from_day, key, sport", []any{a},
			func(r sqlitedb.Row) (e training.ThresholdEntry, err error) {
				text, err := sqlitedb.Scalar[string](r)
				if err != nil {
					return e, err
				}
				return sqlitedb.Parse[training.ThresholdEntry](text)
			})
	})
}

// PutThreshold writes one dated setting. It replaces the setting of the same
// key, sport and day.
func (tx *Tx) PutThreshold(a training.AthleteID, e training.ThresholdEntry) error {
	text, err := sqlitedb.Body(e)
	if err != nil {
		return err
	}
	_, err = tx.sql.Exec("INSERT INTO thresholds VALUES (?,?,?,?,?) ON CONFLICT DO UPDATE SET body=excluded.body",
		a, e.Key, e.Sport.String(), e.From, text)
	tx.changed(a, ChangeSettings, string(e.Key))
	return err
}

// DeleteThreshold removes the setting with e's key, sport and day.
func (tx *Tx) DeleteThreshold(a training.AthleteID, e training.ThresholdEntry) error {
	n, err := tx.sql.Exec("DELETE FROM thresholds WHERE athlete=? AND key=? AND sport=? AND from_day=?", a, e.Key, e.Sport.String(), e.From)
	if err == nil && n == 0 {
		return training.Errorf(training.KindNotFound, "There is no setting %s from %s.", e.Key, e.From).
			WithFix("get_athlete_profile lists the settings.")
	}
	tx.changed(a, ChangeSettings, string(e.Key))
	return err
}
