package diary

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"os"
	"path"
	"strings"
	"time"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// HealthConnectForm recognises and reads the database that Android's Health Connect exports.
type HealthConnectForm struct{}

// IsSingle reports that a database is a whole export by itself.
func (HealthConnectForm) IsSingle() {}

// Top returns the folder of a database.
func (f HealthConnectForm) Top(e *listing.Entry) (string, bool) { return folderOf(e), f.is(e) }

func (HealthConnectForm) is(e *listing.Entry) bool {
	base := strings.ToLower(path.Base(e.Rel))
	if e.Sift != nil || path.Ext(base) != ".db" || !strings.Contains(base, "health_connect") && !strings.Contains(base, "health connect") {
		return false
	}
	head, err := e.File.Head(listing.HeadBytes)
	return err == nil && strings.HasPrefix(string(head), "SQLite format 3\x00")
}

// Emit yields the days of each database.
func (f HealthConnectForm) Emit(x *listing.Export) {
	x.Return()
	for name, e := range x.Files(false, f.is) {
		x.Use(name)
		g := newGroup(x, "Health Connect")
		if !g.file(&e, func() error { return g.healthConnect(&e) }) || !g.yield() {
			return
		}
	}
}

// healthConnect reads a copy of a database.
func (g *group) healthConnect(e *listing.Entry) (err error) {
	r, err := g.x.Stream(e)
	if err != nil {
		return err
	}
	defer r.Close()
	f, err := os.CreateTemp("", "lapkeep-health-*.db") // which only its owner can read
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(f.Name())) }()
	if _, err := io.Copy(f, r); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	db, err := sqlitedb.Foreign(f.Name())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return readHealthConnect(g.x.Context(), db, g.part("health_connect", ""))
}

// connectValue is a table of measurements.
type connectValue struct {
	table, column string // column may be the beginning of a name
	field         training.WellnessField
	scale         float64
	rule          rule
}

// connectValues lists the tables that are read. Weights are in g, and energy is in cal.
var connectValues = []connectValue{
	{"steps_record_table", "count", stepsF, 1, sum},
	{"active_calories_burned_record_table", "energy", training.WellnessActiveKcal, 1e-3, sum},
	{"total_calories_burned_record_table", "energy", training.WellnessTotalKcal, 1e-3, sum},
	{"resting_heart_rate_record_table", "beats_per_minute", restingF, 1, mean},
	{"heart_rate_variability_rmssd_record_table", "heart_rate_variability_millis", rmssdF, 1, mean},
	{"weight_record_table", "weight", weightF, 1e-3, latest},
	{"body_fat_record_table", "percentage", training.WellnessBodyFatPct, 1, latest},
	{"oxygen_saturation_record_table", "percentage", training.WellnessSpO2Pct, 1, mean},
	{"respiratory_rate_record_table", "rate", breathF, 1, mean},
	{"vo2_max_record_table", "vo2", training.WellnessVO2Max, 1, latest},
	{"nutrition_record_table", "energy", training.WellnessEatenKcal, 1e-3, sum},
	{"nutrition_record_table", "protein", training.WellnessProteinG, 1, sum},
	{"nutrition_record_table", "total_carbohydrate", training.WellnessCarbsG, 1, sum},
	{"nutrition_record_table", "total_fat", training.WellnessFatG, 1, sum},
}

func readHealthConnect(ctx context.Context, db *sql.DB, d *days) error {
	found := false
	for _, v := range connectValues {
		ok, err := v.read(ctx, db, d)
		if err != nil {
			return err
		}
		found = found || ok
	}
	ok, err := connectNights(ctx, db, d)
	if err == nil && !ok && !found {
		err = errNoHeader
	}
	return err
}

// columnLike returns the first column of a table whose name begins with a word, or "".
func columnLike(ctx context.Context, db *sql.DB, table, word string) (name string, err error) {
	err = db.QueryRowContext(ctx, "SELECT name FROM pragma_table_info(?) WHERE substr(name, 1, ?)=? ORDER BY name LIMIT 1",
		table, len(word), word).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return name, err
}

// named is the SQL for the name of the app that wrote a record.
const named = `coalesce((SELECT nullif(app_name, '') FROM application_info_table WHERE row_id=t.app_info_id),
	(SELECT package_name FROM application_info_table WHERE row_id=t.app_info_id), '')`

