package store

import (
	"context"
	"slices"
	"sync"

	"lapkeep/internal/store/layer"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Athletes lists every athlete of the store. It takes no scope: it is what a
// scope is chosen from.
func (db *DB) Athletes(ctx context.Context) ([]training.Athlete, error) {
	return sqlitedb.All(ctx, db.sql, "SELECT body FROM athletes ORDER BY athlete", nil, readAthlete)
}

// Athlete is the scope's athlete.
func (db *DB) Athlete(ctx context.Context, s training.Scope) (training.Athlete, error) {
	if _, err := db.look(ctx, s); err != nil {
		return training.Athlete{}, err
	}
	return db.athlete(ctx, s.Athlete)
}

// athleteMemory holds athletes' own rows, until anything changes: every read
// for a model asks what the athlete shares.
type athleteMemory struct {
	sync.Mutex
	seq int64 // of the change log when they were read
	of  map[training.AthleteID]training.Athlete
}

func (db *DB) athlete(ctx context.Context, id training.AthleteID) (training.Athlete, error) {
	// The number is read before the row: a row that is newer is read again.
	seq, err := db.LastChange(ctx)
	if err != nil {
		return training.Athlete{}, err
	}
	m := &db.athleteMemory
	m.Lock()
	a, ok := m.of[id]
	ok = ok && m.seq == seq
	m.Unlock()
	if ok {
		return a, nil
	}
	a, ok, err = sqlitedb.One(ctx, db.sql, "SELECT body FROM athletes WHERE athlete=?", []any{id}, readAthlete)
	if err == nil && !ok {
		err = training.Errorf(training.KindNotFound, "There is no athlete %q.", id).
			WithFix("get_status lists the athletes.")
	}
	if err != nil {
		return a, err
	}
	m.Lock()
	defer m.Unlock()
	if m.of == nil || m.seq != seq {
		m.seq, m.of = seq, map[training.AthleteID]training.Athlete{}
	}
	m.of[id] = a
	return a, nil
}

func readAthlete(r sqlitedb.Row) (training.Athlete, error) {
	text, err := sqlitedb.Scalar[string](r)
	if err != nil {
		return training.Athlete{}, err
	}
	return sqlitedb.Parse[training.Athlete](text)
}

// PutAthlete writes the athlete's own row.
func (tx *Tx) PutAthlete(a training.Athlete) error {
	if err := layer.CheckAthlete(a.ID); err != nil {
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

// History is the athlete's dated settings in order of day. Models see weight
// only if the athlete shares it.
func (db *DB) History(ctx context.Context, s training.Scope) (training.History, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	held, err := db.history(ctx, s.Athlete)
	all := slices.Clone(held) // the caller's own
	if !v.sharing.Weight {
		all = slices.DeleteFunc(all, func(e training.ThresholdEntry) bool { return e.Key == training.KeyWeight })
	}
	return all, err
}

// historyMemory holds the dated settings of one athlete, until anything
// changes: nearly every question asks for them.
type historyMemory struct {
	sync.Mutex
	athlete training.AthleteID
	seq     int64 // of the change log when they were read
	all     training.History
}

func (db *DB) history(ctx context.Context, a training.AthleteID) (training.History, error) {
	// The number is read before the rows: rows that are newer are read again.
	seq, err := db.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	m := &db.historyMemory
	m.Lock()
	defer m.Unlock()
	if m.athlete == a && m.seq == seq && m.all != nil {
		return m.all, nil
	}
	all, err := sqlitedb.All(ctx, db.sql, "SELECT body FROM thresholds WHERE athlete=? ORDER BY from_day, key, sport", []any{a},
		func(r sqlitedb.Row) (e training.ThresholdEntry, err error) {
			text, err := sqlitedb.Scalar[string](r)
			if err != nil {
				return e, err
			}
			return sqlitedb.Parse[training.ThresholdEntry](text)
		})
	if err == nil {
		m.athlete, m.seq, m.all = a, seq, all
	}
	return all, err
}

// PutThreshold writes one dated setting; one of the same key, sport and day
// is replaced.
func (tx *Tx) PutThreshold(a training.AthleteID, e training.ThresholdEntry) error {
	text, err := sqlitedb.Body(e)
	if err != nil {
		return err
	}
	_, err = tx.sql.Exec("INSERT INTO thresholds VALUES (?,?,?,?,?) ON CONFLICT DO UPDATE SET body=excluded.body",
		a, e.Key, e.Sport, e.From, text)
	tx.changed(a, ChangeSettings, string(e.Key))
	return err
}

// DeleteThreshold removes the setting with e's key, sport and day.
func (tx *Tx) DeleteThreshold(a training.AthleteID, e training.ThresholdEntry) error {
	n, err := tx.sql.Exec("DELETE FROM thresholds WHERE athlete=? AND key=? AND sport=? AND from_day=?", a, e.Key, e.Sport, e.From)
	if err == nil && n == 0 {
		return training.Errorf(training.KindNotFound, "There is no setting %s from %s.", e.Key, e.From).
			WithFix("get_athlete_profile lists the settings.")
	}
	tx.changed(a, ChangeSettings, string(e.Key))
	return err
}
