package store

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// columns has one channel; a negative value is a missing row.
func columns(ch training.Channel, timeS []int32, values ...int32) *training.Columns {
	c := &training.Columns{TimeS: timeS}
	for i, v := range values {
		if v >= 0 {
			c.Put(ch, i, v)
		}
	}
	c.Pad()
	return c
}

// read lists a channel, missing rows as -1.
func read(c *training.Columns, ch training.Channel) []int32 {
	var out []int32
	for i := range c.Len() {
		v, ok := c.At(ch, i)
		if !ok {
			v = -1
		}
		out = append(out, v)
	}
	return out
}

func TestOn(t *testing.T) {
	t.Parallel()
	hr := []training.Channel{training.HeartRate}
	tests := map[string]struct {
		clock []int32
		part  part
		want  []int32
	}{
		"the clock's own": {[]int32{0, 1, 2}, part{
			Start:   noon,
			Columns: columns(training.HeartRate, []int32{0, 1, 2}, 90, -1, 92),
		}, []int32{90, -1, 92}},
		"started later": {
			[]int32{0, 1, 2, 3},
			part{Start: noon.Add(2 * time.Second), Columns: columns(training.HeartRate, []int32{0, 1, 2}, 90, 91, 92)},
			[]int32{-1, -1, 90, 91},
		},
		"started earlier": {[]int32{0, 1}, part{
			Start:   noon.Add(-2 * time.Second),
			Columns: columns(training.HeartRate, []int32{0, 1, 2, 3}, 1, 2, 3, 4),
		}, []int32{3, 4}},
		"rounds to a second": {[]int32{0, 1}, part{
			Start:   noon.Add(600 * time.Millisecond),
			Columns: columns(training.HeartRate, []int32{0}, 90),
		}, []int32{-1, 90}},
		"nothing is held": {[]int32{0, 1, 2, 3}, part{
			Start:   noon,
			Columns: columns(training.HeartRate, []int32{0, 3}, 90, 93),
		}, []int32{90, -1, -1, 93}},
		"two in a second": {[]int32{0, 1}, part{
			Start:   noon,
			Columns: columns(training.HeartRate, []int32{0, 0, 0, 1}, 88, 90, -1, 91),
		}, []int32{90, 91}},
		"clock repeats": {[]int32{0, 1, 1, 2}, part{
			Start:   noon,
			Columns: columns(training.HeartRate, []int32{0, 1, 2}, 90, 91, 92),
		}, []int32{90, 91, 91, 92}},
		"another year": {[]int32{0, 1}, part{
			Start:   noon.AddDate(200, 0, 0),
			Columns: columns(training.HeartRate, []int32{0, 1}, 90, 91),
		}, []int32{-1, -1}},
		"no clock": {nil, part{Start: noon, Columns: columns(training.HeartRate, []int32{0}, 90)}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.part.Take = hr
			got := read(compose(noon, tt.clock, tt.part), training.HeartRate)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestTakesOnlyWhatItIsTold(t *testing.T) {
	t.Parallel()
	both := columns(training.Power, []int32{0, 1}, 200, 210)
	both.Put(training.HeartRate, 0, 120)
	both.Pad()
	strap := columns(training.HeartRate, []int32{0, 1}, 130, 131)
	got := compose(noon, both.TimeS,
		part{Start: noon, Columns: both, Take: []training.Channel{training.Power}},
		part{Start: noon, Columns: strap, Take: []training.Channel{training.HeartRate, training.Cadence}})
	if d := cmp.Diff([]int32{130, 131}, read(got, training.HeartRate)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]int32{200, 210}, read(got, training.Power)); d != "" {
		t.Error(d)
	}
	if got.Data[training.Cadence].Present() {
		t.Error("a channel that nobody has is present")
	}
}

// TestEveryValueHappenedThen checks the law: a composed row holds a value of
// the part from that very second, and is missing only if the part has none.
func TestEveryValueHappenedThen(t *testing.T) {
	t.Parallel()
	rising := func(t *rapid.T, name string) []int32 {
		steps := rapid.SliceOfN(rapid.Int32Range(0, 3), 0, 60).Draw(t, name)
		at := int32(0)
		for i, s := range steps {
			at += s
			steps[i] = at
		}
		return steps
	}
	rapid.Check(t, func(t *rapid.T) {
		clock, times := rising(t, "clock"), rising(t, "part")
		later := rapid.Int32Range(-40, 40).Draw(t, "shift")
		other := &training.Columns{TimeS: times}
		has := map[int32]int32{}
		for i, at := range times {
			if rapid.Bool().Draw(t, "valid") {
				other.Put(training.Power, i, int32(i))
				has[at+later] = int32(i)
			}
		}
		other.Pad()
		got := compose(noon, clock, part{
			Start: noon.Add(time.Duration(later) * time.Second), Columns: other, Take: []training.Channel{training.Power},
		})
		for i, at := range clock {
			v, ok := got.At(training.Power, i)
			want, wanted := has[at]
			if ok != wanted || ok && v != want {
				t.Fatalf("second %d holds %d (%v), want %d (%v)", at, v, ok, want, wanted)
			}
		}
	})
}

// TestAnAthleteOfBeforeHomesByKindOpens: the one home that was stored is that
// of everything.
func TestAnAthleteOfBeforeHomesByKindOpens(t *testing.T) {
	t.Parallel()
	for home, want := range map[string]string{"intervals": "intervals", training.HomeLocal: "", "": ""} {
		dir := t.TempDir()
		db, err := Open(t.Context(), Options{Home: dir})
		if err != nil {
			t.Fatal(err)
		}
		body := `{"ID":"ada","Name":"Ada","Sex":"female","BirthYear":1985,"TimeZone":"Europe/Berlin","WeekStart":1,"Units":"metric",` +
			`"Language":"","Demo":false,"Sharing":{"Position":false,"Weight":true,"Notes":false},"LoadOrder":"hr,power","HomeSource":"` + home + `"}`
		if home == "" {
			body = `{"ID":"ada","Name":"Ada","Sex":"female","BirthYear":1985,"TimeZone":"Europe/Berlin","WeekStart":1,"LoadOrder":"hr,power"}`
		}
		err = db.Write(t.Context(), func(tx *Tx) error {
			_, err := tx.sql.Exec("INSERT INTO athletes VALUES (?,?)", "ada", body)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if db, err = Open(t.Context(), Options{Home: dir}); err != nil {
			t.Fatal(err)
		}
		scope := training.Scope{Athlete: "ada", Audience: training.AudienceExport}
		a, err := db.Athlete(t.Context(), scope)
		if err != nil || a.Name != "Ada" || a.LoadOrder != "hr,power" || a.HomeSource != home || a.HomesOf != "" {
			t.Errorf("%q: %+v %v", home, a, err)
		}
		for _, k := range training.ThingKinds() {
			if got := a.HomeOf(k); got != want {
				t.Errorf("%q: the home of %s is %q", home, k, got)
			}
		}
		a.SetHome("igpsport", training.ThingWorkouts)
		if err := db.Write(t.Context(), func(tx *Tx) error { return tx.PutAthlete(a) }); err != nil {
			t.Fatal(err)
		}
		if b, err := db.Athlete(t.Context(), scope); err != nil || b != a || b.HomeOf(training.ThingWorkouts) != "igpsport" {
			t.Errorf("%q: %+v %v", home, b, err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

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

// TestAPageOfASportIsNotSorted: the newest of a sport are read from the index of
// starts. By the index of sports all of them would be read and sorted.
func TestAPageOfASportIsNotSorted(t *testing.T) {
	t.Parallel()
	db, err := Open(context.Background(), Options{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // the test is over
	for _, d := range []training.Discipline{training.Cycling.Plain(), training.DisciplineOf(training.Cycling, training.SubGravel)} {
		var w activityindex.Where
		w.Add("a.athlete=?", "me")
		w.Sports([]training.Discipline{d})
		o := activityindex.ByStart(false)
		q := "EXPLAIN QUERY PLAN SELECT a.name FROM activities a WHERE " + w.SQL() + " ORDER BY " + o.Key + o.Direction() +
			", a.id" + o.Direction() + " LIMIT 21"
		plan, err := sqlitedb.All(context.Background(), db.sql, q, w.Args, func(r sqlitedb.Row) (step string, err error) {
			var id, parent, cost int
			err = r.Scan(&id, &parent, &cost, &step)
			return step, err
		})
		if said := strings.Join(plan, "; "); err != nil || !strings.Contains(said, "activities_start") || strings.Contains(said, "TEMP") {
			t.Errorf("%v: %s, %v", d, said, err)
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