// read reads a table. It returns false if the database does not have it.
func (v connectValue) read(ctx context.Context, db *sql.DB, d *days) (bool, error) {
	column, err := columnLike(ctx, db, v.table, v.column)
	if err != nil || column == "" {
		return false, err
	}
	at, zone := "time", "zone_offset"
	if start, err := columnLike(ctx, db, v.table, "start_time"); err != nil {
		return false, err
	} else if start != "" {
		at, zone = start, "start_zone_offset"
	}
	rows, err := db.QueryContext(ctx, `SELECT `+at+`, `+zone+`, `+quoted(column)+`, `+named+` FROM `+v.table+` t ORDER BY `+at) //nolint:gosec // names of ours
	if err != nil {
		return false, err
	}
	defer rows.Close()
	for rows.Next() {
		var ms, offset sql.NullInt64
		var value sql.NullFloat64
		var app string
		if err := rows.Scan(&ms, &offset, &value, &app); err != nil {
			return true, err
		}
		t, ok := localMillis(ms, offset)
		if !ok || !value.Valid {
			d.odd++
			continue
		}
		d.put(training.DayOf(t), v.field, textclean.Line(app, textclean.NameRunes), v.rule, value.Float64*v.scale, t)
	}
	return true, rows.Err()
}

func quoted(column string) string { return `"` + strings.ReplaceAll(column, `"`, `""`) + `"` }

// localMillis returns a time in ms with its offset in s.
func localMillis(ms, offset sql.NullInt64) (time.Time, bool) {
	const mostMS, mostS = 1e13, 18 * 3600
	if !ms.Valid || !offset.Valid || ms.Int64 <= 0 || ms.Int64 > mostMS || offset.Int64 < -mostS || offset.Int64 > mostS {
		return time.Time{}, false
	}
	return time.UnixMilli(ms.Int64).In(time.FixedZone("", int(offset.Int64))), true
}

// connectStages maps the numbers of stages: awake, asleep, out of bed, light, deep, REM and awake in bed.
var connectStages = map[int64]training.WellnessField{1: awakeF, 2: asleepF, 3: awakeF, 4: lightF, 5: deepF, 6: remF, 7: awakeF}

// connectNights reads the sessions of sleep with their stages. It returns false if the database has no such table.
func connectNights(ctx context.Context, db *sql.DB, d *days) (bool, error) {
	if name, err := columnLike(ctx, db, "sleep_session_record_table", "end_zone_offset"); err != nil || name == "" {
		return false, err
	}
	rows, err := db.QueryContext(ctx, `SELECT t.row_id, t.start_time, t.start_zone_offset, t.end_time, t.end_zone_offset, `+named+`,
		s.stage_start_time, s.stage_end_time, s.stage_type
		FROM sleep_session_record_table t LEFT JOIN sleep_stages_table s ON s.parent_key=t.row_id ORDER BY t.row_id, s.stage_start_time`)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	var id int64 = -1
	var n *night
	for rows.Next() {
		var of int64
		var start, offset1, end, offset2, from, to, stage sql.NullInt64
		var app string
		if err := rows.Scan(&of, &start, &offset1, &end, &offset2, &app, &from, &to, &stage); err != nil {
			return true, err
		}
		if of != id {
			d.slept(n)
			id, n = of, nil
			t1, ok1 := localMillis(start, offset1)
			t2, ok2 := localMillis(end, offset2)
			if !ok1 || !ok2 {
				d.odd++
				continue
			}
			n = &night{start: t1, end: t2, from: textclean.Line(app, textclean.NameRunes), numbers: map[training.WellnessField]float64{}}
		}
		if f, ok := connectStages[stage.Int64]; ok && n != nil && to.Int64 > from.Int64 {
			n.numbers[f] += float64(to.Int64-from.Int64) / 1000
		}
	}
	d.slept(n)
	return true, rows.Err()
}

// slept adds a night that was put together from stages; it may be nil.
func (d *days) slept(n *night) {
	if n == nil {
		return
	}
	if staged := n.numbers[deepF] + n.numbers[lightF] + n.numbers[remF]; staged > 0 {
		n.numbers[asleepF] += staged
		for _, f := range []training.WellnessField{deepF, lightF, remF, awakeF} {
			n.numbers[f] += 0
		}
	}
	d.sleep(*n)
}
