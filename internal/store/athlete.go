package store

import (
	"context"
	"slices"

	"lapkeep/internal/store/ledger"
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

// athlete is asked for by every read for a model: it says what is shared.
func (db *DB) athlete(ctx context.Context, id training.AthleteID) (training.Athlete, error) {
	seq, err := db.LastChange(ctx)
	if err != nil {
		return training.Athlete{}, err
	}
	if a, ok := db.athletes.At(seq, id); ok {
		return a, nil
	}
	a, ok, err := sqlitedb.One(ctx, db.sql, "SELECT body FROM athletes WHERE athlete=?", []any{id}, readAthlete)
	if err == nil && !ok {
		err = training.Errorf(training.KindNotFound, "There is no athlete %q.", id).
			WithFix("get_status lists the athletes.")
	}
	if err == nil {
		db.athletes.Keep(seq, id, a)
	}
	return a, err
}

func readAthlete(r sqlitedb.Row) (training.Athlete, error) {
	text, err := sqlitedb.Scalar[string](r)
	if err != nil {
		return training.Athlete{}, err
	}
	return sqlitedb.Parse[training.Athlete](text)
}

// PutAthlete writes the athlete's own row, as somebody said it.
func (tx *Tx) PutAthlete(a training.Athlete) error {
	a.Unsaid = false
	return tx.putAthlete(a)
}

// GuessAthlete writes the row of an athlete of whom nobody has said anything.
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

// history is asked for by nearly every question.
func (db *DB) history(ctx context.Context, a training.AthleteID) (training.History, error) {
	seq, err := db.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	if all, ok := db.histories.At(seq, a); ok {
		return all, nil
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
		db.histories.Keep(seq, a, all)
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
