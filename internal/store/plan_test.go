package store

import (
	"context"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/sqlitedb"
)

// TestPlans asks SQLite how it would run the queries whose time must not grow
// with the store: none may be a walk over all rows of an athlete.
func TestPlans(t *testing.T) {
	t.Parallel()
	db, err := Open(context.Background(), Options{Home: t.TempDir(), Now: func() time.Time { return time.Unix(0, 0) }})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // the test is over
	recordings := "SELECT" + recordingColumns + " AND "
	for _, q := range []string{
		"SELECT" + linkColumns,
		recordings + "l.activity=?4 ORDER BY l.rank, r.id",
		recordings + "r.original=?4 AND r.original<>'' ORDER BY r.id",
		recordings + "r.source=?4 AND r.external_id=?5 AND r.external_id<>'' ORDER BY r.id",
		recordings + "(r.start_ms, r.id) > (?4, ?5) ORDER BY r.start_ms, r.id LIMIT ?6",
		recordings + candidates,
		"SELECT ref FROM external_ids WHERE athlete=? AND activity=? ORDER BY ref",
		"SELECT id FROM recordings WHERE athlete=? AND run=? AND run<>'' AND removed=?",
		"SELECT id FROM notes WHERE athlete=? AND activity=? ORDER BY at_ms, id",
		"SELECT a.name FROM activities a WHERE a.athlete=? AND a.seen&?<>0 AND a.start_ms BETWEEN ? AND ? ORDER BY " +
			"a.start_ms DESC, a.id DESC LIMIT 21",
		"SELECT data FROM load_rows WHERE athlete=? AND day BETWEEN ? AND ? AND seen&?<>0",
		"SELECT data FROM primitives WHERE athlete=? AND kind=? AND day BETWEEN ? AND ? AND seen&?<>0 ORDER BY day, activity",
		"SELECT data FROM primitives WHERE athlete=? AND activity=? AND kind=? AND seen&?<>0",
		"UPDATE primitives SET day=?, sport=?, seen=? WHERE athlete=? AND activity=? AND (day<>? OR sport<>? OR seen<>?)",
		"DELETE FROM primitives WHERE athlete=? AND activity=?",
		"DELETE FROM channel_data WHERE athlete=? AND recording=?",
		"SELECT undone_ms FROM journal WHERE athlete=? AND id=?",
		"SELECT max(seq) FROM changes",
	} {
		args := make([]any, strings.Count(q, "?"))
		for n := range 9 {
			if strings.Contains(q, "?"+string(rune('1'+n))) {
				args = make([]any, n+1)
			}
		}
		plan, err := sqlitedb.All(context.Background(), db.sql, "EXPLAIN QUERY PLAN "+q, args, func(r sqlitedb.Row) (step string, err error) {
			var id, parent, cost int
			err = r.Scan(&id, &parent, &cost, &step)
			return step, err
		})
		if err != nil || len(plan) == 0 {
			t.Fatal(err)
		}
		for _, step := range plan {
			if strings.HasSuffix(step, "(athlete=?)") || strings.HasPrefix(step, "SCAN") {
				t.Errorf("%s\n\tis run by %s", q, step)
			}
		}
	}
}

// TestMetricColumns has a column for each metric that is sorted by.
func TestMetricColumns(t *testing.T) {
	t.Parallel()
	db, err := Open(context.Background(), Options{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // the test is over
	query := "SELECT " + activityColumns(activityindex.MetricColumns()) + " FROM activities a"
	if _, err := sqlitedb.All(context.Background(), db.sql, query, nil, (view{}).reader(activityindex.MetricColumns()).read); err != nil {
		t.Error(err)
	}
}
