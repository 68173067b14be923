package activities_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
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

// workout returns a ride of n times so many seconds, day days after the first.
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

// BenchmarkSearchIntervals measures a search of intervals in 15,000 stored
// activities, every third with intervals: the first question of a process, and
// later ones.
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

// structured returns the intervals of the n-th ride.
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

// TestSearchFindsMarkedIntervals: by name, and by what anybody computes of their
// rows, beside those that are found; each says its origin.
func TestSearchFindsMarkedIntervals(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.file(t, "a.fit", workout(0, 5, 240, 120, 280))
	h.file(t, "steady.fit", workout(7, 0, 240, 120, 280))
	h.decode(t, "import_files", `{"paths":["."]}`, &imported{})
	var all activity.List
	h.decode(t, "list_activities", `{}`, &all)
	steady, sets := all.Activities[0]["id"].(string), all.Activities[1]["id"].(string)
	var out wrote
	h.decode(t, "update_activity", `{"id":"`+steady+`","intervals":[{"name":"Château hill","start_offset_s":60,"end_offset_s":360},`+
		`{"start_offset_s":600,"end_offset_s":660}]}`, &out)
	h.decode(t, "update_activity", `{"id":"`+sets+`","intervals":[{"name":"Chateau hill","start_offset_s":900,"end_offset_s":1140}]}`, &out)
	find := func(args string) (structure.Answer, string) {
		t.Helper()
		var a structure.Answer
		h.decode(t, "search_intervals", args, &a)
		var rows []string
		for _, r := range a.Activities {
			rows = append(rows, r.Origin+": "+string(r.Intervals))
		}
		return a, strings.Join(rows, "|")
	}
	const found = "detected: 5 × 4:00 @ 284 W, 2:00 easy"
	for args, want := range map[string]string{
		`{}`:                                        "athlete: Château hill 5:00; 1:00|" + found + "|athlete: Chateau hill 4:00",
		`{"limit":1,"cursor":"1"}`:                  found,
		`{"limit":1,"cursor":"2"}`:                  "athlete: Chateau hill 4:00",
		`{"interval_s":240}`:                        found + "|athlete: Chateau hill 4:00",
		`{"interval_s":60}`:                         "athlete: 1:00",
		`{"min_power_w":200}`:                       found + "|athlete: Chateau hill 4:00",
		`{"min_percent":110}`:                       found + "|athlete: Chateau hill 4:00",
		`{"max_percent":60}`:                        "athlete: Château hill 5:00; 1:00",
		`{"pattern":"repeats"}`:                     found,
		`{"min_count":2}`:                           "athlete: Château hill 5:00; 1:00|" + found,
		`{"sport":"run"}`:                           "",
		`{"name":"chateau"}`:                        "athlete: Château hill 5:00|athlete: Chateau hill 4:00",
		`{"name":"chateau","max_interval_s":250}`:   "athlete: Chateau hill 4:00",
		`{"name":"chateau","range":"2026-05-01"}`:   "athlete: Chateau hill 4:00",
		`{"name":"chateau","min_power_w":200}`:      "athlete: Chateau hill 4:00",
		`{"name":"valley"}`:                         "",
		`{"name":"hill","slowest_pace_s_per_km":9}`: "",
	} {
		a, got := find(args)
		if got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
		if want == "" && a.Narrow == "" {
			t.Errorf("%s: nothing says what to do", args)
		}
	}
	if a, _ := find(`{}`); a.Searched != 2 || a.Total != 3 {
		t.Errorf("%d activities with intervals, %d rows", a.Searched, a.Total)
	}
	a, _ := find(`{"name":"chateau"}`)
	for i, x := range []struct {
		id   string
		span [2]int32
		ftp  float64 // of that day
	}{{steady, [2]int32{60, 360}, 260}, {sets, [2]int32{900, 1140}, 250}} {
		cols, err := h.db.Stream(t.Context(), answerstest.ActivityModel, training.ActivityID(x.id), store.AllChannels)
		if err != nil {
			t.Fatal(err)
		}
		row, watts := a.Activities[i], brute(cols, training.Power, x.span)
		if row.ID != x.id || math.Abs(row.Set.AvgPowerW-watts) > 0.06 || math.Abs(row.Set.Percent-100*watts/x.ftp) > 0.6 ||
			row.Set.Pattern != "marked" || row.Set.DurationS != float64(x.span[1]-x.span[0]) {
			t.Errorf("%+v, want %g W", row, watts)
		}
	}
	h.undo(t, out.JournalID)
	if _, got := find(`{"name":"chateau"}`); got != "athlete: Château hill 5:00" {
		t.Errorf("taken back: %q", got)
	}
}

