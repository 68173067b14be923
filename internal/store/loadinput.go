package store

import (
	"context"
	"database/sql"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// LoadInput holds the values from which the load of one activity follows, without any map.
type LoadInput = activityindex.Input

// LoadInputs lists the activities of some days in order of day. What it
// returns may be shared with other callers and must not be changed.
func (db *DB) LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]LoadInput, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	// The number is read before the rows: rows that are newer than it are read again.
	seq, err := db.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	return db.loadMemory.Of(activityindex.Viewer{Athlete: v.athlete, Bit: v.bit}, seq, days, activityindex.LoadRowReader{
		Changed: func(after int64) (bool, error) {
			changed, _, err := sqlitedb.One(ctx, db.sql, "SELECT 1 FROM changes WHERE athlete=? AND seq>? AND kind IN (?,?,?) LIMIT 1",
				[]any{v.athlete, after, ChangeActivity, ChangeDerived, ChangeRecording}, sqlitedb.Scalar[int64])
			return changed == 1, err
		},
		Read: func(days training.DayRange, more int) ([]LoadInput, error) { return db.readLoad(ctx, v, days, more) },
	})
}

// readLoad reads the rows of some days into a slice with room for some more:
// to grow one would leave as much again behind.
func (db *DB) readLoad(ctx context.Context, v view, days training.DayRange, more int) ([]LoadInput, error) {
	const of = " FROM load_rows WHERE athlete=? AND day BETWEEN ? AND ? AND seen&?<>0"
	args := []any{v.athlete, days.From, days.To, v.bit}
	n, _, err := sqlitedb.One(ctx, db.sql, "SELECT count(*)"+of, args, sqlitedb.Scalar[int])
	if err != nil {
		return nil, err
	}
	rows, err := db.sql.Query(ctx, "SELECT data"+of, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // Err tells what went wrong
	out := make([]LoadInput, 0, n+more)
	var data sql.RawBytes
	sports := map[string]training.Sport{}
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

// showLoad rewrites the packed row of an activity from its shown row.
func (tx *Tx) showLoad(k activityKey, s ledger.Shown) error {
	var in LoadInput
	var startMS, offsetS int64
	var subSport string
	var timer, moving, elapsed, distance, np, hr, speed, gain, work, kcal, said, ngp sql.NullFloat64
	_, err := tx.sql.One(`SELECT sport, sub_sport, day, start_ms, offset_s, duration_s, moving_time_s, elapsed_time_s, distance_km,
		normalized_power_w, np_windows, avg_hr_bpm, hr_seconds, avg_speed_kmh, elevation_gain_m, work_kj, manual_load, exertion,
		calories_kcal, json_extract(nullif(words, ''), '$.burnt.kcal'), json_extract(nullif(more, ''), '$.ngp_s_per_km')
		FROM activities WHERE athlete=? AND id=?`, []any{k.athlete, k.id},
		&in.Sport, &subSport, &in.Day, &startMS, &offsetS, &timer, &moving, &elapsed, &distance,
		&np, &in.NPWindows, &hr, &in.HRSeconds, &speed, &gain, &work, &in.ManualLoad, &in.RPE, &kcal, &said, &ngp)
	if err != nil {
		return err
	}
	const hourMS, metresPerKM, joulesPerKJ, kmhPerMS = 3_600_000, 1000, 1000, 3.6
	in.ID, in.Indoor = k.id, training.IndoorSub(subSport)
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
