package activities_test

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/activities"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// wrote is the answer to a write.
type wrote struct {
	JournalID string `json:"journal_id"`
	DryRun    bool   `json:"dry_run"`
	Changes   []struct{ Field, Before, After string }
}

// fixed reads the activity after what follows from a write was computed.
func (h *home) fixed(t *testing.T, id string) (d activity.Detail) {
	t.Helper()
	if _, err := derive.Follow(t.Context(), h.db, nil); err != nil {
		t.Fatal(err)
	}
	h.decode(t, "get_activity", `{"id":"`+id+`","sections":["summary","best_efforts","hrv"]}`, &d)
	return d
}

// TestWrongSensorDataIsLeftOut of every number, kept, and brought back.
func TestWrongSensorDataIsLeftOut(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	before := h.fixed(t, id)
	drop := func(args string) (out wrote) {
		h.decode(t, "update_activity_streams", `{"id":"`+id+`",`+args+`}`, &out)
		return out
	}
	if out := drop(`"drop":[{"channel":"power"}],"dry_run":true`); !out.DryRun || len(out.Changes) != 1 || out.Changes[0].After != "power" {
		t.Errorf("%+v", out)
	}
	if d := h.fixed(t, id); d.Summary["avg_power_w"] != before.Summary["avg_power_w"] {
		t.Errorf("a dry run: %v", d.Summary)
	}
	drop(`"drop":[{"channel":"power","start_offset_s":0,"end_offset_s":450},{"channel":"hr","start_offset_s":890}]`)
	if d := h.fixed(t, id); d.Summary["avg_power_w"] == nil || d.Summary["avg_power_w"] == before.Summary["avg_power_w"] ||
		!strings.Contains(strings.Join(phrasetest.Texts(d.DataQuality), " "), "excluded power from second 0 to 450") {
		t.Errorf("half of it: %v %v", d.Summary, d.DataQuality)
	}
	drop(`"drop":[{"channel":"power"},{"channel":"hr"},{"channel":"position"}]`)
	d := h.fixed(t, id)
	for _, m := range []string{"avg_power_w", "normalized_power_w", "avg_hr_bpm"} {
		if d.Summary[m] != nil {
			t.Errorf("%s is %v", m, d.Summary[m])
		}
	}
	if d.Missing["hrv"] == "" || len(d.BestEfforts["power"]) != 0 ||
		!strings.Contains(strings.Join(phrasetest.Texts(d.DataQuality), " "), "excluded latitude") {
		t.Errorf("%v %v %v", d.Missing, d.BestEfforts, d.DataQuality)
	}
	drop(`"restore":["power","position"]`)
	if d := h.fixed(t, id); d.Summary["avg_power_w"] != before.Summary["avg_power_w"] || d.Summary["avg_hr_bpm"] != nil {
		t.Errorf("restored: %v", d.Summary)
	}
	var cleared wrote
	h.decode(t, "update_activity", `{"id":"`+id+`","clear":["ignored"]}`, &cleared)
	if d := h.fixed(t, id); d.Summary["avg_hr_bpm"] != before.Summary["avg_hr_bpm"] || len(d.Edited) != 0 {
		t.Errorf("cleared: %v %v", d.Summary, d.Edited)
	}
	h.undo(t, cleared.JournalID)
	for _, bad := range []string{
		`"drop":[{"channel":"hr"}]`, `"restore":["power"]`, `"drop":[{"channel":"power"}],"restore":["power"]`, `"drop":[{"channel":"wings"}]`,
		`"drop":[{"channel":"power","start_offset_s":9,"end_offset_s":9}]`,
		`"drop":[{"channel":"power","start_offset_s":-1}]`, `"drop":[]`, `"dry_run":true`,
		`"drop":[` + strings.Repeat(`{"channel":"power"},`, 20) + `{"channel":"hr"}]`,
	} {
		if _, err := h.table.Call(t.Context(), "update_activity_streams", call(t, answerstest.ActivityModel),
			fmt.Appendf(nil, `{"id":%q,%s}`, id, bad)); training.KindOf(err) != training.KindInvalid || err == nil {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestFurtherGear checks that further gear is named, found, cleared and taken
// back as the first is.
func TestFurtherGear(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	var out struct {
		wrote

		JournalID string `json:"journal_id"`
	}
	h.decode(t, "update_activity", `{"id":"`+id+`","gear":"bike","more_gear":["wheels"," shoes ","wheels","bike"],"commute":true}`, &out)
	if d := h.fixed(t, id); d.GearID != "bike" || !slices.Equal(d.MoreGear, []string{"wheels", "shoes"}) || len(out.Changes) != 3 {
		t.Errorf("%q %q %+v", d.GearID, d.MoreGear, out)
	}
	for args, want := range map[string]int{`{"gear":"shoes"}`: 1, `{"gear":"bike","commute":true}`: 1, `{"commute":false}`: 0} {
		var found activity.List
		if h.decode(t, "list_activities", args, &found); found.Total != want {
			t.Errorf("%s finds %d", args, found.Total)
		}
	}
	first := out.JournalID
	h.decode(t, "update_activity", `{"id":"`+id+`","clear":["more_gear"]}`, &out)
	if d := h.fixed(t, id); d.GearID != "bike" || len(d.MoreGear) != 0 {
		t.Errorf("cleared: %q %q", d.GearID, d.MoreGear)
	}
	h.undo(t, out.JournalID)
	if d := h.fixed(t, id); len(d.MoreGear) != 2 {
		t.Errorf("the clearing undone: %q", d.MoreGear)
	}
	h.undo(t, first)
	if d := h.fixed(t, id); d.GearID != "" || d.Commute || len(d.MoreGear) != 0 {
		t.Errorf("undone: %q", d.GearID)
	}
}

// TestHowItWas: feel, food and the trainer are words like the others.
func TestHowItWas(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	var out wrote
	h.decode(t, "update_activity", `{"id":"`+id+`","feel":2,"carbs_g":85,"fluid_ml":900,"indoor":true}`, &out)
	d := h.fixed(t, id)
	if d.Summary["feel"] != 2.0 || d.Summary["carbs_g"] != 85.0 || d.Summary["fluid_ml"] != 900.0 ||
		!d.Indoor || d.SubSport != training.SubIndoor || len(out.Changes) != 4 {
		t.Errorf("%v %v %s %+v", d.Summary, d.Indoor, d.SubSport, out)
	}
	var list activity.List
	h.decode(t, "list_activities", `{"fields":["feel","carbs_g","fluid_ml","indoor"]}`, &list)
	if row := list.Activities[0]; row["feel"] != 2.0 || row["carbs_g"] != 85.0 || row["fluid_ml"] != 900.0 || row["indoor"] != true {
		t.Errorf("%v", row)
	}
	var outside wrote
	h.decode(t, "update_activity", `{"id":"`+id+`","indoor":false}`, &outside)
	if d := h.fixed(t, id); d.Indoor || d.SubSport != "" {
		t.Errorf("outside: %s", d.SubSport)
	}
	h.undo(t, outside.JournalID)
	h.undo(t, out.JournalID)
	if d := h.fixed(t, id); d.Summary["feel"] != nil || d.Indoor || len(d.Edited) != 0 {
		t.Errorf("undone: %v %v", d.Summary, d.Edited)
	}
	for _, bad := range []string{`"feel":6`, `"feel":0`, `"carbs_g":-1`, `"fluid_ml":-1`, `"carbs_g":1000`, `"fluid_ml":20000`, `"feel":2.5`, `"indoor":false`} {
		if _, err := h.table.Call(t.Context(), "update_activity", call(t, answerstest.ActivityModel),
			fmt.Appendf(nil, `{"id":%q,%s}`, id, bad)); training.KindOf(err) != training.KindInvalid || err == nil {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// BenchmarkList15000 measures the lists that people ask for, over 15,000
// activities.
func BenchmarkList15000(b *testing.B) {
	db := storetest.Open(b)
	storetest.Write(b, db, func(tx *store.Tx) error {
		err := tx.PutAthlete(training.Athlete{ID: answerstest.ActivityAthlete, TimeZone: answerstest.Zone})
		for _, e := range answerstest.History() {
			if err == nil {
				err = tx.PutThreshold(answerstest.ActivityAthlete, e)
			}
		}
		return err
	})
	for part := range 15 {
		storetest.Write(b, db, func(tx *store.Tx) error {
			for i := range 1000 {
				if err := putRide(tx, part*1000+i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	table := tools.NewTable(activities.Rows(activities.Deps{Store: db})...)
	for name, args := range map[string]string{
		"newest": `{}`, "by load": `{"sort":"load"}`, "load of a month": `{"range":"2026-03","min_load":50}`, "text": `{"text":"ride 77"}`,
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := table.Call(b.Context(), "list_activities", call(b, answerstest.ActivityModel), json.RawMessage(args)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func putRide(tx *store.Tx, n int) error {
	start := answerstest.FirstStart.Add(-time.Duration(n) * 12 * time.Hour)
	id := training.ActivityID(fmt.Sprintf("b%05d", n))
	err := tx.PutActivity(answerstest.ActivityAthlete, training.Activity{
		ID: id, Sport: training.Cycling, Start: start, Zone: answerstest.Zone, LocalDay: training.DayOf(start), Name: fmt.Sprintf("Ride %d", n),
	})
	if err != nil {
		return err
	}
	return tx.PutSummary(answerstest.ActivityAthlete, id, store.Summary{
		Values: training.Values{
			training.MetricAvgHRBpm: float64(120 + n%40), training.MetricDistanceKM: 30 + float64(n%50), training.MetricDurationS: 3600,
		},
		HRSeconds: 3600,
	})
}

// BenchmarkGet4h measures the usual question about a ride of four hours.
func BenchmarkGet4h(b *testing.B) {
	h := newHome(b)
	h.file(b, "long.fit", answerstest.Session(training.Cycling, answerstest.FirstStart, 4*3600, nil))
	var in imported
	h.decode(b, "import_files", `{"paths":["long.fit"]}`, &in)
	for name, sections := range map[string]string{
		"usual": `[]`,
		"all":   `["summary","device","laps","splits","zones","histograms","best_efforts"]`,
	} {
		args := fmt.Sprintf(`{"id":%q,"sections":%s}`, in.Files[0].Activities[0], sections)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := h.table.Call(b.Context(), "get_activity", call(b, answerstest.ActivityModel), json.RawMessage(args)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestSimilarActivities imports one workout three times, on one way and the
// other way round, and another somewhere else.
func TestSimilarActivities(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.file(t, "a.fit", workout(0, 5, 240, 120, 280))
	h.file(t, "b.fit", workout(7, 5, 240, 120, 290))
	back := workout(14, 10, 60, 60, 350)
	for _, ch := range []training.Channel{training.Latitude, training.Longitude} {
		slices.Reverse(back.Columns.Data[ch].Values)
	}
	h.file(t, "c.fit", back)
	away := workout(21, 5, 240, 120, 285)
	for i := range away.Columns.Data[training.Latitude].Values {
		away.Columns.Data[training.Latitude].Values[i] += 50_000_000
	}
	h.file(t, "d.fit", away)
	var done imported
	h.decode(t, "import_files", `{"paths":["."]}`, &done)
	ids := map[string]string{}
	for _, f := range done.Files {
		ids[filepath.Base(f.Path)] = string(f.Activities[0])
	}
	args := `{"id":"` + ids["b.fit"] + `","sections":["similar"]}`
	var d activity.Detail
	h.decode(t, "get_activity", args, &d)
	if d.Similar == nil || d.Similar.Route == nil || d.Similar.Profile == nil || d.Similar.Structure == nil {
		t.Fatalf("%+v %v", d.Similar, d.Missing)
	}
	if got, want := described(d.Similar.Route, ids), "a.fit "; got != want {
		t.Errorf("route %q, want %q", got, want)
	}
	if got, want := described(d.Similar.Structure, ids), "d.fit 5 × 4:00 @ 289 W, 2:00 easy|a.fit 5 × 4:00 @ 284 W, 2:00 easy"; got != want {
		t.Errorf("structure %q, want %q", got, want)
	}
	if got, want := described(d.Similar.Profile, ids), "d.fit "; got != want {
		t.Errorf("profile %q, want %q", got, want)
	}
	text := tooltest.Call(t, h.table, call(t, answerstest.ActivityModel), "get_activity", args).Text
	if strings.Contains(text, "lat") && strings.Contains(text, "lon") {
		t.Errorf("the answer tells a place: %s", text)
	}
}

// described returns the rows of matches: the file, whether it went the other
// way, and the intervals.
func described(m *activity.Matches, ids map[string]string) string {
	var out []string
	for _, f := range m.Activities {
		for name, id := range ids {
			if id == f["id"] {
				words := name + " "
				if f["reversed"] == true {
					words += "reversed "
				}
				if sets, ok := f["intervals"].(string); ok {
					words += sets
				}
				out = append(out, words)
			}
		}
	}
	return strings.Join(out, "|")
}

// BenchmarkSimilarActivities measures similar activities among 15,000 stored
// ones on forty loops, every third with intervals: the first question of a
// process, and later ones.
func BenchmarkSimilarActivities(b *testing.B) {
	h := newHome(b)
	db := h.db
	h.file(b, "a.fit", workout(0, 5, 240, 120, 280))
	answer := tooltest.Call(b, h.table, call(b, answerstest.ActivityModel), "import_files", `{"paths":["."]}`)
	var in imported
	if err := json.Unmarshal([]byte(answer.Text), &in); err != nil {
		b.Fatal(err)
	}
	own := in.Files[0].Activities[0]
	storetest.Write(b, db, func(tx *store.Tx) error {
		p := structured(0)
		p.Activity, p.Kind, p.Data = own, derive.Route, derive.EncodeRoute(looped(3))
		return tx.PutPrimitive(answerstest.ActivityAthlete, p)
	})
	const each = 500
	for from := 0; from < 15000; from += each {
		storetest.Write(b, db, func(tx *store.Tx) error {
			for n := from; n < from+each; n++ {
				if err := putRide(tx, n); err != nil {
					return err
				}
				p := structured(n)
				if n%3 == 0 {
					if err := tx.PutPrimitive(answerstest.ActivityAthlete, p); err != nil {
						return err
					}
				}
				p.Kind, p.Data = derive.Route, derive.EncodeRoute(looped(n%40))
				if err := tx.PutPrimitive(answerstest.ActivityAthlete, p); err != nil {
					return err
				}
			}
			return nil
		})
	}
	ask := func(table *tools.Table) {
		args := json.RawMessage(`{"id":"` + own + `","sections":["similar"]}`)
		res, err := table.Call(b.Context(), "get_activity", call(b, answerstest.ActivityModel), args)
		if err != nil || !strings.Contains(res.Text, `"total":375`) {
			b.Fatal(res, err)
		}
	}
	table := func() *tools.Table {
		sets := structure.NewIndex(db)
		return tools.NewTable(activities.Rows(activities.Deps{Store: db, Intervals: sets, Similar: structure.NewSimilarIndex(db, sets)})...)
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			ask(table())
		}
	})
	one := table()
	b.Run("later", func(b *testing.B) {
		for b.Loop() {
			ask(one)
		}
	})
}

// looped returns the sketch of the n-th loop, of 150 corners.
func looped(n int) *route.Sketch {
	s := &route.Sketch{DistanceDM: int64(100_000 + 25_000*n), TimerDS: 36_000}
	for i := range 151 {
		a, r := 2*math.Pi*float64(i)/150, 1500+370*float64(n)
		r *= 1 + 0.2*math.Sin(float64(3+n%5)*a)
		s.Line = append(s.Line, route.Point{Lat: 4_500_000 + int32(r*math.Sin(a)), Lon: 700_000 + int32(r*math.Cos(a))})
	}
	s.Extent = route.ExtentOf(s.Line)
	for i := range route.ProfilePoints {
		s.ProfileDM = append(s.ProfileDM, int32(3000+400*math.Sin(float64(i*(1+n%7))/10)))
	}
	return s
}
