package storetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// noon is the default start of sample activities.
var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// Noon returns the start of the first sample activity, on a Friday.
func Noon() time.Time { return noon }

// Clock returns noon.
func Clock() time.Time { return noon }

// Open opens a new store in a temporary folder.
func Open(t testing.TB) *store.DB {
	t.Helper()
	return OpenHome(t, t.TempDir())
}

// OpenHome opens the store in a home and closes it when the test ends.
func OpenHome(t testing.TB, home string) *store.DB {
	t.Helper()
	return open(t, store.Options{Home: home, Now: Clock})
}

// OpenClosed opens a new store in which some runs are closed to some audiences.
func OpenClosed(t testing.TB, closed ledger.Closed) *store.DB {
	t.Helper()
	return open(t, store.Options{Home: t.TempDir(), Now: Clock, Closed: closed})
}

// Texts returns all strings in the tables of a home.
func Texts(t testing.TB, home string) (all []string) {
	t.Helper()
	return allOf(t, home, `SELECT 'SELECT "'||c.name||'" FROM "'||t.name||'" WHERE typeof("'||c.name||'")=''text''' `+ofColumns)
}

// Rows returns each row of a home's tables as a string.
func Rows(t testing.TB, home string) (all []string) {
	t.Helper()
	return allOf(t, home, `SELECT 'SELECT '''||t.name||''''||group_concat('||''|''||quote("'||c.name||'")', '')||' FROM "'||t.name||'"' `+
		ofColumns+" GROUP BY t.name")
}

const ofColumns = `FROM pragma_table_list t, pragma_table_info(t.name) c
	WHERE t.schema='main' AND t.type='table' AND t.name NOT LIKE 'sqlite%'`

// allOf runs each query that queries returns, and returns their results.
func allOf(t testing.TB, home, queries string) (all []string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(home, "lapkeep.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	read := func(query string) (out []string) {
		rows, err := db.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var text string
			if err := rows.Scan(&text); err != nil {
				t.Fatal(err)
			}
			out = append(out, text)
		}
		if rows.Err() != nil {
			t.Fatal(rows.Err())
		}
		return out
	}
	for _, query := range read(queries) {
		all = append(all, read(query)...)
	}
	return all
}