// marks returns the intervals that the athlete marked, as get_activity shows
// them.
func (h *home) marks(t *testing.T, id string) (structure.Drawn, bool) {
	t.Helper()
	var d activity.Detail
	h.decode(t, "get_activity", `{"id":"`+id+`","sections":["intervals"]}`, &d)
	i := slices.IndexFunc(d.Drawn, func(x structure.Drawn) bool { return x.Origin == structure.OriginAthlete })
	if i < 0 {
		return structure.Drawn{}, false
	}
	return d.Drawn[i], true
}

// TestMarkedIntervals have the values that anybody computes of the rows, may
// overlap, and go as they came.
func TestMarkedIntervals(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	args := `{"id":"` + id + `","intervals":[{"name":"Hill \u202eone","start_offset_s":300,"end_offset_s":420},` +
		`{"start_offset_s":60,"end_offset_s":360},{"start_offset_s":60,"end_offset_s":360}]`
	var dry, out, again wrote
	h.decode(t, "update_activity", args+`,"dry_run":true}`, &dry)
	if _, ok := h.marks(t, id); ok || len(dry.Changes) != 1 {
		t.Errorf("a dry run: %v %+v", ok, dry)
	}
	h.decode(t, "update_activity", args+`}`, &out)
	got, ok := h.marks(t, id)
	if !ok || !slices.Equal(got.Interval, []string{"", "Hill one"}) || !slices.Equal(got.StartOffsetS, []int32{60, 300}) ||
		!slices.Equal(got.DurationS, []float64{300, 120}) || got.RestS != nil {
		t.Fatalf("%v %+v", ok, got)
	}
	cols, err := h.db.Stream(t.Context(), answerstest.ActivityModel, training.ActivityID(id), store.AllChannels)
	if err != nil {
		t.Fatal(err)
	}
	for i, span := range [][2]int32{{60, 360}, {300, 420}} {
		watts, beats, top := brute(cols, training.Power, span), brute(cols, training.HeartRate, span), most(cols, training.HeartRate, span)
		if math.Abs(*got.AvgPowerW[i]-watts) > 0.06 || math.Abs(*got.AvgHRBpm[i]-beats) > 0.06 || *got.MaxHRBpm[i] != top ||
			math.Abs(*got.Percent[i]-watts/2.5) > 0.6 { // of 250 W, the FTP of that day
			t.Errorf("%v: %v W, %v bpm, %v at most, %v %%; want %v, %v, %v", span, *got.AvgPowerW[i], *got.AvgHRBpm[i], *got.MaxHRBpm[i],
				*got.Percent[i], watts, beats, top)
		}
	}
	h.decode(t, "update_activity", `{"id":"`+id+`","intervals":[]}`, &again)
	if _, ok := h.marks(t, id); ok {
		t.Error("they were taken away")
	}
	h.undo(t, again.JournalID)
	if back, _ := h.marks(t, id); len(back.StartOffsetS) != 2 {
		t.Errorf("%+v", back)
	}
	h.decode(t, "update_activity", `{"id":"`+id+`","clear":["intervals"]}`, &again)
	if _, ok := h.marks(t, id); ok {
		t.Error("they were cleared")
	}
	h.undo(t, again.JournalID)
	h.undo(t, out.JournalID)
	if _, ok := h.marks(t, id); ok {
		t.Error("undone, they are not there")
	}
}

// TestMarkedOutside: what is not in the activity is not marked.
func TestMarkedOutside(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	for _, bad := range []string{
		`{"start_offset_s":10,"end_offset_s":10}`, `{"start_offset_s":-1,"end_offset_s":10}`, `{"start_offset_s":0,"end_offset_s":100000}`,
		`{"start_offset_s":0}`, `{"name":"x"}`,
	} {
		_, err := h.table.Call(t.Context(), "update_activity", call(t, answerstest.ActivityModel), fmt.Appendf(nil,
			`{"id":%q,"intervals":[%s]}`, id, bad))
		if training.KindOf(err) != training.KindInvalid || err == nil {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// within calls f with the shown value of each row of a span that has one.
func within(c *training.Columns, ch training.Channel, span [2]int32, f func(x float64)) {
	for i, s := range c.TimeS {
		if s >= span[0] && s < span[1] && c.Data[ch].Valid.Get(i) {
			f(float64(c.Data[ch].Values[i]) / ch.Scale())
		}
	}
}

// brute returns the mean of the rows of a span, which are a second apart.
func brute(c *training.Columns, ch training.Channel, span [2]int32) float64 {
	sum, n := 0.0, 0.0
	within(c, ch, span, func(x float64) { sum, n = sum+x, n+1 })
	return sum / n
}

func most(c *training.Columns, ch training.Channel, span [2]int32) (top float64) {
	within(c, ch, span, func(x float64) { top = max(top, x) })
	return top
}
