package activities_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/activities"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// workout is a ride of n times so many seconds, day days after the first.
func workout(day, n, workS, restS int, watts int32) *training.Recording {
	seconds := 900 + n*(workS+restS) + 600
	r := answerstest.Session(training.Cycling, answerstest.FirstStart.AddDate(0, 0, day), seconds, nil)
	for i := range seconds {
		p := int32(140 + i%9)
		if at := i - 900; at >= 0 && at < n*(workS+restS) && at%(workS+restS) < workS {
			p = watts + int32(i%9)
		}
		r.Columns.Put(training.Power, i, p)
	}
	return r
}

func TestSearchIntervals(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.file(t, "a.fit", workout(0, 5, 240, 120, 280))
	h.file(t, "b.fit", workout(7, 5, 240, 120, 300))
	h.file(t, "c.fit", workout(14, 10, 60, 60, 350))
	h.file(t, "steady.fit", workout(15, 0, 240, 120, 280))
	var done imported
	h.decode(t, "import_files", `{"paths":["."]}`, &done)
	for args, want := range map[string]string{
		`{}`:                    "10 × 1:00 @ 354 W, 1:00 easy|5 × 4:00 @ 304 W, 2:00 easy|5 × 4:00 @ 284 W, 2:00 easy",
		`{"interval_s":"4min"}`: "5 × 4:00 @ 304 W, 2:00 easy|5 × 4:00 @ 284 W, 2:00 easy",
		`{"interval_s":240,"min_power_w":"300 W"}`:   "5 × 4:00 @ 304 W, 2:00 easy",
		`{"min_interval_s":30,"max_interval_s":90}`:  "10 × 1:00 @ 354 W, 1:00 easy",
		`{"min_count":6,"sport":"ride"}`:             "10 × 1:00 @ 354 W, 1:00 easy",
		`{"range":"2026-05-02..2026-05-09"}`:         "5 × 4:00 @ 304 W, 2:00 easy",
		`{"sport":"run"}`:                            "",
		`{"pattern":"over_unders","limit":3}`:        "",
		`{"interval_distance_m":800}`:                "",
		`{"fastest_pace_s_per_km":"3:30"}`:           "",
		`{"limit":1,"cursor":"2","min_power_w":200}`: "5 × 4:00 @ 284 W, 2:00 easy",
	} {
		var a structure.Answer
		h.decode(t, "search_intervals", args, &a)
		names := []string{}
		for _, r := range a.Activities {
			names = append(names, r.Intervals.String())
		}
		if got := strings.Join(names, "|"); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}

func TestSearchIntervalsRefusesNonsense(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	for args, says := range map[string]string{
		`{"interval_s":240,"max_interval_s":300}`:                   "interval_s",
		`{"min_interval_s":300,"max_interval_s":200}`:               "interval_s",
		`{"min_percent":110,"max_percent":90}`:                      "percent",
		`{"fastest_pace_s_per_km":260,"slowest_pace_s_per_km":230}`: "pace",
		`{"zone":9}`:                              "zone",
		`{"min_power_w":-5}`:                      "min_power_w",
		`{"cursor":"page two"}`:                   "cursor",
		`{"from":"2026-05-01","to":"2026-04-01"}`: "from",
	} {
		problem := tooltest.Fails(t, h.table, call(t, answerstest.ActivityModel), "search_intervals", args)
		if !strings.Contains(problem.String(), says) {
			t.Errorf("%s: %+v", args, problem)
		}
	}
}

// BenchmarkSearchIntervals is over 15,000 stored activities, every third with
// intervals: the first question of a process, and later ones.
func BenchmarkSearchIntervals(b *testing.B) {
	db := storetest.OpenHome(b, b.TempDir())
	storetest.Write(b, db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: answerstest.ActivityAthlete}) })
	const each = 500
	for from := 0; from < 15000; from += each {
		storetest.Write(b, db, func(tx *store.Tx) error {
			for n := from; n < from+each; n++ {
				if err := putRide(tx, n); err != nil {
					return err
				}
				if n%3 == 0 {
					if err := tx.PutPrimitive(answerstest.ActivityAthlete, structured(n)); err != nil {
						return err
					}
				}
			}
			return nil
		})
	}
	args := json.RawMessage(`{"interval_s":240,"min_power_w":230}`)
	ask := func(table *tools.Table) {
		if _, err := table.Call(b.Context(), "search_intervals", call(b, answerstest.ActivityModel), args); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			ask(tools.NewTable(activities.Rows(activities.Deps{Store: db, Intervals: structure.NewIndex(db)})...))
		}
	})
	table := tools.NewTable(activities.Rows(activities.Deps{Store: db, Intervals: structure.NewIndex(db)})...)
	b.Run("later", func(b *testing.B) {
		for b.Loop() {
			ask(table)
		}
	})
}

// structured is the intervals of the n-th ride.
func structured(n int) store.Primitive {
	s := &efforts.Session{Basis: efforts.ByPower, EndS: 3600}
	work := int32(60 + 30*(n/3%12))
	for i := range int32(3 + n%8) {
		s.Intervals = append(s.Intervals, efforts.Interval{
			StartS: 600 + i*(work+120), EndS: 600 + i*(work+120) + work, Kind: efforts.Work, Level: float64(200 + n%150),
			Means: efforts.Means{PowerW: float64(200 + n%150), HRBpm: 160, MaxHRBpm: 170, SpeedMPS: 10, DistanceM: 2400},
		})
	}
	start := answerstest.FirstStart.AddDate(0, 0, -n/2)
	return store.Primitive{
		Activity: training.ActivityID(fmt.Sprintf("b%05d", n)), Day: training.DayOf(start), Sport: training.Cycling,
		Kind: derive.Intervals, Version: 1, InputHash: "h", Data: derive.EncodeIntervals(s),
	}
}
