package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"math"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// LoadInput is what the load of one activity needs, without any map: the
// series of years is read from these.
type LoadInput struct {
	ID        training.ActivityID
	Sport     training.Sport
	Day       training.Day
	Hour      int // local hour of the start
	TimerS    float64
	MovingS   float64
	ElapsedS  float64
	DistanceM float64
	// NP is 0 where there is none; likewise AvgHR.
	NP         float64
	NPWindows  int
	AvgHR      float64
	HRSeconds  float64
	AvgSpeed   float64 // m/s over timer time, 0 if unknown
	GainM      float64
	WorkJ      float64
	ManualLoad float64
	RPE        float64
}

// LoadInputs lists the activities of some days in order of day.
func (db *DB) LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]LoadInput, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	rows, err := db.sql.Query(ctx,
		"SELECT data FROM load_rows WHERE athlete=? AND day BETWEEN ? AND ? AND seen&?<>0", s.Athlete, days.From, days.To, v.bit)
	if err != nil {
		return nil, sqlitedb.Failed(ctx, err)
	}
	defer rows.Close() //nolint:errcheck // Err tells what went wrong
	all := make([]LoadInput, 0, db.loadRows.Load())
	var data sql.RawBytes
	sports := map[string]training.Sport{}
	for rows.Next() {
		if err := rows.Scan(&data); err != nil {
			return nil, sqlitedb.Failed(ctx, err)
		}
		all = append(all, LoadInput{})
		if err := all[len(all)-1].unpack(data, v.bit, sports); err != nil {
			return nil, err
		}
	}
	db.loadRows.Store(int64(len(all)))
	return all, sqlitedb.Failed(ctx, rows.Err())
}

// showLoad rewrites the packed row of an activity from its shown row.
func (tx *Tx) showLoad(k activityKey, s shown) error {
	var in LoadInput
	var startMS, offsetS int64
	var timer, moving, elapsed, distance, np, hr, speed, gain, work sql.NullFloat64
	_, err := tx.sql.One(`SELECT sport, day, start_ms, offset_s, duration_s, moving_time_s, elapsed_time_s, distance_km,
		normalized_power_w, np_windows, avg_hr_bpm, hr_seconds, avg_speed_kmh, elevation_gain_m, work_kj, manual_load, exertion
		FROM activities WHERE athlete=? AND id=?`, []any{k.athlete, k.id},
		&in.Sport, &in.Day, &startMS, &offsetS, &timer, &moving, &elapsed, &distance,
		&np, &in.NPWindows, &hr, &in.HRSeconds, &speed, &gain, &work, &in.ManualLoad, &in.RPE)
	if err != nil {
		return err
	}
	const hourMS, metresPerKM, joulesPerKJ, kmhPerMS = 3_600_000, 1000, 1000, 3.6
	in.ID = k.id
	in.Hour = int(((startMS+offsetS*1000)/hourMS%24 + 24) % 24)
	in.TimerS, in.MovingS, in.ElapsedS, in.DistanceM = timer.Float64, moving.Float64, elapsed.Float64, distance.Float64*metresPerKM
	in.NP, in.AvgHR, in.GainM, in.WorkJ = np.Float64, hr.Float64, gain.Float64, work.Float64*joulesPerKJ
	in.AvgSpeed = speed.Float64 / kmhPerMS
	if !speed.Valid && in.TimerS > 0 {
		in.AvgSpeed = in.DistanceM / in.TimerS
	}
	_, err = tx.sql.Exec(`INSERT INTO load_rows VALUES (?,?,?,?,?)
		ON CONFLICT DO UPDATE SET seen=excluded.seen, data=excluded.data`, k.athlete, in.Day, k.id, s.seen, in.pack(s.whole))
	return err
}

// numbers are in the order in which they are packed: what the athlete said,
// then what comes from recordings.
func (in *LoadInput) numbers() [12]*float64 {
	return [...]*float64{
		&in.ManualLoad, &in.RPE,
		&in.TimerS, &in.MovingS, &in.ElapsedS, &in.DistanceM, &in.NP, &in.AvgHR, &in.HRSeconds, &in.AvgSpeed, &in.GainM, &in.WorkJ,
	}
}

// said is how many of the numbers are the athlete's own words.
const said = 2

// pack is: audiences that may see what is derived, hour, day, windows, id,
// sport, then the numbers.
func (in *LoadInput) pack(whole int64) []byte {
	b := []byte{byte(whole), byte(in.Hour)} //nolint:gosec // small by construction
	b = binary.AppendVarint(b, int64(in.Day))
	b = binary.AppendVarint(b, int64(in.NPWindows))
	b = append(binary.AppendUvarint(b, uint64(len(in.ID))), in.ID...)
	b = append(binary.AppendUvarint(b, uint64(len(in.Sport))), in.Sport...)
	for _, x := range in.numbers() {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(*x))
	}
	return b
}

var errLoadRow = errors.New("a packed load row is too short")

// unpack reads a packed row for the audience of bit, which gets no derived
// numbers of an activity that it may only see a part of.
func (in *LoadInput) unpack(b []byte, bit int64, sports map[string]training.Sport) error {
	if len(b) < 2 {
		return corruptRow(errLoadRow)
	}
	whole := int64(b[0])
	in.Hour = int(b[1])
	day, k := binary.Varint(b[2:])
	b = b[2+max(k, 0):]
	windows, k := binary.Varint(b)
	b = b[max(k, 0):]
	id, b, ok := text(b)
	sport, b, ok2 := text(b)
	if numbers := in.numbers(); ok && ok2 && len(b) == 8*len(numbers) {
		if whole&bit == 0 {
			windows = 0
			b = b[:8*said]
		}
		for i := range len(b) / 8 {
			*numbers[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
		}
		in.ID, in.Day, in.NPWindows = training.ActivityID(id), training.Day(day), int(windows) //nolint:gosec // as packed
		if in.Sport, ok = sports[string(sport)]; !ok {
			in.Sport = training.Sport(sport)
			sports[string(sport)] = in.Sport
		}
		return nil
	}
	return corruptRow(errLoadRow)
}

// text reads a length and as many bytes.
func text(b []byte) (s, rest []byte, ok bool) {
	n, k := binary.Uvarint(b)
	if k <= 0 || n > uint64(len(b)-k) { //nolint:gosec // not negative
		return nil, nil, false
	}
	end := k + int(n) //nolint:gosec // at most len(b)
	return b[k:end], b[end:], true
}

func corruptRow(cause error) error {
	return &training.Error{
		Kind: training.KindCorrupt, What: "A row of the store is damaged.", Fix: "Run lapkeep verify.", Err: cause,
	}
}