// newHome returns the files of a new store. They are created only once, because
// many tests need a new store and each step of the schema takes time.
var newHome = sync.OnceValues(func() (files map[string][]byte, err error) {
	dir, err := os.MkdirTemp("", "lapkeep-store-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	db, err := store.Open(context.Background(), store.Options{Home: dir, Now: Clock})
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	files = map[string][]byte{}
	for _, e := range entries {
		data, rerr := os.ReadFile(filepath.Join(dir, e.Name()))
		err = errors.Join(err, rerr)
		files[e.Name()] = data
	}
	return files, err
})

func open(t testing.TB, o store.Options) *store.DB {
	t.Helper()
	if entries, err := os.ReadDir(o.Home); err == nil && len(entries) == 0 {
		files, err := newHome()
		if err != nil {
			t.Fatal(err)
		}
		for name, data := range files {
			if err := os.WriteFile(filepath.Join(o.Home, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	db, err := store.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Refuse makes all later statements of one kind on a table of a home fail. what gives both,
// as in "UPDATE ON outbox".
func Refuse(t testing.TB, home, what string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(home, "lapkeep.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE TRIGGER refuse BEFORE "+what+" BEGIN SELECT RAISE(ABORT, 'refused'); END"); err != nil {
		t.Fatal(err)
	}
}

// Write runs f in a transaction that must succeed.
func Write(t testing.TB, db *store.DB, f func(tx *store.Tx) error) {
	t.Helper()
	if err := db.Write(context.Background(), f); err != nil {
		t.Fatal(err)
	}
}

// Athlete stores an athlete who shares nothing.
func Athlete(t testing.TB, db *store.DB, id training.AthleteID) {
	t.Helper()
	Write(t, db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: id, Name: "Sam", TimeZone: "Europe/Berlin"})
	})
}

// Recording returns a ride with power, heart rate and position every second.
func Recording(start time.Time, seconds int) *training.Recording {
	r := &training.Recording{
		Format: training.FormatFIT, Sport: training.Cycling, Start: start,
		ElapsedS: float64(seconds), TimerS: float64(seconds), Sessions: 1,
		Description: "from the device",
		Device:      training.Device{Manufacturer: "acme", Product: "one", Serial: "7"},
		Laps: []training.Lap{{
			EndS: float64(seconds), ElapsedS: float64(seconds), TimerS: float64(seconds),
			Device: training.Values{training.MetricAvgPowerW: 200},
		}},
		DeviceValues: training.Values{training.MetricAvgPowerW: 200},
		RR:           []uint16{800, 810, 65535},
	}
	c := &r.Columns
	for i := range seconds {
		c.TimeS = append(c.TimeS, int32(i))
		c.Put(training.Power, i, int32(180+(i*7919)%53))
		if i%97 != 5 {
			c.Put(training.HeartRate, i, int32(120+(i/60)%40))
		}
		c.Put(training.Latitude, i, int32(560_000_000+i*31))
		c.Put(training.Longitude, i, int32(-130_000_000-i*17))
	}
	c.Pad()
	c.Developer = []training.DeveloperColumn{{Name: "sweat", Units: "l/h", Values: make([]float32, seconds)}}
	return r
}

// Activity returns a ride in Berlin.
func Activity(id training.ActivityID, start time.Time) training.Activity {
	return training.Activity{
		ID: id, Sport: training.Cycling, Start: start, OffsetS: 7200, Zone: "Europe/Berlin", ZoneSource: training.ZoneFromGPS,
		LocalDay: training.DayOf(start.Add(2 * time.Hour)), Name: fmt.Sprintf("Ride %s", id), Description: "a secret",
	}
}

// AddRide stores an activity with one recording of ten minutes, its summary
// and a primitive.
func AddRide(tx *store.Tx, a training.AthleteID, id training.ActivityID, start time.Time, audience store.Audiences) error {
	rec := Recording(start, 600)
	recID := training.RecordingID("r-" + id)
	act := Activity(id, start)
	for _, err := range []error{
		tx.PutRecording(a, store.NewRecording{
			ID: recID, Audience: audience, RunID: "run-1",
			Origin: store.Origin{Source: "file", ExternalID: "x-" + string(id), FileName: string(id) + ".fit"}, Recording: rec,
		}),
		tx.PutActivity(a, act),
		tx.LinkRecording(a, id, recID, 0, store.AllChannels),
		tx.PutSummary(a, id, Summary()),
		tx.PutPrimitive(a, store.Primitive{
			Activity: id, Day: act.LocalDay, Sport: act.Sport, Kind: "curve", Version: 1,
			InputHash: "h", Data: []byte(id),
		}),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// Summary returns the summary of an hour at 200 W.
func Summary() store.Summary {
	return store.Summary{
		Channels:  store.Channels(training.Power, training.HeartRate, training.Latitude, training.Longitude),
		NPWindows: 3571, HRSeconds: 3500, Version: 1,
		Values: training.Values{
			training.MetricDurationS: 3600, training.MetricMovingTimeS: 3590, training.MetricElapsedTimeS: 3700,
			training.MetricDistanceKM: 30, training.MetricNormalizedPowerW: 210.5, training.MetricAvgPowerW: 200,
			training.MetricAvgHRBpm: 140, training.MetricWorkKJ: 720, training.MetricElevationGainM: 300,
		},
	}
}

// Export returns a scope that sees all data of an athlete.
func Export(a training.AthleteID) training.Scope {
	return training.Everything(a)
}

// Model returns the scope of an assistant.
func Model(a training.AthleteID) training.Scope {
	return training.Scope{Athlete: a, Audience: training.AudienceModel}
}

// LastSeq returns the newest sequence number of the change log.
func LastSeq(t testing.TB, db *store.DB) int64 {
	t.Helper()
	seq, err := db.LastChange(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return seq
}
